//! Events brought about at moments drawn by chance, beside moments at which nothing is done: whether such events make requests slow, and by as
//! much as arithmetic says. A coincidence in time, or a common cause, says nothing of moments that only chance has chosen.
//!
//! A pair is two stretches of load of equal length, in an order drawn by chance: in one an event is brought about, in the other it is not (the
//! sham). Of each, what requests take beyond the usual in a window after the moment, less the same before it. The unit is the pair; whether the
//! difference is chance is told by flipping signs. Source: METHODS section 5.2 point 8.
//!
//! A stop of length P holds the requests that come meanwhile for P / 2 on average, and its backlog drains in P u / (1 - u) at utilisation u: over
//! a window of W at a steady rate that is P^2 / (2 W) per request without the drain, and 1 / (1 - u) times as much with it (fluid queue).

use diagnose::experiment::{Experiment, Outcome, TRIGGER, message_or_text};
use model::{Attempt, Message, Timestamp, message};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use stats::interval::Interval;

mod stops;

pub use stops::{Reached, seen};

/// Pairs of a plan. Source: METHODS section 5.2, ten events at least; two more than that.
pub const PAIRS: usize = 12;
/// Fewest pairs that can show anything at 1 %. Source: of eight signs the smallest p is 2 / 2^8.
const FEWEST_PAIRS: usize = 8;
/// p up to which a difference is one. Source: METHODS section 5.2.
const SURE: f64 = 0.01;
/// p up to which the sham moments are not flat.
const NOT_FLAT: f64 = 0.05;
/// Factor within which the figure must be as predicted. Source: METHODS section 5.2 point 5.
const WITHIN: f64 = 2.0;
/// Window after a moment, as a multiple of how long an event is felt: twice, so that none of it is cut off.
const WINDOW: f64 = 2.0;
/// Shortest and longest window, seconds. Guesses: some hundred requests; the longest pair takes two minutes.
const WINDOWS_S: (f64, f64) = (1.0, 20.0);
/// Within which part of a stretch after the first window a moment is drawn, as a multiple of the window.
const PLAY: f64 = 0.5;

/// A frozen plan: when something is done and when not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Id, unique in the run.
    pub id: String,
    /// The cause that is tested.
    pub cause: String,
    /// What brings an event about.
    pub intervention: String,
    /// On what, for people.
    #[serde(deserialize_with = "message_or_text")]
    pub subject: Message,
    /// Unit of the doses: what events are.
    pub unit: String,
    /// Moments, seconds from the begin of the load, two by two a pair, and whether something is done at them.
    pub moments: Vec<(f64, bool)>,
    /// What is looked at before and after each, seconds.
    pub window_s: f64,
    /// What requests usually take under this load, milliseconds.
    pub usual_ms: f64,
    /// Utilisation, by which a backlog drains, 0 to 1.
    pub utilisation: f64,
    /// Seed of the order and of the moments.
    pub seed: u64,
}

/// What a plan is made for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The cause that is tested.
    pub cause: String,
    /// What brings an event about, on what, and what events are.
    pub intervention: (String, Message, String),
    /// How long one event stopped the service when it was tried, seconds.
    pub tried_s: f64,
    /// What requests usually take under this load, milliseconds.
    pub usual_ms: f64,
    /// Utilisation, 0 to 1.
    pub utilisation: f64,
    /// Number of pairs.
    pub pairs: usize,
    /// Seed.
    pub seed: u64,
}

impl Plan {
    /// Draws order and moments.
    pub fn draw(id: String, wanted: Wanted) -> Self {
        let Wanted { cause, intervention: (intervention, subject, unit), tried_s, usual_ms, utilisation, pairs, seed } = wanted;
        let window_s = (WINDOW * tried_s / (1.0 - utilisation)).clamp(WINDOWS_S.0, WINDOWS_S.1);
        let mut random = StdRng::seed_from_u64(seed);
        let stretch_s = (2.0 + PLAY) * window_s;
        let moments = (0..pairs).flat_map(|pair| {
            let first: bool = random.random();
            let mut moment = |half: usize| (2 * pair + half) as f64 * stretch_s + window_s * (1.0 + PLAY * random.random::<f64>());
            [(moment(0), first), (moment(1), !first)]
        });
        let moments = moments.collect();
        Self { id, cause, intervention, subject, unit, moments, window_s, usual_ms, utilisation, seed }
    }

    /// How long the load lasts, seconds.
    pub fn seconds(&self) -> f64 {
        self.moments.len() as f64 * (2.0 + PLAY) * self.window_s
    }

    /// What will be done, for people.
    pub fn said(&self) -> Message {
        message!(
            "triggers/steps",
            subject: (self.subject.clone()),
            unit: Kind(self.unit.clone().into()),
            pairs: Count((self.moments.len() / 2) as f64),
            window: Seconds(self.window_s),
            time: Seconds(self.seconds()),
        )
    }

    /// How long the backlog of a stop drains, as a multiple of its length, twice as long as at a steady rate.
    fn drain(&self) -> f64 {
        WITHIN * self.utilisation / (1.0 - self.utilisation)
    }

    /// What requests of a window take beyond the usual by a stop of this length: lowest and highest, milliseconds.
    fn predicted_ms(&self, stopped_s: f64) -> (f64, f64) {
        let without_drain = stopped_s * stopped_s / (2.0 * self.window_s) * 1e3;
        (without_drain / WITHIN, without_drain / (1.0 - self.utilisation) * WITHIN)
    }
}

