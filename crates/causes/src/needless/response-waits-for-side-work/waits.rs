//! How long a request waits for work beside its answer: by stacks of request threads that wait in its clients, or for tasks of an executor;
//! on an event loop, where no stack waits, by the connections to a mail server on which an answer is awaited.

use super::clients::Kind;
use super::sights::{Seen, Sight, Sum};
use crate::facts::calls::ALONE;
use crate::facts::executors::executors;
use diagnose::Analysis;
use diagnose::frames::Part;
use diagnose::level::{FEWEST_SAMPLES, Level, Served, peer_uses};
use model::Role;

diagnose::thresholds! {
    /// Share of the tasks that one kind of work must be for it to be what requests wait for, and share of the wait that tasks must be to be
    /// waited for at all. A guess: half.
    MOST_OF_TASKS = 0.5;
}

/// The stacks of a run, by what they say of work beside the answer.
pub(super) struct Sights<'a, 'r> {
    a: &'a Analysis<'r>,
    /// By id of the stack.
    all: Vec<Option<Sight>>,
}

/// What a request waits for at one level.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Waits {
    /// Milliseconds per request by kind, most first.
    pub(super) of: Vec<(Kind, f64)>,
    /// The part of it inside transactions, milliseconds.
    pub(super) in_transaction_ms: f64,
    /// Where most of it is, or empty.
    pub(super) site: String,
    /// The executor whose tasks it waits for, or empty.
    pub(super) executor: String,
    /// Address of the mail server, where that is what was seen.
    pub(super) peer: String,
    /// What packages are for that run on the event loop and whose calls nobody tells from others.
    pub(super) not_told_apart: Option<Kind>,
    /// Samples that it rests on; `None` where it is counted.
    samples: Option<f64>,
}

impl Waits {
    /// All of it, milliseconds per request.
    pub(super) fn ms(&self) -> f64 {
        self.of.iter().fold(0.0, |sum, (_, ms)| sum + ms)
    }

    /// Without queues that confirm a message: an answer may promise that it is kept.
    pub(super) fn unpromised_ms(&self) -> f64 {
        self.of.iter().filter(|(kind, _)| *kind != Kind::Queue).fold(0.0, |sum, (_, ms)| sum + ms)
    }

    /// The part of that inside transactions, milliseconds: as much of it as of all.
    pub(super) fn unpromised_in_transaction_ms(&self) -> f64 {
        self.in_transaction_ms * self.unpromised_ms() / self.ms().max(1e-9)
    }

    /// What most of it is for.
    pub(super) fn most(&self) -> Kind {
        self.of.first().map_or(Kind::HandedOver, |(kind, _)| *kind)
    }

    /// Whether it was seen often enough for a figure.
    pub(super) fn is_enough(&self) -> bool {
        self.samples.is_none_or(|n| n >= FEWEST_SAMPLES.get())
    }
}

impl<'a, 'r> Sights<'a, 'r> {
    pub(super) fn of(a: &'a Analysis<'r>) -> Self {
        let language = a.stacks.language;
        let all = a.stacks.each().zip(a.stacks.classes()).map(|(frames, class)| Sight::of(language, &frames, class)).collect();
        Self { a, all }
    }

    /// At `level`; `None` where nothing tells what requests wait for.
    pub(super) fn at(&self, level: &Level) -> Option<Waits> {
        match &level.served {
            Served::Unseen => None,
            Served::Loop(_) => self.on_a_loop(level),
            Served::Threads(_) | Served::Tasks(_) => self.on_threads(level),
        }
    }

    fn on_threads(&self, level: &Level) -> Option<Waits> {
        let per_request_ms = level.samples.as_ref()?.interval_ms / (level.requests as f64).max(1.0);
        let (mut waits, mut futures, mut tasks) = (Sum::default(), Sum::default(), Sum::default());
        for (sight, weight, seen) in self.seen_at(level) {
            let ms = weight * per_request_ms;
            match sight.seen {
                Seen::Waits(kind) => waits.add(kind, ms, seen, sight),
                Seen::Future => futures.add(Kind::HandedOver, ms, seen, sight),
                Seen::Task(kind) => tasks.add(kind, ms, seen, sight),
                Seen::Runs(_) => {}
            }
        }
        let mut executor = String::new();
        if let Some(handed) = handed_over(self.a, level, futures.ms(), &tasks) {
            waits.take(futures, handed.kind, handed.ms);
            executor = handed.executor;
        }
        // a thread whose answer has arrived but has no core still shows the wait
        let all_ms = waits.ms();
        let kept = if all_ms > 0.0 { (1.0 - level.run_queue_in_waits_ms() / all_ms).max(0.0) } else { 0.0 };
        let mut of: Vec<(Kind, f64)> = waits.of.iter().map(|(kind, ms)| (*kind, ms * kept)).collect();
        of.sort_by(|x, y| y.1.total_cmp(&x.1));
        let (in_transaction_ms, site, samples) = (waits.in_transaction_ms * kept, waits.site(), Some(waits.samples));
        Some(Waits { of, in_transaction_ms, site, executor, samples, ..Waits::default() })
    }

