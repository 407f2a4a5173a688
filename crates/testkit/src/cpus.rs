//! CPUs that are not equally fast, and answers that take more CPU: what the host and the process probe see of them, second by second.

use model::series::labels;
use model::{Observation, Run, Series, Timestamp, signal};

const SECOND_NS: i64 = 1_000_000_000;
/// CPU time of a fixed piece of work in a usual second.
const WORK_S: f64 = 50e-6;

/// Adds to a run, for each whole second of each of its phases, twenty pieces of work on the first CPU of the service, and the CPU of the process in place of
/// what was known of it: `cpu_ms` for each answer. `of(second)` of a phase gives how many times as long a piece takes, and how many times as much CPU an answer.
pub fn on_cpus(run: &mut Run, cpu_ms: f64, of: impl Fn(usize) -> (f64, f64)) {
    let cpu = run.environment.target.cpus.first().copied().unwrap_or(0).to_string();
    let (mut work, mut used) = (Series::new(signal::FIXED_WORK_TIME, labels([("cpu", &cpu)])), Series::default());
    used.signal = signal::PROCESS_CPU_TIME.to_owned();
    let mut sum = 0.0;
    for phase in &run.phases {
        let second = |t: Timestamp| t.seconds_since(phase.start) as usize;
        let mut answers = vec![0.0; phase.end.map_or(0, second)];
        for a in run.attempts_of(&phase.id) {
            if let Some(n) = answers.get_mut(second(a.done)) {
                *n += 1.0;
            }
        }
        used.push(phase.start, sum);
        for (s, n) in answers.iter().enumerate() {
            let from = phase.start.plus_ns(s as i64 * SECOND_NS);
            let (times, dearer) = of(s);
            (0..20).for_each(|i| work.push(from.plus_ns(i * SECOND_NS / 20), WORK_S * times));
            sum += n * cpu_ms / 1e3 * dearer;
            used.push(from.plus_ns(SECOND_NS), sum);
        }
    }
    run.series.retain(|(s, _), _| s != signal::PROCESS_CPU_TIME);
    run.apply(Observation::Series(work));
    run.apply(Observation::Series(used));
}
