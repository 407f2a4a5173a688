//! The host probe on this host, with this test as the target's neighbour's parent.

use super::*;
use model::{Arrival, Observation, PhaseKind, Run, Timestamp, signal};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Killed(Child);
impl Drop for Killed {
    fn drop(&mut self) {
        let _gone = self.0.kill().is_ok() && self.0.wait().is_ok();
    }
}

fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

#[test]
fn cpus_pressure_listen_queue_and_a_busy_neighbour_are_seen() {
    // The target is this test; three clients wait in its listen queue; a spinning child is its neighbour.
    let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
    let address = listener.local_addr().expect("address");
    let clients: Vec<TcpStream> = (0..3).map(|_| TcpStream::connect(address).expect("connect")).collect();
    let busy = Killed(Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("sh"));
    let target = crate::discover::by_pid(std::process::id(), Some(address.port())).expect("found");

    let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let cx = Context {
        target,
        sink,
        spare_cpus: Vec::new(),
        scratch: std::env::temp_dir(),
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    let mut probe = HostProbe::new();
    probe.attach(&cx).expect("attach");
    let run = || Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
    let neighbour = || {
        let run = run();
        run.series_of(signal::NEIGHBOUR_CPU_TIME).find(|s| s.label("who") == "sh").is_some_and(|s| s.v.last() >= Some(&0.03))
    };
    let patience = Instant::now() + Duration::from_secs(20);
    probe.begin(&phase()).expect("begin");
    while !neighbour() || run().series_of(signal::FIXED_WORK_TIME).count() == 0 {
        assert!(Instant::now() < patience, "waited 20 s for the neighbour and a piece of work");
        std::thread::sleep(Duration::from_millis(5));
    }
    probe.end(&phase()).expect("end");
    probe.detach().expect("detach");
    drop((busy, clients));

    let run = run();
    assert!(run.sees(sensor::HOST));
    let queue = run.one(signal::LISTEN_QUEUE).expect("series");
    assert_eq!((queue.v[0], queue.label("port")), (3.0, address.port().to_string().as_str()));
    assert!(run.one(signal::LISTEN_OVERFLOWS).is_some());
    assert_eq!(run.series_of(signal::SYSTEM_CPU_TIME).count(), crate::discover::online_cpus().len() * 5);
    assert!(run.series_of(signal::SYSTEM_CPU_TIME).all(|s| s.t.is_sorted()));
    assert!(run.series_of(signal::FIXED_WORK_TIME).all(|s| s.v.iter().all(|v| *v > 0.0)));
    let all = crate::discover::allowed_cpus(std::process::id());
    assert!(run.series_of(signal::FIXED_WORK_TIME).all(|s| s.label("cpu").parse().is_ok_and(|cpu: u32| all.contains(&cpu))));
    if std::path::Path::new("/proc/pressure/cpu").exists() {
        assert_eq!(run.series_of(signal::SYSTEM_PRESSURE).count(), 3);
    }
}
