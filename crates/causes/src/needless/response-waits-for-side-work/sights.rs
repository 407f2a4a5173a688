//! What single stacks say of work beside the answer: a request or a task that waits in one of its clients, and a request that waits for
//! a task.

use super::clients::{self, Kind};
use crate::facts::stacks::{Stack, has};
use diagnose::frames::{Part, Place, Role, StackClass};
use diagnose::language::{Language, ServedBy};
use std::collections::BTreeMap;

/// What one stack says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Seen {
    /// A request waits in a client.
    Waits(Kind),
    /// A request waits for what another thread does.
    Future,
    /// A task waits in a client.
    Task(Kind),
    /// Code of such a package runs on an event loop.
    Runs(Kind),
}

/// The same with where it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sight {
    pub(super) seen: Seen,
    in_transaction: bool,
    /// Innermost frame of the application, or empty.
    site: String,
}

impl Sight {
    /// Of `frames`; `None` where they say nothing of work beside the answer.
    pub(super) fn of(language: &Language, frames: &Stack<'_>, class: &StackClass) -> Option<Self> {
        let (seen, site) = match class.place {
            Place::Request(Part::Cpu) if language.served_by() == ServedBy::Loop => {
                (Seen::Runs(clients::innermost(language, frames)?), class.site)
            }
            Place::Request(part) => (in_request(language, frames, class.site?, part)?, class.site),
            Place::Elsewhere | Place::OutsideDispatch => {
                let task = language.classify_task(frames)?;
                let Place::Request(part) = task.place else { return None };
                let inside = &frames[task.site.map_or(0, |own| own + 1)..];
                (Seen::Task(clients::innermost(language, inside).filter(|_| waits_for_others(part))?), task.site)
            }
        };
        let site = site.map(|i| language.site_name(frames[i].0)).unwrap_or_default();
        Some(Self { seen, in_transaction: class.in_transaction, site })
    }
}

/// Of a request in `part`, whose innermost frame of own code is `own`: who wraps the request, or a call that own code makes, lies around
/// own code and is no client.
fn in_request(language: &Language, frames: &Stack<'_>, own: usize, part: Part) -> Option<Seen> {
    if !waits_for_others(part) {
        return None;
    }
    match clients::innermost(language, &frames[own + 1..]) {
        Some(kind) => Some(Seen::Waits(kind)),
        None => (part == Part::OtherWait && waits_for_a_task(language, frames)).then_some(Seen::Future),
    }
}

/// Whether a thread in `part` waits for what somebody else does, and not for the database, for memory or for a core.
fn waits_for_others(part: Part) -> bool {
    matches!(part, Part::Remote | Part::ClientPoolWait | Part::OtherWait | Part::Lock | Part::Disk)
}

/// Whether a request waits for a task that own code has handed over, and not for a call whose wait is to be cut off.
fn waits_for_a_task(language: &Language, frames: &Stack<'_>) -> bool {
    let inside = &frames[frames.iter().position(|(_, c)| c.is(Role::Dispatch)).unwrap_or(0)..];
    has(inside, Role::Future) && !has(inside, Role::Task) && !has(inside, Role::CallerRuns) && !clients::is_cut_off(language, inside)
}

/// Sights added up, in milliseconds per request.
#[derive(Debug, Default)]
pub(super) struct Sum<'s> {
    pub(super) of: BTreeMap<Kind, f64>,
    pub(super) in_transaction_ms: f64,
    /// How often they were seen.
    pub(super) samples: f64,
    sites: BTreeMap<&'s str, f64>,
}

impl<'s> Sum<'s> {
    pub(super) fn add(&mut self, kind: Kind, ms: f64, seen: f64, sight: &'s Sight) {
        *self.of.entry(kind).or_default() += ms;
        *self.sites.entry(&sight.site).or_default() += ms;
        self.in_transaction_ms += if sight.in_transaction { ms } else { 0.0 };
        self.samples += seen;
    }

    /// Adds `ms` of `other`, which are of this kind.
    pub(super) fn take(&mut self, other: Self, kind: Kind, ms: f64) {
        let share = ms / other.ms().max(1e-9);
        *self.of.entry(kind).or_default() += ms;
        self.in_transaction_ms += other.in_transaction_ms * share;
        self.samples += other.samples;
        for (site, of) in other.sites {
            *self.sites.entry(site).or_default() += of * share;
        }
    }

    pub(super) fn ms(&self) -> f64 {
        self.of.values().fold(0.0, |sum, ms| sum + ms)
    }

    /// Where most of it is, or empty.
    pub(super) fn site(&self) -> String {
        let named = self.sites.iter().filter(|(site, _)| !site.is_empty());
        named.max_by(|x, y| x.1.total_cmp(y.1)).map(|(site, _)| (*site).to_owned()).unwrap_or_default()
    }
}
