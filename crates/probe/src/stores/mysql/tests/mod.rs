//! The probe against a real MariaDB server. The target is this test: its connections are the service's.

mod server;

use super::STORE;
use crate::{Context, Probe};
use model::{Arrival, Observation, Phase, PhaseKind, Run, SensorState, SessionState, Target, Timestamp, Wait, sensor, signal};
use mysql::prelude::Queryable as _;
use server::{PASSWORD, Server};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Seen = Arc<Mutex<Vec<Observation>>>;

fn context(peers: &[String], database: Option<String>) -> (Context, Seen) {
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    let found = crate::discover::by_pid(std::process::id(), None).expect("found");
    let peers: Vec<_> = peers.iter().map(|a| a.parse().expect("address")).collect();
    let target = Target { peers: crate::discover::recognise_peers(&peers), ..found };
    let databases = database.into_iter().collect();
    (Context { target, sink, spare_cpus: Vec::new(), scratch: std::env::temp_dir(), databases, beside: crate::Beside::default() }, seen)
}

/// The only probe that fits, as a run gets it.
fn probe(cx: &Context) -> Box<dyn Probe> {
    let mut all = crate::stores::probes(cx);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn attached(server: &Server, user: &str) -> (Box<dyn Probe>, Seen) {
    let address = if user == "root" { format!("mysql://root@127.0.0.1:{}/shop", server.port) } else { server.url(user, PASSWORD) };
    let (cx, seen) = context(&[server.peer()], Some(address));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    (probe, seen)
}

fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

fn run_of(seen: &Seen) -> Run {
    Run::from_observations(seen.lock().expect("not poisoned").iter().cloned())
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < patience, "waited 20 s for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Samples in phases until what was seen `fits`.
fn sample_until(probe: &mut dyn Probe, seen: &Seen, what: &str, fits: impl Fn(&Run) -> bool) -> Run {
    until(what, || {
        probe.begin(&phase()).expect("begin");
        std::thread::sleep(Duration::from_millis(50));
        probe.end(&phase()).expect("end");
        fits(&run_of(seen))
    });
    run_of(seen)
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
    let asleep = std::thread::spawn(move || sleeper.query_drop("SELECT sleep(600) /* why */"));
    let (mut probe, seen) = attached(&server, "root");
    let want = [
        (SessionState::Active, Wait::Other, "SELECT sleep(?)", 1),
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
    let (mut probe, seen) = attached(&server, "root");
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
fn totals_rise_with_what_is_done() {
    let Some(server) = Server::start("totals", &["--userstat=1"]) else { return };
    let (mut probe, seen) = attached(&server, "root");
    probe.begin(&phase()).expect("begin");
    let mut worker = server.client();
    for _ in 0..5 {
        worker.query_drop("SELECT count(note) FROM stock WHERE note = 'y'").expect("scan");
    }
    worker.query_drop("UPDATE stock SET n = 1 WHERE item < 4").expect("update");
    drop(worker);
    let rise =
        |r: &Run, signal: &str| -> f64 { r.series_of(signal).map(|s| s.v.last().unwrap_or(&0.0) - s.v.first().unwrap_or(&0.0)).sum() };
    let run = sample_until(&mut *probe, &seen, "the rows", |r| {
        rise(r, signal::TABLE_SEQUENTIAL_ROWS) >= 5000.0 && rise(r, signal::DATABASE_ROWS_WRITTEN) >= 3.0
    });
    assert!(rise(&run, signal::DATABASE_COMMITS) >= 6.0 && rise(&run, signal::DATABASE_SESSIONS_OPENED) >= 1.0);
}

#[test]
fn what_keeps_the_sessions_from_view_is_said_with_what_helps() {
    let Some(server) = Server::start("refusals", &[]) else { return };
    server.admin().query_drop("ALTER USER root@localhost IDENTIFIED BY 'secret'").expect("password");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("free").local_addr().expect("address");
    let table = [
        (Some(server.url("svc", "wrong")), "database-login-failed"),
        (None, "database-login-failed"),
        (Some(format!("mysql://svc:{PASSWORD}@{}/nowhere", server.peer())), "database-unknown"),
        (Some(format!("mysql://u:p@{closed}/d")), "database-unreachable"),
        (Some("mysql://u:p@h/d?ssl-mode=verify_ca".to_owned()), "database-address-wrong"),
    ];
    for (database, name) in table {
        let (cx, seen) = context(&[server.peer()], database);
        let e = probe(&cx).attach(&cx).expect_err(name);
        assert_eq!(e.name, name, "{e:?}");
        assert!(e.help.contains("--db mysql://") && !e.to_string().contains("wrong@"), "{e:?}");
        assert_eq!(run_of(&seen).sensors[sensor::SESSIONS].state, SensorState::Off);
    }
}

#[test]
fn without_the_right_to_see_transactions_sessions_are_seen_and_it_is_said() {
    let Some(server) = Server::start("rights", &[]) else { return };
    let mut holder = server.client();
    holder.query_drop("BEGIN").expect("begin");
    let (mut probe, seen) = attached(&server, "svc");
    let run = sample_until(&mut *probe, &seen, "the holder", |r| !last(r).is_empty());
    assert_eq!(last(&run)[0].0, SessionState::Idle);
    let said: Vec<&str> = run.events.iter().filter(|e| e.kind == "sessions-seen-in-part").map(|e| e.detail.as_str()).collect();
    assert!(said.len() == 1 && said[0].contains("GRANT PROCESS"), "{said:?}");
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
