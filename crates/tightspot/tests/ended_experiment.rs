//! Whatever else ends an experiment than a kill at any moment: a reader that is gone, a change that takes long, a tool that is stopped
//! while it writes or comes back while its guardian works, a panic, a full disk; and services that the tool has started.
//!
//! Such a service is this very test binary, started again as [`acts_as_a_service`].

mod place;
mod said;

use model::message;
use place::{Place, end, serve, signal, wait_until};
use said::says;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

const PORT: &str = "TIGHTSPOT_TEST_PORT";
const STARTS: &str = "TIGHTSPOT_TEST_STARTS";

/// Does nothing as a test; as a service it notes with which size it was started, and answers.
#[test]
fn acts_as_a_service() {
    let (Some(port), Some(starts)) = (std::env::var(PORT).ok().and_then(|p| p.parse().ok()), std::env::var_os(STARTS)) else { return };
    let listener = TcpListener::bind::<(&str, u16)>(("127.0.0.1", port)).expect("the port of the one before");
    let mut starts = OpenOptions::new().append(true).create(true).open(starts).expect("writable");
    writeln!(starts, "{}", std::env::var("SIZE").unwrap_or_else(|_| "none".to_owned())).expect("writable");
    serve(&listener);
}

/// How it ended, and what it said; within the time of [`wait_until`], so that a tool that never ends fails the test.
fn ended(mut tool: Child) -> (ExitStatus, String) {
    wait_until("the tool ends", || tool.try_wait().expect("a child").is_some());
    let mut said = String::new();
    if let Some(mut stderr) = tool.stderr.take() {
        stderr.read_to_string(&mut said).expect("text");
    }
    (tool.wait().expect("a child"), said)
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).unwrap_or_default().lines().count()
}

#[test]
fn a_reader_that_is_gone_is_noticed_without_a_line_to_it() {
    let p = Place::new();
    let (knob, doses) = (p.knob.display(), p.home.path().join("doses"));
    let apply = format!("echo {{value}} > {knob}; echo {{value}} >> {}", doses.display());
    let (reader, writer) = io::pipe().expect("a pipe");
    let mut sweep = p.sweep_by(&apply, &format!("echo 10 > {knob}"), "600");
    let tool = sweep.arg("--quiet").stdout(writer).stderr(Stdio::null()).spawn().expect("the tool runs");
    // it holds the other end as well
    drop(sweep);
    wait_until("a dose is given", || lines(&doses) > 0);
    drop(reader);
    let (status, _) = ended(tool);
    assert_eq!((p.knob().as_str(), status.signal()), ("10", Some(13)), "as any tool in front of `head`");
    p.is_all_restored();
}

#[test]
fn ctrl_c_ends_a_change_that_is_under_way_and_it_is_put_back() {
    let p = Place::new();
    let knob = p.knob.display();
    let tool = p.sweep_by(&format!("echo {{value}} under way > {knob}; sleep 600"), &format!("echo 10 > {knob}"), "0.3").spawn();
    let tool = tool.expect("the tool runs");
    wait_until("a change is under way", || p.knob().ends_with("under way"));
    signal(tool.id(), "INT");
    let (status, said) = ended(tool);
    assert_eq!((p.knob().as_str(), status.code()), ("10", Some(130)), "{said}");
    p.is_all_restored();
}

#[test]
fn a_journal_that_somebody_keeps_locked_keeps_no_guardian_from_restoring() {
    let p = Place::new();
    let mut tool = p.sweep().stdout(Stdio::null()).spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    // as a tool has it that was stopped while it wrote
    let journal = File::open(p.journal_file()).expect("a change is noted");
    journal.lock().expect("nobody writes for long");
    tool.kill().expect("a child of ours");
    wait_until("everything is as before", || p.knob() == "10" && p.open() == 0);
    drop(journal);
    end(&mut tool);
    p.is_all_restored();
}

#[test]
fn a_tool_that_goes_on_while_its_guardian_restores_changes_nothing_more() {
    let p = Place::new();
    let (knob, file) = (p.knob.display(), |name: &str| p.home.path().join(name));
    let (doses, restores, go) = (file("doses"), file("restores"), file("go"));
    let apply = format!("echo {{value}} >> {}; echo {{value}} > {knob}", doses.display());
    let (log, goes) = (restores.display(), go.display());
    let restore = format!("echo 10 > {knob}; echo begun >> {log}; while [ ! -e {goes} ]; do sleep 0.02; done; echo ended >> {log}");
    let tool = p.sweep_by(&apply, &restore, "0.3").spawn().expect("the tool runs");
    wait_until("a dose is given", || lines(&doses) > 0);
    signal(tool.id(), "STOP");
    wait_until("the guardian restores", || lines(&restores) == 1);
    let given = lines(&doses);
    signal(tool.id(), "CONT");
    let lock = p.journal_file().with_file_name("restoring.lock");
    let waits = |pid: u32| {
        fs::read_dir(format!("/proc/{pid}/fd")).is_ok_and(|all| all.flatten().any(|f| fs::read_link(f.path()).is_ok_and(|to| to == lock)))
    };
    wait_until("the tool has come to its restore", || waits(tool.id()));
    assert_eq!((fs::read_to_string(&restores).expect("text").as_str(), lines(&doses)), ("begun\n", given), "not beside the guardian");
    fs::write(&go, "").expect("writable");
    let (status, said) = ended(tool);
    // one after the other, and no dose between
    let all = fs::read_to_string(&restores).expect("text");
    assert_eq!((all.as_str(), lines(&doses)), ("begun\nended\nbegun\nended\n", given), "{said}");
    assert!(!status.success() && says(&said, &message!("guardian/put-back")), "{status}: {said}");
    assert_eq!((p.knob().as_str(), p.open()), ("10", 0), "{said}");
}

