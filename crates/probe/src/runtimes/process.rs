//! What is known of a process from outside when its runtime is to be recognised: read once, asked by every adapter.

use crate::discover;
use object::read::{File, ReadCache};
use object::{Object, ObjectSection};
use std::fs;
use std::path::{Path, PathBuf};

/// A process as the kernel shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// Its executable, in the process's own file system.
    pub executable: PathBuf,
    /// Its arguments, the program first.
    pub arguments: Vec<String>,
    /// What it has mapped (`/proc/PID/maps`).
    maps: String,
}

impl Process {
    /// Process `pid`; `None` where its executable may not be read.
    pub(super) fn of(pid: u32, arguments: &[String]) -> Option<Self> {
        let maps = discover::text(&discover::file(pid, "maps")).unwrap_or_default();
        Some(Self { pid, executable: super::executable(pid)?, arguments: arguments.to_vec(), maps })
    }

    /// Name of its executable, without folders.
    pub fn program(&self) -> String {
        self.executable.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Path of the first mapped file whose name begins with `library`.
    pub fn mapped(&self, library: &str) -> Option<&str> {
        let paths = self.maps.lines().filter_map(|l| l.find('/').map(|at| l[at..].trim_end_matches(" (deleted)")));
        paths.into_iter().find(|p| p.rsplit('/').next().is_some_and(|f| f.starts_with(library)))
    }

    /// A path of the process's own file system, as seen from here: it holds in a container too.
    pub fn inside(&self, path: &Path) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root", self.pid)).join(path.strip_prefix("/").unwrap_or(path))
    }

    /// A section of its executable, where that is an ELF file.
    pub fn section(&self, name: &str) -> Option<Vec<u8>> {
        let cache = ReadCache::new(fs::File::open(discover::file(self.pid, "exe")).ok()?);
        let elf = File::parse(&cache).ok()?;
        elf.section_by_name(name)?.data().ok().map(<[u8]>::to_vec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_found_in_maps_also_when_its_file_was_replaced() {
        // Lines in the form of proc_pid_maps(5), shortened by hand.
        let maps =
            "7f1 r-xp 0 08:01 11 /usr/lib/libz.so.1\n7f2 r-xp 0 08:01 12 /opt/jdk/lib/server/libjvm.so (deleted)\n7f3 rw-p 0 00:00 0\n";
        let p = Process { pid: 1, executable: PathBuf::from("/bin/x"), arguments: Vec::new(), maps: maps.to_owned() };
        assert_eq!(p.mapped("libjvm.so"), Some("/opt/jdk/lib/server/libjvm.so"));
        assert_eq!(p.mapped("libpython"), None);
    }

    #[test]
    fn paths_hold_in_the_file_system_of_the_process() {
        let p = Process { pid: 7, executable: PathBuf::from("/bin/x"), arguments: Vec::new(), maps: String::new() };
        assert_eq!(p.inside(Path::new("/opt/jdk")), Path::new("/proc/7/root/opt/jdk"));
        assert_eq!(p.program(), "x");
    }
}
