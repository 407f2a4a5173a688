//! Runs of `load` with known figures: a good one, one whose requests wait for their turn, one whose generator was the limit, one with
//! failures of several kinds, and one that was cut short. Latencies are drawn by formula, so that nothing is random.

use super::slo::Slo;
use super::{
    CheckRow, ErrorGroup, Exemplar, Latencies, Latency, LoadEnd, LoadModel, LoadQuality, LoadReport, Pacing, RouteRow, SecondRow,
    SendSpacing, Totals, Traces, Validity, judge,
};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::Outcome;
use std::sync::OnceLock;

/// A run with the name it is known by in failures.
#[derive(Clone)]
pub(crate) struct Case {
    pub name: &'static str,
    pub report: LoadReport,
}

/// A request: its planned-start and its uncorrected latency, milliseconds.
type Request = (f64, f64);

pub(crate) fn histogram(values_ms: impl IntoIterator<Item = f64>) -> Histogram<u64> {
    let mut h = Histogram::new(3).expect("3 digits are allowed");
    values_ms.into_iter().for_each(|ms| h.record((ms * 1e6) as u64).expect("it grows"));
    h
}

pub(crate) fn latency(values_ms: impl IntoIterator<Item = f64>) -> Latency {
    let all: Vec<f64> = values_ms.into_iter().collect();
    Latency::keeping(histogram(all.iter().copied()), all.iter().sum::<f64>() * 1e6)
}

fn bytes(h: &Histogram<u64>) -> Vec<u8> {
    let mut out = Vec::new();
    V2Serializer::new().serialize(h, &mut out).expect("a vector takes all bytes");
    out
}

/// A second in which so many requests ended, with these latencies.
pub(crate) fn second(t: usize, requests: &[Request]) -> SecondRow {
    let n = requests.len() as u64;
    let row = SecondRow {
        t_s: t as f64,
        span_s: 1.0,
        steady: true,
        planned: n,
        done: n,
        answered: n,
        in_flight: 4,
        generator_cpu: 0.18,
        service_hdr: bytes(&histogram(requests.iter().map(|r| r.1))),
        ..SecondRow::default()
    };
    row.timed(bytes(&histogram(requests.iter().map(|r| r.0))))
}

/// `seconds` of `per_s` requests each, whose latency follows from the second and from the request's share of it (0 to 1).
fn run(seconds: usize, per_s: usize, request: impl Fn(usize, f64) -> Request) -> LoadReport {
    let share = |i: usize| (i as f64 + 0.5) / per_s as f64;
    let all: Vec<Vec<Request>> = (0..seconds).map(|s| (0..per_s).map(|i| request(s, share(i))).collect()).collect();
    let flat = || all.iter().flatten().copied();
    let n = (seconds * per_s) as u64;
    let latency = Latencies {
        response: latency(flat().map(|r| r.0)),
        service: latency(flat().map(|r| r.1)),
        late: latency(flat().map(|r| (r.0 - r.1).max(0.001))),
        connect: latency((0..8).map(|i| 0.2 + f64::from(i) * 0.01)),
        sending: latency(flat().map(|_| 0.012)),
        waiting: latency(flat().map(|r| r.1 * 0.9)),
        receiving: latency(flat().map(|r| r.1 * 0.1)),
        ..Latencies::default()
    };
    LoadReport {
        tool_version: "0.1.0".to_owned(),
        id: "7f3a".to_owned(),
        target: "GET http://127.0.0.1:8080/orders".to_owned(),
        model: LoadModel::Open { rate_per_s: per_s as f64, poisson: false },
        connections: 64,
        timeout_ns: 10_000_000_000,
        seed: 1,
        started_unix_ns: 1_795_000_000_000_000_000,
        planned_s: Some(seconds as f64),
        duration_s: seconds as f64,
        drain_s: 0.002,
        offered_per_s: per_s as f64,
        achieved_per_s: per_s as f64,
        totals: Totals {
            planned: n,
            sent: n,
            ended: vec![(Outcome::Ok, n)],
            connections_opened: 8,
            bytes_in: n * 205,
            bytes_out: n * 61,
            statuses: vec![(200, n)],
            ..Totals::default()
        },
        latency,
        series: all.iter().enumerate().map(|(t, requests)| second(t, requests)).collect(),
        spacing: Some(SendSpacing {
            threads: 1,
            mean_ns: 1e9 / per_s as f64,
            sd_ns: 21_400.0,
            p99_ns: 1_000_000_000 / per_s as u64 + 60_000,
        }),
        quality: LoadQuality {
            cpu_share: 0.18,
            send_lag_p50_ns: 9_200,
            send_lag_p99_ns: 41_300,
            send_lag_max_ns: 388_000,
            memory_bytes: 8_912_896,
            cpus: vec![1],
            ..LoadQuality::default()
        },
        ..LoadReport::default()
    }
}

