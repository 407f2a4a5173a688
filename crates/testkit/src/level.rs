//! The truth of one level of load, in milliseconds per request.

use crate::{HostSpec, RareSpec};

/// What a request does at one level. All times are means per request in milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelSpec {
    /// Share of the knee; 1.0 and more is closed saturation.
    pub fraction: f64,
    /// Answers per second.
    pub per_s: f64,
    /// Length of the level, seconds.
    pub seconds: f64,
    /// Sent later than planned.
    pub late: f64,
    /// Waiting for a worker thread.
    pub worker_queue: f64,
    /// Worker busy outside the dispatch.
    pub outside_dispatch: f64,
    /// Waiting for a pool connection.
    pub pool_wait: f64,
    /// Waiting for another service inside a transaction.
    pub remote_in_transaction: f64,
    /// Waiting for another service outside any transaction.
    pub remote: f64,
    /// Of the latter, with a pool connection borrowed all the same.
    pub remote_holding: f64,
    /// Blocked in the database driver, inside a transaction.
    pub database: f64,
    /// Server-side part of that.
    pub database_server: f64,
    /// On the CPU inside a transaction, as the sampler sees it.
    pub cpu_in_transaction: f64,
    /// On the CPU outside, in the framework.
    pub cpu_framework: f64,
    /// On the CPU in `Convert.toDto`, called by the application.
    pub cpu_site: f64,
    /// Waiting for a lock.
    pub lock: f64,
    /// Spent where nothing sees it, between client and service.
    pub hidden: f64,
    /// CPU of request threads by the scheduler; `None` = what the sampler sees.
    pub request_cpu: Option<f64>,
    /// CPU of all threads of the process.
    pub process_cpu: f64,
    /// Run queue of request threads.
    pub run_queue: f64,
    /// CPU of the database server.
    pub database_cpu: f64,
    /// Cores that compiler threads use.
    pub compiler_cores: f64,
    /// Largest size of the pool; 0 = no pool.
    pub pool_size: f64,
    /// Largest number of workers.
    pub workers: f64,
    /// Share of the generator's core that it uses.
    pub generator_cpu: f64,
    /// Parts that few services have.
    pub rare: RareSpec,
    /// The machine around the service.
    pub host: HostSpec,
}

impl LevelSpec {
    /// An open level with a healthy request: 2 ms in the database, 1 ms of CPU.
    pub fn open(fraction: f64, per_s: f64) -> Self {
        Self {
            fraction,
            per_s,
            seconds: 8.0,
            late: 0.05,
            worker_queue: 0.0,
            outside_dispatch: 0.1,
            pool_wait: 0.0,
            remote_in_transaction: 0.0,
            remote: 0.0,
            remote_holding: 0.0,
            database: 2.0,
            database_server: 1.8,
            cpu_in_transaction: 0.1,
            cpu_framework: 0.4,
            cpu_site: 0.0,
            lock: 0.0,
            hidden: 0.0,
            request_cpu: None,
            process_cpu: 0.7,
            run_queue: 0.05,
            database_cpu: 0.3,
            compiler_cores: 0.0,
            pool_size: 10.0,
            workers: 200.0,
            generator_cpu: 0.1,
            rare: RareSpec::default(),
            host: HostSpec::default(),
        }
    }

    /// Closed saturation with the same request.
    pub fn saturation(per_s: f64) -> Self {
        Self { fraction: 1.0, ..Self::open(1.0, per_s) }
    }

    /// Response time that follows from the parts.
    pub fn response_ms(&self) -> f64 {
        self.late + self.worker_queue + self.outside_dispatch + self.in_dispatch() + self.hidden
    }

    /// Time inside the dispatch.
    pub fn in_dispatch(&self) -> f64 {
        self.pool_wait + self.hold_by_transaction() + self.remote + self.cpu_framework + self.cpu_site + self.lock + self.rare.sum()
    }

    /// Time inside transactions, without waiting for the connection.
    pub fn hold_by_transaction(&self) -> f64 {
        self.remote_in_transaction + self.database + self.cpu_in_transaction
    }

    /// Time a connection is borrowed.
    pub fn hold(&self) -> f64 {
        self.hold_by_transaction() + self.remote_holding
    }
}
