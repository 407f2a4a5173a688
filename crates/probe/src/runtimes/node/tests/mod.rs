//! The Node probe against a real, small Node process: what it sees, whom it refuses, and that it leaves nothing behind.

mod answers;
mod collections;
mod endpoints;
mod openings;
mod pools;
mod service;

use super::gauges::lock;
use super::relay::Client;
use super::*;
use crate::sizing::Sizing as _;
use crate::sizing::{Resizable, Size};
use model::{Arrival, PhaseKind, Run, SensorState, Series, Timestamp, Value, signal};
use service::Service;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Seen = Arc<Mutex<Vec<Observation>>>;

struct Watching {
    service: Service,
    probe: NodeProbe,
    seen: Seen,
    cx: Context,
}

fn watch(flags: &[&str]) -> Option<Watching> {
    Service::start(flags).map(watching)
}

fn watching(service: Service) -> Watching {
    let seen: Seen = Arc::default();
    let target = crate::discover::by_pid(service.pid(), Some(service.port)).expect("found");
    let scratch = std::env::temp_dir().join(format!("tightspot-test-node-{}", service.pid()));
    std::fs::create_dir_all(&scratch).expect("the temporary folder can be written");
    let cx = Context {
        target,
        sink: Arc::<Mutex<Vec<Observation>>>::clone(&seen),
        spare_cpus: Vec::new(),
        scratch,
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    Watching { service, probe: NodeProbe::new(), seen, cx }
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.probe.detach());
        drop(std::fs::remove_dir_all(&self.cx.scratch));
    }
}

impl Watching {
    fn run(&self) -> Run {
        Run::from_observations(self.seen.lock().expect("not poisoned").iter().cloned())
    }

    fn sensor(&self, id: &str) -> Sensor {
        self.run().sensors.get(id).unwrap_or_else(|| panic!("nothing was said of {id}")).clone()
    }

    /// What the service says is left of us.
    fn left(&mut self) -> String {
        self.service.get("/left").unwrap_or_else(|e| panic!("it does not answer: {e}: {}", self.service.said()))
    }
}

const NOTHING_LEFT: &str = r#"{"symbols":[],"sockets":0,"heard":false,"deprecation":false,"sampled":false}"#;

fn phase(id: &str) -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: id.to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

