//! Flows from end to end, and requests that stay well-formed whatever is put into them.

use super::answer::MAX_BODY;
use super::*;
use crate::scenario::tests::parse;
use proptest::prelude::*;

const TARGET: &str = "[target]\nurl = \"http://shop:8080\"\n";

fn scenario(text: &str) -> Scenario {
    parse(&format!("{TARGET}{text}"), &[("t.csv", "id\na\nb\nc\n")]).expect("a valid scenario")
}

fn rendered(s: &Scenario, step: usize, session: &Session) -> String {
    let mut out = Vec::new();
    s.render(step, session, &mut out);
    String::from_utf8(out).expect("text")
}

fn answer(s: &Scenario, step: usize, session: &mut Session, status: u16, head: &str, body: &str) -> StepEnd {
    s.absorb(step, session, status, format!("HTTP/1.1 {status} X\r\n{head}\r\n").as_bytes(), body.as_bytes(), 1_000_000)
}

/// A session that is at its first step.
fn begun(s: &Scenario, shared: Option<&Shared>) -> Session {
    let mut session = s.session(3, 1, shared);
    assert!(matches!(s.begin(&mut s.draws(0, 1, 1), &mut session), Begin::Send(_)));
    session
}

#[test]
fn a_sequence_carries_variables_and_cookies_from_step_to_step() {
    let s = scenario(
        "[scenario]\nrun = \"sequence\"\n\
         [[scenario.setup]]\nrequest = \"POST /token\"\nextract = { token = { json = \"$.t\" } }\n\
         [[scenario.step]]\nname = \"login\"\nrequest = \"POST /login\"\nheaders = { authorization = \"Bearer {{token}}\" }\nbody = '{\"u\":{{user}}}'\n\
         extract = { id = { regex = 'id=(\\S+)' } }\nthink = \"200ms\"\n\
         [[scenario.step]]\nname = \"read\"\nrequest = \"GET /r/{{id}}?i={{iteration}}\"\nexpect = { json = { \"$.ok\" = true } }\n",
    );
    let mut draws = s.draws(0, 1, 1);
    let mut first = s.session(0, 1, None);
    let setup = s.begin_setup(&mut draws, &mut first).expect("there is setup");
    assert!(rendered(&s, setup, &first).starts_with("POST /token HTTP/1.1\r\n"));
    assert!(answer(&s, setup, &mut first, 200, "", "{\"t\": \"T0\"}").ok);
    assert_eq!(s.next(setup, &mut first), Next::Finished { after_ns: 0 });
    assert_eq!(s.begin_teardown(&mut draws, &mut first.clone()), None);
    let shared = first.into_shared();

    let mut user = s.session(7, 1, Some(&shared));
    for iteration in 0..2 {
        assert_eq!(s.begin(&mut draws, &mut user), Begin::Send(0));
        let login = rendered(&s, 0, &user);
        assert!(login.contains("authorization: Bearer T0\r\n") && login.ends_with("content-length: 7\r\n\r\n{\"u\":7}"), "{login}");
        assert_eq!(login.contains("cookie: sid=1\r\n"), iteration == 1, "the user keeps its cookies: {login}");
        assert_eq!(s.wants(0), Wants { head: true, body: MAX_BODY });
        assert!(answer(&s, 0, &mut user, 200, "Set-Cookie: sid=1; Path=/\r\n", "id=a/b c").ok);
        assert_eq!(s.next(0, &mut user), Next::Send { step: 1, after_ns: 200_000_000 });
        let read = rendered(&s, 1, &user);
        assert!(read.starts_with(&format!("GET /r/a/b?i={iteration} HTTP/1.1\r\n")) && read.contains("cookie: sid=1\r\n"), "{read}");
        assert!(answer(&s, 1, &mut user, 200, "", "{\"ok\": true}").ok);
        assert_eq!(s.next(1, &mut user), Next::Finished { after_ns: 0 });
    }
    user.renew(8);
    assert_eq!(s.begin(&mut draws, &mut user), Begin::Send(0));
    assert!(!rendered(&s, 0, &user).contains("cookie:"), "another user has other cookies");
}

#[test]
fn failed_checks_are_numbered_and_end_the_iteration_unless_told_otherwise() {
    let text = |rest: &str| {
        format!(
            "[scenario]\nrun = \"sequence\"\n{rest}[[scenario.step]]\nname = \"a\"\nrequest = \"GET /a\"\nexpect = {{ max_ms = 5 }}\nextract = {{ t = {{ json = \"$.t\" }} }}\n\
             [[scenario.step]]\nname = \"b\"\nrequest = \"GET /{{{{t}}}}\"\n"
        )
    };
    let s = scenario(&text(""));
    let mut user = begun(&s, None);
    let end = answer(&s, 0, &mut user, 500, "", "<html>");
    assert!(!end.ok && user.has_failed());
    let names: Vec<&str> = end.failed.iter().map(|f| s.checks()[f.check].as_str()).collect();
    assert_eq!(names, ["a: status", "a: extract t"]);
    assert_eq!(end.failed[0].text, "status 500");
    assert!(end.failed[1].text.starts_with("the body is not JSON"));
    assert_eq!(s.next(0, &mut user), Next::Finished { after_ns: 0 });

    let s = scenario(&text("when_failed = \"continue\"\n"));
    let mut user = begun(&s, None);
    user.lost();
    assert_eq!(s.next(0, &mut user), Next::Send { step: 1, after_ns: 0 });
    assert!(rendered(&s, 1, &user).starts_with("GET / HTTP/1.1\r\n"), "what is not set is empty");
}

