//! Finds the interventions: every `src/interventions/<name>/mod.rs` becomes a module, and its `KIND` an entry of `ALL`. Nothing to register.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src/interventions");
    println!("cargo:rerun-if-changed={}", root.display());
    let entries = fs::read_dir(&root).into_iter().flatten().flatten().map(|e| e.path());
    let mut found: Vec<PathBuf> = entries.map(|folder| folder.join("mod.rs")).filter(|module| module.is_file()).collect();
    found.sort();
    let name = |module: &PathBuf| module.parent().and_then(|p| p.file_name()).expect("it lies in a folder").to_string_lossy().into_owned();
    let mut code = String::new();
    for module in &found {
        println!("cargo:rerun-if-changed={}", module.display());
        writeln!(code, "#[path = {:?}]\npub mod {};", module.display().to_string(), name(module)).expect("writes into memory");
    }
    code.push_str("/// All interventions, by folder.\npub static ALL: &[Kind] = &[\n");
    for module in &found {
        writeln!(code, "    {}::KIND,", name(module)).expect("writes into memory");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("interventions.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}
