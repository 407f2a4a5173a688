//! The generator watches itself: CPU time, wait for a core, and whether its backlog grows.

use crate::sys;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// CPU and run-queue time of the thread that made it.
pub(crate) struct Meter {
    schedstat: Option<File>,
    cpu_ns: u64,
    run_queue_ns: u64,
}

impl Meter {
    /// Must be made on the thread that it measures.
    pub(crate) fn of_this_thread() -> Self {
        Self { schedstat: File::open("/proc/thread-self/schedstat").ok(), cpu_ns: 0, run_queue_ns: 0 }
    }

    /// CPU time and wait for a core since the last call, nanoseconds.
    pub(crate) fn split(&mut self) -> (u64, u64) {
        let cpu = sys::thread_cpu_ns();
        let mut text = [0; 96];
        let read = self.schedstat.as_ref().and_then(|f| f.read_at(&mut text, 0).ok()).unwrap_or(0);
        let field = std::str::from_utf8(&text[..read]).ok().and_then(|t| t.split_whitespace().nth(1)?.parse().ok());
        let run_queue = field.unwrap_or(self.run_queue_ns);
        let out = (cpu.saturating_sub(self.cpu_ns), run_queue.saturating_sub(self.run_queue_ns));
        (self.cpu_ns, self.run_queue_ns) = (cpu, run_queue);
        out
    }
}

/// Least-squares slope of readings over time.
#[derive(Debug, Default)]
pub(crate) struct Slope {
    n: f64,
    t: f64,
    v: f64,
    tt: f64,
    tv: f64,
}

impl Slope {
    pub(crate) fn add(&mut self, t_s: f64, v: f64) {
        self.n += 1.0;
        self.t += t_s;
        self.v += v;
        self.tt += t_s * t_s;
        self.tv += t_s * v;
    }

    /// 0 with fewer than two moments.
    pub(crate) fn per_second(&self) -> f64 {
        let spread = self.n * self.tt - self.t * self.t;
        if spread > 1e-12 { (self.n * self.tv - self.t * self.v) / spread } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_growing_backlog_is_its_growth() {
        let mut s = Slope::default();
        assert_eq!(s.per_second(), 0.0);
        for i in 0..100 {
            s.add(f64::from(i) * 0.02, 5.0 + f64::from(i) * 0.02 * 30.0);
        }
        assert!((s.per_second() - 30.0).abs() < 1e-6);
    }

    #[test]
    fn the_meter_sees_this_threads_work() {
        let mut m = Meter::of_this_thread();
        m.split();
        let mut x = 1_u64;
        while m.cpu_ns + 2_000_000 > sys::thread_cpu_ns() {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(m.split().0 >= 2_000_000);
    }
}
