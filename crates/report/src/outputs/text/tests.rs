//! The text of the four kinds of answer.

use super::{TextOptions, ledger_table, text};
use crate::agreement::figures_in as figures;
use crate::fixture::{self, Case};
use crate::paragraph::columns;
use insta::assert_snapshot;

mod agreement;

fn opts(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
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
fn a_named_cause_comes_with_site_limit_evidence_and_what_it_is_not() {
    let o = TextOptions { run_path: Some("./runs/7f3a.tsr".to_owned()), decoys: vec!["slow-query".to_owned()], ..opts(100) };
    assert_snapshot!(summary(&fixture::found(), &o), @r#"
    ✖ SLOW BECAUSE  connection-held-across-remote-call
      each connection of pool "HikariPool-1" (10) is held 51.4 ms, 49 ms of it in GET auth:9000/tokens ·
        at MemberService.find:41
      limits the service to 190 req/s; fixed: at most 2,100 req/s (next limit: CPU of the service;
        without that 2,910/s)
      evidence    E2 explains: 10 connections / 51.4 ms = 195/s, 190/s were seen; waiting for the pool
                  is 93 % of the growth
      not         slow-query: a statement takes 1.8 ms at any load
                  connection-pool-too-small: the database works 1.8 ms of 51.4 ms held; pool 30 would
                  give at most 570/s
                  cpu-saturated: 22 % of 1 core
                  gc-pressure: 0.4 % of the time stopped
      also        allocation-heavy at Convert.toDto: the collector takes 4 % of the time at 190/s
      could not look at  locks (not asked for; start with --profile lock), so not at lock-contention
      where time goes at 150/s  of 112 ms mean response
                   53 %  59.4 ms  waiting for a DB connection
                   44 %  48.8 ms  holding the DB connection › remote call
                  1.2 %  1.31 ms  holding the DB connection › database
                  0.6 %  0.68 ms  smaller parts
                  1.3 %  1.46 ms  unexplained (± 0.7 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
      fix         call auth before the transaction; keep the transaction on the repository
      quality     good · generator 18 % of its core, send lag p99 0.104 ms · observer 0.6 % of a core
      run         7f3a · ./runs/7f3a.tsr · all levels: tightspot report 7f3a --ledger
    "#);
}

#[test]
fn a_healthy_service_is_said_to_be_one_with_what_saturates_first() {
    assert_snapshot!(summary(&fixture::none(), &opts(100)), @r"
    ✔ NO BOTTLENECK  up to 600 req/s
      no bend up to the load that was tried
      first to saturate: CPU of the service at ~3,120 req/s (extrapolated)
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
      run         7f3a · all levels: tightspot report 7f3a --ledger
    ");
}

#[test]
fn what_cannot_be_told_is_said_with_what_is_missing() {
    assert_snapshot!(summary(&fixture::inconclusive(), &opts(100)), @r"
    ? INCONCLUSIVE
      20.1 ms of 22.6 ms at 152/s are spent outside what is seen of the service (0 of 3 open levels add
        up): look between client and service
      hint        log-appender-blocks at Ledger.append:12: logging grows with load (no more than a hint)
      could not look at  sessions (hidden by the test), so not at slow-query, database-lock-wait,
                  missing-index and others
      where time goes at 152/s  of 22.6 ms mean response
                  9.1 %  2.05 ms  holding the DB connection › database
                  2.2 %   0.5 ms  on CPU
                   89 %  20.1 ms  unexplained (± 0.31 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
                  the account does not close: more than 3.4 ms unexplained
      quality     good · generator 18 % of its core, send lag p99 0.104 ms · observer 0.6 % of a core
      run         7f3a · all levels: tightspot report 7f3a --ledger
    ");
}

#[test]
fn a_limited_generator_refuses_a_verdict_about_the_service() {
    assert_snapshot!(summary(&fixture::generator_limited(), &opts(100)), @r"
    ! GENERATOR LIMITED  nothing is said about the service
      the generator used 94 % of its core, at most 70 % is allowed; generator and service share cores
      try         give the generator cores of its own or another machine, or offer less load
      where time goes at 152/s  of 11.6 ms mean response
                   78 %    9 ms  late send (generator or its connection cap)
                  3.4 %  0.4 ms  on CPU
                   19 %  2.2 ms  unexplained (± 0.2 ms)
                  waiting for a core: <= 0.052 ms, overlapping the waits above
                  the account does not close: more than 1.74 ms unexplained
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
    account                                             closes       closes       closes  closed load
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
    for width in [40, 57, 80, 100, 160] {
        for c in fixture::all() {
            for s in [summary(&c, &opts(width)), ledger_table(&c.diagnosis, &opts(width))] {
                assert!(s.lines().all(|l| columns(l) <= width), "{width}:\n{s}");
            }
        }
    }
}

#[test]
fn a_summary_is_one_screen() {
    for c in fixture::all() {
        let s = summary(&c, &opts(100));
        assert!(s.lines().count() <= 25, "{s}");
    }
}

#[test]
fn ascii_is_ascii_and_says_the_same() {
    let o = TextOptions { ascii: true, ..opts(80) };
    for c in fixture::all() {
        let (s, table) = (summary(&c, &o), ledger_table(&c.diagnosis, &o));
        assert!(s.is_ascii() && table.is_ascii(), "{s}{table}");
        assert!(
            !format!("{s}{table}").lines().any(|l| l.contains('?') && !l.starts_with("? INCONCLUSIVE")),
            "a glyph has no spelling:\n{s}"
        );
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
    c.run.warnings.push(("odd".to_owned(), "line\nbreak\u{202e}".to_owned()));
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
    assert!(summary(&c, &opts(80)).starts_with("? INCONCLUSIVE\n"));
    assert_eq!(ledger_table(&c.diagnosis, &opts(80)), "no level of load was measured to its end\n");
}
