//! The probe against a real MariaDB server. The target is this test: its connections are the service's.

mod server;

use super::STORE;
use crate::Probe;
use crate::stores::live::{Seen, context, phase, probe, run_of, sample_until, until};
use model::{Run, SensorState, SessionState, Wait, sensor, signal};
use mysql::prelude::Queryable as _;
use server::{PASSWORD, Server};
use std::time::Duration;

fn attached(server: &Server) -> (Box<dyn Probe>, Seen) {
    let (cx, seen) = context(&[server.peer()], Some(format!("mysql://root@127.0.0.1:{}/shop", server.port)));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    (probe, seen)
}

type Row<'a> = (SessionState, Wait, &'a str, u32);

fn last(run: &Run) -> Vec<Row<'_>> {
    run.sessions.last().map(|s| s.groups.iter().map(|g| (g.state, g.wait, g.statement.as_str(), g.count)).collect()).unwrap_or_default()
}

#[test]
fn sessions_of_the_target_are_seen_in_their_states_with_their_statements() {
    let Some(server) = Server::start("states", &[]) else { return };
    let _idle = server.client();
    let mut holder = server.client();
    holder.query_drop("BEGIN").expect("begin");
    holder.query_drop("UPDATE stock SET n = 9 WHERE item = 1").expect("update");
    let mut sleeper = server.client();
    let asleep = std::thread::spawn(move || sleeper.query_drop("SELECT sleep(600), \"canary\" # why"));
    let (mut probe, seen) = attached(&server);
    let want = [
        (SessionState::Active, Wait::Other, "SELECT sleep(?), ?", 1),
        (SessionState::Idle, Wait::Client, "", 1),
        (SessionState::IdleInTransaction, Wait::Client, "", 1),
    ];
    let run = sample_until(&mut *probe, &seen, "the three", |r| last(r) == want);
    assert!(run.sees(sensor::SESSIONS));
    let component = &run.environment.components[0];
    assert_eq!((component.id.as_str(), component.limit), (format!("mysql:{}", server.peer()).as_str(), Some(23)));
    assert!(component.detail.starts_with("MariaDB 1"), "{}", component.detail);
    probe.detach().expect("detach");
    let mut admin = server.admin();
    for id in admin.query::<u64, _>("SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT sleep%'").expect("list") {
        admin.query_drop(format!("KILL {id}")).expect("kill");
    }
    assert!(asleep.join().expect("thread").is_err(), "killed");
}

#[test]
fn who_holds_the_row_that_the_target_waits_for_is_told() {
    let Some(server) = Server::start("locks", &["--performance-schema=on", "--performance-schema-consumer-events-statements-current=on"])
    else {
        return;
    };
    let mut holder = server.client();
    holder.query_drop("BEGIN").expect("begin");
    holder.query_drop("UPDATE stock SET n = n - 1 WHERE item = 1").expect("update");
    let waiting: Vec<_> = (0..2)
        .map(|_| {
            let mut victim = server.client();
            std::thread::spawn(move || victim.query_drop("UPDATE stock SET n = 0 WHERE item = 1"))
        })
        .collect();
    let (mut probe, seen) = attached(&server);
    let run = sample_until(&mut *probe, &seen, "both to wait behind the holder", |r| {
        r.series_of(signal::LOCK_WAITERS).any(|s| s.v.last() == Some(&2.0))
    });
    let waiters = run.series_of(signal::LOCK_WAITERS).find(|s| s.v.last() == Some(&2.0)).expect("just seen");
    let told = |key| waiters.label(key);
    assert_eq!((told("state"), told("whose"), told("victim")), ("idle-in-transaction", "target", "UPDATE stock SET n = ? WHERE item = ?"));
    assert_eq!(told("holder"), "UPDATE stock SET n = n - ? WHERE item = ?");
    assert!(last(&run).contains(&(SessionState::Active, Wait::RowLock, "UPDATE stock SET n = ? WHERE item = ?", 2)), "{:?}", last(&run));
    holder.query_drop("ROLLBACK").expect("rollback");
    for thread in waiting {
        thread.join().expect("thread").expect("its turn");
    }
}

#[test]
fn a_transaction_that_begins_and_ends_while_sessions_are_sampled_is_seen_to() {
    let Some(server) = Server::start("begins", &[]) else { return };
    let mut service = server.client();
    let (mut probe, seen) = attached(&server);
    // one phase: the server reads its list of transactions anew only where nobody has asked for 100 ms
    probe.begin(&phase()).expect("begin");
    let state = || {
        let run = run_of(&seen);
        run.sessions.last().and_then(|s| s.groups.first().map(|g| g.state))
    };
    let mut expect = |statement: &str, want: SessionState| {
        service.query_drop(statement).expect(statement);
        until(statement, || {
            // samples are handed on at the end of a phase
            std::thread::sleep(Duration::from_millis(700));
            probe.end(&phase()).expect("end");
            let fits = state() == Some(want);
            probe.begin(&phase()).expect("begin");
            fits
        });
    };
    expect("START TRANSACTION WITH CONSISTENT SNAPSHOT", SessionState::IdleInTransaction);
    expect("COMMIT", SessionState::Idle);
}

