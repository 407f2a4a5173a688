//! The JVM probe against a real, small JVM: what it sees, and that it leaves nothing behind.

mod bounds;
mod java;

use super::*;
use crate::sizing::Sizing as _;
use crate::sizing::{Resizable, Size};
use java::{Java, Place};
use model::{Arrival, PhaseKind, Run, SensorState};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Seen = Arc<Mutex<Vec<Observation>>>;

/// A user that is neither root nor likely to run the tests.
const NOBODY: u32 = 65534;

struct Watched {
    java: Java,
    probe: JvmProbe,
    seen: Seen,
    cx: Context,
}

fn watch(flags: &[&str], place: Place) -> Option<Watched> {
    Some(watched(Java::start(flags, place)?))
}

fn watched(java: Java) -> Watched {
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    let scratch = std::env::temp_dir().join(format!("tightspot-test-{}", java.pid));
    std::fs::create_dir_all(&scratch).expect("the temporary folder can be written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&scratch, mode).expect("ours");
    let target = crate::discover::by_pid(java.pid, None).expect("found");
    let cx = Context { target, sink, spare_cpus: Vec::new(), scratch, databases: Vec::new(), beside: crate::Beside::default() };
    Watched { java, probe: JvmProbe::new(), seen, cx }
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.cx.scratch));
    }
}

impl Watched {
    fn run(&self) -> Run {
        Run::from_observations(self.seen.lock().expect("not poisoned").iter().cloned())
    }

    fn state(&self, id: &str) -> SensorState {
        self.sensor(id).state
    }

    fn sensor(&self, id: &str) -> Sensor {
        let all = self.seen.lock().expect("not poisoned");
        let of_id = all.iter().rev().find_map(|o| match o {
            Observation::Sensor(s) if s.id == id => Some(s.clone()),
            _ => None,
        });
        of_id.unwrap_or_else(|| panic!("nothing was said of {id}"))
    }

    /// One phase of a second.
    fn phase(&mut self) {
        let phase = phase();
        self.probe.begin(&phase).expect("begin");
        std::thread::sleep(Duration::from_secs(1));
        self.probe.end(&phase).expect("end");
    }
}

fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

