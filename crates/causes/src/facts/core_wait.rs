//! Waiting for a core: how much of the slowdown it explains. A thread without a core looks as if it waited for what it read last, so this
//! is told from the scheduler alone (CAUSES section 4 point 4).

use crate::facts::queueing::{Queueing, inside_ms, queueing};
use diagnose::Analysis;
use diagnose::frames::Part;
use diagnose::level::Level;
use diagnose::starvation::in_no_stack_ms;

diagnose::thresholds! {
    /// Run-queue time as a share of CPU time below which nobody waits for a core. Source: CAUSES A2.
    pub(crate) LEAST_OF_CPU = 0.1;
}
// Share of the target's CPUs in use from which none is left. Source: `diagnose::saturation::CPU_FULL`, the same reading of a core.
pub(crate) use diagnose::saturation::CPU_FULL as FULL;

/// Waiting for a core, with the queues that it makes; what is in no stack because nothing of the service ran counts with it. The run queue
/// is not seen by place: it counts as spread evenly over the time inside.
pub(crate) fn core_wait(a: &Analysis) -> Queueing {
    queueing(
        a,
        |l| run_queue_ms(l) + in_no_stack_ms(a, l),
        |l| {
            let waits_for_pool = l.busiest_pool().map_or_else(|| l.part_ms(Part::PoolWait), |p| p.wait_ms);
            let runs = (inside_ms(l) - waits_for_pool).max(0.0);
            let hold = l.busiest_pool().map_or(0.0, |p| p.hold_ms);
            if runs > 0.0 { run_queue_ms(l) * (hold / runs).min(1.0) } else { 0.0 }
        },
    )
}

/// Time a request waits for a core in its worker and before it in the poller, milliseconds: an upper bound, good when the core is full.
fn run_queue_ms(level: &Level) -> f64 {
    let without_carrier = level.part_ms(Part::NoCarrier);
    level.scheduler.as_ref().map_or(0.0, |s| s.request_run_queue_ms + without_carrier + level.before_a_worker_ms().unwrap_or(s.poller_ms))
}

/// Run-queue time of request threads as a share of their CPU time at the heaviest level.
pub(crate) fn of_cpu(a: &Analysis) -> f64 {
    let Some(s) = a.heavy().and_then(|l| l.scheduler.as_ref()) else { return 0.0 };
    if s.request_cpu_ms > 0.0 { s.request_run_queue_ms / s.request_cpu_ms } else { 0.0 }
}