#[test]
fn a_panic_puts_back_what_was_changed() {
    let p = Place::new();
    let panics = p.home.path().join("panics");
    let tool = p.sweep().env("TIGHTSPOT_TEST_PANIC", &panics).spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    fs::write(&panics, "").expect("writable");
    let (status, said) = ended(tool);
    assert_eq!((p.knob().as_str(), status.code()), ("10", Some(101)), "{said}");
    p.is_all_restored();
}

#[test]
fn on_a_full_disk_what_was_put_back_is_closed_and_not_put_back_again() {
    let p = Place::new();
    let marks = p.home.path().join("marks");
    // as a tool has left it that is gone: no process has this start time
    let left = |what: &str| {
        let restore = serde_json::json!({ "kind": "command", "command": format!("echo {what} >> {}", marks.display()), "check": null });
        let entry = serde_json::json!({ "id": what, "what": what, "restore": restore, "tool": [std::process::id(), 1], "unix_ns": 0 });
        format!("{}\n", serde_json::json!({ "open": entry }))
    };
    let journal = [left("first"), left("second")].concat();
    fs::create_dir_all(p.journal_file().parent().expect("a folder")).expect("writable");
    fs::write(p.journal_file(), &journal).expect("writable");
    fs::set_permissions(p.journal_file(), Permissions::from_mode(0o600)).expect("ours");
    let mut restore = p.command(&["restore"]);
    with_files_of_at_most(&mut restore, journal.len() as u64);
    let full = restore.output().expect("the tool runs");
    assert!(full.status.success(), "{full:?}");
    let again = p.command(&["restore"]).output().expect("the tool runs");
    assert!(says(&String::from_utf8_lossy(&again.stdout), &message!("commands/nothing-left-changed")), "{again:?}");
    assert_eq!(fs::read_to_string(&marks).expect("both were put back"), "second\nfirst\n");
    assert!(!p.journal().contains("echo"), "how is forgotten: {}", p.journal());
}

/// No file of the process grows beyond this: as on a disk where what is there can be overwritten, and nothing has room.
#[expect(unsafe_code, reason = "limits a child between fork and exec")]
fn with_files_of_at_most(command: &mut Command, bytes: u64) {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    let limited = move || {
        // SAFETY: two system calls with numbers and a struct of ours; both are async-signal-safe.
        let done = unsafe {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN) != libc::SIG_ERR && libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit) == 0
        };
        if done { Ok(()) } else { Err(io::Error::last_os_error()) }
    };
    // SAFETY: the closure allocates nothing and takes no lock.
    unsafe { command.pre_exec(limited) };
}

/// A service behind a shell, which the tool starts anew for each setting.
struct Own {
    place: Place,
    port: u16,
    starts: PathBuf,
}

impl Own {
    fn new() -> Self {
        let place = Place::new();
        let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
        Self { port, starts: place.home.path().join("starts"), place }
    }

    fn sweep(&self) -> Child {
        let url = format!("http://127.0.0.1:{}/", self.port);
        let own = std::env::current_exe().expect("this test");
        // not its last command: the shell stays in front of the service
        let service = format!("'{}' acts_as_a_service --exact --nocapture; true", own.display());
        let what = ["sweep", &url, "--knob", "env.SIZE=2,3", "--warmup", "none", "-c", "2", "--measure", "0.3", "--no-probes"];
        let mut c = self.place.command(&[&what[..], &["--", "sh", "-c", &service]].concat());
        c.env(PORT, self.port.to_string()).env(STARTS, &self.starts).env_remove("SIZE").stdout(Stdio::null());
        c.spawn().expect("the tool runs")
    }

    fn serves(&self) -> bool {
        TcpStream::connect(("127.0.0.1", self.port)).is_ok()
    }

    fn serves_changed(&self) -> bool {
        fs::read_to_string(&self.starts).is_ok_and(|s| s.lines().last().is_some_and(|size| size != "none")) && self.serves()
    }
}

#[test]
fn a_service_behind_a_shell_ends_with_a_tool_that_is_killed() {
    let own = Own::new();
    let mut tool = own.sweep();
    wait_until("it serves in another way", || own.serves_changed());
    tool.kill().expect("a child of ours");
    wait_until("it is gone", || !own.serves());
    end(&mut tool);
}

#[test]
fn a_service_in_another_way_ends_while_its_tool_stands_still_which_then_starts_no_other() {
    let own = Own::new();
    let tool = own.sweep();
    loop {
        wait_until("it serves in another way", || own.serves_changed());
        signal(tool.id(), "STOP");
        if own.serves() {
            break;
        }
        // it was just to be started again
        signal(tool.id(), "CONT");
    }
    wait_until("it is gone", || !own.serves());
    let started = lines(&own.starts);
    signal(tool.id(), "CONT");
    let (status, said) = ended(tool);
    assert!(!status.success() && says(&said, &message!("guardian/put-back")), "{status}: {said}");
    assert_eq!((lines(&own.starts), own.serves()), (started, false), "{said}");
}
