//! The CPU clock of a process: exact, where the ticks of /proc/PID/stat come in steps of 10 ms.
#![allow(unsafe_code, reason = "clock_getcpuclockid and clock_gettime write into values that we own")]

/// CPU time that all threads of `pid`, ended ones too, have used since its start, in seconds; `None` when it is gone.
pub fn process_cpu_s(pid: u32) -> Option<f64> {
    let mut clock: libc::clockid_t = 0;
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `clock` is valid and writable for the length of the call.
    let known = unsafe { libc::clock_getcpuclockid(pid as libc::pid_t, &raw mut clock) } == 0;
    // SAFETY: `ts` is valid and writable for the length of the call.
    let read = known && unsafe { libc::clock_gettime(clock, &raw mut ts) } == 0;
    read.then(|| ts.tv_sec as f64 + ts.tv_nsec as f64 / 1e9)
}

/// CPU time of the calling thread, nanoseconds.
pub(crate) fn thread_cpu_ns() -> u64 {
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `ts` is valid and writable for the length of the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut ts) };
    ts.tv_sec as u64 * 1_000_000_000 + ts.tv_nsec as u64
}

/// Clock ticks a second in the files of /proc.
pub(crate) fn ticks_per_s() -> f64 {
    // SAFETY: sysconf takes no pointers.
    let n = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    if n > 0 { n as f64 } else { 100.0 }
}

/// Bytes of a page.
pub(crate) fn page_bytes() -> f64 {
    // SAFETY: sysconf takes no pointers.
    let n = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    if n > 0 { n as f64 } else { 4096.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_a_busy_process_advances() {
        let before = process_cpu_s(std::process::id()).expect("own clock");
        let mut x = 0_u64;
        while process_cpu_s(std::process::id()).expect("own clock") < before + 0.002 {
            x = std::hint::black_box(x + 1);
        }
        // One above the largest process id that Linux gives.
        assert_eq!(process_cpu_s(4_194_305), None, "no such process");
    }
}
