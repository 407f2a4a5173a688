//! Process groups that this tool has made, of commands and of services: whether anything of them runs, and how they are ended.

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

#[cfg(test)]
mod tests {
    use super::*;
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
}
