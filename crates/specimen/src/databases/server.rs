//! A running server on a copy of the template.

use super::Kind;
use crate::Error;
use crate::case::Database;
use crate::child::{Proc, Streams, last_lines};
use crate::spawn::Confine;
use crate::watch::Watch;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const START_LIMIT: Duration = Duration::from_secs(60);

/// A started server. It listens on 127.0.0.1 and on a socket in the private folder.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) kind: Kind,
    pub(crate) port: u16,
    proc: Proc,
}

impl Server {
    /// Starts `command`, which is to listen at `port`, pinned to `cpus`, and waits until `is_ready` says so of its process id.
    pub(super) fn start(
        kind: Kind,
        command: Command,
        port: u16,
        cpus: Vec<usize>,
        private: &Path,
        watch: Watch<'_>,
        is_ready: impl Fn(u32) -> bool,
    ) -> Result<Self, Error> {
        let (name, log) = (kind.process(), private.join(format!("{}.log", kind.process())));
        let proc = Proc::start(name, command, Confine { cpus, group: None }, &log, Streams::default())?;
        let mut server = Self { kind, port, proc };
        let answer = watch.until(Instant::now() + START_LIMIT, || {
            Ok(if let Some(status) = server.proc.ended() {
                Some(Err(status.to_string()))
            } else {
                is_ready(server.pid()).then_some(Ok(()))
            })
        })?;
        let failed = |seen: String| Err(Error::new(kind.failed(), format!("start {name}")).seen(seen).seen(last_lines(&log)));
        match answer {
            Some(Ok(())) => Ok(server),
            Some(Err(status)) => failed(status),
            None => failed(format!("not ready after {} s", START_LIMIT.as_secs())),
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.proc.pid()
    }

    /// Whether it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.proc.ended().is_none()
    }

    /// Fast: sessions are cut off. The copy is deleted with the private folder.
    pub(crate) fn stop(&mut self) -> bool {
        self.proc.stop(self.kind.end())
    }

    /// How the tool logs in: into the service's database, by which it knows the service's sessions behind a relay.
    pub(crate) fn monitor_dsn(&self, spec: &Database) -> Option<String> {
        let (role, password) = spec.monitor.as_ref()?;
        Some(self.dsn(role, password, &spec.database))
    }

    /// How `role` logs in.
    pub(super) fn dsn(&self, role: &str, password: &str, database: &str) -> String {
        format!("{}://{role}:{password}@127.0.0.1:{}/{database}", self.kind.scheme(), self.port)
    }
}
