//! Launching the tiny case: it starts, it answers, and it leaves nothing behind, however it ends.

use specimen::{Case, ErrorKind, Running, Watch, launch, launch_around};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn tiny() -> Case {
    Case::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny")).unwrap().0
}

fn start(variant: &str) -> Running {
    let case = tiny();
    launch(&case, case.variant(variant).unwrap(), 7, Watch::silent()).unwrap()
}

fn answer(url: &str) -> String {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.0\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// Pids of living processes in the groups of `pids`.
fn left(groups: &[u32]) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        if fields[0] != "Z" && groups.contains(&fields[2].parse().unwrap()) {
            found.push(stat.split(' ').next().unwrap().parse().unwrap());
        }
    }
    found
}

fn until(what: &str, done: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::yield_now();
    }
}

fn field(pid: u32, file: &str, name: &str) -> String {
    let text = fs::read(format!("/proc/{pid}/{file}")).unwrap();
    let text = String::from_utf8_lossy(&text).replace('\0', "\n");
    text.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default().trim_matches(['=', ':', '\t', ' ']).to_owned()
}

#[test]
fn a_launch_answers_with_its_parameters_and_stops_without_a_trace() {
    let running = start("before");
    let pids: Vec<(String, u32)> = running.pids().into_iter().map(|(n, p)| (n.to_owned(), p)).collect();
    let names: Vec<&str> = pids.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["side", "web", "neighbour-1"], "the hop is not set, the side is");
    assert!(running.url.ends_with("/health?id={{id}}"), "{}", running.url);
    assert!(answer(&running.url).ends_with("fine\n"));
    assert!(running.data.as_ref().unwrap().is_file());
    assert_eq!(running.monitor_dsn, None);

    let web = running.target_pid;
    let pool = running.params["pool"].to_string();
    assert_eq!([field(web, "environ", "POOL"), field(web, "environ", "SLOW"), field(web, "environ", "SEED")], [pool.as_str(), &pool, "7"]);
    let cpus = |name: &str| field(pids.iter().find(|(n, _)| n == name).unwrap().1, "status", "Cpus_allowed_list");
    if std::thread::available_parallelism().unwrap().get() > 1 {
        assert_eq!(cpus("web"), cpus("neighbour-1"));
        assert_ne!(cpus("web"), cpus("side"));
    }

    let began = std::time::Instant::now();
    while let Err(e) = running.check_fault() {
        assert!(e.to_string().contains("were due") && began.elapsed().as_secs() < 20, "{e}");
    }

    let (private, groups): (PathBuf, Vec<u32>) = (running.private().to_owned(), pids.iter().map(|(_, p)| *p).collect());
    assert!(left(&groups).len() >= 4, "the shell has a child");
    running.stop().unwrap();
    assert_eq!(left(&groups), [0u32; 0]);
    assert!(!private.exists());
}

#[test]
fn the_same_seed_launches_with_the_same_parameters() {
    let (first, second) = (start("after"), start("after"));
    assert_eq!(first.params, second.params);
    assert_ne!(first.url, second.url, "two launches do not share a port");
}

