//! Planted stops and decoys against a single server: what is planted comes out, decoys do not.

use super::*;
use model::{Arrival, Attempts, Event, Observation, Phase, PhaseKind, event};

const LENGTH_S: f64 = 240.0;

/// Numbers between 0 and 1 by a linear congruence.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.next()).ln()
    }
}

fn at(s: f64) -> Timestamp {
    Timestamp::from_ns((s * 1e9) as i64)
}

/// Requests at random, 200 a second, each 1.5 ms on one server that stands still in `stops`; half of the work of a core.
fn served(stops: &[(f64, f64)], draw: &mut Draw) -> Vec<(f64, f64)> {
    let (mut now, mut free, mut all) = (0.0, 0.0_f64, Vec::new());
    loop {
        now += draw.exponential(0.005);
        if now >= LENGTH_S {
            return all;
        }
        let arrives = free.max(now);
        let (mut begin, mut left) = (arrives, draw.exponential(0.0015));
        for (from, to) in stops.iter().filter(|s| s.1 > arrives) {
            if *from >= begin + left {
                break;
            }
            left -= (from - begin).max(0.0);
            begin = *to;
        }
        free = begin + left;
        all.push((now, free - now));
    }
}

fn train(every_s: f64, length_s: f64, draw: &mut Draw) -> Vec<(f64, f64)> {
    let mut t = every_s / 2.0;
    let mut all = Vec::new();
    while t < LENGTH_S - 1.0 {
        all.push((t, t + length_s));
        t += every_s * (0.5 + draw.next());
    }
    all
}

/// Kind and detail of events, and begin and end of each.
type Told<'a> = (&'a str, &'a str, &'a [(f64, f64)]);

