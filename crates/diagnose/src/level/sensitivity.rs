//! How much a service feels the speed of its CPUs: the power of the time of work of known length with which its CPU per answer goes, second by second.
//!
//! A piece of work that is the same each time feels what others take of caches and execution units in its own way, and each service in another
//! ([ADR 40](../../../../docs/adr/0040-how-fast-the-cpus-are-is-measured-by-work-of-known-length.md)). The power is the median of the slopes between all pairs
//! of seconds (Theil-Sen), so that a few seconds with a job of the service's own turn it little.

use super::speed::{SECOND_NS, Speed};
use model::{Outcome, Phase, PhaseKind, Run, signal};
use stats::describe::median;

crate::thresholds! {
    /// Fewest seconds that tell it. A guess.
    FEWEST_SECONDS = 15.0;
    /// Most that it may be. A guess: more is seldom the speed's.
    MOST = 2.5;
}
/// Most seconds that are looked at: pairs of them are compared.
const MOST_SECONDS: usize = 400;

/// How CPU per answer goes with the speed of the CPUs, over the seconds of all measured phases, that of `--tail` among them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sensitivity {
    /// Seconds that tell it.
    pub seconds: usize,
    /// Correlation of CPU per answer and the time of the work, as logarithms from which the median of their phase is taken.
    pub correlation: f64,
    /// The slope of these logarithms.
    pub power: f64,
    /// Standard deviation of the logarithm of CPU per answer.
    pub spread: f64,
    /// The same with the speed taken out.
    pub left: f64,
}

impl Sensitivity {
    /// Of a run; `None` where too few seconds are known, or nothing varies.
    pub fn of(run: &Run) -> Option<Self> {
        let tells = |p: &&Phase| p.is_measured() || p.kind == PhaseKind::Tail;
        let mut pairs: Vec<(f64, f64)> = run.phases.iter().filter(tells).flat_map(|p| about_the_median(&by_second(run, p))).collect();
        let each = pairs.len().div_ceil(MOST_SECONDS).max(1);
        pairs = pairs.into_iter().step_by(each).collect();
        if (pairs.len() as f64) < FEWEST_SECONDS.get() {
            return None;
        }
        let power = stats::theil_sen::trend(&pairs, 0.95)?.slope;
        let sum = |f: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
        let (xx, xy, yy) = (sum(&|(x, _)| x * x), sum(&|(x, y)| x * y), sum(&|(_, y)| y * y));
        let n = pairs.len() as f64;
        let left = sum(&|(x, y)| (y - power * x).powi(2));
        (xx > 0.0 && yy > 0.0).then(|| Self {
            seconds: pairs.len(),
            correlation: xy / (xx * yy).sqrt(),
            power,
            spread: (yy / n).sqrt(),
            left: (left / n).sqrt(),
        })
    }

    /// The power as it is counted on.
    pub(super) fn felt(&self) -> f64 {
        self.power.clamp(0.0, MOST.get())
    }
}

/// CPU of the service by answer in each of so many seconds of a phase, milliseconds; `None` where there was none, or it was not read.
pub(super) fn cpu_per_answer(run: &Run, phase: &Phase, from: model::Timestamp, seconds: usize) -> Vec<Option<f64>> {
    let mut answers = vec![0.0; seconds];
    for a in run.attempts_of(&phase.id).filter(|a| a.outcome != Outcome::Censored) {
        let second = usize::try_from(a.done.ns_since(from).div_euclid(SECOND_NS)).ok();
        if let Some(n) = second.and_then(|i| answers.get_mut(i)) {
            *n += 1.0;
        }
    }
    let of = |(i, answers): (usize, f64)| {
        let begin = from.plus_ns(i as i64 * SECOND_NS);
        let cpu_s = run.increase(signal::PROCESS_CPU_TIME, begin, begin.plus_ns(SECOND_NS))?;
        (answers > 0.0 && cpu_s.is_finite() && cpu_s > 0.0).then_some(cpu_s / answers * 1e3)
    };
    answers.into_iter().enumerate().map(of).collect()
}

/// Logarithms of how long the work took and of CPU per answer, of each whole second of a phase but the first, in which connections are opened.
fn by_second(run: &Run, phase: &Phase) -> Vec<(f64, f64)> {
    let (Some(speed), Some(end)) = (Speed::of_phase(run, phase), phase.end) else { return Vec::new() };
    let whole = (end.seconds_since(phase.start) as usize).min(speed.times.len());
    let dear = cpu_per_answer(run, phase, phase.start, whole);
    let pairs = speed.times.iter().zip(dear).skip(1);
    pairs.filter_map(|(times, dear)| Some(((*times)?.ln(), dear?.ln()))).collect()
}

fn about_the_median(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (x, y) = (median(&xs), median(&ys));
    pairs.iter().map(|p| (p.0 - x, p.1 - y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{RunBuilder, on_cpus};

    /// A run in which the work takes up to twice as long from second to second, and CPU per answer goes with that `power`.
    fn run(power: f64) -> Run {
        let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
        on_cpus(&mut run, 1.0, |second| {
            let times = 1.0 + (second * 7 % 11) as f64 / 10.0;
            (times, times.powf(power))
        });
        run
    }

    #[test]
    fn the_power_of_a_run_is_found() {
        for power in [0.0, 1.0, 1.8] {
            let s = Sensitivity::of(&run(power)).expect("seconds");
            assert!((s.power - power).abs() < 0.02 && (s.felt() - power).abs() < 0.02 && s.left < 0.01, "{power}: {s:?}");
        }
        assert!(Sensitivity::of(&run(4.0)).expect("seconds").felt() < 2.51, "more is not the speed's");
    }

    #[test]
    fn without_the_work_nothing_is_told() {
        assert_eq!(Sensitivity::of(&RunBuilder::new().usual_levels(300.0, |_, l| l).build()), None);
    }
}
