//! Turns by locks: of those who write to the journal, and of those who restore by it. Nobody waits for a process that is stopped, as a
//! guardian would for the very tool in whose place it acts.

use model::Target;
use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

/// Longest wait for whoever writes. With its `fsync` that takes milliseconds, and on a disk that is busy tenths of a second: a guess.
const WRITES: Duration = Duration::from_millis(500);
/// How long one may restore before the next in line asks whether it is stopped: commands of the user take as long as they take.
const RESTORES: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until nobody writes.
pub(super) fn to_read(file: &File) -> io::Result<()> {
    wait(|| file.try_lock_shared(), |waited| waited < WRITES)?;
    Ok(())
}

/// Waits until nobody else reads or writes. Who has it for longer is passed over, and nothing breaks by that: a line is appended at once
/// and whole, whoever else appends; a line that is overwritten stays where it is, and all write the same over it; what is read cut off was
/// not said yet.
pub(super) fn to_write(file: &File) -> io::Result<()> {
    wait(|| file.try_lock(), |waited| waited < WRITES)?;
    Ok(())
}

/// Waits until nobody else restores, and keeps others from it as long as the file that is given back is open; `None` where whoever restores
/// is stopped, and so will not end.
pub(super) fn to_restore(file: File) -> io::Result<Option<File>> {
    if !wait(|| file.try_lock(), |waited| waited < RESTORES || !is_held_by_a_stopped_one(&file))? {
        return Ok(None);
    }
    // on a full disk it cannot be said who it is: then whoever comes waits
    drop(sign(&file));
    Ok(Some(file))
}

/// Whether the lock was had before `go_on` (with the time waited so far) said no.
fn wait(try_lock: impl Fn() -> Result<(), TryLockError>, go_on: impl Fn(Duration) -> bool) -> io::Result<bool> {
    let began = Instant::now();
    loop {
        match try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(e)) => return Err(e),
            Err(TryLockError::WouldBlock) if go_on(began.elapsed()) => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Ok(false),
        }
    }
}

/// Writes into the file who has it: process id and start time.
fn sign(mut file: &File) -> io::Result<()> {
    let (pid, start_ticks) = probe::discover::own_identity();
    file.set_len(0)?;
    file.write_all(format!("{pid} {start_ticks}\n").as_bytes())
}

fn is_held_by_a_stopped_one(file: &File) -> bool {
    let mut text = [0; 64];
    let read = file.read_at(&mut text, 0).unwrap_or(0);
    let signed = std::str::from_utf8(&text[..read]).ok().and_then(|t| {
        let (pid, start_ticks) = t.trim().split_once(' ')?;
        Some(Target { pid: pid.parse().ok()?, start_ticks: start_ticks.parse().ok()?, ..Target::default() })
    });
    signed.is_some_and(|holder| probe::discover::is_stopped(&holder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::{Child, Command};

    fn open(path: &Path) -> File {
        File::options().read(true).append(true).create(true).open(path).unwrap()
    }

    /// A process that is stopped, and how it signs.
    fn stopped() -> (Child, String) {
        let other = Command::new("sleep").arg("600").spawn().unwrap();
        let target = probe::discover::by_pid(other.id(), None).unwrap();
        assert!(Command::new("kill").args(["-s", "STOP", &other.id().to_string()]).status().unwrap().success());
        let began = Instant::now();
        while !probe::discover::is_stopped(&target) {
            assert!(began.elapsed() < Duration::from_secs(20), "it is not stopped");
            std::thread::sleep(PAUSE);
        }
        (other, format!("{} {}\n", target.pid, target.start_ticks))
    }

    #[test]
    fn nobody_waits_for_ever_for_one_who_was_stopped_while_it_wrote() {
        let dir = tempfile::tempdir().unwrap();
        let (first, second) = (open(&dir.path().join("x")), open(&dir.path().join("x")));
        first.lock().unwrap();
        assert!(to_read(&second).is_ok() && to_write(&second).is_ok());
    }

    #[test]
    fn whoever_restores_says_who_it_is_and_the_next_goes_on_where_that_one_is_stopped() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let first = to_restore(open(&path)).unwrap().expect("nobody restores");
        let (pid, start_ticks) = probe::discover::own_identity();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{pid} {start_ticks}\n"));
        assert!(!is_held_by_a_stopped_one(&first), "this process runs");
        let (mut other, signature) = stopped();
        std::fs::write(&path, signature).unwrap();
        let passed_over = to_restore(open(&path));
        other.kill().unwrap();
        other.wait().unwrap();
        assert!(passed_over.unwrap().is_none());
        drop(first);
        assert!(to_restore(open(&path)).unwrap().is_some());
    }
}
