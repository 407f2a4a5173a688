//! Whether the next limit of a cure is a figure for "at most", or one that a warm service or a higher rate may leave behind.

use super::verdict;
use diagnose::capacity::Prediction;
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// What the cure of connections that are held across a call gives, where a request takes `light` ms of CPU under light load and `heavy` at
/// saturation, 200/s, compilers use so many cores, and the database `beside` of its core.
fn gain(light: f64, heavy: f64, compilers: f64, beside: f64) -> Prediction {
    let spec = |f: f64, l: LevelSpec| LevelSpec {
        pool_wait: if f >= 1.0 { 110.0 } else { 0.2 },
        remote_in_transaction: 48.0,
        database: 2.6,
        database_server: 2.0,
        process_cpu: if f >= 1.0 { heavy } else { light },
        compiler_cores: compilers,
        host: HostSpec { neighbours: vec![("postgres", beside)], ..HostSpec::default() },
        ..l
    };
    let d = verdict(RunBuilder::new().usual_levels(197.0, spec).build());
    d.hypothesis("connection-held-across-remote-call").and_then(|h| h.gain.clone()).expect("a prediction")
}

#[test]
fn what_limits_next_by_a_cost_that_still_falls_is_a_figure_for_at_least() {
    for (light, heavy, compilers, beside, at_least, why) in [
        (0.7, 0.7, 0.0, 0.0, false, "a request costs the same at each load"),
        (1.4, 0.7, 0.0, 0.0, true, "it costs less the more there are, and the CPU is hardly used"),
        (0.7, 0.7, 0.2, 0.0, true, "the compilers are at work: it is not warm"),
        (6.0, 3.5, 0.0, 0.0, false, "most of the CPU is used, so that it was seen nearly full"),
        (1.4, 0.7, 0.0, 0.6, false, "others have most of it"),
    ] {
        let p = gain(light, heavy, compilers, beside);
        assert_eq!(p.is_at_least(), at_least, "{why}: {p:?}");
        assert!(p.model_per_s > p.now_per_s, "{why}: {p:?}");
    }
}
