//! Worker threads: they take requests and execute the program, operation by operation, until they must wait.

use super::engine::{Event, SYN_AGAIN_MS, Sim};
use super::program::{Kind, Op, Shown};
use super::sharing::Owner;
use super::time::generator;
use rand::Rng;

/// What a thread does at present.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// Waits; the stack says for what.
    Waiting(Shown),
    /// Could run: since when, the core time given until then, and the stack before it had a core.
    Runnable { shown: Shown, since: f64, on_core: f64, in_queue: f64, before: Shown },
}

/// What the server says of the session that a thread uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Session {
    /// No connection is held.
    Unused,
    Idle,
    InTransaction,
    OnCpu,
    OnDisk,
    OnLock,
}

/// A worker thread.
#[derive(Debug, Clone)]
pub(super) struct Worker {
    pub(super) request: Option<usize>,
    pub(super) pc: usize,
    pub(super) mode: Mode,
    /// Time on a core and in the run queue, milliseconds, up to the last change of mode.
    pub(super) cpu_ms: f64,
    pub(super) queue_ms: f64,
    /// What it waited for last: shown until it has had a core.
    pub(super) woken: Shown,
    /// CPU since it last waited.
    pub(super) burst_ms: f64,
    pub(super) held: Vec<Kind>,
    pub(super) rows: Vec<u32>,
    pub(super) waits_for: Option<Kind>,
    pub(super) wait_number: u64,
    pub(super) waits_since: f64,
    pub(super) session: Session,
    pub(super) statement: &'static str,
    pub(super) next_sample: f64,
}

impl Sim {
    /// A request reaches the socket: the poller sees it.
    pub(super) fn arrive(&mut self, r: usize) {
        if self.queue.len() >= self.service.backlog as usize {
            self.overflows += 1;
            self.at(self.now + SYN_AGAIN_MS, Event::Arrive(r));
            return;
        }
        if self.service.overheads.poller > 0.0 {
            self.cpu.add(self.now, self.service.overheads.poller, Owner::Poller(r));
            self.polling.insert(r, (self.cpu.on_core, self.cpu.in_queue));
        } else {
            self.enqueue(r);
        }
    }

    /// The poller has read a request and hands it to the executor.
    pub(super) fn polled(&mut self, r: usize) {
        if let Some((on_core, in_queue)) = self.polling.remove(&r) {
            self.poller.0 += self.cpu.on_core - on_core;
            self.poller.1 += self.cpu.in_queue - in_queue;
        }
        self.enqueue(r);
    }

    fn enqueue(&mut self, r: usize) {
        if let Some(w) = self.idle.pop_front() {
            self.begin(w, r);
        } else if self.workers.len() < self.service.workers as usize {
            let shown = self.program.idle;
            self.workers.push(Worker {
                request: None,
                pc: 0,
                mode: Mode::Waiting(shown),
                cpu_ms: 0.0,
                queue_ms: 0.0,
                woken: shown,
                burst_ms: 0.0,
                held: vec![],
                rows: vec![],
                waits_for: None,
                wait_number: 0,
                waits_since: 0.0,
                session: Session::Unused,
                statement: "",
                next_sample: self.watch.first_sample(self.workers.len(), self.now),
            });
            self.begin(self.workers.len() - 1, r);
        } else {
            self.queue.push(r, self.now);
        }
    }

    fn begin(&mut self, w: usize, r: usize) {
        self.workers[w].request = Some(r);
        self.workers[w].pc = 0;
        self.workers[w].burst_ms = 0.0;
        self.allocate();
        self.execute(w);
    }

    /// The CPU work of a thread is done.
    pub(super) fn off_cpu(&mut self, w: usize) {
        let op = &self.program.ops[self.workers[w].pc];
        let Op::Cpu(_, shown) = *op else { return };
        self.change(w, Mode::Waiting(shown));
        self.workers[w].pc += 1;
        self.execute(w);
    }

    /// The wait of a thread is over.
    pub(super) fn proceed(&mut self, w: usize) {
        self.workers[w].pc += 1;
        self.execute(w);
    }

