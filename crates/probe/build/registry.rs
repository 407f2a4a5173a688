//! Registries found at build time: every folder with a `mod.rs` becomes a module, and its constant an entry of `ALL`. Nothing to register.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the modules of the folders of `root` into `to`, with `ALL: &[item]`, which has the constant `name` of each, by folder name.
pub(crate) fn write(root: &Path, item: &str, name: &str, to: &Path) {
    println!("cargo:rerun-if-changed={}", root.display());
    let entries = fs::read_dir(root).into_iter().flatten().flatten().map(|e| e.path());
    let mut found: Vec<PathBuf> = entries.filter(|f| f.join("mod.rs").is_file()).collect();
    found.sort();
    let mut code = String::new();
    let mut all = String::new();
    for folder in &found {
        let path = folder.join("mod.rs");
        let module = folder.file_name().expect("an entry of a folder has a name").to_string_lossy().replace('-', "_");
        writeln!(code, "#[path = \"{}\"]\npub mod {module};", path.display()).expect("writes into memory");
        writeln!(all, "    {module}::{name},").expect("writes into memory");
    }
    writeln!(code, "/// All of them, by name.\npub static ALL: &[{item}] = &[\n{all}];").expect("writes into memory");
    fs::write(to, code).expect("OUT_DIR is writable");
}