fn until(what: &str, seconds: u64, mut done: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(seconds);
    while !done() {
        assert!(Instant::now() < patience, "waited {seconds} s for: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn last(s: Option<&Series>) -> f64 {
    s.and_then(|s| s.v.last().copied()).unwrap_or(f64::NAN)
}

#[test]
fn sees_loop_work_and_pools_and_leaves_nothing() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    assert!(Inspector::find(&w.cx.target, None).is_none(), "its port was open for a moment only");
    w.probe.warmed().expect("warmed");
    let began = Timestamp::now();
    w.probe.begin(&phase("p")).expect("begin");
    for _ in 0..20 {
        for route in ["/hash", "/sync", "/file", "/gzip"] {
            w.service.get(route).expect("it answers");
        }
    }
    w.probe.end(&phase("p")).expect("end");
    let run = w.run();
    for id in [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::EVENT_LOOP] {
        assert_eq!(w.sensor(id).state, SensorState::On, "{id}: {:?}", w.sensor(id));
    }
    let of_type = |signal: &str, kind: &str| run.series.values().find(|s| s.signal == signal && s.label("type") == kind).cloned();
    assert_eq!(last(of_type(signal::ASYNC_WORK_COUNT, "PBKDF2REQUEST").as_ref()), 20.0);
    assert!(last(of_type(signal::ASYNC_WORK_TIME, "PBKDF2REQUEST").as_ref()) > 0.0);
    assert!(last(of_type(signal::ASYNC_WORK_COUNT, "ZLIB").as_ref()) >= 20.0 * 19.0, "each chunk is a piece of work");
    assert!(last(of_type(signal::ASYNC_WORK_COUNT, "FSREQPROMISE").as_ref()) >= 60.0, "open, stat, read");
    let site = of_type(signal::ASYNC_WORK_SITE_TIME, "PBKDF2REQUEST").expect("a site was looked at");
    assert!(site.label("site").starts_with("hashPassword ("), "{site:?}");
    assert_eq!(last(run.one(signal::SERVER_REQUEST_COUNT)), 80.0);
    assert!(!run.one(signal::EVENT_LOOP_DELAY).expect("messages were answered").v.is_empty());
    assert!(run.series_of(signal::GC_TIME).count() == 2);
    let pool = ["pg", "knex"].map(|p| {
        [signal::POOL_USED, signal::POOL_PENDING, signal::POOL_TOTAL, signal::POOL_MAX, signal::POOL_STATEMENTS]
            .map(|s| last(run.series_of(s).find(|s| s.label("pool") == p)))
    });
    assert_eq!(pool, [[2.0, 4.0, 3.0, 3.0, 1.0], [3.0, 2.0, 4.0, 7.0, 2.0]]);
    let commands = ["ioredis", "node-redis"].map(|c| last(run.series_of(signal::CLIENT_COMMANDS).find(|s| s.label("client") == c)));
    assert_eq!(commands, [3.0, 2.0]);
    let waited = |client: &str| {
        let s =
            run.series_of(signal::REMOTE_QUEUE_TIME).find(|s| s.label("client") == client).unwrap_or_else(|| panic!("{client} is found"));
        (s.v.last().copied().unwrap_or(0.0) / s.t[s.t.len() - 1].seconds_since(s.t[0])).round()
    };
    assert_eq!(["http-agent", "undici-pool"].map(waited), [2.0, 5.0], "so many wait all along");
    assert!(run.series_of(signal::REMOTE_QUEUE_TIME).all(|s| s.label("client") != "http-agent-2"), "an agent without a limit has no queue");
    assert_eq!(last(run.one(signal::THREAD_POOL_SIZE)), 4.0);
    let profile = run.wall.get("p").expect("a profile");
    assert_eq!(profile.thread_names.iter().filter(|(_, n)| n == threads::POOL_THREAD).count(), 4, "{:?}", profile.thread_names);
    let hashing = |f: &model::Frame| f.method == "hashPasswordSync" && f.class.ends_with("service.js") && f.line > 0;
    assert!(profile.samples.iter().any(|s| s.tid == w.service.pid() && run.stacks.frames_of(s.stack).any(hashing)));
    assert!(began < profile.start && profile.start < profile.end && profile.end < Timestamp::now(), "on the one clock");
    assert!(!format!("{run:?}").contains("never read"));
    w.probe.detach().expect("detach");
    assert_eq!(w.left(), NOTHING_LEFT);
    assert!(Inspector::find(&w.cx.target, None).is_none());
}

#[test]
fn one_phase_takes_over_from_the_last() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    let sampling = |w: &Watching| threads::Threads::of(w.service.pid()).named(watched::SAMPLER).len();
    // longer than some intervals of the sampler
    let often = |w: &Watching, route: &str| (0..20).for_each(|_| drop(w.service.get(route).expect("it answers")));
    for (id, route) in [("a", "/sync"), ("b", "/file")] {
        w.probe.begin(&phase(id)).expect("begin");
        often(&w, route);
        w.probe.end(&phase(id)).expect("end");
        assert_eq!(sampling(&w), 1, "it goes on");
    }
    w.probe.rest().expect("rest");
    assert_eq!(sampling(&w), 0);
    w.probe.begin(&phase("c")).expect("begin");
    often(&w, "/sync");
    w.probe.end(&phase("c")).expect("end");
    let run = w.run();
    let hashed = |id: &str| {
        let hash = |f: &model::Frame| f.method == "hashPasswordSync";
        run.wall[id].samples.iter().any(|s| run.stacks.frames_of(s.stack).any(hash))
    };
    assert_eq!(["a", "b", "c"].map(hashed), [true, false, true]);
    assert!(run.wall["a"].end <= run.wall["b"].start && run.wall["b"].end <= run.wall["c"].start);
}

#[test]
fn where_objects_are_made_is_seen_though_they_are_collected() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    // only the end of a level is sampled
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(8) {
        w.service.get("/objects").expect("it answers");
    }
    w.probe.end(&phase("p")).expect("end");
    let run = w.run();
    let made = &run.wall["p"].allocated;
    // the compiler may put the function into the one that calls it
    let site = |f: &model::Frame| f.class.ends_with("service.js");
    let of_site = made.iter().filter(|a| run.stacks.frames_of(a.stack).any(site));
    let (bytes, samples) = of_site.fold((0, 0), |(b, n), a| (b + a.bytes, n + a.samples));
    let all: u64 = made.iter().map(|a| a.bytes).sum();
    assert!(bytes as f64 >= 0.9 * all as f64 && samples >= 50, "{bytes} of {all} bytes by {samples} samples of {made:?}");
    assert!(run.wall["p"].samples.iter().any(|s| run.stacks.frames_of(s.stack).any(site)), "the loop is sampled beside it");
    w.probe.detach().expect("detach");
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn hooks_go_where_nothing_uses_the_pool() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    let hashes = |w: &Watching| w.run().series_of(signal::ASYNC_WORK_COUNT).map(|s| last(Some(s))).sum::<f64>();
    w.probe.begin(&phase("without")).expect("begin");
    for _ in 0..1000 {
        w.service.get("/").expect("it answers");
    }
    until("a reading tells them all", 10, || last(w.run().one(signal::SERVER_REQUEST_COUNT)) >= 1000.0);
    w.service.get("/hash").expect("it answers");
    w.probe.end(&phase("without")).expect("end");
    assert_eq!(hashes(&w), 0.0, "nobody looked any more");
    w.probe.begin(&phase("with")).expect("begin");
    w.service.get("/hash").expect("it answers");
    w.probe.end(&phase("with")).expect("end");
    assert_eq!(hashes(&w), 1.0);
}

