//! What Kubernetes sets of the CPU: a limit, a control group with a quota per 100 ms, and a request, a group with a weight; for cgroup v2 and for
//! the older v1. A neighbour has both.

use crate::error::OrFail;
use crate::watch::wait_for;
use crate::{Error, ErrorKind};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PERIOD_US: u64 = 100_000;
/// How long the last process of a group may take to leave it.
const LEAVING: Duration = Duration::from_secs(2);
/// Weight of a neighbour's group against one that is given none: enough to be always served first.
const HEAVY: u64 = 64;
/// Period of a neighbour's quota: short, as the turns of a busy service are.
const TURN_US: u64 = 10_000;

/// A control group of our own. It is removed when dropped, which works once its processes are gone.
#[derive(Debug)]
pub(crate) struct Quota {
    folder: PathBuf,
}

impl Quota {
    /// A group that gets `cpus` CPUs of time.
    pub(crate) fn create(name: &str, cpus: &str) -> Result<Self, Error> {
        let n: f64 = cpus.parse().ok().filter(|n| (0.01..1024.0).contains(n)).ok_or_else(|| {
            Error::new(ErrorKind::Launch, format!("limit the CPUs of {name}"))
                .seen(format!("cpu_quota is {cpus:?}, this needs 0.01 or more"))
        })?;
        let quota = (n * PERIOD_US as f64) as u64;
        Self::with(name, &format!("limit {name} to {cpus} CPUs"), |version| match version {
            2 => vec![("cpu.max", format!("{quota} {PERIOD_US}"))],
            _ => vec![("cpu.cfs_period_us", PERIOD_US.to_string()), ("cpu.cfs_quota_us", quota.to_string())],
        })
    }

    /// A group that gets `cpus` CPUs of time and no more, and these before all others.
    pub(crate) fn ahead(name: &str, cpus: f64) -> Result<Self, Error> {
        let quota = (cpus * TURN_US as f64) as u64;
        Self::with(name, &format!("give {name} {cpus:.2} CPUs before all others"), |version| match version {
            2 => vec![("cpu.weight", (HEAVY * 100).to_string()), ("cpu.max", format!("{quota} {TURN_US}"))],
            _ => vec![
                ("cpu.shares", (HEAVY * 1024).to_string()),
                ("cpu.cfs_period_us", TURN_US.to_string()),
                ("cpu.cfs_quota_us", quota.to_string()),
            ],
        })
    }

    fn with(name: &str, what: &str, settings: impl Fn(u8) -> Vec<(&'static str, String)>) -> Result<Self, Error> {
        let what = || format!("{what} with a control group");
        let denied = |e: Error| e.help("run it as root on the host, or where the CPU controller of cgroups is delegated to you");
        let (root, version) = root().ok_or_else(|| {
            denied(Error::new(ErrorKind::Launch, what()).seen("neither cgroup v2 nor v1 offers the cpu controller under /sys/fs/cgroup"))
        })?;
        let this = Self { folder: root.join(format!("tightspot-{}-{name}", std::process::id())) };
        let write = || settings(version).iter().try_for_each(|(file, text)| fs::write(this.folder.join(file), text));
        fs::create_dir_all(&this.folder).and_then(|()| write()).or_fail(ErrorKind::Launch, what).map_err(denied)?;
        Ok(this)
    }

    /// The file into which a process writes itself.
    pub(crate) fn entrance(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }
}

/// The open [`Quota::entrance`].
pub(crate) fn open(entrance: &Path) -> Result<File, Error> {
    File::options().write(true).open(entrance).or_fail(ErrorKind::Launch, || format!("open {}", entrance.display()))
}

impl Drop for Quota {
    fn drop(&mut self) {
        // stopping ends its processes first, but the kernel may count one as a member for a moment after it is gone
        wait_for(LEAVING, || fs::remove_dir(&self.folder).is_ok() || !self.folder.exists());
    }
}

/// Where groups with a CPU limit can be made, and the version of the interface.
fn root() -> Option<(PathBuf, u8)> {
    let v2 = Path::new("/sys/fs/cgroup");
    let has_cpu = |file: &str| fs::read_to_string(v2.join(file)).is_ok_and(|c| c.split_whitespace().any(|c| c == "cpu"));
    if has_cpu("cgroup.controllers") {
        // children get the controllers that the parent hands down; failing to write means that cpu.max will be missing, which is reported
        if !has_cpu("cgroup.subtree_control") {
            drop(fs::write(v2.join("cgroup.subtree_control"), "+cpu"));
        }
        return Some((v2.to_owned(), 2));
    }
    let v1 = v2.join("cpu");
    v1.join("cpu.shares").exists().then_some((v1, 1))
}
