//! Process groups that this tool has made, of commands and of services: whether anything of them runs, and how they are ended.

use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};

/// Whether a process of the group runs. The dead that nobody has reaped do not count: in a container that may take for ever.
pub(crate) fn lives(group: u32) -> bool {
    probe::discover::processes().into_iter().any(|pid| has(group, pid))
}

/// Whether process `pid` runs and is of the group.
pub(crate) fn has(group: u32, pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // pid (name with anything in it) state ppid pgrp
    let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let state = fields.next();
    fields.nth(1) == Some(&group.to_string()) && !matches!(state, Some("Z" | "X"))
}

/// Asks all of the group to end.
pub(crate) fn ask_to_end(group: u32) {
    signal(group, libc::SIGTERM);
}

/// Ends all of the group.
pub(crate) fn end(group: u32) {
    signal(group, libc::SIGKILL);
}

/// Only for a group of which something may be left: the number of another may be anybody's by now.
#[expect(unsafe_code, reason = "signals the process group that we made")]
fn signal(group: u32, signal: libc::c_int) {
    // SAFETY: kill has no memory effects; the group was made by us for something of which we have not seen the end.
    unsafe { libc::kill(-(group as libc::pid_t), signal) };
}

/// Has this process, which is about to become a service, tell the guardian of its group, as `+12`: whoever starts it may stand still right
/// after, and then cannot. For the time between fork and exec: it allocates nothing and takes no lock. An error where nobody listens.
#[expect(unsafe_code, reason = "between fork and exec only system calls may be made")]
pub(crate) fn tells_of_itself(ear: BorrowedFd, sign: u8) -> io::Result<()> {
    let (word, from) = spelt(sign, std::process::id());
    let word = &word[from..];
    // SAFETY: system calls with a buffer of ours and numbers; all are async-signal-safe.
    unsafe {
        // where nobody listens an error is enough
        let before = libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        let written = libc::write(ear.as_raw_fd(), word.as_ptr().cast(), word.len());
        let told = if usize::try_from(written) == Ok(word.len()) { Ok(()) } else { Err(io::Error::last_os_error()) };
        libc::signal(libc::SIGPIPE, before);
        told
    }
}

/// A sign, a number and the end of the line, and where that begins.
fn spelt(sign: u8, mut number: u32) -> ([u8; 12], usize) {
    let mut word = [b'\n'; 12];
    let mut at = word.len() - 1;
    loop {
        at -= 1;
        word[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    at -= 1;
    word[at] = sign;
    (word, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::fd::AsFd as _;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;
    use std::time::{Duration, Instant};

    #[test]
    fn a_group_lives_until_the_last_of_it_is_ended() {
        let mut shell = Command::new("sh").args(["-c", "sleep 600 & wait"]).process_group(0).spawn().unwrap();
        let group = shell.id();
        assert!(lives(group) && has(group, group) && !has(group, std::process::id()));
        end(group);
        shell.wait().unwrap();
        let began = Instant::now();
        while lives(group) {
            assert!(began.elapsed() < Duration::from_secs(20), "it still runs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn who_tells_of_itself_is_heard_with_its_number() {
        for (number, word) in [(1, "+1\n"), (24_585, "+24585\n"), (u32::MAX, "+4294967295\n")] {
            let (letters, from) = spelt(b'+', number);
            assert_eq!(std::str::from_utf8(&letters[from..]), Ok(word));
        }
        let (mut heard, says) = io::pipe().unwrap();
        tells_of_itself(says.as_fd(), b'=').unwrap();
        drop(says);
        let mut word = String::new();
        heard.read_to_string(&mut word).unwrap();
        assert_eq!(word, format!("={}\n", std::process::id()));
        let (gone, says) = io::pipe().unwrap();
        drop(gone);
        // a process that another test is starting has the reading end too, until it becomes its program
        let began = Instant::now();
        while tells_of_itself(says.as_fd(), b'=').map_err(|e| e.kind()) != Err(io::ErrorKind::BrokenPipe) {
            assert!(began.elapsed() < Duration::from_secs(20), "nobody listens, and no error was told");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
