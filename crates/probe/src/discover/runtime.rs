//! What executes a process, told by its binary and its mapped libraries. Nothing of it is ever executed.

use super::proc;
use model::Runtime;
use object::read::{File, ReadCache};
use object::{Object, ObjectSection};
use std::fs;
use std::path::{Path, PathBuf};

/// Runtime and version (empty where it cannot be told).
pub(super) fn of(pid: u32) -> (Runtime, String) {
    let maps = proc::text(&proc::file(pid, "maps")).unwrap_or_default();
    if let Some(lib) = mapped(&maps, "libjvm.so") {
        return (Runtime::Jvm, jvm_version(pid, lib).unwrap_or_default());
    }
    let Ok(exe) = fs::read_link(proc::file(pid, "exe")) else { return (Runtime::Unknown, String::new()) };
    let name = exe.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if name == "node" || name == "nodejs" {
        return (Runtime::Node, version_in_path(&exe.to_string_lossy()));
    }
    if name.starts_with("python") || mapped(&maps, "libpython").is_some() {
        return (Runtime::Python, name.trim_start_matches("python").to_owned());
    }
    match go_version(&proc::file(pid, "exe")) {
        Some(version) => (Runtime::Go, version),
        None => (Runtime::Native, String::new()),
    }
}

/// Path of the first mapped file whose name begins with `library`.
fn mapped<'a>(maps: &'a str, library: &str) -> Option<&'a str> {
    let paths = maps.lines().filter_map(|l| l.find('/').map(|at| l[at..].trim_end_matches(" (deleted)")));
    paths.into_iter().find(|p| p.rsplit('/').next().is_some_and(|f| f.starts_with(library)))
}

/// From the `release` file of the JDK: two folders above libjvm (three in version 8, which has `lib/amd64/server`).
fn jvm_version(pid: u32, lib: &str) -> Option<String> {
    let inside = PathBuf::from(format!("/proc/{pid}/root{lib}"));
    let release = inside.ancestors().skip(2).take(4).find_map(|d| proc::text(&d.join("release")))?;
    java_version(&release)
}

fn java_version(release: &str) -> Option<String> {
    release.lines().find_map(|l| l.strip_prefix("JAVA_VERSION=")).map(|v| v.trim().trim_matches('"').to_owned())
}

/// The last `1.2.3` of a path (`/root/.nvm/versions/node/v20.20.0/bin/node`), or empty.
fn version_in_path(path: &str) -> String {
    let is_version = |p: &&str| p.split('.').count() == 3 && p.split('.').all(|n| n.parse::<u32>().is_ok());
    path.rsplit('/').map(|p| p.trim_start_matches(['v', 'n', 'o', 'd', 'e', '-'])).find(is_version).unwrap_or("").to_owned()
}

/// Version of the Go tool chain, from the build information in the binary; `None` when it has none.
fn go_version(exe: &Path) -> Option<String> {
    let cache = ReadCache::new(fs::File::open(exe).ok()?);
    let elf = File::parse(&cache).ok()?;
    let section = elf.section_by_name(".go.buildinfo")?;
    Some(go_version_of(section.data().ok()?).unwrap_or_default())
}

/// Since Go 1.18 (flag 2) the version follows the head of 32 bytes, behind its length; before, only a pointer to it.
fn go_version_of(info: &[u8]) -> Option<String> {
    let inline = info.starts_with(b"\xff Go buildinf:") && info.get(15)? & 2 != 0;
    let length = usize::from(*info.get(32)?);
    let text = info.get(33..33 + length).filter(|_| inline && length < 128)?;
    Some(String::from_utf8_lossy(text).trim_start_matches("go").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_found_in_maps_also_when_its_file_was_replaced() {
        // Lines in the form of proc_pid_maps(5), shortened by hand.
        let maps =
            "7f1 r-xp 0 08:01 11 /usr/lib/libz.so.1\n7f2 r-xp 0 08:01 12 /opt/jdk/lib/server/libjvm.so (deleted)\n7f3 rw-p 0 00:00 0\n";
        assert_eq!(mapped(maps, "libjvm.so"), Some("/opt/jdk/lib/server/libjvm.so"));
        assert_eq!(mapped(maps, "libpython"), None);
    }

    #[test]
    fn versions_are_read_from_where_they_stand() {
        assert_eq!(java_version("IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n").as_deref(), Some("17.0.15"));
        assert_eq!(version_in_path("/root/.nvm/versions/node/v20.20.0/bin/node"), "20.20.0");
        assert_eq!(version_in_path("/usr/bin/node"), "");
        let mut info = b"\xff Go buildinf:\x08\x02".to_vec();
        info.resize(32, 0);
        info.extend(b"\x08go1.26.1");
        assert_eq!(go_version_of(&info).as_deref(), Some("1.26.1"));
        info[15] = 0;
        assert_eq!(go_version_of(&info), None, "the old form only points at it");
    }

    #[test]
    fn this_test_is_a_native_program() {
        assert_eq!(of(std::process::id()), (Runtime::Native, String::new()));
    }
}
