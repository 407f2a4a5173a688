//! Holds when the server has no CPU left and statements stretch; rejected when it has room.

use crate::tests::{before, verdict};
use diagnose::Status;
use testkit::{LevelSpec, RunBuilder};

fn busy(database_cpu: f64, at_saturation_ms: f64) -> model::Run {
    RunBuilder::new()
        .usual_levels(400.0, |f, l| LevelSpec {
            database_cpu,
            database: if f >= 1.0 { at_saturation_ms } else { 3.0 },
            database_server: if f >= 1.0 { at_saturation_ms } else { 2.8 },
            pool_size: 20.0,
            ..l
        })
        .build()
}

#[test]
fn holds_when_statements_stretch_on_a_full_cpu() {
    let h = verdict(busy(2.4, 24.0)).hypothesis("database-cpu-saturated").unwrap().clone();
    // preview: supported by itself, told as secondary by the judge
    assert_eq!(h.status, Status::Secondary);
    assert!(h.weight > 0.6, "{h:?}");
}

#[test]
fn is_rejected_when_the_server_has_room() {
    assert_eq!(verdict(busy(0.5, 3.2)).hypothesis("database-cpu-saturated").unwrap().status, Status::Rejected);
    assert_eq!(verdict(before(10.0)).hypothesis("database-cpu-saturated").unwrap().status, Status::Rejected);
}
