//! The PostgreSQL probe against a real server. The target is this test: its connections are the service's.

mod counters;
mod server;

use super::STORE;
use crate::Probe;
use crate::stores::live::{Seen, context, peers_at, phase, probe, run_of, sample_until, until};
use model::{Run, Sensor, SensorState, SessionState, Wait, sensor, signal};
use postgres::{Client, NoTls};
use server::{PASSWORD, Server};

fn client(server: &Server) -> Client {
    Client::connect(&server.url("postgres", PASSWORD), NoTls).expect("connect")
}

#[test]
fn sessions_of_the_target_are_seen_in_their_states_with_their_statements() {
    let Some(server) = Server::start("states", false) else { return };
    let mut holder = client(&server);
    let mut transaction = holder.transaction().expect("begin");
    transaction.query("SELECT 42 AS answer", &[]).expect("query");
    let mut sleeper = client(&server);
    let cancel = sleeper.cancel_token();
    let asleep = std::thread::spawn(move || sleeper.simple_query("SELECT pg_sleep(600) /* why */").map(drop));
    // A session of another program.
    let other = std::process::Command::new("psql")
        .args([&server.url("postgres", PASSWORD), "-c", "select 'not ours', pg_sleep(600)"])
        .stdout(std::process::Stdio::null())
        .spawn();

    let (cx, seen) = context(&[server.peer()], Some(server.url("postgres", PASSWORD)));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    let asleep_seen = |r: &Run| r.sessions.last().is_some_and(|s| s.in_state(SessionState::Active) == 1);
    let run = sample_until(&mut *probe, &seen, "the sleeper", asleep_seen);

    let last: Vec<(SessionState, Wait, &str, &str, u32)> = (run.sessions.last().expect("a sample").groups.iter())
        .map(|g| (g.state, g.wait, g.wait_detail.as_str(), g.statement.as_str(), g.count))
        .collect();
    assert_eq!(
        last,
        [
            (SessionState::Active, Wait::Other, "PgSleep", "SELECT pg_sleep(?)", 1),
            (SessionState::IdleInTransaction, Wait::Client, "ClientRead", "SELECT ? AS answer", 1),
        ]
    );
    assert!(run.sees(sensor::SESSIONS));
    assert!(run.sessions.windows(2).all(|w| w[0].t < w[1].t), "one clock, ascending");
    let cost = run.one(signal::SESSION_COST).expect("series");
    assert!(cost.v.iter().all(|v| *v > 0.0 && *v < 1.0) && cost.t.len() == run.sessions.len());
    let component = &run.environment.components[0];
    assert_eq!((component.id.as_str(), component.limit), (format!("postgres:{}", server.peer()).as_str(), Some(23)));
    assert!(component.detail.starts_with("PostgreSQL 1"), "{}", component.detail);

    let ours = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tightspot'";
    let count = |t: &mut postgres::Transaction<'_>| t.query_one(ours, &[]).expect("query").get::<_, i64>(0);
    assert_eq!(count(&mut transaction), 1, "one connection and no more");
    probe.detach().expect("detach");
    probe.detach().expect("again");
    // The view is frozen within a transaction once it was read.
    transaction.rollback().expect("rollback");
    until("the connection to close", || holder.query_one(ours, &[]).expect("query").get::<_, i64>(0) == 0);

    cancel.cancel_query(NoTls).expect("cancel");
    assert!(asleep.join().expect("thread").is_err(), "cancelled");
    if let Ok(mut psql) = other {
        let _gone = psql.kill().is_ok() && psql.wait().is_ok();
    }
}

#[test]
fn the_processes_of_a_server_here_are_found_with_their_cpus() {
    let Some(server) = Server::start("processes", false) else { return };
    let _session = client(&server);
    let found = crate::host::database_processes(&peers_at(&[server.peer(), server.peer()]));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind, found[0].name.as_str(), found[0].pid), ("postgres", "postgres", server.pid()));
    assert_eq!(found[0].address, server.peer());
    assert!(!found[0].cpus.is_empty());
    // behind a relay only the user knows where it is
    let named = STORE.leads_to(&server.url("postgres", PASSWORD));
    assert_eq!(named, [server.peer().parse().expect("address")]);
    assert_eq!(STORE.leads_to("user=postgres"), Vec::new());
}

