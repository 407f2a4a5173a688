//! A specimen that runs, and how it goes away without a trace.

use crate::child::Proc;
use crate::databases::Server;
use crate::dirs::Private;
use crate::error::OrFail;
use crate::neighbours::Neighbours;
use crate::params::Params;
use crate::quota::Quota;
use crate::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// A target that is not started yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Program and arguments; the working folder is that of the specimen ([`Running::private`]).
    pub command: Vec<String>,
    /// URL that answers 2xx once it can work.
    pub ready: Option<String>,
}

/// A started specimen. Dropping it stops it.
#[derive(Debug)]
pub struct Running {
    /// The process to diagnose; 0 where the tool is to start it.
    pub target_pid: u32,
    /// How to start it, where the tool is to.
    pub start: Option<Start>,
    /// The tool is to ask about the slowest requests of the scenario's own load.
    pub tail: bool,
    /// Method of the variant's scenario.
    pub method: String,
    /// URL of the variant's scenario, with the tool's placeholders in it.
    pub url: String,
    /// CSV for them.
    pub data: Option<PathBuf>,
    /// Scenario file of the load engine, in place of method, URL and data.
    pub scenario: Option<PathBuf>,
    /// Monitoring role of the real database.
    pub monitor_dsn: Option<String>,
    /// What was drawn.
    pub params: Params,
    /// From what.
    pub seed: u64,
    /// In order of their start.
    pub(crate) procs: Vec<Proc>,
    /// Databases and caches, in order of their start.
    pub(crate) servers: Vec<Server>,
    pub(crate) quotas: Vec<Quota>,
    pub(crate) neighbours: Option<Neighbours>,
    /// CPUs of the tool; empty where it may run on any.
    pub(crate) tool_cpus: Vec<usize>,
    private: Private,
}

impl Running {
    pub(crate) fn new(private: Private, params: Params, seed: u64) -> Self {
        Self {
            target_pid: 0,
            start: None,
            tail: false,
            method: "GET".to_owned(),
            url: String::new(),
            data: None,
            scenario: None,
            monitor_dsn: None,
            params,
            seed,
            procs: Vec::new(),
            servers: Vec::new(),
            quotas: Vec::new(),
            neighbours: None,
            tool_cpus: Vec::new(),
            private,
        }
    }

    /// The folder of this start: logs, data, whatever the service writes into its working folder.
    pub fn private(&self) -> &Path {
        self.private.path()
    }

    /// Names and pids of everything that was started.
    pub fn pids(&self) -> Vec<(&str, u32)> {
        let servers = self.servers.iter().map(|s| (s.kind.process(), s.pid()));
        servers.chain(self.procs.iter().map(|p| (p.name.as_str(), p.pid()))).collect()
    }

    /// The log of a process.
    pub fn log(&self, process: &str) -> PathBuf {
        self.private.path().join(format!("{process}.log"))
    }

    /// `Err` names a process that ended by itself, with the end of its log.
    pub fn check_alive(&mut self) -> Result<(), Error> {
        for proc in &mut self.procs {
            if let Some(status) = proc.ended() {
                let seen = proc.last_words();
                return Err(Error::new(ErrorKind::Launch, format!("keep {} running", proc.name)).seen(status).seen(seen));
            }
        }
        if let Some(kind) = self.servers.iter_mut().find_map(|server| (!server.is_alive()).then_some(server.kind)) {
            let log = crate::child::last_lines(&self.log(kind.process()));
            return Err(Error::new(kind.failed(), format!("keep {} running", kind.process())).seen("it ended").seen(log));
        }
        Ok(())
    }

    /// `Err` says that the neighbours did not get the CPU that is the fault of the variant: a verdict on it would be one on another service.
    pub fn check_fault(&self) -> Result<(), Error> {
        self.neighbours.as_ref().map_or(Ok(()), |n| n.check(&self.procs))
    }

    /// Stops everything, the last started first, and deletes the private folder. `Err` names what is left.
    pub fn stop(mut self) -> Result<(), Error> {
        self.stop_all()
    }

    fn stop_all(&mut self) -> Result<(), Error> {
        let mut left = Vec::new();
        for proc in self.procs.iter_mut().rev() {
            if !proc.stop(libc::SIGTERM) {
                left.push(format!("{} ({})", proc.name, proc.pid()));
            }
        }
        for server in self.servers.iter_mut().rev() {
            if !server.stop() {
                left.push(format!("{} ({})", server.kind.process(), server.pid()));
            }
        }
        self.quotas.clear();
        if !left.is_empty() {
            let help = "kill -9 them, and look at their state with `ps`";
            return Err(Error::new(ErrorKind::Stop, "stop the specimen").seen(format!("still there: {}", left.join(", "))).help(help));
        }
        let path = self.private.path().to_owned();
        self.private.remove().or_fail(ErrorKind::Stop, || format!("delete {}", path.display()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // after `stop` there is nothing left to do, and doing it again is harmless
        drop(self.stop_all());
    }
}
