//! Steps in order, their variables and their data.

use super::{TARGET, mistakes, parse, parse_all, request};
use crate::flow::{RowOrder, Think};
use crate::job::WhenFull;
use crate::profile::{Shape, Stage};
use crate::scenario::{Cookies, Quantity};

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
