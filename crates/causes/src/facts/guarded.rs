//! A place that one thread at a time may be in: who waits before it, and what the one inside does there. By the stacks alone: the method
//! that takes a lock is found below the frames that wait for it, and a thread with this method in its stack that does not wait there is
//! inside, unless it stands on an earlier line than all who wait. Code of the method after the lock counts as inside, so the figure is an
//! upper bound.

use diagnose::Analysis;
use diagnose::frames::{FrameClass, Part, Place, Role, StackClass, machinery};
use diagnose::level::Level;
use model::{Frame, Message, message};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Mean number of threads inside from which the place is taken nearly always. Source: the utilisation from which a queue of one server
    /// is long (M/M/1: four waiting at 0.8); that sampling sees 10 % too little at worst is in LEDGER section 3.
    pub(crate) ALWAYS_TAKEN = 0.8;
    /// Mean number beyond which more than one thread is inside, so that it is not this lock that they wait for. A guess: 0.25 above one
    /// for the code around the lock.
    pub(crate) ONE_AT_A_TIME = 1.25;
}

/// One guarded place at one level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Guarded {
    /// The method that takes the lock: `Format.date`.
    pub(crate) place: String,
    /// Innermost application frame of those who wait, with its line, or empty.
    pub(crate) site: String,
    /// Its share of all samples that wait for a lock, 0 to 1.
    pub(crate) share_of_waiting: f64,
    /// Mean number of threads inside.
    pub(crate) occupancy: f64,
    /// Time a request is inside, milliseconds.
    pub(crate) inside_ms: f64,
    /// What the threads inside do, as shares of the time inside, largest first. The kinds of waiting begin with `waiting-`.
    pub(crate) work: Vec<(&'static str, f64)>,
}

impl Guarded {
    /// Whether the place is taken all the time, by one thread at a time: then it is what limits, at 1 / the time inside.
    pub(crate) fn is_full(&self) -> bool {
        (ALWAYS_TAKEN.get()..=ONE_AT_A_TIME.get()).contains(&self.occupancy)
    }

    /// How long a request is inside, and what most of that is.
    pub(crate) fn sentence(&self) -> Message {
        match self.work.first() {
            Some((what, share)) => message!("facts/inside", ms: Ms(self.inside_ms), share: Share(*share), what: kind(*what)),
            None => message!("facts/nobody-inside"),
        }
    }
}

/// The lock that most samples wait for at `level`; `None` when none does.
pub(crate) fn busiest_lock(a: &Analysis, level: &Level) -> Option<Guarded> {
    let stacks = Stacks::of(a);
    let is_waiting = |s: &Stack| s.class.place == Place::Request(Part::Lock);
    let mut places: BTreeMap<String, (f64, BTreeMap<String, f64>)> = BTreeMap::new();
    let mut first_line: BTreeMap<String, u32> = BTreeMap::new();
    let mut all = 0.0;
    for (stack, weight) in samples(a, level, &stacks) {
        if let Some(guard) = stack.guard.filter(|_| is_waiting(stack)) {
            all += weight;
            let line = first_line.entry(method(guard)).or_insert(guard.line);
            *line = guard.line.min(*line);
            let entry = places.entry(method(guard)).or_default();
            entry.0 += weight;
            *entry.1.entry(stack.site.map(|f| a.stacks.language.site_name(f)).unwrap_or_default()).or_default() += weight;
        }
    }
    let (place, (waiting, sites)) = places.into_iter().max_by(|x, y| x.1.0.total_cmp(&y.1.0))?;
    let line = first_line.get(&place).copied().unwrap_or(0);
    let inside =
        |s: &Stack| !s.has_let_go && !is_waiting(s) && s.frames.iter().any(|f| method(f) == place && (f.line >= line || f.line == 0));
    let mut g =
        Guarded { place: String::new(), site: most(sites), share_of_waiting: waiting / all, ..who_is_inside(a, level, &stacks, inside) };
    g.place = simple(&place);
    Some(g)
}

/// The log: threads with frames of a logging framework that do not wait for its lock are inside.
pub(crate) fn log(a: &Analysis, level: &Level) -> Guarded {
    let stacks = Stacks::of(a);
    let for_lock = |s: &Stack| s.guard.is_some();
    let (mut before, mut waiting) = (0.0, 0.0);
    for (stack, weight) in samples(a, level, &stacks).filter(|(s, _)| s.class.place == Place::Request(Part::Logging)) {
        waiting += weight;
        before += if for_lock(stack) { weight } else { 0.0 };
    }
    let inside = |s: &Stack| s.logs && !for_lock(s) && !s.has_let_go;
    Guarded { share_of_waiting: if waiting > 0.0 { before / waiting } else { 0.0 }, ..who_is_inside(a, level, &stacks, inside) }
}

