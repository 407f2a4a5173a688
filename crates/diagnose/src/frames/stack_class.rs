//! One stack: where the thread is in the journey of a request. The order of the tests is the recipe's (ADR 0003): a stopped thread
//! first, then one that waits for memory, one without a carrier, pool, log, client, driver, request i/o, lock, other wait, CPU. The profiler's thread state is ignored on
//! purpose: it says "runnable" for threads in `poll`.

use super::classify::{FrameClass, Role};
use super::hash_function::HashFunction;
use crate::language::Language;
use model::{Frame, FrameKind};

mod on_loop;

/// Part of a request's journey that a sample of a request thread belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Stopped by the virtual machine (collection, safepoint).
    Stopped,
    /// A virtual thread that could run and has no carrier.
    NoCarrier,
    /// Waiting for memory that the collector has not freed yet.
    Memory,
    /// Waiting for a database connection of a pool.
    PoolWait,
    /// Waiting for the answer of another service.
    Remote,
    /// Waiting for a connection of an HTTP client's own pool.
    ClientPoolWait,
    /// Waiting for the database's answer.
    Database,
    /// Waiting for the answer of a cache server.
    Cache,
    /// Waiting in a logging framework (lock, write or disk).
    Logging,
    /// Waiting for a lock.
    Lock,
    /// Waiting for the disk.
    Disk,
    /// Reading the request or writing the response.
    RequestIo,
    /// Waiting for something else.
    OtherWait,
    /// On the CPU (as far as the sampler can tell).
    Cpu,
}

impl Part {
    /// Whether the thread waits, so that a late wake-up is booked here.
    pub fn is_wait(self) -> bool {
        !matches!(self, Self::Cpu | Self::RequestIo)
    }
}

/// What CPU work is for, by the libraries between the application's frame and the leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// The application's own code, or library code that it calls directly.
    Application,
    /// JSON and the like, called by the application itself.
    Serialisation,
    /// An object is written to a stream, as an answer is.
    Rendering,
    /// Hashing, compressing, matching patterns and the like, called by the application itself.
    Costly,
    /// Hashing a password, slow on purpose, whoever calls it.
    PasswordHash(HashFunction),
    /// Mapping, driver, pool: access to the data.
    DataAccess,
    /// Calling another service.
    Client,
    /// Logging.
    Logging,
    /// The framework, with no application frame below it.
    Framework,
}

/// Where a thread is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Not a request thread, or one that waits for work.
    Elsewhere,
    /// A worker busy with a connection, outside the dispatch.
    OutsideDispatch,
    /// In a request.
    Request(Part),
}

/// What a stack says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StackClass {
    /// Where the thread is.
    pub place: Place,
    /// Whether the thread waits.
    pub waits: bool,
    /// Whether a transaction surrounds it.
    pub in_transaction: bool,
    /// Innermost application frame: the site (index into the stack, outermost = 0). A password that a framework hashes, or a later turn of an
    /// event loop, has none: there the hash itself is the site.
    pub site: Option<usize>,
    /// Outermost application frame inside the transaction: the method whose transaction it is.
    pub transaction_site: Option<usize>,
    /// What CPU work is for (meaningful when `place` is `Request(Cpu)`).
    pub work: Work,
}

/// How many leaf frames decide whether a thread waits. Source: LEDGER section 9 point 4.
const LEAF_FRAMES: usize = 6;

impl Language {
    /// Classifies a stack, outermost frame first.
    pub fn classify(&self, frames: &[(&Frame, FrameClass)]) -> StackClass {
        if let Some(class) = self.looped().and_then(|words| on_loop::classify(words, frames)) {
            return class;
        }
        let has = |r: Role| frames.iter().any(|(_, c)| c.is(r));
        let Some(dispatch) = frames.iter().position(|(_, c)| c.is(Role::Dispatch)) else {
            let place = if has(Role::Worker) && !has(Role::Idle) { Place::OutsideDispatch } else { Place::Elsewhere };
            let waits = waits(frames);
            return StackClass { place, waits, in_transaction: false, site: None, transaction_site: None, work: Work::Framework };
        };
        in_request(frames, dispatch)
    }

