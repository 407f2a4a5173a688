//! A service as one would tell it: what it runs on, what it has few of, and what a request does, step by step.

pub use super::prose::{cpu, query, query_from_disk, remote, transaction};
use super::time::Time;

/// What CPU work is for, and so which frames the profiler shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// The framework's own.
    Framework,
    /// Mapping of rows to objects.
    Mapping,
    /// Code of the application, by `package.Class.method`.
    Application(&'static str),
    /// JSON that the application reads or writes itself, by its `package.Class.method`.
    Json(&'static str),
}

impl Work {
    /// Whether the application decides to do it, so that it could be left out.
    pub fn is_avoidable(self) -> bool {
        matches!(self, Self::Application(..) | Self::Json(..))
    }
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// CPU time of the server.
    pub cpu: Time,
    /// Time in which the server waits for its disk.
    pub io: Time,
    /// Network there and back, milliseconds.
    pub network_ms: f64,
    /// CPU time of driver and mapping.
    pub client: Time,
    /// Text as the server shows it.
    pub text: &'static str,
    /// Locks one row of a table with this many equally likely ones until the transaction ends.
    pub row_of: Option<u32>,
}

/// One step of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// On the CPU.
    Cpu(Time, Work),
    /// A transaction of the first pool. A nested one takes a connection of its own (`REQUIRES_NEW`).
    Transaction {
        /// What happens in it.
        steps: Vec<Step>,
        /// Whether the connection is taken only by the first statement.
        lazy: bool,
    },
    /// A database session as long as the steps (open-in-view): the first statement takes the connection, the end gives it back.
    Session(Vec<Step>),
    /// A statement.
    Query(Query),
    /// A call of the downstream service with this number.
    Remote(usize, Time),
    /// The steps under a lock of the process.
    Lock(usize, Vec<Step>),
    /// A line of log, written and flushed under the appender's lock (the lock with this number).
    Log(usize, Time),
}

/// Cores of the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Cpu {
    /// Cores; need not be whole.
    pub cores: f64,
    /// CPU quota in cores (`cpu.max`).
    pub quota: Option<f64>,
    /// Always-runnable threads of other processes on the same cores.
    pub neighbours: f64,
    /// Standard deviation of the logarithm of the machine's speed.
    pub noise: f64,
    /// How much longer CPU work takes at first (2 = thrice as long), and after how many requests that has fallen to 1/e.
    pub cold: Option<(f64, f64)>,
}

/// Stop-the-world collection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collector {
    /// Requests that fill the young generation.
    pub every_requests: f64,
    /// Length of a pause.
    pub pause: Time,
    /// Threads that collect in parallel.
    pub threads: f64,
}

/// The database server.
#[derive(Debug, Clone, PartialEq)]
pub struct Database {
    /// Cores.
    pub cores: f64,
    /// By how much each running statement beyond the cores slows all of them.
    pub contention: f64,
}

/// Another service.
#[derive(Debug, Clone, PartialEq)]
pub struct Downstream {
    /// How many calls it works on at the same time; `None` = any number.
    pub servers: Option<u32>,
    /// Connections of our HTTP client to it; `None` = any number.
    pub connections: Option<u32>,
    /// A call is given up after this long, milliseconds.
    pub timeout_ms: f64,
    /// How often a call that was given up is made again.
    pub retries: u32,
}

/// Small costs that every request has, milliseconds. All zero for comparison with closed forms.
#[derive(Debug, Clone, PartialEq)]
pub struct Overheads {
    /// CPU of the poller.
    pub poller: f64,
    /// CPU of the worker outside the dispatch.
    pub outside: f64,
    /// Writing the response.
    pub response: f64,
    /// CPU of our client for a call of another service.
    pub client: f64,
    /// Network between client and service, there and back.
    pub network: f64,
    /// Commit of a transaction: network there and back.
    pub commit_network: f64,
    /// Commit of a transaction: CPU of the server.
    pub commit_cpu: f64,
    /// CPU of the generator.
    pub generator: f64,
    /// What passes between client and service where nothing sees it.
    pub hidden: f64,
}

/// A service.
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// What a request does.
    pub program: Vec<Step>,
    /// Its cores.
    pub cpu: Cpu,
    /// Worker threads at most.
    pub workers: u32,
    /// Connections of the pool.
    pub pool: u32,
    /// Longest wait for one, milliseconds.
    pub pool_timeout_ms: f64,
    /// Share of the transactions that never give their connection back.
    pub leak: f64,
    /// Connections that may wait to be accepted; more are tried again after a second.
    pub backlog: u32,
    /// The database.
    pub database: Database,
    /// Other services.
    pub downstreams: Vec<Downstream>,
    /// Collector, when it matters.
    pub collector: Option<Collector>,
    /// Small costs.
    pub overheads: Overheads,
    /// Whether the tool starts it, and so judges its first minute.
    pub from_start: bool,
}

impl Service {
    /// One core, 200 workers, a pool of 10, a database with a core of its own, small costs as measured on a JVM (LEDGER section 2).
    pub fn new(program: Vec<Step>) -> Self {
        Self {
            program,
            cpu: Cpu { cores: 1.0, quota: None, neighbours: 0.0, noise: 0.0, cold: None },
            workers: 200,
            pool: 10,
            pool_timeout_ms: 30_000.0,
            leak: 0.0,
            backlog: u32::MAX,
            database: Database { cores: 1.0, contention: 0.0 },
            downstreams: vec![Downstream { servers: None, connections: None, timeout_ms: f64::INFINITY, retries: 0 }],
            collector: None,
            overheads: Overheads {
                poller: 0.02,
                outside: 0.02,
                response: 0.01,
                client: 0.05,
                network: 0.05,
                commit_network: 0.05,
                commit_cpu: 0.02,
                generator: 0.02,
                hidden: 0.0,
            },
            from_start: false,
        }
        .numbered()
    }

    /// Without any small cost: what closed forms describe.
    #[must_use]
    pub fn bare(mut self) -> Self {
        let none = Overheads {
            poller: 0.0,
            outside: 0.0,
            response: 0.0,
            client: 0.0,
            network: 0.0,
            commit_network: 0.0,
            commit_cpu: 0.0,
            generator: 0.0,
            hidden: 0.0,
        };
        self.overheads = none;
        self
    }

    /// Gives every time of the program a number, so that its draws are its own.
    #[must_use]
    pub fn numbered(mut self) -> Self {
        let mut next = 0;
        number(&mut self.program, &mut next);
        self
    }
}

fn number(steps: &mut [Step], next: &mut u32) {
    for step in steps {
        match step {
            Step::Cpu(t, _) | Step::Remote(_, t) | Step::Log(_, t) => assign(t, next),
            Step::Query(q) => [&mut q.cpu, &mut q.io, &mut q.client].into_iter().for_each(|t| assign(t, next)),
            Step::Transaction { steps, .. } | Step::Session(steps) | Step::Lock(_, steps) => number(steps, next),
        }
    }
}

fn assign(time: &mut Time, next: &mut u32) {
    *next += 1;
    time.id = *next;
}