    /// Mail alone: of other work no call is told from those that the answer needs.
    fn on_a_loop(&self, level: &Level) -> Option<Waits> {
        let mut runs = Sum::default();
        for (sight, weight, seen) in self.seen_at(level) {
            if let Seen::Runs(kind) = sight.seen {
                runs.add(kind, weight, seen, sight);
            }
        }
        // how long requests are inside tells whether they wait for it
        level.served.event_loop()?.inside_ms?;
        let not_told_apart = runs.of.keys().copied().find(|kind| *kind != Kind::Mail);
        let mut waits = Waits { site: runs.site(), not_told_apart, ..Waits::default() };
        if let Some((peer, with_ms)) = mail_server(self.a, level, runs.of.contains_key(&Kind::Mail)) {
            waits.of = vec![(Kind::Mail, with_ms)];
            waits.peer = peer;
        }
        Some(waits)
    }

    /// What the stacks of `level` say, with their weights and how often they were seen.
    fn seen_at(&self, level: &Level) -> impl Iterator<Item = (&Sight, f64, f64)> {
        let samples = self.a.run.wall.get(&level.phase.id).into_iter().flat_map(|profile| &profile.samples);
        samples.filter_map(|s| Some((self.all.get(s.stack as usize)?.as_ref()?, f64::from(s.weight), s.sightings())))
    }
}

/// Tasks that requests wait for.
struct Handed {
    kind: Kind,
    /// Waiting for them, milliseconds per request.
    ms: f64,
    executor: String,
}

/// What requests that wait for futures for `waited_ms` wait for: work beside the answer, where `tasks` say that tasks are mostly that; else
/// tasks of the executor that does most, where these call another service one after the other, so that handing them over gains nothing.
fn handed_over(a: &Analysis, level: &Level, waited_ms: f64, tasks: &Sum<'_>) -> Option<Handed> {
    if waited_ms <= 0.0 {
        return None;
    }
    let all = executors(a, level);
    let tasks_ms = all.values().fold(0.0, |sum, e| sum + e.task_ms).max(tasks.ms());
    let most = all.into_values().max_by(|x, y| x.task_ms.total_cmp(&y.task_ms));
    let executor = most.as_ref().map(|e| e.name.trim_end_matches('-').to_owned()).unwrap_or_default();
    if let Some((kind, ms)) = tasks.of.iter().max_by(|x, y| x.1.total_cmp(y.1))
        && *ms >= MOST_OF_TASKS.get() * tasks_ms
    {
        return Some(Handed { kind: *kind, ms: waited_ms.min(tasks_ms), executor });
    }
    let e = most?;
    let calls = e.share_of(Part::Remote) + e.share_of(Part::ClientPoolWait);
    let one_by_one = waited_ms >= ALONE.get() * e.task_ms && e.task_ms >= MOST_OF_TASKS.get() * waited_ms;
    let ms = waited_ms.min(e.task_ms) * calls;
    (one_by_one && calls >= MOST_OF_TASKS.get()).then_some(Handed { kind: Kind::HandedOver, ms, executor })
}

/// Address of the mail server, where it is one, and how long a request's calls are with mail servers, milliseconds: with peers that are
/// known as such; else, where code for mail runs and no call by HTTP is counted, with the only peer that is neither database, cache nor
/// queue. Nobody counts what is asked of them.
fn mail_server(a: &Analysis, level: &Level, mails: bool) -> Option<(String, f64)> {
    let l = level.served.event_loop()?;
    let of_roles = |roles: &[Role]| l.uncounted.iter().filter(|u| roles.contains(&u.role)).collect::<Vec<_>>();
    let mut servers = of_roles(&[Role::Mail]);
    let is_known = a.run.environment.target.peers.iter().any(|p| p.role == Role::Mail);
    if !is_known && mails && l.counted_remote_ms() <= 0.0 {
        const MAY_BE: [Role; 2] = [Role::Http, Role::Unknown];
        let uses = peer_uses(a.run, level.window, level.requests as f64);
        if uses.iter().filter(|u| MAY_BE.contains(&u.peer.role) && u.awaited.is_some_and(|n| n > 0.0)).count() > 1 {
            return None;
        }
        servers = of_roles(&MAY_BE);
    }
    let with_ms = servers.iter().fold(0.0, |sum, u| sum + u.ms).min(l.inside_ms?);
    let address = if let [one] = servers[..] { one.address.clone() } else { String::new() };
    (with_ms > 0.0).then_some((address, with_ms))
}