fn tail(requests: &[(f64, f64)], events: &[Told<'_>]) -> Tail {
    of(&run(requests, events))
}

fn of(run: &Run) -> Tail {
    let level = Level::of_requests(run, &run.phases[0]).expect("a level");
    Tail::of(run, level, &crate::frames::Stacks::of(run)).expect("a tail")
}

fn run(requests: &[(f64, f64)], events: &[Told<'_>]) -> Run {
    let mut run = Run::default();
    let arrival = Arrival::Open { rate_per_s: 200.0, poisson: true, max_connections: 100 };
    let phase = Phase { id: "tail".into(), kind: PhaseKind::Tail, arrival, fraction: None, start: at(0.0), end: Some(at(LENGTH_S)) };
    run.apply(Observation::PhaseStarted(phase));
    let mut attempts = Attempts::new("tail", at(0.0));
    for (planned, response) in requests {
        let (planned, done) = (at(*planned), at(planned + response));
        attempts.push(&Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok });
    }
    run.apply(Observation::Attempts(attempts));
    for (kind, detail, all) in events {
        for (from, to) in *all {
            let duration_ns = ((to - from) * 1e9) as i64;
            run.apply(Observation::Event(Event { t: at(*from), duration_ns, kind: (*kind).into(), detail: (*detail).into() }));
        }
    }
    run
}

#[test]
fn stops_that_make_requests_slow_explain_them_and_a_train_of_its_own_does_not() {
    let mut draw = Draw(7);
    let (stops, decoy) = (train(3.0, 0.06, &mut draw), train(3.0, 0.06, &mut draw));
    let t = tail(&served(&stops, &mut draw), &[(event::COLLECTION, "young", &stops), (event::STOP, "", &decoy)]);
    let young = t.source(SourceKind::YoungCollections).expect("seen");
    assert_eq!(young.standing, Standing::Explains, "{:?}", t.sources);
    assert!(young.share > 0.9 && t.unexplained < 0.1 && t.is_long(), "{young:?} {}", t.times);
    let decoy = t.source(SourceKind::Stops).expect("seen");
    assert!(decoy.standing == Standing::Unrelated && decoy.share == 0.0, "{decoy:?}");
}

#[test]
fn without_stops_the_tail_is_that_of_a_queue_and_no_event_explains_it() {
    let mut draw = Draw(11);
    let decoy = train(2.0, 0.08, &mut draw);
    let t = tail(&served(&[], &mut draw), &[(event::COLLECTION, "old", &decoy)]);
    assert!(!t.is_long() && t.unexplained > 0.99, "{} {:?}", t.times, t.sources);
}

#[test]
fn two_kinds_of_stops_share_what_they_explain() {
    let mut draw = Draw(3);
    let (often, seldom) = (train(3.0, 0.09, &mut draw), train(7.0, 0.09, &mut draw));
    let mut both: Vec<(f64, f64)> = often.iter().chain(&seldom).copied().collect();
    both.sort_by(|x, y| x.0.total_cmp(&y.0));
    let t = tail(&served(&both, &mut draw), &[(event::COLLECTION, "young", &often), (event::COLLECTION, "old", &seldom)]);
    let share = |kind| t.source(kind).expect("seen").share;
    let (young, old) = (share(SourceKind::YoungCollections), share(SourceKind::FullCollections));
    assert!(young > 0.4 && old > 0.15 && young + old > 0.85 && (young + old + t.unexplained - 1.0).abs() < 1e-9, "{young} {old}");
}

#[test]
fn events_that_slow_requests_bring_about_are_told_as_what_follows() {
    let mut draw = Draw(5);
    let stops = train(3.0, 0.1, &mut draw);
    // a collection comes 150 ms after each stop has begun: the requests before it are slow already
    let after: Vec<(f64, f64)> = stops.iter().map(|s| (s.0 + 0.15, s.0 + 0.25)).collect();
    let t = tail(&served(&stops, &mut draw), &[(event::COLLECTION, "young", &after)]);
    let young = t.source(SourceKind::YoungCollections).expect("seen");
    assert_ne!(young.standing, Standing::Explains, "{young:?}");
}

#[test]
fn a_handful_of_events_tells_nothing() {
    let mut draw = Draw(9);
    let stops = train(40.0, 0.2, &mut draw);
    let t = tail(&served(&stops, &mut draw), &[(event::STOP, "", &stops)]);
    assert_eq!(t.source(SourceKind::Stops).map(|s| s.standing), Some(Standing::TooFew), "{:?}", t.sources);
}

#[test]
fn seconds_in_which_the_cpus_are_slow_explain_what_is_slow_in_them() {
    let mut draw = Draw(13);
    let seconds = |first: usize| (0..28).map(|i| 8 * i + i * 3 % 5 + first).collect::<Vec<usize>>();
    let stops: Vec<(f64, f64)> = seconds(1).iter().map(|s| (*s as f64 + 0.2, *s as f64 + 0.35)).collect();
    let run = run(&served(&stops, &mut draw), &[]);
    let cpus = |slow: &[usize], dearer: f64| {
        let mut run = run.clone();
        testkit::on_cpus(&mut run, 1.5, |s| if slow.contains(&s) { (1.5, dearer) } else { (1.0, 1.0) });
        of(&run).source(SourceKind::SlowCpus).map(|s| (s.standing, s.share, s.events))
    };
    let (standing, share, events) = cpus(&seconds(1), 1.5).expect("seen");
    assert!(standing == Standing::Explains && share > 0.8 && events == 28, "{standing:?} {share} {events}");
    let (standing, share, _) = cpus(&seconds(4), 1.5).expect("seen");
    assert!(standing != Standing::Explains && share == 0.0, "{standing:?}");
    assert_eq!(cpus(&seconds(1), 1.0), None, "CPUs that idle while requests wait for something else");
}

#[test]
fn slow_requests_that_arrive_together_are_one_spike() {
    let of = |moments: &[f64]| spikes(&moments.iter().map(|s| at(*s)).collect::<Vec<_>>());
    assert_eq!([of(&[]), of(&[1.0]), of(&[1.0, 1.1, 1.2, 2.0, 2.3])], [0, 1, 3]);
}