#[test]
fn totals_rise_with_what_is_done() {
    let Some(server) = Server::start("totals", &[]) else { return };
    let (mut probe, seen) = attached(&server);
    probe.begin(&phase()).expect("begin");
    let mut worker = server.client();
    worker.query_drop("UPDATE stock SET n = 1 WHERE item < 4").expect("update");
    drop(worker);
    let rise =
        |r: &Run, signal: &str| -> f64 { r.series_of(signal).map(|s| s.v.last().unwrap_or(&0.0) - s.v.first().unwrap_or(&0.0)).sum() };
    let run = sample_until(&mut *probe, &seen, "the rows", |r| rise(r, signal::DATABASE_ROWS_WRITTEN) >= 3.0);
    assert!(rise(&run, signal::DATABASE_COMMITS) >= 1.0 && rise(&run, signal::DATABASE_SESSIONS_OPENED) >= 1.0);
    assert!(run.events.iter().all(|e| e.kind != model::event::TABLES_NOT_COUNTED));
}

/// Ten scans of a table of a thousand rows by a condition without an index, ten lookups by its key.
fn read_the_table(worker: &mut mysql::Conn) {
    for n in 0..10 {
        worker.query_drop(format!("SELECT item FROM stock WHERE n = {}", n + 1)).expect("scan");
        worker.query_drop(format!("SELECT n FROM stock WHERE item = {n}")).expect("lookup");
    }
}

fn scans(r: &Run, table: &str) -> (f64, f64) {
    let rise = |signal| -> f64 {
        r.series_of(signal).filter(|s| s.label("table") == table).filter_map(|s| Some(s.v.last()? - s.v.first()?)).sum()
    };
    (rise(signal::TABLE_SEQUENTIAL_SCANS), rise(signal::TABLE_SEQUENTIAL_ROWS))
}

#[test]
fn scans_are_counted_by_table_where_performance_schema_is_on() {
    let Some(server) = Server::start("tables", &["--performance-schema=on"]) else { return };
    let mut worker = server.client();
    // what is estimated is up to date
    server.admin().query_drop("ANALYZE TABLE shop.stock").expect("analyse");
    read_the_table(&mut worker);
    let (mut probe, seen) = attached(&server);
    probe.begin(&phase()).expect("begin");
    read_the_table(&mut worker);
    probe.end(&phase()).expect("end");
    let (n, rows) = scans(&run_of(&seen), "stock");
    assert!((n, rows) == (10.0, 10_000.0), "{n} scans, {rows} rows");
    // its key is the only column with which an index begins
    let run = run_of(&seen);
    let of_stock = run.series_of(signal::TABLE_COLUMN_VALUES).filter(|s| s.label("table") == "stock");
    let columns: Vec<_> = of_stock.map(|s| (s.label("column"), s.label("index"), s.v.last().is_some_and(|n| *n >= 900.0))).collect();
    assert_eq!(columns, [("item", "first", true)]);
}

#[test]
fn scans_are_counted_together_where_it_is_off_without_those_of_the_tool() {
    let Some(server) = Server::start("together", &[]) else { return };
    let mut worker = server.client();
    let (mut probe, seen) = attached(&server);
    probe.begin(&phase()).expect("begin");
    read_the_table(&mut worker);
    until("some samples of the sessions", || {
        std::thread::sleep(Duration::from_millis(300));
        !run_of(&seen).sessions.is_empty() || {
            probe.end(&phase()).expect("end");
            let any = !run_of(&seen).sessions.is_empty();
            probe.begin(&phase()).expect("begin");
            any
        }
    });
    probe.end(&phase()).expect("end");
    let (n, rows) = scans(&run_of(&seen), signal::ALL_TABLES);
    // each SHOW STATUS is a scan of a few rows, which the server counts for all and not for the connection that asks
    assert!((10.0..=40.0).contains(&n) && (10_000.0..10_400.0).contains(&rows), "{n} scans, {rows} rows");
}