fn who_is_inside(a: &Analysis, level: &Level, stacks: &Stacks, inside: impl Fn(&Stack) -> bool) -> Guarded {
    let mut work: BTreeMap<&'static str, f64> = BTreeMap::new();
    for (stack, weight) in samples(a, level, stacks).filter(|(s, _)| inside(s)) {
        *work.entry(doing(stack)).or_default() += weight;
    }
    let all: f64 = work.values().sum();
    let mut work: Vec<(&'static str, f64)> = work.into_iter().map(|(what, n)| (what, n / all)).collect();
    work.sort_by(|x, y| y.1.total_cmp(&x.1));
    let interval_ms = level.samples.as_ref().map_or(0.0, |s| s.interval_ms);
    let span_ms = a.run.wall.get(&level.phase.id).map_or(0.0, |p| p.end.ns_since(p.start) as f64 / 1e6);
    Guarded {
        place: String::new(),
        site: String::new(),
        share_of_waiting: 0.0,
        occupancy: if span_ms > 0.0 { all * interval_ms / span_ms } else { 0.0 },
        inside_ms: all * interval_ms / level.requests.max(1) as f64,
        work,
    }
}

/// One of the kinds that `facts/inside` has words for.
fn doing(s: &Stack) -> &'static str {
    match s.class.place {
        Place::Request(Part::Remote) => "waiting-remote",
        Place::Request(Part::Cache) => "waiting-cache",
        Place::Request(Part::Database) => "waiting-database",
        Place::Request(Part::PoolWait) => "waiting-connection",
        Place::Request(Part::Disk) => "waiting-disk",
        Place::Request(Part::Lock) => "waiting-lock",
        Place::Request(Part::Stopped) => "stopped",
        Place::Request(Part::NoCarrier) => "waiting-carrier",
        _ if s.leaf_is_disk => "waiting-disk",
        _ if s.class.waits => "waiting-other",
        _ => "cpu",
    }
}

struct Stack<'a> {
    frames: Vec<&'a Frame>,
    class: StackClass,
    /// The Java frame that takes the lock, when the leaf waits for one.
    guard: Option<&'a Frame>,
    site: Option<&'a Frame>,
    leaf_is_disk: bool,
    logs: bool,
    /// Whether it waits for a signal, which gives the lock back, or was woken and does not run yet.
    has_let_go: bool,
}

struct Stacks<'a>(Vec<Stack<'a>>);

impl<'a> Stacks<'a> {
    fn of(a: &Analysis<'a>) -> Self {
        let stack = |(with, class): (Vec<(&'a Frame, FrameClass)>, &StackClass)| {
            let class = *class;
            let leaf: Vec<_> = machinery(&with).collect();
            let leaf_is_lock = leaf.iter().any(|(_, c)| c.is(Role::Monitor));
            Stack {
                guard: with.iter().rev().nth(leaf.len()).filter(|_| leaf_is_lock).map(|(f, _)| *f),
                site: class.site.and_then(|i| with.get(i)).map(|(f, _)| *f),
                leaf_is_disk: leaf.iter().any(|(_, c)| c.is(Role::DiskSync)),
                logs: with.iter().any(|(_, c)| c.is(Role::Logging)),
                has_let_go: with.iter().any(|(f, _)| lets_go(f)) || was_woken(&with),
                frames: with.into_iter().map(|(f, _)| f).collect(),
                class,
            }
        };
        Self(a.stacks.each().zip(a.stacks.classes()).map(stack).collect())
    }
}

/// A virtual thread that need not wait for a lock any more and has no carrier yet: neither waiting nor inside.
fn was_woken(frames: &[(&Frame, FrameClass)]) -> bool {
    frames.split_last().is_some_and(|((_, c), below)| c.is(Role::NoCarrier) && machinery(below).any(|(_, c)| c.is(Role::Monitor)))
}

/// Waiting for a signal: the lock is free meanwhile.
fn lets_go(f: &Frame) -> bool {
    (f.class == "java.lang.Object" && f.method.starts_with("wait"))
        || (f.class.ends_with("$ConditionObject") && f.method.starts_with("await"))
}

fn samples<'s>(a: &'s Analysis, level: &Level, stacks: &'s Stacks<'s>) -> impl Iterator<Item = (&'s Stack<'s>, f64)> {
    let profile = a.run.wall.get(&level.phase.id);
    profile.into_iter().flat_map(|p| &p.samples).filter_map(|x| Some((stacks.0.get(x.stack as usize)?, f64::from(x.weight))))
}

fn method(f: &Frame) -> String {
    format!("{}.{}", f.class, f.method)
}

/// `shop.orders.Format.date` as `Format.date`.
fn simple(method: &str) -> String {
    let mut parts = method.rsplit('.');
    match (parts.next(), parts.next()) {
        (Some(m), Some(c)) => format!("{c}.{m}"),
        _ => method.to_owned(),
    }
}

fn most(of: BTreeMap<String, f64>) -> String {
    of.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(s, _)| s).unwrap_or_default()
}
