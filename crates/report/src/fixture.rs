//! Runs of one service with each of the four verdicts. Requests come from a built run; accounts, hypotheses and verdict are written by
//! hand, so that these tests look at printing alone.

use diagnose::capacity::{Ceiling, Prediction};
use diagnose::cause::Knob;
use diagnose::frames::Stacks;
use diagnose::ledger::{CrossCheck, HOLDING, Ledger, Line};
use diagnose::level::Level;
use diagnose::quality::{Quality, Validity};
use diagnose::saturation::ResourceKind;
use diagnose::{Claim, Diagnosis, EvidenceLevel, Hypothesis, Status, Verdict, VerdictStatus};
use model::{Observation, Run, RunStatus, Sensor, SensorState, Timestamp};
use std::collections::BTreeSet;
use testkit::{LevelSpec, RunBuilder};

/// A run with its diagnosis.
pub(crate) struct Case {
    pub run: Run,
    pub diagnosis: Diagnosis,
}

const CAUSE: &str = "connection-held-across-remote-call";

/// Waiting for one of ten connections, by level: each is held 51.4 ms, 49 ms of it for another service.
const POOL_WAIT_MS: [f64; 4] = [2.0, 12.0, 60.0, 210.0];

fn held(f: f64, spec: &LevelSpec) -> LevelSpec {
    let level = [0.3, 0.6, 0.8, 1.0].iter().position(|x| *x == f).expect("a usual level");
    LevelSpec { remote_in_transaction: 49.0, pool_wait: POOL_WAIT_MS[level], ..spec.clone() }
}

fn good() -> Quality {
    Quality { validity: Validity::Valid, reasons: Vec::new(), generator_cpu: 0.18, send_lag_p99_ms: 0.104, observer_cores: 0.006 }
}

/// A diagnosis that says nothing yet.
fn silent(run: &Run, verdict: Verdict, accounts: impl Fn(usize, &Level) -> Ledger) -> Diagnosis {
    let levels: Vec<Level> = run.measured_phases().filter_map(|p| Level::of(run, p, &Stacks::of(run), &BTreeSet::new())).collect();
    let ledgers = levels.iter().enumerate().map(|(i, l)| accounts(i, l)).collect();
    Diagnosis {
        verdict,
        hypotheses: Vec::new(),
        levels,
        ledgers,
        quality: good(),
        knee: None,
        experiments: Vec::new(),
        processes: Vec::new(),
    }
}

/// An account with the given lines: path, milliseconds, samples.
fn account(level: &Level, lines: &[(&str, f64, Option<f64>)], se_ms: f64) -> Ledger {
    let lines: Vec<Line> =
        lines.iter().map(|(path, ms, samples)| Line { path: (*path).to_owned(), ms: *ms, samples: *samples, upper_bound: false }).collect();
    Ledger {
        phase: level.phase.id.clone(),
        level_per_s: level.throughput_per_s,
        open: level.phase.is_open(),
        response_ms: level.response_ms,
        unexplained_ms: level.response_ms - lines.iter().map(|l| l.ms).sum::<f64>(),
        unexplained_se_ms: se_ms,
        cpu_ms: 0.61,
        scheduler_cpu_ms: Some(0.6),
        run_queue_bound_ms: Some(0.052),
        cross_checks: Vec::new(),
        has_stacks: true,
        of_whole: None,
        lines,
    }
}

fn in_hold(name: &str) -> String {
    format!("{HOLDING}/{name}")
}

fn account_of_held(i: usize, level: &Level) -> Ledger {
    let wait = POOL_WAIT_MS[i] * 0.99;
    let late = "late send (generator or its connection cap)";
    let mut l = account(
        level,
        &[
            (late, 0.05, None),
            ("worker outside the dispatch", 0.1, Some(4.0)),
            ("waiting for a DB connection", wait, Some(900.0)),
            (&in_hold("remote call"), 48.8, Some(2215.0)),
            (&in_hold("database"), 1.31, Some(90.0)),
            (&in_hold("on CPU"), 0.11, Some(23.0)),
            ("on CPU", 0.4, Some(71.0)),
        ],
        0.7,
    );
    if i > 0 {
        l.lines.insert(6, Line { path: "waiting for a lock".to_owned(), ms: 0.02, samples: Some(31.0), upper_bound: false });
        l.unexplained_ms -= 0.02;
    }
    l.cross_checks.push(CrossCheck { name: "waiting for a DB connection", gauge_ms: POOL_WAIT_MS[i], stacks_ms: wait, agree: true });
    l
}

