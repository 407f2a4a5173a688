//! A run as one of its processes sees it: what is that process's own under the names that a run of it alone would have, what belongs to all of them by its
//! share, what is the others' left out. So whatever reads a run reads that of a process in the same way.
//!
//! Which request was served by which process is not known, so requests stay those of all: [`Run::share`] says how many of them are its own.

use crate::environment::{Environment, Target};
use crate::run::Run;
use crate::series::Series;
use crate::signal;
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// Label of a series that belongs to one of several processes: its id.
pub const PROCESS: &str = "process";

/// Counters of what all processes did together, of which each has its share: what a database counts for all its clients.
const COUNTED_TOGETHER: [&str; 7] = [
    signal::DATABASE_COMMITS,
    signal::DATABASE_ROWS_WRITTEN,
    signal::DATABASE_SESSIONS_OPENED,
    signal::TABLE_SEQUENTIAL_SCANS,
    signal::TABLE_SEQUENTIAL_ROWS,
    signal::TABLE_INDEX_SCANS,
    signal::TABLE_INDEX_ROWS,
];

/// The id of something that belongs to one of several processes: `wall-stacks@421`.
pub fn of(id: &str, process: u32) -> String {
    format!("{id}@{process}")
}

/// The process at the end of such an id, and what stands before it.
pub fn whose(id: &str) -> Option<(&str, u32)> {
    let (what, process) = id.rsplit_once('@')?;
    Some((what, process.parse().ok()?))
}

impl Run {
    /// This run as process `pid` sees it; `None` where no such process was watched.
    pub fn of_process(&self, pid: u32) -> Option<Self> {
        let target = self.environment.processes().find(|t| t.pid == pid)?.clone();
        let replicas: Vec<Target> = self.environment.processes().filter(|t| t.pid != pid).cloned().collect();
        let own = |id: &str| match whose(id) {
            Some((what, process)) => (process == pid).then(|| what.to_owned()),
            None => Some(id.to_owned()),
        };
        let components = self.environment.components.iter();
        let components = components.filter_map(|c| Some(crate::Component { id: own(&c.id)?, ..c.clone() })).collect();
        // what each process says of a sensor counts for it, not the worst of all
        let told_apart = |id: &str| self.sensors.contains_key(&of(id, pid));
        let sensors = self.sensors.values().filter(|s| !told_apart(&s.id));
        let sensors = sensors.filter_map(|s| own(&s.id).map(|id| (id.clone(), crate::Sensor { id, ..s.clone() }))).collect();
        let wall = self.wall.values().filter(|w| w.process == pid).map(|w| {
            let own = crate::WallProfile { process: 0, ..w.clone() };
            (own.key(), own)
        });
        let any_tagged = self.sessions.iter().any(|s| s.process != 0);
        let mut view = Self {
            only: Some(pid),
            info: self.info.clone(),
            status: self.status,
            ended: self.ended,
            environment: Environment { target, replicas, components, ..self.environment.clone() },
            phases: self.phases.clone(),
            load: self.load.clone(),
            attempts: self.attempts.clone(),
            answers: self.answers.clone(),
            series: BTreeMap::new(),
            threads: self.threads.iter().filter(|t| t.process == pid).cloned().collect(),
            thread_comms: self.thread_comms.clone(),
            sessions: self.sessions.iter().filter(|s| !any_tagged || s.process == pid).cloned().collect(),
            stacks: self.stacks.clone(),
            wall: wall.collect(),
            events: self.events.clone(),
            sensors,
            warnings: self.warnings.clone(),
        };
        for s in self.series.values().filter_map(|s| self.seen_by(pid, s)) {
            view.series.insert((s.signal.clone(), s.labels.clone()), s);
        }
        Some(view)
    }

    /// Share of the requests between two moments that the process of this view served, 0 to 1; 1 of a run that is no view. `None` where that was not counted.
    pub fn share(&self, from: Timestamp, to: Timestamp) -> Option<f64> {
        self.only.map_or(Some(1.0), |pid| self.share_of(pid, from, to))
    }

    /// Likewise of process `pid`, in the run or in a view of it.
    pub fn share_of(&self, pid: u32, from: Timestamp, to: Timestamp) -> Option<f64> {
        let all = self.increase(signal::SERVED_SEGMENTS, from, to).filter(|n| *n > 0.0)?;
        let own = self.series_of(signal::SERVED_SEGMENTS).filter(|s| s.label(PROCESS) == pid.to_string());
        Some((own.filter_map(|s| s.increase(from, to)).sum::<f64>() / all).clamp(0.0, 1.0))
    }

    /// A series in the view of `pid`; `None` when it is no business of that process.
    fn seen_by(&self, pid: u32, s: &Series) -> Option<Series> {
        let mut seen = s.clone();
        if s.signal == signal::SERVED_SEGMENTS {
            return Some(seen);
        }
        let Some(process) = seen.labels.remove(PROCESS) else {
            return Some(if COUNTED_TOGETHER.contains(&s.signal.as_str()) { self.part_of(pid, s) } else { seen });
        };
        if process == pid.to_string() {
            return Some(seen);
        }
        if s.signal != signal::PROCESS_CPU_TIME {
            return None;
        }
        let on_the_same = self.on_the_cpus_of(pid, process.parse().ok()?);
        seen.signal = signal::BROTHERS_CPU_TIME.to_owned();
        seen.labels.insert(PROCESS.to_owned(), process);
        seen.v.iter_mut().for_each(|v| *v *= on_the_same);
        (on_the_same > 0.0).then_some(seen)
    }

