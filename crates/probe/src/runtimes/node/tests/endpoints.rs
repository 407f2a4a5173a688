//! Calls that the service makes are counted by what they ask for, and nothing of them is kept that may be secret.

use super::{phase, watch};
use crate::Probe as _;
use model::signal;
use std::collections::BTreeMap;

#[test]
fn calls_are_told_by_endpoint_and_status() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    for _ in 0..5 {
        w.service.get("/calls").expect("it answers");
    }
    w.probe.end(&phase("p")).expect("end");
    let run = w.run();
    let last = |s: &model::Series| s.v.last().copied().unwrap_or_default();
    let of = |s: &model::Series| (format!("{} {}", s.label("endpoint"), s.label("status")), last(s));
    let told: BTreeMap<String, f64> = run.series_of(signal::ENDPOINT_COUNT).map(of).collect();
    let host = format!("127.0.0.1:{}", w.service.port);
    let want = [("/hash 200", 10.0), ("/sync 200", 5.0), ("/users/{id}/{id} 404", 5.0)].map(|(of, n)| (format!("GET {host}{of}"), n));
    assert_eq!(told, want.into());
    assert!(run.series_of(signal::ENDPOINT_TIME).count() == 3 && run.series_of(signal::ENDPOINT_TIME).all(|s| last(s) > 0.0));
    // the first asks for two things in turn, the others for the same each time
    let counted = |signal: &str| -> BTreeMap<String, f64> {
        run.series_of(signal).map(|s| (s.label("endpoint").trim_start_matches(&format!("GET {host}")).to_owned(), last(s))).collect()
    };
    let paths = |all: [f64; 3]| -> BTreeMap<String, f64> {
        ["/hash", "/sync", "/users/{id}/{id}"].into_iter().map(str::to_owned).zip(all).collect()
    };
    assert_eq!(counted(signal::ENDPOINT_COMPARED), paths([9.0, 4.0, 4.0]));
    assert_eq!(counted(signal::ENDPOINT_REPEATED), paths([0.0, 4.0, 4.0]));
    assert!(!format!("{run:?}").to_lowercase().contains("unspoken"));
    w.probe.detach().expect("detach");
}
