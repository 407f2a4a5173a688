//! Additions to built runs for tests: noise, other stacks, counters, sessions, trials and pools at rest.

use model::{
    Arrival, Attempts, Carried, Event, Frame, FrameKind, Labels, LoadSecond, Observation, Phase, PhaseKind, Run, Series, SessionGroup,
    SessionSample, SessionState, ThreadSnapshot, ThreadStat, Timestamp, Wait, event, series::labels, signal,
};
use testkit::LevelSpec;

/// Seeds of runs with noise.
pub(crate) const SEEDS: std::ops::Range<u64> = 0..6;

/// The level with every time off by up to 8 %, each by another amount: levels of 8 s repeat to about that (LEDGER section 7).
#[expect(clippy::needless_pass_by_value, reason = "callers hand over what a builder has just made")]
pub(crate) fn noisy(seed: u64, l: LevelSpec) -> LevelSpec {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ l.fraction.to_bits();
    let mut off = |v: f64| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        v * (0.92 + 0.16 * ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64)
    };
    let new = LevelSpec {
        worker_queue: off(l.worker_queue),
        pool_wait: off(l.pool_wait),
        remote_in_transaction: off(l.remote_in_transaction),
        remote: off(l.remote),
        database: off(l.database),
        cpu_in_transaction: off(l.cpu_in_transaction),
        cpu_framework: off(l.cpu_framework),
        lock: off(l.lock),
        run_queue: off(l.run_queue),
        ..l.clone()
    };
    // at saturation the throughput is what the time that a request takes allows
    let taken = |l: &LevelSpec| l.in_dispatch() - l.pool_wait;
    let per_s = if l.fraction >= 1.0 { l.per_s * taken(&l) / taken(&new) } else { l.per_s };
    LevelSpec { per_s, ..new }
}

/// Adds a stack of these frames, outermost first, and gives its number.
pub(crate) fn add_stack(run: &mut Run, lines: &[&str]) -> u32 {
    let frames = add_frames(run, lines);
    run.stacks.stacks.push(frames);
    run.stacks.stacks.len() as u32 - 1
}

/// Replaces the stack that has a frame `having` by `lines`, outermost first.
pub(crate) fn replace_stack(run: &mut Run, having: &str, lines: &[&str]) {
    let is = |f: &Frame| format!("{}.{}", f.class, f.method) == having;
    let table = &run.stacks;
    let at = table.stacks.iter().position(|s| s.iter().any(|f| is(&table.frames[*f as usize]))).expect("a stack with that frame");
    run.stacks.stacks[at] = add_frames(run, lines);
}

fn add_frames(run: &mut Run, lines: &[&str]) -> Vec<u32> {
    let frames = &mut run.stacks.frames;
    let add = |line: &&str| {
        let (class, method) = line.rsplit_once('.').expect("package.Class.method");
        frames.push(Frame { class: class.into(), method: method.into(), line: 41, kind: FrameKind::Compiled });
        frames.len() as u32 - 1
    };
    lines.iter().map(add).collect()
}

/// Adds samples of CPU time: those that look as if they computed in a stack with a frame `having`, and no others. Who waits for a core
/// looks so as well.
pub(crate) fn by_cpu_time(run: &mut Run, having: &str) {
    let table = &run.stacks;
    let is = |f: &u32| format!("{}.{}", table.frames[*f as usize].class, table.frames[*f as usize].method) == having;
    let uses: Vec<bool> = table.stacks.iter().map(|s| s.iter().any(is)).collect();
    for w in run.wall.values_mut() {
        w.cpu_interval_ns = w.nominal_interval_ns;
        w.cpu = w.samples.iter().filter(|s| uses[s.stack as usize]).copied().collect();
    }
}

/// Lets each answer have so many bytes.
pub(crate) fn answering(run: &mut Run, bytes_in: u64) {
    for batch in run.attempts.values_mut().flatten() {
        let mut carried = Attempts { phase: batch.phase.clone(), ..Attempts::default() };
        batch.iter().for_each(|a| carried.push_carried(&a, &Carried { bytes_in, ..Carried::default() }));
        *batch = carried;
    }
}

/// 1.2 ms of CPU per request on one core, which is full at saturation (about 800/s); what it is for is to be added.
pub(crate) fn on_a_full_core(f: f64, l: LevelSpec) -> LevelSpec {
    LevelSpec {
        process_cpu: 1.2,
        request_cpu: Some(1.1),
        run_queue: if f >= 1.0 { 6.0 } else { 0.3 * f },
        worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
        workers: 30.0,
        ..l
    }
}