    /// Classifies the stack of a thread that runs callbacks of an event loop, as if each were a request. `None` where it waits for something to do, or is no
    /// loop's. Only for who knows that no thread keeps a request: clients run callbacks as well.
    pub fn classify_callback(&self, frames: &[(&Frame, FrameClass)]) -> Option<StackClass> {
        frames.iter().position(|(_, c)| c.is(Role::Callback)).map(|from| in_request(frames, from))
    }

    /// Classifies the stack of a thread that does a piece of some request: a callback, or a task of an executor.
    pub(super) fn classify_piece(&self, frames: &[(&Frame, FrameClass)]) -> Option<StackClass> {
        self.classify_callback(frames).or_else(|| Some(in_request(frames, task_begin(frames)?)))
    }

    /// Classifies the stack of a thread that runs a task of an executor of java.util.concurrent, as if the task were a request. `None` where it waits for
    /// a task, or is a server's.
    pub fn classify_task(&self, frames: &[(&Frame, FrameClass)]) -> Option<StackClass> {
        let begin = task_begin(frames)?;
        let inside = &frames[begin..];
        let (site, work) = site_and_work(inside);
        let site = site.map(|i| begin + i);
        Some(StackClass {
            place: Place::Request(part(inside)),
            waits: waits(inside),
            in_transaction: false,
            site,
            transaction_site: None,
            work,
        })
    }
}

/// Where the task of an executor begins; `None` where the thread waits for one, or is a server's.
fn task_begin(frames: &[(&Frame, FrameClass)]) -> Option<usize> {
    if frames.iter().any(|(_, c)| c.is(Role::Dispatch) || c.is(Role::Worker)) {
        return None;
    }
    let begin = frames.iter().position(|(_, c)| c.is(Role::Task))? + 1;
    frames.get(begin).filter(|(_, c)| !c.is(Role::Idle)).map(|_| begin)
}

/// The class of a stack that is in a request from frame `from` on.
fn in_request(frames: &[(&Frame, FrameClass)], from: usize) -> StackClass {
    let inside = &frames[from..];
    let transaction = inside.iter().position(|(_, c)| c.is(Role::Transaction));
    let (site, work) = site_and_work(inside);
    StackClass {
        place: Place::Request(part(inside)),
        waits: waits(frames),
        in_transaction: transaction.is_some(),
        site: site.map(|i| from + i),
        transaction_site: transaction.and_then(|t| inside[t..].iter().position(|(_, c)| c.is_application()).map(|i| from + t + i)),
        work,
    }
}

