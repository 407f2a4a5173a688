//! Files and command lines that become requests ready to be sent.

use super::{TARGET, parse, parse_all, request};
use crate::random::Random;
use crate::scenario::{RequestSpec, Scenario, ScenarioError};
use std::collections::BTreeMap;

#[test]
fn a_file_becomes_weighted_steps_with_rows() {
    let s = parse(
        "[target]\nurl = \"http://127.0.0.1:8080/api/\"\n[data]\nfile = \"t.csv\"\norder = \"sequential\"\n\
         [[scenario.step]]\nname = \"read\"\nweight = 3\nrequest = \"GET /r/{{token}}\"\n\
         [[scenario.step]]\nrequest = \"POST /w\"\nheaders = { x-a = \"{{token}}\", authorization = \"file:key\" }\nbody = '{\"t\":\"{{token}}\"}'\nexpect = { status = [200, 201] }\n\
         [slo]\np99 = \"300ms\"\n\"p95{read}\" = [\"80ms\", \"100ms for 10s\"]\ntps = 500\n",
        &[("t.csv", "token\nab\nc d\n"), ("key", "s3cret\n")],
    )
    .expect("valid");
    assert_eq!(request(&s, 0, 1), "GET /api/r/c%20d HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nuser-agent: tightspot\r\n\r\n");
    let post = request(&s, 1, 0);
    assert!(post.starts_with("POST /api/w HTTP/1.1\r\n") && post.ends_with("content-length: 10\r\n\r\n{\"t\":\"ab\"}"), "{post}");
    assert!(post.contains("authorization: s3cret\r\n") && post.contains("x-a: ab\r\n"), "{post}");
    assert!(s.steps()[1].accepts(201) && !s.steps()[1].accepts(204) && s.steps()[0].accepts(302));
    assert_eq!(s.url(), "http://127.0.0.1:8080/api/r/{{token}}");
    let asked: Vec<(&str, &str)> = s.objectives().iter().map(|(key, limit)| (key.as_str(), limit.as_str())).collect();
    assert_eq!(asked, [("p95{read}", "80ms"), ("p95{read}", "100ms for 10s"), ("p99", "300ms"), ("tps", "500")]);
    assert!(!format!("{s:?}").contains("s3cret"), "secrets stay out of debug output");

    let (mut random, mut row, mut count) = (Random::new(1, 2), 0, BTreeMap::new());
    for _ in 0..4000 {
        *count.entry(s.pick(&mut random, &mut row, 1)).or_insert(0) += 1;
    }
    let reads = count[&(0, 0)] + count[&(0, 1)];
    assert!((2850..3150).contains(&reads), "weight 3 of 4 gave {reads} of 4000");
}

#[test]
fn requests_vary_where_each_step_has_a_value_that_does() {
    let steps = |all: &[&str], header: &str, rows: &str| {
        let step = |s: &&str| format!("[[scenario.step]]\nrequest = \"{s}\"\nheaders = {{ {header} }}\n");
        let steps: String = all.iter().map(step).collect();
        parse(&format!("{TARGET}[data]\nfile = \"t.csv\"\n{steps}"), &[("t.csv", rows)]).expect("valid").varies()
    };
    let two = "token\na\nb\n";
    for (of, header) in [("GET /r/{{token}}", ""), ("GET /r", "authorization = \"Bearer {{token}}\"")] {
        assert!(steps(&[of], header, two), "{of} {header}");
    }
    for (all, header, rows) in [
        (&["GET /r"][..], "", two),
        (&["GET /r/{{uuid}}"], "", two),
        (&["GET /r/{{token}}", "GET /r"], "", two),
        (&["GET /r/{{token}}"], "", "token\na\na\na\nb\n"),
        (&["GET /r/{{token}}"], "Authorization = \"Bearer x\"", two),
        (&["GET /r/{{token}}"], "x-api-key = \"x\"", two),
        (&["GET /r/{{token}}"], "authorization = \"Bearer {{uuid}}\"", two),
    ] {
        assert!(!steps(all, header, rows), "{all:?} {header}");
    }
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
    let page = include_str!("../../../../../docs/scenario-file.md");
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

#[test]
fn headers_from_outside_go_to_every_request_that_does_not_have_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("s.toml");
    let text = "[target]\nurl = \"http://localhost:1\"\n[[scenario.setup]]\nrequest = \"GET /in\"\n[[scenario.step]]\nrequest = \"GET /a\"\n\
                [[scenario.step]]\nrequest = \"HEAD /b\"\nheaders = { X-Warmup = \"mine\" }\n";
    std::fs::write(&path, text).expect("a file");
    let s = Scenario::from_file_with(&path, &[("x-warmup".to_owned(), "1".to_owned())]).expect("valid");
    assert!(request(&s, 0, 0).contains("x-warmup: 1\r\n"));
    let own = request(&s, 1, 0).to_ascii_lowercase();
    assert!(own.contains("x-warmup: mine\r\n") && own.matches("x-warmup").count() == 1, "{own}");
    assert_eq!(s.all_steps().map(|s| s.path.as_str()).collect::<Vec<_>>(), ["/a", "/b", "/in"]);
}
