//! Cases, right and wrong.

use super::super::Case;
use super::*;
use std::path::PathBuf;

/// The shortest case that is right.
const GOOD: &str = r#"
id = "shop"
title = "A shop"
[[process]]
name = "shop"
target = true
cpus = "service"
start = ["shop", "--port", "{port.shop}"]
env = { POOL = "{pool}", DEEP = true }
ready = "http://127.0.0.1:{port.shop}/health"
[params]
pool = { min = 8, max = 14 }
mode = { choose = ["a", "b"] }
threads = 200
[scenario.order]
url = "http://127.0.0.1:{port.shop}/orders/{{id}}"
[[variant]]
name = "before"
truth = ["slow-query", "gc-pressure"]
scenario = "order"
params = { threads = 30 }
[[variant]]
name = "after"
truth = ["none"]
scenario = "order"
phase = "start"
draft = true
[headline]
before = { p95_ms = 10 }
"#;

fn folder() -> PathBuf {
    PathBuf::from("/specimens/shop")
}

#[test]
fn another_of_a_process_is_started_like_it_on_a_port_of_its_own() {
    let second = "[[process]]\nname = \"shop-2\"\nlike = \"shop\"\nwhen = \"threads\"\nenv = { DEEP = false }\n[params]";
    let (case, _) = parse(&GOOD.replacen("[params]", second, 1), &folder()).unwrap();
    let (shop, other) = (&case.processes[0], &case.processes[1]);
    assert_eq!((other.start.as_slice(), other.cpus), (["shop", "--port", "{port.shop-2}"].map(str::to_owned).as_slice(), shop.cpus));
    assert_eq!((other.env["POOL"].as_str(), other.env["DEEP"].as_str(), other.target), ("{pool}", "false", false));
    assert_eq!(other.ready.as_deref(), Some("http://127.0.0.1:{port.shop-2}/health"));
    assert!(mistakes("[params]", &second.replace("\"shop\"", "\"ship\""))[0].contains("like \"ship\""));
    let asked_otherwise = second.replace("when =", "ready = \"http://127.0.0.1:{port.shop-2}/warm\"\nwhen =");
    let (case, _) = parse(&GOOD.replacen("[params]", &asked_otherwise, 1), &folder()).unwrap();
    assert_eq!(case.processes[1].ready.as_deref(), Some("http://127.0.0.1:{port.shop-2}/warm"));
}

fn mistakes(from: &str, to: &str) -> Vec<String> {
    assert!(GOOD.contains(from), "{from}");
    parse(&GOOD.replacen(from, to, 1), &folder()).expect_err(to)
}

#[test]
fn a_case_is_read_and_its_truth_is_kept_apart() {
    let (case, truths): (Case, Truths) = parse(GOOD, &folder()).unwrap();
    assert_eq!(case.params["pool"], Range::Uniform(8, 14));
    assert_eq!(case.params["threads"], Range::Fixed(Value::Whole(200)));
    assert_eq!(case.processes[0].env["DEEP"], "true");
    assert_eq!(case.variant("before").unwrap().params["threads"], Range::Fixed(Value::Whole(30)));
    let after = case.variant("after").unwrap();
    assert_eq!((case.phase_of(after), after.draft), (Phase::Start, true));
    assert_eq!(truths.variants["before"].causes, ["slow-query", "gc-pressure"]);
    assert!(truths.variants["after"].is_healthy());
    assert_eq!(truths.cause_ids().into_iter().collect::<Vec<_>>(), ["gc-pressure", "slow-query"]);
    assert_eq!(truths.headline["before"]["p95_ms"].as_integer(), Some(10));
    assert!(!format!("{case:?}").contains("slow-query"), "launching sees no truth");
    let unknown = case.variant("x").unwrap_err().to_string();
    assert_eq!(unknown, "find variant x of shop: its variants are before, after");
}

#[test]
fn a_redis_stands_beside_the_database_and_may_have_settings_of_a_variant() {
    let text = GOOD.replacen("[params]", "[redis]\nsettings = { appendfsync = \"{mode}\", maxmemory = 0 }\n[params]", 1);
    let (case, _) = parse(&text.replacen("{pool}", "{port.redis}", 1), &folder()).unwrap();
    let settings = &case.redis.as_ref().unwrap().settings;
    assert_eq!((settings["appendfsync"].as_str(), settings["maxmemory"].as_str()), ("{mode}", "0"));
    assert_eq!(case.processes[0].env["POOL"], "{port.redis}");
}

