//! Warm-ups second by second, of services whose truth is known: which level each class of requests is on, when it stays there, what its compilers do. A trace
//! answers to load: what waits for calls comes sooner where more are made.
//!
//! ```text
//! median   6 ####
//!          2     \_________________              calls are counted; nothing compiles
//!          1                       \__________   what the service is like
//!          compilers   ##          ####
//!                            ^lull
//! ```

use crate::study::noise::Noise;
use gate::{ClassWindow, Signals};

/// What becomes of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Interpreter, first compiler, a lull, second compiler: a JVM whose threads are seen.
    Tiered,
    /// The same, and nothing is seen but its answers.
    Unseen,
    /// Slow at first for a number of calls, then warm: a runtime of one compiler, a cache that fills.
    OneStep,
    /// The same, and the more requests come the shorter its answers are: at twice the rate by a tenth to a quarter, as those of lightly loaded services.
    Lively,
    /// Warm from the first request on.
    Flat,
    /// Warms up, then gets slower and slower.
    Slowdown,
    /// Never stays on a level.
    Unsteady,
}

impl Kind {
    pub(super) fn settles(self) -> bool {
        !matches!(self, Self::Slowdown | Self::Unsteady)
    }

    fn is_seen(self) -> bool {
        matches!(self, Self::Tiered | Self::Slowdown)
    }
}

/// How medians vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noisy {
    /// The median of each second by 8 %, however many requests it has.
    Second,
    /// Each request by 8 %.
    Request,
    /// The medians of seconds by 6 %, and all of them with the speed of the machine, which comes and goes by 6 %: requests feel it with a power of 1.5, the work of fixed length as
    /// it is; requests come and go by another 8 % that it does not show.
    Machine,
}

/// What comes and goes: a normal value with this standard deviation whose memory fades over this time, seconds.
#[derive(Clone, Copy, Default)]
struct Wander {
    now: f64,
    sd: f64,
    fades_s: f64,
}

impl Wander {
    fn new(sd: f64, fades_s: f64, n: &mut Noise) -> Self {
        Self { now: n.normal(sd), sd, fades_s }
    }

    /// A second later.
    fn next(&mut self, n: &mut Noise) -> f64 {
        let kept = (-1.0 / self.fades_s).exp();
        self.now = kept * self.now + n.normal(self.sd * (1.0 - kept * kept).sqrt());
        self.now
    }
}

const NOISE: f64 = 0.08;
/// Of a second where the machine varies, of the fixed work in it, and the power with which requests feel the speed. A guess after three runs (docs/adr/0042).
const MACHINE_NOISE: f64 = 0.06;
const WORK_NOISE: f64 = 0.02;
const FEELS: f64 = 1.5;
/// A class counts as settled within this of its last level.
const SETTLED: f64 = 1.05;

/// A step down in the response of a class, which begins when it has had so many calls.
#[derive(Clone, Copy)]
struct Step {
    calls: f64,
    to: f64,
    over_s: f64,
    begun_at: Option<f64>,
}

struct Class {
    weight: f64,
    base_ms: f64,
    calls: f64,
    first: f64,
    steps: Vec<Step>,
}

/// A service.
pub(super) struct Trace {
    pub(super) kind: Kind,
    pub(super) noisy: Noisy,
    classes: Vec<Class>,
    at_s: f64,
    /// Cores that a compilation takes.
    compiling: f64,
    slower_per_s: f64,
    /// The power of the rate with which answers get shorter.
    lively: f64,
    /// What an unsteady service is multiplied by, and until when.
    regime: (f64, f64),
    /// The machine's speed, and what it does to requests alone.
    speed: Wander,
    hidden: Wander,
    /// When all classes had settled, and since when they are.
    pub(super) settled_s: Option<f64>,
    pub(super) noise: Noise,
}

impl Trace {
    pub(super) fn draw(kind: Kind, noisy: Noisy, noise: &mut Noise) -> Self {
        let mut own = Noise::new(noise.seed());
        let count = 1 + own.below(3);
        let weights: Vec<f64> = (0..count).map(|_| own.uniform(0.8, 1.25)).collect();
        let all: f64 = weights.iter().sum();
        let classes = weights.iter().map(|w| Class::draw(kind, w / all, &mut own)).collect();
        Self {
            kind,
            noisy,
            classes,
            at_s: 0.0,
            compiling: own.uniform(0.3, 0.9),
            slower_per_s: own.log_uniform(0.005, 0.04),
            lively: if kind == Kind::Lively { own.uniform(0.15, 0.40) } else { 0.0 },
            regime: (1.0, 0.0),
            speed: if noisy == Noisy::Machine { Wander::new(0.06, 15.0, &mut own) } else { Wander::default() },
            hidden: if noisy == Noisy::Machine { Wander::new(0.08, 10.0, &mut own) } else { Wander::default() },
            settled_s: None,
            noise: own,
        }
    }