#[test]
fn a_scenario_file_is_filled_and_keeps_the_placeholders_of_the_tool() {
    let running = start("flow");
    let text = fs::read_to_string(running.scenario.as_ref().unwrap()).unwrap();
    let pool = &running.params["pool"];
    assert!(text.contains(&format!(r#"'{{"pool":{pool},"id":"{{{{uuid}}}}"}}'"#)), "{text}");
    assert!(text.contains("POST /health?id={{random_int 1 9}}") && !text.contains("{port.web}"), "{text}");
    assert_eq!((running.url.as_str(), running.data.as_ref()), ("", None));
}

#[test]
fn dropping_stops_as_well() {
    let running = start("after");
    let (private, groups) = (running.private().to_owned(), [running.target_pid]);
    drop(running);
    assert_eq!(left(&groups), [0u32; 0]);
    assert!(!private.exists());
}

#[test]
fn a_target_that_the_tool_is_to_start_is_left_out_and_its_command_starts_it() {
    let case = tiny();
    let running = launch_around(&case, case.variant("before").unwrap(), 7, Watch::silent()).unwrap();
    let names: Vec<String> = running.pids().into_iter().map(|(n, _)| n.to_owned()).collect();
    assert_eq!((running.target_pid, names), (0, vec!["side".to_owned(), "neighbour-1".to_owned()]));
    let start = running.start.clone().unwrap();
    let ready = start.ready.unwrap();
    let mut command = Command::new(&start.command[0]);
    let mut web = std::os::unix::process::CommandExt::process_group(command.args(&start.command[1..]), 0).spawn().unwrap();
    let host = ready.strip_prefix("http://").unwrap().split_once('/').unwrap().0;
    until("it answers", || TcpStream::connect(host).is_ok());
    assert!(answer(&ready).ends_with("fine\n"));
    assert_eq!(field(web.id(), "environ", "POOL"), running.params["pool"].to_string());
    assert!(running.log("web").is_file());
    assert!(Command::new("kill").args(["-9", "--", &format!("-{}", web.id())]).status().unwrap().success());
    web.wait().unwrap();
    running.stop().unwrap();
}

#[test]
fn a_placeholder_that_the_variant_does_not_set_is_named() {
    let case = tiny();
    let e = launch(&case, case.variant("silent").unwrap(), 7, Watch::silent()).unwrap_err();
    assert_eq!((e.kind, e.what.as_str()), (ErrorKind::Launch, "fill the placeholders of web"));
    assert!(e.to_string().contains("uses {port.hop}"), "{e}");
}

#[test]
fn a_process_that_ends_before_it_is_ready_shows_the_end_of_its_log() {
    let mut case = tiny();
    let web = case.processes.iter_mut().find(|p| p.target).unwrap();
    web.start = ["sh", "-c", "echo no class Main >&2; exit 3"].map(str::to_owned).to_vec();
    let e = launch(&case, case.variant("after").unwrap(), 7, Watch::silent()).unwrap_err();
    assert!(e.to_string().contains("exit status: 3") && e.to_string().contains("no class Main"), "{e}");
    case.processes.iter_mut().find(|p| p.target).unwrap().start = vec!["no-such-program".to_owned()];
    let e = launch(&case, case.variant("after").unwrap(), 7, Watch::silent()).unwrap_err();
    assert_eq!(e.help, "install no-such-program, or put it on PATH");
}

#[test]
fn an_interruption_ends_the_wait_and_stops_what_was_started() {
    let mut case = tiny();
    let web = case.processes.iter_mut().find(|p| p.target).unwrap();
    web.start = ["sleep", "1000"].map(str::to_owned).to_vec();
    let starting = std::cell::Cell::new(false);
    let note = |line: &str| starting.set(starting.get() || line == "starting web");
    let watch = Watch { progress: &note, interrupted: &|| starting.get() };
    let e = launch(&case, case.variant("after").unwrap(), 7, watch).unwrap_err();
    assert_eq!(e.kind, ErrorKind::Interrupted);
}

#[test]
fn a_cpu_quota_holds_or_its_absence_is_an_error_that_helps() {
    let case = tiny();
    match launch(&case, case.variant("throttled").unwrap(), 7, Watch::silent()) {
        Ok(running) => {
            let (_, pid) = *running.pids().iter().find(|(name, _)| *name == "limited").unwrap();
            let groups = fs::read_to_string(format!("/proc/{pid}/cgroup")).unwrap();
            let group = groups.lines().find_map(|l| l.split_once("/tightspot-")).unwrap().1.to_owned();
            let root = Path::new("/sys/fs/cgroup");
            let limit = |f: &str| fs::read_to_string(root.join(f)).unwrap_or_default();
            let (v2, v1) = (limit(&format!("tightspot-{group}/cpu.max")), limit(&format!("cpu/tightspot-{group}/cpu.cfs_quota_us")));
            assert!(v2 == "50000 100000\n" || v1 == "50000\n", "{v2:?} {v1:?}");
            running.stop().unwrap();
            assert!(!root.join(format!("cpu/tightspot-{group}")).exists() && !root.join(format!("tightspot-{group}")).exists());
        }
        Err(e) => assert!(e.help.contains("root"), "{e}"),
    }
}

/// The launcher that the test below kills; by itself it does nothing.
#[test]
#[ignore = "a helper of the test below, which starts it in a process of its own"]
fn launcher_to_be_killed() {
    let running = start("before");
    let pids: Vec<String> = running.pids().iter().map(|(_, pid)| pid.to_string()).collect();
    let line = format!("launched {} {}\n", running.private().display(), pids.join(" "));
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    std::io::stdin().read_exact(&mut [0]).expect_err("nobody writes");
    drop(running);
}

#[test]
fn a_launcher_that_is_killed_takes_everything_with_it() {
    let mut launcher = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "launcher_to_be_killed"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(launcher.stderr.take().unwrap()).lines().map_while(Result::ok);
    let line = lines.into_iter().find(|l| l.starts_with("launched ")).expect("it launches");
    let words: Vec<&str> = line.split(' ').collect();
    let groups: Vec<u32> = words[2..].iter().map(|w| w.parse().unwrap()).collect();
    assert!(!left(&groups).is_empty());
    launcher.kill().unwrap();
    launcher.wait().unwrap();
    until("every process dies with its launcher", || left(&groups).is_empty());
    // its folder goes with the next start of anything
    drop(start("after"));
    assert!(!Path::new(words[1]).exists());
}