/// 1.2 ms of CPU per request, `site` of it in a stack that ends in `inner`, outermost first; `used` of one core is used at saturation.
pub(crate) fn full_core_of(inner: &[&str], site: f64, used: f64) -> Run {
    full_core_of_levels(inner, |_| site, used)
}

/// The same with milliseconds that differ by the level, given as its share of saturation.
pub(crate) fn full_core_of_levels(inner: &[&str], site: impl Fn(f64) -> f64, used: f64) -> Run {
    let levels = |f: f64, l: LevelSpec| LevelSpec { cpu_site: site(f), cpu_framework: 0.9 - site(f), ..on_a_full_core(f, l) };
    let mut run = testkit::RunBuilder::new().usual_levels(800.0 * used, levels).build();
    end_site_in(&mut run, inner);
    run
}

/// Lets the stack of the site end in `inner`, outermost first.
pub(crate) fn end_site_in(run: &mut Run, inner: &[&str]) {
    let first = "shop.orders.Convert.toDto";
    let is = |f: &Frame, name: &str| format!("{}.{}", f.class, f.method) == name;
    let table = &mut run.stacks;
    let ends = |s: &&mut Vec<u32>| {
        s.last().is_some_and(|f| is(&table.frames[*f as usize], "com.fasterxml.jackson.databind.ObjectMapper.readValue"))
    };
    let stack = table.stacks.iter_mut().find(ends).expect("a stack of the site");
    let at = stack.iter().position(|f| is(&table.frames[*f as usize], first)).expect("its first frame");
    stack.truncate(at);
    for line in inner {
        let (class, method) = line.rsplit_once('.').expect("package.Class.method");
        table.frames.push(Frame { class: class.into(), method: method.into(), line: 41, kind: FrameKind::Compiled });
        stack.push(table.frames.len() as u32 - 1);
    }
}

/// A full core of which collections take `share`; of the old part of the heap `full` is in use after them, and those of young objects
/// take `young` of their time.
pub(crate) fn collecting(share: f64, full: f64, young: f64) -> Run {
    collecting_beside(0.0, share, full, young)
}

/// The same run, whose last level has collections for a `reason` in the words of the virtual machine.
pub(crate) fn because(mut run: Run, reason: &str) -> Run {
    let heavy = run.phases.last().expect("levels").start;
    for n in 1..=20 {
        let (kind, detail) = (event::COLLECTION.to_owned(), event::collection("old", Some(reason)));
        run.apply(Observation::Event(Event { t: heavy.plus_ns(n * 100_000_000), duration_ns: 50_000_000, kind, detail }));
    }
    run
}

/// The same with `site` milliseconds of CPU per request in the stack of a site.
pub(crate) fn collecting_beside(site: f64, share: f64, full: f64, young: f64) -> Run {
    let rate = 800.0 * (1.0 - share);
    let levels = |f: f64, l: LevelSpec| LevelSpec { compiler_cores: share * f, cpu_site: site, ..on_a_full_core(f, l) };
    let mut run = testkit::RunBuilder::new().usual_levels(rate, levels).build();
    // what the builder has for a compiler's thread is the collector's
    for name in run.thread_comms.values_mut().filter(|n| n.starts_with('C')) {
        *name = "VM Thread".into();
    }
    let of = |which: &'static str| labels([("collector", which)]);
    count(&mut run, signal::GC_TIME, of("young"), share * young / rate);
    count(&mut run, signal::GC_TIME, of("old"), share * (1.0 - young) / rate);
    count(&mut run, signal::GC_COUNT, of("young"), 0.01);
    gauge(&mut run, signal::HEAP_EDEN_SIZE, Labels::new(), |_| 16e6);
    gauge(&mut run, signal::HEAP_OLD_USED, Labels::new(), |_| full * 1e8);
    gauge(&mut run, signal::HEAP_OLD_MAX, Labels::new(), |_| 1e8);
    run
}

/// A counter that rises by `per_request` with every request of a measured level.
pub(crate) fn count(run: &mut Run, signal: &str, labels: Labels, per_request: f64) {
    count_by_level(run, signal, labels, |_| per_request);
}

/// The same by what a request of a level adds, given the level's share of saturation.
pub(crate) fn count_by_level(run: &mut Run, signal: &str, labels: Labels, per_request: impl Fn(f64) -> f64) {
    let mut series = Series::new(signal, labels);
    let mut total = 0.0;
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        let requests: usize = run.attempts.get(&p.id).into_iter().flatten().map(Attempts::len).sum();
        series.push(p.start, total);
        total += per_request(p.fraction.unwrap_or(1.0)) * requests as f64;
        series.push(p.end.expect("built to its end"), total);
    }
    run.apply(Observation::Series(series));
}

