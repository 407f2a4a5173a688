//! The page of a recorded run, by the binary: a form for files is not printed as well.

use std::process::Command;

fn report(args: &[&str]) -> String {
    let store = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightspot"));
    command.arg("report").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded/after.tsr")).args(args);
    let out = command.env("TIGHTSPOT_STORE", store.path()).env("TIGHTSPOT_LANG", "en").output().expect("the binary runs");
    assert!(out.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
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
