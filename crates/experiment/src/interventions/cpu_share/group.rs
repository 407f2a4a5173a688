//! CPU quotas of control groups, version 2 (`cpu.max`) and version 1 (`cpu.cfs_quota_us`).

use super::CpuBefore;
use crate::InterventionError;
use crate::interventions::Restored;
use model::Target;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Length of a period, microseconds: short, so that a quota slows the service rather than stopping it for tens of milliseconds. Source:
/// METHODS section 4.3 point 2.
const PERIOD_US: u64 = 10_000;
/// The kernel takes no quota below this, microseconds.
const LEAST_QUOTA_US: u64 = 1_000;

/// A control group as the kernel shows it.
struct Group {
    root: PathBuf,
    folder: PathBuf,
    /// The file of the quota.
    file: &'static str,
}

/// How the quota of `target` can be changed and put back, or why it cannot. The process stays in its group: what holds it there (limits, systemd) must go on.
pub(super) fn before(target: &Target) -> Result<CpuBefore, String> {
    let Group { root, folder, file } = group(target.pid).ok_or("its control group is not seen")?;
    let (pid, start_ticks) = (target.pid, target.start_ticks);
    let alone = fs::read_to_string(folder.join("cgroup.procs")).is_ok_and(|p| p.split_whitespace().eq([pid.to_string().as_str()]));
    if alone && folder != root && is_writable(&folder.join(file)) {
        let names: &[&str] = if file == "cpu.max" { &["cpu.max"] } else { &["cpu.cfs_period_us", "cpu.cfs_quota_us"] };
        let files = names.iter().map(|n| folder.join(n)).map(|f| fs::read_to_string(&f).map(|t| (f, t)));
        let files = files.collect::<io::Result<Vec<_>>>().map_err(|e| e.to_string())?;
        return Ok(CpuBefore::Quota { pid, start_ticks, files, group: inode(&folder) });
    }
    Err(format!("others run in its control group, or its quota cannot be written: {}", folder.join(file).display()))
}

fn inode(folder: &Path) -> Option<u64> {
    fs::metadata(folder).ok().map(|m| m.ino())
}

fn is_writable(file: &Path) -> bool {
    fs::OpenOptions::new().write(true).open(file).is_ok()
}

fn group(pid: u32) -> Option<Group> {
    let table = fs::read_to_string(format!("/proc/{pid}/cgroup")).ok()?;
    let path = |wanted: &dyn Fn(&str) -> bool| {
        table.lines().find_map(|l| {
            let mut part = l.splitn(3, ':').skip(1);
            let (controllers, path) = (part.next()?, part.next()?);
            wanted(controllers).then(|| path.trim_start_matches('/').to_owned()).filter(|p| !p.contains(".."))
        })
    };
    let v1 = ["/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu"].map(PathBuf::from).into_iter().find(|r| r.join("cgroup.procs").exists());
    if let (Some(root), Some(path)) = (v1, path(&|c| c.split(',').any(|c| c == "cpu"))) {
        return Some(Group { folder: root.join(path), root, file: "cpu.cfs_quota_us" });
    }
    let root = PathBuf::from("/sys/fs/cgroup");
    let has_cpu = fs::read_to_string(root.join("cgroup.controllers")).is_ok_and(|c| c.split_whitespace().any(|c| c == "cpu"));
    let path = path(&str::is_empty).filter(|_| has_cpu)?;
    Some(Group { folder: if path.is_empty() { root.clone() } else { root.join(path) }, root, file: "cpu.max" })
}

/// Gives the group of `files` a quota; returns the cores that it comes to.
pub(super) fn set_quota(files: &[(PathBuf, String)], cores: f64) -> Result<f64, InterventionError> {
    let folder = files.first().and_then(|(f, _)| f.parent()).unwrap_or(Path::new(""));
    write_quota(folder, cores).map_err(|e| failed(folder, &e))
}

fn write_quota(folder: &Path, cores: f64) -> io::Result<f64> {
    let quota = ((cores * PERIOD_US as f64) as u64).max(LEAST_QUOTA_US);
    if folder.join("cpu.max").exists() {
        fs::write(folder.join("cpu.max"), format!("{quota} {PERIOD_US}"))?;
    } else {
        // A quota longer than the period of a moment is fine, one shorter than the least is not: period first, without a quota.
        fs::write(folder.join("cpu.cfs_quota_us"), "-1")?;
        fs::write(folder.join("cpu.cfs_period_us"), PERIOD_US.to_string())?;
        fs::write(folder.join("cpu.cfs_quota_us"), quota.to_string())?;
    }
    Ok(quota as f64 / PERIOD_US as f64)
}

/// Whether the same is still in the files.
pub(super) fn is_as_it_was(files: &[(PathBuf, String)]) -> Result<bool, InterventionError> {
    Ok(changed(files)?.is_none())
}

