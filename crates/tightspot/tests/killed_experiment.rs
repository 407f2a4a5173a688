//! An experiment that is killed or stopped at any moment leaves nothing changed: its guardian restores, or else the next command.

mod said;

use model::message;
use said::{ANY, says};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often the tool is killed; TIGHTSPOT_TEST_KILLS says otherwise.
const KILLS: u64 = 8;

/// A service of this very process: answers every request with two bytes.
fn service() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    port
}

fn answer(mut stream: TcpStream) {
    let Ok(copy) = stream.try_clone() else { return };
    for line in BufReader::new(copy).lines() {
        let Ok(line) = line else { return };
        if line.is_empty() && stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

struct Place {
    home: tempfile::TempDir,
    knob: PathBuf,
    port: u16,
}

impl Place {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let knob = home.path().join("knob");
        std::fs::write(&knob, "10\n").expect("writable");
        Self { knob, port: service(), home }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        let state = self.home.path().join("state");
        std::fs::create_dir_all(&state).expect("writable");
        c.args(args).env("TIGHTSPOT_STORE", self.home.path().join("runs")).env("XDG_STATE_HOME", state);
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    /// A sweep of a knob that is a file, with short trials.
    fn sweep(&self) -> Command {
        let (url, file) = (format!("http://127.0.0.1:{}/", self.port), self.knob.display().to_string());
        let (apply, restore) = (format!("echo {{value}} > {file}"), format!("echo 10 > {file}"));
        let rest = ["--doses", "10,20,30", "--warmup", "none", "-c", "2", "--measure", "0.3", "--no-probes"];
        let mut args = vec!["sweep", &url, "--apply", &apply, "--restore", &restore];
        args.extend(rest);
        self.command(&args)
    }

    fn knob(&self) -> String {
        std::fs::read_to_string(&self.knob).expect("there").trim().to_owned()
    }

    /// A sweep that is killed at a moment that differs from `n` to `n`, within the first three seconds of trials, and before it those of its children that
    /// have one of `first` among their arguments.
    fn killed_at(&self, n: u64, first: &[&str]) -> Child {
        let before = self.journal().len();
        let mut tool = self.sweep().stdout(Stdio::null()).spawn().expect("the tool runs");
        wait_until("a change is noted", || self.journal().len() > before || tool.try_wait().expect("a child").is_some());
        std::thread::sleep(Duration::from_millis((n * 379) % 3_000));
        for child in children(tool.id()).into_iter().filter(|(_, args)| first.iter().any(|f| args.contains(f))) {
            signal(child.0, "KILL");
        }
        tool.kill().expect("a child of ours");
        tool
    }

    /// Changes that are noted and not closed.
    fn open(&self) -> usize {
        let journal = self.journal();
        journal.matches("{\"open\"").count().saturating_sub(journal.matches("{\"closed\"").count())
    }

    /// The journal has nothing open, and ends with a change that was put back and checked.
    fn is_all_restored(&self) {
        let journal = self.journal();
        let (opened, closed) = (journal.matches("{\"open\"").count(), journal.matches("{\"closed\"").count());
        let last = journal.lines().last().unwrap_or_default();
        assert!(opened == closed && last.contains("closed") && last.contains("checked"), "{journal}");
    }

    fn journal(&self) -> String {
        std::fs::read_to_string(self.home.path().join("state/tightspot/changes.journal")).unwrap_or_default()
    }
}

/// Waits for the end of a tool and of whoever else has its stderr; what was said there.
fn end(tool: &mut Child) -> String {
    let mut said = String::new();
    tool.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    tool.wait().expect("a child of ours");
    said
}

/// Process ids and arguments of the children of a process.
fn children(of: u32) -> Vec<(u32, String)> {
    let all = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let pids = all.filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    let parent = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let args = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default().replace('\0', " ");
    pids.filter(|pid| parent(*pid) == Some(of)).map(|pid| (pid, args(pid))).collect()
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited 60 s for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kills() -> u64 {
    std::env::var("TIGHTSPOT_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS)
}

#[test]
fn after_a_kill_the_guardian_restores_without_another_command() {
    let p = Place::new();
    for n in 0..kills() {
        let mut tool = p.killed_at(n, &[]);
        let said = end(&mut tool);
        // what was begun at the moment of the kill is closed as well
        wait_until("everything is as before", || p.knob() == "10" && p.open() == 0);
        assert!(p.journal().lines().last().is_some_and(|l| l.contains("guardian")), "kill {n}: {said}\n{}", p.journal());
        let next = p.command(&["runs", "list"]).output().expect("the tool runs");
        assert!(next.status.success() && next.stderr.is_empty(), "nothing is left to the next command");
    }
}

#[test]
fn after_a_kill_of_both_the_next_command_restores_and_says_so() {
    let p = Place::new();
    for n in 0..kills() / 2 {
        let mut tool = p.killed_at(n, &["guard"]);
        end(&mut tool);
        let noted = p.journal();
        let next = p.command(&["runs", "list"]).output().expect("the tool runs");
        let said = String::from_utf8_lossy(&next.stderr).into_owned();
        assert_eq!(p.knob(), "10", "kill {n}: {said}\n{noted}");
        assert!(says(&said, &message!("journal/restored", subject: name(ANY))) && next.status.success(), "kill {n}: {said}");
        let again = p.command(&["runs", "list"]).output().expect("the tool runs");
        assert!(again.stderr.is_empty(), "said once: {}", String::from_utf8_lossy(&again.stderr));
    }
}

#[test]
fn a_tool_that_stands_still_finds_everything_as_before_and_changes_nothing_more() {
    let p = Place::new();
    let mut tool = p.sweep().spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    signal(tool.id(), "STOP");
    wait_until("the guardian has restored", || p.knob() == "10" && p.open() == 0);
    signal(tool.id(), "CONT");
    let status = tool.wait().expect("it ends");
    let mut said = String::new();
    tool.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(!status.success() && says(&said, &message!("guardian/put-back")), "{status}: {said}");
    assert_eq!(p.knob(), "10", "{said}");
}

#[test]
#[expect(clippy::print_stderr, reason = "a skip is told")]
fn ctrl_c_and_a_terminal_that_is_closed_restore_at_once() {
    for name in ["INT", "TERM", "HUP"] {
        if name == "HUP" && ignores_hang_ups() {
            eprintln!("SKIPPED (1): this test runs under nohup, and so does the tool: it is not to end when its terminal is closed");
            continue;
        }
        let p = Place::new();
        let tool = p.sweep().spawn().expect("the tool runs");
        wait_until("a dose is given", || p.knob() != "10");
        signal(tool.id(), name);
        let out = tool.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!((p.knob().as_str(), out.status.code()), ("10", Some(130)), "SIG{name}: {said}");
        p.is_all_restored();
    }
}

#[test]
fn a_reader_that_is_gone_ends_the_experiment_in_order_and_silently() {
    let p = Place::new();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let copy = writer.try_clone().expect("a pipe");
    let mut tool = p.sweep().stdout(writer).stderr(copy).spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    drop(reader);
    let status = tool.wait().expect("it ends");
    assert_eq!((p.knob().as_str(), status.signal()), ("10", Some(13)), "as any tool in front of `head`");
    p.is_all_restored();
}

#[test]
fn a_result_that_nobody_reads_ends_silently() {
    let p = Place::new();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let tool = p.command(&["explain"]).stdout(writer).spawn().expect("the tool runs");
    let out = tool.wait_with_output().expect("it ends");
    assert_eq!((out.status.signal(), String::from_utf8_lossy(&out.stderr).as_ref()), (Some(13), ""));
}

#[test]
fn what_cannot_be_restored_ends_with_7_and_the_way_to_do_it_by_hand() {
    let p = Place::new();
    let url = format!("http://127.0.0.1:{}/", p.port);
    let apply = format!("echo {{value}} > {}", p.knob.display());
    let args =
        ["sweep", &url, "--apply", &apply, "--restore", "exit 9", "--doses", "10,20", "--warmup", "none", "-c", "2", "--measure", "0.3"];
    let tool = p.command(&args).arg("--no-probes").spawn().expect("the tool runs");
    wait_until("a change is noted", || p.journal().contains("open"));
    signal(tool.id(), "INT");
    let out = tool.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(7), "{said}");
    assert!(said.contains("[not-restored]") && said.contains("exit 9"), "{said}");
    // the next command that would load the service says so, and does not
    let next = p.command(&["why", &url]).output().expect("the tool runs");
    assert_eq!(next.status.code(), Some(7), "{}", String::from_utf8_lossy(&next.stderr));
    let forget = p.command(&["restore", "--forget"]).output().expect("the tool runs");
    assert!(forget.status.success(), "{}", String::from_utf8_lossy(&forget.stderr));
    let clean = p.command(&["restore"]).output().expect("the tool runs");
    let nothing = message!("commands/nothing-left-changed");
    assert!(clean.status.code() == Some(0) && says(&String::from_utf8_lossy(&clean.stdout), &nothing), "{clean:?}");
}

/// Whether SIGHUP, the first signal, is ignored by this process, and so by those that it starts.
fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let ignored = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).expect("a mask").trim().to_owned();
    u64::from_str_radix(&ignored, 16).expect("a number") & 1 == 1
}

fn signal(pid: u32, name: &str) {
    assert!(Command::new("kill").args(["-s", name, &pid.to_string()]).status().is_ok_and(|s| s.success()));
}

/// The folder of the repository is not written to.
#[test]
fn the_state_folder_is_the_only_place_of_the_journal() {
    let p = Place::new();
    assert!(p.command(&["restore"]).output().expect("the tool runs").status.success());
    assert!(!Path::new("changes.journal").exists() && p.journal().is_empty(), "looking notes nothing");
}
