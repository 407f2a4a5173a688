//! Lines of the account, by what they are. How they are called is the report's.

/// What a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// None: it is a part of the response by itself.
    Alone,
    /// While a database connection is held.
    Holding,
    /// On the event loop.
    EventLoop,
    /// In the thread pool of libuv.
    ThreadPool,
}

/// What the time of a line is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// Sent later than planned: by the generator, or because all its connections were busy.
    LateSend,
    /// Sent later than planned, because connections were turned away.
    TurnedAway,
    /// In the threads that accept and poll.
    Poller,
    /// Unread in its socket.
    Unread,
    /// Waiting for a worker thread.
    WorkerQueue,
    /// In a worker, outside the dispatch.
    OutsideDispatch,
    /// Stopped by the collector or a safepoint.
    Stopped,
    /// Waiting for memory that the collector has not freed yet.
    Memory,
    /// Waiting for a database connection.
    PoolWait,
    /// Waiting for another service.
    Remote,
    /// Waiting for a cache server.
    Cache,
    /// The database works.
    Database,
    /// On the way to the database and in its driver.
    Network,
    /// Waiting for a core.
    RunQueue,
    /// On the CPU.
    Cpu,
    /// Waiting for a lock.
    Lock,
    /// Writing log lines.
    Logging,
    /// Waiting for the disk.
    Disk,
    /// Waiting for a connection of the HTTP client.
    ClientPoolWait,
    /// Waiting for its socket to take the rest of the answer.
    AnswerWait,
    /// Waiting for its turn to call another service, by what is left of the time in the server.
    CallTurn,
    /// Waiting for something else.
    OtherWait,
    /// Reading the request, writing the response.
    RequestIo,
    /// Waiting for the event loop.
    LoopWait,
    /// Collecting garbage, on the event loop.
    Collecting,
    /// In a synchronous call that blocks the event loop.
    Blocked,
    /// Waiting for a thread of the pool.
    ThreadWait,
    /// Work of this name on a thread of the pool.
    ThreadWork(String),
    /// What is awaited in parallel and counted more than once in other lines; negative.
    Parallel,
}

/// One line of the account.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What it belongs to.
    pub group: Group,
    /// What it is.
    pub what: What,
    /// Milliseconds per request.
    pub ms: f64,
    /// Number of samples that it rests on; `None` when it is not from samples.
    pub samples: Option<f64>,
    /// Whether the figure is an upper bound.
    pub upper_bound: bool,
}

impl Line {
    /// A line that is no bound.
    pub fn new(group: Group, what: What, ms: f64, samples: Option<f64>) -> Self {
        Self { group, what, ms, samples, upper_bound: false }
    }

    /// Whether it is the line of the same thing at another level.
    pub fn is_same(&self, other: &Self) -> bool {
        (self.group, &self.what) == (other.group, &other.what)
    }

    /// Whether it may have time in it that a thread of the request waited for a core.
    pub(crate) fn may_hold_run_queue(&self) -> bool {
        use What::{Cpu, LateSend, OutsideDispatch, Poller, Stopped, TurnedAway, Unread, WorkerQueue};
        !matches!(self.what, Cpu | LateSend | TurnedAway | Poller | Unread | WorkerQueue | OutsideDispatch | Stopped)
    }
}

/// Sources of the same time that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Waiting for a database connection.
    PoolWait,
    /// A worker is taken by the request.
    WorkerTaken,
    /// Time in the HTTP server.
    InServer,
}

/// The same time from two independent sources.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossCheck {
    /// What is compared.
    pub of: Check,
    /// By gauge, milliseconds per request.
    pub gauge_ms: f64,
    /// By stacks, milliseconds per request.
    pub stacks_ms: f64,
    /// Whether they agree within 15 %, 0.5 ms or two standard errors.
    pub agree: bool,
}