fn judged(mut report: LoadReport, slos: &[&str]) -> LoadReport {
    let slos: Vec<Slo> = slos.iter().map(|s| s.parse().expect("an objective")).collect();
    report.slos = judge(&slos, &report);
    report
}

/// Answers of some 1.3 ms, with a tail.
fn usual(_: usize, share: f64) -> Request {
    let ms = 0.8 - 0.5 * (1.0 - share).ln();
    (ms + 0.02, ms)
}

pub(crate) fn good() -> Case {
    let report = judged(run(30, 500, usual), &["p99<300ms", "error_rate<0.1%", "tps>=490", "p95<200ms for 10s"]);
    Case { name: "good", report }
}

/// Every other second the service stands still for 200 ms, and five connections make the others wait.
pub(crate) fn waiting() -> Case {
    let mut report = run(30, 500, |s, share| {
        let own = 1.1 + 0.8 * share;
        let stuck = if s % 2 == 1 && share > 0.6 { (1.0 - share) / 0.4 * 200.0 } else { 0.0 };
        (own + stuck, own)
    });
    report.connections = 5;
    Case { name: "waiting", report: judged(report, &["p99<100ms"]) }
}

pub(crate) fn invalid() -> Case {
    let mut report = run(10, 300, |s, share| (40.0 + 30.0 * share + 100.0 * s as f64, 1.0 + share));
    report.model = LoadModel::Open { rate_per_s: 500.0, poisson: true };
    report.offered_per_s = 500.0;
    report.totals.planned = 5_000;
    report.totals.dropped = 2_000;
    report.quality = LoadQuality {
        validity: Validity::Invalid,
        reasons: vec![
            "requests left late: send lag p99 48.1 ms, at most 1 ms is allowed".to_owned(),
            "the generator was busy 97 % of its core, above 70 % it is the limit itself".to_owned(),
        ],
        cpu_share: 0.97,
        run_queue_share: 0.012,
        send_lag_p50_ns: 21_000_000,
        send_lag_p99_ns: 48_100_000,
        send_lag_max_ns: 97_000_000,
        pacing: Pacing::Precise,
        shares_cpus: true,
        ..LoadQuality::default()
    };
    Case { name: "invalid", report: judged(report, &["p99<300ms", "max<5s", "p99.99<1s"]) }
}

