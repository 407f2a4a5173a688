//! Ways to arrive, and scenario files.

use super::said::{has_help, is_marked, says};
use super::server::{Manner, Server};
use super::{Tool, at, count};
use model::message;
use std::sync::atomic::Ordering::SeqCst;

#[test]
fn users_with_a_period_keep_a_connection_each() {
    let (server, tool) = (Server::start(Manner::Answer(1)), Tool::new());
    let doc = tool.json(0, &["load", &server.url("/"), "--users", "10", "--every", "100ms", "-z", "1s", "--json"]);
    assert_eq!((count(&doc, "requests.planned"), count(&doc, "requests.ok")), (100, 100));
    assert_eq!(at(&doc, "load.model"), "users");
    // And the one that looked whether the route answers.
    assert_eq!(server.accepted.load(SeqCst), 11);
}

#[test]
fn a_number_of_requests_is_that_number() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let doc = tool.json(0, &["load", &server.url("/"), "-n", "123", "-q", "1000", "--threads", "2", "--json"]);
    assert_eq!((count(&doc, "requests.planned"), count(&doc, "requests.ok")), (123, 123));
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let tool = Tool::new();
    let file = tool.file(
        "wrong.toml",
        "[target]\nurl = \"127.0.0.1:1\"\n[load]\nmode = \"fast\"\nrate = \"many\"\n[scenario]\nrun = \"random\"\n\
         [[scenario.step]]\nrequest = \"GET /{{nobody}}\"\n",
    );
    tool.refuses(
        2,
        &["load", "-s", &file],
        &[
            "[scenario]",
            "wrong.toml:2: target.url",
            "wrong.toml:4: load.mode is \"fast\"",
            "wrong.toml:5: load.rate is",
            "wrong.toml:7: scenario.run is \"random\"",
            "wrong.toml:9: scenario.step[0]: placeholder {{nobody}} is unknown",
        ],
    );
}

#[test]
fn a_file_that_looks_for_the_knee_is_for_another_command() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let text = format!("[target]\nurl = \"{}\"\n[load]\nmode = \"find-knee\"\n[[scenario.step]]\nrequest = \"GET /\"\n", server.url(""));
    let file = tool.file("knee.toml", &text);
    tool.refuses(2, &["load", "-s", &file], &["[load-mode]", "tightspot why"]);
    assert_eq!(count(&tool.json(0, &["load", "-s", &file, "-n", "20", "-c", "2", "--json"]), "requests.ok"), 20);
}

/// Two users who poll, and from half a second on a sale of two routes.
fn several(server: &Server) -> String {
    format!(
        "[target]\nurl = \"{}\"\n\
         [[scenarios]]\nname = \"poll\"\nusers = 2\nevery = \"50ms\"\nduration = \"1500ms\"\n[[scenarios.step]]\nrequest = \"GET /news\"\n\
         [[scenarios]]\nname = \"sale\"\nstart = \"500ms\"\nrate = 100\nrequests = 50\n\
         [[scenarios.step]]\nname = \"look\"\nrequest = \"GET /sale\"\n[[scenarios.step]]\nname = \"buy\"\nrequest = \"POST /sale\"\n",
        server.url("")
    )
}

#[test]
fn several_scenarios_run_together_with_figures_of_their_own() {
    let (server, tool) = (Server::start(Manner::Answer(1)), Tool::new());
    let file = tool.file("two.toml", &several(&server));
    let slos = ["--slo", "p50{sale}<60s", "--slo", "error_rate{poll/GET /news}<1%", "--slo", "drop_rate{sale}<1%"];
    let doc = tool.json(0, &[&["load", "-s", &file, "--json", "-o", "run.txt", "-o", "run.csv"][..], &slos[..]].concat());
    assert_eq!(at(&doc, "load.model"), "scenarios");
    let figures = |i: usize| (at(&doc, &format!("requests.scenarios.{i}.name")), count(&doc, &format!("requests.scenarios.{i}.count")));
    assert_eq!((figures(0), figures(1)), ((&"poll".into(), 60), (&"sale".into(), 50)));
    assert_eq!(count(&doc, "requests.total.count"), 110);
    assert!(at(&doc, "requests.scenarios.1.start_s").as_f64().is_some_and(|s| s >= 0.5), "{doc}");
    let routes = at(&doc, "requests.routes").as_array().expect("a list");
    assert_eq!(
        routes.iter().map(|r| r["name"].as_str().unwrap_or_default()).collect::<Vec<_>>(),
        ["poll/GET /news", "sale/look", "sale/buy"]
    );
    assert_eq!(routes.iter().map(|r| count(r, "count")).sum::<u64>(), 110);
    let done: u64 = tool.read("run.csv").lines().skip(1).filter_map(|l| l.split(',').nth(3)?.parse::<u64>().ok()).sum();
    assert_eq!(done, 110, "the rows add up to all of them");
    let page = tool.read("run.txt");
    assert!(
        says(&page, &message!("load/label-scenarios")) && page.contains("sale/buy") && is_marked(&page, '✔', "p50{sale}<60s"),
        "{page}"
    );

    let kept = tool.json(0, &["report", "last", "--json"]);
    assert_eq!((count(&kept, "requests.scenarios.0.count"), count(&kept, "requests.scenarios.1.count")), (60, 50));
    assert_eq!(count(&kept, "requests.total.count"), 110);
    for figure in ["statuses", "bytes_in", "bytes_out", "connections_opened", "connects_failed", "dropped", "retries", "redirects"] {
        let path = format!("requests.{figure}");
        assert_eq!(at(&kept, &path), at(&doc, &path), "{figure}");
    }
    let row = |r: &serde_json::Value| ["name", "count", "errors"].map(|key| r[key].clone());
    let kept_routes = at(&kept, "requests.routes").as_array().expect("a list");
    assert_eq!(kept_routes.iter().map(row).collect::<Vec<_>>(), routes.iter().map(row).collect::<Vec<_>>());
    for (kept, live) in kept_routes.iter().zip(routes) {
        let p50 = |r: &serde_json::Value| r["latency_ms"]["p50"].as_f64().expect("enough requests");
        // of many routes two digits are kept
        assert!((p50(kept) - p50(live)).abs() <= 0.02 * p50(live), "{} and {}", p50(kept), p50(live));
        let per_s = |r: &serde_json::Value| r["achieved_per_s"].as_f64().expect("a rate");
        assert!((per_s(kept) - per_s(live)).abs() <= 0.02 * per_s(live), "{} and {}", per_s(kept), per_s(live));
    }
}

#[test]
fn a_load_on_the_command_line_is_for_no_scenario_of_several() {
    let (server, tool) = (Server::start(Manner::Answer(0)), Tool::new());
    let file = tool.file("two.toml", &several(&server));
    assert!(has_help(&tool.refuses(2, &["load", "-s", &file, "-q", "10"], &["[load-of-several]"])));
    tool.refuses(2, &["load", "-s", &file, "--slo", "p50{look}<1s"], &["[slo]", "sale/look", "poll"]);
    tool.refuses(2, &["why", "-s", &file], &["2 scenarios stand in the file", "tightspot load"]);
}
