//! Finds the causes: every `src/<family>/<cause>/` with a page becomes a module, and its `CAUSE` an entry of `ALL`. Nothing to register.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut found: Vec<PathBuf> = folders(&root).iter().flat_map(|f| folders(f)).filter(|c| c.join("cause.md").exists()).collect();
    found.sort_by_key(|p| name(p));
    let mut code = String::new();
    for cause in &found {
        let module = name(cause).replace('-', "_");
        let path = cause.join("mod.rs");
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(code, "#[path = \"{}\"]\npub mod {module};", path.display()).expect("writes into memory");
    }
    writeln!(code, "/// All causes, by id.\npub static ALL: &[&dyn diagnose::Cause] = &[").expect("writes into memory");
    for cause in &found {
        writeln!(code, "    {}::CAUSE,", name(cause).replace('-', "_")).expect("writes into memory");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("registry.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(of).into_iter().flatten().flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}