#[test]
fn redirects_are_followed_on_the_same_endpoint_up_to_a_number() {
    let s = scenario(
        "[scenario]\nredirects = 2\ncookies = true\n[[scenario.step]]\nname = \"a\"\nrequest = \"POST /a?x=1\"\nbody = \"b\"\nheaders = { x-a = \"1\" }\nexpect = { status = 200 }\n",
    );
    let mut user = begun(&s, None);
    let end = answer(&s, 0, &mut user, 302, "Location: /login\r\nSet-Cookie: s=1; Path=/\r\n", "");
    assert_eq!(end, StepEnd { ok: true, failed: Vec::new(), follow: true });
    let next = rendered(&s, 0, &user);
    assert!(next.starts_with("GET /login HTTP/1.1\r\n") && next.contains("x-a: 1\r\n") && next.ends_with("cookie: s=1\r\n\r\n"), "{next}");
    assert!(answer(&s, 0, &mut user, 307, "Location: step?y=2\r\n", "").follow);
    assert!(rendered(&s, 0, &user).starts_with("GET /step?y=2 HTTP/1.1\r\n"), "a GET stays one");
    let end = answer(&s, 0, &mut user, 302, "Location: /again\r\n", "");
    assert_eq!(end.failed.iter().map(|f| f.text.as_str()).collect::<Vec<_>>(), ["status 302", "more than 2 redirects"]);

    let mut user = begun(&s, None);
    let end = answer(&s, 0, &mut user, 301, "Location: http://elsewhere/\r\n", "");
    let last = end.failed.last().expect("fails");
    assert_eq!((s.checks()[last.check].as_str(), last.text.as_str()), ("a: redirect", "redirect leads elsewhere: \"http://elsewhere/\""));
    assert!(rendered(&s, 0, &user).starts_with("POST /a?x=1 HTTP/1.1\r\n"), "the next one begins afresh");
}

#[test]
fn rendering_again_gives_the_same_request_and_the_next_one_differs() {
    let s = scenario("[[scenario.step]]\nrequest = \"GET /{{uuid}}/{{random_int -5 5}}\"\n");
    assert!(!s.is_stateless());
    let (mut draws, mut user) = (s.draws(0, 1, 1), s.session(1, 1, None));
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..50 {
        s.begin(&mut draws, &mut user);
        let one = rendered(&s, 0, &user);
        assert_eq!(one, rendered(&s, 0, &user));
        let mut path = one[5..].split([' ', '/']);
        let uuid = path.next().expect("a uuid");
        assert!(uuid.len() == 36 && &uuid[14..15] == "4" && "89ab".contains(&uuid[19..20]), "{uuid}");
        let n: i64 = path.next().and_then(|n| n.parse().ok()).expect("a number");
        assert!((-5..=5).contains(&n));
        assert!(seen.insert(uuid.to_owned()));
        s.next(0, &mut user);
    }
}

#[test]
fn unique_rows_run_out_and_rows_of_a_user_stay() {
    let s = scenario("[data]\nfile = \"t.csv\"\norder = \"unique\"\n[[scenario.step]]\nrequest = \"GET /{{id}}\"\n");
    let (mut draws, mut user) = (s.draws(0, 1, 1), s.session(1, 1, None));
    let mut rows = Vec::new();
    while let Begin::Send(step) = s.begin(&mut draws, &mut user) {
        rows.push(rendered(&s, step, &user).split(' ').nth(1).expect("a path").to_owned());
    }
    assert_eq!(rows, ["/a", "/b", "/c"]);

    let s = scenario("[data]\nfile = \"t.csv\"\norder = \"unique\"\nper = \"user\"\n[[scenario.step]]\nrequest = \"GET /{{id}}\"\n");
    let mut draws = s.draws(0, 1, 1);
    for id in ["a", "b", "c"] {
        let mut user = s.session(0, 1, None);
        for _ in 0..3 {
            assert_eq!(s.begin(&mut draws, &mut user), Begin::Send(0));
            assert!(rendered(&s, 0, &user).starts_with(&format!("GET /{id} ")));
        }
    }
    assert_eq!(s.begin(&mut draws, &mut s.session(0, 1, None)), Begin::Exhausted);
}

