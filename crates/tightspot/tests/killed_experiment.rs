//! An experiment that is killed or stopped at any moment leaves nothing changed: its guardian restores, or else the next command.

mod place;
mod said;

use model::message;
use place::{Place, end, signal, wait_until};
use said::{ANY, says};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;

/// How often the tool is killed; TIGHTSPOT_TEST_KILLS says otherwise.
const KILLS: u64 = 8;

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

/// `/proc/locks` may have another number for a file of some file systems; then nobody can tell who it is.
fn names_the_sweep(said: &str, pid: u32) -> bool {
    let who = message!("alone/tool", command: name("sweep"), pid: name(pid.to_string()));
    says(said, &who) || says(said, &message!("alone/unseen"))
}

#[test]
fn a_second_experiment_is_refused_until_the_tool_of_the_first_is_gone() {
    let p = Place::new();
    let mut first = p.sweep().spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    let second = p.sweep().output().expect("the tool runs");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(5), "{said}");
    assert!(said.contains("[another-tool-runs]") && names_the_sweep(&said, first.id()), "{said}");
    first.kill().expect("a child of ours");
    end(&mut first);
    let mut third = p.sweep().spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10" || third.try_wait().expect("a child").is_some());
    signal(third.id(), "INT");
    let out = third.wait_with_output().expect("it ends");
    assert_eq!((p.knob().as_str(), out.status.code()), ("10", Some(130)), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn a_diagnosis_beside_an_experiment_says_so_at_once_and_in_its_report() {
    let (p, other) = (Place::new(), Place::new());
    let sweep = p.sweep().spawn().expect("the tool runs");
    wait_until("a dose is given", || p.knob() != "10");
    let url = format!("http://127.0.0.1:{}/", other.port);
    let args = ["why", &url, "--warmup", "none", "--max-connections", "2", "--no-probes", "--json"];
    // a document is more than a pipe holds
    let file = other.home.path().join("document.json");
    let out = std::fs::File::create(&file).expect("writable");
    let mut why = other.command(&args).env("TIGHTSPOT_LOCK", p.lock()).stdout(out).spawn().expect("the tool runs");
    let (mut lines, mut said) = (BufReader::new(why.stderr.take().expect("piped")), String::new());
    while !says(&said, &message!("alone/beside", who: name(ANY))) && lines.read_line(&mut said).expect("text") > 0 {}
    assert!(names_the_sweep(&said, sweep.id()), "{said}");
    signal(why.id(), "INT");
    std::io::copy(&mut lines, &mut std::io::sink()).expect("the rest");
    why.wait().expect("it ends");
    let document: serde_json::Value = serde_json::from_slice(&std::fs::read(file).expect("written")).expect("JSON");
    let warnings = document["quality"]["warnings"].as_array().expect("warnings");
    assert!(warnings.iter().any(|w| w["code"] == "another-tool-runs"), "{warnings:?}");
    signal(sweep.id(), "INT");
    drop(sweep.wait_with_output().expect("it ends"));
}

/// Whether SIGHUP, the first signal, is ignored by this process, and so by those that it starts.
fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let ignored = status.lines().find_map(|l| l.strip_prefix("SigIgn:")).expect("a mask").trim().to_owned();
    u64::from_str_radix(&ignored, 16).expect("a number") & 1 == 1
}

/// The folder of the repository is not written to.
#[test]
fn the_state_folder_is_the_only_place_of_the_journal() {
    let p = Place::new();
    assert!(p.command(&["restore"]).output().expect("the tool runs").status.success());
    assert!(!Path::new("changes.journal").exists() && p.journal().is_empty(), "looking notes nothing");
}
