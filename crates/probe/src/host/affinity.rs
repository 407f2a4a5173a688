//! Keeps the tool off the target's cores, and lets its samplers run on time where that is permitted.
#![allow(unsafe_code, reason = "the scheduler calls of libc take plain structs that we own")]

use crate::ProbeError;
use crate::discover::{format_cpus, numbers};
use model::{Message, message};
use std::path::Path;

/// Lets the calling thread run on `cpus` only.
pub fn pin_current_thread(cpus: &[u32]) -> Result<(), ProbeError> {
    pin(0, cpus)
}

/// Lets every thread of this process run on `cpus` only. Threads started later inherit it from the thread that starts them.
pub fn pin_current_process(cpus: &[u32]) -> Result<(), ProbeError> {
    let threads = numbers(Path::new("/proc/self/task")).unwrap_or_default();
    for tid in threads {
        match pin(tid, cpus) {
            Err(_) if !Path::new("/proc/self/task").join(tid.to_string()).exists() => {} // ended in between
            result => result?,
        }
    }
    pin_current_thread(cpus)
}

/// Gives the calling thread the lowest real-time priority (`SCHED_FIFO` 1), so that it runs when its time has come.
pub fn raise_priority() -> Result<(), ProbeError> {
    let param = libc::sched_param { sched_priority: 1 };
    // SAFETY: `param` is a valid sched_param for the length of the call; 0 is the calling thread. Children do not inherit it.
    let rc = unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK, &raw const param) };
    done(rc, "priority-not-raised", || message!("host/raise-own"), || message!("host/as-root-or-nice"))
}

/// Lets a thread, also of another process, run on `cpus` only.
pub fn pin_thread(tid: u32, cpus: &[u32]) -> Result<(), ProbeError> {
    pin(tid, cpus)
}

/// Gives a thread, also of another process, the lowest real-time priority.
pub(crate) fn raise_priority_of(tid: u32) -> Result<(), ProbeError> {
    let param = libc::sched_param { sched_priority: 1 };
    // SAFETY: `param` is a valid sched_param for the length of the call.
    let rc = unsafe { libc::sched_setscheduler(tid as libc::pid_t, libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK, &raw const param) };
    done(rc, "priority-not-raised", || message!("host/raise", tid: name(tid.to_string())), || message!("host/as-root-or-nice"))
}

fn pin(tid: u32, cpus: &[u32]) -> Result<(), ProbeError> {
    // SAFETY: cpu_set_t is a plain array of bits for which all zeroes is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for cpu in cpus.iter().filter(|c| **c < libc::CPU_SETSIZE as u32) {
        // SAFETY: the filter keeps the bit inside the set.
        unsafe { libc::CPU_SET(*cpu as usize, &mut set) };
    }
    // SAFETY: `set` is valid and of the size given.
    let rc = unsafe { libc::sched_setaffinity(tid as libc::pid_t, size_of::<libc::cpu_set_t>(), &raw const set) };
    done(rc, "cpus-not-set", || message!("host/pin", cpus: name(format_cpus(cpus))), || message!("host/see-taskset"))
}

fn done(rc: libc::c_int, name: &'static str, operation: impl Fn() -> Message, help: impl Fn() -> Message) -> Result<(), ProbeError> {
    if rc == 0 {
        return Ok(());
    }
    let cause = std::io::Error::last_os_error().to_string().into();
    Err(ProbeError { name, operation: operation(), cause, help: help() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::{allowed_cpus, parse_cpus};

    #[test]
    fn a_pinned_thread_runs_on_the_cpus_given_and_leaves_the_others_alone() {
        let all = allowed_cpus(std::process::id());
        let one = *all.last().expect("a cpu");
        let seen = std::thread::spawn(move || {
            pin_current_thread(&[one]).expect("permitted");
            let status = std::fs::read_to_string("/proc/thread-self/status").expect("status");
            parse_cpus(crate::discover::status_value(&status, "Cpus_allowed_list").expect("list"))
        });
        assert_eq!(seen.join().expect("thread"), [one]);
        assert_eq!(allowed_cpus(std::process::id()), all);
    }

    #[test]
    fn no_cpu_at_all_is_refused_with_the_operation_named() {
        let e = pin_current_thread(&[]).expect_err("refused");
        assert_eq!((e.name, e.operation), ("cpus-not-set", message!("host/pin", cpus: name(""))));
    }
}
