//! The text of the four kinds of answer.

use super::page::{Page, Tone};
use super::{TextOptions, ledger_table, text};
use crate::agreement::figures_in as figures;
use crate::document::of_cause;
use crate::fixture::{self, Case};
use crate::paragraph::columns;
use diagnose::capacity::Ceiling;
use diagnose::saturation::ResourceKind;
use insta::assert_snapshot;
use model::message;
use words::{Lang, as_ids, say};

mod agreement;
mod korean;
mod objectives;

/// Columns that no line of ids and arguments fills.
const WIDE: usize = 1_000;

fn opts(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

fn both(width: usize) -> [TextOptions; 2] {
    Lang::ALL.map(|lang| TextOptions { lang, ..opts(width) })
}

fn first_line(page: &str) -> &str {
    page.lines().next().unwrap_or_default()
}

/// The summary by ids and arguments.
fn by_ids(c: &Case) -> String {
    as_ids(|| summary(c, &opts(WIDE)))
}

fn summary(c: &Case, o: &TextOptions) -> String {
    text(&c.run, &c.diagnosis, o)
}

fn without_colour(s: &str) -> String {
    let mut out = String::new();
    let mut rest = s;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        out.push_str(before);
        rest = after.split_once('m').expect("every sequence here is a colour").1;
    }
    out + rest
}

#[test]
fn a_reason_that_was_told_already_is_not_told_twice() {
    let mut c = fixture::found();
    let claim = c.diagnosis.hypotheses[0].claims[0].text.clone();
    c.diagnosis.verdict.reason = claim.clone();
    let page = by_ids(&c);
    assert!(page.contains("text/evidence-told(level: 2, name: explains)") && !page.contains("text/evidence("), "{page}");
    c.diagnosis.verdict.reason = message!("text/of", what: (claim));
    assert!(by_ids(&c).contains("text/evidence(level: 2, name: explains, reason: "));
}

#[test]
fn work_that_is_weighed_and_undecided_stands_beside_a_name_and_not_without_one() {
    let weighed = |mut c: fixture::Case| {
        let h = c.diagnosis.hypotheses.iter_mut().find(|h| h.status == diagnose::Status::Untested).expect("one is untested");
        (h.weight, h.site) = (0.9, "Shop.render".to_owned());
        by_ids(&c)
    };
    let also = r#"text/label-also  text/of(what: "text/cause-at-site(cause: \"n-plus-one-queries\", site: \"Shop.render\")""#;
    assert!(weighed(fixture::found()).contains(also), "{}", weighed(fixture::found()));
    assert!(!by_ids(&fixture::found()).contains("n-plus-one-queries"));
    let mut unnamed = fixture::found();
    unnamed.diagnosis.verdict.cause = None;
    assert!(!weighed(unnamed).contains("n-plus-one-queries"));
}

#[test]
fn a_named_cause_comes_with_site_limit_evidence_and_what_it_is_not() {
    let o = TextOptions { run_path: Some("./runs/7f3a.tsr".to_owned()), decoys: vec!["slow-query".to_owned()], ..opts(WIDE) };
    assert_snapshot!(as_ids(|| summary(&fixture::found(), &o)));
}

#[test]
fn a_healthy_service_is_said_to_be_one_with_what_saturates_first() {
    assert_snapshot!(by_ids(&fixture::none()));
}

