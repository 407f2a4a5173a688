//! Stacks of worker threads at an interval, as a wall-clock profiler takes them.

use super::engine::Sim;
use super::program::Shown;
use super::watch::{SLICE_MS, Sample};
use super::worker::Mode;
use rand::Rng;

impl Sim {
    /// Samples of a thread up to now, in the mode that it has had since the last.
    pub(super) fn sample(&mut self, w: usize) {
        let now = self.now;
        if !self.watch.on || self.workers[w].next_sample >= now {
            return;
        }
        let interval = self.watch.interval_ms;
        let mode = self.workers[w].mode;
        let first = self.workers[w].next_sample;
        let count = ((now - first) / interval).ceil().max(1.0);
        self.workers[w].next_sample = first + count * interval;
        match mode {
            Mode::Waiting(shown) => self.push_sample(w, first, count as u32, shown.stack),
            Mode::Runnable { shown, since, on_core, in_queue, before } => {
                let (used, waited) = (self.cpu.on_core - on_core, self.cpu.in_queue - in_queue);
                let (share, span) = (used / (used + waited).max(1e-9), (now - since).max(1e-9));
                for k in 0..count as u32 {
                    let t = first + f64::from(k) * interval;
                    let stack = self.runnable_stack(w, t, shown, before, share, used * (t - since) / span);
                    self.push_sample(w, t, 1, stack);
                }
            }
        }
    }

    /// A runnable thread runs for a share of the time. Until it has run, it shows what it waited for.
    fn runnable_stack(&mut self, w: usize, t: f64, shown: Shown, before: Shown, share: f64, run_ms: f64) -> u32 {
        if self.watch.is_stopped(t) {
            return shown.stopped;
        }
        let preempted = self.workers[w].burst_ms + run_ms > SLICE_MS;
        if preempted || self.watch.random.random_bool(share.clamp(0.0, 1.0)) { shown.stack } else { before.stack }
    }

    fn push_sample(&mut self, worker: usize, t: f64, weight: u32, stack: u32) {
        let w = &mut self.watch;
        if let Some(last) = w.last.get(&worker).map(|i| &mut w.samples[*i])
            && last.stack == stack
        {
            last.weight += weight;
            return;
        }
        w.last.insert(worker, w.samples.len());
        w.samples.push(Sample { t, worker, weight, stack });
    }
}
