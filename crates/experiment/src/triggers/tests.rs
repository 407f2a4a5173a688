//! Stops in a simulated queue, brought about by a plan.

use super::*;
use model::Outcome as Answer;

const RATE_PER_S: f64 = 200.0;
const USUAL_MS: f64 = 2.5;

fn plan(pairs: usize) -> Plan {
    let wanted = Wanted {
        cause: "stop-the-world-pauses".into(),
        intervention: ("forced-gc".into(), message!("forced_gc/subject", pid: name("421")), "collections".into()),
        tried_s: 0.2,
        usual_ms: USUAL_MS,
        utilisation: 0.5,
        pairs,
        seed: 7,
    };
    Plan::draw("e1".into(), wanted)
}

/// Requests at random, each served in 2.5 ms by one server that `stops` (begin and length, seconds) hold.
fn served(seconds: f64, stops: &[(f64, f64)]) -> Vec<Attempt> {
    let mut random = StdRng::seed_from_u64(3);
    let (mut at, mut free, mut all) = (0.0_f64, 0.0_f64, Vec::new());
    while at < seconds {
        at += -(1.0 - random.random::<f64>()).ln() / RATE_PER_S;
        let mut begin = at.max(free);
        for (from, length) in stops {
            if begin >= *from && begin < from + length {
                begin = from + length;
            }
        }
        free = begin + USUAL_MS / 1e3;
        let t = |s: f64| Timestamp::from_ns((s * 1e9) as i64);
        all.push(Attempt { planned: t(at), sent: t(at), first_byte: t(free), done: t(free), outcome: Answer::Ok });
    }
    all
}

/// What is seen of a plan whose events stop the server for `stop_s`, as it is told.
fn seen(plan: &Plan, stop_s: f64, others: &[(f64, f64)]) -> Vec<Option<Seen>> {
    let own = plan.moments.iter().filter(|(_, real)| *real).map(|(at, _)| (*at, stop_s));
    let stops: Vec<(f64, f64)> = own.chain(others.iter().copied()).collect();
    let all = served(plan.seconds(), &stops);
    let t = |s: f64| Timestamp::from_ns((s * 1e9) as i64);
    let others: Vec<_> = others.iter().map(|(from, length)| (t(*from), t(from + length))).collect();
    let around = |(at, real): &(f64, bool)| Seen::around(&all, t(*at), if *real { 0.2 } else { 0.0 }, plan, &others);
    plan.moments.iter().map(around).collect()
}

#[test]
fn moments_are_drawn_apart_and_each_pair_has_one_of_each() {
    let p = plan(PAIRS);
    assert!((p.window_s - 1.0).abs() < 1e-9 && (p.seconds() - 24.0 * 2.5).abs() < 1e-9, "{p:?}");
    assert!(p.moments.chunks(2).all(|pair| pair[0].1 != pair[1].1));
    assert!(p.moments.windows(2).all(|m| m[1].0 - m[0].0 >= 1.9 * p.window_s), "windows do not meet");
    assert!(p.moments.iter().any(|m| m.1) && p.moments.chunks(2).any(|c| c[0].1) && p.moments.chunks(2).any(|c| c[1].1));
    assert_eq!(p, plan(PAIRS), "the same seed gives the same plan");
    assert_eq!(serde_json::from_str::<Plan>(&serde_json::to_string(&p).unwrap()).unwrap(), p);
}

#[test]
fn stops_that_hold_requests_are_proven() {
    let p = plan(PAIRS);
    let e = judge(&p, &seen(&p, 0.2, &[]));
    assert_eq!((e.outcome, e.blocks, e.control_flat), (Outcome::Proven, PAIRS, true), "{}", e.sentence);
    assert!(e.sentence.is("triggers/effect"));
}

#[test]
fn trains_of_their_own_do_not_hide_it_and_are_not_proven() {
    let p = plan(PAIRS);
    // a job that stops the service each 1.7 s for as long
    let job: Vec<(f64, f64)> = (0..40).map(|i| (f64::from(i) * 1.7, 0.2)).collect();
    assert_eq!(judge(&p, &seen(&p, 0.2, &job)).outcome, Outcome::Proven);
    let e = judge(&p, &seen(&p, 0.0, &job));
    assert_eq!(e.outcome, Outcome::Contradicted, "stops of 200 ms that nobody felt: {}", e.sentence);
    assert!(e.sentence.is("triggers/nothing-follows"));
}

#[test]
fn another_size_supports_and_little_is_not_shown() {
    let p = plan(PAIRS);
    let e = judge(&p, &seen(&p, 0.8, &[]));
    assert_eq!(e.outcome, Outcome::Supported, "told 0.2 s, felt 0.8 s: {}", e.sentence);
    let few = plan(5);
    assert_eq!(judge(&few, &seen(&few, 0.2, &[])).outcome, Outcome::NotShown);
    let mut cut = seen(&p, 0.2, &[]);
    cut.truncate(9);
    let e = judge(&p, &cut);
    assert_eq!((e.outcome, e.blocks), (Outcome::NotShown, 4), "cut short: {}", e.sentence);
}

#[test]
fn shams_that_move_show_nothing() {
    let p = plan(PAIRS);
    let mut all = seen(&p, 0.2, &[]);
    for (s, _) in all.iter_mut().zip(&p.moments).filter(|(_, (_, real))| !real) {
        s.as_mut().unwrap().after_ms += 30.0;
    }
    let e = judge(&p, &all);
    assert!(e.outcome == Outcome::NotShown && !e.control_flat && e.sentence.is("triggers/sham-moved"), "{}", e.sentence);
}

#[test]
fn stops_that_were_brought_about_are_told_from_those_of_the_service() {
    use model::{Attempts, Event, Observation, Run, event};
    let p = plan(PAIRS);
    let t = |s: f64| Timestamp::from_ns((s * 1e9) as i64);
    let natural: Vec<(f64, f64)> = (0..20).map(|i| (f64::from(i) * 3.1, 0.3)).collect();
    let own: Vec<(f64, f64)> = p.moments.iter().filter(|(_, real)| *real).map(|(at, _)| (*at, 0.2)).collect();
    let mut run = Run::default();
    let mut attempts = Attempts::new("e1-moments", t(0.0));
    let all: Vec<(f64, f64)> = own.iter().chain(&natural).copied().collect();
    for a in served(p.seconds(), &all) {
        attempts.push(&a);
    }
    run.apply(Observation::Attempts(attempts));
    for (at, length) in &all {
        let duration_ns = (length * 1e9) as i64;
        run.apply(Observation::Event(Event { t: t(*at), duration_ns, kind: event::COLLECTION.into(), detail: "old".into() }));
    }
    let reached: Vec<Reached> = p.moments.iter().map(|(at, real)| Reached { at: t(*at), done: t(at + 0.201), real: *real }).collect();
    let by_chance = |r: &Reached| natural.iter().any(|(at, _)| t(*at) >= r.at && t(*at) <= t(0.301).plus_ns(r.at.ns()));
    for r in reached.iter().filter(|r| !by_chance(r)) {
        assert!((r.stopped_s(&run) - if r.real { 0.2 } else { 0.0 }).abs() < 1e-9, "{r:?}");
    }
    // cut short: what was not reached was not seen
    let half = stops::seen(&run, "e1-moments", &p, &reached[..12]);
    assert_eq!((half.len(), half.iter().flatten().count()), (p.moments.len(), 12));
    assert_eq!(judge(&p, &stops::seen(&run, "e1-moments", &p, &reached)).outcome, Outcome::Proven);
}