    /// Changes what a thread does, and samples what it did until now.
    pub(super) fn change(&mut self, w: usize, mode: Mode) {
        self.cpu.advance(self.now);
        self.sample(w);
        let (now_on_core, now_in_queue) = (self.cpu.on_core, self.cpu.in_queue);
        let worker = &mut self.workers[w];
        if let Mode::Runnable { on_core, in_queue, .. } = worker.mode {
            let used = now_on_core - on_core;
            worker.cpu_ms += used;
            worker.queue_ms += now_in_queue - in_queue;
            worker.burst_ms += used;
        }
        worker.mode = mode;
    }

    pub(super) fn wait(&mut self, w: usize, shown: Shown) {
        self.change(w, Mode::Waiting(shown));
        self.workers[w].burst_ms = 0.0;
    }

    /// Executes operations until the thread must wait.
    fn execute(&mut self, w: usize) {
        loop {
            let op = self.program.ops[self.workers[w].pc];
            let number = self.workers[w].request.map_or(0, |r| self.requests[r].number);
            match op {
                Op::Cpu(time, shown) => {
                    let work = time.draw(self.seed, number);
                    if let (Mode::Waiting(s), true) = (self.workers[w].mode, self.workers[w].burst_ms <= 0.0) {
                        self.workers[w].woken = s;
                    }
                    let before = self.workers[w].woken;
                    self.cpu.add(self.now, work, Owner::Thread(w));
                    self.change(
                        w,
                        Mode::Runnable { shown, since: self.now, on_core: self.cpu.on_core, in_queue: self.cpu.in_queue, before },
                    );
                    return;
                }
                Op::Wait(time, shown) => return self.resume_after(w, time.draw(self.seed, number), shown),
                Op::ReadDisk(time, shown) => {
                    self.workers[w].session = Session::OnDisk;
                    return self.resume_after(w, time.draw(self.seed, number), shown);
                }
                Op::Call(k, time, shown) => return self.call(w, k, time.draw(self.seed, number), shown),
                Op::Take(kind, shown) => {
                    if !self.take(w, kind, shown) {
                        return;
                    }
                }
                Op::Give(kind) => self.give(w, kind, number),
                Op::Arrive(row_of, text, shown) => {
                    self.workers[w].statement = text;
                    if let Some(of) = row_of {
                        let row = generator(self.seed, number, 77).random_range(0..of);
                        if !self.lock_row(w, row, shown) {
                            return;
                        }
                    }
                }
                Op::Execute(time, shown) => {
                    self.wait(w, shown);
                    self.workers[w].session = Session::OnCpu;
                    self.database.add(self.now, time.draw(self.seed, number), Owner::Thread(w));
                    return;
                }
                Op::Answered { in_transaction } => {
                    self.workers[w].session = if in_transaction { Session::InTransaction } else { Session::Idle };
                }
                Op::Committed => self.committed(w),
                Op::Done => {
                    self.done(w, false);
                    return;
                }
            }
            self.workers[w].pc += 1;
        }
    }

    fn resume_after(&mut self, w: usize, ms: f64, shown: Shown) {
        self.wait(w, shown);
        self.at(self.now + ms, Event::Resume(w));
    }

    /// A call that takes too long is given up and made again.
    fn call(&mut self, w: usize, k: usize, ms: f64, shown: Shown) {
        let d = &self.service.downstreams[k];
        if ms <= d.timeout_ms {
            return self.resume_after(w, ms, shown);
        }
        let tries = f64::from(d.retries + 1);
        self.resume_after(w, d.timeout_ms * tries, shown);
    }

    /// The answer leaves; the thread takes the next request or idles.
    pub(super) fn done(&mut self, w: usize, failed: bool) {
        let idle = self.program.idle;
        self.change(w, Mode::Waiting(idle));
        self.served += 1;
        self.workers[w].session = Session::Unused;
        if let Some(r) = self.workers[w].request.take() {
            self.requests[r].failed = failed;
            let o = &self.service.overheads;
            self.at(self.now + o.network / 2.0 + o.hidden, Event::Answer(r));
        }
        match self.queue.pop(self.now) {
            Some(r) => self.begin(w, r),
            None => self.idle.push_back(w),
        }
    }
}
