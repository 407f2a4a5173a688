//! Runs that end before their time: by Ctrl-C with a report, by kill -9 with what was kept.

use super::said::{ANY, says};
use super::server::{Manner, Server};
use super::{Tool, at, count, text};
use model::message;
use serde_json::Value;
use std::process::{Child, Stdio};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// A long run, killed when dropped.
struct Running(Option<Child>);

impl Running {
    fn start(tool: &Tool, args: &[&str]) -> Self {
        let child = tool.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Self(Some(child.expect("the binary runs")))
    }

    #[expect(unsafe_code, reason = "kill(2) has no safe wrapper here")]
    fn signal(&self, signal: i32) {
        let pid = self.0.as_ref().expect("it runs").id() as i32;
        // SAFETY: a signal to a child of ours that was not waited for yet: the pid is still its own.
        unsafe { libc::kill(pid, signal) };
    }

    fn end(mut self) -> std::process::Output {
        self.0.take().expect("it runs").wait_with_output().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

fn wait_for(mut condition: impl FnMut() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn ctrl_c_stops_the_load_and_still_reports() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let (server, tool) = (Server::start(Manner::Answer(2)), Tool::new());
        let run = Running::start(&tool, &["load", &server.url("/"), "-z", "10m", "-c", "2", "--json", "-o", "run.txt"]);
        wait_for(|| server.requests.load(SeqCst) > 50);
        run.signal(signal);
        let out = run.end();
        assert_eq!(out.status.code(), Some(130), "{}", text(&out.stderr));
        let doc: Value = serde_json::from_str(&text(&out.stdout)).expect("JSON");
        assert_eq!(at(&doc, "run.status"), "partial");
        assert!(count(&doc, "requests.total.count") >= 40, "{doc}");
        assert!(says(&tool.read("run.txt"), &message!("load/interrupted", after: name(ANY))));
    }
}

#[test]
fn a_file_that_cannot_be_written_in_the_end_does_not_cost_the_result() {
    let (server, tool) = (Server::start(Manner::Answer(2)), Tool::new());
    std::fs::create_dir(tool.path("out")).expect("a folder");
    let run = Running::start(&tool, &["load", &server.url("/"), "-z", "2s", "-c", "2", "--json", "-o", "out/run.json"]);
    wait_for(|| server.requests.load(SeqCst) > 50);
    std::fs::remove_dir(tool.path("out")).expect("it is empty until the end");
    let out = run.end();
    let (said, told) = (text(&out.stdout), text(&out.stderr));
    let doc: Value = serde_json::from_str(&said).unwrap_or_else(|e| panic!("{e}: {said}"));
    assert_eq!((out.status.code(), at(&doc, "run.status")), (Some(2), &"complete".into()), "{told}");
    let again = format!("tightspot report {}", at(&doc, "run.id").as_str().expect("an id"));
    assert!(told.contains("[report-not-written]") && told.contains(&again), "{told}");
}

#[test]
fn a_run_that_was_killed_is_reported_from_what_was_kept() {
    let (server, tool) = (Server::start(Manner::Answer(2)), Tool::new());
    let run = Running::start(&tool, &["load", &server.url("/"), "-z", "10m", "-q", "100"]);
    // it goes on, so it is not the last run yet
    let runs = || -> Option<Value> { serde_json::from_slice(&tool.run(&["runs", "list", "--json"]).stdout).ok() };
    wait_for(|| runs().is_some_and(|all| all[0]["status"] == "running"));
    let id = runs().expect("a list")[0]["id"].as_str().expect("an id").to_owned();
    tool.refuses(2, &["report", "last"], &["none has ended", &id]);
    let kept = || -> Option<Value> {
        let out = tool.run(&["report", &id, "--json"]);
        serde_json::from_slice(&out.stdout).ok()
    };
    wait_for(|| kept().is_some_and(|doc| doc["requests"]["total"]["count"].as_u64().is_some_and(|n| n >= 90)));
    run.signal(libc::SIGKILL);
    drop(run.end());
    let doc = kept().expect("a report");
    assert_eq!((at(&doc, "run.status"), at(&doc, "load.model")), (&"partial".into(), &"open".into()));
    let all = count(&doc, "requests.total.count");
    assert!(all >= 90);
    assert_eq!(at(&doc, "requests.statuses"), &serde_json::json!({ "200": all }));
    assert_eq!(count(&doc, "requests.routes.0.count"), all);
    assert_eq!((at(&doc, "requests.routes.0.name"), count(&doc, "requests.connections_opened") >= 1), (&"GET /".into(), true));
    assert!(count(&doc, "requests.bytes_in") > 38 * all && count(&doc, "requests.bytes_out") > 20 * all, "{doc}");
    assert!(at(&doc, "quality.generator.cpu").as_f64().is_some_and(|cpu| cpu > 0.0), "{doc}");
    let page = tool.expect(0, &["report", "last"]);
    for m in [
        message!("load/interrupted", after: name(ANY)),
        message!("load/with-status", answers: Count(all as f64), status: name("200")),
        message!("load/label-data"),
        message!("load/label-generator"),
        message!("load/send-lag", p50: name(ANY), p99: name(ANY), max: name(ANY)),
    ] {
        assert!(says(&page, &m), "{m} is missing in:\n{page}");
    }
}