fn finish(mut run: Run) -> Run {
    run.info.id = "7f3a".to_owned();
    run.info.started_unix_ns = 1_795_000_000_000_000_000;
    run.info.tool_version = "0.1.0".to_owned();
    run.apply(Observation::Ended { status: RunStatus::Complete, at: Timestamp::from_ns(1_036_000_000_000) });
    run
}

fn verdict(status: VerdictStatus, reason: &str, limit: Option<Ceiling>) -> Verdict {
    Verdict {
        status,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason: reason.to_owned(),
        limit,
        whose: String::new(),
    }
}

fn cpu_at(per_s: f64) -> Ceiling {
    Ceiling { per_s, name: "CPU of the service".to_owned(), kind: ResourceKind::TargetCpu }
}

fn primary() -> Hypothesis {
    let window = (Timestamp::from_ns(1_003_000_000_000), Timestamp::from_ns(1_010_500_000_000));
    let text = "each connection of pool \"HikariPool-1\" (10) is held 51.4 ms, 49 ms of it in GET auth:9000/tokens";
    Hypothesis {
        evidence: EvidenceLevel::Explains,
        site: "MemberService.find:41".to_owned(),
        component: "hikari:HikariPool-1".to_owned(),
        expected: "a connection is held much longer than the database works".to_owned(),
        observed: "49 ms of 51.4 ms".to_owned(),
        claims: vec![Claim::over("saturation", window, "hold", 51.4, "ms", text).from_labelled(
            &[model::signal::POOL_USED],
            "pool",
            "HikariPool-1",
        )],
        weight: 0.93,
        gain: Some(Prediction { now_per_s: 190.4, bound_per_s: 2_913.0, model_per_s: 2_104.0, next_limit: Some(cpu_at(2_104.0)) }),
        fix: "call auth before the transaction; keep the transaction on the repository".to_owned(),
        falsifier: "the hold does not shrink when the call is moved out".to_owned(),
        ..Hypothesis::new(
            CAUSE,
            Status::Supported,
            "10 connections / 51.4 ms = 195/s, 190/s were seen; waiting for the pool is 93 % of the growth",
        )
    }
}

fn rejected(cause: &'static str, observed: &str) -> Hypothesis {
    Hypothesis { observed: observed.to_owned(), ..Hypothesis::new(cause, Status::Rejected, "contradicted") }
}

fn others() -> Vec<Hypothesis> {
    let prediction = Prediction { now_per_s: 190.4, bound_per_s: 570.0, model_per_s: 570.0, next_limit: Some(cpu_at(2_104.0)) };
    let mut blind = Hypothesis::new("lock-contention", Status::NotObservable, "locks: not asked for");
    blind.missing = vec!["locks"];
    vec![
        Hypothesis {
            weight: 0.2,
            site: "Convert.toDto".to_owned(),
            ..Hypothesis::new("allocation-heavy", Status::Secondary, "the collector takes 4 % of the time at 190/s")
        },
        rejected("cpu-saturated", "22 % of 1 core"),
        rejected("gc-pressure", "0.4 % of the time stopped"),
        rejected("slow-query", "a statement takes 1.8 ms at any load"),
        rejected("worker-threads-exhausted", "45 of 200 busy"),
        Hypothesis {
            knob: Some(Knob { setting: "pool 30".to_owned(), prediction }),
            ..rejected("connection-pool-too-small", "the database works 1.8 ms of 51.4 ms held")
        },
        blind,
        Hypothesis::new("n-plus-one-queries", Status::Untested, "neither supported nor contradicted"),
    ]
}

fn with_blind_spot(mut run: Run) -> Run {
    let sensor = Sensor {
        id: "locks".to_owned(),
        state: SensorState::Off,
        reason: "not asked for".to_owned(),
        unlock: "start with --profile lock".to_owned(),
    };
    run.apply(Observation::Sensor(sensor));
    run
}