pub(crate) fn failing() -> Case {
    let mut report = run(30, 500, usual);
    report.target = "http://127.0.0.1:8080".to_owned();
    report.scenario = "checkout.toml".to_owned();
    report.end = LoadEnd::Aborted("error_rate<1% abort: 1.2 % in the 30 s until 30 s".to_owned());
    report.planned_s = Some(60.0);
    report.drain_s = 9.98;
    report.totals.ended = vec![(Outcome::Ok, 14_820), (Outcome::ServerError, 140), (Outcome::Timeout, 30), (Outcome::ConnectionError, 10)];
    report.totals.statuses = vec![(200, 14_820), (503, 140)];
    report.totals.retries = 3;
    report.totals.connects_failed = 7;
    report.latency.response_is_lower_bound = true;
    let group = |kind: &str, count, first_s, last_s, sample: &str| ErrorGroup {
        kind: kind.to_owned(),
        count,
        first_s,
        last_s,
        sample: sample.to_owned(),
    };
    report.errors = vec![
        group("connection refused", 10, 11.25, 11.5, "connect 127.0.0.1:8080: connection refused (os error 111)"),
        group("status 503", 140, 3.2, 28.9, "503 Service Unavailable: GET /orders/17"),
        group("timeout", 30, 11.3, 21.3, "no complete answer within 10 s: POST /orders"),
    ];
    let route = |name: &str, count, errors, per_s, response| RouteRow { name: name.to_owned(), count, errors, per_s, response };
    report.routes = vec![
        route("create-order", 3_000, 170, 100.0, latency((0..3_000).map(|i| 2.0 + f64::from(i) * 0.01))),
        route("GET /orders/{id} with everything that belongs to it", 11_950, 10, 398.3, report.latency.response.clone()),
        route("sign-in, once a user", 50, 0, 1.67, latency((0..50).map(|i| 40.0 + f64::from(i)))),
    ];
    report.checks = vec![
        CheckRow { name: "status is 201".to_owned(), passed: 2_830, failed: 170 },
        CheckRow { name: "body has an id".to_owned(), passed: 2_830, failed: 0 },
    ];
    let exemplar = |id: &str, route: &str, outcome: &str, sent_s, ms: f64| Exemplar {
        trace_id: id.to_owned(),
        route: route.to_owned(),
        outcome: outcome.to_owned(),
        sent_s,
        service_ns: (ms * 1e6) as u64,
        response_ns: (ms * 1e6) as u64 + 20_000,
    };
    report.traces = Some(Traces {
        sent: 152,
        slowest: vec![
            exemplar("4bf92f3577b34da6a3ce929d0e0e4736", "POST /orders", "timeout", 11.3, 10_000.0),
            exemplar("00f067aa0ba902b7e2d9c4aa1b8c0d31", "create-order", "ok", 7.25, 31.6),
        ],
    });
    report.quality.spin_share = 0.04;
    report.warnings = vec![("ports-run-low".to_owned(), "28,000 of 28,232 local ports were in use".to_owned())];
    let slos = ["error_rate<1% abort", "p99<20ms", "p99{create-order}<20ms", "p99.9{sign-in, once a user}<1s", "checks>=99%", "tps>=490"];
    Case { name: "failing", report: judged(report, &slos) }
}

/// Ctrl-C in the second second: what was in flight is cut off.
pub(crate) fn cut_short() -> Case {
    let mut report = run(1, 30, usual);
    report.id = String::new();
    report.model = LoadModel::Closed { connections: 10 };
    report.connections = 10;
    report.end = LoadEnd::Interrupted;
    report.planned_s = Some(60.0);
    report.duration_s = 1.2;
    report.achieved_per_s = 25.0;
    report.totals.planned = 40;
    report.totals.sent = 40;
    report.totals.ended.push((Outcome::Censored, 10));
    let answered = (0..30).map(|i| usual(0, (f64::from(i) + 0.5) / 30.0).0);
    report.latency.response = latency(answered.chain([0.9; 10]));
    report.latency.response_is_lower_bound = true;
    report.quality.validity = Validity::Suspect;
    report.quality.reasons = vec!["generator and service share a core, each takes time from the other".to_owned()];
    report.spacing = None;
    Case { name: "cut short", report: judged(report, &["p99<300ms", "mean<300ms", "p90<10s for 5s"]) }
}

/// All of them; made once, because that takes a while.
pub(crate) fn all() -> Vec<Case> {
    static ALL: OnceLock<Vec<Case>> = OnceLock::new();
    ALL.get_or_init(|| vec![good(), waiting(), invalid(), failing(), cut_short()]).clone()
}