#[test]
fn what_keeps_the_sessions_from_view_is_said_with_what_helps() {
    let Some(server) = Server::start("refusals", false) else { return };
    let mut admin = client(&server);
    admin
        .batch_execute("CREATE ROLE blind LOGIN PASSWORD 'b'; CREATE ROLE \"See All\" LOGIN PASSWORD 's'; GRANT pg_monitor TO \"See All\"")
        .expect("roles");
    let elsewhere = format!("{}_not", server.url("postgres", PASSWORD));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("free").local_addr().expect("address");
    let table = [
        (Some(server.url("postgres", "wrong")), "database-login-failed", "--db postgres://"),
        (None, "database-login-failed", "--db postgres://"),
        // it is found among the peers; no password goes there that was given for no host
        (Some("user=blind".to_owned()), "database-login-failed", "--db postgres://"),
        (Some(format!("user=postgres password={PASSWORD}")), "database-address-wrong", "--db postgres://"),
        (Some(elsewhere), "database-unknown", "--db postgres://"),
        (Some(server.url("blind", "b")), "sessions-hidden", "GRANT pg_monitor TO "),
        (Some(format!("postgres://u:p@{closed}/d")), "database-unreachable", "--db postgres://"),
        (Some("postgres://u:p@h/d?sslmode=verify-full".to_owned()), "database-address-wrong", "--db postgres://"),
    ];
    for (database, name, help) in table {
        let (cx, seen) = context(&[server.peer()], database);
        let e = probe(&cx).attach(&cx).expect_err(name);
        assert_eq!(e.name, name, "{e:?}");
        assert!(e.help.to_string().contains(help), "{e:?}");
        let sensor = run_of(&seen).sensors[sensor::SESSIONS].clone();
        assert_eq!(sensor, Sensor::off(sensor::SESSIONS, e.said(), e.help.clone()));
        assert!(!e.to_string().contains("wrong@"), "no password in a message");
    }
    let (cx, _) = context(&[closed.to_string()], None);
    assert_eq!(probe(&cx).attach(&cx).expect_err("nobody that is known").name, "database-not-found");
    let (cx, _) = context(&[server.peer()], Some(server.url("See%20All", "s")));
    probe(&cx).attach(&cx).expect("a monitoring role is enough");
}

#[test]
fn where_the_usual_role_is_missing_the_one_of_the_service_is_taken_with_its_database() {
    let Some(server) = Server::start_for("titles", false, "app", "trust") else { return };
    Client::connect(&server.url("app", ""), NoTls).expect("connect").batch_execute("CREATE DATABASE desk").expect("a database");
    let address = server.url("app", "").replace("/postgres", "/desk");
    let mut service = Client::connect(&address, NoTls).expect("connect");
    let cancel = service.cancel_token();
    let asleep = std::thread::spawn(move || service.simple_query("SELECT pg_sleep(600)").map(drop));
    let (cx, seen) = context(&[server.peer()], None);
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    let asleep_seen = |r: &Run| r.sessions.last().is_some_and(|s| s.in_state(SessionState::Active) == 1);
    sample_until(&mut *probe, &seen, "the sleeper", asleep_seen);
    let elsewhere = |r: &Run| r.events.iter().any(|e| e.kind == "totals-not-read");
    assert!(!elsewhere(&run_of(&seen)), "it is connected to the service's database");
    probe.detach().expect("detach");
    cancel.cancel_query(NoTls).expect("cancel");
    assert!(asleep.join().expect("thread").is_err(), "cancelled");
}

