//! Scenarios that can be sent, and files whose mistakes are all told at once.

use super::*;
use crate::flow::Think;
use crate::job::WhenFull;
use crate::profile::{Shape, Stage};
use std::collections::BTreeMap;

/// The scenarios of a file, with others beside it.
pub(crate) fn parse_all(text: &str, files: &[(&str, &str)]) -> Result<Vec<Scenario>, ScenarioError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("a writable folder");
    }
    file::parse(text, "scenario.toml", folder.path())
}

/// The only scenario of a file.
pub(crate) fn parse(text: &str, files: &[(&str, &str)]) -> Result<Scenario, ScenarioError> {
    parse_all(text, files).map(|mut all| all.remove(0))
}

/// All mistakes, a line each.
fn mistakes(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    let Err(ScenarioError::Mistakes(m)) = parse_all(text, files) else { panic!("has mistakes") };
    m.iter().map(ToString::to_string).collect()
}

fn request(s: &Scenario, step: usize, row: usize) -> String {
    String::from_utf8(s.steps()[step].template.request(row).to_vec()).expect("text")
}

#[test]
fn a_file_becomes_weighted_steps_with_rows() {
    let s = parse(
        "[target]\nurl = \"http://127.0.0.1:8080/api/\"\n[data]\nfile = \"t.csv\"\norder = \"sequential\"\n\
         [[scenario.step]]\nname = \"read\"\nweight = 3\nrequest = \"GET /r/{{token}}\"\n\
         [[scenario.step]]\nrequest = \"POST /w\"\nheaders = { x-a = \"{{token}}\", authorization = \"file:key\" }\nbody = '{\"t\":\"{{token}}\"}'\nexpect = { status = [200, 201] }\n\
         [slo]\np99 = \"300ms\"\n",
        &[("t.csv", "token\nab\nc d\n"), ("key", "s3cret\n")],
    )
    .expect("valid");
    assert_eq!(request(&s, 0, 1), "GET /api/r/c%20d HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nuser-agent: tightspot\r\n\r\n");
    let post = request(&s, 1, 0);
    assert!(post.starts_with("POST /api/w HTTP/1.1\r\n") && post.ends_with("content-length: 10\r\n\r\n{\"t\":\"ab\"}"), "{post}");
    assert!(post.contains("authorization: s3cret\r\n") && post.contains("x-a: ab\r\n"), "{post}");
    assert!(s.steps()[1].accepts(201) && !s.steps()[1].accepts(204) && s.steps()[0].accepts(302));
    assert_eq!(s.url(), "http://127.0.0.1:8080/api/r/{{token}}");
    assert!(s.is_loopback().expect("an address"));
    assert!(!format!("{s:?}").contains("s3cret"), "secrets stay out of debug output");

    let (mut random, mut row, mut count) = (Random::new(1, 2), 0, BTreeMap::new());
    for _ in 0..4000 {
        *count.entry(s.pick(&mut random, &mut row, 1)).or_insert(0) += 1;
    }
    let reads = count[&(0, 0)] + count[&(0, 1)];
    assert!((2850..3150).contains(&reads), "weight 3 of 4 gave {reads} of 4000");
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once_with_their_lines() {
    let text = "[target]\n\
                url = \"localhost:8080\"\n\
                [data]\n\
                file = \"t.csv\"\n\
                order = \"backwards\"\n\
                [[scenario.step]]\n\
                request = \"GET /{{tokn}}\"\n\
                weight = 0\n\
                wieght = 2\n\
                [[scenario.step]]\n\
                request = \"POST\"\n\
                expect = { status = 20 }\n\
                [[scenario.step]]\n\
                request = \"GET /x\"\n\
                headers = { authorization = \"env:NOT_SET_ANYWHERE_1\", content-length = \"4\" }\n\
                body = 5\n";
    let Err(ScenarioError::Mistakes(m)) = parse(text, &[("t.csv", "token\na\nb,c\n")]) else { panic!("has mistakes") };
    let seen: Vec<String> = m.iter().map(ToString::to_string).collect();
    let all = seen.join("\n");
    for expected in [
        "scenario.toml:2: target.url: \"localhost:8080\" has no scheme http://",
        "scenario.toml:5: data.order is \"backwards\" (allowed: random, sequential, shuffled, unique)",
        "scenario.toml:7: scenario.step[0]: placeholder {{tokn}} is unknown (allowed: uuid, random_int 1 100,",
        "scenario.toml:8: scenario.step[0].weight is 0 (allowed: a whole number from 1 to 1000000)",
        "scenario.toml:9: scenario.step[0].wieght is unknown (allowed: name, weight, request, headers, body, expect, extract, think)",
        "scenario.toml:11: scenario.step[1].request is \"POST\" (allowed: METHOD /path)",
        "scenario.toml:12: scenario.step[1].expect.status is 20",
        "scenario.toml:15: scenario.step[2]: environment variable NOT_SET_ANYWHERE_1 is not set",
        "scenario.toml:15: scenario.step[2]: header \"content-length\" is set by the generator",
        "scenario.toml:16: scenario.step[2].body is not text",
        "t.csv:3: row has 2 values, the header has 1",
    ] {
        assert!(all.contains(expected), "missing {expected:?} in:\n{all}");
    }
    assert_eq!(m.len(), 11, "{all}");
}

#[test]
fn broken_toml_and_empty_files_say_where_and_what() {
    let Err(e) = parse("[target\nurl = 1\n", &[]) else { panic!("broken") };
    assert!(e.to_string().starts_with("scenario.toml:1: "), "{e}");
    let Err(e) = parse("", &[]) else { panic!("empty") };
    assert!(e.to_string().contains("[target] is missing") && e.to_string().contains("[scenario] is missing"), "{e}");
}

#[test]
fn https_is_known_by_its_scheme() {
    let spec = RequestSpec { url: "https://localhost/".to_owned(), ..RequestSpec::default() };
    let s = Scenario::from_request(&spec).expect("valid");
    assert_eq!((s.endpoint().tls, s.endpoint().port, s.url().as_str()), (true, 443, "https://localhost/"));
}

#[test]
fn one_request_from_a_command_line() {
    let spec = RequestSpec {
        url: "http://localhost:81/q".to_owned(),
        headers: vec![("Host".to_owned(), "shop".to_owned())],
        body: Some("x".to_owned()),
        ..RequestSpec::default()
    };
    let s = Scenario::from_request(&spec).expect("valid");
    assert_eq!(request(&s, 0, 5), "POST /q HTTP/1.1\r\nHost: shop\r\nuser-agent: tightspot\r\ncontent-length: 1\r\n\r\nx");
    let s = Scenario::from_request(&RequestSpec { method: "put".to_owned(), body: None, ..spec }).expect("valid");
    assert!(request(&s, 0, 0).ends_with("content-length: 0\r\n\r\n"));
    let bad = RequestSpec { url: "ftp://h/{{a}}".to_owned(), headers: vec![("a b".to_owned(), String::new())], ..RequestSpec::default() };
    let Err(ScenarioError::Mistakes(m)) = Scenario::from_request(&bad) else { panic!("has mistakes") };
    assert_eq!(m.iter().map(|m| m.source.as_str()).collect::<Vec<_>>(), ["url", "--header"]);
}

const TARGET: &str = "[target]\nurl = \"http://127.0.0.1:8080\"\n";

#[test]
fn a_flow_has_its_choices_steps_and_plain_data() {
    let text = format!(
        "{TARGET}[load]\nstages = [{{ for = \"30s\", rate = 100 }}, {{ for = \"1m\", rate = \"600/m\", shape = \"ramp\" }}]\npoisson = true\nmax_in_flight = 50\nwhen_full = \"drop\"\n\
         [scenario]\nrun = \"sequence\"\nevery = \"1s\"\nredirects = 5\n\
         [[scenario.setup]]\nrequest = \"POST /login\"\nextract = {{ token = {{ json = \"$.token\" }} }}\n\
         [[scenario.step]]\nname = \"list\"\nrequest = \"GET /items\"\nheaders = {{ authorization = \"Bearer {{{{token}}}}\" }}\nthink = {{ uniform = [\"100ms\", \"500ms\"] }}\n\
         extract = {{ id = {{ regex = 'id=(\\d+)', default = \"1\" }} }}\nexpect = {{ status = 200, max_ms = 500, body_contains = [\"a\", \"b\"] }}\n\
         [[scenario.step]]\nrequest = \"GET /items/{{{{id}}}}?u={{{{user}}}}\"\nthink = \"1s\"\n\
         [[scenario.teardown]]\nrequest = \"POST /logout\"\nheaders = {{ x-token = \"{{{{token}}}}\" }}\n"
    );
    let s = parse(&text, &[]).expect("valid");
    assert!(!s.is_stateless());
    assert_eq!((s.steps().len(), s.setup(), s.teardown()), (2, 2..3, 3..4));
    assert_eq!(s.variables, ["token", "id"]);
    assert_eq!((s.flow.every_ns, s.flow.redirects, s.flow.cookies), (Some(1_000_000_000), 5, Cookies::User));
    assert_eq!((s.step(0).think, s.step(1).think), (Think::Uniform(100_000_000, 500_000_000), Think::Fixed(1_000_000_000)));
    assert_eq!(s.routes(), ["list", "GET /items/{{id}}?u={{user}}"]);
    assert_eq!((s.route_of(1), s.route_of(2)), (Some(1), None));
    assert_eq!(
        s.checks()[s.checks_of(0)],
        [
            "list: status",
            "list: body contains \"a\"",
            "list: body contains \"b\"",
            "list: within 500 ms",
            "list: extract id",
            "list: redirect"
        ]
    );
    assert_eq!(s.checks_of(3).len(), 2);
    let load = s.load();
    assert_eq!((load.poisson, load.max_in_flight, load.when_full), (true, Some(50), WhenFull::Drop));
    assert_eq!(load.stages_of, Quantity::RatePerS);
    assert_eq!(load.stages[0], Stage { duration_ns: 30_000_000_000, target: 100.0, shape: Shape::Step });
    assert_eq!(load.stages[1], Stage { duration_ns: 60_000_000_000, target: 10.0, shape: Shape::Ramp });
}

#[test]
fn several_scenarios_have_names_starts_and_loads_of_their_own() {
    let text = format!(
        "{TARGET}[[scenarios]]\nname = \"poll\"\nusers = 2500\nevery = \"1s\"\nduration = \"1m\"\n[[scenarios.step]]\nrequest = \"GET /a\"\n\
         [[scenarios]]\nname = \"buy\"\nstart = \"30s\"\nrate = 50\nrequests = 1000\n[[scenarios.step]]\nrequest = \"GET /b/{{{{uuid}}}}\"\n"
    );
    let all = parse_all(&text, &[]).expect("valid");
    assert_eq!(
        all.iter().map(|s| (s.name(), s.start_ns(), s.is_stateless())).collect::<Vec<_>>(),
        [("poll", 0, true), ("buy", 30_000_000_000, false)]
    );
    assert_eq!(
        (all[0].load().users, all[0].load().duration_ns, all[0].every_ns()),
        (Some(2500), Some(60_000_000_000), Some(1_000_000_000))
    );
    assert_eq!((all[1].load().rate_per_s, all[1].load().requests), (Some(50.0), Some(1000)));
}

#[test]
fn feeders_have_names_formats_and_picked_rows() {
    let text = format!(
        "{TARGET}[[data]]\nname = \"people\"\nfile = \"p.json\"\norder = \"unique\"\nwhen_exhausted = \"recycle\"\nper = \"user\"\n\
         [[data]]\nname = \"skus\"\nfile = \"s.txt\"\nformat = \"jsonl\"\norder = \"shuffled\"\n\
         [[scenario.step]]\nrequest = \"POST /{{{{people.address.city}}}}\"\nbody = '{{{{skus.id}}}} {{{{pick c.csv.colour}}}} {{{{pick c.csv.size}}}}'\n"
    );
    let files = [("p.json", "[{\"address\": {\"city\": \"Bad Ems\"}}]"), ("s.txt", "{\"id\": 7}\n"), ("c.csv", "colour,size\nred,xl\n")];
    let s = parse(&text, &files).expect("valid");
    assert!(!s.is_stateless());
    assert_eq!(
        s.feeders.iter().map(|f| (f.name.as_str(), f.order, f.recycle, f.per_user)).collect::<Vec<_>>(),
        [("people", RowOrder::Unique, true, true), ("skus", RowOrder::Shuffled, false, false), ("c.csv", RowOrder::Random, false, false)]
    );
    let request = request(&s, 0, 0);
    assert!(request.starts_with("POST /Bad%20Ems HTTP/1.1\r\n") && request.ends_with("content-length: 8\r\n\r\n7 red xl"), "{request}");
    let picked = format!("{TARGET}[[scenario.step]]\nrequest = \"GET /{{{{pick c.csv.colour}}}}\"\n");
    assert!(parse(&picked, &files).expect("valid").is_stateless(), "a single random file is ready to be sent");
}

#[test]
fn mistakes_of_a_flow_are_told_at_once_with_their_lines() {
    let text = "[target]\nurl = \"http://h\"\n\
                [load]\nrate = 5\nusers = 3\nduration = \"5 parsecs\"\nstages = [{ for = \"1s\" }]\n\
                [scenario]\nrun = \"random\"\nredirects = 99\n\
                [[scenario.step]]\nrequest = \"GET /{{later}}/{{random_int 9 1}}\"\nthink = { uniform = [\"2s\", \"1s\"] }\n\
                [[scenario.step]]\nrequest = \"GET /\"\nextract = { uuid = { header = \"x\" }, later = { json = \"token\" }, r = { regex = \"(\" }, n = {}, two = { json = \"$\", regex = \"x\" } }\n\
                expect = { json = { \"$.a\" = [1] }, body = \"x\" }\n";
    let seen = mistakes(text, &[]);
    let all = seen.join("\n");
    for expected in [
        "scenario.toml:5: load.users stands beside load.rate (allowed: one of rate, users, stages)",
        "scenario.toml:6: load.duration is \"5 parsecs\" (allowed: a time such as",
        "scenario.toml:7: load.stages[0] needs a target (allowed: rate, users (one of them))",
        "scenario.toml:9: scenario.run is \"random\" (allowed: weighted, sequence)",
        "scenario.toml:10: scenario.redirects is 99 (allowed: a whole number from 0 to 50)",
        "scenario.toml:12: scenario.step[0]: placeholder {{later}} is unknown (allowed: uuid,",
        "scenario.toml:12: scenario.step[0]: placeholder {{random_int 9 1}} has no two ascending whole numbers",
        "scenario.toml:13: scenario.step[0].think.uniform descends",
        "scenario.toml:16: scenario.step[1].extract.later.json \"token\": ",
        "scenario.toml:16: scenario.step[1].extract.r.regex \"(\": unclosed group",
        "scenario.toml:16: scenario.step[1].extract.n must say one thing to take",
        "scenario.toml:16: scenario.step[1].extract.two must say one thing to take",
        "scenario.toml:16: scenario.step[1]: variable \"uuid\" already means something else",
        "scenario.toml:17: scenario.step[1].expect.json.$.a cannot be compared with",
        "scenario.toml:17: scenario.step[1].expect.body is unknown (allowed: status, header, body_contains, json, max_ms)",
    ] {
        assert!(all.contains(expected), "missing {expected:?} in:\n{all}");
    }
    assert!(seen.iter().all(|m| m.starts_with("scenario.toml:")), "{all}");
}

#[test]
fn variables_are_known_only_behind_the_step_that_sets_them() {
    let step = |request: &str, extract: &str| format!("request = \"GET /{request}\"\nextract = {{ {extract} }}\n");
    let take = "a = { header = \"x\" }";
    let flow = |run: &str, first: &str, second: &str| {
        format!("{TARGET}[scenario]\nrun = \"{run}\"\n[[scenario.step]]\n{}[[scenario.step]]\n{}", step(first, take), step(second, ""))
    };
    assert!(parse(&flow("sequence", "", "{{a}}"), &[]).is_ok());
    for (text, name) in [(flow("sequence", "{{a}}", ""), "unknown"), (flow("weighted", "", "{{a}}"), "not set before")] {
        assert!(mistakes(&text, &[]).join("\n").contains(name), "{text}");
    }
    let teardown = format!("{}[[scenario.teardown]]\nrequest = \"GET /{{{{a}}}}\"\n", flow("sequence", "", ""));
    assert!(mistakes(&teardown, &[])[0].contains("{{a}} is not set before this step"));
}

#[test]
fn values_that_a_place_cannot_take_are_mistakes() {
    let file = |name: &str, order: &str| format!("[data]\nfile = \"{name}\"\norder = \"{order}\"\n");
    let step = "[[scenario.step]]\nrequest = \"GET /\"\nheaders = { x = \"{{a}}\" }\n";
    let m = mistakes(&format!("{TARGET}{}{step}", file("e.csv", "random")), &[("e.csv", "a\n\"x\r\ny: z\"\n")]);
    assert_eq!(
        m,
        ["scenario.toml:8: scenario.step[0]: value of column a in data row 1 cannot stand in a header (allowed: values of one line)"]
    );
    let m = mistakes(&format!("{TARGET}{}{step}", file("h.jsonl", "unique")), &[("h.jsonl", "{\"a\": 1}\n{\"b\": 1}\n")]);
    assert_eq!(m, ["scenario.toml:8: scenario.step[0]: column a has no value on line 2 of the data (allowed: columns that every row has)"]);
}

#[test]
fn literal_secrets_are_warned_about_and_still_sent() {
    let text = format!(
        "{TARGET}[[scenario.step]]\nrequest = \"GET /\"\nheaders = {{ Authorization = \"Bearer s3cret\", x-api-key = \"file:key\", cookie = \"a={{{{uuid}}}}\", x-auth-token = \"t\", accept = \"*/*\" }}\n"
    );
    let s = parse(&text, &[("key", "k")]).expect("valid");
    let seen: Vec<String> = s.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        seen,
        [
            "scenario.toml:5: literal-secret: scenario.step[0].headers.Authorization stands in the file as it is (allowed: env:NAME, file:PATH)",
            "scenario.toml:5: literal-secret: scenario.step[0].headers.x-auth-token stands in the file as it is (allowed: env:NAME, file:PATH)"
        ]
    );
    assert!(!format!("{s:?}").contains("s3cret"), "secrets stay out of debug output");
}

#[test]
fn routes_are_capped() {
    use std::fmt::Write;
    let mut text = TARGET.to_owned();
    for i in 0..205 {
        writeln!(text, "[[scenario.step]]\nrequest = \"GET /{i}\"").expect("a string takes all");
    }
    let s = parse(&text, &[]).expect("valid");
    assert_eq!((s.routes().len(), s.routes()[200].as_str()), (201, "other"));
    assert_eq!((s.route_of(199), s.route_of(200), s.route_of(204)), (Some(199), Some(200), Some(200)));
}

#[test]
fn the_examples_of_the_page_are_scenarios() {
    let page = include_str!("../../../../docs/scenario-file.md");
    let examples: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 4, "the page has examples");
    let files = [
        ("users.csv", "name,password\nann,a\nbob,b\n"),
        ("key", "k"),
        ("skus.csv", "sku,colour\n1,red\n"),
        ("orders.jsonl", "{\"id\": 1, \"address\": {\"city\": \"x\"}}\n"),
    ];
    for example in examples {
        let whole = if example.contains("[target]") { example.to_owned() } else { format!("{TARGET}{example}") };
        if let Err(e) = parse_all(&whole, &files) {
            panic!("{e}\nin\n{example}");
        }
    }
}
