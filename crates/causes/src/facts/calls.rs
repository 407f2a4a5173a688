//! Calls to other services: how long they take, and whether they spend that time with the other service or before they are sent. A request
//! that waits for tasks of an executor waits for what these do.

use super::executors::{executors, waiting_for_tasks};
use super::queueing::inside_ms;
use diagnose::cpu::Purpose;
use diagnose::frames::Part;
use diagnose::level::{EventLoop, LEAST_CALL_MS, Level, PeerUse, STEADY, peer_uses};
use diagnose::{Analysis, LEAST_GROWTH_SHARE};
use model::{Role, signal};

diagnose::thresholds! {
    /// How many times as long as under light load calls must take to be slower. A guess: half more, as for statements (CAUSES row P4).
    pub(crate) SLOWER = 1.5;
    /// Share of the time in calls that must be seen with the other services for it to be theirs. A guess: the rest is what happens before
    /// the first byte is sent and after the last has come, with the error of eight readings.
    WITH_THEM = 0.75;
    /// Share of the time in all calls, or at all tasks, in which the request waits for one of them alone, from which they are made one
    /// after the other: of those side by side the waits overlap. A guess: nearly all.
    pub(crate) ALONE = 0.9;
}

/// Calls under light and under heavy load, milliseconds per request.
pub(crate) struct CallTimes {
    /// Waiting for answers of other services under light load.
    pub(crate) light: f64,
    /// The same at the heaviest level, without what may be the wait for a core.
    pub(crate) heavy: f64,
    /// Waiting for a connection of the client's own pool at the heaviest level.
    pub(crate) lease: f64,
}

impl CallTimes {
    /// `None` without levels.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        let (light, heavy) = (a.light()?, a.heavy()?);
        Some(Self {
            light: spent_ms(a, light, Part::Remote),
            heavy: (spent_ms(a, heavy, Part::Remote) - heavy.run_queue_in_waits_ms()).max(0.0),
            lease: spent_ms(a, heavy, Part::ClientPoolWait),
        })
    }

    /// Whether calls take clearly longer than under light load.
    pub(crate) fn are_slower(&self) -> bool {
        self.heavy >= SLOWER.get() * self.light
    }

    /// Whether they take as long as under light load.
    pub(crate) fn are_steady(&self) -> bool {
        self.heavy < STEADY.get() * self.light
    }
}

/// Time that a request spends in `part` itself, or waiting for tasks that do, milliseconds.
pub(crate) fn spent_ms(a: &Analysis, level: &Level, part: Part) -> f64 {
    level.part_ms(part) + in_tasks(a, level, part).waited_ms
}

/// Tasks that requests wait for.
#[derive(Default)]
struct InTasks {
    /// Waiting for tasks while these are in a part, milliseconds per request.
    waited_ms: f64,
    /// Time that the tasks spend there, milliseconds per request: more than the wait where several run side by side.
    own_ms: f64,
}

/// What the tasks of the executor that does most are doing counts for all.
fn in_tasks(a: &Analysis, level: &Level, part: Part) -> InTasks {
    let waited = || waiting_for_tasks(a, level).filter(|w| w.ms > 0.0);
    let Some(waits) = level.served.stacks_show_waits().then(waited).flatten() else { return InTasks::default() };
    let most = executors(a, level).into_values().max_by(|x, y| x.task_ms.total_cmp(&y.task_ms));
    most.map_or_else(InTasks::default, |e| {
        let share = e.share_of(part);
        // what a task waits for a thread is not in it
        InTasks { waited_ms: waits.ms.min(e.task_ms) * share, own_ms: e.task_ms * share }
    })
}

/// Time of a request's calls to other services, milliseconds.
pub(crate) struct InCalls {
    /// In which the request waits for any of them.
    pub(crate) waited_ms: f64,
    /// Of all of them together: more than the wait where they are made side by side.
    pub(crate) all_ms: f64,
}

/// At `level`; `None` where there are no calls.
pub(crate) fn in_calls(a: &Analysis, level: &Level) -> Option<InCalls> {
    // a thread waits for one call at a time; what an event loop awaits is counted call by call
    let own_ms = level.served.event_loop().map_or_else(|| level.part_ms(Part::Remote), EventLoop::counted_remote_ms);
    let uncounted_ms = level.part_ms(Part::Remote) - own_ms;
    let twice_ms = level.served.event_loop().map_or(0.0, |l| (l.awaited_twice_ms(&level.pools) - uncounted_ms).max(0.0));
    let tasks = in_tasks(a, level, Part::Remote);
    let all_ms = own_ms + tasks.own_ms;
    (all_ms > 0.0).then(|| InCalls { waited_ms: (own_ms - twice_ms).max(0.0) + tasks.waited_ms, all_ms })
}

/// Calls of a request: by the client's own count, else by its turns with services. `None` where neither was counted.
pub(crate) fn number_of_calls(a: &Analysis, level: &Level) -> Option<f64> {
    let (from, to) = level.window;
    let by_client = a.run.series_of(signal::REMOTE_CALL_COUNT).filter_map(|s| s.increase(from, to)).reduce(|x, y| x + y);
    let n = by_client.map(|n| n / (level.requests as f64).max(1.0)).or_else(|| calls_per_request(a, level));
    n.filter(|n| *n > 0.0)
}

