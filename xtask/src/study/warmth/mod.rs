//! Study: does the gate open when a service is warm (METHODS section 6.2), and what do simpler rules do? Warm-ups are drawn by [`trace`].

mod trace;

use super::figure::{Bar, Figure};
use super::noise::Noise;
use gate::{Decision, Gate, Settings, Signals, Window};
use stats::describe::{mean, quantile, standard_deviation};
use trace::{Kind, Noisy, Trace};

const TIMES: usize = 500;
/// Requests per second, and how long the rate takes to get there.
const RATE: f64 = 200.0;
const RAMP_S: f64 = 10.0;
/// Seconds of a window.
const WINDOW: usize = 5;
/// Longest wait: more than twice that of the command, so that what never settles has more chances to be taken for warm.
const LONGEST_S: f64 = 300.0;
/// Shortest proof after the service is warm and enough requests were answered: four windows to compare, one at twice the rate.
const PROOF_S: f64 = 25.0;
/// The same where the machine varies: a minute to look back over, one at twice the rate.
const PROOF_ON_VARYING_S: f64 = 65.0;
/// Later than that by two windows is late.
const LATE_S: f64 = 10.0;

/// When a rule opened, on one trace.
struct Opened {
    kind: Kind,
    /// Shortest proof on this machine, seconds.
    proof_s: f64,
    /// When the service was warm for good, as far as it had got by then.
    warm_s: Option<f64>,
    /// When enough requests were answered.
    covered_s: f64,
    at_s: Option<f64>,
}

impl Opened {
    fn early(&self) -> bool {
        self.kind.settles() && self.at_s.is_some_and(|at| self.warm_s.is_none_or(|warm| at < warm))
    }

    /// Seconds after the first moment at which it could have known.
    fn delay_s(&self) -> Option<f64> {
        Some(self.at_s? - self.warm_s?.max(self.covered_s))
    }

    fn late(&self) -> bool {
        self.delay_s().is_none_or(|d| d > self.proof_s + LATE_S)
    }
}

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for (noisy, name) in NOISES {
        let seed = noise.seed();
        let ours = run(TIMES, noisy, seed, &by_gate);
        all.extend(judged(&format!("the gate, {name}"), &ours, Some(noisy)));
        for (rule, opens) in SIMPLER {
            all.extend(judged(&format!("for comparison: {rule}, {name}"), &run(TIMES, noisy, seed, opens), None));
        }
        let unseen: Vec<Opened> = drawn(&[Kind::Unseen; 1], 200, noisy, noise.seed(), &by_gate);
        all.push(Figure::share(
            format!("the gate, {name}; a JVM of which nothing is seen: opens early"),
            unseen.iter().map(Opened::early),
            Bar::None,
        ));
    }
    for (noisy, name) in NOISES {
        let lively: Vec<Opened> = drawn(&[Kind::Lively], 200, noisy, noise.seed(), &by_gate);
        let rule = format!("the gate, {name}; answers are shorter at twice the rate");
        all.push(Figure::share(format!("{rule}: opens early"), lively.iter().map(Opened::early), Bar::AtMost(0.02)));
        all.push(Figure::share(format!("{rule}: opens late or not at all"), lively.iter().map(Opened::late), Bar::None));
    }
    all
}

const NOISES: [(Noisy, &str); 3] =
    [(Noisy::Second, "medians of a second vary by 8 %"), (Noisy::Request, "requests vary by 8 %"), (Noisy::Machine, "the machine varies")];

/// Of ten services: six JVMs, one or two of one step, one that is warm already, two that never settle.
const MIX: [Kind; 10] = [
    Kind::Tiered,
    Kind::Tiered,
    Kind::Tiered,
    Kind::Tiered,
    Kind::Tiered,
    Kind::Slowdown,
    Kind::Unsteady,
    Kind::OneStep,
    Kind::OneStep,
    Kind::Flat,
];

type Rule = dyn Fn(&mut Trace) -> Opened;
const SIMPLER: [(&str, &Rule); 3] = [("60 s", &after_60_s), ("240 requests", &after_240), ("variation of 10 s below 5 %", &by_variation)];

fn run(times: usize, noisy: Noisy, seed: u64, opens: &Rule) -> Vec<Opened> {
    drawn(&MIX, times, noisy, seed, opens)
}

fn drawn(kinds: &[Kind], times: usize, noisy: Noisy, seed: u64, opens: &Rule) -> Vec<Opened> {
    let mut noise = Noise::new(seed);
    (0..times).map(|i| opens(&mut Trace::draw(kinds[i % kinds.len()], noisy, &mut noise))).collect()
}

