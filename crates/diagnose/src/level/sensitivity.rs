//! How much a service feels the speed of its CPUs: the power of the time of work of known length with which its CPU per request goes, second by second.
//!
//! A piece of work that is the same each time feels what others take of caches and execution units in its own way, and each service in another: of two on Node
//! the power was 1.2 and 1.8 ([ADR 40](../../../../docs/adr/0040-how-fast-the-cpus-are-is-measured-by-work-of-known-length.md)).

use super::speed::Speed;
use model::{Outcome, Phase, Run, signal};

crate::thresholds! {
    /// Fewest seconds that tell it. A guess.
    FEWEST_SECONDS = 15.0;
    /// Most that it may be. A guess: more is seldom the speed's.
    MOST = 2.5;
}

/// How CPU per request goes with the speed of the CPUs, over the seconds of all measured phases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sensitivity {
    /// Seconds that tell it.
    pub seconds: usize,
    /// Correlation of CPU per answer and the time of the work, as logarithms from which the mean of their phase is taken.
    pub correlation: f64,
    /// The slope of these logarithms, by least squares.
    pub power: f64,
    /// Its standard error.
    pub error: f64,
    /// Standard deviation of the logarithm of CPU per answer.
    pub spread: f64,
    /// The same with the speed taken out.
    pub left: f64,
}

impl Sensitivity {
    /// Of a run; `None` where too few seconds are known, or nothing varies.
    pub fn of(run: &Run) -> Option<Self> {
        let phases: Vec<Vec<(f64, f64)>> = run.measured_phases().map(|p| by_second(run, p)).filter(|s| s.len() > 1).collect();
        let pairs: Vec<(f64, f64)> = phases.iter().flat_map(|p| about_their_mean(p)).collect();
        let free = pairs.len() as f64 - phases.len() as f64 - 1.0;
        let sum = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
        let (xx, xy, yy) = (sum(|(x, _)| x * x), sum(|(x, y)| x * y), sum(|(_, y)| y * y));
        if (pairs.len() as f64) < FEWEST_SECONDS.get() || xx <= 0.0 || yy <= 0.0 {
            return None;
        }
        let left = (yy - xy * xy / xx).max(0.0) / free;
        Some(Self {
            seconds: pairs.len(),
            correlation: xy / (xx * yy).sqrt(),
            power: xy / xx,
            error: (left / xx).sqrt(),
            spread: (yy / free).sqrt(),
            left: left.sqrt(),
        })
    }

    /// The power that may be counted on: what a standard error leaves of it, 1 at least.
    pub(super) fn at_least(&self) -> f64 {
        (self.power - self.error).clamp(1.0, MOST.get())
    }
}

/// Logarithms of how long the work took and of CPU per answer, of each whole second of a phase but the first, in which connections are opened.
fn by_second(run: &Run, phase: &Phase) -> Vec<(f64, f64)> {
    let (Some(speed), Some(end)) = (Speed::of_phase(run, phase), phase.end) else { return Vec::new() };
    let second = |t: model::Timestamp| t.seconds_since(phase.start).max(0.0) as usize;
    let mut answers = vec![0.0; second(end) + 1];
    for a in run.attempts_of(&phase.id).filter(|a| a.outcome != Outcome::Censored) {
        if let Some(n) = answers.get_mut(second(a.done)) {
            *n += 1.0;
        }
    }
    let pair = |(middle, times): (model::Timestamp, f64)| {
        let (from, to) = (middle.plus_ns(-500_000_000), middle.plus_ns(500_000_000));
        let cpu_s = run.increase(signal::PROCESS_CPU_TIME, from, to)?;
        let answers = answers[second(middle)];
        let tells = second(from) > 0 && to < end && answers > 0.0 && cpu_s > 0.0;
        tells.then(|| (times.ln(), (cpu_s / answers).ln()))
    };
    speed.seconds().filter_map(pair).collect()
}

fn about_their_mean(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    pairs.iter().map(|p| (p.0 - x, p.1 - y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::series::labels;
    use model::{Observation, Series};
    use testkit::RunBuilder;

    /// A run in which the work takes up to twice as long from second to second, and CPU per answer goes with that `power`.
    fn run(power: f64) -> Run {
        let mut run = RunBuilder::new().usual_levels(300.0, |_, l| l).build();
        let slowness = |second: i64| 1.0 + (second * 7 % 11) as f64 / 10.0;
        let cpu = run.environment.target.cpus.first().map(u32::to_string).unwrap_or_default();
        let (mut work, mut used) = (Series::new(signal::FIXED_WORK_TIME, labels([("cpu", &cpu)])), Series::default());
        let mut sum = 0.0;
        for phase in run.measured_phases() {
            let end = phase.end.unwrap();
            let second = |t: model::Timestamp| t.seconds_since(phase.start) as usize;
            let mut answers = vec![0.0; second(end) + 1];
            for a in run.attempts_of(&phase.id) {
                answers[second(a.done).min(second(end))] += 1.0;
            }
            used.push(phase.start, sum);
            for (s, n) in answers.iter().enumerate().take(second(end)) {
                let (from, slow) = (phase.start.plus_ns(s as i64 * 1_000_000_000), slowness(s as i64));
                (0..20).for_each(|i| work.push(from.plus_ns(i * 50_000_000), 50e-6 * slow));
                sum += n * 1e-3 * slow.powf(power);
                used.push(from.plus_ns(1_000_000_000), sum);
            }
        }
        run.series.retain(|(s, _), _| s != signal::PROCESS_CPU_TIME);
        used.signal = signal::PROCESS_CPU_TIME.to_owned();
        run.apply(Observation::Series(work));
        run.apply(Observation::Series(used));
        run
    }

    #[test]
    fn the_power_of_a_run_is_found() {
        for power in [0.0, 1.0, 1.8] {
            let s = Sensitivity::of(&run(power)).expect("seconds");
            assert!((s.power - power).abs() < 0.02 && s.error < 0.02, "{power}: {s:?}");
            assert!((s.at_least() - power.max(1.0)).abs() < 0.03, "{s:?}");
        }
    }

    #[test]
    fn without_the_work_nothing_is_told() {
        assert_eq!(Sensitivity::of(&RunBuilder::new().usual_levels(300.0, |_, l| l).build()), None);
    }
}
