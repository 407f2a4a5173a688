//! The rules of the judge, in the order in which they are asked. `tightspot explain rules` prints them.
//!
//! First what refuses a verdict, then what forbids a name; then the causes are ranked. Where none may be named, what forbids a clean bill and what gives
//! one are asked in turn, and the first that holds decides. Sources: DESIGN section 3, CAUSES section 4.

mod account;
mod crowded;
mod failures;
mod hints;
mod limits;
mod measured;
mod start;
mod tail;
mod uneven;
mod waits;

pub(crate) use failures::WAITED;
pub(super) use waits::level_before_sending;

use super::rule::{Effect, Rule};
use crate::verdict::VerdictStatus::{GeneratorLimited, Inconclusive};

use Effect::{Clears, ForbidsCleanBill, ForbidsClearing, ForbidsNames, LowersEvidence, Refuses};

/// All rules, in order.
pub const RULES: &[Rule] = &[
    Rule { id: "nothing-measured", effect: Refuses(Inconclusive), holds: measured::nothing },
    Rule { id: "generator-limited", effect: Refuses(GeneratorLimited), holds: measured::generator },
    Rule { id: "requests-failed", effect: ForbidsNames, holds: failures::failed },
    Rule { id: "level-unanswered", effect: ForbidsNames, holds: measured::unanswered },
    Rule { id: "requests-unseen", effect: ForbidsNames, holds: account::requests_unseen },
    Rule { id: "account-open", effect: ForbidsNames, holds: account::open },
    Rule { id: "decoy-of-undecided", effect: ForbidsNames, holds: hints::decoy_of_undecided },
    Rule { id: "name-nearly-falls", effect: LowersEvidence, holds: hints::name_nearly_falls },
    Rule { id: "cpus-taken-by-others", effect: ForbidsCleanBill, holds: crowded::cpus },
    Rule { id: "database-cpus-taken-by-others", effect: ForbidsCleanBill, holds: crowded::database },
    Rule { id: "wait-grows-unexplained", effect: ForbidsCleanBill, holds: waits::grows },
    Rule { id: "memory-unfreed", effect: ForbidsCleanBill, holds: waits::memory },
    Rule { id: "wait-before-sending", effect: ForbidsCleanBill, holds: waits::before_sending },
    Rule { id: "quota-used-up", effect: ForbidsCleanBill, holds: limits::quota_used_up },
    Rule { id: "full-cpu-without-stacks", effect: ForbidsCleanBill, holds: limits::without_stacks },
    Rule { id: "full-cpu-compiles", effect: ForbidsCleanBill, holds: limits::compiles },
    Rule { id: "full-cpu-of-other-threads", effect: ForbidsCleanBill, holds: limits::of_other_threads },
    Rule { id: "full-cpu-collects", effect: ForbidsCleanBill, holds: limits::collects },
    Rule { id: "full-database-unseen", effect: ForbidsCleanBill, holds: limits::database_unseen },
    Rule { id: "full-database-tables-uncounted", effect: ForbidsCleanBill, holds: limits::database_tables_uncounted },
    Rule { id: "full-loop-blocked", effect: ForbidsCleanBill, holds: limits::loop_blocked },
    Rule { id: "never-warm", effect: ForbidsCleanBill, holds: limits::never_warm },
    Rule { id: "costs-more-under-load", effect: ForbidsCleanBill, holds: limits::costs_more },
    Rule { id: "full-database-undecided", effect: ForbidsCleanBill, holds: hints::database_undecided },
    Rule { id: "limit-reached", effect: Clears, holds: limits::reached },
    Rule { id: "full-and-hardly-more-cpu", effect: Clears, holds: limits::hardly_more },
    Rule { id: "full-unexplained", effect: ForbidsCleanBill, holds: waits::full_unexplained },
    Rule { id: "bends-without-stacks", effect: ForbidsCleanBill, holds: waits::bends_without_stacks },
    Rule { id: "hardly-more-cpu", effect: Clears, holds: limits::nearly_full },
    Rule { id: "bends-unexplained", effect: ForbidsCleanBill, holds: waits::bends_unexplained },
    Rule { id: "cut-short", effect: ForbidsCleanBill, holds: measured::cut_short },
    Rule { id: "start-slow-by-preview", effect: ForbidsCleanBill, holds: start::slow_by_preview },
    Rule { id: "start-slow", effect: ForbidsCleanBill, holds: start::slow },
    Rule { id: "start-compiles", effect: ForbidsCleanBill, holds: start::compiles },
    Rule { id: "start-quick", effect: Clears, holds: start::quick },
    Rule { id: "tail-by-preview", effect: ForbidsCleanBill, holds: tail::long_by_preview },
    Rule { id: "tail-unexplained", effect: ForbidsCleanBill, holds: tail::unexplained },
    Rule { id: "tail-short", effect: Clears, holds: tail::short },
    Rule { id: "no-bend", effect: Clears, holds: measured::no_bend },
    Rule { id: "cpu-account-open", effect: ForbidsClearing, holds: account::cpu_open },
    Rule { id: "some-seconds-slow", effect: ForbidsClearing, holds: uneven::seconds },
    Rule { id: "preview-explains", effect: ForbidsClearing, holds: hints::preview_explains },
    Rule { id: "candidate-undecided", effect: ForbidsClearing, holds: hints::undecided },
    Rule { id: "cure-pays", effect: ForbidsClearing, holds: hints::cure_pays },
    Rule { id: "candidate-nearly-holds", effect: ForbidsClearing, holds: hints::nearly_holds },
    Rule { id: "rule-nearly-holds", effect: ForbidsClearing, holds: hints::rule_nearly_holds },
];
