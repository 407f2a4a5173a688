//! Outputs parse, and agree with each other on what happened.

use super::said::{ANY, is_marked, says};
use super::server::{Manner, Server};
use super::{Tool, at, count};
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
use model::message;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::SeqCst;

/// The rows of a table, by the names of its columns.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = csv.lines().map(|l| l.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    lines.map(|l| head.iter().cloned().zip(l).collect()).collect()
}

fn sum(rows: &[BTreeMap<String, String>], column: &str) -> u64 {
    rows.iter().map(|r| r[column].parse::<u64>().unwrap_or_else(|e| panic!("{column}: {e}"))).sum()
}

/// Name and attributes of each tag that opens, in order.
fn tags(xml: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut reader = Reader::from_str(xml);
    let (mut all, mut depth) = (Vec::new(), 0);
    loop {
        let event = reader.read_event().unwrap_or_else(|e| panic!("{e}\n{xml}"));
        depth += match &event {
            Event::Start(_) => 1,
            Event::End(_) => -1,
            _ => 0,
        };
        match event {
            Event::Start(t) | Event::Empty(t) => {
                let attributes = t.attributes().map(|a| {
                    let a = a.expect("an attribute");
                    (String::from_utf8_lossy(a.key.as_ref()).into_owned(), a.unescape_value().expect("escaped").into_owned())
                });
                all.push((String::from_utf8_lossy(t.name().as_ref()).into_owned(), attributes.collect()));
            }
            Event::Eof => {
                assert_eq!(depth, 0, "every tag closes");
                return all;
            }
            _ => {}
        }
    }
}

#[test]
fn every_output_parses_and_they_agree() {
    let (server, tool) = (Server::start(Manner::Answer(1)), Tool::new());
    let url = server.url("/orders");
    let mut args = vec!["load", &url, "-n", "300", "-c", "4", "--slo", "error_rate<1%", "--slo", "p95<60s", "--json"];
    for file in ["run.json", "run.csv", "run.routes.csv", "run.hlog", "run.xml", "run.txt"] {
        args.extend(["-o", file]);
    }
    let doc = tool.json(0, &args);
    assert_eq!(doc, serde_json::from_str::<Value>(&tool.read("run.json")).expect("JSON"), "stdout and file");
    assert_eq!((count(&doc, "requests.total.count"), count(&doc, "requests.ok"), count(&doc, "requests.planned")), (300, 300, 300));
    assert_eq!((at(&doc, "load.model"), at(&doc, "requests.statuses")), (&"closed".into(), &serde_json::json!({"200": 300})));
    // One request came before the load, to see whether the route answers.
    assert_eq!(server.requests.load(SeqCst), 301);

    let seconds = rows(&tool.read("run.csv"));
    assert_eq!((sum(&seconds, "done"), sum(&seconds, "planned"), sum(&seconds, "errors")), (300, 300, 0));
    let routes = rows(&tool.read("run.routes.csv"));
    assert_eq!((routes.len(), routes[0]["route"].as_str(), sum(&routes, "count")), (1, "GET /orders", 300));

    let log = tool.read("run.hlog");
    let entries = IntervalLogIterator::new(log.as_bytes()).map(|e| e.expect("it parses"));
    let max = entries.filter_map(|e| match e {
        LogEntry::Interval(i) if i.tag().is_none() => Some(i.max()),
        _ => None,
    });
    let (logged, told) = (max.fold(0.0, f64::max), at(&doc, "requests.total.latency_ms.max").as_f64().expect("a number"));
    assert!((logged - told).abs() <= 0.01 * told, "{logged} ms against {told} ms");

    let tags = tags(&tool.read("run.xml"));
    assert_eq!((tags[0].0.as_str(), tags[0].1["failures"].as_str(), tags[0].1["tests"].as_str()), ("testsuites", "0", "3"));
    let cases: Vec<&str> = tags.iter().filter(|(tag, _)| tag == "testcase").map(|(_, a)| a["name"].as_str()).collect();
    assert_eq!(cases[..2], ["error_rate<1%", "p95<60s"]);

    let page = tool.read("run.txt");
    assert!(page.starts_with(['✔', '!']) && page.contains(&url) && is_marked(&page, '✔', "error_rate<1%"), "{page}");
    assert!(says(&page, &message!("load/slo-seen", objective: name("error_rate<1%"), seen: name("0 %"))), "{page}");
}

