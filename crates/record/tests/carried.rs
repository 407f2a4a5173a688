//! What requests carried is kept, costs next to nothing where it repeats, and is not made up for old files.

mod common;

use model::{Attempt, Attempts, Carried, LoadSecond, Observation, Outcome, RouteTraffic, Run, RunInfo, RunStatus, Sink, Traffic};
use record::Writer;
use std::path::{Path, PathBuf};

const REQUESTS: i64 = 20_000;

fn write(path: &Path, info: RunInfo, all: Vec<Observation>) -> Run {
    let writer = Writer::create(path, info).unwrap();
    for o in all {
        writer.observe(o);
    }
    writer.finish(RunStatus::Complete).unwrap();
    record::read(path).unwrap().0
}

/// Requests of differing times; `carried` says what the n-th carried.
fn requests(carried: impl Fn(i64) -> Option<Carried>) -> Observation {
    let mut batch = Attempts::new("p", common::at(0));
    for i in 0..REQUESTS {
        let planned = common::at(i);
        let done = planned.plus_ns(1_000_000 + i * 7_919_000 % 3_000_000);
        let attempt = Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok };
        match carried(i) {
            Some(c) => batch.push_carried(&attempt, &c),
            None => batch.push(&attempt),
        }
    }
    Observation::Attempts(batch)
}

fn usual(i: i64) -> Carried {
    let status = if i % 1000 == 7 { 503 } else { 200 };
    Carried { route: Some(0), status, bytes_in: 1_234, bytes_out: Some(180) }
}

#[test]
fn what_requests_carried_comes_back_as_it_was_written() {
    let dir = tempfile::tempdir().unwrap();
    let info = RunInfo { routes: vec!["GET /orders".into(), "buy".into()], ..common::info() };
    let route = RouteTraffic { route: 1, ok: 9, errors: [("timeout".into(), 1)].into(), response_sum_ns: 5, response_hdr: vec![1, 2] };
    let traffic = Traffic { bytes_in: u64::MAX, statuses: [(200, 9)].into(), routes: vec![route], ..Traffic::default() };
    let second = LoadSecond { phase: "p".into(), traffic: Some(traffic.clone()), ..LoadSecond::default() };
    let all = vec![Observation::LoadSecond(second), requests(|i| Some(usual(i))), common::mark(1)];
    let run = write(&dir.path().join("run.tsr"), info, all);
    assert_eq!(run.info.routes, ["GET /orders", "buy"]);
    assert_eq!(run.load[0].traffic, Some(traffic));
    assert!((0..).zip(run.carried_of("p")).all(|(i, (_, c))| c == Some(usual(i))));
    assert_eq!(run.carried_of("p").count() as i64, REQUESTS);
}

#[test]
fn what_repeats_takes_a_tenth_of_a_byte_for_each_request() {
    let dir = tempfile::tempdir().unwrap();
    let size = |name: &str, carried: &dyn Fn(i64) -> Option<Carried>| {
        let path = dir.path().join(name);
        write(&path, common::info(), vec![requests(carried)]);
        std::fs::metadata(path).unwrap().len() as f64
    };
    let (without, with) = (size("without.tsr", &|_| None), size("with.tsr", &|i| Some(usual(i))));
    let each = (with - without) / REQUESTS as f64;
    assert!(each < 0.1, "{each} bytes more for each request, {} before", without / REQUESTS as f64);
}

#[test]
fn an_old_file_does_not_know_what_its_requests_carried() {
    let fixture = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("tests/fixtures/schema-1.tsr");
    let (run, _) = record::read(&fixture).unwrap();
    let carried: Vec<_> = run.carried_of("open-0.6").map(|(_, c)| c).collect();
    assert_eq!(carried, [None; 7]);
    assert!(run.load.iter().all(|s| s.traffic.is_none()) && run.info.routes.is_empty());
}
