//! A round: many services, their truth, and what a judge said of each, with all sensors and with one taken away.

use super::population::{Drawn, FAMILIES, draw, draw_edge};
use super::relief::join_nested;
use super::truth::{CURED, Truth, Verdict, of_change, truth};
use super::{plan, sensors};
use model::{Arrival, Outcome, PhaseKind, Run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a judge said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This is the cause.
    Named(String),
    /// Nothing to blame; what saturates first may be said.
    Healthy,
    /// It cannot be told, and why.
    Abstained(String),
    /// The generator was the limit.
    GeneratorLimited,
}

/// How an answer compares to the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// As an honest and perfect judge would have said.
    Right,
    /// Nothing said that is not so, but the truth was not named.
    Abstained,
    /// A cause was named, and it is another.
    WrongName,
    /// A cause was named, and there is none.
    Accused,
    /// Called healthy, and it is not.
    Missed,
}

/// One service and what was said of it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Name of the family.
    pub family: &'static str,
    /// Number in the population.
    pub number: u64,
    /// What is true.
    pub truth: Verdict,
    /// What was said with all sensors.
    pub answer: Answer,
    /// Sensor that was taken away, and what was said then.
    pub blind: (&'static str, Answer),
}

/// Sensors that can be missing: the generator watches itself.
const MAY_MISS: usize = 7;

/// Which services are judged, and how blindly.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// Seed of the population.
    pub seed: u64,
    /// Numbers in the population.
    pub numbers: Vec<u64>,
    /// Sensor that is taken away; `None` = by the number, so that families and sensors meet in all ways.
    pub without: Option<&'static str>,
    /// Threads to judge on.
    pub threads: usize,
    /// Whether the services are those at the edge.
    pub edges: bool,
}

/// Whoever says something of a run.
pub type Judge<'a> = &'a (dyn Fn(&Run) -> Answer + Sync);

/// Draws the services of `round` and lets each of `judges` judge all of them. A list for each judge, in order of number.
pub fn play(round: &Round, judges: &[Judge<'_>]) -> Vec<Vec<Judged>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..round.threads.max(1) {
            scope.spawn(|| {
                while let Some(n) = round.numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let drawn = if round.edges { draw_edge(round.seed, *n) } else { draw(round.seed, *n) };
                    let one = judged(&drawn, *n, round.without, judges);
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(one);
                }
            });
        }
    });
    let mut all = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    all.sort_by_key(|of_one: &Vec<Judged>| of_one.first().map(|j| j.number));
    (0..judges.len()).map(|k| all.iter().filter_map(|of_one| of_one.get(k).cloned()).collect()).collect()
}

/// One service of a population with all sensors: `f` gets its run, and how an answer compares to its truth when some causes may be named.
pub fn judge_one<T>(seed: u64, number: u64, f: impl FnOnce(&Run, &dyn Fn(&Answer, &[&str]) -> Score) -> T) -> T {
    let d = draw(seed, number);
    let run = plan::why(&d.service, d.seed, &d.watching);
    let truth = true_of(&d, &run);
    f(&run, &|answer, named| score(&truth, answer, named))
}

/// One service, by each judge.
fn judged(d: &Drawn, number: u64, without: Option<&'static str>, judges: &[Judge<'_>]) -> Vec<Judged> {
    let run = plan::why(&d.service, d.seed, &d.watching);
    let truth = true_of(d, &run);
    let answers: Vec<Answer> = judges.iter().map(|judge| judge(&run)).collect();
    let by_number = (number / FAMILIES.len() as u64 + number) % MAY_MISS as u64;
    let sensor = without.unwrap_or(sensors::ALL[by_number as usize]);
    let run = sensors::without(run, sensor);
    let one = |(judge, answer): (&Judge<'_>, Answer)| Judged {
        family: d.family.name,
        number,
        truth: truth.clone(),
        answer,
        blind: (sensor, judge(&run)),
    };
    judges.iter().zip(answers).map(one).collect()
}

/// What is true of a service. What changes while the load lasts is judged by two whole runs, with the change and without.
fn true_of(d: &Drawn, run: &Run) -> Verdict {
    let mut healed = d.service.clone();
    // a service that runs is to be measured warm: one that does not get warm gives no verdict, which is no cause of the knowledge base
    let cold = if healed.from_start { "jit-cold" } else { "not-warm-while-measured" };
    let changes = [
        ("connection-leaked", std::mem::take(&mut healed.leak) > 0.0),
        ("connection-acquired-twice", join_nested(&mut healed.program, false)),
        (cold, healed.cpu.cold.take().is_some()),
    ];
    let rest = truth(&healed, d.seed, connections(run));
    let Some((id, _)) = changes.into_iter().find(|(_, changes)| *changes) else { return rest };
    let again = plan::why(&healed, d.seed, &d.watching);
    let figure = if healed.from_start { first_per_s } else { saturated_per_s };
    of_change(id, figure(run), figure(&again), rest)
}

/// Good answers per second of the first seconds of a start.
fn first_per_s(run: &Run) -> f64 {
    run.phases.first().map_or(0.0, |p| good_per_s(run, p))
}

