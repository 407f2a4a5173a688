//! What the build prepares: the registries of what lies in folders, and the native libraries for a JVM.
#![expect(clippy::print_stdout, reason = "a build script talks to cargo on stdout")]

mod jvm;
mod registry;

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let source = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src");
    registry::write(&source.join("runtimes"), "&dyn Adapter", "RUNTIME", &out.join("runtimes.rs"));
    registry::write(&source.join("stores"), "&dyn Store", "STORE", &out.join("stores.rs"));
    jvm::bundle(&out);
}
