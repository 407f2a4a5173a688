//! Everything that causes look at, gathered once per run.

use crate::cpu::{CpuAccount, accounts};
use crate::first_minute::FirstMinute;
use crate::frames::Stacks;
use crate::growth::Growth;
use crate::hold::Hold;
use crate::ledger::Ledger;
use crate::level::{FullPeer, Level, Scheduler, add_uncounted, request_threads, uncounted_by_stores};
use crate::quality::{Quality, Validity, quality, stalled};
use crate::saturation::{COSTLIER, CPU_FULL, LITTLE_USED, Resource, ResourceKind, cpu_is_full_when_warm, cpu_is_warm, resources, sharing};
use crate::tail::Tail;
use model::{Message, Phase, PhaseKind, Run, message};

/// A run, measured through.
#[derive(Debug, Clone)]
pub struct Analysis<'a> {
    /// The run.
    pub run: &'a Run,
    /// Its stacks, with what they mean.
    pub stacks: Stacks<'a>,
    /// Measured levels, open ones by rate, saturation last. Of a load that was measured more than once the longest.
    pub levels: Vec<Level>,
    /// Their ledgers, in the same order.
    pub ledgers: Vec<Ledger>,
    /// What the CPU of each of them is used for, of those of which the scheduler was seen.
    pub cpu: Vec<CpuAccount>,
    /// Levels of the start-up phase, when the run was judged from the start.
    pub start_up: Vec<Level>,
    /// What they show together, when there are at least two.
    pub first_minute: Option<FirstMinute>,
    /// The slowest requests of the load that the user means, where they were asked about.
    pub tail: Option<Tail>,
    /// Growth from the lightest to the heaviest level.
    pub growth: Growth,
    /// Growth from the lightest to the heaviest open level.
    pub open_growth: Growth,
    /// Resources at the heaviest level.
    pub resources: Vec<Resource>,
    /// Whether the measurement can be trusted.
    pub quality: Quality,
    /// Id of the open level in which the machine stood still: it was measured, and is not among the levels.
    pub left_out: Option<String>,
    /// Phases whose load was measured again for longer, which counts in their place.
    pub replaced: Vec<String>,
}

/// How many calls to other services the service lets through at a time; `None` where it limits none.
fn call_limit(run: &Run, levels: &[Level]) -> Option<f64> {
    let limit = levels.last()?.calls()?.limit(&levels.first()?.calls()?)?;
    uncounted_by_stores(run, levels).is_none().then_some(limit)
}

/// The account of each level. Where the heaviest lets a number of calls through at a time, what is left of the time in the server is the wait for a turn; where
/// all connections to a peer are in use there, the wait for one.
pub(crate) fn ledgers(run: &Run, levels: &[Level]) -> Vec<Ledger> {
    let mut all: Vec<Ledger> = match call_limit(run, levels) {
        Some(n) => levels.iter().map(|l| Ledger::of(l).with_turns(l, n)).collect(),
        None => levels.iter().map(|l| Ledger::of(l).late_for_the_loop(l)).collect(),
    };
    if let ([light, .., heavy], None) = (levels, call_limit(run, levels))
        && FullPeer::of(run, levels).is_some()
    {
        let light_ms = all[0].left_in_server_ms(light).unwrap_or(0.0);
        let last = all.pop().expect("one for each level");
        all.push(last.with_wait_for_connections(heavy, light_ms));
    }
    all
}

