//! From the simulation to observations: the words, labels and units are those of load and probes, so that nothing downstream can tell.

use super::client::{Load, Seen};
use super::emit_series::{gauges, totals};
use super::engine::Sim;
use super::service::Service;
use super::watch::{FIRST_WORKER, POLLER, stamp};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::{
    Arrival, Attempt, Attempts, Component, ComponentKind, Environment, LoadSecond, Observation, Outcome, Peer, PhaseKind, RunInfo,
    RunStatus, Runtime, Sensor, Target, WallProfile, WallSample,
};

/// Threads that live all through and serve no request.
const BACKGROUND: u32 = 8;
const FIRST_BACKGROUND: u32 = 50;
pub(super) const POOL: &str = "HikariPool-1";
pub(super) const EXECUTOR: &str = "http-nio-8080";
pub(super) const DATABASE: &str = "127.0.0.1:5432";

/// Address of another service.
pub(super) fn downstream(k: usize) -> String {
    format!("127.0.0.1:{}", 9000 + k)
}

/// A phase that is over.
pub(super) struct Phase<'a> {
    pub(super) id: &'a str,
    pub(super) kind: PhaseKind,
    pub(super) load: Load,
    pub(super) fraction: Option<f64>,
    pub(super) start: f64,
    pub(super) length_ms: f64,
    pub(super) generator_ms: f64,
}

/// What a run begins with.
pub(super) fn preamble(service: &Service, seed: u64) -> Vec<Observation> {
    let cores = service.cpu.cores.ceil() as u32;
    let mut peers = vec![Peer::from(DATABASE)];
    peers.extend((0..service.downstreams.len()).map(|k| Peer::from(downstream(k).as_str())));
    let target = Target {
        pid: 4127,
        name: "java".into(),
        command: "java -jar orders.jar".into(),
        runtime: Runtime::named("jvm"),
        runtime_version: "17.0.18".into(),
        framework: "Spring Boot 3.5 · Tomcat".into(),
        port: 8080,
        cpus: (0..cores).collect(),
        cpu_quota: service.cpu.quota,
        peers,
        ..Target::default()
    };
    let mut environment = Environment { target, ..Environment::default() };
    environment.host.cpus = cores + 1;
    environment.generator.cpus = vec![cores];
    environment.generator.threads = 1;
    let component = |id: String, kind| Component { id, kind, limit: None, detail: String::new() };
    environment.components = vec![
        component(format!("hikari:{POOL}"), ComponentKind::ConnectionPool),
        component(format!("tomcat:{EXECUTOR}"), ComponentKind::Workers),
        component(format!("postgres:{DATABASE}"), ComponentKind::Database),
    ];
    let info = RunInfo {
        id: format!("sim-{seed}"),
        started: stamp(0.0),
        seed,
        url: "http://127.0.0.1:8080/orders/1".into(),
        ..RunInfo::default()
    };
    let sensors = super::sensors::ALL.map(|id| Observation::Sensor(Sensor::on(id)));
    [Observation::Info(info), Observation::Environment(environment)].into_iter().chain(sensors).collect()
}

/// Whether all probes watch a phase; the others are watched by the scheduler alone.
pub(super) fn is_watched(kind: PhaseKind) -> bool {
    matches!(kind, PhaseKind::Level | PhaseKind::Saturation | PhaseKind::StartUp)
}

/// What a run ends with.
pub(super) fn end(now: f64, status: RunStatus) -> Observation {
    Observation::Ended { status, at: stamp(now) }
}

/// All that load and probes tell of a phase.
pub(super) fn phase(sim: &Sim, p: &Phase) -> Vec<Observation> {
    let measured = is_watched(p.kind);
    let arrival = match p.load {
        Load::Closed(connections) => Arrival::Closed { connections },
        Load::Poisson(rate_per_s, max_connections) => Arrival::Open { rate_per_s, poisson: true, max_connections },
        Load::Constant(rate_per_s, max_connections) => Arrival::Open { rate_per_s, poisson: false, max_connections },
    };
    let end = stamp(p.start + p.length_ms);
    let mut out = vec![Observation::PhaseStarted(model::Phase {
        id: p.id.into(),
        kind: p.kind,
        arrival,
        fraction: p.fraction,
        start: stamp(p.start),
        end: None,
    })];
    out.extend(seconds(&sim.client.seen, p));
    if measured {
        out.push(attempts(sim, p));
        out.push(wall(sim, p));
        out.extend(gauges(sim));
        out.push(Observation::Sessions(sim.watch.sessions.clone()));
        out.extend(super::lock_waits::series(sim));
    }
    out.extend(totals(sim, measured));
    out.push(Observation::PhaseEnded { id: p.id.into(), end });
    out
}

