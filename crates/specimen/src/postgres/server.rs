//! A running PostgreSQL on a copy of the template.

use super::{Binaries, template};
use crate::case::Postgres;
use crate::child::{Proc, Streams, last_lines};
use crate::spawn::Confine;
use crate::watch::Watch;
use crate::{Error, ErrorKind, dirs};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const START_LIMIT: Duration = Duration::from_secs(60);

/// A started server. It listens on 127.0.0.1 and on a socket in the private folder.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) port: u16,
    proc: Proc,
    data: PathBuf,
}

impl Server {
    /// Copies `template` into `private` and starts a server on it, pinned to `cpus`.
    pub(crate) fn start(
        bin: &Binaries,
        spec: &Postgres,
        template: &Path,
        private: &Path,
        port: u16,
        cpus: Vec<usize>,
        watch: Watch<'_>,
    ) -> Result<Self, Error> {
        let (data, socket, log) = (private.join("data"), private.join("socket"), private.join("postgres.log"));
        template::copy(template, &data)?;
        dirs::make(&socket)?;
        bin.give(&socket)?;
        let mut command = bin.command("postgres");
        command.arg("-D").arg(&data).arg("-p").arg(port.to_string());
        let own = ["listen_addresses=127.0.0.1".to_owned(), format!("unix_socket_directories={}", socket.display())];
        for setting in own.into_iter().chain(template::settings(spec)) {
            command.arg("-c").arg(setting);
        }
        let proc = Proc::start("postgres", command, Confine { cpus, group: None }, &log, Streams::default())?;
        let mut server = Self { port, proc, data };
        let deadline = Instant::now() + START_LIMIT;
        let answer = watch.until(deadline, || {
            Ok(if let Some(status) = server.proc.ended() { Some(Err(status.to_string())) } else { server.is_ready().then_some(Ok(())) })
        })?;
        match answer {
            Some(Ok(())) => Ok(server),
            Some(Err(status)) => Err(Error::new(ErrorKind::Postgres, "start postgres").seen(status).seen(last_lines(&log))),
            None => {
                let seen = format!("not ready after {} s", START_LIMIT.as_secs());
                Err(Error::new(ErrorKind::Postgres, "start postgres").seen(seen).seen(last_lines(&log)))
            }
        }
    }

    /// What `pg_ctl` asks for: the eighth line of the pid file. The copy may bring the file of nobody, hence the pid.
    fn is_ready(&self) -> bool {
        let text = std::fs::read_to_string(self.data.join("postmaster.pid")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines.first() == Some(&self.proc.pid().to_string().as_str()) && lines.get(7) == Some(&"ready")
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
        self.proc.stop(libc::SIGINT)
    }

    /// How `role` logs in.
    pub(crate) fn dsn(&self, role: &str, password: &str, database: &str) -> String {
        format!("postgres://{role}:{password}@127.0.0.1:{}/{database}", self.port)
    }
}
