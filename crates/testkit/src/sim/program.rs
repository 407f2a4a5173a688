//! From the steps of a service to a flat program that a worker thread executes: takes and gives of tokens, CPU, waits. Each operation knows
//! the stack that a profiler would show meanwhile.

use super::frames::{Book, Leaf, Scope};
use super::service::{Query, Service, Step, Work};
use super::time::Time;

/// Which tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Pool,
    Lock(usize),
    Servers(usize),
    Lease(usize),
}

/// Both numbers of a stack: running, and stopped at a safepoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) stack: u32,
    pub(super) stopped: u32,
}

/// One operation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    /// Waits for a token if there is none.
    Take(Kind, Shown),
    Give(Kind),
    Cpu(Time, Shown),
    /// Nothing to do but to wait.
    Wait(Time, Shown),
    /// A call of another service: servers there, a time-out and retries here.
    Call(usize, Time, Shown),
    /// A statement reaches the server: locks its row if it is to.
    Arrive(Option<u32>, &'static str, Shown),
    /// The server works on it.
    Execute(Time, Shown),
    /// The server waits for its disk.
    ReadDisk(Time, Shown),
    /// The answer is on its way; the transaction stays open (or not).
    Answered {
        in_transaction: bool,
    },
    /// The transaction ends on the server: its rows are free.
    Committed,
    /// The answer is written: the request leaves the service.
    Done,
}

/// A program with the stacks that it shows.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) idle: Shown,
    pub(super) book: Book,
}

struct Compiler<'a> {
    service: &'a Service,
    ops: Vec<Op>,
    book: Book,
    scope: Scope,
    /// Whether the connection of the session or of a lazy transaction was taken.
    taken: bool,
    /// Whether statements must take a connection first.
    on_demand: bool,
    fixed: u32,
}

/// The flat program of `service`.
pub(super) fn compile(service: &Service) -> Program {
    let mut c =
        Compiler { service, ops: vec![], book: Book::default(), scope: Scope::default(), taken: false, on_demand: false, fixed: 1_000_000 };
    let idle = c.shown(Leaf::Idle);
    let o = &service.overheads;
    c.small(o.outside, Leaf::Outside);
    c.steps(&service.program);
    c.small(o.response, Leaf::Response);
    c.ops.push(Op::Done);
    Program { ops: c.ops, idle, book: c.book }
}

