//! Programs of a database: run as a user that may run them, and to their end.
//!
//! Database servers refuse to run as root, so root's launcher runs them as another user.

use super::Kind;
use crate::child::{Proc, Streams, last_lines};
use crate::error::OrFail;
use crate::spawn::{Confine, own_uid};
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Seeding may take a while on a slow machine.
const TOOL_LIMIT: Duration = Duration::from_secs(600);

/// Which programs, and whom they run as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Guest {
    pub(crate) kind: Kind,
    /// `postgres (PostgreSQL) 15.18 (Debian ...)`
    pub(crate) version: String,
    /// uid and gid, when that is not ours.
    pub(crate) user: Option<(u32, u32)>,
}

impl Guest {
    /// Asks the server's program for its version.
    pub(super) fn of(kind: Kind, server: &Path, arguments: &[&str]) -> Result<Self, Error> {
        let what = || format!("run {} {}", server.display(), arguments.join(" "));
        let output = Command::new(server).args(arguments).output().or_fail(kind.failed(), what)?;
        if !output.status.success() {
            return Err(Error::new(kind.failed(), what()).seen(output.status).seen(String::from_utf8_lossy(&output.stderr)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        // MariaDB says where it lies first
        let version = text.trim().trim_start_matches(&*server.to_string_lossy()).trim_start().to_owned();
        Ok(Self { kind, version, user: unprivileged(kind) })
    }

    /// `program` with nothing of our environment.
    pub(super) fn command(&self, program: &Path, path: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", path).env("LC_ALL", "C").env("TZ", "UTC").current_dir("/");
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Gives a folder to the user that the server runs as.
    pub(super) fn give(&self, folder: &Path) -> Result<(), Error> {
        let Some((uid, gid)) = self.user else { return Ok(()) };
        std::os::unix::fs::chown(folder, Some(uid), Some(gid))
            .or_fail(self.kind.failed(), || format!("give {} to user {uid}", folder.display()))
    }

    /// Runs a program to its end.
    pub(super) fn run(&self, what: &str, command: Command, stdin: Option<File>, log: &Path, watch: Watch<'_>) -> Result<(), Error> {
        to_end(self.kind.failed(), what, command, Streams { stdin, ..Streams::default() }, log, TOOL_LIMIT, watch)
    }
}

/// Runs `command` to its end, which has to be a good one.
pub(super) fn to_end(
    kind: ErrorKind,
    what: &str,
    command: Command,
    streams: Streams,
    log: &Path,
    limit: Duration,
    watch: Watch<'_>,
) -> Result<(), Error> {
    let mut proc = Proc::start(what, command, Confine::default(), log, streams)?;
    match watch.until(Instant::now() + limit, || Ok(proc.ended()))? {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(Error::new(kind, what).seen(status).seen(last_lines(log))),
        None => Err(Error::new(kind, what).seen(format!("no end after {} s", limit.as_secs())).seen(last_lines(log))),
    }
}

/// Whom a server runs as when we are root: its own user where the system has one, else `nobody`.
fn unprivileged(kind: Kind) -> Option<(u32, u32)> {
    if own_uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let mut fields = users.lines().find(|l| l.split(':').next() == Some(name))?.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    Some(ids(kind.user()).or_else(|| ids("nobody")).unwrap_or((65_534, 65_534)))
}