fn leaf<'a>(frames: &'a [(&'a Frame, FrameClass)]) -> &'a [(&'a Frame, FrameClass)] {
    &frames[frames.len().saturating_sub(LEAF_FRAMES)..]
}

fn waits(frames: &[(&Frame, FrameClass)]) -> bool {
    leaf(frames).iter().any(|(_, c)| c.is(Role::Blocked) || c.is(Role::DiskSync))
}

/// The frames in which a waiting thread waits, innermost first: native code, what parks and polls, and locks. They may be more than
/// [`LEAF_FRAMES`]: seven frames of waiting lie below a lock of java.util.concurrent on JDK 17 with glibc.
pub fn machinery<'a>(frames: &'a [(&'a Frame, FrameClass)]) -> impl Iterator<Item = &'a (&'a Frame, FrameClass)> {
    let waits = frames.last().is_some_and(|(_, c)| !c.is(Role::NoCarrier));
    frames.iter().rev().take_while(move |(f, c)| {
        waits
            && (matches!(f.kind, FrameKind::Native | FrameKind::Kernel)
                || [Role::Monitor, Role::Blocked, Role::Socket].iter().any(|r| c.is(*r))
                || f.class.starts_with("java.util.concurrent.locks."))
    })
}

/// Whether the thread waits to take a lock. Latches, semaphores and signals park below the same classes and are no locks.
fn takes_a_lock(frames: &[(&Frame, FrameClass)]) -> bool {
    machinery(frames).any(|(_, c)| c.is(Role::Monitor))
}

/// Whether the innermost client is a cache's: a cache that asks a loader on a miss lies around what the loader does.
fn asks_a_cache(inside: &[(&Frame, FrameClass)]) -> bool {
    let client = inside.iter().rev().find(|(_, c)| [Role::CacheClient, Role::HttpClient, Role::Driver].iter().any(|r| c.is(*r)));
    client.is_some_and(|(_, c)| c.is(Role::CacheClient))
}

fn part(inside: &[(&Frame, FrameClass)]) -> Part {
    let has = |r: Role| inside.iter().any(|(_, c)| c.is(r));
    let leaf_is = |r: Role| leaf(inside).iter().any(|(_, c)| c.is(r));
    let waits = waits(inside);
    if leaf_is(Role::Stopped) {
        Part::Stopped
    } else if machinery(inside).any(|(_, c)| c.is(Role::MemoryWait)) {
        Part::Memory
    } else if has(Role::NoCarrier) {
        Part::NoCarrier
    } else if has(Role::PoolAcquire) && !has(Role::Driver) {
        if waits { Part::PoolWait } else { Part::Cpu }
    } else if has(Role::Logging) {
        if waits { Part::Logging } else { Part::Cpu }
    } else if has(Role::HttpClientLease) && waits {
        Part::ClientPoolWait
    } else if asks_a_cache(inside) {
        if waits { Part::Cache } else { Part::Cpu }
    } else if has(Role::HttpClient) {
        if waits { Part::Remote } else { Part::Cpu }
    } else if has(Role::Driver) {
        if waits { Part::Database } else { Part::Cpu }
    } else if has(Role::RequestIo) {
        Part::RequestIo
    } else if waits && takes_a_lock(inside) {
        Part::Lock
    } else if leaf_is(Role::DiskSync) {
        Part::Disk
    } else if waits && machinery(inside).any(|(_, c)| c.is(Role::Socket)) {
        // neither the client's socket nor a database's: some other service's, whatever the library
        Part::Remote
    } else if waits {
        Part::OtherWait
    } else {
        Part::Cpu
    }
}

/// Walks from the leaf outwards to the first application frame. A container frame on the way means that the application frame beyond it
/// only passed the request on: what happens here is the framework's.
fn site_and_work(inside: &[(&Frame, FrameClass)]) -> (Option<usize>, Work) {
    let mut work = Work::Application;
    let mut passed_on = false;
    let (mut hash, mut function) = (None, HashFunction::Other);
    for (i, (frame, c)) in inside.iter().enumerate().rev() {
        if c.is_application() {
            return if passed_on { of_nobody(work, hash) } else { (Some(i), work) };
        }
        passed_on |= c.is(Role::Container);
        let Some(kind) = library_work(*c) else { continue };
        if let Work::PasswordHash(_) = kind {
            // who chooses among several functions names none, and calls one that does
            function = match HashFunction::named(&frame.class) {
                HashFunction::Other => function,
                named => named,
            };
            (work, hash) = (Work::PasswordHash(function), Some(i));
            continue;
        }
        // the outermost known library between site and leaf says what the work is for: JSON inside an HTTP client is the client's; but what
        // is fetched while an object is written is access to data
        if !(work == Work::DataAccess && matches!(kind, Work::Rendering | Work::Serialisation)) {
            work = kind;
        }
    }
    of_nobody(work, hash)
}

/// Work that no frame of the application asked for: what it is for, and the site if it is the hash of a password.
fn of_nobody(work: Work, hash: Option<usize>) -> (Option<usize>, Work) {
    match work {
        Work::PasswordHash(_) => (hash, work),
        Work::DataAccess => (None, work),
        _ => (None, Work::Framework),
    }
}

/// What a frame of a known library works for.
fn library_work(c: FrameClass) -> Option<Work> {
    let kinds = [
        (Role::Driver, Work::DataAccess),
        (Role::DataAccess, Work::DataAccess),
        (Role::PoolAcquire, Work::DataAccess),
        (Role::HttpClient, Work::Client),
        (Role::CacheClient, Work::Client),
        (Role::Logging, Work::Logging),
        // needed by whoever asks with one: like work of the application's own, of which nobody can tell from outside
        (Role::Token, Work::Application),
        (Role::PasswordHash, Work::PasswordHash(HashFunction::Other)),
        (Role::Costly, Work::Costly),
        (Role::Rendering, Work::Rendering),
        (Role::Serialisation, Work::Serialisation),
    ];
    kinds.into_iter().find(|(role, _)| c.is(*role)).map(|(_, work)| work)
}

#[cfg(test)]
mod tests;
