//! Calls that an HTTP client hands to threads of its own, which it makes as they are needed (OkHttp's `enqueue`): where more requests
//! wait for them than calls are under way, the client lets only so many through at a time.

use crate::facts::calls::number_of_calls;
use crate::facts::executors::{executors, waiting_for_tasks};
use crate::facts::stacks::Stack;
use diagnose::Analysis;
use diagnose::frames::{Part, Place, Role};
use diagnose::level::{FEWEST_SAMPLES, Level, STEADY, peer_uses};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the time of such calls that must be waiting for their answers, and of the time of these and of tasks of all executors
    /// that must be such calls: else requests may wait for something else. Source: the meaning of "nearly all".
    NEARLY_ALL = 0.9;
    /// Share of their time at tasks up to which the threads of an executor leave nobody waiting. A guess: half.
    HAS_ROOM = 0.5;
}

/// Calls of a client that wait for their turn in it.
pub(super) struct Dispatched {
    /// Calls that are under way at once at the heaviest level.
    pub(super) at_once: f64,
    /// What a request waits beyond what it waits for the same calls where none queues, milliseconds.
    pub(super) waits_ms: f64,
    /// Calls of a request, one after the other, milliseconds: at the heaviest level and under light load.
    calls_ms: f64,
    light_ms: f64,
    /// Requests that wait at once at the heaviest level.
    waiting: f64,
    /// Where they wait.
    pub(super) site: String,
}

impl Dispatched {
    /// `None` where no client does so, where as many calls are under way as requests wait, or where these may wait for something else:
    /// for tasks of other executors, for calls that more connections await than there are, or under light load for less than a call or
    /// for more than all of them.
    pub(super) fn of(a: &Analysis) -> Option<Self> {
        let (light, heavy) = (a.light()?, a.heavy()?);
        let (calls_ms, light_ms) = (handed_ms(a, heavy)?, handed_ms(a, light)?);
        let waits = waiting_for_tasks(a, heavy).filter(|w| w.samples >= FEWEST_SAMPLES.get())?;
        let at_rest_ms = waiting_for_tasks(a, light)?.ms;
        let call_ms = light_ms / number_of_calls(a, light)?.max(1.0);
        let per_s = heavy.throughput_per_s / 1e3;
        let (waiting, at_once) = (waits.ms * per_s, calls_ms * per_s);
        // connections that await an answer whatever the load are those under light load that these calls do not need
        let standing = (awaited(a, light)? - light_ms / 1e3 * light.throughput_per_s).max(0.0);
        let others_await = awaited(a, heavy)? - standing > STEADY.get() * at_once;
        let others_are_full = executors(a, heavy).values().any(|e| e.busy_share > HAS_ROOM.get());
        let are_waited_for = (call_ms / STEADY.get()..=light_ms * STEADY.get()).contains(&at_rest_ms);
        if others_await || others_are_full || !are_waited_for || waiting < STEADY.get() * at_once {
            return None;
        }
        // less than all of its calls, where a request makes them side by side
        let share = (at_rest_ms / light_ms).min(1.0);
        Some(Self { at_once, waits_ms: (waits.ms - share * calls_ms).max(0.0), calls_ms, light_ms, waiting, site: waits.site })
    }

    /// Whether calls take as long as under light load.
    pub(super) fn is_steady(&self) -> bool {
        self.calls_ms < STEADY.get() * self.light_ms
    }

    /// What was seen at `heavy`.
    pub(super) fn observed(&self, heavy: &Level) -> Message {
        message!(
            "dependency-client-pool-too-small/observed-by-threads",
            calls: Count(self.at_once),
            waiting: Count(self.waiting),
            rate: PerSecond(heavy.throughput_per_s),
            takes: Ms(self.calls_ms),
            light_takes: Ms(self.light_ms),
            waits: Ms(self.waits_ms)
        )
    }
}

/// Connections to anybody on which an answer is awaited; `None` where they were not counted.
fn awaited(a: &Analysis, level: &Level) -> Option<f64> {
    peer_uses(a.run, level.window, level.requests as f64).iter().map(|u| u.awaited).sum()
}

/// Time of such calls, milliseconds per request; `None` where there are few, where they do something else than wait for answers, or where
/// executors of the application have tasks as well.
fn handed_ms(a: &Analysis, level: &Level) -> Option<f64> {
    let (profile, samples) = (a.run.wall.get(&level.phase.id)?, level.samples.as_ref()?);
    let kinds: Vec<Option<bool>> = a.stacks.each().map(|s| waits_in_handed_call(a, &s)).collect();
    let (mut all, mut waits) = (0.0, 0.0);
    for s in &profile.samples {
        if let Some(Some(waiting)) = kinds.get(s.stack as usize) {
            all += f64::from(s.weight);
            waits += if *waiting { f64::from(s.weight) } else { 0.0 };
        }
    }
    let ms = all * samples.interval_ms / (level.requests as f64).max(1.0);
    let tasks_ms: f64 = executors(a, level).values().map(|e| e.task_ms).sum();
    let alone = ms >= NEARLY_ALL.get() * (ms + tasks_ms);
    (all >= FEWEST_SAMPLES.get() && waits >= NEARLY_ALL.get() * all && alone).then_some(ms)
}

/// Whether a thread that makes such a call waits for its answer; `None` of other threads.
fn waits_in_handed_call(a: &Analysis, stack: &Stack<'_>) -> Option<bool> {
    let is_one = stack.iter().any(|(_, c)| c.is(Role::HandedCall));
    let class = a.stacks.language.classify_task(stack).filter(|_| is_one)?;
    Some(class.place == Place::Request(Part::Remote))
}