fn until(what: &str, mut done: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(15);
    while !done() {
        assert!(Instant::now() < patience, "waited 15 s for: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn where_objects_are_made_is_seen_beside_who_waits() {
    let Some(mut w) = watch(&["-Dmaker=true"], Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.phase();
    w.probe.detach().expect("detach");
    let run = w.run();
    let profile = run.wall.get("p").expect("a profile");
    let in_app = |stack: u32, method: &str| run.stacks.frames_of(stack).any(|f| f.class == "TestApp" && f.method == method);
    let made = profile.allocated.iter().filter(|a| a.class == "byte[]" && in_app(a.stack, "make"));
    let (bytes, samples) = made.fold((0, 0), |(b, n), a| (b + a.bytes, n + a.samples));
    assert!(samples >= 3 && bytes >= u64::from(samples) << 20, "{bytes} bytes by {samples} samples of {:?}", profile.allocated);
    assert!(profile.samples.iter().any(|s| in_app(s.stack, "hold")));
    assert!(profile.cpu_interval_ns == 0 || profile.cpu.iter().any(|s| in_app(s.stack, "make")));
}

/// Attach, walk, one phase, detach; then everything that a user relies on.
fn sees_all_and_leaves_nothing(flags: &[&str], place: Place) {
    let Some(mut w) = watch(flags, place) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    // The listener of the JVM itself stays: it belongs to every JVM that was ever attached to.
    let before: Vec<String> = w.java.threads().into_iter().filter(|t| !is_ours(t)).collect();
    w.probe.warmed().expect("warmed");
    w.phase();
    for id in [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::WORKER_GAUGES, sensor::RUNTIME_COUNTERS] {
        assert_eq!(w.state(id), SensorState::On, "{id}: {:?}", w.sensor(id));
    }
    w.probe.detach().expect("detach");
    assert!(w.java.is_alive());
    until("the threads are those from before", || w.java.threads() == before);
    assert_eq!(w.java.open_files("tightspot"), Vec::<String>::new());
    let run = w.run();
    let mean = |signal: &str, label: (&str, &str)| {
        let s =
            run.series.values().find(|s| s.signal == signal && s.label(label.0) == label.1).unwrap_or_else(|| panic!("{signal} {label:?}"));
        s.v.iter().sum::<f64>() / s.v.len() as f64
    };
    // Four workers, two connections: two hold one, two wait. The second pool is idle.
    let orders = ("pool", "orders");
    assert!((mean(signal::POOL_USED, orders) - 2.0).abs() < 0.3);
    assert!((mean(signal::POOL_PENDING, orders) - 2.0).abs() < 0.3);
    assert!((mean(signal::POOL_MAX, orders) - 2.0).abs() < 1e-9);
    assert!((mean(signal::POOL_MAX, ("pool", "idle")) - 7.0).abs() < 1e-9);
    let workers = ("executor", "http-nio-8080");
    assert!((mean(signal::WORKERS_BUSY, workers) - 4.0).abs() < 1e-9);
    assert!((mean(signal::WORKERS_QUEUE, workers) - 2.0).abs() < 1e-9);
    let counted = run.one(signal::RUNTIME_CPU_COUNT).expect("the JVM says how many CPUs it counts").v[0];
    assert!((1.0..=crate::discover::online_cpus().len() as f64).contains(&counted), "{counted}");
    assert!(run.events.iter().any(|e| e.kind == "heap-walk" && e.duration_ns > 0));
    let profile = run.wall.get("p").expect("a profile");
    let holding = profile.samples.iter().filter(|s| run.stacks.frames_of(s.stack).any(|f| f.class == "TestApp" && f.method == "hold"));
    let weight: u32 = holding.map(|s| s.weight).sum();
    let nominal = 2.0 * profile.end.ns_since(profile.start) as f64 / profile.nominal_interval_ns as f64;
    assert!((f64::from(weight) / nominal - 1.0).abs() < 0.35, "{weight} samples in hold, expected about {nominal}");
    assert!(profile.thread_names.iter().any(|(_, n)| n == "http-nio-8080-exec-1"), "{:?}", profile.thread_names);
    let scratch = std::fs::read_dir(&w.cx.scratch).expect("still there").count();
    assert_eq!(scratch, 0, "files are left in the scratch folder");
    assert_eq!(w.java.end(), "", "the target's output is its own");
}

fn is_ours(thread: &str) -> bool {
    thread.starts_with("Async-profiler") || thread.starts_with("tightspot")
}

#[test]
fn sees_stacks_pools_and_workers_and_leaves_nothing_behind() {
    sees_all_and_leaves_nothing(&[], Place::Here);
}

#[test]
fn root_sees_the_same_of_another_users_service() {
    sees_all_and_leaves_nothing(&[], Place::AnotherUser(NOBODY));
}

#[test]
fn root_sees_the_same_of_a_service_in_a_container() {
    sees_all_and_leaves_nothing(&[], Place::Container);
}

#[test]
fn threads_that_wait_for_a_core_are_in_no_sample_of_cpu_time() {
    let cpus = crate::discover::online_cpus().len() as f64;
    let Some(mut w) = watch(&[&format!("-Dspinners={:.0}", 2.0 * cpus)], Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.phase();
    w.probe.detach().expect("detach");
    let run = w.run();
    let profile = run.wall.get("p").expect("a profile");
    let spinning = |samples: &[model::WallSample], interval_ms: f64| -> f64 {
        let of = |s: &&model::WallSample| run.stacks.frames_of(s.stack).any(|f| f.class == "TestApp" && f.method == "spin");
        samples.iter().filter(of).map(|s| f64::from(s.weight)).sum::<f64>() * interval_ms * 1e6 / profile.end.ns_since(profile.start) as f64
    };
    let by_wall = spinning(&profile.samples, profile.effective_interval_ms().expect("samples"));
    let by_cpu = spinning(&profile.cpu, profile.cpu_interval_ns as f64 / 1e6);
    assert!((by_wall / (2.0 * cpus) - 1.0).abs() < 0.3, "{by_wall} threads spin, {} expected", 2.0 * cpus);
    assert!(by_cpu > 0.1 * cpus && by_cpu < 1.2 * cpus, "{by_cpu} cores spin, of {cpus}");
    let waits = |s: &model::WallSample| run.stacks.frames_of(s.stack).any(|f| f.class == "TestApp" && f.method == "hold");
    assert!(profile.cpu.iter().filter(|s| waits(s)).count() <= 3, "who holds a connection sleeps");
}

/// Four virtual threads and two connections, as with the workers above.
#[test]
fn virtual_threads_that_wait_are_seen_where_dumps_tell_their_state() {
    let Some(java) = java::with_states().and_then(|java| Java::start_on(&java, &["-Dvirtual=true"], Place::Here)) else { return };
    let mut w = watched(java);
    w.cx.spare_cpus = crate::discover::online_cpus()[..1].to_vec();
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.warmed().expect("warmed");
    assert_eq!(w.state(sensor::WALL_STACKS), SensorState::On, "{:?}", w.sensor(sensor::WALL_STACKS));
    w.phase();
    let tasks = crate::discover::numbers(&crate::discover::file(w.java.pid, "task")).expect("alive");
    let comm = |tid: &u32| crate::discover::text(&crate::discover::file(w.java.pid, &format!("task/{tid}/comm"))).unwrap_or_default();
    let listener = tasks.into_iter().find(|tid| comm(tid).trim_end() == "Attach Listener").expect("it serves commands");
    let allowed = crate::discover::allowed_cpus;
    assert_eq!(allowed(listener), allowed(w.java.pid), "it runs where it ran before");
    w.probe.detach().expect("detach");
    assert!(w.java.is_alive());
    let run = w.run();
    let profile = run.wall.get("p").expect("a profile");
    let interval_ms = profile.effective_interval_ms().expect("samples");
    let in_method = |method: &str| -> f64 {
        let inside = profile.samples.iter().filter(|s| run.stacks.frames_of(s.stack).any(|f| f.class == "TestApp" && f.method == method));
        let weight: u32 = inside.map(|s| s.weight).sum();
        f64::from(weight) * interval_ms * 1e6 / profile.end.ns_since(profile.start) as f64
    };
    assert!((in_method("serve") - 4.0).abs() < 1.0, "{} threads serve, 4 expected", in_method("serve"));
    assert!((in_method("hold") - 2.0).abs() < 0.7, "{} threads hold, 2 expected", in_method("hold"));
    assert_eq!(std::fs::read_dir(&w.cx.scratch).expect("still there").count(), 0, "files are left in the scratch folder");
    assert_eq!(w.java.end(), "", "the target's output is its own");
}

#[test]
fn stacks_are_off_where_dumps_do_not_tell_the_state_of_virtual_threads() {
    let Some(mut w) = watch(&["-Dvirtual=true"], Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.warmed().expect("warmed");
    let s = w.sensor(sensor::WALL_STACKS);
    if s.state == SensorState::On {
        return java::skip("needs a JDK before 25").map_or((), drop);
    }
    assert_eq!(s.state, SensorState::Off, "{s:?}");
    assert!(s.reason.is("jvm/on-virtual-threads") && s.unlock.is("jvm/newer-or-platform-threads"), "{s:?}");
    w.phase();
    assert_eq!(w.state(sensor::POOL_GAUGES), SensorState::On);
    w.probe.detach().expect("detach");
    assert!(w.java.is_alive());
}

#[test]
fn the_agent_ends_by_itself_when_the_tool_is_gone() {
    let Some(mut w) = watch(&[], Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    assert!(w.java.threads().iter().any(|t| t.starts_with("tightspot")));
    // What kill -9 does: no heartbeat any more, and nobody says stop.
    w.probe.inside.as_mut().expect("attached").gauges = None;
    until("the lease runs out", || !w.java.threads().iter().any(|t| t.starts_with("tightspot")));
    assert!(w.java.is_alive());
}

/// The next command after a kill -9: sampling off, agent gone, folders and note removed.
#[test]
fn what_a_killed_run_left_on_is_switched_off() {
    let Some(mut w) = watch(&[], Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase()).expect("begin");
    let mut inside = w.probe.inside.take().expect("attached");
    inside.gauges = None;
    let helpers = |w: &Watched| w.java.threads().into_iter().filter(|t| is_ours(t)).count();
    assert!(helpers(&w) > 0);
    assert_eq!(w.java.open_files(".jfr").len(), 1);
    let note = w.cx.scratch.join("note");
    let folder = inside.exchange.folder().display().to_string();
    let (pid, start) = (w.cx.target.pid, w.cx.target.start_ticks);
    // A process id beyond the largest that Linux gives: a tool that is gone.
    std::fs::write(&note, format!("{pid}\n{start}\n5000000\n1\n{folder}\n{}\n", w.cx.scratch.display())).expect("written");
    let said = journal::recover_one(&note, silence).expect("there was something to do");
    assert!(said.is("contract/left-and-off"), "{said}");
    until("no helper is left", || helpers(&w) == 0);
    assert_eq!(w.java.open_files("tightspot"), Vec::<String>::new());
    assert!(!w.cx.scratch.exists());
    assert!(w.java.is_alive());
    assert_eq!(w.java.end(), "");
    if let Some(note) = inside.note.take() {
        note.erase();
    }
}

/// Attaching fails with an error in which `words` are said, an id or a text of the virtual machine; counters stay on, the rest is off, the service lives.
fn is_refused(flags: &[&str], words: &str) {
    let Some(mut w) = watch(flags, Place::Here) else { return };
    w.probe.attach(&w.cx.clone()).expect("the counters alone are worth it");
    for id in [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
        let s = w.sensor(id);
        assert_eq!(s.state, SensorState::Off, "{s:?}");
        assert!(s.reason.to_string().contains(words), "{s:?}");
        assert!(!s.unlock.is_empty(), "{s:?}");
    }
    assert_eq!(w.state(sensor::RUNTIME_COUNTERS), SensorState::On);
    w.probe.warmed().expect("warmed");
    w.phase();
    w.probe.detach().expect("detach");
    let run = w.run();
    assert!(run.series.keys().any(|(name, _)| name == signal::RUNTIME_THREADS));
    assert!(w.java.is_alive());
}

/// With -Xrs the JVM listens from its start, and the signal that asks others to listen would end it.
#[test]
fn a_jvm_that_would_die_of_the_signal_is_not_sent_it() {
    let Some(mut w) = watch(&["-Xrs"], Place::Here) else { return };
    let socket = format!("/tmp/.java_pid{}", w.java.pid);
    until("it listens", || std::fs::exists(&socket).unwrap_or(false));
    Jvm::open(w.java.pid).expect("nobody has to be woken");
    std::fs::remove_file(socket).expect("removed, as cleaners of /tmp do");
    let e = Jvm::open(w.java.pid).map(drop).expect_err("refused");
    assert!(e.cause.is("jvm/no-handler"), "{e:?}");
    assert!(w.java.is_alive());
}

#[test]
fn a_jvm_with_attaching_switched_off_is_left_alone() {
    is_refused(&["-XX:+DisableAttachMechanism"], "jvm/attach-disabled");
}

#[test]
fn a_jvm_that_refuses_agents_is_reported_as_such() {
    is_refused(&["-XX:-EnableDynamicAgentLoading"], "Dynamic agent loading is not enabled");
}

#[test]
fn somebody_elses_profiler_is_not_stopped() {
    let Some(mut w) = watch(&[], Place::Here) else { return };
    let theirs = w.cx.scratch.join("their-libasyncProfiler.so");
    let ours = library::install(w.java.pid).expect("installed").profiler;
    std::fs::copy(ours, &theirs).expect("copied");
    let jvm = Jvm::open(w.java.pid).expect("open");
    let file = w.cx.scratch.join("theirs.jfr");
    jvm.load(&theirs, &format!("start,jfr,wall=50ms,file={},log={}.log", file.display(), file.display())).expect("started");
    w.probe.attach(&w.cx.clone()).expect("gauges and counters are not in its way");
    let s = w.sensor(sensor::WALL_STACKS);
    assert_eq!(s.state, SensorState::Off, "{s:?}");
    assert!(s.reason.says("jvm/another-profiler"), "{s:?}");
    w.probe.warmed().expect("warmed");
    w.phase();
    assert_eq!(w.state(sensor::POOL_GAUGES), SensorState::On);
    w.probe.detach().expect("detach");
    let status = w.cx.scratch.join("status");
    jvm.load(&theirs, &format!("status,file={}", status.display())).expect("status");
    assert!(std::fs::read_to_string(status).expect("written").contains("Profiling is running"));
}

#[test]
fn a_pool_is_resized_by_name_and_nothing_stays_behind() {
    let Some(java) = Java::start(&[], Place::Here) else { return };
    let before = java.threads();
    let sizing = Sizing::open(java.pid).expect("attach");
    let find = |all: &[Size], of: Resizable, name: &str| all.iter().find(|s| s.of == of && s.name == name).cloned().expect("seen");
    let orders = find(&sizing.read().expect("read"), Resizable::ConnectionPool, "orders");
    assert_eq!((orders.max, orders.min), (2, 2));
    let bigger = sizing.set(&Size { max: 3, min: 3, ..orders.clone() }, true).expect("set");
    assert_eq!((bigger.max, bigger.min), (3, 3));
    let all = sizing.read().expect("read");
    assert_eq!((find(&all, Resizable::ConnectionPool, "orders").max, find(&all, Resizable::ConnectionPool, "idle").max), (3, 7));
    assert_eq!(sizing.set(&orders, true).map(|s| (s.max, s.min)), Ok((2, 2)));
    let workers = find(&all, Resizable::Workers, "http-nio-8080");
    assert_eq!(sizing.set(&Size { max: 2, min: 1, ..workers.clone() }, false).map(|s| (s.max, s.min)), Ok((2, 1)));
    assert_eq!(sizing.set(&Size { min: workers.min, max: workers.max, ..workers }, false).map(|s| (s.max, s.min)), Ok((4, 4)));
    let gone = sizing.set(&Size { name: "no such pool".to_owned(), ..orders }, true).expect_err("refused");
    assert!(gone.cause.is("runtimes/none-of-this-name"), "{gone}");
    until("no thread of the agent stays", || !java.threads().iter().any(|t| t.contains("tightspot")));
    assert!(java.threads().len() <= before.len() + 4, "{before:?} {:?}", java.threads());
    assert_eq!(java.open_files("sizes"), Vec::<String>::new());
}
