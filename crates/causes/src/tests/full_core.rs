//! What is tested of each cause that owns a full core.

use super::built::full_core_of;
use super::verdict;
use diagnose::{Status, VerdictStatus};

/// `cause` is named where `stack`, which own code at line 41 asks for, fills a core; told where the core has room; silent where it is
/// little.
pub(crate) fn owns_the_core(cause: &str, stack: &[&str]) {
    let d = verdict(full_core_of(stack, 0.6, 1.0));
    assert_eq!(d.verdict.cause, Some(cause), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "OrderController.list:41");
    let gain = d.primary().expect("named").gain.clone().expect("a bound");
    assert!(gain.bound_per_s > 1.5 * gain.now_per_s, "{gain:?}");

    let d = verdict(full_core_of(stack, 0.1, 1.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "a little of it is nothing: {:#?}", d.verdict);
    assert_eq!(d.hypothesis(cause).expect("heard").status, Status::Rejected);

    let d = verdict(full_core_of(stack, 0.6, 0.4));
    let status = d.hypothesis(cause).expect("heard").status;
    assert_eq!((d.verdict.cause, status), (None, Status::Secondary), "the core has room: {:#?}", d.verdict);
}

/// A service of which `stack` takes between a sixth and what `cause` is named at is not called healthy.
pub(crate) fn is_undecided_below_its_name(cause: &str, stack: &[&str]) {
    let d = verdict(full_core_of(stack, 0.22, 1.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let h = d.hypothesis(cause).expect("heard");
    assert_eq!(h.status, Status::Untested, "{h:#?}");
    assert!(h.reason.is("facts/cpu-owned-less"), "{}", h.reason);
}

#[test]
fn whoever_gives_its_core_away_waits_for_it_and_computes_nothing() {
    let yields = full_core_of(&["com.zaxxer.hikari.util.ConcurrentBag.requite", "java.lang.Thread.yield"], 0.6, 1.0);
    let d = verdict(yields);
    let account = d.cpu.last().expect("the core is divided");
    let pool = account.purpose_ms(diagnose::cpu::Purpose::ConnectionPool);
    assert!(account.share(pool) < 0.05, "{:?}", account.parts);
    let light = d.cpu.first().expect("a light level");
    let spins = light.share(light.purpose_ms(diagnose::cpu::Purpose::ConnectionPool));
    assert!(spins > 0.1, "with a core to itself it spins: {:?}", light.parts);
}
