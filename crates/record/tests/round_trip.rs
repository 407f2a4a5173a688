//! What is observed is what is read: all kinds of observations, any of them, and those of an old file.

mod common;
mod rich;

use model::series::labels;
use model::{Attempt, Attempts, Event, Observation, Outcome, Run, RunInfo, RunStatus, Series, Sink, Timestamp};
use proptest::prelude::*;
use record::{Collector, Fanout, Writer};
use std::path::{Path, PathBuf};

/// Writes `all` and gives the run as it was folded live.
fn write(path: &Path, info: RunInfo, all: Vec<Observation>) -> Run {
    let (writer, live) = (Writer::create(path, info.clone()).unwrap(), Collector::new());
    live.observe(Observation::Info(info));
    let both = Fanout::new(vec![writer.clone(), live.clone()]);
    for o in all {
        both.observe(o);
    }
    writer.finish(RunStatus::Complete).unwrap();
    live.take()
}

#[test]
fn the_file_reads_as_the_run_that_was_folded_live() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run.tsr");
    let live = write(&path, common::info(), all());
    let (run, report) = record::read(&path).unwrap();
    assert!(report.is_whole() && report.frames >= 2 && report.truncated_bytes == 0, "{report:?}");
    assert_eq!((run.status, run.info.clone()), (RunStatus::Complete, common::info()));
    assert_eq!(Run { status: live.status, ended: live.ended, ..run }, live);
}

#[test]
fn a_file_of_each_earlier_schema_reads_on_as_it_was_written() {
    // Written by `remake_the_fixture` below, just before the schema was raised.
    for schema in 1..record::upgrade::CURRENT {
        let (all, report) = record::observations(&fixture(schema)).unwrap();
        assert!(report.is_whole(), "{report:?}");
        assert_eq!(report.upgraded_from, Some(schema));
        let mut expected = vec![Observation::Info(common::info())];
        expected.extend(rich::rich());
        if schema >= 2 {
            expected.extend(rich::since_2());
        }
        if schema >= 3 {
            expected.extend(rich::since_3());
        }
        expected.push(rich::ended());
        assert_eq!(&all[..expected.len()], &expected[..], "schema {schema}");
    }
}

#[test]
#[ignore = "overwrites the fixture of the present schema: cargo test -p record --test round_trip -- --ignored"]
fn remake_the_fixture() {
    let path = fixture(record::upgrade::CURRENT);
    drop(std::fs::remove_file(&path));
    write(&path, common::info(), all().into_iter().chain([rich::ended()]).collect());
}

/// All that the present schema can say.
fn all() -> Vec<Observation> {
    [rich::rich(), rich::since_2(), rich::since_3(), rich::since_4()].concat()
}

fn fixture(schema: u32) -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join(format!("tests/fixtures/schema-{schema}.tsr"))
}

fn any_observation() -> impl Strategy<Value = Observation> {
    let time = || any::<i32>().prop_map(|ms| common::at(i64::from(ms)));
    let point = (time(), any::<f64>().prop_filter("equal to itself", |v| !v.is_nan()));
    let series = (".{0,12}", prop::collection::vec(point, 0..20)).prop_map(|(pool, points)| {
        let mut s = Series::new("db.client.connection.count.used", labels([("pool", &pool)]));
        for (t, v) in points {
            s.push(t, v);
        }
        Observation::Series(s)
    });
    let request = (time(), 0..2_000_000_i64, 0..2_000_000_i64, 0..7_u8);
    let attempts = prop::collection::vec(request, 0..20).prop_map(|all| {
        let mut batch = Attempts::new("saturation", Timestamp::from_ns(0));
        for (planned, late, wait, outcome) in all {
            let (sent, first_byte) = (planned.plus_ns(late), planned.plus_ns(late + wait));
            let outcome = Outcome::from_u8(outcome).unwrap();
            batch.push(&Attempt { planned, sent, first_byte, done: first_byte, outcome });
        }
        Observation::Attempts(batch)
    });
    let event = (time(), any::<i64>(), ".{0,40}")
        .prop_map(|(t, duration_ns, detail)| Observation::Event(Event { t, duration_ns, kind: "mark".into(), detail }));
    prop_oneof![series, attempts, event]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_observations_come_back_in_order(all in prop::collection::vec(any_observation(), 0..12)) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.tsr");
        write(&path, RunInfo::default(), all.clone());
        let (read, report) = record::observations(&path).unwrap();
        prop_assert!(report.is_whole());
        prop_assert_eq!(&read[1..=all.len()], &all[..]);
    }
}
