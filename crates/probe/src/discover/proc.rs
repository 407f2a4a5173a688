//! Small readers of /proc that the probes share. They return `None` where the process is gone or closed to us.

use crate::process::ticks_per_s;
use model::Target;
use model::time::unix_now_ns;
use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The fields of /proc/PID/stat (or of a task's) that are used here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Stat {
    /// Short name.
    pub(crate) comm: String,
    /// State letter: `R`, `S`, `D`, `Z` ...
    pub(crate) state: char,
    /// Parent.
    pub(crate) ppid: u32,
    /// Kernel flags (`PF_*`).
    pub(crate) flags: u64,
    /// Major page faults.
    pub(crate) major_faults: u64,
    /// CPU time, user and system, clock ticks.
    pub(crate) cpu_ticks: u64,
    /// Of these: in the kernel.
    pub(crate) system_ticks: u64,
    /// CPU time of children that were waited for, clock ticks.
    pub(crate) children_ticks: u64,
    /// Start, clock ticks since boot.
    pub(crate) start_ticks: u64,
    /// Resident memory, pages.
    pub(crate) rss_pages: u64,
    /// CPU it ran on last.
    pub(crate) last_cpu: u32,
}

impl Stat {
    /// Parses the one line of a stat file. The name stands in parentheses and may itself hold spaces and parentheses.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let open = line.find('(')?;
        let close = line.rfind(')')?;
        let comm = line.get(open + 1..close)?.to_owned();
        // Field n of proc(5) is at n - 3 from here on.
        let f: Vec<&str> = line.get(close + 1..)?.split_ascii_whitespace().collect();
        let n = |field: usize| f.get(field - 3).and_then(|x| x.parse::<u64>().ok());
        Some(Self {
            comm,
            state: f.first()?.chars().next()?,
            ppid: n(4)? as u32,
            flags: n(9)?,
            major_faults: n(12)?,
            cpu_ticks: n(14)? + n(15)?,
            system_ticks: n(15)?,
            children_ticks: n(16).unwrap_or(0) + n(17).unwrap_or(0),
            start_ticks: n(22)?,
            rss_pages: n(24)?,
            last_cpu: n(39).unwrap_or(0) as u32,
        })
    }

    /// Of a living process.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        Self::parse(&text(&file(pid, "stat"))?)
    }

    /// Whether it is a thread of the kernel (`PF_KTHREAD`).
    pub(crate) fn is_kernel_thread(&self) -> bool {
        self.flags & 0x0020_0000 != 0
    }
}

/// How long process `pid` has been there; `None` where it is gone, or the time since boot cannot be read.
pub fn age(pid: u32) -> Option<Duration> {
    since(Stat::of(pid)?.start_ticks)
}

/// When `target` started, by the wall clock; `None` where the time since boot cannot be read.
pub(crate) fn started(target: &Target) -> Option<SystemTime> {
    (SystemTime::UNIX_EPOCH + since_epoch()).checked_sub(since(target.start_ticks)?)
}

/// How long ago a moment was that is given in ticks since boot.
fn since(start_ticks: u64) -> Option<Duration> {
    let uptime_s: f64 = text(Path::new("/proc/uptime"))?.split_ascii_whitespace().next()?.parse().ok()?;
    let age_s = uptime_s - start_ticks as f64 / ticks_per_s();
    Duration::try_from_secs_f64(age_s.max(0.0)).ok()
}

fn since_epoch() -> Duration {
    Duration::from_nanos(u64::try_from(unix_now_ns()).unwrap_or_default())
}

/// Path of a file of process `pid`.
pub(crate) fn file(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}

/// A file as text, with what is not UTF-8 replaced.
pub(crate) fn text(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|b| String::from_utf8_lossy(&b).into_owned())
}

/// Reads a file into `buf`, which keeps its capacity: for readings that repeat.
pub(crate) fn read_into(path: &str, buf: &mut String) -> Option<()> {
    buf.clear();
    fs::File::open(path).ok()?.read_to_string(buf).ok().map(drop)
}

