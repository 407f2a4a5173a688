//! Forgetting, for whoever watches for a long time and looks back over a short one.

use crate::{Run, Series, Timestamp};

impl Run {
    /// Forgets what probes have read before `t`: readings, the scheduler's word on threads, sessions and events. What can be said of the time from `t` on stays
    /// the same.
    pub fn forget(&mut self, t: Timestamp) {
        self.series.values_mut().for_each(|s| s.forget(t));
        let gone = self.threads.partition_point(|s| s.t < t).saturating_sub(1);
        self.threads.drain(..gone);
        self.sessions.retain(|s| s.t >= t);
        self.events.retain(|e| e.t.plus_ns(e.duration_ns) >= t);
    }
}

impl Series {
    /// Forgets readings before `t`, but for the last of them: what lies between that and the next can still be told.
    fn forget(&mut self, t: Timestamp) {
        let gone = self.t.partition_point(|x| *x < t).saturating_sub(1);
        self.t.drain(..gone);
        self.v.drain(..gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Labels, Observation, ThreadSnapshot, ThreadStat};

    fn at(s: i64) -> Timestamp {
        Timestamp::from_ns(s * 1_000_000_000)
    }

    #[test]
    fn what_is_forgotten_changes_nothing_of_what_comes_after_it() {
        let mut run = Run::default();
        for s in 0..3_600 {
            let mut series = Series::new("x.count", Labels::new());
            series.push(at(s), 3.0 * s as f64);
            run.apply(Observation::Series(series));
            let threads = vec![ThreadStat { tid: 7, cpu_ns: s as u64, run_queue_ns: 0 }];
            run.apply(Observation::Threads(ThreadSnapshot { t: at(s), threads, new_names: Vec::new(), process: 0 }));
            run.apply(Observation::Event(Event { t: at(s), duration_ns: 0, kind: "gc-pause".to_owned(), detail: String::new() }));
        }
        let before = run.clone();
        let from = at(3_590).plus_ns(500_000_000);
        run.forget(from);
        assert_eq!((run.one("x.count").map(|s| s.t.len()), run.threads.len(), run.events.len()), (Some(10), 10, 9));
        assert_eq!(run.increase("x.count", from, at(3_599)), before.increase("x.count", from, at(3_599)));
        assert_eq!(run.threads[0].t, at(3_590));
    }
}
