//! The files probe against real children.

use super::*;
use crate::discover;
use model::{Arrival, Observation, Phase, PhaseKind, Run, SensorState, signal};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

struct Killed(Child);
impl Drop for Killed {
    fn drop(&mut self) {
        let _gone = self.0.kill().is_ok() && self.0.wait().is_ok();
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
fn a_file_that_is_opened_again_and_again_is_counted_and_others_have_no_name() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("page.html"), "hello").expect("write");
    // the shell opens one file in each turn, and another one in the first
    let script = "read x < once.txt; while :; do read x < page.html; done";
    fs::write(folder.path().join("once.txt"), "1").expect("write");
    let child = Killed(Command::new("sh").args(["-c", script]).current_dir(folder.path()).spawn().expect("sh"));
    let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let cx = Context {
        target: discover::by_pid(child.0.id(), None).expect("found"),
        sink: Arc::<Mutex<Vec<Observation>>>::clone(&seen),
        spare_cpus: Vec::new(),
        scratch: PathBuf::new(),
        databases: Vec::new(),
        beside: crate::Beside::default(),
    };
    let run = || Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
    let mut probe = probe();
    probe.attach(&cx).expect("attach");
    if run().sensors[sensor::FILES].state == SensorState::Off {
        eprintln!("SKIPPED: {}", run().sensors[sensor::FILES].reason);
        return;
    }
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None };
    probe.begin(&phase).expect("begin");
    let named = |run: &Run| run.series_of(signal::PROCESS_FILES_OPENED).any(|s| s.label("file") == "page.html" && s.v.last() > Some(&10.0));
    let patience = Instant::now() + Duration::from_secs(60);
    while !named(&run()) {
        assert!(Instant::now() < patience, "waited 60 s for opens of page.html: {:?}", run().series);
        std::thread::sleep(Duration::from_millis(5));
    }
    probe.end(&phase).expect("end");
    let after_end = seen.lock().expect("not poisoned").len();
    let run = run();
    assert!(run.increase(signal::PROCESS_FILES_WATCHED, phase.start, Timestamp::now()) > Some(0.0));
    let size = run.series_of(signal::PROCESS_FILE_SIZE).find(|s| s.label("file") == "page.html").expect("told");
    assert_eq!(size.v, [5.0]);
    let names: Vec<&str> = run.series_of(signal::PROCESS_FILES_OPENED).map(|s| s.label("file")).collect();
    assert_eq!(names, ["page.html"]);
    probe.detach().expect("detach");
    assert_eq!(seen.lock().expect("not poisoned").len(), after_end, "nothing is told after the end");
}