/// With bars where it is the gate that is judged.
fn judged(rule: &str, all: &[Opened], bars: Option<Noisy>) -> Vec<Figure> {
    let bar = |b: Bar| if bars.is_some() { b } else { Bar::None };
    let settle = || all.iter().filter(|o| o.kind.settles());
    let mut figures = vec![
        Figure::share(format!("{rule}: opens early"), settle().map(Opened::early), bar(Bar::AtMost(0.02))),
        Figure::share(format!("{rule}: opens late or not at all"), settle().map(Opened::late), bar(Bar::AtMost(0.10))),
    ];
    for (kind, name) in [(Kind::Slowdown, "gets slower and slower"), (Kind::Unsteady, "never stays on a level")] {
        let closed = all.iter().filter(|o| o.kind == kind).map(|o| o.at_s.is_none());
        figures.push(Figure::share(format!("{rule}: stays closed where the service {name}"), closed, bar(Bar::AtLeast(1.0))));
    }
    if bars.is_some() {
        let delays: Vec<f64> = settle().filter_map(Opened::delay_s).collect();
        let after_warm: Vec<f64> = settle().filter_map(|o| Some(o.at_s? - o.warm_s?)).collect();
        figures.push(Figure::mean(format!("{rule}: seconds from warm and asked enough to open, mean"), &delays, Bar::None));
        figures.push(Figure::mean(format!("{rule}: the same, 90th percentile"), &tenth(&delays), Bar::None));
        figures.push(Figure::mean(format!("{rule}: seconds from warm to open, mean"), &after_warm, Bar::None));
        let tiered: Vec<f64> = all.iter().filter(|o| o.kind == Kind::Tiered).filter_map(|o| o.at_s).collect();
        figures.push(Figure::mean(format!("{rule}: seconds from the start to open, JVMs, mean"), &tiered, Bar::None));
    }
    figures
}

/// The 90th percentile of ten parts: a figure with an error.
fn tenth(values: &[f64]) -> Vec<f64> {
    let parts = 10.min(values.len().max(1));
    (0..parts).map(|p| quantile(&values.iter().skip(p).step_by(parts).copied().collect::<Vec<_>>(), 0.9)).collect()
}

/// Requests per second at this moment.
fn ramp(at_s: f64) -> f64 {
    1.0 + (RATE - 1.0) * (at_s / RAMP_S).min(1.0)
}

/// How many requests are enough for this service.
fn enough(trace: &Trace, s: &Settings) -> bool {
    let each = if matches!(trace.kind, Kind::Tiered | Kind::Slowdown) { s.compiled_class_answers } else { s.class_answers } as f64;
    trace.calls().all(|c| c >= each) && trace.calls().sum::<f64>() >= s.answers as f64
}

/// The gate, driven as the command drives it.
fn by_gate(trace: &mut Trace) -> Opened {
    let settings = Settings { longest_s: LONGEST_S, ..Settings::default() };
    let mut gate = Gate::new(settings.clone(), trace.noise.seed());
    let (mut at_s, mut factor, mut covered_s) = (0.0, 1.0, None);
    loop {
        let (mut seconds, mut signals) = (Vec::new(), Vec::new());
        for _ in 0..WINDOW {
            let (answers, seen) = trace.second(factor * ramp(at_s));
            at_s += 1.0;
            seconds.push(answers);
            signals.push(seen);
            if covered_s.is_none() && enough(trace, &settings) {
                covered_s = Some(at_s);
            }
        }
        let classes = (0..trace.classes()).map(|i| trace::class_of(&seconds, i)).collect();
        let answer = gate.feed(&Window { length_s: WINDOW as f64, classes, signals: together(&signals) });
        factor = if answer.decision == Decision::Burst { 2.0 } else { 1.0 };
        let opened = match answer.decision {
            Decision::Warm => Some(at_s),
            Decision::TooLong(_) => None,
            _ => continue,
        };
        // the truth goes on: what was not warm by then becomes so later, or never
        return Opened {
            kind: trace.kind,
            proof_s: proof_s(trace),
            covered_s: covered_s.unwrap_or(LONGEST_S),
            at_s: opened,
            warm_s: in_the_end(trace, at_s),
        };
    }
}

fn proof_s(trace: &Trace) -> f64 {
    if trace.noisy == Noisy::Machine { PROOF_ON_VARYING_S } else { PROOF_S }
}