#[test]
fn weights_hold_with_sessions_too() {
    let s = scenario(
        "[scenario]\ncookies = true\n[[scenario.step]]\nweight = 3\nrequest = \"GET /a\"\n[[scenario.step]]\nrequest = \"GET /b\"\n",
    );
    let (mut draws, mut user, mut heavy) = (s.draws(0, 1, 1), s.session(1, 1, None), 0);
    for _ in 0..4000 {
        let Begin::Send(step) = s.begin(&mut draws, &mut user) else { panic!("no rows to run out of") };
        heavy += i32::from(step == 0);
        assert!(matches!(s.next(step, &mut user), Next::Finished { .. }));
    }
    assert!((2850..3150).contains(&heavy), "weight 3 of 4 gave {heavy} of 4000");
}

#[test]
fn what_is_debugged_has_no_values() {
    let s = scenario("[[scenario.step]]\nrequest = \"GET /\"\nextract = { t = { header = \"x\" } }\n");
    let mut user = begun(&s, None);
    answer(&s, 0, &mut user, 200, "x: s3cret\r\n", "");
    assert_eq!(user.vars[0].text, "s3cret");
    assert!(!format!("{user:?} {s:?} {:?}", user.clone().into_shared()).contains("s3cret"));
    fn is_send<T: Send + Sync>(_: &T) {}
    is_send(&user);
    is_send(&s);
}

/// Takes a request apart as a strict server would: first line, fields, body.
fn strict(request: &[u8]) -> Result<(String, Vec<String>, Vec<u8>), String> {
    let end = request.windows(4).position(|w| w == b"\r\n\r\n").ok_or("the head does not end")?;
    let (head, body) = (&request[..end + 2], &request[end + 4..]);
    let bare = |i: usize| (head[i] == b'\n' && (i == 0 || head[i - 1] != b'\r')) || (head[i] == b'\r' && head.get(i + 1) != Some(&b'\n'));
    if (0..head.len()).any(bare) || head.contains(&0) {
        return Err("a bare line break".to_owned());
    }
    let text = String::from_utf8_lossy(head).into_owned();
    let mut lines = text.split_terminator("\r\n").map(str::to_owned);
    let first = lines.next().ok_or("no request line")?;
    Ok((first, lines.collect(), body.to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_from_data_answers_or_cookies_breaks_out_of_its_place(
        cell in "\\PC*|[a\\r\\n\\x00: ]{0,12}",
        value in proptest::collection::vec(any::<u8>(), 0..60),
        cookie in "[a\\r\\n;=é ]{0,12}",
        location in "[/a\\r\\n ?%é{}]{0,20}",
        seed in any::<u64>(),
    ) {
        let escaped = serde_json::Value::from(cell.as_str()).to_string();
        let s = parse(
            &format!(
                "{TARGET}[data]\nfile = \"t.jsonl\"\n[scenario]\nrun = \"sequence\"\nredirects = 1\n\
                 [[scenario.step]]\nrequest = \"GET /first\"\nextract = {{ v = {{ regex = '(?s-u)^(.*)$' }} }}\n\
                 [[scenario.step]]\nrequest = \"POST /{{{{v}}}}/{{{{c}}}}?{{{{uuid}}}}\"\nheaders = {{ x-v = \"<{{{{v}}}}>\" }}\nbody = \"{{{{c}}}}|{{{{v}}}}|{{{{timestamp_ms}}}}\"\n"
            ),
            &[("t.jsonl", &format!("{{\"c\": {escaped}}}\n"))],
        )
        .expect("valid");
        let (mut draws, mut user) = (s.draws(0, 1, seed), s.session(seed, seed, None));
        prop_assert_eq!(s.begin(&mut draws, &mut user), Begin::Send(0));
        let head = format!("HTTP/1.1 200 OK\r\nSet-Cookie: {cookie}\r\nLocation: {location}\r\n\r\n");
        prop_assert!(s.absorb(0, &mut user, 200, head.as_bytes(), &value, 0).ok);
        let next = s.next(0, &mut user);
        prop_assert_eq!(next, Next::Send { step: 1, after_ns: 0 });
        let headers = 4 + usize::from(user.jar.get("a").is_some());
        for hop in 0..2 {
            let mut out = b"another request before".to_vec();
            let before = out.len();
            s.render(1, &user, &mut out);
            let (first, fields, body) = strict(&out[before..]).map_err(TestCaseError::fail)?;
            let words: Vec<&str> = first.split(' ').collect();
            prop_assert!(words.len() == 3 && words[1].starts_with('/') && words[1].is_ascii(), "{}", first);
            let length = fields.iter().find_map(|f| f.strip_prefix("content-length: ")).map_or(Ok(0), str::parse);
            prop_assert_eq!(length, Ok(body.len()));
            prop_assert!(fields.len() <= headers + 1 && fields.iter().all(|f| f.contains(':')), "{:?}", fields);
            if hop == 0 && !s.absorb(1, &mut user, 303, head.as_bytes(), b"", 0).follow {
                break;
            }
        }
    }
}