#[test]
fn an_address_of_another_server_or_of_nobody_is_told_as_such() {
    let Some(server) = Server::start("another", false) else { return };
    let refused = |address: String| {
        let (cx, _) = context(&[], Some(address));
        probe(&cx).attach(&cx).expect_err("nothing to attach to")
    };
    let e = refused(format!("mysql://u:wrong@{}/d", server.peer()));
    assert!(e.name == "database-unreachable" && e.cause.says("stores/another-answers") && e.help.says("postgres/how"), "{e:?}");
    let e = refused("postgres://u:wrong@nobody.invalid/d".to_owned());
    assert!(e.name == "database-unreachable" && e.cause.says("stores/no-address") && e.help.says("postgres/how"), "{e:?}");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("free").local_addr().expect("address");
    let e = refused(format!("postgres://u:wrong@{closed}/d"));
    assert!(
        e.help.to_string().contains(&format!("pg_isready -h 127.0.0.1 -p {}", closed.port())) && !e.to_string().contains("wrong"),
        "{e:?}"
    );
    // it takes connections and says nothing
    let mute = std::net::TcpListener::bind("127.0.0.1:0").expect("free");
    let e = refused(format!("postgres://u:wrong@{}/d", mute.local_addr().expect("address")));
    assert!(e.name == "database-unreachable" && e.cause.says("postgres/no-answer"), "{e:?}");
    let e = refused(server.url("postgres", PASSWORD) + "_not");
    assert!(e.help.to_string().contains(&format!("psql -h 127.0.0.1 -p {} -U postgres -l", server.port)), "{e:?}");
}

#[test]
fn behind_a_pooler_all_sessions_of_the_database_are_counted_and_it_is_said() {
    let Some(server) = Server::start("pooler", false) else { return };
    // The target is another process, none of whose connections leads to the server.
    let mut pooled = client(&server);
    pooled.batch_execute("SELECT 7").expect("query");
    let mut child = std::process::Command::new("sleep").arg("600").spawn().expect("sleep");
    let (mut cx, seen) = context(&[], Some(server.url("postgres", PASSWORD)));
    cx.target = crate::discover::by_pid(child.id(), None).expect("found");
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    let run = sample_until(&mut *probe, &seen, "a sample", |r| !r.sessions.is_empty());
    child.kill().expect("kill");
    child.wait().expect("reap");
    assert_eq!(run.sessions[0].in_state(SessionState::Idle), 1);
    let said: Vec<&str> = run.events.iter().filter(|e| e.kind == "sessions-told-by").map(|e| e.detail.as_str()).collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("all sessions of the database"));
}

#[test]
fn tls_that_the_server_requires_works_without_a_known_certificate() {
    let Some(server) = Server::start("tls", true) else { return };
    let (cx, _) = context(&[server.peer()], Some(server.url("postgres", PASSWORD) + "?sslmode=require"));
    probe(&cx).attach(&cx).expect("require");
    let (cx, _) = context(&[server.peer()], Some(server.url("postgres", PASSWORD)));
    probe(&cx).attach(&cx).expect("prefer is the default");
    let (cx, _) = context(&[server.peer()], Some(server.url("postgres", PASSWORD) + "?sslmode=disable"));
    assert_eq!(probe(&cx).attach(&cx).expect_err("refused").name, "database-login-failed");
}

#[test]
fn a_server_that_stops_loses_the_sensor_but_not_the_samples() {
    let Some(mut server) = Server::start("stops", false) else { return };
    let _session = client(&server);
    let (cx, seen) = context(&[server.peer()], Some(server.url("postgres", PASSWORD)));
    let mut probe = probe(&cx);
    probe.attach(&cx).expect("attach");
    probe.begin(&phase()).expect("begin");
    server.stop();
    until("the sensor to be lost", || run_of(&seen).sensors[sensor::SESSIONS].state == SensorState::Lost);
    probe.end(&phase()).expect("end");
    probe.detach().expect("detach");
    let run = run_of(&seen);
    assert!(run.sensors[sensor::SESSIONS].reason.is("stores/sampling-failed"), "{:?}", run.sensors);
    assert!(!run.sessions.is_empty());
}
