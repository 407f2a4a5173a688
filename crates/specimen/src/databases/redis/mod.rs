//! A Redis of a specimen's own: the one that is installed, with nothing that the machine's own configuration says.

use super::guest::Guest;
use super::{Kind, Server};
use crate::watch::Watch;
use crate::{Error, ErrorKind, dirs};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SERVER: &str = "redis-server";
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";
const HELP: &str = "install redis-server, or set TIGHTSPOT_REDIS_BIN to the folder of its programs";
/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// It writes nothing to disk, unless the case wants it.
const SAVES_NOTHING: [(&str, &str); 2] = [("save", ""), ("appendonly", "no")];

/// The program of one Redis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binary {
    server: PathBuf,
    guest: Guest,
}

/// The Redis of this machine, asked for its version.
pub(crate) fn find() -> Result<Binary, Error> {
    let server = installed().ok_or_else(|| {
        Error::new(ErrorKind::Redis, format!("find {SERVER}")).seen("neither TIGHTSPOT_REDIS_BIN nor PATH has it").help(HELP)
    })?;
    let guest = Guest::of(Kind::Redis, &server, &["--version"])?;
    Ok(Binary { server, guest })
}

/// The program of an installed Redis.
pub(crate) fn installed() -> Option<PathBuf> {
    let named = std::env::var_os("TIGHTSPOT_REDIS_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = named.into_iter().chain(std::env::split_paths(&path)).map(|folder| folder.join(SERVER));
    all.find(|file| file.is_file())
}

/// Starts an empty server in `private`, pinned to `cpus`.
pub(crate) fn start(
    bin: &Binary,
    settings: &BTreeMap<String, String>,
    private: &Path,
    port: u16,
    cpus: Vec<usize>,
    watch: Watch<'_>,
) -> Result<Server, Error> {
    let folder = private.join("redis");
    dirs::make(&folder)?;
    bin.guest.give(&folder)?;
    let mut command = bin.guest.command(&bin.server, PATH);
    let own = [("bind", "127.0.0.1".to_owned()), ("port", port.to_string()), ("dir", folder.display().to_string())];
    let usual = SAVES_NOTHING.into_iter().filter(|(name, _)| !settings.contains_key(*name));
    let usual = usual.map(|(name, value)| (name, value.to_owned()));
    let given = settings.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (name, value) in own.into_iter().chain(usual).chain(given) {
        command.arg(format!("--{name}")).arg(value);
    }
    Server::start(Kind::Redis, command, port, cpus, private, watch, |_| answers(port))
}

/// A server that still reads its files answers with an error.
fn answers(port: u16) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(b"PING\r\n")?;
        let mut answer = [0; 5];
        stream.read_exact(&mut answer)?;
        Ok(answer == *b"+PONG")
    };
    ask().unwrap_or(false)
}

#[cfg(test)]
mod tests;
