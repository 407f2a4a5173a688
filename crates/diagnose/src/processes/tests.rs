//! Views and accounts on built runs of several processes: each has the figures that a run of it alone would have.

use super::*;
use crate::ledger::Ledger;
use crate::level::Level;
use model::signal;
use testkit::{LevelSpec, RunBuilder, together};

/// A process that holds connections across a call of `remote` ms and waits `pool_wait` ms for one, on CPU `cpu`.
fn run(cpu: u32, per_s: f64, remote: f64, pool_wait: f64) -> Run {
    let shape = |f: f64, l: LevelSpec| LevelSpec { remote_in_transaction: remote, pool_wait: pool_wait * f, ..l };
    RunBuilder::new().on_cpus(&[cpu]).usual_levels(per_s, shape).build()
}

fn analyses(runs: &[Run], whole: &Run) -> Vec<Ledger> {
    let mut each: Vec<Analysis> = runs.iter().map(Analysis::of).collect();
    let whole = Analysis::of(whole);
    let accounts = account::settle(&whole.levels, &mut each);
    each.into_iter().map(|a| a.ledgers[2].clone()).chain([accounts[2].clone()]).collect()
}

fn views(whole: &Run) -> Vec<Run> {
    whole.environment.processes().filter_map(|t| whole.of_process(t.pid)).collect()
}

#[test]
fn a_view_has_the_throughput_hold_and_cpu_of_a_run_of_the_process_alone() {
    let (fast, slow) = (run(0, 400.0, 10.0, 0.0), run(2, 100.0, 48.0, 30.0));
    let alone: Vec<Analysis> = [&fast, &slow].into_iter().map(Analysis::of).collect();
    let whole = together(vec![(7, 8081, fast.clone()), (8, 8082, slow.clone())]);
    let views = views(&whole);
    let seen: Vec<Analysis> = views.iter().map(Analysis::of).collect();
    for (alone, seen) in alone.iter().zip(&seen) {
        let (a, s) = (&alone.levels[2], &seen.levels[2]);
        assert!((s.throughput_per_s / a.throughput_per_s - 1.0).abs() < 0.01, "{} {}", s.throughput_per_s, a.throughput_per_s);
        assert!((s.pools[0].hold_ms / a.pools[0].hold_ms - 1.0).abs() < 0.02, "{} {}", s.pools[0].hold_ms, a.pools[0].hold_ms);
        let cpu = |l: &Level| l.scheduler.as_ref().unwrap().process_cpu_ms;
        assert!((cpu(s) / cpu(a) - 1.0).abs() < 0.02, "{} {}", cpu(s), cpu(a));
        let database = |l: &Level| l.database.as_ref().unwrap().cpu_ms.unwrap();
        assert!((database(s) - 0.3).abs() < 0.02, "{} of {}", database(s), database(a));
    }
}

#[test]
fn response_times_that_only_the_mix_shows_are_told_apart() {
    let (fast, slow) = (run(0, 100.0, 10.0, 0.0), run(2, 100.0, 48.0, 30.0));
    let responses = [&fast, &slow].map(|r| Analysis::of(r).levels[2].response_ms);
    let whole = together(vec![(7, 8081, fast), (8, 8082, slow)]);
    let [a, b, all] = &analyses(&views(&whole), &whole)[..] else { panic!("three accounts") };
    assert!(
        (a.response_ms - responses[0]).abs() < 1.0 && (b.response_ms - responses[1]).abs() < 1.0,
        "{} {} {responses:?}",
        a.response_ms,
        b.response_ms
    );
    assert!((all.response_ms - f64::midpoint(responses[0], responses[1])).abs() < 1.0, "{}", all.response_ms);
    assert!(all.closes() && a.closes() && b.closes(), "{} {} {}", all.unexplained_ms, a.unexplained_ms, b.unexplained_ms);
}

#[test]
fn no_account_of_a_process_closes_where_that_of_the_whole_does_not() {
    let hidden = |f: f64, l: LevelSpec| LevelSpec { hidden: 30.0 * f.max(1.0), ..l };
    let run = |cpu| RunBuilder::new().on_cpus(&[cpu]).usual_levels(100.0, hidden).build();
    let whole = together(vec![(7, 8081, run(0)), (8, 8082, run(2))]);
    let all = analyses(&views(&whole), &whole);
    assert!(all.iter().all(|l| !l.closes() && (l.unexplained_ms - 30.0).abs() < 1.0), "{all:#?}");
}

#[test]
fn brothers_on_one_core_fill_it_together() {
    let busy = || RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { cpu_framework: 4.6, process_cpu: 4.8, ..l }).build();
    let whole = together(vec![(7, 8081, busy()), (8, 8082, busy())]);
    for view in views(&whole) {
        let a = Analysis::of(&view);
        let cpu = a.resource(crate::saturation::ResourceKind::TargetCpu).unwrap();
        assert!(cpu.saturated && (cpu.limit - 0.5).abs() < 0.01, "{cpu:?}");
        assert_eq!(a.crowded_cpus(), None, "a brother is no neighbour");
    }
}

#[test]
fn requests_that_were_not_counted_by_process_leave_it_open() {
    let mut whole = together(vec![(7, 8081, run(0, 100.0, 10.0, 0.0)), (8, 8082, run(2, 100.0, 10.0, 0.0))]);
    let name = |d: &Diagnosis| (d.verdict.status, d.verdict.reason.is("processes/not-counted"));
    whole.series.retain(|(s, _), _| s != signal::SERVED_SEGMENTS);
    let d = crate::diagnose(&whole, &[]);
    assert_eq!(name(&d), (crate::VerdictStatus::Inconclusive, true), "{:?}", d.verdict);
    assert_eq!(d.levels.len(), 4, "what the client saw is told all the same");
}