#[test]
fn each_mistake_names_its_line_and_what_is_allowed() {
    for (from, to, expected) in [
        ("id = \"shop\"", "id = \"barn\"", "line 2: the case: id: \"barn\" needs to be kebab-case and the name of the folder, shop"),
        ("title = \"A shop\"", "", "the case: title is missing"),
        ("title = \"A shop\"", "title = 1", "line 3: the case: title: this needs a text"),
        ("cpus = \"service\"", "cpus = \"two\"", "line 7: [[process]] shop: cpus: \"two\" is not one of service, other, any"),
        (
            "cpus = \"service\"",
            "cpu = 1",
            "line 7: [[process]] shop: key cpu is not known, allowed are cpu_quota, cpus, env, like, name, ready,",
        ),
        ("target = true", "", "0 processes have target = true, this needs exactly one"),
        ("{pool}", "{pol}", "shop: {pol} is not one of build, case, mode, pool, port.shop, port.shop-seen, private, seed, threads, tool"),
        ("min = 8", "min = 18", "[params]: pool: this needs a value, { min = 1, max = 2 }"),
        ("threads = 30", "threads = { min = 9 }", "line 21: [[variant]] before [params]: threads: this needs a value, {"),
        ("[\"a\", \"b\"]", "[]", "[params]: mode: this needs a value"),
        ("url = \"http:", "method = \"post\"\nurl = \"http:", "method: \"post\" is not one of GET, POST, PUT, DELETE"),
        ("url = \"http:", "file = \"load/order.toml\"\nurl = \"http:", "[scenario.order]: file: this stands alone"),
        ("url = \"http:", "file = \"load/order.toml\"\n#", "[scenario.order]: file: /specimens/shop/load/order.toml does not exist"),
        ("url = \"http:", "url = \"ftp:", "[scenario.order]: url: this needs a URL that begins with http://"),
        ("scenario = \"order\"", "scenario = \"pay\"", "before: scenario \"pay\" is not one of order"),
        ("[\"none\"]", "[\"slow-query\", \"gc-pressure\"]", "after: truth: several ids are for the variant `before` only"),
        ("[\"none\"]", "[]", "[[variant]] after: truth: this needs a cause id, or \"none\""),
        ("[\"none\"]", "[\"Slow query\"]", "\"Slow query\" is not a cause id"),
        ("\"gc-pressure\"]", "\"none\"]", "\"none\" stands alone"),
        ("name = \"after\"", "name = \"before\"", "variant: before is there twice"),
        ("phase = \"start\"", "phase = \"cold\"", "phase: \"cold\" is not one of warm, start"),
        ("draft = true", "decoys = [\"none\"]", "\"none\" belongs under truth only"),
        ("[params]", "[[build]]\nname = \"b\"\nrun = \"make\"\ndir = \"gone\"\n[params]", "/specimens/shop/gone does not exist"),
        (
            "[params]",
            "[mysql]\nwhen = \"small\"\ndatabase = \"a\"\nrole = \"r\"\npassword = \"p\"\n[params]",
            "mysql: when: \"small\" is no parameter",
        ),
        ("[params]", "[redis]\nwhen = \"small\"\n[params]", "redis: when: \"small\" is no parameter"),
        (
            "[params]",
            "[redis]\nsettings = { save = \"{kept}\" }\n[params]",
            "settings: {kept} is not one of build, case, mode, pool, port.redis,",
        ),
        ("[params]", "[redis]\nsettings = { port = 1 }\n[params]", "[redis]: settings: port is set by the launcher"),
        ("[params]", "[postgres]\ndatabase = \"a b\"\nrole = \"r\"\npassword = \"p@\"\n[params]", "password: this needs letters"),
    ] {
        let found = mistakes(from, to);
        assert!(found.iter().any(|m| m.contains(expected)), "{to}: {found:#?}");
    }
}

#[test]
fn all_mistakes_are_reported_at_once_and_in_order() {
    let bad =
        GOOD.replace("title =", "titel =").replace("\"service\"", "\"x\"").replace("min = 8", "min = 80").replace("\"order\"", "\"pay\"");
    let found = parse(&bad, &folder()).unwrap_err();
    for part in ["title is missing", "titel is not known", "cpus:", "pool:", "before: scenario", "after: scenario"] {
        assert!(found.iter().any(|m| m.contains(part)), "{part}: {found:#?}");
    }
    let lines: Vec<usize> = found.iter().map(|m| m[5..].split(':').next().unwrap().parse().unwrap()).collect();
    assert!(lines.is_sorted(), "{found:#?}");
}

#[test]
fn a_file_that_is_no_toml_says_where() {
    let found = parse("id = \"a\"\nid = [", &folder()).unwrap_err();
    assert!(found[0].starts_with("line 2: "), "{found:?}");
}
