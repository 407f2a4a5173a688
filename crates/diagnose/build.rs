//! Finds what is known of runtimes and stores as data: `language.toml` and `frames/*.toml` of each folder of `../probe/src/runtimes`, and `frames/*.toml` of
//! each folder of `../probe/src/stores`. Their code is the business of `probe`; here only texts are read. Nothing to register.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let probe = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../probe/src");
    let mut code = String::from(
        "/// Languages by name, with their texts: `language.toml` and tables of frames.\npub(super) static LANGUAGES: &[(&str, &str, &[&str])] = &[\n",
    );
    for folder in entries(&probe.join("runtimes")).iter().filter(|f| f.join("language.toml").is_file()) {
        let name = folder.file_name().expect("an entry of a folder has a name").to_string_lossy().into_owned();
        writeln!(code, "    ({name:?}, {}, &[{}]),", text(&folder.join("language.toml")), tables(folder)).expect("writes into memory");
    }
    code.push_str("];\n/// Tables that hold for every runtime: drivers of stores.\npub(super) static SHARED: &[&str] = &[\n");
    for folder in entries(&probe.join("stores")) {
        writeln!(code, "    {}", tables(&folder)).expect("writes into memory");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("languages.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

fn tables(folder: &Path) -> String {
    entries(&folder.join("frames")).iter().filter(|t| t.extension().is_some_and(|e| e == "toml")).fold(String::new(), |mut all, t| {
        write!(all, "{}, ", text(t)).expect("writes into memory");
        all
    })
}

fn text(path: &Path) -> String {
    println!("cargo:rerun-if-changed={}", path.display());
    format!("include_str!({:?})", path.canonicalize().expect("the file was just found").display().to_string())
}

fn entries(of: &Path) -> Vec<PathBuf> {
    println!("cargo:rerun-if-changed={}", of.display());
    let mut all: Vec<PathBuf> = fs::read_dir(of).into_iter().flatten().flatten().map(|e| e.path()).collect();
    all.sort();
    all
}
