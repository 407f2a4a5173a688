//! The probe against a real server. The target is this test: its connections are the service's.

mod server;

use super::STORE;
use crate::stores::Access;
use crate::stores::live::{Seen, context, run_of, sample_until};
use crate::{Context, Probe};
use model::{Run, SensorState, sensor, signal};
use redis::Commands as _;
use server::{PASSWORD, Server};

fn probe(server: &Server, address: Option<String>) -> (Box<dyn Probe>, Context, Seen) {
    let (cx, seen) = context(&[server.peer()], None);
    let found = server.peer().parse().ok();
    (STORE.probe(Access { address, found }), cx, seen)
}

fn total(run: &Run, signal: &str, labels: &[(&str, &str)]) -> f64 {
    let of = run.series_of(signal).filter(|s| labels.iter().all(|(label, v)| s.label(label) == *v));
    of.filter_map(|s| Some(s.v.last()? - s.v.first()?)).sum()
}

#[test]
fn what_the_server_counts_and_what_was_slow_is_told_without_values() {
    let Some(server) = Server::start("counts", &["--slowlog-log-slower-than", "0"]) else { return };
    let mut service = server.client();
    let mut admin = server.client();
    redis::cmd("CLIENT").arg("SETNAME").arg("admin").exec(&mut admin).expect("name");
    let (mut probe, cx, seen) = probe(&server, None);
    assert_eq!(cx.target.peers[0].name, "redis", "recognised by its process");
    probe.attach(&cx).expect("attach");
    let of_keys = [("command", "keys")];
    let run = {
        probe.begin(&crate::stores::live::phase()).expect("begin");
        for i in 0..40 {
            service.set::<_, _, ()>(format!("session:{i}a7f"), "tiger").expect("set");
            let _there: Option<String> = service.get("nothing:here").expect("get");
        }
        // everybody's connections are this process's, so that the port alone cannot tell the two apart
        let _all: Vec<String> = redis::cmd("KEYS").arg("session:*").query(&mut admin).expect("keys");
        probe.end(&crate::stores::live::phase()).expect("end");
        sample_until(&mut *probe, &seen, "round trips", |r| r.series_of(signal::CACHE_ROUND_TRIP).map(|s| s.v.len()).sum::<usize>() > 10)
    };
    assert!(run.sees(sensor::CACHE));
    let component = run.environment.components.iter().find(|c| c.id == format!("redis:{}", server.peer())).expect("component");
    assert!(component.kind == model::ComponentKind::Cache && component.limit.is_some(), "{component:?}");
    assert!(component.detail.starts_with("Redis ") || component.detail.starts_with("Valkey "), "{}", component.detail);
    assert_eq!(total(&run, signal::CACHE_COMMAND_CALLS, &[("command", "set")]), 40.0);
    assert!(total(&run, signal::CACHE_COMMAND_TIME, &of_keys) > 0.0);
    assert_eq!(total(&run, signal::CACHE_MISSES, &[]), 40.0);
    assert_eq!(total(&run, signal::CACHE_SLOW_COUNT, &[("command", "keys"), ("keys", "session:*"), ("whose", "target")]), 1.0);
    assert!(total(&run, signal::CACHE_SLOW_COUNT, &[("command", "set"), ("keys", "session:*")]) > 0.0);
    assert_eq!(run.series_of(signal::CACHE_SLOW_COUNT).filter(|s| s.label("command") == "info").count(), 0, "the tool's own are left out");
    let setting = |name: &str| run.series_of(signal::CACHE_SETTING).find(|s| s.label("setting") == name).map(|s| s.v[0]);
    assert_eq!(
        (setting("appendfsync-always"), setting("slowlog-threshold"), setting("latency-threshold")),
        (Some(0.0), Some(0.0), Some(-1.0))
    );
    let told = format!("{:?}", seen.lock().expect("not poisoned"));
    assert!(!told.contains("tiger") && !told.contains("a7f"), "values and names of keys are never told");
    probe.detach().expect("detach");
}

