//! Objectives: what is understood, what is refused and how, and what they say of runs with known figures.

use super::*;
use crate::load::fixture::{self, latency, second};
use crate::load::{LoadReport, SecondRow, Totals, Validity};
use insta::assert_snapshot;
use model::{Message, Outcome, message};

fn slo(text: &str) -> Slo {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn objectives_are_understood() {
    use Metric::{Checks, DropRate, ErrorRate, Max, Mean, Quantile, Tps};
    let plain =
        Slo { text: String::new(), metric: Max, route: None, op: Op::Below, limit: 0.0, window_s: None, after_s: 0.0, abort: false };
    let of = |metric, op, limit| Slo { metric, op, limit, ..plain.clone() };
    let route = |name: &str, s: Slo| Slo { route: Some(name.to_owned()), ..s };
    let cases = [
        ("p99<300ms", of(Quantile(0.99), Op::Below, 300e6)),
        (" p99.9 <= 1 s ", of(Quantile(0.999), Op::AtMost, 1e9)),
        ("p99.99<1.5s", of(Quantile(0.9999), Op::Below, 1.5e9)),
        ("p50<250us", of(Quantile(0.5), Op::Below, 250e3)),
        ("p50<250µs", of(Quantile(0.5), Op::Below, 250e3)),
        ("p97.5<900ns", of(Quantile(0.975), Op::Below, 900.0)),
        ("avg<2m", of(Mean, Op::Below, 120e9)),
        ("max<30s", of(Max, Op::Below, 30e9)),
        ("error_rate<0.1%", of(ErrorRate, Op::Below, 0.001)),
        ("error_rate<=0.001", of(ErrorRate, Op::AtMost, 0.001)),
        ("drop_rate<1%", of(DropRate, Op::Below, 0.01)),
        ("checks>=99%", of(Checks, Op::AtLeast, 0.99)),
        ("tps>=500", of(Tps, Op::AtLeast, 500.0)),
        ("rps>500/s", of(Tps, Op::Above, 500.0)),
        ("p99{checkout}<300ms", route("checkout", of(Quantile(0.99), Op::Below, 300e6))),
        ("p99{GET /orders/{id}}<300ms", route("GET /orders/{id}", of(Quantile(0.99), Op::Below, 300e6))),
        ("p95<200ms for 10s", Slo { window_s: Some(10.0), ..of(Quantile(0.95), Op::Below, 200e6) }),
        ("tps>=500 after 1m", Slo { after_s: 60.0, ..of(Tps, Op::AtLeast, 500.0) }),
        (
            "error_rate<1% for 10s after 30s abort",
            Slo { window_s: Some(10.0), after_s: 30.0, abort: true, ..of(ErrorRate, Op::Below, 0.01) },
        ),
    ];
    for (text, want) in cases {
        assert_eq!(slo(text), Slo { text: text.trim().to_owned(), ..want }, "{text}");
    }
}

#[test]
fn a_mistake_is_shown_where_it_is_with_what_is_allowed() {
    let texts = [
        "",
        "<300ms",
        "latency<300ms",
        "p100<1s",
        "p99",
        "p99=300ms",
        "p99>300ms",
        "tps<500",
        "p99<",
        "p99<300",
        "p99<300 parsecs",
        "p99<1.2.3s",
        "error_rate<120%",
        "p99{checkout<300ms",
        "p99{}<300ms",
        "p99<300ms for",
        "p99<300ms for 10",
        "p99<300ms for 100ms",
        "p99<300ms soon",
        "p99<300ms for 10s for 20s",
        "p99{checkout}<300ms for 10s",
        "checks>99% abort",
        "지연<300ms",
    ];
    let all: Vec<String> = texts.iter().map(|t| t.parse::<Slo>().expect_err(t).to_string()).collect();
    assert_snapshot!(all.join("\n"), @r"
    an objective begins with what is measured
      
      ^ allowed: p50, p99, p99.9 and other percentiles, mean, max, error_rate, drop_rate, checks, tps
    an objective begins with what is measured
      <300ms
      ^ allowed: p50, p99, p99.9 and other percentiles, mean, max, error_rate, drop_rate, checks, tps
    latency is not measured
      latency<300ms
      ^ allowed: p50, p99, p99.9 and other percentiles, mean, max, error_rate, drop_rate, checks, tps
    there is no p100
      p100<1s
      ^ allowed: above p0, below p100
    p99 needs a comparison
      p99
         ^ allowed: < or <=
    p99 needs a comparison
      p99=300ms
         ^ allowed: < or <=
    an objective says what has to hold, and of p99 < or <= does
      p99>300ms
         ^ allowed: < or <=
    an objective says what has to hold, and of tps > or >= does
      tps<500
         ^ allowed: > or >=
    a value is missing
      p99<
          ^ allowed: a time: 300ms, 1.5s
    a time needs a unit
      p99<300
             ^ allowed: ns, us, ms, s, m
    parsecs is no unit of time
      p99<300 parsecs
              ^ allowed: ns, us, ms, s, m
    1.2.3 is no number
      p99<1.2.3s
          ^ allowed: a time: 300ms, 1.5s
    a share is at most 100 %
      error_rate<120%
                 ^ allowed: 0% to 100%, or 0 to 1
    the route is not closed
      p99{checkout<300ms
         ^ allowed: {ROUTE}
    the route has no name
      p99{}<300ms
         ^ allowed: the name of a step, as in p99{checkout}<300ms
    a value is missing
      p99<300ms for
                   ^ allowed: a time: 300ms, 1.5s
    a time needs a unit
      p99<300ms for 10
                      ^ allowed: ns, us, ms, s, m
    the run is looked at once a second
      p99<300ms for 100ms
                    ^ allowed: 1s or more
    soon means nothing here
      p99<300ms soon
                ^ allowed: for TIME, after TIME, abort, or the end
    for stands here twice
      p99<300ms for 10s for 20s
                        ^ allowed: each once
    for is not possible for a single route
      p99{checkout}<300ms for 10s
                          ^ allowed: the end
    abort is not possible for checks
      checks>99% abort
                 ^ allowed: the end
    an objective begins with what is measured
      지연<300ms
      ^ allowed: p50, p99, p99.9 and other percentiles, mean, max, error_rate, drop_rate, checks, tps
    ");
}

#[test]
fn entries_of_a_file_are_limits() {
    let entry = |key, value| Slo::of_entry(key, value).map(|s| s.text);
    assert_eq!(entry("p99", "300ms"), Ok("p99<=300ms".to_owned()));
    assert_eq!(entry("tps", "500"), Ok("tps>=500".to_owned()));
    assert!(entry("p99", "300").is_err() && entry("speed", "1").is_err());
}

/// A run of so many answers of 1 ms to 1 s, evenly.
fn even(n: u64) -> LoadReport {
    LoadReport {
        duration_s: 10.0,
        achieved_per_s: n as f64 / 10.0,
        totals: Totals { planned: n, ended: vec![(Outcome::Ok, n)], ..Totals::default() },
        latency: crate::load::Latencies { response: latency((1..=n).map(|i| i as f64 * 1e3 / n as f64)), ..Default::default() },
        timeout_ns: 10_000_000_000,
        ..LoadReport::default()
    }
}

fn status(text: &str, report: &LoadReport) -> SloStatus {
    judge(&[slo(text)], report).remove(0).status
}

fn not_judged(text: &str, report: &LoadReport) -> Message {
    match status(text, report) {
        SloStatus::NotJudged(why) => why,
        other => panic!("{text}: {other:?}"),
    }
}

fn too_few(metric: &str, needed: f64, came: f64) -> Message {
    message!("load/too-few", metric: name(metric), needed: Count(needed), came: Count(came))
}

fn cut_off(metric: &str) -> Message {
    message!("load/cut-off", requests: Count(10.0), metric: name(metric))
}

#[test]
fn whole_runs_are_judged_by_their_totals() {
    let mut r = even(2_000);
    r.totals.ended = vec![(Outcome::Ok, 1_990), (Outcome::ServerError, 10)];
    r.totals.dropped = 20;
    for (text, held) in [
        ("p99<1s", true),
        ("p99<0.98s", false),
        ("p99.9<1s", true),
        ("p97.5<0.98s", true),
        ("mean<501ms", true),
        ("mean<500ms", false),
        ("max<=1001ms", true),
        ("error_rate<0.5%", false),
        ("error_rate<=0.5%", true),
        ("drop_rate<2%", true),
        ("drop_rate<1%", false),
        ("tps>=200", true),
        ("tps>200", false),
    ] {
        assert_eq!(status(text, &r), if held { SloStatus::Held } else { SloStatus::Failed }, "{text}");
    }
}

#[test]
fn too_few_requests_are_not_a_pass() {
    let r = even(1_000);
    assert_eq!(not_judged("p99.9<10s", &r), too_few("p99.9", 1_001.0, 1_000.0));
    assert_eq!(not_judged("p99.99<10s", &even(10_000)), too_few("p99.99", 10_001.0, 10_000.0));
    assert_eq!(status("p99.9<10s", &even(1_001)), SloStatus::Held);
    assert_eq!(not_judged("mean<1s", &even(0)), message!("load/none-answered"));
    assert_eq!(not_judged("error_rate<1%", &even(0)), message!("load/none-ended"));
    assert_eq!(not_judged("checks>=99%", &r), message!("load/no-checks"));
    assert_eq!(not_judged("p99{nowhere}<1s", &r), message!("load/no-such-route", route: name("nowhere")));
    assert_eq!(unknown_routes(&[slo("p99{nowhere}<1s"), slo("p99{here}<1s")], &["here"]), ["nowhere"]);
}

#[test]
fn a_failure_of_an_invalid_run_is_the_generators_but_a_dead_service_is_its_own() {
    let mut r = even(2_000);
    r.quality.validity = Validity::Invalid;
    r.quality.reasons = vec!["requests left late".into(), "busy".into()];
    let late = message!("load/generator-limit-because", why: (Message::from("requests left late")));
    assert_eq!(not_judged("p99<1ms", &r), late);
    assert_eq!(status("p99<2s", &r), SloStatus::Held, "it can only have been faster");
    r.totals.ended = vec![(Outcome::ConnectionError, 2_000)];
    assert_eq!(status("error_rate<1%", &r), SloStatus::Failed);
    r.quality.validity = Validity::Suspect;
    assert_eq!(status("p99<1ms", &r), SloStatus::Failed);
}

#[test]
fn requests_that_were_cut_off_may_have_been_slower() {
    let mut r = even(2_000);
    r.latency.response_is_lower_bound = true;
    r.totals.ended.push((Outcome::Censored, 10));
    assert_eq!(status("p90<950ms", &r), SloStatus::Held, "even with all ten beyond it");
    assert_eq!(not_judged("p99<992ms", &r), cut_off("p99"));
    assert_eq!(not_judged("max<9s", &r), cut_off("max"));
    assert_eq!(status("p99<900ms", &r), SloStatus::Failed, "it is at least that slow");
    r.totals.ended = vec![(Outcome::Ok, 2_000), (Outcome::Timeout, 10)];
    assert_eq!(status("p99<992ms", &r), SloStatus::Held, "what timed out after 10 s counts with 10 s");
    assert_eq!(not_judged("max<20s", &r), cut_off("max"));
}

/// Seconds of 100 requests each with one latency for all, milliseconds; 0 for seconds whose requests all time out.
fn seconds(ms: impl IntoIterator<Item = u32>) -> Vec<SecondRow> {
    let row = |(t, ms): (usize, u32)| match ms {
        0 => SecondRow { answered: 0, errors: 100, given_up: 100, given_up_ns: 1_000_000_000_000, ..second(t, &[]) },
        ms => second(t, &vec![(f64::from(ms), 1.0); 100]),
    };
    ms.into_iter().enumerate().map(row).map(|r| SecondRow { done: 100, planned: 100, ..r }).collect()
}

fn follow(text: &str, rows: &[SecondRow]) -> (SloJudge, Option<(f64, Message)>) {
    let mut judge = SloJudge::new(vec![slo(text)]);
    let aborted = rows.iter().find_map(|r| match judge.second(r) {
        LiveVerdict::Abort(why) => Some((r.t_s, why)),
        LiveVerdict::Continue => None,
    });
    (judge, aborted)
}

fn after(text: &str, rows: &[SecondRow]) -> SloResult {
    let r = LoadReport { duration_s: rows.len() as f64, ..even(2_000) };
    follow(text, rows).0.finish(&r).remove(0)
}

/// Why it cannot be told after these seconds.
fn why(text: &str, rows: &[SecondRow]) -> Message {
    match after(text, rows).status {
        SloStatus::NotJudged(why) => why,
        other => panic!("{text}: {other:?}"),
    }
}

//   second   0    5    10   15   20
//   p95      ------------======-------   = 500 ms, - 50 ms
//   window                <------->       10 s: fails when more than 5 % of its requests are slow
#[test]
fn a_window_fails_when_its_own_statistic_does() {
    let slow = |n: usize| seconds((0..30).map(|s| if (12..12 + n).contains(&s) { 500 } else { 50 }));
    let failed = after("p95<200ms for 10s", &slow(1));
    assert_eq!((failed.status, failed.stretch_s), (SloStatus::Failed, Some((3.0, 13.0))), "one of ten seconds is 10 % of the requests");
    assert!(failed.seen.is_some_and(|ns| (ns / 1e6 - 500.0).abs() < 1.0));
    let held = after("p50<200ms for 10s", &slow(5));
    assert_eq!(held.status, SloStatus::Held, "half of a window is not more than half");
    assert_eq!(after("p50<200ms for 10s", &slow(6)).status, SloStatus::Failed);
    assert_eq!(why("p95<200ms for 40s", &slow(1)), message!("load/no-stretch", length: Seconds(40.0)));
    assert_eq!(after("mean<60ms for 10s", &slow(0)).status, SloStatus::Held);
    let few = message!("load/in-stretch", why: (too_few("p99.9", 1_001.0, 1_000.0)), length: Seconds(10.0));
    assert_eq!(why("p99.9<1s for 10s", &slow(0)), few);
}

#[test]
fn windows_move_on_without_dust() {
    let rows = seconds((0..200).map(|s| 10 + s % 7));
    let whole = after("mean<20ms for 7s", &rows);
    assert!(whole.seen.is_some_and(|ns| (ns / 1e6 - 13.0).abs() < 0.02), "{:?}", whole.seen);
}

//   a run of 40 minutes, 10 slow seconds in it; rows of the report are 4 s long by then
#[test]
fn windows_are_judged_by_the_second_however_long_the_rows_of_the_report_are() {
    let rows = seconds((0..2_400).map(|s| if (1_801..1_811).contains(&s) { 500 } else { 50 }));
    let series: crate::load::Series = rows.iter().cloned().collect();
    assert!(series.rows()[0].span_s == 4.0 && series.rows().len() <= 600);
    let (judge, _) = follow("mean<400ms for 10s", &rows);
    let result = judge.finish(&LoadReport { duration_s: 2_400.0, series, ..even(2_000) }).remove(0);
    assert_eq!((result.status, result.stretch_s), (SloStatus::Failed, Some((1_799.0, 1_809.0))), "8 of 10 seconds slow: 410 ms");
}

#[test]
fn requests_that_never_ended_well_are_slower_than_any_limit() {
    let rows = seconds((0..20).map(|s| if s < 10 { 50 } else { 0 }));
    let failed = after("p95<10m for 10s", &rows);
    assert_eq!((failed.status, failed.seen), (SloStatus::Failed, Some(f64::INFINITY)));
    assert_eq!(slo("p95<1s").metric.show(f64::INFINITY), message!("load/no-answer"));
    assert_eq!(after("error_rate<50% for 10s", &rows).status, SloStatus::Failed);
}

#[test]
fn what_ended_before_the_delay_is_left_out() {
    let rows = seconds((0..20).map(|s| if s < 5 { 900 } else { 50 }));
    assert_eq!(after("p99<100ms after 5s", &rows).status, SloStatus::Held);
    assert_eq!(after("p99<100ms after 4s", &rows).status, SloStatus::Failed);
    assert_eq!(after("p99<100ms for 5s after 5s", &rows).status, SloStatus::Held);
    assert_eq!(why("p99<100ms after 1m", &rows), message!("load/not-beyond", start: Seconds(60.0)));
}

#[test]
fn abort_ends_the_run_as_soon_as_it_is_certain() {
    let rows = seconds((0..60).map(|s| if s < 20 { 50 } else { 500 }));
    let abort = "p95<200ms for 10s abort";
    let (judge, aborted) = follow(abort, &rows);
    let seen = Message::from("500 ms");
    let why = message!("load/ended-by", objective: name(abort), seen: (seen), length: Seconds(10.0), until: Seconds(21.0));
    assert_eq!(aborted, Some((20.0, why)));
    assert_eq!(judge.finish(&even(2_000)).remove(0).status, SloStatus::Failed, "whatever the totals say afterwards");
    assert_eq!(follow("p95<200ms for 10s", &rows).1, None, "only abort ends a run");
    let (_, aborted) = follow("p50<200ms abort", &rows);
    assert_eq!(aborted.map(|(t, _)| t), Some(40.0), "over the whole run, when more than half were slow");
    let (_, aborted) = follow("p50<20ms abort", &rows);
    assert_eq!(aborted.map(|(t, _)| t), Some(2.0), "not before there are three seconds to look at");
}

#[test]
fn the_wait_for_the_last_answers_is_no_drop_of_the_rate() {
    let mut rows = seconds([50; 12]);
    rows.push(SecondRow { steady: false, planned: 0, ..second(12, &[(900.0, 900.0); 3]) });
    assert_eq!(after("tps>=100 for 10s", &rows).status, SloStatus::Held);
    assert_eq!(after("tps>=101 for 10s", &rows).status, SloStatus::Failed);
}

#[test]
fn a_gate_fails_before_it_is_inconclusive() {
    let result = |status| SloResult { slo: slo("p99<1s"), status, seen: None, stretch_s: None };
    let unknown = || result(SloStatus::NotJudged("why".into()));
    assert_eq!(gate(&[]), Gate::Passed);
    assert_eq!(gate(&[result(SloStatus::Held)]), Gate::Passed);
    assert_eq!(gate(&[result(SloStatus::Held), unknown()]), Gate::Inconclusive);
    assert_eq!(gate(&[unknown(), result(SloStatus::Failed)]), Gate::Failed);
}

#[test]
fn a_report_alone_is_judged_as_its_seconds_were() {
    for case in fixture::all() {
        let r = &case.report;
        let slos: Vec<Slo> = ["p95<100ms for 5s", "tps>=400 after 5s", "p99<1s"].map(slo).to_vec();
        let mut live = SloJudge::new(slos.clone());
        r.series.rows().iter().for_each(|row| assert_eq!(live.second(row), LiveVerdict::Continue));
        assert_eq!(judge(&slos, r), live.finish(r), "{}", case.name);
    }
}
