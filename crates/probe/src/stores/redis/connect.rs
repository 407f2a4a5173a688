//! Connections to the server, and what goes wrong with them in words that help.

use super::super::Access;
use super::STORE;
use crate::{Context, ProbeError};
use model::{Message, message};
use redis::{Client, Connection, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisConnectionInfo, RedisError};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// How long an answer is waited for: a command that stops the server may stop it for seconds, which is what is to be seen.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// How its address is given.
pub(super) fn how() -> Message {
    message!("redis/how", option: name("--db redis://:password@host:6379"))
}

/// An address, read. Which of the server's numbered databases it names does not matter: what is read is of all of them.
#[derive(Clone)]
pub(super) struct Address {
    host: String,
    port: u16,
    login: RedisConnectionInfo,
    tls: bool,
}

impl Address {
    /// The text is not repeated in an error: it holds a password.
    pub(super) fn read(address: &str) -> Result<Self, ProbeError> {
        let wrong = || ProbeError {
            name: "database-address-wrong",
            operation: message!("stores/read-address"),
            cause: message!("redis/not-of-the-form", form: name("redis://user:password@host:port")),
            help: how(),
        };
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let rest = rest.split(['/', '?']).next().unwrap_or(rest);
        let info = format!("redis://{rest}").into_connection_info().map_err(|_| wrong())?;
        let ConnectionAddr::Tcp(host, port) = info.addr().clone() else { return Err(wrong()) };
        Ok(Self { host, port, login: info.redis_settings().clone(), tls: scheme == "rediss" })
    }

    fn of(at: SocketAddr) -> Self {
        Self { host: at.ip().to_string(), port: at.port(), login: RedisConnectionInfo::default(), tls: false }
    }

    /// Every address that its host has; none where it has none.
    pub(super) fn leads_to(&self) -> Vec<SocketAddr> {
        let mut all: Vec<SocketAddr> = (self.host.as_str(), self.port).to_socket_addrs().into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A new connection. The server is not told what the tool is called: older ones refuse to hear it.
    pub(super) fn dial(&self) -> Result<Connection, RedisError> {
        let login = self.login.clone().set_skip_set_lib_name();
        let info: ConnectionInfo = ConnectionAddr::Tcp(self.host.clone(), self.port).into_connection_info()?;
        let conn = Client::open(info.set_redis_settings(login))?.get_connection_with_timeout(CONNECT_TIMEOUT)?;
        conn.set_read_timeout(Some(PATIENCE))?;
        conn.set_write_timeout(Some(PATIENCE))?;
        Ok(conn)
    }
}

/// Where the server is that the user named, or that was found.
pub(super) fn address(cx: &Context, access: &Access) -> Result<Address, ProbeError> {
    let address = match (&access.address, access.found) {
        (Some(address), _) => Address::read(address)?,
        (None, Some(at)) => Address::of(at),
        (None, None) => {
            return Err(ProbeError {
                name: "cache-not-found",
                operation: message!("redis/find", pid: name(cx.target.pid.to_string())),
                cause: message!("redis/none-among-peers", peers: Count(cx.target.peers.len() as f64)),
                help: how(),
            });
        }
    };
    if address.tls {
        return Err(ProbeError {
            name: "cache-wants-tls",
            operation: message!("redis/connect", server: (super::super::list(&address.leads_to()))),
            cause: message!("redis/tls-is-not-built"),
            help: message!("redis/without-tls"),
        });
    }
    Ok(address)
}

/// Why a server cannot be asked.
pub(super) fn refused(address: &Address, e: &RedisError) -> ProbeError {
    let addresses = address.leads_to();
    let operation = message!("redis/connect", server: (super::super::list(&addresses)));
    let cause: Message = text(e).into();
    let (name, cause, help) = match e.code() {
        Some("NOAUTH" | "WRONGPASS" | "DENIED") => ("cache-login-failed", cause, message!("stores/password-signs", how: (how()))),
        Some("NOPERM") => ("cache-not-readable", cause, message!("redis/needs")),
        Some(_) => ("cache-refused", cause, how()),
        None if e.kind() == redis::ErrorKind::AuthenticationFailed => {
            ("cache-login-failed", cause, message!("stores/password-signs", how: (how())))
        }
        None => {
            let (cause, help) = super::super::unreachable(STORE, &addresses, cause, "redis-cli -h HOST -p PORT ping");
            ("cache-unreachable", cause, help)
        }
    };
    ProbeError { name, operation, cause, help }
}

/// The server's own words, without what the driver puts around them.
pub(super) fn text(e: &RedisError) -> String {
    match (e.code(), e.detail()) {
        (Some(code), Some(detail)) => format!("{code} {detail}"),
        _ => e.to_string(),
    }
}
