//! A PostgreSQL of a specimen's own.

pub(crate) mod fetch;
pub(crate) mod find;
mod seed;

pub(crate) use seed::template;

use super::guest::Guest;
use super::{Kind, Server, template};
use crate::case::Database;
use crate::watch::Watch;
use crate::{Error, dirs};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of one PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    pub(crate) bin: PathBuf,
    pub(crate) guest: Guest,
}

impl Binaries {
    fn command(&self, program: &str) -> Command {
        self.guest.command(&self.bin.join(program), &self.bin)
    }
}

/// Copies `template` into `private` and starts a server on it, pinned to `cpus`.
pub(crate) fn start(
    bin: &Binaries,
    spec: &Database,
    template: &Path,
    private: &Path,
    port: u16,
    cpus: Vec<usize>,
    watch: Watch<'_>,
) -> Result<Server, Error> {
    let (data, socket) = (private.join("data"), private.join("socket"));
    template::copy(Kind::Postgres, template, &data)?;
    dirs::make(&socket)?;
    bin.guest.give(&socket)?;
    let mut command = bin.command("postgres");
    command.arg("-D").arg(&data).arg("-p").arg(port.to_string());
    let own = ["listen_addresses=127.0.0.1".to_owned(), format!("unix_socket_directories={}", socket.display())];
    for setting in own.into_iter().chain(template::settings(spec)) {
        command.arg("-c").arg(setting);
    }
    Server::start(Kind::Postgres, command, port, cpus, private, watch, |pid| is_ready(&data, pid))
}

/// What `pg_ctl` asks for: the eighth line of the pid file. The copy may bring the file of nobody, hence the pid.
fn is_ready(data: &Path, pid: u32) -> bool {
    let text = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.first() == Some(&pid.to_string().as_str()) && lines.get(7) == Some(&"ready")
}

#[cfg(test)]
mod tests;