#[test]
fn comes_and_goes_again_and_again() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    for n in 0..10 {
        w.probe.attach(&w.cx.clone()).unwrap_or_else(|e| panic!("attach {n}: {e}"));
        w.probe.begin(&phase("p")).expect("begin");
        w.service.get("/hash").expect("it answers");
        if n % 2 == 0 {
            w.probe.end(&phase("p")).expect("end");
        }
        w.probe.detach().unwrap_or_else(|e| panic!("detach {n}: {e}"));
        assert_eq!(w.left(), NOTHING_LEFT);
    }
}

#[test]
fn a_pool_is_resized_alone_and_beside_a_probe() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let sizing = Sizing::open(&w.cx.target);
    let pool = |max, total| Size { of: Resizable::ConnectionPool, name: "pg".to_owned(), max, min: max, total };
    assert_eq!(sizing.read().expect("read"), [pool(3, 3)]);
    // one of three was idle
    assert_eq!(sizing.set(&pool(2, 0), false).expect("set"), pool(2, 2));
    assert!(Inspector::find(&w.cx.target, None).is_none(), "closed again");
    w.probe.attach(&w.cx.clone()).expect("attach");
    assert_eq!(sizing.set(&pool(3, 0), false).expect("set"), pool(3, 2));
    assert!(Inspector::find(&w.cx.target, None).is_none(), "closed again");
    w.probe.begin(&phase("p")).expect("the probe goes on");
    w.probe.end(&phase("p")).expect("the probe goes on");
    w.probe.detach().expect("detach");
    let cause = sizing.set(&pool(1, 0), false).unwrap_err().cause;
    assert_eq!(cause, message!("node/still-open", open: Count(2.0), max: Count(1.0)));
    assert_eq!(sizing.set(&pool(3, 0), false).expect("set"), pool(3, 2));
    let gone = Size { name: "pg-2".to_owned(), ..pool(3, 0) };
    assert!(sizing.set(&gone, false).unwrap_err().cause.is("node/none-or-several"), "{:?}", sizing.set(&gone, false));
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn a_port_that_another_process_holds_is_not_tried() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("bound").port();
    let Some(mut w) = watch(&[&format!("--inspect-port={port}")]) else { return };
    let e = w.probe.attach(&w.cx.clone()).expect_err("refused");
    assert_eq!(e.name, "inspector-port-taken", "{e}");
    assert_eq!(e.cause.arg("pid"), Some(&Value::name(std::process::id().to_string())), "{e}");
    assert_eq!(w.sensor(sensor::EVENT_LOOP).state, SensorState::Off);
    assert_eq!(w.left(), NOTHING_LEFT);
}

/// A port that nobody holds.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port()
}

