//! The CPU quota of a process: the tightest one up the tree of its cgroup (version 2, and the cpu controller of version 1).

use super::proc;
use std::path::{Path, PathBuf};

/// A cgroup with a quota.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quota {
    /// Cores.
    pub(crate) cores: f64,
    /// Its `cpu.stat`.
    pub(crate) stat: PathBuf,
}

/// Throttling counters of `cpu.stat`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Throttling {
    /// Periods that had runnable threads.
    pub(crate) periods: u64,
    /// Periods in which it was throttled.
    pub(crate) throttled_periods: u64,
    /// Time throttled, seconds.
    pub(crate) throttled_s: f64,
}

impl Throttling {
    /// Parses `cpu.stat` of either version (microseconds in version 2, nanoseconds in version 1).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let get = |key: &str| text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix(' ')?.trim().parse::<u64>().ok());
        let v2 = get("throttled_usec").map(|us| us as f64 / 1e6);
        let v1 = get("throttled_time").map(|ns| ns as f64 / 1e9);
        Some(Self { periods: get("nr_periods")?, throttled_periods: get("nr_throttled")?, throttled_s: v2.or(v1)? })
    }
}

/// The tightest quota that holds for `pid`, if any.
pub(crate) fn quota(pid: u32) -> Option<Quota> {
    let table = proc::text(&proc::file(pid, "cgroup"))?;
    let v1 = ["/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu"];
    let v2 = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"];
    let mut all = Vec::new();
    for line in table.lines() {
        let mut part = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (part.next(), part.next(), part.next()) else { continue };
        let roots: &[&str] = match controllers {
            "" => &v2,
            c if c.split(',').any(|x| x == "cpu") => &v1,
            _ => continue,
        };
        all.extend(roots.iter().flat_map(|root| {
            let (root, path) = seen_from_here(pid, root, path);
            up_the_tree(&root, path)
        }));
    }
    all.into_iter().min_by(|a, b| a.cores.total_cmp(&b.cores))
}

/// Seen from another container the path leads above our mount (`/../..`), which is our own cgroup and not the target's: its own mount is its cgroup then.
fn seen_from_here<'a>(pid: u32, root: &str, path: &'a str) -> (PathBuf, &'a str) {
    if path.contains("..") { (PathBuf::from(format!("/proc/{pid}/root{root}")), "") } else { (PathBuf::from(root), path) }
}

fn up_the_tree(root: &Path, path: &str) -> Vec<Quota> {
    let leaf = root.join(path.trim_start_matches('/'));
    let dirs = leaf.ancestors().take_while(|d| d.starts_with(root));
    dirs.filter_map(|d| Some(Quota { cores: cores(d)?, stat: d.join("cpu.stat") })).collect()
}

fn cores(dir: &Path) -> Option<f64> {
    if let Some(max) = proc::text(&dir.join("cpu.max")) {
        return parse_cpu_max(&max);
    }
    let number = |n: &str| proc::text(&dir.join(n))?.trim().parse::<f64>().ok();
    let (quota, period) = (number("cpu.cfs_quota_us")?, number("cpu.cfs_period_us")?);
    (quota > 0.0 && period > 0.0).then(|| quota / period)
}

/// `50000 100000` is half a core, `max 100000` is no quota.
fn parse_cpu_max(text: &str) -> Option<f64> {
    let (quota, period) = text.trim().split_once(' ')?;
    let (quota, period): (f64, f64) = (quota.parse().ok()?, period.parse().ok()?);
    (period > 0.0).then(|| quota / period)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_max_is_cores_or_nothing() {
        assert_eq!(parse_cpu_max("50000 100000\n"), Some(0.5));
        assert_eq!(parse_cpu_max("max 100000\n"), None);
    }

    #[test]
    fn cpu_stat_of_both_versions_is_read() {
        // Fields as documented in the kernel's cgroup-v2.rst and sched-bwc.rst.
        let v2 = "usage_usec 9\nuser_usec 9\nsystem_usec 0\nnr_periods 100\nnr_throttled 40\nthrottled_usec 2500000\n";
        let v1 = "nr_periods 100\nnr_throttled 40\nthrottled_time 2500000000\n";
        let want = Throttling { periods: 100, throttled_periods: 40, throttled_s: 2.5 };
        assert_eq!(Throttling::parse(v2), Some(want));
        assert_eq!(Throttling::parse(v1), Some(want));
        assert_eq!(Throttling::parse("usage_usec 9\n"), None, "a cgroup without the cpu controller");
    }

    #[test]
    fn of_a_process_in_another_container_its_own_mount_is_read() {
        let root = "/sys/fs/cgroup";
        assert_eq!(seen_from_here(7, root, "/pod/app"), (PathBuf::from(root), "/pod/app"));
        assert_eq!(seen_from_here(7, root, "/../app"), (PathBuf::from("/proc/7/root/sys/fs/cgroup"), ""));
    }

    #[test]
    fn the_tightest_quota_up_the_tree_wins() {
        let root = std::env::temp_dir().join(format!("quota-{}", std::process::id()));
        let leaf = root.join("pod/app");
        std::fs::create_dir_all(&leaf).expect("folders");
        std::fs::write(leaf.join("cpu.max"), "max 100000\n").expect("leaf");
        std::fs::write(root.join("pod/cpu.max"), "150000 100000\n").expect("pod");
        let found = up_the_tree(&root, "/pod/app");
        std::fs::remove_dir_all(&root).expect("clean up");
        assert_eq!(found, [Quota { cores: 1.5, stat: root.join("pod/cpu.stat") }]);
    }
}