impl<'a> Analysis<'a> {
    /// Measures a run through. Of several processes together only their requests and their database are measured; what was seen inside each of them is
    /// in the analysis of its view.
    pub fn of(run: &'a Run) -> Self {
        let stacks = Stacks::of(run);
        let threads = request_threads(run, &stacks);
        let together = run.only.is_none() && !run.environment.replicas.is_empty();
        let level = |p| if together { Level::of_requests(run, p) } else { Level::of(run, p, &stacks, &threads) };
        let mut levels: Vec<Level> = run.measured_phases().filter_map(level).collect();
        levels.sort_by(|a, b| {
            (a.phase.kind == PhaseKind::Saturation)
                .cmp(&(b.phase.kind == PhaseKind::Saturation))
                .then(a.phase.fraction.unwrap_or(0.0).total_cmp(&b.phase.fraction.unwrap_or(0.0)))
        });
        let left_out = stalled(run, &levels).map(|spoilt| levels.remove(spoilt));
        let replaced = keep_the_longest(&mut levels);
        add_uncounted(run, &mut levels);
        let start_up: Vec<Level> = run.phases.iter().filter(|p| p.kind == PhaseKind::StartUp).filter_map(level).collect();
        let asked = run.phases.iter().rfind(|p| p.kind == PhaseKind::Tail);
        let tail = asked.and_then(level).and_then(|l| Tail::of(run, l, &stacks));
        let judged: &[Level] = match &tail {
            Some(tail) if levels.is_empty() => std::slice::from_ref(&tail.level),
            _ if levels.is_empty() => &start_up,
            _ => &levels,
        };
        let mut analysis = Self {
            run,
            ledgers: ledgers(run, &levels),
            cpu: accounts(run, &levels, &stacks, &threads),
            first_minute: FirstMinute::of(run, &start_up, &stacks, &threads),
            growth: Growth::default(),
            open_growth: Growth::default(),
            resources: levels.last().map(resources).unwrap_or_default(),
            quality: quality(run, judged, left_out.as_ref()),
            tail,
            left_out: left_out.map(|l| l.phase.id),
            replaced,
            stacks,
            start_up,
            levels,
        };
        analysis.compare_levels();
        if let Some(says) = analysis.slow_by_speed() {
            analysis.quality.worse(Validity::Suspect, says);
        }
        analysis
    }

    /// The same with what follows from the levels worked out anew: what counts as full, and what grew.
    pub(crate) fn compared_again(&self) -> Self {
        let mut again = self.clone();
        again.resources = again.levels.last().map(resources).unwrap_or_default();
        again.compare_levels();
        again
    }

    /// Fills in what follows from the levels side by side.
    pub(crate) fn compare_levels(&mut self) {
        if let (Some(a), Some(b)) = (self.levels.first(), self.levels.last()) {
            self.growth = Growth::between(a, b);
        }
        let mut open = self.levels.iter().filter(|l| l.phase.is_open());
        if let (Some(a), Some(b)) = (open.next(), open.next_back()) {
            self.open_growth = Growth::between(a, b);
        }
    }

    /// The peer to which all connections are in use at the heaviest level, while calls are with it as long as ever.
    pub fn full_peer(&self) -> Option<FullPeer> {
        FullPeer::of(self.run, &self.levels)
    }

    /// What the CPU is used for at the heaviest level; `None` where the scheduler was not seen there.
    pub fn heavy_cpu(&self) -> Option<&CpuAccount> {
        self.cpu.last().filter(|a| self.heavy().is_some_and(|l| l.phase.id == a.phase))
    }

    /// Share of the bytes of new objects that own code makes or asks for at the heaviest level, 0 to 1; all where nobody has sampled them.
    pub fn made_by_own(&self) -> f64 {
        self.heavy_cpu().and_then(|c| c.made_by_own).unwrap_or(1.0)
    }

    /// The lightest level.
    pub fn light(&self) -> Option<&Level> {
        self.levels.first()
    }

    /// The heaviest level: saturation where it was measured.
    pub fn heavy(&self) -> Option<&Level> {
        self.levels.last()
    }

    /// The heaviest open level.
    pub fn open_heavy(&self) -> Option<&Level> {
        self.levels.iter().rev().find(|l| l.phase.is_open())
    }

    /// Hold at the heaviest level.
    pub fn hold(&self) -> Option<Hold> {
        self.heavy().and_then(Hold::of)
    }

    /// The resource of `kind` at the heaviest level.
    pub fn resource(&self, kind: ResourceKind) -> Option<&Resource> {
        self.resources.iter().filter(|r| r.kind == kind).max_by(|a, b| a.utilisation().total_cmp(&b.utilisation()))
    }

    /// Whether the resource of `kind` is at its limit at the heaviest level.
    pub fn is_saturated(&self, kind: ResourceKind) -> bool {
        self.resource(kind).is_some_and(|r| r.saturated)
    }

