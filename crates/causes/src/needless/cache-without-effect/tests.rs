//! Told where nearly every request runs what stands behind a cache; silent where most do not, and where there is no cache.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::{Diagnosis, Hypothesis, Status};
use model::Run;

const BEHIND: [&str; 3] =
    ["shop.orders.OrderController.list", "org.springframework.cache.interceptor.CacheAspectSupport.execute", "shop.orders.Orders.sorted"];

fn heard(d: &Diagnosis) -> &Hypothesis {
    d.hypothesis("cache-without-effect").expect("heard")
}

/// Each request takes 0.85 ms of 0.9 ms of CPU in code behind a cache.
fn behind() -> Run {
    full_core_of(&BEHIND, 0.85, 1.0)
}

#[test]
fn what_every_request_does_behind_a_cache_is_told_beside_the_verdict() {
    let d = verdict(behind());
    let h = heard(&d);
    assert_eq!((h.status, h.site.as_str()), (Status::Secondary, "Orders.sorted"), "{h:#?}");
    assert!(h.reason.says("cache-without-effect/below"), "{}", h.reason);
}

#[test]
fn without_a_cache_nothing_is_said() {
    let d = verdict(full_core_of(&[BEHIND[0], BEHIND[2]], 0.6, 1.0));
    assert_eq!(heard(&d).status, Status::Rejected, "{:#?}", heard(&d));
}

#[test]
fn a_cache_that_finds_something_for_most_requests_is_not_told() {
    let mut run = behind();
    let light = run.measured_phases().find(|p| p.is_open()).expect("an open level").id.clone();
    // nine of ten requests are answered at once, the tenth takes ten times as long
    for batch in run.attempts.get_mut(&light).expect("requests") {
        for i in 0..batch.wait_us.len() {
            batch.wait_us[i] = if i % 10 == 0 { batch.wait_us[i] * 9 } else { batch.wait_us[i] / 9 };
        }
    }
    assert_eq!(heard(&verdict(run.clone())).status, Status::Rejected, "{:#?}", heard(&verdict(run)));
}
