//! Runs of one service with each of the four verdicts. Requests come from a built run; accounts, hypotheses and verdict are written by
//! hand, so that these tests look at printing alone.

use diagnose::capacity::{Ceiling, Prediction};
use diagnose::cause::Knob;
use diagnose::frames::Stacks;
use diagnose::ledger::{Check, CrossCheck, Group, Ledger, Line, What};
use diagnose::level::Level;
use diagnose::quality::{Quality, Validity};
use diagnose::saturation::ResourceKind;
use diagnose::{Claim, Diagnosis, EvidenceLevel, Hypothesis, Status, Verdict, VerdictStatus};
use model::{Message, Observation, Run, RunStatus, Sensor, Timestamp, message};
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
        cpu: Vec::new(),
        quality: good(),
        first_minute: None,
        tail: None,
        knee: None,
        failures: diagnose::failures::Failures::default(),
        experiments: Vec::new(),
        processes: Vec::new(),
    }
}

/// An account with the given lines: what, milliseconds, samples.
fn account(level: &Level, lines: &[(Group, What, f64, Option<f64>)], se_ms: f64) -> Ledger {
    let lines: Vec<Line> = lines.iter().map(|(group, what, ms, samples)| Line::new(*group, what.clone(), *ms, *samples)).collect();
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

fn account_of_held(i: usize, level: &Level) -> Ledger {
    let wait = POOL_WAIT_MS[i] * 0.99;
    let mut l = account(
        level,
        &[
            (Group::Alone, What::LateSend, 0.05, None),
            (Group::Alone, What::OutsideDispatch, 0.1, Some(4.0)),
            (Group::Alone, What::PoolWait, wait, Some(900.0)),
            (Group::Holding, What::Remote, 48.8, Some(2215.0)),
            (Group::Holding, What::Database, 1.31, Some(90.0)),
            (Group::Holding, What::Cpu, 0.11, Some(23.0)),
            (Group::Alone, What::Cpu, 0.4, Some(71.0)),
        ],
        0.7,
    );
    if i > 0 {
        l.lines.insert(6, Line::new(Group::Alone, What::Lock, 0.02, Some(31.0)));
        l.unexplained_ms -= 0.02;
    }
    l.cross_checks.push(CrossCheck { of: Check::PoolWait, gauge_ms: POOL_WAIT_MS[i], stacks_ms: wait, agree: true });
    l
}

fn finish(mut run: Run) -> Run {
    run.info.id = "7f3a".to_owned();
    run.info.started_unix_ns = 1_795_000_000_000_000_000;
    run.info.tool_version = "0.1.0".to_owned();
    run.apply(Observation::Ended { status: RunStatus::Complete, at: Timestamp::from_ns(1_036_000_000_000) });
    run
}

fn verdict(status: VerdictStatus, reason: Message, limit: Option<Ceiling>) -> Verdict {
    Verdict {
        status,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason,
        limit,
        rules: Vec::new(),
        tied: Vec::new(),
        whose: Message::default(),
    }
}

fn cpu_at(per_s: f64) -> Ceiling {
    Ceiling { per_s, name: message!("saturation/cpu"), kind: ResourceKind::TargetCpu, may_be_higher: false }
}

fn primary() -> Hypothesis {
    let window = (Timestamp::from_ns(1_003_000_000_000), Timestamp::from_ns(1_010_500_000_000));
    let hold = message!("facts/held-of-pool", pool: name("HikariPool-1"), size: Count(10.0), held: Ms(51.4));
    let peer = message!("facts/to-peer", peer: name("auth:9000"));
    let remote = message!("connection-held-across-remote-call/remote", remote: Ms(49.0), to: (peer), place: kind("transaction"));
    let reason = message!(
        "facts/arithmetic",
        size: Count(10.0),
        held: Ms(51.4),
        capacity: PerSecond(195.0),
        seen: PerSecond(190.4),
        growth: (message!("facts/pool-growth", share: Share(0.93))),
        account: (message!("facts/times-add-up-open", closed: Count(3.0), levels: Count(3.0)))
    );
    Hypothesis {
        evidence: EvidenceLevel::Explains,
        site: "MemberService.find:41".to_owned(),
        component: "hikari:HikariPool-1".to_owned(),
        expected: message!("connection-held-across-remote-call/expected"),
        observed: message!(
            "connection-held-across-remote-call/observed",
            held: Ms(51.4),
            remote: Ms(49.0),
            place: kind("transaction")
        ),
        claims: vec![
            Claim::over("saturation", window, "hold", 51.4, "ms", hold).from_labelled(&[model::signal::POOL_USED], "pool", "HikariPool-1"),
            Claim::over("saturation", window, "remote", 49.0, "ms", remote).from(&["stacks"]),
        ],
        weight: 0.93,
        gain: Some(Prediction { now_per_s: 190.4, bound_per_s: 2_913.0, model_per_s: 2_104.0, next_limit: Some(cpu_at(2_104.0)) }),
        fix: message!("connection-held-across-remote-call/fix"),
        falsifier: message!("connection-held-across-remote-call/falsifier"),
        ..Hypothesis::new(CAUSE, Status::Supported, reason)
    }
}

fn rejected(cause: &'static str, observed: &str) -> Hypothesis {
    Hypothesis { observed: Message::verbatim(observed), ..Hypothesis::new(cause, Status::Rejected, Message::verbatim("contradicted")) }
}

fn others() -> Vec<Hypothesis> {
    let prediction = Prediction { now_per_s: 190.4, bound_per_s: 570.0, model_per_s: 570.0, next_limit: Some(cpu_at(2_104.0)) };
    let mut blind = Hypothesis::new("lock-contention", Status::NotObservable, Message::verbatim("locks: not asked for"));
    blind.missing = vec!["locks"];
    vec![
        Hypothesis {
            weight: 0.2,
            site: "Convert.toDto".to_owned(),
            ..Hypothesis::new("allocation-heavy", Status::Secondary, Message::verbatim("the collector takes 4 % of the time at 190/s"))
        },
        rejected("cpu-saturated", "22 % of 1 core"),
        rejected("gc-pressure", "0.4 % of the time stopped"),
        rejected("slow-query", "a statement takes 1.8 ms at any load"),
        rejected("worker-threads-exhausted", "45 of 200 busy"),
        Hypothesis {
            knob: Some(Knob { setting: Message::verbatim("pool 30"), prediction }),
            ..rejected("connection-pool-too-small", "the database works 1.8 ms of 51.4 ms held")
        },
        blind,
        Hypothesis::new("n-plus-one-queries", Status::Untested, Message::verbatim("neither supported nor contradicted")),
    ]
}

fn with_blind_spot(mut run: Run) -> Run {
    run.apply(Observation::Sensor(Sensor::off("locks", "not asked for", "start with --profile lock")));
    run
}

pub(crate) fn found() -> Case {
    let run = with_blind_spot(finish(RunBuilder::new().usual_levels(190.0, |f, s| held(f, &s)).build()));
    let first = primary();
    let verdict = Verdict {
        cause: Some(first.cause),
        site: first.site.clone(),
        evidence: first.evidence,
        ..verdict(VerdictStatus::Found, first.reason.clone(), None)
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
    let verdict = verdict(VerdictStatus::None, message!("judge/no-bend"), Some(cpu_at(3_120.0)));
    let mut diagnosis = silent(&run, verdict, |_, l| {
        let lines = [
            (Group::Holding, What::Database, 0.3, Some(144.0)),
            (Group::Alone, What::Cpu, 0.098, Some(47.0)),
            (Group::Alone, What::OutsideDispatch, 0.05, Some(24.0)),
        ];
        account(l, &lines, 0.012)
    });
    diagnosis.hypotheses = others().into_iter().filter(|h| h.status == Status::Rejected && h.knob.is_none()).collect();
    Case { run, diagnosis }
}

/// 20 ms that nothing sees.
pub(crate) fn inconclusive() -> Case {
    let run = finish(RunBuilder::new().without("sessions").usual_levels(190.0, |_, s| LevelSpec { hidden: 20.0, ..s }).build());
    let why = message!(
        "judge/account-open",
        open: Ms(20.1),
        response: Ms(22.6),
        rate: PerSecond(152.0),
        closed: Count(0.0),
        levels: Count(3.0)
    );
    let lines =
        |l: &Level| account(l, &[(Group::Holding, What::Database, 2.05, Some(290.0)), (Group::Alone, What::Cpu, 0.5, Some(71.0))], 0.31);
    let mut diagnosis = silent(&run, verdict(VerdictStatus::Inconclusive, why, None), |_, l| lines(l));
    let hint = Hypothesis::new("log-appender-blocks", Status::Untested, Message::verbatim("logging grows with load (no more than a hint)"));
    let hint = Hypothesis { weight: 0.4, site: "Ledger.append:12".to_owned(), ..hint };
    let blind = ["slow-query", "database-lock-wait", "missing-index", "connection-leak"].map(|cause| Hypothesis {
        missing: vec!["sessions"],
        ..Hypothesis::new(cause, Status::NotObservable, Message::verbatim("sessions: hidden by the test"))
    });
    diagnosis.hypotheses = [vec![hint], blind.to_vec()].concat();
    Case { run, diagnosis }
}

pub(crate) fn generator_limited() -> Case {
    let run = finish(RunBuilder::new().sharing_cores().usual_levels(190.0, |_, s| LevelSpec { late: 9.0, ..s }).build());
    let busy = message!("quality/generator-busy", work: Share(0.94), most: Share(0.7));
    let reasons = vec![message!("quality/at", says: (busy), rate: PerSecond(152.0)), message!("quality/shares-cores")];
    let why = message!("judge/generator-limited", reasons: List(reasons.clone()));
    let late = [(Group::Alone, What::LateSend, 9.0, None), (Group::Alone, What::Cpu, 0.4, Some(60.0))];
    let mut diagnosis = silent(&run, verdict(VerdictStatus::GeneratorLimited, why, None), |_, l| account(l, &late, 0.2));
    diagnosis.quality = Quality { validity: Validity::Invalid, reasons, generator_cpu: 0.94, send_lag_p99_ms: 9.03, ..good() };
    diagnosis.hypotheses = others();
    Case { run, diagnosis }
}

pub(crate) fn all() -> Vec<Case> {
    vec![found(), none(), inconclusive(), generator_limited()]
}

/// 1.2 ms of CPU per request on one core, which is full at saturation; judged without any cause.
pub(crate) fn full_core() -> Case {
    let busy = |f: f64, l: LevelSpec| LevelSpec {
        process_cpu: 1.2,
        request_cpu: Some(1.1),
        cpu_site: 0.6,
        cpu_framework: 0.3,
        run_queue: if f >= 1.0 { 6.0 } else { 0.3 * f },
        worker_queue: if f >= 1.0 { 20.0 } else { 0.1 },
        workers: 30.0,
        ..l
    };
    let run = finish(RunBuilder::new().usual_levels(800.0, busy).build());
    let diagnosis = diagnose::diagnose(&run, &[]);
    Case { run, diagnosis }
}

/// Two processes with the same load, judged without any cause.
pub(crate) fn two_processes() -> Case {
    let process = |cpu| RunBuilder::new().on_cpus(&[cpu]).usual_levels(190.0, |f, l| held(f, &l)).build();
    let run = testkit::together(vec![(421, 8081, process(0)), (422, 8082, process(2))]);
    let diagnosis = diagnose::diagnose(&run, &[]);
    Case { run, diagnosis }
}
