//! Finds the outputs: every folder with a `mod.rs` in `src/outputs/` (of a diagnosis), in `src/load/outputs/` (of a run of `load`), in
//! `src/cpu/outputs/` (of what the CPU does), in `src/comparison/outputs/` (of runs side by side) and in `src/verification/outputs/` (of pairs) becomes a module, and its `OUTPUT` an entry of `ALL`; and the examples of fixes that lie beside causes.
//! Nothing to register.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let src = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    for (folder, result, file) in [
        ("outputs", "crate::Judged", "outputs.rs"),
        ("load/outputs", "crate::load::LoadReport", "load_outputs.rs"),
        ("cpu/outputs", "crate::cpu::Profiled", "cpu_outputs.rs"),
        ("comparison/outputs", "crate::comparison::Comparison", "comparison_outputs.rs"),
        ("verification/outputs", "crate::verification::Verification", "verification_outputs.rs"),
    ] {
        fs::write(out.join(file), registry(&src.join(folder), result)).expect("OUT_DIR is writable");
    }
    fs::write(out.join("fixes.rs"), fixes(&src.join("../../causes/src"))).expect("OUT_DIR is writable");
}

/// Modules and list of the outputs in `folder`, which write a `result`.
fn registry(folder: &Path, result: &str) -> String {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut found: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path().join("mod.rs")).collect();
    found.retain(|path| path.exists());
    found.sort();
    let name = |path: &Path| path.parent().and_then(Path::file_name).map(|n| n.to_string_lossy().replace('-', "_")).unwrap_or_default();
    let mut code = String::new();
    for path in &found {
        println!("cargo:rerun-if-changed={}", path.display());
        writeln!(code, "#[path = \"{}\"]\npub(crate) mod {};", path.display(), name(path)).expect("writes into memory");
    }
    writeln!(code, "/// All outputs, by the names of their folders.\nconst ALL: &[&dyn crate::Output<{result}>] = &[")
        .expect("writes into memory");
    for path in &found {
        writeln!(code, "    {}::OUTPUT,", name(path)).expect("writes into memory");
    }
    code.push_str("];\n");
    code
}

/// The files `../causes/src/FAMILY/CAUSE/fixes/*.diff`: the code of causes is none of our business, here only texts are read.
fn fixes(causes: &Path) -> String {
    let mut code = String::from("/// Cause, name of the file, text.\nstatic FILES: &[(&str, &str, &str)] = &[\n");
    for cause in entries(causes).iter().filter(|p| p.is_dir()).flat_map(|family| entries(family)) {
        let folder = cause.join("fixes");
        if !folder.is_dir() {
            continue;
        }
        for file in entries(&folder).iter().filter(|f| f.extension().is_some_and(|e| e == "diff")) {
            println!("cargo:rerun-if-changed={}", file.display());
            let path = file.canonicalize().expect("it was just found").display().to_string();
            let stem = |p: &Path| p.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            writeln!(code, "    ({:?}, {:?}, include_str!({path:?})),", stem(&cause), stem(file)).expect("writes into memory");
        }
    }
    code.push_str("];\n");
    code
}

/// What is in a folder, by name. Cargo asks again when something comes or goes there.
fn entries(of: &Path) -> Vec<PathBuf> {
    if of.is_dir() {
        println!("cargo:rerun-if-changed={}", of.display());
    }
    let mut all: Vec<PathBuf> = fs::read_dir(of).into_iter().flatten().flatten().map(|e| e.path()).collect();
    all.sort();
    all
}
