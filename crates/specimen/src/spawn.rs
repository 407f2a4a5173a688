//! Starting a process so that it cannot outlive us: own process group, death signal, CPUs and quota set before its first instruction.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Limits that hold from the first instruction on.
#[derive(Debug, Default)]
pub(crate) struct Confine {
    /// CPUs; all when empty.
    pub(crate) cpus: Vec<usize>,
    /// Open `cgroup.procs` of the control group to enter.
    pub(crate) group: Option<File>,
}

/// Reads the groups that live (`+12`) and those that are gone (`-12`). When its input ends, so did the launcher: it kills the rest.
const GUARD: &str = r#"
while read -r line; do
  case $line in
    +*) groups="$groups ${line#+}" ;;
    -*) rest=; for g in $groups; do [ "$g" = "${line#-}" ] || rest="$rest $g"; done; groups=$rest ;;
  esac
done
for g in $groups; do kill -9 "-$g"; done 2>/dev/null
"#;

type Job = (Command, Confine, Sender<io::Result<Child>>);

/// Starts `command`. When this process dies, however that happens, the kernel kills the child at once, and a guard process kills what
/// the child had started (a death signal is not inherited).
///
/// A parent's death signal is tied to the *thread* that forked, so one thread that lives as long as the process does all the forking.
pub(crate) fn spawn(command: Command, confine: Confine) -> io::Result<Child> {
    static FORKER: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();
    let forker = FORKER.get_or_init(|| {
        let (jobs, inbox) = channel::<Job>();
        std::thread::spawn(move || {
            for (command, confine, answer) in inbox {
                // the asker waits for the answer; if it panicked there is nobody to tell
                drop(answer.send(fork(command, confine)));
            }
        });
        Mutex::new(jobs)
    });
    let (answer, result) = channel();
    let gone = || io::Error::other("the thread that starts processes is gone");
    forker.lock().unwrap_or_else(PoisonError::into_inner).send((command, confine, answer)).map_err(|_| gone())?;
    let child = result.recv().map_err(|_| gone())??;
    tell_guard('+', child.id());
    Ok(child)
}

/// Tells the guard that a group is gone: its number may belong to another from now on.
pub(crate) fn forget(group: u32) {
    tell_guard('-', group);
}

/// Without a shell there is no guard, and only the death signal is left.
fn tell_guard(sign: char, group: u32) {
    static GUARDED: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    let start = || {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD]).process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Some(Mutex::new(guard.spawn().ok()?.stdin.take()?))
    };
    if let Some(pipe) = GUARDED.get_or_init(start) {
        let line = format!("{sign}{group}\n");
        // a guard that somebody killed guards nothing; the processes run all the same
        drop(pipe.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes()));
    }
}

#[expect(unsafe_code, reason = "the death signal, CPUs and control group of a child are set between fork and exec")]
fn fork(mut command: Command, confine: Confine) -> io::Result<Child> {
    command.process_group(0);
    let parent = std::process::id() as libc::pid_t;
    // SAFETY: an all-zero cpu_set_t is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for cpu in &confine.cpus {
        assert!(*cpu < libc::CPU_SETSIZE as usize, "CPU numbers come from the affinity mask, which is as long as the set");
        // SAFETY: the bit lies within the set, see above.
        unsafe { libc::CPU_SET(*cpu, &mut set) };
    }
    let pinned = !confine.cpus.is_empty();
    let before_exec = move || {
        let check = |rc: i64| if rc < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
        // SAFETY: system calls without memory, or on memory that the closure owns; all are async-signal-safe.
        unsafe {
            check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL).into())?;
            if libc::getppid() != parent {
                libc::_exit(125); // the launcher died before the signal was set
            }
            if let Some(group) = &confine.group {
                check(libc::write(group.as_raw_fd(), c"0".as_ptr().cast(), 1) as i64)?;
            }
            if pinned {
                check(libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set).into())?;
            }
        }
        Ok(())
    };
    // SAFETY: the closure allocates nothing and takes no lock; it only makes the system calls above.
    unsafe { command.pre_exec(before_exec) };
    command.spawn()
}

/// CPUs this process may run on, ascending.
#[expect(unsafe_code, reason = "sched_getaffinity fills a set that we own")]
pub(crate) fn own_cpus() -> Vec<usize> {
    // SAFETY: an all-zero cpu_set_t is valid, and the call writes at most its size.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set);
        set
    };
    // SAFETY: the index lies within the set.
    (0..libc::CPU_SETSIZE as usize).filter(|cpu| unsafe { libc::CPU_ISSET(*cpu, &set) }).collect()
}

/// Sends `signal` to every process of a group; 0 only asks. Whether there was one to send it to.
#[expect(unsafe_code, reason = "kill takes two numbers")]
pub(crate) fn signal_group(group: u32, signal: i32) -> bool {
    assert!(group > 1, "group 1 or 0 would be everybody, or ourselves");
    // SAFETY: no memory is involved; the group is one that we made.
    unsafe { libc::kill(-(group as libc::pid_t), signal) == 0 }
}

/// The user this process acts as.
#[expect(unsafe_code, reason = "geteuid takes nothing")]
pub(crate) fn own_uid() -> u32 {
    // SAFETY: always succeeds.
    unsafe { libc::geteuid() }
}
