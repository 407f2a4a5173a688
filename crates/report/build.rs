//! Finds the outputs: every folder with a `mod.rs` in `src/outputs/` (of a diagnosis), in `src/load/outputs/` (of a run of `load`) and in
//! `src/cpu/outputs/` (of what the CPU does) becomes a module, and its `OUTPUT` an entry of `ALL`. Nothing to register.

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
    ] {
        fs::write(out.join(file), registry(&src.join(folder), result)).expect("OUT_DIR is writable");
    }
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