/// What was seen around one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// What requests took beyond the usual in the window before it, mean, milliseconds.
    pub before_ms: f64,
    /// The same after it.
    pub after_ms: f64,
    /// For how long the service was stopped by what was done, seconds; 0 where nothing was.
    pub stopped_s: f64,
}

impl Seen {
    /// Around `moment`, of requests in order of their plan; `None` where none was sent on either side. Requests that come while something else stops
    /// the service (`others`, from and to), or its backlog drains, are left out: they would be as slow without what was done.
    fn around(all: &[Attempt], moment: Timestamp, stopped_s: f64, plan: &Plan, others: &[(Timestamp, Timestamp)]) -> Option<Self> {
        let window_ns = (plan.window_s * 1e9) as i64;
        let drained = |(from, to): &(Timestamp, Timestamp)| to.plus_ns((to.ns_since(*from) as f64 * plan.drain()) as i64);
        let is_apart = |a: &&Attempt| !others.iter().any(|o| a.planned >= o.0 && a.planned < drained(o));
        let beyond_ms = |from: Timestamp, to: Timestamp| {
            let first = all.partition_point(|a| a.planned < from);
            let within = all[first..].iter().take_while(|a| a.planned < to).filter(is_apart);
            let (sum, n) = within.fold((0.0, 0), |(sum, n), a| (sum + a.response_ns() as f64 / 1e6 - plan.usual_ms, n + 1));
            (n > 0).then(|| sum / f64::from(n))
        };
        Some(Self {
            before_ms: beyond_ms(moment.plus_ns(-window_ns), moment)?,
            after_ms: beyond_ms(moment, moment.plus_ns(window_ns))?,
            stopped_s,
        })
    }

    fn step_ms(&self) -> f64 {
        self.after_ms - self.before_ms
    }
}

/// What the moments show, in the order of the plan: a pure function. Moments that were not reached are missing at the end.
pub fn judge(plan: &Plan, seen: &[Option<Seen>]) -> Experiment {
    let pairs: Vec<(Seen, Seen)> = plan.moments.chunks_exact(2).zip(seen.chunks_exact(2)).filter_map(|(m, s)| pair(m, s)).collect();
    let (outcome, sentence) = decide(plan, &pairs);
    Experiment {
        id: plan.id.clone(),
        kind: TRIGGER.to_owned(),
        intervention: plan.intervention.clone(),
        subject: plan.subject.clone(),
        cause: plan.cause.clone(),
        rival: String::new(),
        blocks: pairs.len(),
        doses: Vec::new(),
        control: None,
        control_flat: is_flat(plan, &pairs),
        outcome,
        sentence,
        restored: true,
    }
}

/// With what was done first, the sham second.
fn pair(moments: &[(f64, bool)], seen: &[Option<Seen>]) -> Option<(Seen, Seen)> {
    let (first, second) = (seen[0]?, seen[1]?);
    Some(if moments[0].1 { (first, second) } else { (second, first) })
}

fn is_flat(plan: &Plan, pairs: &[(Seen, Seen)]) -> bool {
    let steps: Vec<f64> = pairs.iter().map(|(_, sham)| sham.step_ms()).collect();
    stats::sign_flip::test(&steps, plan.seed).p > NOT_FLAT
}

fn decide(plan: &Plan, pairs: &[(Seen, Seen)]) -> (Outcome, Message) {
    let n = pairs.len();
    if n < FEWEST_PAIRS {
        return (Outcome::NotShown, message!("triggers/few-pairs", pairs: Count(n as f64), needed: Count(FEWEST_PAIRS as f64)));
    }
    let differences: Vec<f64> = pairs.iter().map(|(real, sham)| real.step_ms() - sham.step_ms()).collect();
    let mean = stats::describe::mean(&differences);
    let half = stats::dist::t_quantile(0.975, n as f64 - 1.0) * stats::describe::standard_error(&differences);
    let interval = Interval::around(mean, half);
    let mean_of = |of: &dyn Fn(&(Seen, Seen)) -> f64| stats::describe::mean(&pairs.iter().map(of).collect::<Vec<_>>());
    let low_ms = mean_of(&|(real, _)| plan.predicted_ms(real.stopped_s).0);
    let high_ms = mean_of(&|(real, _)| plan.predicted_ms(real.stopped_s).1);
    let says = message!(
        "triggers/effect",
        pairs: Count(n as f64),
        unit: Kind(plan.unit.clone().into()),
        stopped: Ms(mean_of(&|(real, _)| real.stopped_s) * 1e3),
        window: Seconds(plan.window_s),
        mean: Ms(mean),
        low: Ms(interval.low),
        high: Ms(interval.high),
        sham: Ms(mean_of(&|(_, sham)| sham.step_ms())),
        least: Ms(low_ms),
        most: Ms(high_ms),
    );
    if !is_flat(plan, pairs) {
        return (Outcome::NotShown, message!("triggers/sham-moved", says: (says)));
    }
    if stats::sign_flip::test(&differences, plan.seed).p > SURE {
        // what is predicted would have been seen, or might have been missed
        let excluded = interval.high < low_ms;
        return if excluded {
            (Outcome::Contradicted, message!("triggers/nothing-follows", says: (says)))
        } else {
            (Outcome::NotShown, message!("triggers/not-shown", says: (says)))
        };
    }
    if mean < 0.0 {
        return (Outcome::Contradicted, message!("triggers/nothing-follows", says: (says)));
    }
    if interval.high < low_ms || interval.low > high_ms {
        return (Outcome::Supported, message!("triggers/another-size", says: (says)));
    }
    (Outcome::Proven, says)
}

#[cfg(test)]
mod tests;