#[test]
fn every_form_is_printed_on_stdout_as_it_is_written() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let url = server.url("/");
    let begins = |format: &str| tool.expect(0, &["load", &url, "-n", "10", "-c", "2", "--format", format]);
    assert!(begins("csv").starts_with("t_s,span_s,planned,"));
    assert!(begins("csv-routes").starts_with("route,count,errors,"));
    assert!(begins("hlog").starts_with("#[Logged with tightspot "));
    assert!(begins("junit").starts_with("<?xml "));
    assert!(says(&begins("text"), &message!("load/label-generator")));
    tool.refuses(2, &["load", &url, "-n", "10", "-o", "run.nothing"], &["[output]", ".json", ".csv, .routes.csv", ".txt"]);
}

#[test]
fn a_kept_run_is_written_to_files_too_and_listed_with_how_it_ended() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    tool.expect(0, &["load", &server.url("/orders"), "-n", "10", "-c", "2"]);
    let page = tool.expect(0, &["report", "last", "-o", "kept.json", "-o", "kept.csv"]);
    assert!(says(&page, &message!("load/rate", rate: name(ANY))), "stdout has its text all the same: {page}");
    assert_eq!(serde_json::from_str::<Value>(&tool.read("kept.json")).expect("JSON"), tool.json(0, &["report", "last", "--json"]));
    assert_eq!(tool.expect(0, &["report", "last", "--format", "csv"]), tool.read("kept.csv"));
    tool.refuses(2, &["report", "last", "-o", "kept.nothing"], &["[output]", ".csv"]);
    let listed = tool.expect(0, &["runs", "list"]);
    assert!(listed.contains("complete  load, ") && listed.trim_end().ends_with("/orders"), "{listed}");
}

#[test]
fn runs_of_different_things_are_not_compared_silently() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    for (path, connections) in [("/a", "2"), ("/b", "3")] {
        tool.expect(0, &["load", &server.url(path), "-n", "10", "-c", connections]);
    }
    let doc = tool.json(3, &["compare", "last~1", "last", "--json"]);
    let differences = at(&doc, "comparison.differences").as_array().expect("a list");
    let said: Vec<&str> = differences.iter().filter_map(Value::as_str).collect();
    let url = message!("commands/asked-unlike", what: kind("url"), each: name(ANY));
    let load = message!("commands/asked-unlike", what: kind("load"), each: name(ANY));
    assert!(said.len() == 2 && says(said[0], &url) && says(said[1], &load), "{said:?}");
    assert!(says(said[1], &message!("commands/asked-connections", connections: name("2"))), "{said:?}");
    assert!(at(&doc, "comparison.runs.0.achieved_per_s").is_number());
    let out = tool.run(&["compare", "last~1", "last"]);
    assert!(says(&super::text(&out.stderr), &message!("failure/warning", says: (url))), "{}", super::text(&out.stderr));
}

#[test]
fn the_report_says_what_the_generator_did() {
    let (server, tool) = (Server::start(Manner::Answer(1)), Tool::new());
    let doc = tool.json(0, &["load", &server.url("/"), "-q", "200", "-z", "1s", "--json"]);
    assert_eq!((count(&doc, "requests.planned"), count(&doc, "requests.total.count")), (200, 200));
    assert_eq!((at(&doc, "load.model"), at(&doc, "quality.generator.pacing")), (&"open".into(), &"economical".into()));
    for figure in ["cpu", "send_lag_p99_ms", "spin", "run_queue", "send_lag_max_ms", "memory_bytes"] {
        assert!(at(&doc, &format!("quality.generator.{figure}")).as_f64().is_some_and(|x| x >= 0.0), "{figure}");
    }
    assert!(["valid", "suspect", "invalid"].iter().any(|v| at(&doc, "quality.validity") == *v));
    let mean = at(&doc, "load.spacing_ms.mean").as_f64().expect("measured");
    // 200/s for a second: 199 gaps in what lies between the first request and the last, fewer if some left behind its end.
    assert!(mean > 0.0 && mean * 100.0 <= 1e3 * at(&doc, "run.duration_s").as_f64().expect("a number"), "{mean} ms apart");
}

#[test]
fn sampled_requests_can_be_looked_up_in_a_tracing_tool() {
    let (server, tool) = (Server::start(Manner::Answer(1)), Tool::new());
    let url = server.url("/");
    let doc = tool.json(0, &["load", &url, "-n", "30", "-c", "2", "--trace-sample", "100%", "--json", "-o", "run.txt"]);
    assert_eq!((count(&doc, "requests.traced"), at(&doc, "requests.exemplars").as_array().map(Vec::len)), (30, Some(10)));
    let slowest = at(&doc, "requests.exemplars.0.trace_id").as_str().expect("text");
    assert!(slowest.len() == 32 && tool.read("run.txt").contains(slowest));
    let doc = tool.json(0, &["load", &url, "-n", "30", "-c", "2", "--json"]);
    assert!(at(&doc, "requests.traced").is_null());
}
