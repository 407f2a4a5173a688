//! The registry of runtimes, and what no adapter recognises.

use super::*;

#[test]
fn every_runtime_has_the_name_of_its_folder_once_and_a_page() {
    let mut names: Vec<&str> = ALL.iter().map(|a| a.name()).collect();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    assert!(names.is_sorted());
    for (name, page) in pages() {
        assert!(page.starts_with(&format!("# {name}: ")), "{name}");
    }
}

#[test]
fn what_no_adapter_recognises_is_a_native_program_into_which_nobody_looks() {
    let (runtime, found) = recognise(std::process::id(), &[]);
    assert_eq!((runtime.name(), found), (unseen::NATIVE, Recognised::default()));
    assert!(!of(&runtime).sees_inside() && of(&Runtime::named("of another day")).resizes().is_empty());
}

#[test]
fn settings_are_known_by_the_names_that_users_know() {
    assert_eq!(resized_by("server.tomcat.threads.max"), Some(Resizable::Workers));
    assert_eq!(resized_by("no.such.setting"), None);
}
