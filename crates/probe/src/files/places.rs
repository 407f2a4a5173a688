//! Where a process finds its files: the file systems of its mounts that are of this machine, and how its files are called.

use model::harmless::HIDDEN;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Kinds of file systems whose files are read from this machine: asking for a file of another may be a call to a server.
const OF_THIS_MACHINE: [&str; 10] = ["ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "overlay", "tmpfs", "ramfs"];
/// Below these the kernel has its own, and devices: whoever opens one may set something off.
const NOT_FILES: [&str; 3] = ["/proc", "/sys", "/dev"];
/// How many parts of a long path are shown: a file and two folders. A choice.
const LAST: usize = 3;
/// Digits in a part of a path from which it may be somebody's number. A choice: dates of files have eight, and go as well.
const DIGITS: usize = 6;

/// A place on each file system that the process sees, as we see it: those of its working folder and its root first. `mounts` is its
/// `mountinfo`.
pub(super) fn places(root: &Path, folder: &Path, mounts: &str) -> Vec<PathBuf> {
    let mut all: Vec<(&str, &str)> = mounts.lines().filter_map(mount).collect();
    // the last mount at or above a folder is the one that holds it
    let holds = |point: &str| folder.starts_with(point);
    all.sort_by_key(|(_, point)| (!holds(point), if holds(point) { usize::MAX - point.len() } else { point.len() }));
    let mut seen = BTreeSet::new();
    all.retain(|(device, _)| seen.insert(*device));
    all.iter().map(|(_, point)| root.join(point.trim_start_matches('/'))).collect()
}

/// Device and place of a line of `mountinfo`: `36 35 98:0 /mnt1 /mnt2 rw master:1 - ext3 /dev/root rw`.
fn mount(line: &str) -> Option<(&str, &str)> {
    let (fields, kind) = line.split_once(" - ")?;
    let mut fields = fields.split(' ').skip(2);
    let (device, point) = (fields.next()?, fields.nth(1)?);
    let kind = kind.split(' ').next()?;
    // blanks are written as \040: such places are left out
    let is_the_kernels = NOT_FILES.iter().any(|p| Path::new(point).starts_with(p));
    (OF_THIS_MACHINE.contains(&kind) && !is_the_kernels && !point.contains('\\')).then_some((device, point))
}

/// The name of a file as it is shown: from the working folder on where it lies there, else its last folders; without what reads like a token or a number of
/// somebody.
pub(super) fn shown(file: &Path, folder: &Path) -> String {
    let file = file.strip_prefix(folder).map_or_else(|_| last_of(file), |f| f.to_string_lossy().into_owned());
    let few_digits = |part: &str| part.bytes().filter(u8::is_ascii_digit).count() < DIGITS;
    let part = |part: &str| match part {
        "…" => part.to_owned(),
        _ if few_digits(part) => model::harmless::file(part),
        _ => HIDDEN.to_owned(),
    };
    file.strip_suffix(" (deleted)").unwrap_or(&file).split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The path, or the end of a long one.
fn last_of(file: &Path) -> String {
    let path = file.to_string_lossy();
    let parts: Vec<&str> = path.split('/').collect();
    match parts.len().checked_sub(LAST) {
        // the first part is what stands before the first slash
        Some(cut) if cut > 1 => format!("…/{}", parts[cut..].join("/")),
        _ => path.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
24 27 0:6 / /dev rw - devtmpfs devtmpfs rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 27 0:27 / /tmp rw - tmpfs tmpfs rw
31 27 254:0 /home /srv rw - ext4 /dev/vda rw
32 27 254:1 / /srv/app rw - xfs /dev/vdb rw
33 27 0:40 / /mnt/share rw - nfs4 server:/x rw
35 24 0:50 / /dev/shm rw - tmpfs tmpfs rw
34 27 254:2 / /mnt/a\\040b rw - ext4 /dev/vdc rw";

    #[test]
    fn each_file_system_of_this_machine_has_one_place_and_the_working_folder_comes_first() {
        let of = |folder: &str| places(Path::new("/proc/7/root"), Path::new(folder), MOUNTS);
        let paths = |all: &[&str]| all.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(of("/srv/app/bin"), paths(&["/proc/7/root/srv/app", "/proc/7/root/srv", "/proc/7/root/tmp"]));
        assert_eq!(of("/"), paths(&["/proc/7/root/", "/proc/7/root/tmp", "/proc/7/root/srv/app"]));
        assert_eq!(of("/srvother"), of("/"));
    }

    #[test]
    fn names_begin_at_the_working_folder_and_lose_what_reads_like_a_token() {
        let of = |file: &str| shown(Path::new(file), Path::new("/srv/app"));
        assert_eq!(of("/srv/app/templates/board.hbs"), "templates/board.hbs");
        assert_eq!(of("/etc/ssl/key.pem (deleted)"), "/etc/ssl/key.pem");
        assert_eq!(of("/srv/app/u/9f86d081884c7d659a2f.json"), "u/***");
        assert_eq!(of("/srv/app/scans/900101-1234567.pdf"), "scans/***");
        assert_eq!(of("/var/cache/a1b2c3d4e5f6a7b8c9d0/service/views/board.ejs"), "…/service/views/board.ejs");
    }
}
