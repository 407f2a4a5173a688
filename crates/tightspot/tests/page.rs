//! The page of a recorded run, by the binary: a form for files is not printed as well, and a folder is written whole.

use std::process::{Command, Output};

fn report(args: &[&str]) -> String {
    report_of("after", args)
}

fn report_of(name: &str, args: &[&str]) -> String {
    let out = run_of(name, args);
    assert!(out.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

fn run(args: &[&str]) -> Output {
    run_of("after", args)
}

fn run_of(name: &str, args: &[&str]) -> Output {
    let store = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.arg("report").arg(format!("{}/tests/recorded/{name}.tsr", env!("CARGO_MANIFEST_DIR"))).args(args);
    command.env("TIGHTSPOT_STORE", store.path()).env("TIGHTSPOT_LANG", "en").output().expect("the binary runs")
}

#[test]
fn a_page_goes_to_its_file_and_what_is_asked_for_besides_is_printed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("page.html");
    let path = file.to_str().expect("text");
    let written = || std::fs::read_to_string(&file).expect("it is there");
    assert_eq!(report(&["--format", "html", "-o", path]), "");
    assert!(written().starts_with("<!DOCTYPE html><html lang=\"en\">"));
    assert!(report(&["-o", path, "--lang", "ko"]).contains("2,030/s") && written().contains("<html lang=\"ko\">"));
    assert!(report(&["--json", "-o", path]).starts_with('{'));
    assert!(report(&["--format", "html"]).starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_start_and_a_tail_begin_with_what_they_cost() {
    let start = report_of("deal-brands-pool-cold-4790e5", &["--format", "html"]);
    assert!(start.contains("<b>6.61 s</b>") && start.contains("<b>1,330 ms</b>"));
    assert!(start.contains(">120 s<") && !start.contains(">0 s<"), "the axis begins with the first request");
    let tail = report_of("ticket-queue-gc-planted", &["--format", "html"]);
    assert!(tail.contains("<b>47.1 ms</b>") && tail.contains("<b>82.7 ms</b>"));
    assert!(tail.contains(">0 s<"), "its axis begins with the run");
}

#[test]
fn a_folder_has_the_page_and_what_it_asks_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("page");
    let (bare, slash) = (path.to_str().expect("text").to_owned(), format!("{}/", path.display()));
    assert_eq!(report(&["--format", "html-dir", "-o", &bare]), "");
    let names = || {
        let entries = std::fs::read_dir(&path).expect("it is there");
        let mut names: Vec<String> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["index.html", "page.css", "page.js"]);
    assert!(report(&["-o", &slash, "--lang", "ko"]).contains("2,030/s"));
    assert!(names().len() == 3 && std::fs::read_to_string(path.join("index.html")).expect("text").contains("<html lang=\"ko\">"));
}

#[test]
fn a_folder_of_somebody_else_is_refused_and_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("notes.txt"), "kept").expect("a writable folder");
    let out = run(&["--format", "html-dir", "-o", folder.path().to_str().expect("text")]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(2) && said.contains("notes.txt") && said.contains("[output]"), "{said}");
    assert!(out.stdout.is_empty() && std::fs::read_dir(folder.path()).expect("it is there").count() == 1);
}

#[test]
fn a_folder_is_not_printed() {
    let out = run(&["--format", "html-dir"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(2) && said.contains("-o page/"), "{said}");
}
