//! The load of `tightspot why` on a simulated service: warm-up, doubled closed load, search for the open knee, open levels at 0.3, 0.6 and
//! 0.8 of it, closed saturation. Lengths and rules are those of the tool (`crates/tightspot/src/why/`); this is a second account of them
//! because nothing there works without sockets.

use super::client::{Load, slope};
use super::engine::Sim;
use super::service::Service;
use super::watch::Watching;
use model::{Observation, PhaseKind, Run, RunStatus};

const WARM_UP_MS: f64 = 2_500.0;
const WARM_UP_WINDOWS: usize = 3;
const WARM_UP_CONNECTIONS: u32 = 8;
const DOUBLING_MS: f64 = 3_000.0;
/// Connections for each worker, as the plan of `why` has it.
const CROWD: f64 = 1.25;
const KNEE_MS: f64 = 4_000.0;
const LEVEL_MS: f64 = 8_000.0;
const LEAST_GAIN: f64 = 0.05;
const KNEE_SHARES: [f64; 5] = [0.95, 0.85, 0.75, 0.65, 0.5];
const LEVELS: [f64; 3] = [0.3, 0.6, 0.8];
const FEWEST: f64 = 200.0;
const MAX_CONNECTIONS: u32 = 256;
/// Time between two phases, milliseconds. A guess: attaching and detaching the sampler takes some tens of milliseconds.
const GAP_MS: f64 = 150.0;
/// Time for which probes watch on after the last answer, milliseconds: half of the 100 ms between two pictures of progress, on average.
const REST_MS: f64 = 50.0;
/// Share of failed requests at which the tool gives up (its default).
const MOST_FAILED: f64 = 0.2;
const START_UP_MS: f64 = 10_000.0;
const START_UP_SLICES: usize = 6;
const START_UP_CONNECTIONS: u32 = 16;
/// Windows of warm-up after a start: a minute.
const AFTER_START_WINDOWS: usize = 24;

/// How a phase went.
struct Summary {
    offered_per_s: f64,
    achieved_per_s: f64,
    slope_per_s: f64,
    failed_share: f64,
}

/// The run of `tightspot why` against `service`, as `watching` lets it see it. The same arguments give the same run.
pub fn why(service: &Service, seed: u64, watching: &Watching) -> Run {
    let mut plan = Plan { sim: Sim::new(service, seed), out: Vec::new() };
    plan.sim.watch.watching = watching.clone();
    plan.out.extend(super::emit::preamble(service, seed));
    let done = if service.from_start { plan.start_up() } else { plan.levels() };
    let status = if done.is_some() { RunStatus::Complete } else { RunStatus::Aborted };
    let Plan { mut sim, mut out } = plan;
    let book = std::mem::take(&mut sim.program.book);
    out.insert(2, Observation::Stacks { frames: book.frames, stacks: book.stacks });
    out.push(super::emit::end(sim.now, status));
    Run::from_observations(out)
}

struct Plan {
    sim: Sim,
    out: Vec<Observation>,
}

impl Plan {
    /// The first minute of a service that the tool has started. Where compilers are still at work then, it is warmed up for a minute at most, and
    /// one slice more is measured.
    fn start_up(&mut self) -> Option<()> {
        for number in 1..=START_UP_SLICES {
            self.slice(number)?;
        }
        if self.sim.compilers() == 0.0 {
            return Some(());
        }
        for i in 1..=AFTER_START_WINDOWS {
            self.phase(&format!("warm-up-{i}"), PhaseKind::WarmUp, Load::Closed(WARM_UP_CONNECTIONS), None, WARM_UP_MS)?;
            if self.sim.compilers() == 0.0 {
                break;
            }
        }
        self.slice(START_UP_SLICES + 1)
    }

    fn slice(&mut self, number: usize) -> Option<()> {
        self.phase(&format!("start-up-{number}"), PhaseKind::StartUp, Load::Closed(START_UP_CONNECTIONS), None, START_UP_MS).map(drop)
    }

    /// `None` when the tool gives up because too many requests fail.
    fn levels(&mut self) -> Option<()> {
        for i in 1..=WARM_UP_WINDOWS {
            let load = Load::Closed(WARM_UP_CONNECTIONS);
            if self.phase(&format!("warm-up-{i}"), PhaseKind::WarmUp, load, None, WARM_UP_MS).is_none() {
                return self.failing(WARM_UP_CONNECTIONS);
            }
        }
        let (saturated, connections) = self.doubling()?;
        let cap = (connections * 4).clamp(64, 300.max(MAX_CONNECTIONS));
        let knee = self.knee(saturated, cap)?;
        for fraction in LEVELS {
            let rate = fraction * knee;
            let length = LEVEL_MS.max((FEWEST / rate).min(30.0) * 1e3);
            self.phase(&format!("open-{fraction}"), PhaseKind::Level, Load::Poisson(rate, cap), Some(fraction), length)?;
        }
        let s = self.phase("saturation", PhaseKind::Saturation, Load::Closed(connections), None, LEVEL_MS)?;
        self.crowd(s.achieved_per_s, connections);
        Some(())
    }

