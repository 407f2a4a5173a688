//! Experiments on simulated services whose truth is known: a cause that is true is proven by the experiment that fits, one that is not never is.

use diagnose::experiment::Outcome;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Factor, Mechanism, Status};
use experiment::choose::{Available, Candidate, design};
use experiment::conduct::{Bench, Trial, conduct};
use experiment::plan::{Plan, SMALLEST_EFFECT, arms, orders};
use experiment::situation::Situation;
use experiment::{Halt, outcome};
use model::Message;
use testkit::sim::service::{Service, Step, Work, cpu, query, remote, transaction};
use testkit::sim::{Load, Time, Watching, bench::measure, why};

const POOL: Mechanism = Mechanism::full(ResourceKind::ConnectionPool);
const HELD: Candidate =
    Candidate { cause: "held", mechanism: POOL.across_remote_calls().by(Factor::RemoteTime), status: Status::Supported, weight: 0.9 };
const SMALL: Candidate = Candidate { cause: "small", mechanism: POOL.by(Factor::PoolSize), status: Status::Supported, weight: 0.9 };
const DATABASE: Candidate =
    Candidate { cause: "database", mechanism: Mechanism::full(ResourceKind::DatabaseCpu), status: Status::Rejected, weight: 0.0 };

fn rejected(c: Candidate<'static>) -> Candidate<'static> {
    Candidate { status: Status::Rejected, ..c }
}

/// A simulated service whose pool, or the time of whose remote calls, can be changed.
struct Simulated {
    service: Service,
    factor: Factor,
    dose: f64,
    trials: u64,
    seed: u64,
}

impl Bench for Simulated {
    fn dose(&mut self, value: f64) -> Result<f64, Halt> {
        self.dose = value;
        Ok(value)
    }

    fn trial(&mut self, _: &str, connections: u32, _: f64, measure_s: f64) -> Result<Trial, Halt> {
        let mut s = self.service.clone();
        match self.factor {
            Factor::PoolSize => s.pool = self.dose as u32,
            Factor::RemoteTime => delay(&mut s.program, self.dose),
            Factor::Workers => s.workers = self.dose as u32,
            Factor::Cpu => s.cpu.cores = self.dose,
        }
        self.trials += 1;
        // as many answers as a trial of that length has at some hundred a second
        let answers = (measure_s * 200.0) as usize;
        let f = measure(&s, self.seed * 1_000 + self.trials, Load::Closed(connections), answers / 3, answers);
        Ok(Trial { per_s: f.per_ms * 1e3, mean_ms: f.response_ms, ..Trial::default() })
    }
}

fn delay(steps: &mut [Step], ms: f64) {
    for step in steps {
        match step {
            Step::Remote(_, t) => *t = Time { mean_ms: t.mean_ms + ms, ..*t },
            Step::Transaction { steps, .. } | Step::Session(steps) | Step::Lock(_, steps) => delay(steps, ms),
            _ => {}
        }
    }
}

/// What the experiment with `factor` says of `lead` on `service`.
fn made(
    service: &Service,
    lead: Candidate<'static>,
    all: &[Candidate],
    decoys: &[&str],
    factor: Factor,
    current: f64,
    seed: u64,
) -> Outcome {
    let run = why(service, seed, &Watching::default());
    let situation = Situation::of(&Analysis::of(&run)).expect("saturation was measured");
    let choice = design(&lead, all, decoys, &situation, Available { factor, current }).expect("something is predicted");
    let arms = arms(current, choice.doses);
    let plan = Plan {
        id: "e1".into(),
        kind: "knob".into(),
        intervention: factor.name().into(),
        subject: Message::default(),
        unit: String::new(),
        cause: lead.cause.into(),
        can_prove: choice.can_prove,
        rejected: lead.status == Status::Rejected,
        silent: Vec::new(),
        reason: choice.reason,
        order: orders(arms.len(), 6, seed),
        arms,
        connections: situation.connections,
        settle_s: 2.0,
        measure_s: 6.0,
        metric: "throughput".into(),
        smallest_effect: SMALLEST_EFFECT,
        most_errors: 0.2,
        seed,
    };
    let mut bench = Simulated { service: service.clone(), factor, dose: current, trials: 0, seed };
    let (blocks, halt) = conduct(&plan, &mut bench, &mut |_, _| {});
    assert_eq!(halt, None);
    let e = outcome::judge(&plan, &blocks, true);
    if std::env::var_os("TIGHTSPOT_TEST_TELL").is_some() {
        tell(&format!("{:?} {} {:?}", e.outcome, e.sentence, e.control));
    }
    e.outcome
}

#[expect(clippy::print_stderr, reason = "asked for")]
fn tell(line: &str) {
    eprintln!("{line}");
}

/// Ten connections, each held across a call of 45 ms.
fn held() -> Service {
    Service::new(vec![cpu(0.3, Work::Framework), transaction(vec![query(0.5), remote(45.0), query(0.5)])])
}

/// The same call before the transaction; two connections to a database whose statements take 8 ms of disk.
fn small() -> Service {
    let from_disk = testkit::sim::service::query_from_disk(8.0);
    let mut s = Service::new(vec![cpu(0.3, Work::Framework), remote(20.0), transaction(vec![from_disk])]);
    s.pool = 2;
    s
}

const SEEDS: std::ops::Range<u64> = 1..6;

fn outcomes(of: impl Fn(u64) -> Outcome) -> Vec<Outcome> {
    SEEDS.map(of).collect()
}

#[test]
fn a_call_inside_the_hold_is_proven_by_a_delay() {
    let all = [HELD, rejected(SMALL), DATABASE];
    let o = outcomes(|seed| made(&held(), HELD, &all, &["small", "database"], Factor::RemoteTime, 0.0, seed));
    assert!(o.iter().filter(|o| **o == Outcome::Proven).count() >= 4, "{o:?}");
    assert!(!o.contains(&Outcome::Contradicted), "{o:?}");
}

#[test]
fn the_pool_as_a_knob_proves_neither_where_both_predict_the_same() {
    let all = [HELD, rejected(SMALL), DATABASE];
    let o = outcomes(|seed| made(&held(), HELD, &all, &["small"], Factor::PoolSize, 10.0, seed));
    assert!(!o.contains(&Outcome::Proven), "{o:?}");
    let o = outcomes(|seed| made(&held(), rejected(SMALL), &all, &["database"], Factor::PoolSize, 10.0, seed));
    assert!(!o.contains(&Outcome::Proven), "the decoy is not proven: {o:?}");
}

#[test]
fn a_pool_that_is_too_small_is_proven_by_a_larger_one() {
    let all = [rejected(HELD), SMALL, DATABASE];
    let o = outcomes(|seed| made(&small(), SMALL, &all, &["database"], Factor::PoolSize, 2.0, seed));
    assert!(o.iter().filter(|o| **o == Outcome::Proven).count() >= 4, "{o:?}");
}

#[test]
fn a_wrong_suspicion_is_contradicted_or_at_least_not_proven() {
    // suspected of holding connections across the call, which it makes before the transaction
    let all = [HELD, rejected(SMALL), DATABASE];
    let o = outcomes(|seed| made(&small(), HELD, &all, &["small"], Factor::RemoteTime, 0.0, seed));
    assert!(!o.contains(&Outcome::Proven), "{o:?}");
    assert!(o.iter().filter(|o| **o == Outcome::Contradicted).count() >= 3, "{o:?}");
}
