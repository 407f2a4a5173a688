//! The text of the four kinds of answer.

use super::{TextOptions, ledger_table, text};
use crate::agreement::figures_in as figures;
use crate::fixture::{self, Case};
use crate::paragraph::columns;
use diagnose::VerdictStatus;
use diagnose::capacity::Ceiling;
use diagnose::saturation::ResourceKind;
use insta::assert_snapshot;
use model::message;
use words::Lang;

mod agreement;
mod korean;
mod objectives;

fn opts(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

fn both(width: usize) -> [TextOptions; 2] {
    Lang::ALL.map(|lang| TextOptions { lang, ..opts(width) })
}

fn first_line(c: &Case) -> String {
    summary(c, &opts(160)).lines().next().unwrap_or_default().to_owned()
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
fn work_that_is_weighed_and_undecided_stands_beside_a_name_and_not_without_one() {
    let weighed = |mut c: fixture::Case| {
        let h = c.diagnosis.hypotheses.iter_mut().find(|h| h.status == diagnose::Status::Untested).expect("one is untested");
        (h.weight, h.site) = (0.9, "Shop.render".to_owned());
        summary(&c, &opts(100))
    };
    assert!(weighed(fixture::found()).contains("also        n-plus-one-queries at Shop.render: neither supported nor contradicted"));
    assert!(!summary(&fixture::found(), &opts(100)).contains("n-plus-one-queries"));
    let mut unnamed = fixture::found();
    unnamed.diagnosis.verdict.cause = None;
    assert!(!weighed(unnamed).contains("n-plus-one-queries"));
}

#[test]
fn a_named_cause_comes_with_site_limit_evidence_and_what_it_is_not() {
    let o = TextOptions { run_path: Some("./runs/7f3a.tsr".to_owned()), decoys: vec!["slow-query".to_owned()], ..opts(100) };
    assert_snapshot!(summary(&fixture::found(), &o), @r#"
    ✖ A database connection is held while another service is called.  connection-held-across-remote-call
      a connection of pool "HikariPool-1" (size 10) is held 51.4 ms; 49 ms of it is in a remote call to
        auth:9000 inside a transaction · at MemberService.find:41
      limits the service to 190/s; fixed: at most 2,100/s (next limit: CPU of the service; else 2,910/s)
      evidence    E2 explains: 10 connections / 51.4 ms = 195/s, and 190/s was seen; waiting for a
                  connection is 93 % of the growth of the response time; the times add up at 3 of 3 open
                  levels
      not         slow-query: a statement takes 1.8 ms at any load
                  connection-pool-too-small: the database works 1.8 ms of 51.4 ms held; pool 30 would
                  give at most 570/s
                  cpu-saturated: 22 % of 1 core
      also        allocation-heavy at Convert.toDto: the collector takes 4 % of the time at 190/s
      could not look at  locks (not asked for; start with --profile lock), so not at lock-contention
      where time goes at 150/s  of 112 ms mean response
                   53 %  59.4 ms  waiting for a DB connection
                   44 %  48.8 ms  holding the DB connection › remote call
                  1.2 %  1.31 ms  holding the DB connection › database
                  0.6 %  0.68 ms  smaller parts
                  1.3 %  1.46 ms  unexplained (± 0.7 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
      fix         make the remote call before (or after) the transaction; keep the transaction on the
                  repository (example: tightspot explain connection-held-across-remote-call --fix)
      quality     good · generator 18 % of its core, send lag p99 0.104 ms · observer 0.6 % of a core
                  verdicts like this were right in 291 of 300 runs of our own services (94 % to 98 %)
      run         7f3a · ./runs/7f3a.tsr · all levels: tightspot report 7f3a --ledger
    "#);
}

#[test]
fn a_healthy_service_is_said_to_be_one_with_what_saturates_first() {
    assert_snapshot!(summary(&fixture::none(), &opts(100)), @r"
    ✔ No bend up to 600/s.
      first to saturate: CPU of the service at ~3,120/s (extrapolated)
      not         cpu-saturated: 22 % of 1 core
                  gc-pressure: 0.4 % of the time stopped
                  slow-query: a statement takes 1.8 ms at any load
                  worker-threads-exhausted: 45 of 200 busy
      where time goes at 480/s  of 0.52 ms mean response
                  58 %       0.3 ms  holding the DB connection › database
                  19 %     0.098 ms  on CPU
                        <= 0.075 ms  worker outside the dispatch
                  14 %     0.072 ms  unexplained (± 0.012 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
                  requests this short prove little by their account; the verdict rests on capacity
                  (limit / time held) and the scheduler's figures
      quality     good · generator 18 % of its core, send lag p99 0.104 ms · observer 0.6 % of a core
                  verdicts like this were right in 72 of 80 runs of our own services (81 % to 95 %)
      run         7f3a · all levels: tightspot report 7f3a --ledger
    ");
}

#[test]
fn a_full_core_is_told_by_what_it_does() {
    let case = fixture::full_core();
    let page = summary(&case, &opts(100));
    assert!(page.starts_with("● CPU-bound at "), "{page}");
    for row in ["1.2 ms of a request at ", "asked for by Convert.toDto", "without it at most", "tightspot report 7f3a --cpu"] {
        assert!(page.contains(row), "{row} in\n{page}");
    }
    assert!(!page.contains("not         "), "no cause was heard");
    for o in both(60).iter().chain(&both(100)) {
        assert!(summary(&case, o).lines().all(|l| columns(l) <= o.width), "{}", summary(&case, o));
    }
}

#[test]
fn what_cannot_be_told_is_said_with_what_is_missing() {
    assert_snapshot!(summary(&fixture::inconclusive(), &opts(100)), @r"
    ? The cause is not clear.
      20.1 ms of 22.6 ms at 152/s are spent outside what is seen of the service (the times add up at 0
        of 3 levels): look between client and service
      hint        log-appender-blocks at Ledger.append:12: logging grows with load (no more than a hint)
      could not look at  sessions (hidden by the test), so not at slow-query, database-lock-wait,
                  missing-index and others
      where time goes at 152/s  of 22.6 ms mean response
                  9.1 %  2.05 ms  holding the DB connection › database
                  2.2 %   0.5 ms  on CPU
                   89 %  20.1 ms  unexplained (± 0.31 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
                  the times do not add up: more than 3.4 ms unexplained
      quality     good · generator 18 % of its core, send lag p99 0.104 ms · observer 0.6 % of a core
      run         7f3a · all levels: tightspot report 7f3a --ledger
    ");
}

#[test]
fn a_limited_generator_refuses_a_verdict_about_the_service() {
    assert_snapshot!(summary(&fixture::generator_limited(), &opts(100)), @r"
    ! The load generator was at its limit: nothing is said about the service.
      the generator was busy 94 % of its core; above 70 % it is the limit itself (at 152/s); generator
        and service share cores: the figures hold for this machine only
      try         give the generator cores of its own or another machine, or offer less load
      where time goes at 152/s  of 11.6 ms mean response
                   78 %    9 ms  late send (generator or its connection cap)
                  3.4 %  0.4 ms  on CPU
                   19 %  2.2 ms  unexplained (± 0.2 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
                  the times do not add up: more than 1.74 ms unexplained
      quality     poor · generator 94 % of its core, send lag p99 9.03 ms · observer 0.6 % of a core
      run         7f3a · all levels: tightspot report 7f3a --ledger
    ");
}

#[test]
fn accounts_of_all_levels_stand_side_by_side() {
    assert_snapshot!(ledger_table(&fixture::found().diagnosis, &opts(100)), @r"
                                                      open-0.3     open-0.6     open-0.8   saturation
    answers                                             56.6/s        113/s        150/s        184/s
    response, ms                                          53.6         63.6          112          262
      late send (generator or its connection cap)         0.05         0.05         0.05         0.05
      worker outside the dispatch                      <= 0.25      <= 0.25      <= 0.25      <= 0.25
      waiting for a DB connection                         1.98         11.9         59.4          208
      holding the DB connection                           50.2         50.2         50.2         50.2
        remote call                                       48.8         48.8         48.8         48.8
        database                                          1.31         1.31         1.31         1.31
        on CPU                                        <= 0.165     <= 0.165     <= 0.165     <= 0.165
      waiting for a lock                                     -         0.02         0.02         0.02
      on CPU                                               0.4          0.4          0.4          0.4
      unexplained                                    0.9 ± 0.7   0.98 ± 0.7   1.46 ± 0.7   2.96 ± 0.7
    account                                            adds up      adds up      adds up  closed load
    waiting for a core, within the above              <= 0.052     <= 0.052     <= 0.052     <= 0.052
    CPU by the account                                    0.61         0.61         0.61         0.61
    CPU by the scheduler                                   0.6          0.6          0.6          0.6
    check: waiting for a DB connection
      by gauge                                               2           12           60          210
      by stacks                                           1.98         11.9         59.4          208
      agree                                                yes          yes          yes          yes
    ");
}

#[test]
fn unless_decoys_are_named_those_with_a_knob_come_first() {
    let s = summary(&fixture::found(), &opts(160));
    let at = |what: &str| s.find(what).unwrap_or(usize::MAX);
    assert!(at("connection-pool-too-small") < at("cpu-saturated"), "{s}");
    assert!(s.contains("pool 30 would give at most 570/s"), "{s}");
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
        assert!(!format!("{s}{table}").lines().any(|l| l.trim_start_matches("? ").contains('?')), "a glyph has no spelling:\n{s}");
        assert_eq!(figures(&s), figures(&summary(&c, &opts(80))));
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
    let s = summary(&c, &opts(80));
    assert!(!s.contains(['\u{1b}', '\u{7}', '\u{202e}']) && s.contains("warning[odd]: line break"), "{s}");
}

#[test]
fn a_part_with_few_samples_is_a_bound_without_a_share() {
    let s = summary(&fixture::none(), &opts(100));
    let line = s.lines().find(|l| l.contains("worker outside the dispatch")).expect("it is one of the larger parts");
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
    assert!(summary(&c, &opts(80)).starts_with("? The cause is not clear.\n"));
    assert_eq!(ledger_table(&c.diagnosis, &opts(80)), "no level of load was measured to its end\n");
}

#[test]
fn a_limit_that_was_reached_is_the_first_line_and_is_told_once() {
    let mut c = fixture::none();
    let cpu = message!("saturation/cpu");
    c.diagnosis.verdict.reason = message!("judge/limit-reached", full: (cpu.clone()));
    c.diagnosis.verdict.limit = Some(Ceiling { per_s: 254.2, name: cpu, kind: ResourceKind::TargetCpu });
    let s = summary(&c, &opts(100));
    assert!(s.starts_with("✔ The CPU of the service is at its limit at 254/s.\n  not "), "{s}");
    c.diagnosis.verdict.limit = Some(Ceiling { per_s: 254.2, name: message!("saturation/worker-threads"), kind: ResourceKind::Workers });
    assert_eq!(first_line(&c), "✔ The worker threads are all busy at 254/s.");
}

#[test]
fn nothing_bends_is_said_only_where_nothing_is_nearly_full() {
    let mut c = fixture::none();
    let reason = message!("judge/hardly-more-cpu", cpu: (message!("saturation/cpu")), used: Share(0.86), more: Share(0.16));
    c.diagnosis.verdict.reason = reason;
    assert!(first_line(&c).starts_with("✔ The CPU of the service is nearly at its limit at "), "{}", first_line(&c));
    c.diagnosis.levels.clear();
    c.diagnosis.verdict.reason = message!("judge/start-quick", first: Ms(12.0), last: Ms(9.0));
    assert_eq!(first_line(&c), "✔ The service is quick from its start.");
}

#[test]
fn a_cause_that_may_not_be_named_comes_first_with_its_id() {
    let mut c = fixture::inconclusive();
    let why = message!("judge/preview-explains", cause: name("row-locked"), reason: (message!("row-locked/no-waits")));
    c.diagnosis.verdict.reason = why.clone();
    assert_eq!(first_line(&c), "? Requests wait for each other's row locks. This is not certain.  row-locked");
    let page = summary(&c, &opts(160));
    assert!(page.contains("tightspot prove URL --run 7f3a --hypothesis row-locked"), "{page}");
    // of several processes it is said of one
    c.diagnosis.verdict.reason = message!("processes/of", who: name("pid 421"), says: (why));
    c.diagnosis.verdict.whose = message!("processes/each", number: Count(2.0));
    let first = "? Requests wait for each other's row locks. This is not certain.  row-locked · in each of 2 processes";
    assert_eq!(first_line(&c), first);
}

#[test]
fn causes_that_explain_as_much_stand_beside_the_evidence() {
    let mut c = fixture::found();
    assert!(!summary(&c, &opts(100)).contains("as well"));
    c.diagnosis.verdict.tied = vec!["index-missing", "row-locked"];
    let s = summary(&c, &opts(100));
    assert!(s.contains("\n              explained as well by index-missing, row-locked: tightspot prove URL --run 7f3a"), "{s}");
}

#[test]
fn a_cause_without_words_of_its_own_is_told_by_its_id_once() {
    let mut c = fixture::found();
    c.diagnosis.verdict.cause = Some("moon-too-far");
    assert_eq!(first_line(&c), "✖ Slow because moon-too-far.");
}

#[test]
fn a_long_first_line_is_wrapped_under_its_words() {
    let mut c = fixture::inconclusive();
    c.diagnosis.verdict.status = VerdictStatus::GeneratorLimited;
    let s = summary(&c, &opts(40));
    assert!(s.starts_with("! The load generator was at its limit:\n  nothing is said about the service.\n"), "{s}");
}

#[test]
fn text_beside_a_label_begins_at_the_same_column_whatever_the_glyphs() {
    let o = opts(80);
    let mut page = super::page::Page::new(&o);
    page.labelled("fix", ["a"]);
    page.labelled("고칠 것", ["a"]);
    page.marked("검사", super::page::Tone::Good, "✔", "a");
    let at: Vec<usize> = page.finish().lines().map(|l| columns(l.trim_end_matches('a'))).collect();
    assert_eq!(at, [14, 14, 16]);
}
