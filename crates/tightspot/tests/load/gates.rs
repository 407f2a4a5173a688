//! Objectives and exit codes.

use super::said::{is_marked, says};
use super::server::{Manner, Server};
use super::{Tool, at};
use model::message;

#[test]
fn objectives_decide_the_exit_code() {
    let (server, tool) = (Server::start(Manner::Answer(5)), Tool::new());
    let url = server.url("/");
    let load = |slos: &[&str]| {
        let mut args = vec!["load", &url, "-n", "60", "-c", "2"];
        for slo in slos {
            args.extend(["--slo", *slo]);
        }
        args.iter().map(|a| (*a).to_owned()).collect::<Vec<_>>()
    };
    let expect = |exit, slos: &[&str]| tool.expect(exit, &load(slos).iter().map(String::as_str).collect::<Vec<_>>());
    assert!(is_marked(&expect(0, &["p50<60s", "error_rate<1%", "p50{GET /}<60s"]), '✔', "p50<60s"));
    // The server takes 5 ms for each answer.
    assert!(is_marked(&expect(1, &["p50<1ms", "error_rate<1%"]), '✖', "p50<1ms"));
    assert!(is_marked(&expect(3, &["p99.99<60s"]), '?', "p99.99<60s"), "60 requests carry no p99.99");
    assert!(is_marked(&expect(1, &["p99.99<60s", "p50<1ms"]), '?', "p99.99<60s"), "a failure stands above what is not judged");
}

#[test]
fn objectives_of_the_scenario_file_are_judged_unless_the_command_line_has_others() {
    let (server, tool) = (Server::start(Manner::Answer(5)), Tool::new());
    let text = format!("[target]\nurl = \"{}\"\n[[scenario.step]]\nrequest = \"GET /\"\n[slo]\np50 = \"1ms\"\n", server.url(""));
    let file = tool.file("slo.toml", &text);
    let load = ["load", "-s", &file, "-n", "60", "-c", "2"];
    assert!(is_marked(&tool.expect(1, &load), '✖', "p50<=1ms"));
    assert!(is_marked(&tool.expect(0, &[&load[..], &["--slo", "p50<60s"]].concat()), '✔', "p50<60s"));
    let wrong = tool.file("wrong.toml", &text.replace("1ms", "soon"));
    tool.refuses(2, &["load", "-s", &wrong, "-n", "1"], &["[slo]", "p50"]);
}

#[test]
fn an_objective_may_end_the_run() {
    let (server, tool) = (Server::start(Manner::Answer(5)), Tool::new());
    let doc = tool.json(1, &["load", &server.url("/"), "-z", "10m", "-c", "2", "--slo", "p50<1ms for 1s abort", "--json"]);
    assert_eq!(at(&doc, "run.status"), "aborted");
    assert!(at(&doc, "run.reason").as_str().is_some_and(|r| r.contains("p50<1ms for 1s abort")), "{doc}");
    assert_eq!(at(&doc, "slo.0.pass"), false);
    let kept = tool.json(0, &["report", "last", "--json"]);
    assert_eq!(at(&kept, "run.status"), "aborted");
}

#[test]
fn what_is_wrong_with_the_arguments_is_said_before_anything_is_sent() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let url = server.url("/");
    tool.refuses(2, &["load", "http://192.0.2.1/"], &["[host-not-allowed]", "--allow-host 192.0.2.1"]);
    let err = tool.refuses(2, &["load", &url, "--slo", "p99{checkout}<1s"], &["[slo]", "checkout"]);
    assert!(says(&err, &message!("commands/routes", routes: name("GET /"))), "{err}");
    tool.refuses(2, &["load", &url, "--slo", "p99>1s"], &["p99>1s", "<"]);
    tool.refuses(2, &["load", &url, "-q", "10", "--users", "5", "--every", "1s"], &["--users"]);
    tool.refuses(2, &["load", &url, "--trace-sample", "200%"], &["at most 100 %"]);
    tool.refuses(2, &["load", &url, "-z", "0s"], &["[duration]", "-z 10s"]);
    assert_eq!(server.requests.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[test]
fn a_service_that_answers_nothing_is_a_problem_of_the_target() {
    let tool = Tool::new();
    let server = Server::start(Manner::Unavailable);
    tool.refuses(4, &["load", &server.url("/")], &["[answer-not-accepted]", "503"]);
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port");
    tool.refuses(4, &["load", &format!("http://{free}/")], &["[nothing-listens]"]);
}

#[test]
fn a_length_of_time_as_a_body_is_remarked_upon() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let err = tool.refuses(0, &["load", &server.url("/"), "-n", "5", "-d", "3s"], &["-z 3s"]);
    assert!(says(&err, &message!("commands/body-is-a-time", time: name("3s"))), "{err}");
}
