//! First do no harm, on a real JVM: what is left when the tool is killed, when the service is killed, and after a normal end.

mod jvm;
mod said;

use jvm::{Service, Tool, text, wait_until};
use model::{RunStatus, message};
use said::{ANY, flat, says};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn killed_in_mid_run_the_file_reads_the_service_serves_and_sampling_ends() {
    let Some(service) = Service::start() else { return };
    let tool = Tool::new();
    let mut why = tool.why(&service).spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    why.kill().expect("SIGKILL");
    drop(why.wait());
    let (run, _) = record::read(&tool.run_file().expect("a run file")).expect("it reads");
    assert_eq!(run.status, RunStatus::Partial);
    assert!(!run.load.is_empty());
    assert!(service.answers());
    let report = tool.command(&["report", "last"]).output().expect("the report");
    assert!(report.status.success(), "{}", text(&report));
    // the next command makes sure that nothing samples; the agent's own lease ends it even without one
    let doctor = tool.command(&["doctor"]).output().expect("doctor");
    let off = message!("contract/left-and-off", pid: name(ANY));
    let ends = message!("contract/left-and-ends", pid: name(ANY), why: name(ANY));
    assert!(says(&text(&doctor), &off) || says(&text(&doctor), &ends), "{}", text(&doctor));
    wait_until("the agent's thread ends", || !service.threads().iter().any(|t| t.starts_with("tightspot")));
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
    assert!(service.answers());
}

#[test]
fn a_service_that_dies_in_mid_run_is_said_and_the_run_is_kept() {
    let Some(mut service) = Service::start() else { return };
    let tool = Tool::new();
    let why = tool.why(&service).arg("--json").spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    service.child.kill().expect("SIGKILL");
    drop(service.child.wait());
    let out = why.wait_with_output().expect("the tool ends");
    assert_eq!(out.status.code(), Some(4), "{}", text(&out));
    assert!(text(&out).contains("[target-died]"), "{}", text(&out));
    let document: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one document, with what went wrong in it");
    assert_eq!((&document["error"]["name"], &document["run"]["status"]), (&"target-died".into(), &"aborted".into()));
    let (run, _) = record::read(&tool.run_file().expect("a run file")).expect("it reads");
    assert_eq!(run.status, RunStatus::Aborted);
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
}

#[test]
fn interrupted_it_reports_what_it_has_and_leaves_nothing() {
    let Some(service) = Service::start() else { return };
    let tool = Tool::new();
    let why = tool.why(&service).spawn().expect("the tool starts");
    tool.wait_for_phase("open-0.3");
    let killed = Command::new("kill").args(["-INT", &why.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let out = why.wait_with_output().expect("the tool ends");
    assert_eq!(out.status.code(), Some(130), "{}", text(&out));
    let kept = tool.command(&["report", "last", "--json"]).output().expect("the report");
    let document: serde_json::Value = serde_json::from_slice(&kept.stdout).expect("a document");
    // on a busy machine it is the generator that is not trusted
    let status = document["verdict"]["status"].as_str().unwrap_or_default();
    assert!(["inconclusive", "generator_limited"].contains(&status), "{}", text(&out));
    assert_eq!(document["run"]["status"], "partial");
    let headline = document["verdict"]["headline"]["en"].as_str().expect("it has one");
    assert!(flat(&text(&out)).contains(&flat(headline)), "{}", text(&out));
    wait_until("nothing of the tool is left in the service", || !service.threads().iter().any(|t| t.starts_with("tightspot")));
    assert_eq!(tool.leftovers(), Vec::<PathBuf>::new());
    assert!(service.answers());
}
