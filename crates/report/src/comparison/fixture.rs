//! Runs side by side, for tests: each thing that may become of a cause, and runs of `load`.

use super::{Comparison, Side};
use crate::{Judged, fixture, load};
use diagnose::{Hypothesis, Status};
use model::{Message, message};

fn side(case: fixture::Case) -> Side {
    Side::Judged(Box::new(Judged::new(case.run, case.diagnosis)))
}

/// The same with an id of its own, for the run after.
fn after(mut case: fixture::Case) -> Side {
    case.run.info.id = "1c2d".to_owned();
    case.run.info.name = "orders <fixed>".to_owned();
    side(case)
}

fn of(sides: Vec<Side>) -> Comparison {
    Comparison::of(sides, Vec::new()).expect("they are several")
}

/// A cause that was named, and is contradicted after; the pool is three times as large there.
pub(crate) fn cured() -> Comparison {
    let before = fixture::found();
    let mut fixed = fixture::none();
    let rejected = Hypothesis::new("connection-held-across-remote-call", Status::Rejected, Message::verbatim("contradicted"));
    fixed.diagnosis.hypotheses.push(rejected);
    fixed.run.environment.components = before.run.environment.components.clone();
    fixed.run.environment.components.iter_mut().for_each(|c| c.limit = c.limit.map(|l| l * 3));
    of(vec![side(before), after(fixed)])
}

/// A healthy service in which what was named holds to a small part.
fn lesser() -> fixture::Case {
    let mut case = fixture::none();
    case.diagnosis.hypotheses.push(Hypothesis::new("connection-held-across-remote-call", Status::Secondary, Message::verbatim("a little")));
    case
}

/// Of different URLs, and with warnings.
pub(crate) fn unlike() -> Comparison {
    let different = message!("commands/asked-unlike", what: kind("url"), each: name("http://a/ (7f3a), http://b/ (1c2d)"));
    let sides = vec![side(fixture::none()), after(fixture::found())];
    Comparison::of(sides, vec![different]).expect("they are two")
}

/// The second run judged, against the first of the same kind.
pub(crate) fn all() -> Vec<Comparison> {
    let found = fixture::found;
    let loads = || {
        let mut reports = load::fixture::all().into_iter().map(|c| Side::Load(Box::new(c.report)));
        (reports.next().expect("one"), reports.next().expect("two"))
    };
    let ((a, b), (c, _)) = (loads(), loads());
    vec![
        cured(),
        unlike(),
        of(vec![side(found()), after(found())]),
        of(vec![side(found()), after(fixture::none())]),
        of(vec![side(found()), after(lesser())]),
        of(vec![side(found()), after(fixture::inconclusive())]),
        of(vec![side(found()), after(fixture::generator_limited())]),
        of(vec![side(fixture::inconclusive()), after(found())]),
        of(vec![side(fixture::none()), after(fixture::none())]),
        of(vec![side(found()), side(fixture::inconclusive()), after(fixture::none())]),
        of(vec![side(fixture::full_core()), after(fixture::two_processes())]),
        of(vec![a, b]),
        of(vec![side(found()), c]),
    ]
}
