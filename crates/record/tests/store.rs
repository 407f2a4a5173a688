//! The names by which users call runs, and what a listing shows without reading the runs.

use model::{RunInfo, RunStatus};
use record::{Error, Store};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A store with runs of the given ids, one second after the other.
fn store(dir: &Path, ids: &[&str]) -> Store {
    let store = Store::open(Some(&dir.join("deep/runs"))).unwrap();
    for (n, id) in (0..).zip(ids) {
        let info = RunInfo { id: (*id).into(), started_unix_ns: n * 1_000_000_000, ..RunInfo::default() };
        store.begin(info).unwrap().finish(RunStatus::Complete).unwrap();
    }
    store
}

#[test]
fn names_lead_to_runs() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &["a1b2c3", "a1ffff", "a1ff", "77aa00"]);
    let elsewhere = dir.path().join("run.tsr");
    std::fs::copy(store.path_of("77aa00"), &elsewhere).unwrap();
    for (name, expected) in
        [("last", "77aa00"), ("last~0", "77aa00"), ("last~3", "a1b2c3"), ("a1b", "a1b2c3"), ("7", "77aa00"), ("a1ff", "a1ff")]
    {
        assert_eq!(store.resolve(name).unwrap(), store.path_of(expected), "{name}");
    }
    assert_eq!(store.resolve(elsewhere.to_str().unwrap()).unwrap(), elsewhere);
}

#[test]
fn a_name_that_leads_nowhere_or_to_several_says_what_is_near() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &["a1b2c3", "a1ffff", "77aa00"]);
    let said = |name: &str| store.resolve(name).unwrap_err().to_string();
    assert!(said("a1b9").ends_with("none; nearest: a1b2c3, a1ffff, 77aa00"), "{}", said("a1b9"));
    assert!(said("a1").ends_with("2 runs begin so: a1ffff, a1b2c3"), "{}", said("a1"));
    assert!(said("last~3").starts_with("find run \"last~3\""), "{}", said("last~3"));
    assert!(matches!(store.resolve("last~x"), Err(Error::NoSuchRun { .. })));
    assert!(matches!(store.resolve(""), Err(Error::NoSuchRun { .. })));
    assert!(matches!(store.resolve("gone.tsr"), Err(Error::Io { .. })));
}

#[test]
fn the_last_run_is_the_last_that_has_ended() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &[]);
    let begin = |id: &str, started_unix_ns| store.begin(RunInfo { id: id.into(), started_unix_ns, ..RunInfo::default() }).unwrap();
    let (first, second) = (begin("aaaaaa", 1), begin("bbbbbb", 2));
    let said = store.resolve("last").unwrap_err().to_string();
    assert!(said.ends_with("none has ended; still going: bbbbbb, aaaaaa"), "{said}");
    first.finish(RunStatus::Complete).unwrap();
    assert_eq!(store.resolve("last").unwrap(), store.path_of("aaaaaa"));
    assert!(matches!(store.resolve("last~1"), Err(Error::NoSuchRun { .. })));
    assert_eq!(store.resolve("b").unwrap(), store.path_of("bbbbbb"), "one that goes on is meant by its id");
    second.finish(RunStatus::Complete).unwrap();
    assert_eq!(store.resolve("last").unwrap(), store.path_of("bbbbbb"));
}

#[test]
fn an_empty_store_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let error = store(dir.path(), &[]).resolve("last").unwrap_err().to_string();
    assert!(error.ends_with("there is no run yet"), "{error}");
}

#[test]
fn listing_tells_ended_running_and_unreadable_apart() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &["aaaaaa"]);
    std::fs::write(store.path_of("broken"), "not a run").unwrap();
    std::fs::write(store.dir().join("notes.txt"), "not a run either").unwrap();
    let info = RunInfo { name: "evening".into(), started_unix_ns: 5, ..RunInfo::default() };
    let writer = store.begin(info).unwrap();
    let listing = store.list().unwrap();
    let seen: Vec<_> = listing.runs.iter().map(|r| (r.summary.info.name.as_str(), r.summary.status, r.summary.running)).collect();
    assert_eq!(seen, [("evening", RunStatus::Partial, true), ("", RunStatus::Complete, false)]);
    assert_eq!(listing.unreadable.len(), 1);
    writer.finish(RunStatus::Aborted).unwrap();
    drop(writer);
    let after = &store.list().unwrap().runs[0];
    assert_eq!((after.summary.status, after.summary.running), (RunStatus::Aborted, false));
    assert_eq!(after.summary.bytes, after.path.metadata().unwrap().len());
}

#[test]
fn new_runs_get_short_ids_of_their_own_and_files_for_their_owner_only() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &[]);
    let writers: Vec<_> = (0..20).map(|_| store.begin(RunInfo::default()).unwrap()).collect();
    let runs = store.list().unwrap().runs;
    assert_eq!(runs.len(), writers.len());
    assert!(writers.iter().all(|w| store.resolve(&w.info().id).unwrap() == w.path()));
    assert!(runs.iter().all(|r| r.id.len() == 6 && r.id == r.summary.info.id));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&runs[0].path), mode(store.dir())), (0o600, 0o700));
}

#[test]
fn an_id_that_is_taken_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path(), &["aaaaaa"]);
    let again = store.begin(RunInfo { id: "aaaaaa".into(), ..RunInfo::default() });
    assert!(matches!(again, Err(Error::Io { operation: "create", .. })));
}