pub(crate) fn found() -> Case {
    let run = with_blind_spot(finish(RunBuilder::new().usual_levels(190.0, |f, s| held(f, &s)).build()));
    let first = primary();
    let verdict = Verdict {
        cause: Some(first.cause),
        site: first.site.clone(),
        evidence: first.evidence,
        ..verdict(VerdictStatus::Found, &first.reason, None)
    };
    let mut diagnosis = silent(&run, verdict, account_of_held);
    diagnosis.hypotheses = [vec![first], others()].concat();
    diagnosis.knee = Some(diagnose::knee::Knee { per_s: 190.0, interval: None });
    Case { run, diagnosis }
}

/// Requests of less than a millisecond, and a limit that was not reached.
pub(crate) fn none() -> Case {
    let short = |_, s| LevelSpec { late: 0.02, outside_dispatch: 0.05, database: 0.3, cpu_framework: 0.1, cpu_in_transaction: 0.05, ..s };
    let run = finish(RunBuilder::new().usual_levels(600.0, short).build());
    let verdict = verdict(VerdictStatus::None, "no bend up to the load that was tried", Some(cpu_at(3_120.0)));
    let mut diagnosis = silent(&run, verdict, |_, l| {
        let lines =
            [(in_hold("database"), 0.3, 144.0), ("on CPU".to_owned(), 0.098, 47.0), ("worker outside the dispatch".to_owned(), 0.05, 24.0)];
        account(l, &lines.each_ref().map(|(path, ms, samples)| (path.as_str(), *ms, Some(*samples))), 0.012)
    });
    diagnosis.hypotheses = others().into_iter().filter(|h| h.status == Status::Rejected && h.knob.is_none()).collect();
    Case { run, diagnosis }
}

/// 20 ms that nothing sees.
pub(crate) fn inconclusive() -> Case {
    let run = finish(RunBuilder::new().without("sessions").usual_levels(190.0, |_, s| LevelSpec { hidden: 20.0, ..s }).build());
    let why = "20.1 ms of 22.6 ms at 152/s are spent outside what is seen of the service (0 of 3 open levels add up): look between client and service";
    let lines = |l: &Level| account(l, &[(&in_hold("database"), 2.05, Some(290.0)), ("on CPU", 0.5, Some(71.0))], 0.31);
    let mut diagnosis = silent(&run, verdict(VerdictStatus::Inconclusive, why, None), |_, l| lines(l));
    let hint = Hypothesis::new("log-appender-blocks", Status::Untested, "logging grows with load (no more than a hint)");
    let hint = Hypothesis { weight: 0.4, site: "Ledger.append:12".to_owned(), ..hint };
    let blind = ["slow-query", "database-lock-wait", "missing-index", "connection-leak"].map(|cause| Hypothesis {
        missing: vec!["sessions"],
        ..Hypothesis::new(cause, Status::NotObservable, "sessions: hidden by the test")
    });
    diagnosis.hypotheses = [vec![hint], blind.to_vec()].concat();
    Case { run, diagnosis }
}

pub(crate) fn generator_limited() -> Case {
    let run = finish(RunBuilder::new().sharing_cores().usual_levels(190.0, |_, s| LevelSpec { late: 9.0, ..s }).build());
    let reasons =
        vec!["the generator used 94 % of its core, at most 70 % is allowed".to_owned(), "generator and service share cores".to_owned()];
    let late = [("late send (generator or its connection cap)", 9.0, None), ("on CPU", 0.4, Some(60.0))];
    let mut diagnosis = silent(&run, verdict(VerdictStatus::GeneratorLimited, &reasons.join("; "), None), |_, l| account(l, &late, 0.2));
    diagnosis.quality = Quality { validity: Validity::Invalid, reasons, generator_cpu: 0.94, send_lag_p99_ms: 9.03, ..good() };
    diagnosis.hypotheses = others();
    Case { run, diagnosis }
}

pub(crate) fn all() -> Vec<Case> {
    vec![found(), none(), inconclusive(), generator_limited()]
}

/// Two processes with the same load, judged without any cause.
pub(crate) fn two_processes() -> Case {
    let process = |cpu| RunBuilder::new().on_cpus(&[cpu]).usual_levels(190.0, |f, l| held(f, &l)).build();
    let run = testkit::together(vec![(421, 8081, process(0)), (422, 8082, process(2))]);
    let diagnosis = diagnose::diagnose(&run, &[]);
    Case { run, diagnosis }
}