fn attempts(sim: &Sim, p: &Phase) -> Observation {
    let mut all = Attempts::new(p.id, stamp(p.start));
    for s in &sim.client.seen {
        let done = stamp(s.done);
        let outcome = if s.failed { Outcome::ServerError } else { Outcome::Ok };
        all.push(&Attempt { planned: stamp(s.planned), sent: stamp(s.sent), first_byte: done, done, outcome });
    }
    let unanswered = sim.requests.iter().rev().take_while(|r| r.phase == sim.client.phase).filter(|r| !r.answered);
    for r in unanswered {
        let done = stamp(sim.now);
        all.push(&Attempt { planned: stamp(r.planned), sent: stamp(r.sent), first_byte: done, done, outcome: Outcome::Censored });
    }
    Observation::Attempts(all)
}

/// The generator's own summary, second by second.
fn seconds(seen: &[Seen], p: &Phase) -> Vec<Observation> {
    let count = (p.length_ms / 1e3).ceil().max(1.0) as usize;
    let mut by_second: Vec<Vec<&Seen>> = vec![Vec::new(); count];
    for s in seen {
        let i = ((s.planned - p.start).max(0.0) / 1e3) as usize;
        by_second[i.min(count - 1)].push(s);
    }
    let of = |s: &[&Seen], f: &dyn Fn(&Seen) -> f64| {
        let mut h = Histogram::<u64>::new(3).expect("three digits are allowed");
        for x in s {
            h.saturating_record((f(x) * 1e6).max(1.0) as u64);
        }
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(&h, &mut bytes).expect("a vector takes all bytes");
        bytes
    };
    let second = |(i, s): (usize, Vec<&Seen>)| {
        let start = p.start + i as f64 * 1e3;
        let failed = s.iter().filter(|x| x.failed).count() as u64;
        Observation::LoadSecond(LoadSecond {
            phase: p.id.into(),
            start: stamp(start),
            end: stamp((start + 1e3).min(p.start + p.length_ms)),
            planned: s.len() as u64,
            sent: s.len() as u64,
            ok: s.len() as u64 - failed,
            errors: if failed > 0 { [(Outcome::ServerError.name().to_owned(), failed)].into() } else { std::collections::BTreeMap::new() },
            response_hdr: of(&s, &|x| x.done - x.planned),
            service_hdr: of(&s, &|x| x.done - x.sent),
            late_hdr: of(&s, &|x| x.sent - x.planned),
            lag_hdr: of(&s, &|x| x.lag),
            generator_cpu_ns: (p.generator_ms * 1e6 / count as f64) as u64,
            ..LoadSecond::default()
        })
    };
    by_second.into_iter().enumerate().map(second).collect()
}

fn wall(sim: &Sim, p: &Phase) -> Observation {
    let w = &sim.watch;
    let nominal = w.interval_ms / (1.0 + w.watching.overrun);
    let ticks = ((sim.now - p.start) / w.interval_ms) as u32;
    let idle = sim.program.idle.stack;
    let mut samples: Vec<WallSample> =
        (0..BACKGROUND).map(|k| WallSample { t: stamp(p.start), tid: FIRST_BACKGROUND + k, weight: ticks, stack: idle }).collect();
    samples.extend(w.samples.iter().map(|s| WallSample {
        t: stamp(s.t),
        tid: FIRST_WORKER + s.worker as u32,
        weight: s.weight,
        stack: s.stack,
    }));
    let mut thread_names: Vec<(u32, String)> =
        (0..sim.workers.len() as u32).map(|i| (FIRST_WORKER + i, format!("{EXECUTOR}-exec-{}", i + 1))).collect();
    thread_names.push((POLLER, format!("{EXECUTOR}-Poller")));
    Observation::Wall(WallProfile {
        phase: p.id.into(),
        sampler: "async-profiler 4.6".into(),
        start: stamp(p.start),
        end: stamp(sim.now),
        nominal_interval_ns: (nominal * 1e6) as i64,
        sampler_moved: true,
        samples,
        thread_names,
        ..WallProfile::default()
    })
}