/// Calls under way at once, and connections on which an answer is awaited.
pub(crate) struct UnderWay {
    /// Calls, by how long they take and how many there are (Little's law).
    pub(crate) calls: f64,
    /// Connections on which an answer is awaited.
    pub(crate) awaited: f64,
    /// How long the calls of a request are with the other services, milliseconds, if each has a connection to itself (Little's law).
    pub(crate) with_them_ms: f64,
}

impl UnderWay {
    /// At the heaviest level; `None` where connections were not counted, or calls are too short to be seen on them.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        Self::at(a, a.heavy()?)
    }

    /// At `level`, likewise.
    pub(crate) fn at(a: &Analysis, level: &Level) -> Option<Self> {
        // a thread whose answer has arrived but has no core still shows the read
        let ms = (level.part_ms(Part::Remote) + in_tasks(a, level, Part::Remote).own_ms - level.run_queue_in_waits_ms()).max(0.0);
        let peers = asked(a, level);
        let each_ms = ms / calls_per_request(a, level).map_or(1.0, |n| n.max(1.0));
        let awaited = (awaited_in_all(&peers) - standing(a)).max(0.0);
        (each_ms >= LEAST_CALL_MS.get() && !peers.is_empty()).then(|| Self {
            calls: ms / 1e3 * level.throughput_per_s,
            awaited,
            with_them_ms: stats::law::time_inside_s(awaited, level.throughput_per_s) * 1e3,
        })
    }

    /// Whether the time in calls passes with the other services, and not before the calls are sent.
    pub(crate) fn is_with_them(&self) -> bool {
        self.awaited >= WITH_THEM.get() * self.calls
    }
}

/// How long the calls of a request are with other services, whoever waits for them, milliseconds (Little's law); `None` where connections
/// were not counted.
pub(crate) fn awaited_ms(a: &Analysis, level: &Level) -> Option<f64> {
    let peers = asked(a, level);
    (!peers.is_empty()).then(|| stats::law::time_inside_s(awaited_in_all(&peers), level.throughput_per_s) * 1e3)
}

/// Whether calls were seen to take clearly longer at the other services themselves, and explain the growth of the response time by it.
pub(crate) fn peers_are_slower(a: &Analysis) -> bool {
    CallTimes::of(a).is_some_and(|t| t.are_slower())
        && UnderWay::of(a).is_some_and(|u| u.is_with_them())
        && slower_share(a) >= LEAST_GROWTH_SHARE.get()
}

/// Share of the growth of the response time that calls explain by what they take longer, with the queues that this makes before the
/// connections of the client and before the workers: a worker is kept for so much longer.
pub(crate) fn slower_share(a: &Analysis) -> f64 {
    let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else { return 0.0 };
    let calls_ms = |l: &Level| spent_ms(a, l, Part::Remote) + spent_ms(a, l, Part::ClientPoolWait);
    let grown_ms = (calls_ms(heavy) - calls_ms(light)).max(0.0);
    let of_worker = (grown_ms / inside_ms(heavy).max(1e-3)).min(1.0);
    a.growth.share(grown_ms + of_worker * a.growth.worker_queue_ms)
}

/// The function of the application that makes most calls, by the CPU that they take; empty where none was seen at work.
pub(crate) fn caller(a: &Analysis) -> String {
    let parts = a.heavy_cpu().into_iter().flat_map(|account| &account.parts);
    let calls = parts.filter(|p| !p.own.is_empty() && p.purpose == Purpose::Client);
    calls.max_by(|x, y| x.ms.total_cmp(&y.ms)).map(|p| p.own.clone()).unwrap_or_default()
}

fn awaited_in_all(peers: &[PeerUse]) -> f64 {
    peers.iter().filter_map(|p| p.awaited).sum()
}

/// Connections on which an answer is awaited whatever the load (long polls, streams): those under light load that its calls do not need.
fn standing(a: &Analysis) -> f64 {
    let Some(light) = a.light() else { return 0.0 };
    let calls = light.throughput_per_s * (light.part_ms(Part::Remote) + in_tasks(a, light, Part::Remote).own_ms) / 1e3;
    (awaited_in_all(&asked(a, light)) - calls).max(0.0)
}

/// Services that were asked and of which connections were counted. Where caches have a part of their own, or calls are counted by HTTP, a
/// cache is not who is called.
fn asked<'a>(a: &'a Analysis, level: &Level) -> Vec<PeerUse<'a>> {
    let apart = caches_are_apart(level);
    let mut all = peer_uses(a.run, level.window, level.requests as f64);
    all.retain(|u| u.awaited.is_some() && !(apart && u.peer.role == Role::Cache));
    all
}

/// Calls of a request, by its turns with services; `None` where these were not counted for all of them.
pub(crate) fn calls_per_request(a: &Analysis, level: &Level) -> Option<f64> {
    let apart = caches_are_apart(level);
    let uses = peer_uses(a.run, level.window, level.requests as f64);
    uses.iter().filter(|u| !(apart && u.peer.role == Role::Cache)).try_fold(0.0, |sum, u| Some(sum + u.turns?))
}

fn caches_are_apart(level: &Level) -> bool {
    level.served.event_loop().is_some() || level.part_ms(Part::Cache) > 0.0
}