    /// Whether the target's CPUs (or its quota) have nothing left at the heaviest level, whoever uses them: a thread whose answer has arrived
    /// may then lack a core and still show the read, and whatever it holds is held longer.
    pub fn cpus_are_full(&self) -> bool {
        let Some(heavy) = self.heavy() else { return false };
        let taken = heavy.machine.as_ref().map_or_else(
            || heavy.scheduler.as_ref().is_some_and(Scheduler::waits_for_others),
            |m| m.taken_cores() >= CPU_FULL.get() * m.cpus,
        );
        self.is_saturated(ResourceKind::TargetCpu) || taken
    }

    /// What computes for requests where it is at its limit: the service's CPU, or its event loop, which has no more than one core however many there are.
    pub fn full_core(&self) -> Option<&Resource> {
        [ResourceKind::TargetCpu, ResourceKind::EventLoop].into_iter().find_map(|kind| self.resource(kind).filter(|r| r.saturated))
    }

    /// How many calls to other services the service lets through at a time; `None` where it limits none.
    pub fn call_limit(&self) -> Option<f64> {
        call_limit(self.run, &self.levels)
    }

    /// Connections to databases and caches on which answers are awaited that nobody counts, where these may be what requests wait for while as many calls as
    /// ever are on their way.
    pub fn uncounted_by_stores(&self) -> Option<f64> {
        let (light, heavy) = (self.light()?.calls()?, self.heavy()?.calls()?);
        heavy.limit(&light).and_then(|_| uncounted_by_stores(self.run, &self.levels))
    }

    /// Who has the target's CPUs, when they are full and it is not the target: whatever else is full then, its holder may only lack a core.
    pub fn crowded_cpus(&self) -> Option<Message> {
        let heavy = self.heavy()?;
        let crowded = self.cpus_are_full() && !self.is_saturated(ResourceKind::TargetCpu) && sharing(heavy).is_none();
        crowded.then(|| match &heavy.machine {
            Some(m) => message!("judge/cpus-taken-by-others", used: (m.says())),
            None => message!("judge/cpus-taken-by-unseen"),
        })
    }

    /// What a request costs of `r` under light load, milliseconds, where it costs clearly more at the heaviest level: then it is not the requests alone that
    /// need it. What contends (too many threads or statements at once) costs more the more there are.
    pub(crate) fn costs_more(&self, r: &Resource) -> Option<f64> {
        let light = resources(self.light()?).into_iter().find(|l| l.kind == r.kind)?;
        (light.held_ms > 0.0 && r.held_ms > COSTLIER.get() * light.held_ms).then_some(light.held_ms)
    }

    /// Whether an open level was beyond what the service can do: it took all of the CPU, of the event loop or of the database's CPU, and a request cost no
    /// more there than under light load.
    pub(crate) fn is_beyond(&self, level: &Level) -> bool {
        let full = |r: &Resource| match r.kind {
            ResourceKind::TargetCpu => cpu_is_full_when_warm(level),
            ResourceKind::EventLoop | ResourceKind::DatabaseCpu => r.saturated,
            _ => false,
        };
        level.phase.is_open() && resources(level).iter().any(|r| full(r) && self.costs_more(r).is_none())
    }

    /// Resources with the time a request keeps one at light load, where nothing queues: for "what if" ceilings.
    pub fn unqueued_resources(&self) -> Vec<Resource> {
        let light = self.light().map(resources).unwrap_or_default();
        self.resources
            .iter()
            .map(|r| {
                let held = light.iter().find(|l| l.kind == r.kind && l.name == r.name).map_or(r.held_ms, |l| l.held_ms);
                // CPU per request is taken where it is measured best: under load, when nothing else runs
                let computes = matches!(r.kind, ResourceKind::TargetCpu | ResourceKind::EventLoop | ResourceKind::DatabaseCpu);
                let is_cold = r.kind != ResourceKind::DatabaseCpu && self.heavy().is_some_and(|l| !cpu_is_warm(l));
                let cheaper = is_cold || held > COSTLIER.get() * r.held_ms;
                // of CPUs that others use as well there is no more than they leave
                let taken = self.heavy().and_then(|l| match r.kind {
                    ResourceKind::DatabaseCpu => l.database.as_ref()?.cpus_taken,
                    _ => l.machine.as_ref().map(|m| m.taken_cores() / m.cpus.max(1e-9)),
                });
                let may_cost_less = computes && cheaper && r.utilisation().max(taken.unwrap_or(0.0)) < LITTLE_USED.get();
                let held = if computes { held.min(r.held_ms) } else { held };
                Resource { held_ms: held, may_cost_less, ..r.clone() }
            })
            .collect()
    }

