//! The account of several processes. Little's law holds for each of them: its mean number of requests inside is its throughput times its time inside, and the
//! throughputs add up (`X = sum X_i`). So the parts of the whole are those of the processes, each weighted by its share of the requests.
//!
//! The client sees the mix of their response times, `R = sum s_i R_i`. What of it no part explains is the whole's own and cannot be told apart; it is taken to
//! be the same for each: `R_i = R + inside_i - sum s_j inside_j`. So no account of a process can close where that of the whole does not.

use crate::analysis::{Analysis, ledgers};
use crate::ledger::{Closing, CrossCheck, Ledger, Line};
use crate::level::Level;

/// Gives each process its response time at each level, and returns the accounts of the whole, in the order of `levels`.
pub(super) fn settle(levels: &[Level], each: &mut [Analysis]) -> Vec<Ledger> {
    let accounts: Vec<Ledger> = levels.iter().map(|l| together(l, each)).collect();
    for a in each.iter_mut() {
        for (level, own) in a.levels.iter_mut().zip(&a.ledgers) {
            let Some(whole) = accounts.iter().find(|w| w.phase == own.phase) else { continue };
            if whole.has_stacks {
                let shift_ms = inside_ms(own) - inside_ms(whole);
                level.response_ms += shift_ms;
                level.seconds.iter_mut().for_each(|(sum_ms, n)| *sum_ms += shift_ms * *n);
            }
        }
        for (again, own) in ledgers(a.run, &a.levels).into_iter().zip(&mut a.ledgers) {
            let Some(whole) = accounts.iter().find(|w| w.phase == own.phase) else { continue };
            if whole.has_stacks {
                *own = again;
            }
            own.of_whole = Some(Closing { tolerance_ms: whole.tolerance_ms(), has_stacks: whole.has_stacks });
        }
        a.compare_levels();
    }
    accounts
}

fn inside_ms(l: &Ledger) -> f64 {
    l.lines.iter().map(|l| l.ms).sum()
}

/// The account of a level of all processes.
fn together(level: &Level, each: &[Analysis]) -> Ledger {
    let of = |a: &'_ Analysis| {
        Some((a.levels.iter().find(|l| l.phase.id == level.phase.id)?.share, a.ledgers.iter().find(|l| l.phase == level.phase.id)?.clone()))
    };
    let parts: Vec<(f64, Ledger)> = each.iter().filter_map(of).collect();
    let all: f64 = parts.iter().map(|(share, _)| share).sum();
    let weighted = |f: &dyn Fn(&Ledger) -> f64| parts.iter().map(|(share, l)| share / all * f(l)).sum::<f64>();
    let all_have =
        |f: &dyn Fn(&Ledger) -> Option<f64>| parts.iter().all(|(_, l)| f(l).is_some()).then(|| weighted(&|l| f(l).unwrap_or(0.0)));
    let mut whole = Ledger::of(level);
    if parts.is_empty() {
        return whole;
    }
    whole.lines = lines(&parts, all);
    whole.unexplained_ms = whole.response_ms - inside_ms(&whole);
    // the errors of all rest on the same requests: they may all point the same way
    whole.unexplained_se_ms = weighted(&|l| l.unexplained_se_ms);
    whole.cpu_ms = weighted(&|l| l.cpu_ms);
    whole.scheduler_cpu_ms = all_have(&|l| l.scheduler_cpu_ms);
    whole.run_queue_bound_ms = all_have(&|l| l.run_queue_bound_ms);
    whole.cross_checks = cross_checks(&parts, all);
    whole.has_stacks = parts.iter().all(|(_, l)| l.has_stacks);
    whole
}

fn lines(parts: &[(f64, Ledger)], all: f64) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (share, line) in parts.iter().flat_map(|(share, l)| l.lines.iter().map(move |line| (share / all, line))) {
        match lines.iter_mut().find(|l| l.is_same(line)) {
            Some(l) => {
                l.ms += share * line.ms;
                l.samples = l.samples.zip(line.samples).map(|(a, b)| a + b);
                l.upper_bound |= line.upper_bound;
            }
            None => lines.push(Line { ms: share * line.ms, ..line.clone() }),
        }
    }
    lines
}

fn cross_checks(parts: &[(f64, Ledger)], all: f64) -> Vec<CrossCheck> {
    let mut checks: Vec<CrossCheck> = Vec::new();
    for (share, check) in parts.iter().flat_map(|(share, l)| l.cross_checks.iter().map(move |c| (share / all, c))) {
        match checks.iter_mut().find(|c| c.of == check.of) {
            Some(c) => {
                c.gauge_ms += share * check.gauge_ms;
                c.stacks_ms += share * check.stacks_ms;
                c.agree &= check.agree;
            }
            None => checks.push(CrossCheck { gauge_ms: share * check.gauge_ms, stacks_ms: share * check.stacks_ms, ..check.clone() }),
        }
    }
    checks
}
