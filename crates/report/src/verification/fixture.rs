//! Verifications for tests: one of each answer.

use super::{Held, Measured, Moved, Noise, Pair, Verification, Warm};

/// Twice as much after, in eight pairs, of which one was left out.
pub(crate) fn better() -> Verification {
    let pairs = [
        (200.4, 417.0),
        (198.2, 421.5),
        (203.9, 426.1),
        (197.7, 410.3),
        (199.0, 425.2),
        (201.5, 419.9),
        (150.2, 166.0),
        (202.2, 424.4),
        (200.8, 418.7),
    ];
    let pair = |(i, (before, after)): (usize, &(f64, f64))| Pair {
        number: i + 1,
        first: if i % 4 == 0 || i % 4 == 3 { "before" } else { "after" }.to_owned(),
        before: *before,
        after: *after,
        counts: i != 6,
    };
    let moved = |(quantile, ratio): (f64, f64)| Moved { quantile, ratio, band: [ratio - 0.03, ratio + 0.02] };
    Verification {
        run: "7f3a".to_owned(),
        started_at: "2026-11-18T11:06:40.000Z".to_owned(),
        tool_version: "0.1.0".to_owned(),
        baseline: Some("http://127.0.0.1:8081/orders".to_owned()),
        after: Some("http://127.0.0.1:8082/orders".to_owned()),
        verdict: "improved".to_owned(),
        metrics: vec![Measured {
            name: Some("throughput".to_owned()),
            verdict: "improved".to_owned(),
            pairs: 8,
            ratio: 2.1,
            ci: [Some(2.05), Some(2.15)],
            robust_ratio: 2.098,
            sign_flip_p: 0.0078,
            tests_agree: true,
            smallest_effect: Some(0.03),
            means: Some([200.5, 420.4]),
        }],
        shift: [(0.1, 0.51), (0.5, 0.48), (0.9, 0.47), (0.95, 0.45), (0.99, 0.5), (0.999, 0.62)].map(moved).into(),
        noise: Some(Noise { pairs: 6, sd: 0.012, detectable: 0.0081 }),
        pairs: pairs.iter().enumerate().map(pair).collect(),
        held: Some(Held {
            from_start: false,
            connections: Some(32),
            rate_per_s: None,
            settle_s: 2.0,
            measured_s: 10.0,
            seed: 1,
            warm: Some(Warm { per_s: [201.0, 423.0], state: "steady".to_owned() }),
        }),
    }
}

/// What older versions have kept: nothing but the answer.
pub(crate) fn bare() -> Verification {
    let whole = better();
    Verification {
        pairs: Vec::new(),
        held: None,
        noise: None,
        run: String::new(),
        started_at: String::new(),
        tool_version: String::new(),
        ..whole
    }
}

/// Two starts of which none is clearly better.
pub(crate) fn starts() -> Verification {
    let whole = better();
    let measured = Measured {
        name: Some("mean".to_owned()),
        verdict: "inconclusive".to_owned(),
        pairs: 4,
        ratio: 0.97,
        ci: [None, None],
        tests_agree: false,
        smallest_effect: Some(0.05),
        means: Some([31.2, 30.1]),
        ..whole.metrics[0].clone()
    };
    Verification {
        baseline: Some("java -jar old.jar".to_owned()),
        after: Some("java -jar new.jar <b>".to_owned()),
        verdict: "inconclusive".to_owned(),
        metrics: vec![measured],
        noise: None,
        shift: Vec::new(),
        held: Some(Held {
            from_start: true,
            connections: None,
            rate_per_s: Some(100.0),
            settle_s: 0.0,
            measured_s: 60.0,
            seed: 3,
            warm: None,
        }),
        ..whole
    }
}

/// One of each.
pub(crate) fn all() -> Vec<Verification> {
    let whole = better();
    let same = Verification { verdict: "same".to_owned(), ..whole.clone() };
    let worse = Verification { verdict: "worse".to_owned(), ..whole.clone() };
    vec![whole, same, worse, bare(), starts()]
}
