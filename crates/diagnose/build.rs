//! Finds what is known of runtimes and stores as data: `language.toml`, `frames/*.toml` and `purposes/*.toml` of each folder of `../probe/src/runtimes`, and
//! `frames/*.toml` and `purposes/*.toml` of each folder of `../probe/src/stores`. Their code is the business of `probe`; here only texts are read. Nothing to
//! register.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let probe = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../probe/src");
    let mut code = String::from("/// Languages by name, with their texts.\nstatic LANGUAGES: &[(&str, Texts)] = &[\n");
    for folder in entries(&probe.join("runtimes")).iter().filter(|f| f.join("language.toml").is_file()) {
        let name = folder.file_name().expect("an entry of a folder has a name").to_string_lossy().into_owned();
        let language = text(&folder.join("language.toml"));
        writeln!(code, "    ({name:?}, {}),", texts(&language, folder)).expect("writes into memory");
    }
    code.push_str("];\n/// Tables that hold for every runtime: drivers of stores.\nstatic SHARED: &[Texts] = &[\n");
    for folder in entries(&probe.join("stores")).iter().filter(|f| f.is_dir()) {
        writeln!(code, "    {},", texts("\"\"", folder)).expect("writes into memory");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("languages.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}

/// A language and its tables, as code.
fn texts(language: &str, folder: &Path) -> String {
    let (frames, purposes) = (tables(&folder.join("frames")), tables(&folder.join("purposes")));
    format!("Texts {{ language: {language}, frames: &[{frames}], purposes: &[{purposes}] }}")
}

fn tables(folder: &Path) -> String {
    entries(folder).iter().filter(|t| t.extension().is_some_and(|e| e == "toml")).fold(String::new(), |mut all, t| {
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
