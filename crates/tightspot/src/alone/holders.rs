//! Who has the lock or waits for it, by the kernel's own list: nothing that another user has written is believed. Who is in a container
//! whose processes are not seen from here stands in no list, and has no name. On btrfs and overlays the list may name another device than the
//! file itself does: then nobody is found, and nobody named.

use model::{Message, message};
use probe::discover;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;

/// The kernel's list of locks.
const LOCKS: &str = "/proc/locks";
/// Commands that take the lock.
const COMMANDS: [&str; 4] = ["why", "prove", "sweep", "verify"];

/// Process ids of those that have a lock on this file or wait for one, this process not among them.
pub(super) fn of(file: &File) -> Vec<u32> {
    let Some(id) = file.metadata().ok().map(|m| id(m.dev(), m.ino())) else { return Vec::new() };
    let list = std::fs::read_to_string(LOCKS).unwrap_or_default();
    let mut others = pids(&list, &id);
    others.retain(|pid| *pid != std::process::id());
    others
}

/// As the list names a file: its device in hexadecimal digits, its number in decimal ones.
fn id(device: u64, inode: u64) -> String {
    format!("{:02x}:{:02x}:{inode}", libc::major(device), libc::minor(device))
}

/// Processes with such a lock, each once.
///
/// ```text
/// 1: FLOCK  ADVISORY  WRITE 421 fe:01:9223 0 EOF
/// 1: -> FLOCK  ADVISORY  READ 422 fe:01:9223 0 EOF
/// ```
fn pids(list: &str, id: &str) -> Vec<u32> {
    let pid = |line: &str| {
        let mut words = line.split_ascii_whitespace().skip_while(|w| *w != "FLOCK").skip(3);
        let pid: u32 = words.next()?.parse().ok()?;
        (words.next()? == id).then_some(pid)
    };
    let mut all: Vec<u32> = list.lines().filter_map(pid).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The first of them, for people: `tightspot sweep (pid 421), which has run for 95 s`.
pub(super) fn said(pids: &[u32]) -> Message {
    let Some(pid) = pids.first() else { return message!("alone/unseen") };
    // its arguments may hold secrets; the command is one word of few
    let arguments = discover::arguments(*pid);
    let command = COMMANDS.into_iter().find(|c| arguments.iter().skip(1).any(|a| a == c));
    let who = match command {
        Some(command) => message!("alone/tool", command: name(command), pid: name(pid.to_string())),
        None => message!("alone/process", pid: name(pid.to_string())),
    };
    match discover::age(*pid) {
        Some(age) => message!("alone/has-run", who: (who), time: Seconds(age.as_secs_f64())),
        None => who,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    // As kernel 6.18 writes them; numbers are made up.
    const LIST: &str = "1: FLOCK  ADVISORY  WRITE 421 fe:01:9223 0 EOF\n1: -> FLOCK  ADVISORY  READ  422 fe:01:9223 0 EOF\n\
        2: POSIX  ADVISORY  WRITE 500 fe:01:9223 0 EOF\n3: FLOCK  ADVISORY  READ  501 fe:02:9223 0 EOF\n\
        4: FLOCK  ADVISORY  WRITE 502 fe:01:922 0 EOF\n5: LEASE  ACTIVE    READ  503 fe:01:9223 0 EOF\n";

    #[test]
    fn those_that_hold_and_those_that_wait_are_told_from_others() {
        assert_eq!(pids(LIST, "fe:01:9223"), [421, 422]);
        assert_eq!(pids(LIST, "fe:02:9223"), [501]);
        assert!(pids(LIST, "00:1a:7").is_empty() && pids("6: FLOCK  ADVISORY  WRITE 1", "fe:01:1").is_empty());
    }

    #[test]
    fn a_file_is_named_as_the_list_names_it() {
        assert_eq!(id(libc::makedev(0xfe, 1), 9223), "fe:01:9223");
    }

    #[test]
    fn of_another_process_the_command_is_told_and_no_other_argument() {
        // a shell that reads what nobody writes
        let shell = |words: &[&str]| {
            let mut command = Command::new("sh");
            let tool = command.args(["-c", "read word"]).args(words).stdin(Stdio::piped()).spawn().expect("a shell");
            // it has started before the kernel knows its arguments
            while discover::arguments(tool.id()).len() < 2 + words.len() {
                std::thread::yield_now();
            }
            tool
        };
        let mut tools = [shell(&["--quiet", "sweep", "secret"]), shell(&["secret"])];
        let of = tools.each_ref().map(std::process::Child::id);
        let said = of.map(|pid| said(&[pid]));
        for tool in &mut tools {
            tool.kill().and_then(|()| tool.wait()).expect("it ends");
        }
        let pid = |pid: u32| pid.to_string();
        let known = message!("alone/tool", command: name("sweep"), pid: name(pid(of[0])));
        assert_eq!((said[0].find("alone/tool"), said[1].find("alone/tool")), (Some(&known), None));
        assert_eq!(said[1].find("alone/process"), Some(&message!("alone/process", pid: name(pid(of[1])))));
        assert!(said.iter().all(|s| s.figure("time").is_some_and(|s| s < 60.0)), "{said:?}");
    }

    #[test]
    fn of_nobody_who_is_seen_that_is_said() {
        assert!(said(&[]).is("alone/unseen"));
    }
}