#[test]
fn a_command_that_stops_the_server_shows_in_the_round_trip_and_is_named() {
    let Some(server) = Server::start("stops", &["--enable-debug-command", "yes"]) else { return };
    let (mut probe, cx, seen) = probe(&server, None);
    probe.attach(&cx).expect("attach");
    let mut admin = server.client();
    let stopper = std::thread::spawn(move || {
        for _ in 0..4 {
            redis::cmd("EVAL").arg("local x = 0; for i = 1, 3e7 do x = x + i end; return x").arg(0).exec(&mut admin).expect("eval");
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    });
    let run = sample_until(&mut *probe, &seen, "a long round trip", |r| {
        let long = r.series_of(signal::CACHE_ROUND_TRIP).flat_map(|s| &s.v).any(|s| *s > 0.03);
        long && total(r, signal::CACHE_SLOW_TIME, &[("command", "eval"), ("keys", "")]) > 0.03
    });
    assert!(total(&run, signal::CACHE_COMMAND_TIME, &[("command", "eval")]) > 0.03);
    stopper.join().expect("thread");
}

#[test]
fn a_password_is_used_and_never_told() {
    let Some(server) = Server::start("password", &["--requirepass", PASSWORD]) else { return };
    let (mut without, cx, seen) = probe(&server, None);
    let e = without.attach(&cx).expect_err("no password");
    assert_eq!(e.name, "cache-login-failed", "{e}");
    assert!(e.help.to_string().contains("--db redis://"), "{}", e.help);
    assert_eq!(run_of(&seen).sensors[sensor::CACHE].state, SensorState::Off);
    let (mut wrong, cx, _) = probe(&server, Some(format!("redis://:not-this@{}", server.peer())));
    let e = wrong.attach(&cx).expect_err("another password");
    assert!(e.name == "cache-login-failed" && !format!("{e} {}", e.help).contains("not-this"), "{e}");
    let (mut right, cx, seen) = probe(&server, Some(server.url()));
    right.attach(&cx).expect("attach");
    assert!(run_of(&seen).sees(sensor::CACHE));
    assert!(!format!("{:?}", seen.lock().expect("not poisoned")).contains(PASSWORD));
}

#[test]
fn a_server_that_goes_takes_its_sensor_with_it_and_nothing_else() {
    let Some(mut server) = Server::start("goes", &[]) else { return };
    let (mut probe, cx, seen) = probe(&server, None);
    probe.attach(&cx).expect("attach");
    probe.begin(&crate::stores::live::phase()).expect("begin");
    server.stop();
    crate::stores::live::until("the sensor to be lost", || run_of(&seen).sensors[sensor::CACHE].state == SensorState::Lost);
    probe.end(&crate::stores::live::phase()).expect("end");
    probe.detach().expect("detach");
    let (mut again, cx, _) = super::tests::probe(&server, None);
    assert_eq!(again.attach(&cx).expect_err("gone").name, "cache-unreachable");
}

#[test]
fn addresses_are_read_whatever_database_they_name_and_a_server_by_tls_is_refused() {
    for address in ["redis://h", "redis://:p%40ss@h:7000/3", "valkey://u:p@h/x?timeout=1s", "rediss://h"] {
        assert!(STORE.check(address).is_ok(), "{address}");
    }
    let e = STORE.check("redis://:tiger@").expect_err("no host");
    assert!(e.name == "database-address-wrong" && !e.to_string().contains("tiger"), "{e}");
    assert_eq!(STORE.leads_to("redis://:x@127.0.0.1:7001/2"), ["127.0.0.1:7001".parse().expect("address")]);
    let (cx, _) = context(&[], None);
    let e = STORE.probe(Access { address: Some("rediss://127.0.0.1:1".to_owned()), found: None }).attach(&cx).expect_err("tls");
    assert_eq!(e.name, "cache-wants-tls");
}

#[test]
fn it_speaks_also_where_it_wants_a_password_first() {
    for options in [&[][..], &["--requirepass", PASSWORD]] {
        let Some(server) = Server::start(&format!("speaks-{}", options.len()), options) else { return };
        assert!(STORE.speaks(server.peer().parse().expect("address")));
    }
}
