//! Running totals and holders of locks, against a real server.

use super::*;
use model::Labels;
use model::series::labels;

fn attached(server: &Server) -> (Box<dyn Probe>, Seen) {
    let (cx, seen) = context(&[server.peer()], Some(server.url("postgres", PASSWORD)));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    (probe, seen)
}

fn rise(run: &Run, signal: &str, labels: &Labels) -> f64 {
    run.series_of(signal).find(|s| s.labels == *labels).map_or(0.0, |s| s.v.last().expect("a point") - s.v.first().expect("a point"))
}

#[test]
fn totals_rise_with_what_is_done_and_tables_that_nobody_reads_have_none() {
    let Some(server) = Server::start("totals", false) else { return };
    let mut admin = client(&server);
    admin
        .batch_execute(
            "CREATE TABLE busy AS SELECT g AS n FROM generate_series(1, 1000) g; CREATE TABLE still (n int); ANALYZE busy; \
             CREATE TABLE sorted AS SELECT g AS n, g % 10 AS part FROM generate_series(1, 1000) g; CREATE UNIQUE INDEX ON sorted (n); ANALYZE sorted",
        )
        .expect("tables");
    let (mut probe, seen) = attached(&server);
    probe.begin(&phase()).expect("begin");
    let mut worker = client(&server);
    for n in 0..5_i32 {
        worker.query("SELECT n FROM busy WHERE n = $1", &[&n]).expect("query");
    }
    // from the far end of the index, past the rows of the other parts
    worker.batch_execute("SET enable_seqscan = off; SELECT n FROM sorted WHERE part = -1 ORDER BY n DESC LIMIT 1").expect("query");
    worker.batch_execute("INSERT INTO busy VALUES (0), (0), (0)").expect("insert");
    // a session hands in its counts when it ends
    drop(worker);
    let store = format!("postgres:{}", server.peer());
    let all = labels([("store", &store)]);
    let table = |name: &str| labels([("store", &store), ("table", name)]);
    let run = sample_until(&mut *probe, &seen, "the counts", |r| {
        rise(r, signal::TABLE_SEQUENTIAL_SCANS, &table("busy")) >= 5.0 && rise(r, signal::DATABASE_ROWS_WRITTEN, &all) >= 3.0
    });
    assert!(rise(&run, signal::TABLE_SEQUENTIAL_ROWS, &table("busy")) >= 5000.0);
    assert!(rise(&run, signal::TABLE_INDEX_ROWS, &table("sorted")) >= 1000.0);
    assert!(rise(&run, signal::DATABASE_COMMITS, &all) >= 6.0);
    assert!(run.series_of(signal::TABLE_SEQUENTIAL_SCANS).all(|s| s.label("table") != "still"));
    // the estimate is exact for a table that was looked at whole
    let column = |table: &str, name: &str, index: &str| {
        let l = labels([("store", &store), ("table", table), ("column", name), ("index", index)]);
        run.series_of(signal::TABLE_COLUMN_VALUES).find(|s| s.labels == l).map(|s| s.v.clone())
    };
    assert_eq!(column("busy", "n", "none"), Some(vec![1000.0]));
    let version: i32 = admin.query_one("SHOW server_version_num", &[]).expect("version").get::<_, String>(0).parse().expect("number");
    if version >= 140_000 {
        assert!(rise(&run, signal::DATABASE_SESSIONS_OPENED, &all) >= 1.0);
    }
}

#[test]
fn totals_of_a_database_that_is_not_the_targets_are_not_told() {
    let Some(server) = Server::start("elsewhere", false) else { return };
    client(&server).batch_execute("CREATE DATABASE shop").expect("database");
    let url = server.url("postgres", PASSWORD);
    let mut ours = Client::connect(&format!("{}/shop", url.strip_suffix("/postgres").expect("database")), NoTls).expect("connect");
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'postgres'";
    until("the other session to end", || ours.query_one(others, &[]).expect("query").get::<_, i64>(0) == 0);
    let (mut probe, seen) = attached(&server);
    let run = sample_until(&mut *probe, &seen, "a sample", |r| !r.sessions.is_empty());
    assert!(run.series_of(signal::DATABASE_COMMITS).next().is_none());
    assert_eq!(run.events.iter().filter(|e| e.kind == "totals-not-read").count(), 1);
}

#[test]
fn who_holds_the_lock_that_the_target_waits_for_is_told_with_its_state() {
    let Some(server) = Server::start("locks", false) else { return };
    let mut holder = client(&server);
    holder.batch_execute("CREATE TABLE stock (item int PRIMARY KEY, n int); INSERT INTO stock VALUES (1, 10)").expect("table");
    let mut transaction = holder.transaction().expect("begin");
    transaction.execute("UPDATE stock SET n = n - 1 WHERE item = 1", &[]).expect("update");
    let waiting: Vec<_> = (0..2)
        .map(|_| {
            let mut victim = client(&server);
            let cancel = victim.cancel_token();
            (std::thread::spawn(move || victim.execute("UPDATE stock SET n = 0 WHERE item = 1", &[]).is_err()), cancel)
        })
        .collect();
    let (mut probe, seen) = attached(&server);
    let run = sample_until(&mut *probe, &seen, "both to wait behind the holder", |r| {
        r.series_of(signal::LOCK_WAITERS).any(|s| s.v.last() == Some(&2.0))
    });
    let waiters = run.series_of(signal::LOCK_WAITERS).find(|s| s.v.last() == Some(&2.0)).expect("just seen");
    let told = |key| waiters.label(key);
    assert_eq!((told("state"), told("whose")), ("idle-in-transaction", "target"));
    assert_eq!(told("holder"), "UPDATE stock SET n = n - ? WHERE item = ?");
    assert_eq!(told("victim"), "UPDATE stock SET n = ? WHERE item = ?");
    let age = run.series_of(signal::LOCK_HOLDER_AGE).find(|s| s.labels == waiters.labels).expect("beside it");
    assert!(age.v.iter().all(|v| *v > 0.0), "{age:?}");
    for (thread, cancel) in waiting {
        cancel.cancel_query(NoTls).expect("cancel");
        assert!(thread.join().expect("thread"), "cancelled");
    }
}