fn listens(port: u16) -> bool {
    std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn an_inspector_that_other_machines_would_reach_is_not_opened() {
    let port = free_port();
    let address = format!("--inspect-port=0.0.0.0:{port}");
    for (flags, options) in [(&[&*address][..], ""), (&[][..], &*address), (&["--inspect-port=0"][..], &*address)] {
        let Some(service) = Service::start_with(flags, options) else { return };
        let mut w = watching(service);
        let e = w.probe.attach(&w.cx.clone()).expect_err("refused");
        assert_eq!(e.name, "inspector-not-loopback", "{e}");
        let address = e.cause.find("node/names-an-address").and_then(|m| m.arg("address"));
        assert!(address == Some(&Value::name("0.0.0.0")) && e.help.is("node/on-loopback"), "{e} {}", e.help);
        assert!(!listens(port), "no signal was sent");
        assert_eq!(w.left(), NOTHING_LEFT);
    }
}

#[test]
fn an_address_of_this_machine_and_a_bare_port_are_opened() {
    let port = free_port();
    for (flag, options) in
        [(format!("--inspect-port=127.0.0.1:{port}"), ""), (format!("--inspect-port={port}"), "--inspect-port=localhost:5001")]
    {
        let Some(service) = Service::start_with(&[&flag], options) else { return };
        let mut w = watching(service);
        w.probe.attach(&w.cx.clone()).unwrap_or_else(|e| panic!("{flag}: {e}"));
        assert!(!listens(port), "{flag}: it was open for a moment only");
        w.probe.detach().expect("detach");
    }
}

#[test]
fn what_opens_elsewhere_though_nothing_told_so_is_closed_at_once() {
    let port = free_port();
    // a title takes the place of the command line
    let Some(service) = Service::start_with(&[&format!("--inspect-port=0.0.0.0:{port}"), "--title=shop"], "") else { return };
    let mut w = watching(service);
    let e = w.probe.attach(&w.cx.clone()).expect_err("refused");
    assert!(e.name == "inspector-not-loopback" && e.cause.says("node/opened-and-closed"), "{e}");
    assert!(!listens(port));
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn what_would_be_ended_by_the_signal_is_not_sent_one() {
    // the name of its binary alone says that it is Node
    let folder = std::env::temp_dir().join(format!("tightspot-test-node-name-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    let binary = folder.join("node");
    std::fs::copy("/bin/sleep", &binary).expect("copied");
    let mut sleeper = std::process::Command::new(&binary).arg("60").spawn().expect("started");
    until("it sleeps under its own name", 10, || crate::discover::by_pid(sleeper.id(), None).is_ok_and(|t| t.runtime.name() == "node"));
    let target = crate::discover::by_pid(sleeper.id(), None).expect("found");
    let e = entry::enter(&target, Client::Probe, None).err().expect("refused");
    assert!(e.cause.is("node/no-handler"), "{e}");
    assert!(sleeper.try_wait().expect("ours").is_none(), "it lives");
    sleeper.kill().expect("ours");
    sleeper.wait().expect("ours");
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// Attached, in a phase, and then without a word gone, as after a `kill -9`.
fn killed() -> Option<(Watching, Target, SocketAddr)> {
    let mut w = watch(&["--inspect-port=0"])?;
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    let address = w.probe.watched.take().expect("attached").vanish();
    let target = w.cx.target.clone();
    Some((w, target, address))
}

#[test]
fn what_a_killed_run_left_goes_with_it() {
    let Some((mut w, target, address)) = killed() else { return };
    until("all has gone with the tool", 30, || w.left() == NOTHING_LEFT);
    assert!(Inspector::find(&target, Some(address)).is_none());
}

#[test]
fn an_inspector_that_a_killed_run_was_opening_is_closed_by_the_next() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    let target = w.cx.target.clone();
    let note = w.cx.scratch.join("note");
    // a process id beyond the largest that Linux gives: a tool that is gone
    let noted = |more: &str| {
        std::fs::write(&note, format!("{}\n{}\n5000000\n1\n{more}", target.pid, target.start_ticks)).expect("written");
        journal::recover_one(&note, silence)
    };
    Inspector::open(&target, &mut |_| ()).expect("opened");
    noted("");
    until("it is open still, for nobody noted that it is ours", 60, || Inspector::find(&target, None).is_some());
    let said = noted(&format!("{OPENING}\n")).expect("there was something to do");
    assert!(said.is("contract/left-and-off"), "{said}");
    until("the inspector is closed", 15, || Inspector::find(&target, None).is_none());
    assert_eq!(w.left(), NOTHING_LEFT);
}

#[test]
fn a_tool_that_is_stopped_does_not_stop_the_service() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    let (address, connection) = w.probe.watched.take().expect("attached").fall_silent();
    until("the lease runs out", 60, || w.left() == NOTHING_LEFT);
    for _ in 0..200 {
        assert_eq!(w.service.get("/").expect("it answers"), "ok");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Inspector::find(&w.cx.target, Some(address)).is_none());
    assert!(lock(&connection).call("Profiler.enable", &serde_json::json!({})).is_err(), "nobody is there any more");
    assert_eq!(w.service.get("/").expect("it answers"), "ok");
}

#[test]
fn ticks_are_served_whatever_an_attach_comes_across() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.service.get("/ticks").expect("it answers");
    for n in 0..20 {
        w.probe.attach(&w.cx.clone()).unwrap_or_else(|e| panic!("attach {n}: {e}"));
        w.probe.begin(&phase("p")).expect("begin");
        w.probe.end(&phase("p")).expect("end");
        w.probe.detach().unwrap_or_else(|e| panic!("detach {n}: {e}"));
        assert_eq!(w.service.get("/").expect("it answers"), "ok");
    }
}
