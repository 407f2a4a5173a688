//! Bundles the two native libraries that are loaded into a JVM: async-profiler (from Maven Central, checksum checked) and our own agent
//! (built here, because Cargo cannot yet embed one crate's library in another).

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "4.6";
const JAR_SHA256: &str = "a5d3d9f4582c2033fa9db518046e73ef97219801f3e7542b82e3e09261ebe493";

/// Puts both libraries into `out`.
pub(crate) fn bundle(out: &Path) {
    println!("cargo:rerun-if-env-changed=TIGHTSPOT_BUILD_CACHE");
    profiler(out);
    agent(out);
}

fn profiler(out: &Path) {
    let arch = match env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it").as_str() {
        "x86_64" => "linux-x64",
        "aarch64" => "linux-arm64",
        other => panic!("async-profiler has no library for {other}; supported: x86_64, aarch64"),
    };
    let jar = jar();
    let mut archive =
        zip::ZipArchive::new(fs::File::open(&jar).expect("the jar was just checked")).expect("the checksum says that it is the jar");
    let mut library = Vec::new();
    let mut entry = archive.by_name(&format!("{arch}/libasyncProfiler.so")).expect("the jar of this version holds it");
    entry.read_to_end(&mut library).expect("the jar is whole");
    fs::write(out.join("libasyncProfiler.so"), library).expect("OUT_DIR is writable");
}

/// The jar, from the cache or from Maven Central.
fn jar() -> PathBuf {
    let name = format!("async-profiler-{VERSION}.jar");
    let cache = cache().join("maven");
    let jar = cache.join(&name);
    if is_right(&jar) {
        return jar;
    }
    fs::create_dir_all(&cache)
        .unwrap_or_else(|e| panic!("create {}: {e}; set TIGHTSPOT_BUILD_CACHE to a folder that can be written", cache.display()));
    let fetched = fetch_with_maven(&cache) || fetch_with_curl(&jar, &name);
    assert!(
        fetched && is_right(&jar),
        "async-profiler {VERSION} could not be fetched from Maven Central (or its checksum is not {JAR_SHA256}).\n\
         Needed: network to Maven Central and either mvn or curl. By hand: put {name} into {}",
        cache.display()
    );
    jar
}

fn fetch_with_maven(into: &Path) -> bool {
    let artifact = format!("-Dartifact=tools.profiler:async-profiler:{VERSION}");
    let target = format!("-DoutputDirectory={}", into.display());
    // anywhere but in a folder with a pom of its own
    Command::new("mvn").args(["-q", "-B", "dependency:copy", &artifact, &target]).current_dir(into).status().is_ok_and(|s| s.success())
}

fn fetch_with_curl(to: &Path, name: &str) -> bool {
    let url = format!("https://repo1.maven.org/maven2/tools/profiler/async-profiler/{VERSION}/{name}");
    Command::new("curl").args(["-fsSL", "--retry", "3", "-o"]).arg(to).arg(url).status().is_ok_and(|s| s.success())
}

fn is_right(jar: &Path) -> bool {
    use sha2::{Digest, Sha256};
    let Ok(bytes) = fs::read(jar) else { return false };
    format!("{:x}", Sha256::digest(&bytes)) == JAR_SHA256
}

/// Outside the clone, so that a fresh clone does not fetch again.
fn cache() -> PathBuf {
    let from_env = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    from_env("TIGHTSPOT_BUILD_CACHE")
        .or_else(|| from_env("XDG_CACHE_HOME").map(|c| c.join("tightspot-build")))
        .or_else(|| from_env("HOME").map(|h| h.join(".cache/tightspot-build")))
        .unwrap_or_else(|| PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("cache"))
}

fn agent(out: &Path) {
    let source = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../agents/jvm");
    println!("cargo:rerun-if-changed={}", source.join("src").display());
    println!("cargo:rerun-if-changed={}", source.join("Cargo.toml").display());
    println!("cargo:rerun-if-changed={}", source.join("build.rs").display());
    let target = out.join("agent");
    let mut cargo = Command::new(env::var_os("CARGO").expect("cargo sets it"));
    cargo
        .args(["build", "--locked", "--release", "--lib", "--manifest-path"])
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target);
    // what the outer build was told must not reach the inner one
    for variable in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"] {
        cargo.env_remove(variable);
    }
    // a panic of the agent is caught at its border, so it must unwind; names of functions are of no use in somebody else's process
    cargo
        .env("CARGO_PROFILE_RELEASE_PANIC", "unwind")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    assert!(cargo.status().is_ok_and(|s| s.success()), "the JVM agent could not be built: cargo build -p tightspot-agent-jvm says why");
    fs::copy(target.join("release/libtightspot_agent_jvm.so"), out.join("libtightspotAgent.so")).expect("the agent was just built");
}