    /// The ledgers that must close: the open ones, and all there are where no level was open (requests failed before).
    pub fn counted_ledgers(&self) -> impl Iterator<Item = &Ledger> {
        let any_open = self.ledgers.iter().any(|l| l.open);
        self.ledgers.iter().filter(move |l| l.open == any_open)
    }

    /// How many of these close, and how many they are.
    pub fn closing(&self) -> (usize, usize) {
        (self.counted_ledgers().filter(|l| l.closes()).count(), self.counted_ledgers().count())
    }

    /// Whether the account closes at most of these levels: only then may a cause be named with more than a hint.
    pub fn account_closes(&self) -> bool {
        let (closed, of) = self.closing();
        of > 0 && closed * 2 > of
    }

    /// Whether pieces of requests ([`Stacks::in_pieces`]) are all of the response at most levels below full load.
    pub fn pieces_are_seen(&self) -> bool {
        let closed = self.counted_ledgers().filter(|l| l.closes_by_its_parts()).count();
        self.stacks.in_pieces() && closed * 2 > self.counted_ledgers().count()
    }

    /// The same at full load as well.
    pub fn pieces_are_all(&self) -> bool {
        self.pieces_are_seen() && self.ledgers.last().is_some_and(Ledger::closes_by_its_parts)
    }

    /// Why `sensor` saw nothing.
    pub fn unseen(&self, sensor: &str) -> Message {
        match self.run.sensors.get(sensor) {
            Some(s) if !s.reason.is_empty() => message!("judge/sensor-lost", sensor: name(sensor), why: name(&s.reason)),
            _ => message!("judge/sensor-not-seen", sensor: name(sensor)),
        }
    }

    /// Whether the databases count how their tables are read: where one does not, no count means nothing.
    pub fn counts_tables(&self) -> bool {
        self.run.events.iter().all(|e| e.kind != model::event::TABLES_NOT_COUNTED)
    }

    /// Highest throughput seen at a measured level, per second.
    pub fn throughput_per_s(&self) -> f64 {
        self.levels.iter().map(|l| l.throughput_per_s).fold(0.0, f64::max)
    }
}

/// Of levels at the same load the one that was measured longest, of equally long ones the last: where a level decides, `why` measures it again for longer, and
/// what decides then is the better measurement alone, whichever way it points. Says which phases it drops.
fn keep_the_longest(levels: &mut Vec<Level>) -> Vec<String> {
    let same_load =
        |x: &Phase, y: &Phase| x.kind == y.kind && x.fraction == y.fraction && x.fraction.is_some() != (x.kind == PhaseKind::Saturation);
    let mut kept: Vec<Level> = Vec::with_capacity(levels.len());
    let mut dropped = Vec::new();
    for mut level in levels.drain(..) {
        match kept.iter_mut().find(|k| same_load(&k.phase, &level.phase)) {
            Some(k) => {
                if level.span_s() >= k.span_s() {
                    std::mem::swap(k, &mut level);
                }
                dropped.push(level.phase.id);
            }
            None => kept.push(level),
        }
    }
    *levels = kept;
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::RunBuilder;

    #[test]
    fn of_a_load_that_was_measured_twice_the_longer_measurement_counts() {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let once = Analysis::of(&run).levels;
        let ids = |levels: &[Level]| levels.iter().map(|l| l.phase.id.clone()).collect::<Vec<_>>();
        let with_another = |longer_by_s: f64| {
            let mut levels = once.clone();
            let mut another = levels[1].clone();
            another.phase.id = "another".to_owned();
            another.window.1 = another.window.1.plus_ns((longer_by_s * 1e9) as i64);
            levels.insert(2, another);
            let dropped = keep_the_longest(&mut levels);
            (ids(&levels), dropped)
        };
        assert_eq!(with_another(-1.0), (ids(&once), vec!["another".to_owned()]));
        let second = once[1].phase.id.clone();
        assert_eq!(with_another(8.0), ([&ids(&once)[..1], &["another".to_owned()], &ids(&once)[2..]].concat(), vec![second]));
    }
}