    /// What fails before any level was measured is looked at once with all probes; then the tool gives up.
    fn failing<T>(&mut self, connections: u32) -> Option<T> {
        self.phase("failing", PhaseKind::Saturation, Load::Closed(connections), None, LEVEL_MS);
        None
    }

    /// More requests at once than workers, where the doubling ended before.
    fn crowd(&mut self, per_s: f64, connections: u32) {
        let workers = self.sim.service.workers;
        let crowd = ((f64::from(workers) * CROWD) as u32).min(MAX_CONNECTIONS);
        if connections < workers && crowd > connections && per_s > 0.0 {
            let length_ms = (3e3 * f64::from(crowd) / per_s).clamp(DOUBLING_MS, 10e3);
            self.phase(&format!("doubling-{crowd}"), PhaseKind::Doubling, Load::Closed(crowd), None, length_ms);
        }
    }

    fn doubling(&mut self) -> Option<(f64, u32)> {
        let (mut best, mut flat, mut connections) = (0.0_f64, 0, 2);
        loop {
            let s = self.phase(&format!("doubling-{connections}"), PhaseKind::Doubling, Load::Closed(connections), None, DOUBLING_MS)?;
            if s.failed_share > MOST_FAILED {
                return if best > 0.0 { Some((best, connections / 2)) } else { self.failing(connections) };
            }
            flat = if s.achieved_per_s < best * (1.0 + LEAST_GAIN) { flat + 1 } else { 0 };
            best = best.max(s.achieved_per_s);
            if flat >= 2 || connections >= MAX_CONNECTIONS {
                return Some((best, connections));
            }
            connections = (connections * 2).min(MAX_CONNECTIONS);
        }
    }

    fn knee(&mut self, saturated: f64, cap: u32) -> Option<f64> {
        for share in KNEE_SHARES {
            let rate = share * saturated;
            let s = self.phase(&format!("knee-{share}"), PhaseKind::Knee, Load::Poisson(rate, cap), None, KNEE_MS)?;
            if s.failed_share <= 0.01 && s.achieved_per_s >= 0.97 * s.offered_per_s && s.slope_per_s <= 0.02 * s.offered_per_s {
                return Some(rate);
            }
        }
        Some(saturated * KNEE_SHARES[KNEE_SHARES.len() - 1])
    }

    fn phase(&mut self, id: &str, kind: PhaseKind, load: Load, fraction: Option<f64>, length_ms: f64) -> Option<Summary> {
        let sim = &mut self.sim;
        let measured = super::emit::is_watched(kind);
        let (start, cpu) = (sim.now, sim.client.cpu_ms);
        if measured {
            sim.watch(sampling_interval_ms(sim.workers.len(), load));
        } else {
            sim.watch_lightly();
        }
        sim.load(load, length_ms);
        sim.run(Sim::is_drained);
        sim.now = sim.now.max(start + length_ms);
        sim.pass(REST_MS);
        sim.unwatch();
        let seen = super::emit::Phase { id, kind, load, fraction, start, length_ms, generator_ms: sim.client.cpu_ms - cpu };
        self.out.extend(super::emit::phase(sim, &seen));
        let summary = summary(sim, start, length_ms);
        sim.pass(GAP_MS);
        // a search steps back from a load that fails, a level that is to be measured must not
        let searching = matches!(kind, PhaseKind::Knee | PhaseKind::Doubling);
        (searching || summary.failed_share <= MOST_FAILED).then_some(summary)
    }
}

/// As the probe chooses it: by the threads that there are and the requests in flight.
fn sampling_interval_ms(workers: usize, load: Load) -> f64 {
    let threads = workers as f64 + 30.0;
    let in_flight = match load {
        Load::Closed(n) => f64::from(n).min(threads),
        Load::Poisson(..) | Load::Constant(..) => 0.0,
    };
    (threads / 4.0).min(50.0).max(in_flight * 2.0).clamp(10.0, 100.0).floor()
}

fn summary(sim: &Sim, start: f64, length_ms: f64) -> Summary {
    let c = &sim.client;
    let within = c.seen.iter().filter(|s| s.done <= start + length_ms).count() as f64;
    let phase = sim.requests.iter().rev().take_while(|r| r.phase == c.phase).count() as f64;
    Summary {
        offered_per_s: phase / length_ms * 1e3,
        achieved_per_s: within / length_ms * 1e3,
        slope_per_s: slope(&c.backlog),
        failed_share: c.seen.iter().filter(|s| s.failed).count() as f64 / (c.seen.len() as f64).max(1.0),
    }
}