#[test]
fn what_keeps_the_sessions_from_view_is_said_with_what_helps() {
    let Some(server) = Server::start("refusals", &[]) else { return };
    let mut admin = server.admin();
    admin.query_drop("ALTER USER root@localhost IDENTIFIED BY 'secret'").expect("password");
    admin
        .query_drop("CREATE USER \"see all\"@'%' IDENTIFIED BY 's'")
        .and_then(|()| admin.query_drop("GRANT PROCESS ON *.* TO \"see all\"@'%'"))
        .expect("user");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("free").local_addr().expect("address");
    let table = [
        (Some(server.url("svc", "wrong")), "database-login-failed"),
        (Some(server.url("svc", PASSWORD)), "sessions-hidden"),
        (None, "database-login-failed"),
        (Some(format!("mysql://svc:{PASSWORD}@{}/nowhere", server.peer())), "database-unknown"),
        (Some(format!("mysql://u:p@{closed}/d")), "database-unreachable"),
        (Some("mysql://u:p@127.0.0.1:notaport/d".to_owned()), "database-address-wrong"),
    ];
    for (database, name) in table {
        let (cx, seen) = context(&[server.peer()], database);
        let e = probe(&cx).attach(&cx).expect_err(name);
        assert_eq!(e.name, name, "{e:?}");
        let help = if name == "sessions-hidden" { "GRANT PROCESS ON *.* TO 'svc'" } else { "--db mysql://" };
        assert!(e.help.to_string().contains(help) && !e.to_string().contains("wrong@"), "{e:?}");
        assert_eq!(run_of(&seen).sensors[sensor::SESSIONS].state, SensorState::Off);
    }
    // the service's own role sees the service's sessions
    let mut service = server.client();
    let (cx, seen) = context(&[server.peer()], Some(server.url("svc", PASSWORD)));
    let mut own = probe(&cx);
    own.attach(&cx).expect("its own sessions are enough");
    assert!(run_of(&seen).warnings.iter().any(|(code, _)| code == "transactions-hidden"));
    service.query_drop("BEGIN").and_then(|()| service.query_drop("SELECT n FROM stock WHERE item = 1")).expect("a transaction");
    let run = sample_until(&mut *own, &seen, "the session", |r| !last(r).is_empty());
    assert!(last(&run).iter().all(|(state, ..)| *state == SessionState::Other), "idle, in a transaction or not: {:?}", last(&run));
    own.detach().expect("detached");
    let (cx, _) = context(&[server.peer()], Some(format!("mysql://see%20all:s@{}", server.peer())));
    probe(&cx).attach(&cx).expect("PROCESS is enough");
}

#[test]
fn a_role_that_cannot_tell_who_waits_for_a_row_loses_sight_where_many_do() {
    let Some(server) = Server::start("waits", &[]) else { return };
    let mut holder = server.client();
    let (cx, seen) = context(&[server.peer()], Some(server.url("svc", PASSWORD)));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("its own sessions are enough");
    holder.query_drop("BEGIN").and_then(|()| holder.query_drop("UPDATE stock SET n = n - 1 WHERE item = 1")).expect("update");
    let waiting: Vec<_> = (0..2)
        .map(|_| {
            let mut victim = server.client();
            std::thread::spawn(move || victim.query_drop("UPDATE stock SET n = 0 WHERE item = 1"))
        })
        .collect();
    probe.begin(&phase()).expect("begin");
    until("the sensor to be lost", || run_of(&seen).sensors[sensor::SESSIONS].state == SensorState::Lost);
    let why = run_of(&seen).sensors[sensor::SESSIONS].reason.clone();
    assert!(why.to_string().contains("sessions wait for rows") && why.to_string().contains("GRANT PROCESS"), "{why}");
    holder.query_drop("ROLLBACK").expect("rollback");
    for thread in waiting {
        thread.join().expect("thread").expect("its turn");
    }
}

#[test]
fn an_address_of_another_server_or_of_nobody_is_told_as_such() {
    let Some(server) = Server::start("another", &[]) else { return };
    let refused = |address: String| {
        let (cx, _) = context(&[], Some(address));
        probe(&cx).attach(&cx).expect_err("nothing to attach to")
    };
    let e = refused(format!("postgres://u:wrong@{}/d", server.peer()));
    assert!(e.name == "database-unreachable" && e.cause.says("stores/another-answers") && e.help.says("mysql/how"), "{e:?}");
    let e = refused("mysql://u:wrong@nobody.invalid/d".to_owned());
    assert!(e.name == "database-unreachable" && e.cause.says("stores/no-address") && e.help.says("mysql/how"), "{e:?}");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("free").local_addr().expect("address");
    let e = refused(format!("mysql://u:wrong@{closed}/d"));
    assert!(e.help.to_string().contains(&format!("mysqladmin -h 127.0.0.1 -P {} ping", closed.port())), "{e:?}");
    // it takes connections and says nothing
    let mute = std::net::TcpListener::bind("127.0.0.1:0").expect("free");
    let e = refused(format!("mysql://u:wrong@{}/d", mute.local_addr().expect("address")));
    assert!(e.cause.says("mysql/no-greeting") && !e.to_string().contains("wrong"), "{e:?}");
}

#[test]
fn a_server_is_told_by_its_greeting_and_its_processes_are_found() {
    let Some(mut server) = Server::start("found", &[]) else { return };
    assert!(STORE.speaks(server.peer().parse().expect("address")));
    let _session = server.client();
    let (cx, seen) = context(&[server.peer()], None);
    let found = crate::host::database_processes(&cx.target.peers);
    assert_eq!((found.len(), found[0].kind, found[0].pid), (1, "mysql", server.pid()));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("root has no password here");
    probe.begin(&phase()).expect("begin");
    server.stop();
    until("the sensor to be lost", || run_of(&seen).sensors[sensor::SESSIONS].state == SensorState::Lost);
    probe.end(&phase()).expect("end");
}