/// When the service is warm for good.
fn in_the_end(trace: &mut Trace, at_s: f64) -> Option<f64> {
    let mut at_s = at_s;
    while at_s < LONGEST_S {
        trace.second(ramp(at_s));
        at_s += 1.0;
    }
    trace.settled_s
}

fn together(all: &[Signals]) -> Signals {
    let of = |get: fn(&Signals) -> Option<f64>| {
        let values: Vec<f64> = all.iter().filter_map(get).collect();
        (!values.is_empty()).then(|| mean(&values))
    };
    Signals {
        compiler_cores: of(|s| s.compiler_cores),
        loaded_per_s: of(|s| s.loaded_per_s),
        invalidated: of(|s| s.invalidated).map(|i| i * all.len() as f64),
        throttled: of(|s| s.throttled),
        work_s: of(|s| s.work_s),
    }
}

/// A rule that looks at each second and opens when it says so. For these a service has been asked enough from the beginning.
fn second_by_second(trace: &mut Trace, opens: impl Fn(f64, &[Vec<(u64, f64)>], f64) -> bool) -> Opened {
    let (mut at_s, mut seconds, mut requests) = (0.0, Vec::new(), 0.0);
    let mut opened = None;
    while at_s < LONGEST_S && opened.is_none() {
        requests += ramp(at_s);
        seconds.push(trace.second(ramp(at_s)).0);
        at_s += 1.0;
        opened = opens(at_s, &seconds, requests).then_some(at_s);
    }
    Opened { kind: trace.kind, proof_s: proof_s(trace), covered_s: 0.0, at_s: opened, warm_s: in_the_end(trace, at_s) }
}

fn after_60_s(trace: &mut Trace) -> Opened {
    second_by_second(trace, |at_s, _, _| at_s >= 60.0)
}

/// At the rate of the gate; a tool that sends two a second takes two minutes for them, and leaves the service as cold.
fn after_240(trace: &mut Trace) -> Opened {
    second_by_second(trace, |_, _, requests| requests >= 240.0)
}

/// Coefficient of variation of the last ten medians of each class (Georges et al. 2007, at a bound that medians which vary can reach).
fn by_variation(trace: &mut Trace) -> Opened {
    second_by_second(trace, |_, seconds, _| {
        let Some(from) = seconds.len().checked_sub(10) else { return false };
        (0..seconds[0].len()).all(|class| {
            let last: Vec<f64> = seconds[from..].iter().map(|s| s[class].1).collect();
            standard_deviation(&last) <= 0.05 * mean(&last)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::describe::median;

    /// Fewer than the study, so bounds with room for chance.
    const FEW: usize = 60;

    #[test]
    fn the_gate_opens_warm_services_and_keeps_those_closed_that_never_settle() {
        for noisy in [Noisy::Second, Noisy::Request] {
            let all = run(FEW, noisy, 2026, &by_gate);
            let settle: Vec<&Opened> = all.iter().filter(|o| o.kind.settles()).collect();
            assert!(settle.iter().filter(|o| o.early()).count() <= 2);
            assert!(settle.iter().filter(|o| o.late()).count() * 5 <= settle.len());
            assert!(all.iter().filter(|o| !o.kind.settles()).all(|o| o.at_s.is_none()));
        }
    }

    #[test]
    fn a_machine_that_varies_makes_the_gate_later_and_not_earlier() {
        let all = run(FEW, Noisy::Machine, 2026, &by_gate);
        let settle: Vec<&Opened> = all.iter().filter(|o| o.kind.settles()).collect();
        assert!(settle.iter().filter(|o| o.early()).count() <= 2);
        assert!(settle.iter().filter(|o| o.late()).count() * 3 <= settle.len());
    }

    #[test]
    fn simple_rules_open_in_the_lull() {
        let early = |opens: &Rule| drawn(&[Kind::Tiered], FEW, Noisy::Request, 7, opens).iter().filter(|o| o.early()).count();
        assert!(early(&after_240) > FEW / 2 && early(&by_variation) > FEW / 4);
        assert!(early(&by_gate) <= 2);
    }

    #[test]
    fn a_trace_ends_at_its_warm_level_and_knows_since_when() {
        let mut trace = Trace::draw(Kind::Tiered, Noisy::Request, &mut Noise::new(3));
        let medians: Vec<f64> = (0..200).map(|_| trace.second(RATE).0[0].1).collect();
        let settled = trace.settled_s.expect("calls are made") as usize;
        assert!(medians[0] > 3.0 * median(&medians[150..]));
        assert!(settled < 150 && medians[settled + 5] < 1.3 * median(&medians[150..]));
    }
}