/// A gauge with one reading in the middle of each measured level: `value` of its fraction (1.0 = saturation).
pub(crate) fn gauge(run: &mut Run, signal: &str, labels: Labels, value: impl Fn(f64) -> f64) {
    let mut series = Series::new(signal, labels);
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        series.push(middle(p), value(p.fraction.unwrap_or(1.0)));
    }
    run.apply(Observation::Series(series));
}

fn middle(p: &Phase) -> Timestamp {
    p.start.plus_ns(p.end.expect("built to its end").ns_since(p.start) / 2)
}

/// State, wait and statement of sessions, and how many.
pub(crate) type Group = (SessionState, Wait, &'static str, u32);

/// Replaces the sampled sessions: at each measured level what `groups` says for its fraction.
pub(crate) fn sessions(run: &mut Run, groups: impl Fn(f64) -> Vec<Group>) {
    run.sessions.clear();
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        let group = |(state, wait, statement, count): Group| SessionGroup {
            state,
            wait,
            statement: statement.into(),
            count,
            ..SessionGroup::default()
        };
        let groups: Vec<_> = groups(p.fraction.unwrap_or(1.0)).into_iter().map(group).collect();
        run.sessions.extend((1..20).map(|i| {
            let t = p.start.plus_ns(p.end.expect("built to its end").ns_since(p.start) * i / 20);
            SessionSample { t, store: String::new(), groups: groups.clone(), process: 0 }
        }));
    }
}

/// Trials of the doubling, before all else: connections, answers per second, CPU per answer in milliseconds.
pub(crate) fn trials(run: &mut Run, all: &[(u32, f64, f64)]) {
    let mut t = Timestamp::from_ns(500_000_000_000);
    let mut cpu_ns = 0.0;
    let thread = |t, cpu_ns: f64| ThreadSnapshot {
        t,
        threads: vec![ThreadStat { tid: 71, cpu_ns: cpu_ns as u64, run_queue_ns: 0 }],
        ..ThreadSnapshot::default()
    };
    let mut threads = Vec::new();
    for (connections, per_s, cpu_ms) in all {
        let end = t.plus_ns(3_000_000_000);
        let id = format!("doubling-{connections}");
        let arrival = Arrival::Closed { connections: *connections };
        run.apply(Observation::PhaseStarted(Phase {
            id: id.clone(),
            kind: PhaseKind::Doubling,
            arrival,
            fraction: None,
            start: t,
            end: Some(end),
        }));
        run.apply(Observation::LoadSecond(LoadSecond { phase: id, start: t, end, ok: (per_s * 3.0) as u64, ..LoadSecond::default() }));
        threads.push(thread(t, cpu_ns));
        cpu_ns += cpu_ms * 1e6 * per_s * 3.0;
        threads.push(thread(end, cpu_ns));
        t = end.plus_ns(1_000_000_000);
    }
    // readings are kept in order of time
    threads.append(&mut run.threads);
    run.threads = threads;
    run.phases.sort_by_key(|p| p.start);
}

/// Readings of pool and workers (or requests inside) 20 to 60 ms after each measured level: the workers idle, of the pool what `borrowed`
/// says of the level's number.
pub(crate) fn at_rest(run: &mut Run, borrowed: impl Fn(usize) -> f64) {
    let ends: Vec<Timestamp> = run.phases.iter().filter(|p| p.is_measured()).map(|p| p.end.expect("built to its end")).collect();
    for signals in [&[model::signal::POOL_USED][..], &[model::signal::WORKERS_BUSY, model::signal::ACTIVE_REQUESTS]] {
        let lost = signals.len() == 1;
        let key = run.series.keys().find(|(s, _)| signals.contains(&s.as_str())).expect("gauges are on").clone();
        let series = run.series.get_mut(&key).expect("just found");
        // the reading at the end of a level is its mean, which is no reading at rest
        let mut points: Vec<_> = series.t.iter().copied().zip(series.v.iter().copied()).filter(|(t, _)| !ends.contains(t)).collect();
        for (i, end) in ends.iter().enumerate() {
            for ms in [20, 40, 60] {
                points.push((end.plus_ns(ms * 1_000_000), if lost { borrowed(i) } else { 0.0 }));
            }
        }
        points.sort_by_key(|(t, _)| *t);
        (series.t, series.v) = points.into_iter().unzip();
    }
}