    pub(super) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Good answers of each class so far.
    pub(super) fn calls(&self) -> impl Iterator<Item = f64> + '_ {
        self.classes.iter().map(|c| c.calls)
    }

    /// A second at this rate: the median of each class with its answers, and what was seen.
    pub(super) fn second(&mut self, rate_per_s: f64) -> (Vec<(u64, f64)>, Signals) {
        self.at_s += 1.0;
        if self.kind == Kind::Unsteady && self.at_s >= self.regime.1 {
            let by = self.noise.uniform(0.15, 0.5);
            let level = self.regime.0.ln();
            // back towards the middle, or it would wander off
            let up = level < -0.25 || (level < 0.25 && self.noise.coin());
            self.regime = ((level + if up { by } else { -by }).exp(), self.at_s + self.noise.uniform(4.0, 15.0));
        }
        let (mut busy, mut settled, mut answers) = (false, true, Vec::new());
        let at_s = self.at_s;
        let is_varying = self.noisy == Noisy::Machine;
        let (speed, hidden) = if is_varying { (self.speed.next(&mut self.noise), self.hidden.next(&mut self.noise)) } else { (0.0, 0.0) };
        let machine = (FEELS * speed + hidden).exp();
        let shorter = (rate_per_s / super::RATE).powf(-self.lively);
        for c in &mut self.classes {
            let calls = rate_per_s * c.weight;
            c.calls += calls;
            let (level, compiles) = c.level(at_s);
            busy |= compiles;
            settled &= level <= SETTLED;
            let sd = match self.noisy {
                Noisy::Second => NOISE,
                Noisy::Machine => MACHINE_NOISE,
                // of the median of so many normal values
                Noisy::Request => NOISE * (std::f64::consts::FRAC_PI_2 / calls.max(1.0)).sqrt(),
            };
            let extra = match self.kind {
                Kind::Slowdown => (self.slower_per_s * at_s).exp(),
                Kind::Unsteady => self.regime.0,
                _ => 1.0,
            };
            answers.push((calls.round() as u64, c.base_ms * level * extra * machine * shorter * self.noise.normal(sd).exp()));
        }
        match (settled, self.settled_s) {
            (true, None) => self.settled_s = Some(self.at_s),
            (false, Some(_)) => self.settled_s = None,
            _ => {}
        }
        let cores = if busy { self.compiling * self.noise.uniform(0.7, 1.3) } else { self.noise.exponential(0.008) };
        let loaded = if at_s < 4.0 { self.noise.uniform(20.0, 400.0) } else { self.noise.exponential(0.05) };
        let seen = |v: f64| self.kind.is_seen().then_some(v);
        let work_s = is_varying.then(|| 5e-5 * (speed + self.noise.normal(WORK_NOISE)).exp());
        (answers, Signals { compiler_cores: seen(cores), loaded_per_s: seen(loaded), invalidated: seen(0.0), throttled: Some(0.0), work_s })
    }
}

impl Class {
    fn draw(kind: Kind, weight: f64, n: &mut Noise) -> Self {
        let step = |calls, to, over_s| Step { calls, to, over_s, begun_at: None };
        let (first, steps) = match kind {
            // calls: HotSpot compiles a method for good after 5,000, or after 600 where it has loops
            Kind::Tiered | Kind::Unseen | Kind::Slowdown => (
                6.0,
                vec![
                    step(n.log_uniform(30.0, 400.0), 2.0, n.uniform(2.0, 6.0)),
                    step(n.log_uniform(600.0, 5_000.0), 1.0, n.uniform(3.0, 20.0)),
                ],
            ),
            Kind::OneStep | Kind::Lively => (n.uniform(1.5, 5.0), vec![step(n.log_uniform(50.0, 3_000.0), 1.0, n.uniform(1.0, 20.0))]),
            Kind::Flat | Kind::Unsteady => (1.0, Vec::new()),
        };
        Self { weight, base_ms: n.log_uniform(1.0, 100.0), calls: 0.0, first, steps }
    }

    /// Times the warm response, and whether it is being compiled.
    fn level(&mut self, at_s: f64) -> (f64, bool) {
        let (mut level, mut compiles) = (self.first, false);
        for s in &mut self.steps {
            if s.begun_at.is_none() && self.calls >= s.calls {
                s.begun_at = Some(at_s);
            }
            let Some(begun) = s.begun_at else { break };
            let done = ((at_s - begun) / s.over_s).min(1.0);
            level *= (s.to / level).powf(done);
            compiles |= done < 1.0;
        }
        (level, compiles)
    }
}

/// Seconds put together as the class `i` of a window.
pub(super) fn class_of(seconds: &[Vec<(u64, f64)>], i: usize) -> ClassWindow {
    let medians_ms: Vec<f64> = seconds.iter().map(|s| s[i].1).collect();
    ClassWindow { ok: seconds.iter().map(|s| s[i].0).sum(), failed: 0, p95_ms: None, medians_ms }
}
