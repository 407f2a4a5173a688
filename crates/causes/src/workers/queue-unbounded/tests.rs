//! Told when a queue keeps rising at a steady rate; untested when nothing more was asked than can be done.

use crate::tests::verdict;
use diagnose::{Hypothesis, Status};
use model::{Attempt, Attempts, Outcome, Run, signal};
use testkit::{LevelSpec, RunBuilder};

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("queue-unbounded").unwrap().clone()
}

/// The highest open level is asked for more than it can do: its queue and its answers rise in a straight line.
///
/// ```text
/// queue  ........::::::::||||||||   0 to 400 requests in 8 s
/// ```
fn overfilled(mut run: Run, wobble: f64) -> Run {
    let p = run.phases.iter().find(|p| p.id == "open-0.8").unwrap().clone();
    let mut attempts = Attempts::new(&p.id, p.start);
    for i in 0..1600_i64 {
        let planned = p.start.plus_ns(i * 3_750_000);
        let waited = (1.0 + wobble * ((i % 7) as f64 - 3.0)) * i as f64 * 1.25e6;
        let done = planned.plus_ns(3_000_000 + waited as i64);
        attempts.push(&Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok });
    }
    run.attempts.insert(p.id.clone(), vec![attempts]);
    for ((name, _), series) in &mut run.series {
        if name == signal::WORKERS_QUEUE {
            let mut points: Vec<_> =
                series.t.iter().copied().zip(series.v.iter().copied()).filter(|(t, _)| *t < p.start || *t > p.end.unwrap()).collect();
            points.extend((0..80).map(|i| (p.start.plus_ns(i * 100_000_000), 5.0 * i as f64)));
            points.sort_by_key(|(t, _)| *t);
            (series.t, series.v) = points.into_iter().unzip();
        }
    }
    run
}

#[test]
fn is_told_when_a_queue_keeps_rising_at_a_steady_rate() {
    for wobble in [0.0, 0.03, 0.06] {
        let h = told(overfilled(RunBuilder::new().usual_levels(250.0, |_, l| l).build(), wobble));
        assert!(matches!(h.status, Status::Secondary), "{h:?}");
        assert!(h.weight > 0.6 && h.reason.is("queue-unbounded/rises"), "{h:?}");
    }
}

#[test]
fn is_untested_when_no_more_was_asked_than_can_be_done() {
    let h = told(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!(h.status, Status::Untested);
    assert!(h.reason.is("queue-unbounded/not-overfilled"), "{h:?}");
}

#[test]
fn a_steady_queue_is_no_rising_one() {
    let run = RunBuilder::new()
        .usual_levels(190.0, |f, l| LevelSpec { remote: 50.0, workers: 10.0, worker_queue: if f >= 1.0 { 280.0 } else { 130.0 * f }, ..l })
        .build();
    assert_eq!(told(run).status, Status::Untested);
}

#[test]
fn cannot_be_judged_without_gauges_of_the_workers() {
    let run = RunBuilder::new().without("worker-gauges").usual_levels(300.0, |_, l| l).build();
    assert_eq!(told(run).status, Status::NotObservable);
}
