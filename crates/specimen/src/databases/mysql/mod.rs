//! A MariaDB of a specimen's own, which stands for MySQL.

pub(crate) mod fetch;
pub(crate) mod find;
mod seed;

pub(crate) use seed::template;

use super::guest::Guest;
use super::{Kind, Server, template};
use crate::case::Database;
use crate::watch::Watch;
use crate::{Error, dirs};
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The script that makes a data folder, and the Perl-less tools that it calls, need those of the system.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// How long a server may take to greet.
const PATIENCE: Duration = Duration::from_millis(500);
/// Version of the protocol that a greeting begins with, after three bytes of length and a number.
const PROTOCOL: u8 = 10;

/// Programs of one MariaDB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    /// `mariadbd`
    pub(crate) server: PathBuf,
    /// `mariadb-install-db`
    pub(crate) installer: PathBuf,
    /// Where its files lie, when it does not know by itself.
    pub(crate) base: Option<PathBuf>,
    pub(crate) guest: Guest,
}

impl Binaries {
    /// `program` with its files and those of `data`, and with nothing that the machine's own configuration says.
    fn command(&self, program: &Path, data: &Path) -> Command {
        let mut command = self.guest.command(program, PATH);
        command.arg("--no-defaults");
        if let Some(base) = &self.base {
            command.arg(format!("--basedir={}", base.display()));
        }
        command.arg(format!("--datadir={}", data.display())).arg("--skip-name-resolve");
        command
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
    template::copy(Kind::MySql, template, &data)?;
    dirs::make(&socket)?;
    bin.guest.give(&socket)?;
    let mut command = bin.command(&bin.server, &data);
    command.arg("--bind-address=127.0.0.1").arg(format!("--port={port}"));
    for (option, file) in [("socket", "mariadb.sock"), ("pid-file", "mariadb.pid")] {
        command.arg(format!("--{option}={}", socket.join(file).display()));
    }
    command.args(template::settings(spec).map(|setting| format!("--{setting}")));
    Server::start(Kind::MySql, command, port, cpus, private, watch, |_| greets(port))
}

/// A server that can work greets whoever connects; nothing is sent.
fn greets(port: u16) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut greeting = [0; 5];
        stream.read_exact(&mut greeting)?;
        Ok(greeting[4] == PROTOCOL)
    };
    ask().unwrap_or(false)
}

#[cfg(test)]
mod tests;