/// Numeric entries of a folder, ascending: processes of /proc, tasks, descriptors.
pub(crate) fn numbers(dir: &Path) -> std::io::Result<Vec<u32>> {
    let mut all: Vec<u32> = fs::read_dir(dir)?.flatten().filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
    all.sort_unstable();
    Ok(all)
}

/// All processes, ascending.
pub fn processes() -> Vec<u32> {
    numbers(Path::new("/proc")).unwrap_or_default()
}

/// Targets of the descriptors of `pid`; `Err` when they may not be read.
pub(crate) fn descriptors(pid: u32) -> std::io::Result<Vec<String>> {
    let dir = file(pid, "fd");
    let links = numbers(&dir)?.into_iter().filter_map(|fd| fs::read_link(dir.join(fd.to_string())).ok());
    Ok(links.map(|l| l.to_string_lossy().into_owned()).collect())
}

/// Inodes of the sockets that `pid` has open.
pub(crate) fn socket_inodes(pid: u32) -> std::io::Result<Vec<u64>> {
    Ok(descriptors(pid)?.iter().filter_map(|l| l.strip_prefix("socket:[")?.strip_suffix(']')?.parse().ok()).collect())
}

/// Arguments of `pid`.
pub fn arguments(pid: u32) -> Vec<String> {
    let raw = fs::read(file(pid, "cmdline")).unwrap_or_default();
    let mut all: Vec<String> = raw.split(|b| *b == 0).map(|a| String::from_utf8_lossy(a).into_owned()).collect();
    all.pop_if(|last| last.is_empty());
    all
}

/// The value of a `Key:` line of a status file.
pub(crate) fn status_value<'a>(status: &'a str, key: &str) -> Option<&'a str> {
    status.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

/// The user that owns process `pid`.
pub(crate) fn uid(pid: u32) -> Option<u32> {
    fs::metadata(format!("/proc/{pid}")).ok().map(|m| m.uid())
}

/// The user that this tool runs as: as the system has it, since /proc shows a program with capabilities of its own as root's.
#[expect(unsafe_code, reason = "geteuid of libc")]
pub fn own_uid() -> u32 {
    // SAFETY: geteuid cannot fail and touches no memory.
    unsafe { libc::geteuid() }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Recorded with `cat /proc/self/stat` on kernel 6.18; name and counters then set by hand, so that no two are equal.
    const ODD_NAME: &str = "421 (a) b (c) S 7 10320 7322 0 -1 4194304 102 0 3 0 150 25 8 2 20 0 1 0 124283 3133440 384 \
        18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0";

    #[test]
    fn a_name_with_parentheses_does_not_shift_the_fields() {
        let s = Stat::parse(ODD_NAME).expect("parses");
        assert_eq!((s.comm.as_str(), s.state, s.ppid, s.start_ticks), ("a) b (c", 'S', 7, 124_283));
        assert_eq!((s.cpu_ticks, s.system_ticks, s.children_ticks, s.major_faults, s.rss_pages, s.last_cpu), (175, 25, 10, 3, 384, 1));
        assert!(!s.is_kernel_thread());
    }

    #[test]
    fn a_cut_line_is_refused() {
        assert_eq!(Stat::parse("421 (java) S 7 1"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn this_process_is_read() {
        let s = Stat::of(std::process::id()).expect("own stat");
        assert!(s.start_ticks > 0 && s.rss_pages > 0);
        assert!(!arguments(std::process::id()).is_empty());
        assert_eq!(uid(std::process::id()), Some(own_uid()));
    }

    #[test]
    fn a_process_started_when_it_was_forked() {
        let before = SystemTime::UNIX_EPOCH + since_epoch();
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("a child");
        let target = Target { pid: child.id(), start_ticks: Stat::of(child.id()).expect("it lives").start_ticks, ..Target::default() };
        let at = started(&target).expect("the time since boot is known");
        child.kill().and_then(|()| child.wait()).expect("it ends");
        let off = at.duration_since(before).unwrap_or_else(|early| early.duration());
        assert!(off < Duration::from_secs(60), "{off:?}");
    }
}
