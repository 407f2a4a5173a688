//! Scenarios that can be sent, and files whose mistakes are all told at once.

use super::*;
use std::collections::BTreeMap;

fn parse(text: &str, files: &[(&str, &str)]) -> Result<Scenario, ScenarioError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).expect("a writable folder");
    }
    file::parse(text, "scenario.toml", folder.path())
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
        *count.entry(s.pick(&mut random, &mut row)).or_insert(0) += 1;
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
        "scenario.toml:5: data.order is \"backwards\" (allowed: random, sequential)",
        "scenario.toml:7: scenario.step[0]: placeholder {{tokn}} is no column",
        "scenario.toml:8: scenario.step[0].weight is 0 (allowed: a whole number from 1 to 1000000)",
        "scenario.toml:9: scenario.step[0].wieght is unknown (allowed: name, weight, request, headers, body, expect)",
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
fn https_is_an_error_of_its_own() {
    let spec = RequestSpec { url: "https://localhost/".to_owned(), ..RequestSpec::default() };
    assert!(matches!(Scenario::from_request(&spec), Err(ScenarioError::NeedsTls { .. })));
    assert!(matches!(parse("[target]\nurl=\"https://h\"\n", &[]), Err(ScenarioError::NeedsTls { .. })));
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