/// The first file in which something else is, with that and what was in it.
fn changed(files: &[(PathBuf, String)]) -> Result<Option<(&Path, String, &str)>, InterventionError> {
    for (file, text) in files {
        let now = fs::read_to_string(file).map_err(|e| failed(file, &e))?;
        if now.trim() != text.trim() {
            return Ok(Some((file.as_path(), now.trim().to_owned(), text.trim())));
        }
    }
    Ok(None)
}

/// Writes back what was in the files, and reads it again. Where the process is gone, `group` (the inode of the folder) tells whether this
/// is still the group that was changed: a service that is started again has one of the same name, with a quota that was never ours.
pub(super) fn restore_quota(files: &[(PathBuf, String)], group: Option<u64>, alive: bool) -> Result<Restored, InterventionError> {
    let folder = files.first().and_then(|(f, _)| f.parent()).unwrap_or(Path::new(""));
    let is_another = group.is_some() && inode(folder) != group;
    if files.iter().any(|(f, _)| !f.exists()) || (is_another && !alive) {
        return Ok(Restored::Gone);
    }
    for (file, text) in files {
        // Version 1: without a quota any period is taken.
        if file.ends_with("cpu.cfs_period_us") {
            drop(fs::write(file.with_file_name("cpu.cfs_quota_us"), "-1"));
        }
        fs::write(file, text.trim()).map_err(|e| failed(file, &e))?;
    }
    if let Some((file, now, before)) = changed(files)? {
        return Err(InterventionError::new(format!("see that {} is as it was", file.display()), format!("{now}, it was {before}")));
    }
    Ok(if alive { Restored::AsBefore } else { Restored::Gone })
}

/// Moves everything in `ours` back to `home`, and removes `ours`: what an older version made, which moved processes.
pub(super) fn move_back(pid: u32, home: &Path, ours: &Path, alive: bool) -> Result<Restored, InterventionError> {
    // What the process started meanwhile is in ours as well. Twice, for what is started between reading and writing.
    for _ in 0..2 {
        for process in fs::read_to_string(ours.join("cgroup.procs")).unwrap_or_default().split_whitespace() {
            match fs::write(home.join("cgroup.procs"), process) {
                Err(e) if e.raw_os_error() != Some(libc::ESRCH) => return Err(failed(home, &e)),
                _ => {}
            }
        }
    }
    match fs::remove_dir(ours) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(ours, &e)),
        _ => {}
    }
    let name = ours.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let table = fs::read_to_string(format!("/proc/{pid}/cgroup")).unwrap_or_default();
    if alive && table.lines().any(|l| l.ends_with(&format!("/{name}"))) {
        return Err(InterventionError::new(
            format!("move pid {pid} back to {}", home.display()),
            "it is still in the group of the experiment",
        ));
    }
    Ok(if alive { Restored::AsBefore } else { Restored::Gone })
}

fn failed(place: &Path, e: &io::Error) -> InterventionError {
    InterventionError {
        what: format!("change {}", place.display()).into(),
        seen: e.to_string().into(),
        help: "run as root, or where the CPU controller of cgroups is delegated to you".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_put_back_to_the_letter() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("cpu.max");
        fs::write(&file, "150000 100000\n").unwrap();
        let files = vec![(file.clone(), "150000 100000\n".to_owned())];
        assert_eq!(set_quota(&files, 0.5), Ok(0.5));
        assert_eq!(fs::read_to_string(&file).unwrap(), "5000 10000");
        assert!(!is_as_it_was(&files).unwrap());
        let group = inode(dir.path());
        assert_eq!(restore_quota(&files, group, true), Ok(Restored::AsBefore));
        assert_eq!(fs::read_to_string(&file).unwrap(), "150000 100000");
        assert!(is_as_it_was(&files).unwrap());
        fs::remove_file(&file).unwrap();
        assert_eq!(restore_quota(&files, group, false), Ok(Restored::Gone));
    }

    #[test]
    fn a_service_that_was_started_again_keeps_the_quota_of_its_new_group() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("cpu.max");
        let files = vec![(file.clone(), "150000 100000\n".to_owned())];
        let (this, another) = (inode(dir.path()), inode(dir.path()).map(|n| n + 1));
        for (group, then) in [(another, "20000 100000"), (this, "150000 100000"), (None, "150000 100000")] {
            fs::write(&file, "20000 100000").unwrap();
            assert_eq!(restore_quota(&files, group, false), Ok(Restored::Gone));
            assert_eq!(fs::read_to_string(&file).unwrap(), then, "{group:?}");
        }
    }

    #[test]
    fn the_least_that_the_kernel_takes_is_the_least_that_is_written() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["cpu.cfs_quota_us", "cpu.cfs_period_us"] {
            fs::write(dir.path().join(name), "x").unwrap();
        }
        assert_eq!(write_quota(dir.path(), 0.05).unwrap(), 0.1);
        assert_eq!(fs::read_to_string(dir.path().join("cpu.cfs_quota_us")).unwrap(), "1000");
    }
}
