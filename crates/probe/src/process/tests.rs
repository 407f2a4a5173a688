//! The process probe against real children.

use super::cpu_clock::process_cpu_s;
use super::*;
use model::{Arrival, Observation, PhaseKind, Run, SensorState, Target, Timestamp, signal};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::Duration;

struct Killed(Child);
impl Drop for Killed {
    fn drop(&mut self) {
        let _gone = self.0.kill().is_ok() && self.0.wait().is_ok();
    }
}

type Seen = Arc<Mutex<Vec<Observation>>>;

fn attach(child: &Killed) -> (ProcessProbe, Target, Seen) {
    let target = discover::by_pid(child.0.id(), None).expect("found");
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    let cx = Context {
        target: target.clone(),
        sink,
        spare_cpus: Vec::new(),
        scratch: std::env::temp_dir(),
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    let mut probe = ProcessProbe::new();
    probe.attach(&cx).expect("attach");
    (probe, target, seen)
}

fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

fn run_of(seen: &Seen) -> Run {
    Run::from_observations(seen.lock().expect("not poisoned").iter().cloned())
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let patience = std::time::Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(std::time::Instant::now() < patience, "waited 20 s for: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_spinning_child_shows_its_cpu_time_and_its_thread() {
    let child = Killed(Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("sh"));
    let (mut probe, target, seen) = attach(&child);
    probe.begin(&phase()).expect("begin");
    let start = process_cpu_s(target.pid).expect("clock");
    until("50 ms of CPU", || process_cpu_s(target.pid).expect("clock") > start + 0.05);
    probe.end(&phase()).expect("end");
    probe.detach().expect("detach");

    let run = run_of(&seen);
    assert!(run.sees(sensor::THREAD_SCHEDULE));
    let cpu = run.one(signal::PROCESS_CPU_TIME).expect("series");
    let spent = cpu.v.last().expect("end") - cpu.v.first().expect("begin");
    assert!(spent >= 0.05, "{spent}");
    let of = |i: usize| run.threads[i].threads.iter().find(|t| t.tid == target.pid).expect("main thread").cpu_ns;
    let by_thread = (of(run.threads.len() - 1) - of(0)) as f64 / 1e9;
    assert!((by_thread - spent).abs() < 0.05, "the thread has what the process has: {by_thread} {spent}");
    assert_eq!(run.thread_comms.get(&target.pid).map(String::as_str), Some("sh"));
    let system = run.one(signal::PROCESS_SYSTEM_CPU_TIME).expect("series");
    assert!(system.v.last().expect("end") <= cpu.v.last().expect("end"), "a part of all: {system:?}");
    assert!(run.one(signal::PROCESS_MEMORY).expect("series").v[0] > 1e5);
    assert!(run.one(signal::PROCESS_DESCRIPTORS).expect("series").v[0] >= 3.0);
    assert_eq!(run.series_of(signal::PROCESS_CONTEXT_SWITCHES).count(), 2);
}

#[test]
fn the_generators_threads_are_counted_apart_from_the_tools_others() {
    let child = Killed(Command::new("sleep").arg("600").spawn().expect("sleep"));
    let (mut probe, _, seen) = attach(&child);
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let spin = std::thread::Builder::new()
        .name("ts-load-0".to_owned())
        .spawn(move || while stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {});
    probe.begin(&phase()).expect("begin");
    until("generator CPU", || {
        probe.end(&phase()).expect("end");
        run_of(&seen).one(signal::GENERATOR_CPU_TIME).is_some_and(|s| s.v.last() > s.v.first())
    });
    stop.send(()).expect("spinning");
    spin.expect("spawned").join().expect("ended");
    let run = run_of(&seen);
    let tool = run.one(signal::OBSERVER_CPU_TIME).expect("series");
    assert_eq!(tool.label("where"), "tool");
    assert!(tool.v.is_sorted(), "a counter");
    assert!(run.one(signal::GENERATOR_RUN_QUEUE_TIME).is_some());
}

#[test]
fn the_death_of_the_target_is_told_once_and_the_sensor_is_lost() {
    let mut child = Killed(Command::new("sleep").arg("600").spawn().expect("sleep"));
    let (mut probe, _, seen) = attach(&child);
    probe.begin(&phase()).expect("begin");
    child.0.kill().expect("kill");
    child.0.wait().expect("reap");
    until("the event", || run_of(&seen).events.iter().any(|e| e.kind == "target-died"));
    probe.end(&phase()).expect("end");
    let run = run_of(&seen);
    assert_eq!(run.events.iter().filter(|e| e.kind == "target-died").count(), 1);
    assert_eq!(run.sensors[sensor::THREAD_SCHEDULE].state, SensorState::Lost);
}

#[test]
fn a_target_that_is_gone_leaves_the_sensor_off() {
    let mut child = Killed(Command::new("sleep").arg("600").spawn().expect("sleep"));
    let target = discover::by_pid(child.0.id(), None).expect("found");
    child.0.kill().expect("kill");
    child.0.wait().expect("reap");
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    let cx = Context {
        target,
        sink,
        spare_cpus: Vec::new(),
        scratch: std::env::temp_dir(),
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    assert_eq!(ProcessProbe::new().attach(&cx).expect_err("gone").name, "target-gone");
    assert_eq!(run_of(&seen).sensors[sensor::THREAD_SCHEDULE].state, SensorState::Off);
}