/// Good answers per second of closed saturation.
fn saturated_per_s(run: &Run) -> f64 {
    run.phases.iter().find(|p| p.kind == PhaseKind::Saturation).map_or(0.0, |p| good_per_s(run, p))
}

fn good_per_s(run: &Run, p: &model::Phase) -> f64 {
    let good: Vec<_> = run.attempts_of(&p.id).filter(|a| a.outcome == Outcome::Ok).collect();
    // a service that stands still from the middle on has not done more per second
    let last = good.iter().map(|a| a.done).max().unwrap_or(p.start).max(p.end.unwrap_or(p.start));
    good.len() as f64 / last.seconds_since(p.start).max(1.0)
}

/// Connections of closed saturation.
fn connections(run: &Run) -> u32 {
    let of = |p: &model::Phase| if let Arrival::Closed { connections } = p.arrival { Some(connections) } else { None };
    run.phases.iter().filter(|p| p.kind == PhaseKind::Saturation).find_map(of).unwrap_or(64)
}

impl Judged {
    /// How the answer compares, when `named` are the causes that may be named at all.
    pub fn score(&self, named: &[&str]) -> Score {
        score(&self.truth, &self.answer, named)
    }

    /// The same for the answer with a sensor missing.
    pub fn blind_score(&self, named: &[&str]) -> Score {
        score(&self.truth, &self.blind.1, named)
    }

    /// Whether there is one truth and it is a cause that may be named.
    pub fn is_nameable(&self, named: &[&str]) -> bool {
        self.truth.is_observable() && matches!(self.truth.all[0], Truth::Cause(c) if named.contains(&c))
    }

    /// What a full cure would give, as a share of the throughput; `None` where that was not measured.
    pub fn cured(&self) -> Option<f64> {
        self.truth.measured.iter().find(|(what, _)| what == CURED).map(|(_, gain)| *gain)
    }

    /// Whether there is nothing to blame, beyond doubt.
    pub fn is_healthy(&self) -> bool {
        self.truth.all.iter().all(|t| !matches!(t, Truth::Cause(_)))
    }
}

/// Of several truths the answer may fit any.
fn score(truth: &Verdict, answer: &Answer, named: &[&str]) -> Score {
    let best = truth.all.iter().map(|t| against(t, answer, named)).min();
    let healthy = truth.all.iter().all(|t| !matches!(t, Truth::Cause(_)));
    match best.unwrap_or(Score::Abstained) {
        Score::Accused if !healthy => Score::WrongName,
        s => s,
    }
}

fn against(truth: &Truth, answer: &Answer, named: &[&str]) -> Score {
    match (truth, answer) {
        (Truth::Cause("generator-saturated"), Answer::GeneratorLimited) | (Truth::Limit(_) | Truth::Nothing, Answer::Healthy) => {
            Score::Right
        }
        // the cause with this name says of the database what the limit says
        (Truth::Limit("database"), Answer::Named(n)) if n == "database-cpu-saturated" => Score::Right,
        (Truth::Cause(c), Answer::Named(n)) => {
            if c == n {
                Score::Right
            } else {
                Score::WrongName
            }
        }
        (_, Answer::Named(_)) => Score::Accused,
        (Truth::Cause(c), Answer::Abstained(_)) if !named.contains(c) => Score::Right,
        (_, Answer::Abstained(_) | Answer::GeneratorLimited) => Score::Abstained,
        (Truth::Cause(_), Answer::Healthy) => Score::Missed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(all: &[Truth]) -> Verdict {
        Verdict { all: all.to_vec(), measured: vec![] }
    }

    #[test]
    fn answers_are_scored_by_what_they_claim() {
        let named = ["connection-pool-too-small", "cpu-hot-path"];
        let small = Truth::Cause("connection-pool-too-small");
        let unknown = Truth::Cause("row-locked");
        let full = Truth::Limit("cpu");
        let name = |n: &str| Answer::Named(n.to_owned());
        let abstained = || Answer::Abstained(String::new());
        for (truth, answer, score) in [
            (vec![small.clone()], name("connection-pool-too-small"), Score::Right),
            (vec![small.clone()], name("cpu-hot-path"), Score::WrongName),
            (vec![small.clone()], abstained(), Score::Abstained),
            (vec![small.clone()], Answer::Healthy, Score::Missed),
            // no cause for it yet: to abstain is all that one can ask
            (vec![unknown.clone()], abstained(), Score::Right),
            (vec![unknown], name("cpu-hot-path"), Score::WrongName),
            (vec![full.clone()], Answer::Healthy, Score::Right),
            (vec![full.clone()], abstained(), Score::Abstained),
            (vec![full.clone()], name("cpu-hot-path"), Score::Accused),
            // too close to call: either is right, a third is not
            (vec![full.clone(), small.clone()], name("connection-pool-too-small"), Score::Right),
            (vec![full.clone(), small.clone()], Answer::Healthy, Score::Right),
            (vec![full, small], name("cpu-hot-path"), Score::WrongName),
        ] {
            assert_eq!(super::score(&verdict(&truth), &answer, &named), score, "{truth:?} {answer:?}");
        }
    }
}
