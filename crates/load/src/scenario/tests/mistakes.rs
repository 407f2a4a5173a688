//! Files with mistakes: all of them are told at once, with their lines.

use super::{TARGET, mistakes, parse};
use crate::scenario::ScenarioError;

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