impl Compiler<'_> {
    fn shown(&mut self, leaf: Leaf) -> Shown {
        Shown { stack: self.book.stack(self.scope, leaf, false), stopped: self.book.stack(self.scope, leaf, true) }
    }

    /// A small cost, with draws of its own.
    fn small(&mut self, ms: f64, leaf: Leaf) {
        self.fixed += 1;
        if ms > 0.0 {
            let time = Time { id: self.fixed, ..Time::lognormal(ms, 0.5) };
            let shown = self.shown(leaf);
            self.ops.push(Op::Cpu(time, shown));
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Cpu(time, work) => {
                    let shown = self.shown(leaf(*work));
                    self.ops.push(Op::Cpu(*time, shown));
                }
                Step::Transaction { steps, lazy } => self.transaction(steps, *lazy),
                Step::Session(steps) => self.session(steps),
                Step::Query(q) => self.query(q),
                Step::Remote(k, time) => self.remote(*k, *time),
                Step::Lock(k, steps) => {
                    let shown = self.shown(Leaf::Monitor(*k));
                    self.ops.push(Op::Take(Kind::Lock(*k), shown));
                    let outer = self.scope.lock.replace(*k);
                    self.steps(steps);
                    self.scope.lock = outer;
                    self.ops.push(Op::Give(Kind::Lock(*k)));
                }
                Step::Log(k, time) => {
                    let (wait, write) = (self.shown(Leaf::LogMonitor), self.shown(Leaf::LogWrite));
                    self.ops.extend([Op::Take(Kind::Lock(*k), wait), Op::Wait(*time, write), Op::Give(Kind::Lock(*k))]);
                }
            }
        }
    }

    fn transaction(&mut self, steps: &[Step], lazy: bool) {
        let outer = (self.scope, self.taken, self.on_demand);
        let in_session = outer.0.session && !outer.0.transaction;
        if in_session || lazy {
            self.on_demand = true;
        } else {
            self.take(Leaf::Begin);
            (self.taken, self.on_demand) = (true, false);
        }
        self.scope.transaction = true;
        self.steps(steps);
        if self.taken {
            self.commit();
        }
        if in_session {
            (self.scope, self.on_demand) = (outer.0, outer.2);
            return;
        }
        if self.taken {
            self.ops.push(Op::Give(Kind::Pool));
        }
        (self.scope, self.taken, self.on_demand) = outer;
    }

    fn session(&mut self, steps: &[Step]) {
        let outer = (self.scope, self.taken, self.on_demand);
        self.scope.session = true;
        (self.taken, self.on_demand) = (false, true);
        self.steps(steps);
        if self.taken {
            self.ops.push(Op::Give(Kind::Pool));
        }
        (self.scope, self.taken, self.on_demand) = outer;
    }

    fn take(&mut self, leaf: Leaf) {
        let shown = self.shown(leaf);
        self.ops.push(Op::Take(Kind::Pool, shown));
    }

    fn network(&mut self, ms: f64) {
        if ms > 0.0 {
            let shown = self.shown(Leaf::DatabaseRead);
            self.ops.push(Op::Wait(Time::constant(ms / 2.0), shown));
        }
    }

    fn commit(&mut self) {
        let o = &self.service.overheads;
        let (network, cpu) = (o.commit_network, o.commit_cpu);
        let shown = self.shown(Leaf::DatabaseRead);
        self.network(network);
        if cpu > 0.0 {
            self.fixed += 1;
            self.ops.push(Op::Arrive(None, "COMMIT", shown));
            self.ops.push(Op::Execute(Time { id: self.fixed, ..Time::constant(cpu) }, shown));
        }
        self.ops.push(Op::Committed);
        self.network(network);
        // a thread that comes back from a read runs a little before it waits for the next thing
        self.small(o.response, Leaf::Driver);
    }

    fn query(&mut self, q: &Query) {
        if self.on_demand && !self.taken {
            self.take(Leaf::PoolWait);
            self.taken = true;
        }
        let (read, driver, mapping) = (self.shown(Leaf::DatabaseRead), self.shown(Leaf::Driver), self.shown(Leaf::Mapping));
        if q.client.mean_ms > 0.0 {
            self.ops.push(Op::Cpu(q.client.times(0.4), driver));
        }
        self.network(q.network_ms);
        self.ops.push(Op::Arrive(q.row_of, q.text, read));
        self.ops.push(Op::Execute(q.cpu, read));
        if q.io.mean_ms > 0.0 {
            self.ops.push(Op::ReadDisk(q.io, read));
        }
        self.ops.push(Op::Answered { in_transaction: self.scope.transaction });
        self.network(q.network_ms);
        if q.client.mean_ms > 0.0 {
            self.ops.push(Op::Cpu(q.client.times(0.6), mapping));
        }
    }

    fn remote(&mut self, k: usize, time: Time) {
        let (wait, lease) = (self.shown(Leaf::Remote(k)), self.shown(Leaf::Lease(k)));
        let has_connections = self.service.downstreams[k].connections.is_some();
        if has_connections {
            self.ops.push(Op::Take(Kind::Lease(k), lease));
        }
        self.ops.push(Op::Take(Kind::Servers(k), wait));
        self.ops.push(Op::Call(k, time, wait));
        self.ops.push(Op::Give(Kind::Servers(k)));
        if has_connections {
            self.ops.push(Op::Give(Kind::Lease(k)));
        }
        self.small(self.service.overheads.client, Leaf::Client(k));
    }
}

fn leaf(work: Work) -> Leaf {
    match work {
        Work::Framework => Leaf::Framework,
        Work::Mapping => Leaf::Mapping,
        Work::Application(line) => Leaf::Application(line),
        Work::Json(line) => Leaf::Json(line),
    }
}
