//! Finds the texts: every `en.ftl` and `ko.ftl` in the sources of the workspace's crates. The folder in which a file lies is the first half of the ids of
//! its messages. Nothing to register.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let crates = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let mut found = Vec::new();
    for entry in entries(&crates) {
        let src = entry.join("src");
        if src.is_dir() {
            look(&src, &mut found);
        }
    }
    found.sort();
    let mut code = String::from("static FILES: &[File] = &[\n");
    for path in &found {
        let folder = path.parent().and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let lang = if path.ends_with("ko.ftl") { "Ko" } else { "En" };
        let path = path.canonicalize().expect("it was found").display().to_string();
        println!("cargo:rerun-if-changed={path}");
        writeln!(code, "    File {{ folder: {folder:?}, lang: Lang::{lang}, path: {path:?}, text: include_str!({path:?}) }},")
            .expect("writes into memory");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

/// All texts at or below `folder`. Cargo asks again when a file comes or goes in any of these folders.
fn look(folder: &Path, found: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in entries(folder) {
        if entry.is_dir() {
            look(&entry, found);
        } else if entry.ends_with("en.ftl") || entry.ends_with("ko.ftl") {
            found.push(entry);
        }
    }
}

fn entries(of: &Path) -> Vec<PathBuf> {
    fs::read_dir(of).into_iter().flatten().flatten().map(|e| e.path()).collect()
}
