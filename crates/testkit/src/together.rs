//! Several processes of one service: runs that were built alike, each of one process, as the one run that would have been seen of them behind a proxy.

use model::{Environment, Labels, Run, Series, Target, signal, view};
use std::collections::BTreeMap;

/// Counters of the machine: what all processes did to them adds up.
const OF_THE_HOST: [&str; 4] = [signal::SYSTEM_CPU_TIME, signal::NEIGHBOUR_CPU_TIME, signal::DATABASE_CPU_TIME, signal::OBSERVER_CPU_TIME];

/// Runs with the same levels, one for each process: `(pid, port, run)`.
pub fn together(all: Vec<(u32, u16, Run)>) -> Run {
    let mut whole = all.first().expect("a process").2.clone();
    let target = |(pid, port, run): &(u32, u16, Run)| Target { pid: *pid, port: *port, ..run.environment.target.clone() };
    let targets: Vec<Target> = all.iter().map(target).collect();
    whole.environment =
        Environment { target: targets[0].clone(), replicas: targets[1..].to_vec(), components: Vec::new(), ..whole.environment };
    (whole.series, whole.attempts, whole.wall) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    (whole.threads, whole.sessions) = (Vec::new(), Vec::new());
    whole
        .sensors
        .insert(model::sensor::SERVED.into(), model::Sensor { id: model::sensor::SERVED.into(), ..whole.sensors["generator"].clone() });
    for (pid, _, run) in all {
        let process = |labels: &Labels| {
            labels.iter().map(|(k, v)| (k.clone(), v.clone())).chain([(view::PROCESS.to_owned(), pid.to_string())]).collect()
        };
        let mut served = Series::new(signal::SERVED_SEGMENTS, process(&Labels::new()));
        let mut sum = 0.0;
        for p in &run.phases {
            served.push(p.start, sum);
            sum += run.attempts_of(&p.id).count() as f64;
            served.push(p.end.unwrap_or(p.start), sum);
        }
        whole.series.insert((served.signal.clone(), served.labels.clone()), served);
        if run.one(signal::PROCESS_CPU_TIME).is_none() {
            let mut cpu = Series::new(signal::PROCESS_CPU_TIME, process(&Labels::new()));
            run.threads.iter().for_each(|s| cpu.push(s.t, s.threads.iter().map(|t| t.cpu_ns as f64 / 1e9).sum()));
            whole.series.insert((cpu.signal.clone(), cpu.labels.clone()), cpu);
        }
        for s in run.series.into_values() {
            let (labels, adds) =
                if OF_THE_HOST.contains(&s.signal.as_str()) { (s.labels.clone(), true) } else { (process(&s.labels), false) };
            let known = whole.series.entry((s.signal.clone(), labels.clone())).or_insert_with(|| Series {
                labels,
                v: vec![0.0; s.v.len()],
                ..s.clone()
            });
            assert!(adds || known.v.iter().all(|v| *v == 0.0), "{} is one series of one process", s.signal);
            known.v.iter_mut().zip(&s.v).for_each(|(sum, v)| *sum += v);
        }
        for (phase, attempts) in run.attempts {
            whole.attempts.entry(phase).or_default().extend(attempts);
        }
        whole.threads.extend(run.threads.into_iter().map(|t| model::ThreadSnapshot { process: pid, ..t }));
        whole.sessions.extend(run.sessions.into_iter().map(|s| model::SessionSample { process: pid, ..s }));
        for w in run.wall.into_values().map(|w| model::WallProfile { process: pid, ..w }) {
            whole.wall.insert(w.key(), w);
        }
        for s in run.sensors.into_values().filter(|s| !["host", "generator", "sessions"].contains(&s.id.as_str())) {
            if s.state != model::SensorState::On {
                whole.sensors.insert(s.id.clone(), s.clone());
            }
            whole.sensors.insert(view::of(&s.id, pid), model::Sensor { id: view::of(&s.id, pid), ..s });
        }
    }
    whole.threads.sort_by_key(|t| t.t);
    whole
}
