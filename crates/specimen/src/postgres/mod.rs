//! A PostgreSQL of a specimen's own: found or fetched ([`find`]), seeded once ([`template`]), copied and started per launch ([`Server`]).
//!
//! PostgreSQL refuses to run as root, so root's launcher runs it as another user.

pub(crate) mod fetch;
pub(crate) mod find;
pub(crate) mod server;
pub(crate) mod template;

pub(crate) use server::Server;

use crate::child::{Proc, Streams, last_lines};
use crate::error::OrFail;
use crate::spawn::{Confine, own_uid};
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Seeding may take a while on a slow machine.
const TOOL_LIMIT: Duration = Duration::from_secs(600);

/// Programs of one PostgreSQL, and the user they run as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    pub(crate) bin: PathBuf,
    /// `postgres (PostgreSQL) 15.18 (Debian ...)`
    pub(crate) version: String,
    /// uid and gid, when that is not ours.
    pub(crate) user: Option<(u32, u32)>,
}

impl Binaries {
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        command.env_clear().env("PATH", &self.bin).env("LC_ALL", "C").env("TZ", "UTC").current_dir("/");
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Gives a folder to the user that PostgreSQL runs as.
    fn give(&self, folder: &Path) -> Result<(), Error> {
        let Some((uid, gid)) = self.user else { return Ok(()) };
        std::os::unix::fs::chown(folder, Some(uid), Some(gid))
            .or_fail(ErrorKind::Postgres, || format!("give {} to user {uid}", folder.display()))
    }
}

/// Runs a program of PostgreSQL to its end.
fn run(what: &str, command: Command, stdin: Option<File>, log: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let mut proc = Proc::start(what, command, Confine::default(), log, Streams { stdin, ..Streams::default() })?;
    let status = watch.until(Instant::now() + TOOL_LIMIT, || Ok(proc.ended()))?;
    match status {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(Error::new(ErrorKind::Postgres, what).seen(status).seen(last_lines(log))),
        None => Err(Error::new(ErrorKind::Postgres, what).seen(format!("no end after {} s", TOOL_LIMIT.as_secs())).seen(last_lines(log))),
    }
}

/// Whom PostgreSQL runs as when we are root: `postgres` where the system has one, else `nobody`.
fn unprivileged() -> Option<(u32, u32)> {
    if own_uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let mut fields = users.lines().find(|l| l.split(':').next() == Some(name))?.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(ids("postgres").or_else(|| ids("nobody")).unwrap_or((65_534, 65_534)))
}

#[cfg(test)]
mod tests;
