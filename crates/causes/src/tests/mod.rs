//! Rules about causes, and built runs that several causes are tested on.

mod adversaries;
pub(crate) mod built;
pub(crate) mod built_start;
pub(crate) mod built_tail;
pub(crate) mod cache;
mod callbacks;
mod ceilings;
mod failing;
pub(crate) mod full_core;
pub(crate) mod opened;
mod provenance;
mod simulated;
mod uneven;

use crate::ALL;
use diagnose::{Diagnosis, VerdictStatus, diagnose};
use model::{Run, Value};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

/// The verdict of all causes on a run. Whatever they claim, it must be told where they have it from.
#[expect(clippy::needless_pass_by_value, reason = "a run is built for one verdict")]
pub(crate) fn verdict(run: Run) -> Diagnosis {
    let d = diagnose(&run, ALL);
    provenance::check(&run, &d);
    d
}

/// A service that holds each of `pool` connections for 50.7 ms, 48 ms of it in a remote call inside the transaction.
pub(crate) fn before(pool: f64) -> Run {
    let knee = pool / 0.0507;
    RunBuilder::new()
        .usual_levels(knee, |f, l| LevelSpec {
            pool_size: pool,
            pool_wait: if f >= 1.0 {
                110.0
            } else if f > 0.7 {
                3.5
            } else {
                0.2
            },
            remote_in_transaction: 48.0,
            database: 2.6,
            database_server: 2.0,
            ..l
        })
        .build()
}

#[test]
fn a_healthy_service_is_not_accused() {
    let d = verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build());
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
}

#[test]
fn a_healthy_service_whose_run_was_cut_short_gets_no_clean_bill() {
    for status in [model::RunStatus::Partial, model::RunStatus::Aborted] {
        let run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
        let d = verdict(Run { status, ..run });
        assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
        assert!(d.verdict.reason.is("judge/cut-short"), "{}", d.verdict.reason);
    }
}

#[test]
fn time_lost_between_client_and_service_is_blamed_on_nobody() {
    let hidden = |run: RunBuilder| {
        run.usual_levels(190.0, |f, l| LevelSpec {
            hidden: 30.0,
            pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
            remote_in_transaction: 10.0,
            ..l
        })
    };
    let run = hidden(RunBuilder::new()).build();
    let d = verdict(run.clone());
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/account-open"), "{}", d.verdict.reason);
    let open = d.ledgers.iter().filter(|l| !l.closes()).map(|l| l.phase.clone()).take(diagnose::judge::MOST_AGAIN);
    assert_eq!(diagnose::judge::deciding(&run, crate::ALL), open.collect::<Vec<_>>(), "these are worth another look");
}

#[test]
fn a_lock_that_no_cause_explains_is_inconclusive() {
    let d = verdict(RunBuilder::new().usual_levels(200.0, |f, l| LevelSpec { lock: if f >= 1.0 { 60.0 } else { 2.0 * f }, ..l }).build());
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/wait-grows-unexplained"), "{}", d.verdict.reason);
    assert_eq!(d.verdict.reason.arg("what"), Some(&Value::kind("locks")));
}

#[test]
fn the_pool_is_what_most_is_blamed_on() {
    let all = crate::often_blamed();
    assert_eq!(all.first(), Some(&"connection-pool-too-small"), "as the field reports say");
    assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len());
}

#[test]
fn ids_are_kebab_case_and_decoys_exist() {
    for c in ALL {
        assert!(c.id().chars().all(|x| x.is_ascii_lowercase() || x == '-'), "{}", c.id());
        for d in c.decoys() {
            assert!(crate::find(d).is_some(), "{} names the decoy {d}, which is no cause", c.id());
        }
        for d in c.yields_to() {
            assert!(crate::find(d).is_some_and(|o| o.decoys().contains(&c.id())), "{} yields to {d}, which does not look like it", c.id());
        }
    }
}

#[test]
fn every_page_has_its_headings_in_order() {
    for c in ALL {
        let page = c.page();
        assert!(page.starts_with(&format!("# {}\n", c.id())), "{}", c.id());
        let mut from = 0;
        for heading in ["Symptom", "Decoy", "Evidence", "Experiment", "Fix", "Verify", "Sources"] {
            let at = page[from..].find(&format!("\n## {heading}\n"));
            from += at.unwrap_or_else(|| panic!("{} has no heading {heading} in its place", c.id()));
        }
    }
}

#[test]
fn the_same_run_gives_the_same_verdict() {
    let (a, b) = (verdict(before(10.0)), verdict(before(10.0)));
    assert_eq!(a.verdict, b.verdict);
    assert_eq!(a.hypotheses, b.hypotheses);
}

/// A service on an event loop that does 800/s with busy connections, 1.2 ms each; at 0.8 of that, requests cost `cost_ms`, it does 600/s
/// and the rest piles up.
fn piled_up(light_ms: f64, cost_ms: f64) -> Run {
    let mut run = RunBuilder::node(2)
        .usual_loop_levels(800.0, |f, l| match f {
            f if f >= 1.0 => LoopSpec { framework: 1.2, delay: 15.0, ..l },
            0.8 => LoopSpec { framework: cost_ms, per_s: 600.0, delay: 2.0, ..l },
            0.3 => LoopSpec { framework: light_ms, ..l },
            _ => LoopSpec { framework: 1.2, ..l },
        })
        .build();
    wait_before_sending(&mut run);
    run
}

/// Requests of the level at 0.8 wait for a second before they are sent.
fn wait_before_sending(run: &mut Run) {
    for batch in run.attempts.iter_mut().filter(|(phase, _)| phase.contains("0.8")).flat_map(|(_, batches)| batches) {
        for (planned, late) in batch.planned_us.iter_mut().zip(&mut batch.late_us) {
            *planned -= 1_000_000;
            *late += 1_000_000;
        }
    }
}

/// A service whose database has no CPU left at 400/s with busy connections; at 0.8 it does 320/s for `cpu_ms` of its CPU each, and the rest
/// piles up.
fn piled_up_before_a_database(cpu_ms: f64) -> Run {
    let level = |f: f64, l: LevelSpec| match f {
        f if f >= 1.0 => LevelSpec { database_cpu: 2.48, database: 24.0, database_server: 24.0, pool_size: 20.0, ..l },
        0.8 => LevelSpec { database_cpu: cpu_ms, per_s: 320.0, database: 3.0, database_server: 2.8, pool_size: 20.0, ..l },
        _ => LevelSpec { database_cpu: 3.0, database: 3.0, database_server: 2.8, pool_size: 20.0, ..l },
    };
    let mut run = RunBuilder::new().usual_levels(400.0, level).build();
    wait_before_sending(&mut run);
    run
}

#[test]
fn what_piles_up_where_the_databases_cpu_is_full_needs_no_other_explanation() {
    let d = verdict(piled_up_before_a_database(3.05));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    // the database has time left
    let d = verdict(piled_up_before_a_database(1.2));
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/wait-before-sending"), "{}", d.verdict.reason);
}

#[test]
fn what_piles_up_where_the_event_loop_is_full_needs_no_other_explanation() {
    let d = verdict(piled_up(1.6, 1.65));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    // the loop has time left; and it has none, because something makes requests dearer
    for (light_ms, cost_ms) in [(1.2, 1.2), (1.2, 1.65)] {
        let d = verdict(piled_up(light_ms, cost_ms));
        assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
        assert!(d.verdict.reason.is("judge/wait-before-sending"), "{}", d.verdict.reason);
    }
}