    /// What `pid` has of a counter of all processes: of each increase its share of the requests meanwhile, where some were counted; else nothing.
    fn part_of(&self, pid: u32, s: &Series) -> Series {
        let mut part = Series::new(&s.signal, s.labels.clone());
        let mut sum = 0.0;
        for (i, (t, v)) in s.t.iter().zip(&s.v).enumerate() {
            let before = i.checked_sub(1).map(|k| (s.t[k], s.v[k]));
            sum += before.map_or(0.0, |(from, then)| (v - then) * self.share_of(pid, from, *t).unwrap_or(0.0));
            part.push(*t, sum);
        }
        part
    }

    /// Share of the CPUs of process `other` on which `pid` runs as well, 0 to 1.
    fn on_the_cpus_of(&self, pid: u32, other: u32) -> f64 {
        let cpus = |pid| self.environment.processes().find(|t| t.pid == pid).map(|t| t.cpus.as_slice()).unwrap_or_default();
        let (own, theirs) = (cpus(pid), cpus(other));
        if own.is_empty() || theirs.is_empty() {
            return 1.0;
        }
        theirs.iter().filter(|c| own.contains(c)).count() as f64 / theirs.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::labels;
    use crate::{Component, ComponentKind, Sensor, SensorState, ThreadSnapshot, WallProfile};

    fn at(s: i64) -> Timestamp {
        Timestamp::from_ns(s * 1_000_000_000)
    }

    fn put(run: &mut Run, signal: &str, process: Option<u32>, points: &[(i64, f64)]) {
        let labels = process.map(|p| labels([(PROCESS, &p.to_string())])).unwrap_or_default();
        let mut s = Series::new(signal, labels);
        for (t, v) in points {
            s.push(at(*t), *v);
        }
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    }

    /// Process 7 on CPU 0 serves a quarter of the requests, process 8 on CPUs 0 and 1 the rest.
    fn two() -> Run {
        let mut run = Run::default();
        run.environment.target = Target { pid: 7, cpus: vec![0], ..Target::default() };
        run.environment.replicas = vec![Target { pid: 8, cpus: vec![0, 1], ..Target::default() }];
        put(&mut run, signal::SERVED_SEGMENTS, Some(7), &[(0, 10.0), (10, 110.0)]);
        put(&mut run, signal::SERVED_SEGMENTS, Some(8), &[(0, 10.0), (10, 310.0)]);
        run
    }

    #[test]
    fn what_is_its_own_has_its_plain_name_and_what_is_the_others_is_gone() {
        let mut run = two();
        for (process, used) in [(7, 3.0), (8, 9.0)] {
            put(&mut run, signal::POOL_USED, Some(process), &[(0, used)]);
            run.threads.push(ThreadSnapshot { process, ..ThreadSnapshot::default() });
            let profile = WallProfile { phase: "open-0.3".into(), process, ..WallProfile::default() };
            run.wall.insert(profile.key(), profile);
            let id = of("hikari:main", process);
            run.environment.components.push(Component { id, kind: ComponentKind::ConnectionPool, limit: None, detail: String::new() });
        }
        let view = run.of_process(8).expect("is watched");
        assert_eq!(view.one(signal::POOL_USED).map(|s| (s.v.clone(), s.labels.len())), Some((vec![9.0], 0)));
        assert_eq!((view.threads.len(), view.wall["open-0.3"].process, view.wall.len()), (1, 0, 1));
        let names: Vec<&str> = view.environment.components.iter().map(|c| c.id.as_str()).collect();
        assert_eq!((view.environment.target.pid, names), (8, vec!["hikari:main"]));
        assert!(run.of_process(9).is_none());
    }

    #[test]
    fn a_sensor_counts_as_its_own_process_says() {
        let mut run = two();
        for (id, state) in [("wall-stacks", SensorState::Off), ("wall-stacks@7", SensorState::On), ("wall-stacks@8", SensorState::Off)] {
            let s = Sensor { state, ..Sensor::on(id) };
            run.sensors.insert(id.into(), s);
        }
        let sees = |pid| run.of_process(pid).expect("is watched").sees("wall-stacks");
        assert_eq!((sees(7), sees(8), run.sees("wall-stacks")), (true, false, false));
    }

    #[test]
    fn of_what_all_did_together_it_has_its_share() {
        let mut run = two();
        put(&mut run, signal::DATABASE_COMMITS, None, &[(0, 1000.0), (10, 1800.0)]);
        let view = run.of_process(7).expect("is watched");
        assert_eq!(view.share(at(0), at(10)), Some(0.25));
        assert_eq!(view.increase(signal::DATABASE_COMMITS, at(0), at(10)), Some(200.0));
        assert_eq!((run.share(at(0), at(10)), view.share(at(11), at(12))), (Some(1.0), None), "no request was counted");
    }

    #[test]
    fn what_brothers_use_of_its_cpus_is_told_apart() {
        let mut run = two();
        put(&mut run, signal::PROCESS_CPU_TIME, Some(7), &[(0, 0.0), (10, 4.0)]);
        put(&mut run, signal::PROCESS_CPU_TIME, Some(8), &[(0, 0.0), (10, 6.0)]);
        let used = |pid, signal| run.of_process(pid).expect("is watched").increase(signal, at(0), at(10));
        assert_eq!((used(7, signal::PROCESS_CPU_TIME), used(7, signal::BROTHERS_CPU_TIME)), (Some(4.0), Some(3.0)), "half of its CPUs");
        assert_eq!(used(8, signal::BROTHERS_CPU_TIME), Some(4.0));
    }
}