#[test]
fn a_full_core_is_told_by_what_it_does() {
    let case = fixture::full_core();
    let page = by_ids(&case);
    assert!(page.starts_with("● text/cpu-bound(core: cpu, "), "{page}");
    for row in ["text/label-cpu  text/cpu-of(ms: ", "text/cpu-for(", "Convert.toDto", "text/cpu-without(", r#"text/cpu-tree(run: "7f3a")"#]
    {
        assert!(page.contains(row), "{row} in\n{page}");
    }
    assert!(summary(&case, &opts(100)).contains("1.2 ms"), "of a request");
    assert!(!page.contains("text/label-not"), "no cause was heard");
    for o in both(60).iter().chain(&both(100)) {
        assert!(summary(&case, o).lines().all(|l| columns(l) <= o.width), "{}", summary(&case, o));
    }
}

#[test]
fn what_cannot_be_told_is_said_with_what_is_missing() {
    assert_snapshot!(by_ids(&fixture::inconclusive()));
}

#[test]
fn a_limited_generator_refuses_a_verdict_about_the_service() {
    assert_snapshot!(by_ids(&fixture::generator_limited()));
}

#[test]
fn accounts_of_all_levels_stand_side_by_side() {
    assert_snapshot!(as_ids(|| ledger_table(&fixture::found().diagnosis, &opts(WIDE))));
}

#[test]
fn unless_decoys_are_named_those_with_a_knob_come_first() {
    let s = by_ids(&fixture::found());
    let at = |what: &str| s.find(what).unwrap_or(usize::MAX);
    assert!(at(r#"text/rejected-with-knob(way: most, cause: "connection-pool-too-small""#) < at(r#"text/of(what: "cpu-saturated""#), "{s}");
    assert!(s.contains(r#"setting: "pool 30", rate: "570/s""#), "{s}");
}

#[test]
fn no_line_is_wider_than_asked_for() {
    for o in [40, 57, 80, 100, 160].into_iter().flat_map(both) {
        for c in fixture::all() {
            for s in [summary(&c, &o), ledger_table(&c.diagnosis, &o)] {
                assert!(s.lines().all(|l| columns(l) <= o.width), "{}:\n{s}", o.width);
            }
        }
    }
}

#[test]
fn a_summary_is_one_screen() {
    for (c, o) in fixture::all().iter().flat_map(|c| both(100).map(|o| (c, o))) {
        let s = summary(c, &o);
        assert!(s.lines().count() <= 25, "{s}");
    }
}

#[test]
fn ascii_is_ascii_and_says_the_same() {
    let o = TextOptions { ascii: true, ..opts(80) };
    for c in fixture::all() {
        let (s, table) = (summary(&c, &o), ledger_table(&c.diagnosis, &o));
        assert!(s.is_ascii() && table.is_ascii(), "{s}{table}");
        let plain = (summary(&c, &opts(80)), ledger_table(&c.diagnosis, &opts(80)));
        let unspelled = |s: &str, table: &str| s.matches('?').count() + table.matches('?').count();
        assert_eq!(unspelled(&s, &table), unspelled(&plain.0, &plain.1), "a glyph has no spelling:\n{s}");
        assert_eq!(figures(&s), figures(&plain.0));
    }
}

#[test]
fn colour_changes_nothing_but_the_colour() {
    for c in fixture::all() {
        let coloured = summary(&c, &TextOptions { color: true, ..opts(80) });
        assert!(coloured.contains("\u{1b}[1"));
        assert_eq!(without_colour(&coloured), summary(&c, &opts(80)));
    }
}

#[test]
fn text_of_the_service_cannot_move_the_cursor() {
    let mut c = fixture::found();
    c.diagnosis.verdict.site = "Evil.run\u{1b}[2J\u{7}:1".to_owned();
    c.run.warnings.push(("odd".to_owned(), "line\nbreak\u{202e}".into()));
    let s = summary(&c, &opts(WIDE));
    assert!(!s.contains(['\u{1b}', '\u{7}', '\u{202e}']) && s.contains("Evil.run[2J:1"), "{s}");
    assert!(s.contains(&say(&message!("text/warning", code: name("odd"), says: name("line break")), Lang::En)), "{s}");
}

#[test]
fn a_part_with_few_samples_is_a_bound_without_a_share() {
    let s = by_ids(&fixture::none());
    let line = s.lines().find(|l| l.contains("account/outside-dispatch")).expect("it is one of the larger parts");
    assert!(line.contains("<=") && !line.contains('%'), "{line}");
}

#[test]
fn shares_are_of_the_response_time_and_add_up() {
    for c in fixture::all() {
        for l in crate::document::ledgers(&c.diagnosis) {
            let shown: f64 = l.parts.iter().filter(|p| !p.minor).map(|p| p.share).sum();
            assert!((shown + l.minor_share + l.unexplained_share - 1.0).abs() < 1e-9);
            assert!(l.parts.iter().all(|p| (p.share - p.ms / l.response_ms).abs() < 1e-12));
        }
    }
}

#[test]
fn a_run_without_any_level_still_says_so() {
    let mut c = fixture::inconclusive();
    c.diagnosis.levels.clear();
    c.diagnosis.ledgers.clear();
    assert!(by_ids(&c).starts_with("? text/not-clear\n"));
    assert_eq!(as_ids(|| ledger_table(&c.diagnosis, &opts(80))), "account/nothing-measured\n");
}

#[test]
fn a_limit_that_was_reached_is_the_first_line_and_is_told_once() {
    let mut c = fixture::none();
    let cpu = message!("saturation/cpu");
    c.diagnosis.verdict.reason = message!("judge/limit-reached", full: (cpu.clone()));
    c.diagnosis.verdict.limit = Some(Ceiling { per_s: 254.2, name: cpu, kind: ResourceKind::TargetCpu, may_be_higher: false });
    let s = by_ids(&c);
    assert!(s.starts_with("✔ text/at-limit(limit: saturation/cpu, rate: 254.2)\n  text/label-not "), "{s}");
    c.diagnosis.verdict.limit =
        Some(Ceiling { per_s: 254.2, name: message!("saturation/worker-threads"), kind: ResourceKind::Workers, may_be_higher: false });
    assert_eq!(first_line(&by_ids(&c)), "✔ text/all-busy(limit: saturation/worker-threads, rate: 254.2)");
}

#[test]
fn a_cure_whose_next_limit_may_be_higher_gives_so_much_or_more() {
    let mut c = fixture::found();
    let gain = c.diagnosis.hypotheses.iter_mut().find_map(|h| h.gain.as_mut()).expect("a prediction");
    gain.next_limit.as_mut().expect("a next limit").may_be_higher = true;
    let s = by_ids(&c);
    assert!(s.contains(r#"text/gain-cut-by-next(way: least, now: "190/s", then: "2,100/s""#), "{s}");
}

#[test]
fn nothing_bends_is_said_only_where_nothing_is_nearly_full() {
    let mut c = fixture::none();
    let reason = message!("judge/hardly-more-cpu", cpu: (message!("saturation/cpu")), used: Share(0.86), more: Share(0.16));
    c.diagnosis.verdict.reason = reason;
    assert!(by_ids(&c).starts_with("✔ text/nearly-at-limit(limit: saturation/cpu, rate: "), "{}", by_ids(&c));
    c.diagnosis.levels.clear();
    c.diagnosis.verdict.reason = message!("judge/start-quick", first: Ms(12.0), last: Ms(9.0));
    assert_eq!(first_line(&by_ids(&c)), "✔ text/quick-from-start");
}

#[test]
fn a_cause_that_may_not_be_named_comes_first_with_its_id() {
    let mut c = fixture::inconclusive();
    let why = message!("judge/preview-explains", cause: name("row-locked"), reason: (message!("row-locked/no-waits")));
    c.diagnosis.verdict.reason = why.clone();
    let sentence = say(&message!("text/candidate", headline: (of_cause("row-locked")), cause: name("row-locked")), Lang::En);
    assert_eq!(first_line(&summary(&c, &opts(WIDE))), format!("? {sentence}  row-locked"));
    let page = by_ids(&c);
    assert!(page.contains(r#"text/label-try  text/decide(cause: "row-locked", run: "7f3a")"#), "{page}");
    // of several processes it is said of one
    c.diagnosis.verdict.reason = message!("processes/of", who: name("pid 421"), says: (why));
    let whose = message!("processes/each", number: Count(2.0));
    c.diagnosis.verdict.whose = whose.clone();
    let whose = say(&message!("text/in-whose", whose: (whose)), Lang::En);
    assert_eq!(first_line(&summary(&c, &opts(WIDE))), format!("? {sentence}  row-locked · {whose}"));
}

#[test]
fn hints_are_of_what_the_first_lines_do_not_tell() {
    let mut c = fixture::inconclusive();
    let mut open = diagnose::Hypothesis::new("row-locked", diagnose::Status::Untested, message!("row-locked/no-waits"));
    open.weight = 0.9;
    c.diagnosis.hypotheses = vec![open];
    let hint = |c: &_| by_ids(c).contains("text/label-hint");
    assert!(hint(&c), "{}", by_ids(&c));
    c.diagnosis.verdict.reason =
        message!("judge/candidate-undecided", cause: name("row-locked"), reason: (message!("row-locked/no-waits")));
    assert!(!hint(&c), "{}", by_ids(&c));
}

#[test]
fn causes_that_explain_as_much_stand_beside_the_evidence() {
    let mut c = fixture::found();
    assert!(!by_ids(&c).contains("text/tied"));
    c.diagnosis.verdict.tied = vec!["index-missing", "row-locked"];
    let s = by_ids(&c);
    assert!(s.contains("\n              text/tied(causes: \"index-missing, row-locked\", run: \"7f3a\")\n"), "{s}");
}

#[test]
fn a_cause_without_words_of_its_own_is_told_by_its_id_once() {
    let mut c = fixture::found();
    c.diagnosis.verdict.cause = Some("moon-too-far");
    assert_eq!(first_line(&by_ids(&c)), "✖ text/slow-because(cause: \"moon-too-far\")");
}

#[test]
fn what_does_not_fit_goes_on_under_its_own_words() {
    let (o, text) = (opts(40), "one two three four five six seven eight nine ten");
    let mut page = Page::new(&o);
    page.headline(Tone::Bad, &format!("! {text}"), "id");
    page.sentence(text);
    page.labelled("label", [text, "more"]);
    page.rows(&[(["1 %".to_owned(), "12 ms".to_owned()], text.to_owned())]);
    assert_eq!(
        page.finish().lines().collect::<Vec<_>>(),
        [
            "! one two three four five six seven",
            "  eight nine ten  id",
            "  one two three four five six seven",
            "    eight nine ten",
            "  label       one two three four five",
            "              six seven eight nine ten",
            "              more",
            "              1 %  12 ms  one two three",
            "                          four five six",
            "                          seven eight",
            "                          nine ten",
        ]
    );
}

#[test]
fn text_beside_a_label_begins_at_the_same_column_whatever_the_glyphs() {
    let o = opts(80);
    let mut page = Page::new(&o);
    page.labelled("fix", ["a"]);
    page.labelled("고칠 것", ["a"]);
    page.marked("검사", Tone::Good, "✔", "a");
    let at: Vec<usize> = page.finish().lines().map(|l| columns(l.trim_end_matches('a'))).collect();
    assert_eq!(at, [14, 14, 16]);
}
