//! Whether a process is a HotSpot JVM, and of which version: by the library that it has mapped, and the `release` file beside it.

use crate::discover;
use crate::runtimes::{Process, Recognised};
use std::path::Path;

/// Version and framework of a JVM; `None` for any other process.
pub(super) fn recognise(process: &Process) -> Option<Recognised> {
    let library = process.mapped("libjvm.so")?;
    let version = version(process, library).unwrap_or_default();
    Some(Recognised { version, framework: super::framework::of(process) })
}

/// From the `release` file of the JDK: two folders above libjvm (three in version 8, which has `lib/amd64/server`).
fn version(process: &Process, library: &str) -> Option<String> {
    let inside = process.inside(Path::new(library));
    let release = inside.ancestors().skip(2).take(4).find_map(|d| discover::text(&d.join("release")))?;
    java_version(&release)
}

fn java_version(release: &str) -> Option<String> {
    release.lines().find_map(|l| l.strip_prefix("JAVA_VERSION=")).map(|v| v.trim().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::java_version;

    #[test]
    fn the_version_stands_in_the_release_file() {
        assert_eq!(java_version("IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n").as_deref(), Some("17.0.15"));
    }
}
