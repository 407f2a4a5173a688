//! The one connection to the server, and what goes wrong with it in words that help.

use super::super::Access;
use crate::{Context, ProbeError};
use model::{Message, message};
use mysql::{Conn, DriverError, Error, Opts, OptsBuilder};
use std::io::ErrorKind;
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// No sampling may hold the server for longer.
const PATIENCE: Duration = Duration::from_secs(1);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How its address is given.
pub(super) fn how() -> Message {
    message!("mysql/how", option: name("--db mysql://user:password@host:3306/database"))
}

/// The user where none is said: a server of one's own has it without a password.
const USUAL_USER: &str = "root";

/// Access denied for a user, for a database; unknown database; too many connections; the server wants TLS.
const DENIED: [u16; 2] = [1045, 1698];
const NO_DATABASE: [u16; 2] = [1044, 1049];
const FULL: [u16; 2] = [1040, 1203];
const WANTS_TLS: u16 = 3159;

/// A connection, and where it leads.
pub(super) struct Connected {
    pub(super) conn: Conn,
    pub(super) user: String,
    /// Every address that the host has.
    pub(super) addresses: Vec<SocketAddr>,
}

/// An address, read. Options after a question mark are those of drivers, of which each has its own: they are left out. The text is not repeated in an error: it
/// holds a password.
pub(super) fn parse(address: &str) -> Result<Opts, ProbeError> {
    let base = address.split_once('?').map_or(address, |(base, _)| base);
    let rest = base.split_once("://").map_or(base, |(_, rest)| rest);
    Opts::from_url(&format!("mysql://{rest}")).map_err(|_| ProbeError {
        name: "database-address-wrong",
        operation: message!("stores/read-address"),
        cause: message!("mysql/not-of-the-form", form: name("mysql://user:password@host:port/database")),
        help: how(),
    })
}

/// Where an address leads; empty where its host has no address.
pub(super) fn addresses(opts: &Opts) -> Vec<SocketAddr> {
    let host = opts.get_ip_or_hostname();
    let mut all: Vec<SocketAddr> = (host.as_ref(), opts.get_tcp_port()).to_socket_addrs().into_iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Connects as the user said, or as `root` without a password to the server that was found.
pub(super) fn connect(cx: &Context, access: &Access) -> Result<Connected, ProbeError> {
    let wanted = match (&access.address, access.found) {
        (Some(address), _) => parse(address)?,
        (None, Some(at)) => parse(&format!("mysql://{USUAL_USER}@{at}"))?,
        (None, None) => {
            return Err(ProbeError {
                name: "database-not-found",
                operation: message!("stores/find-database", pid: name(cx.target.pid.to_string())),
                cause: message!("mysql/none-among-peers", peers: Count(cx.target.peers.len() as f64)),
                help: how(),
            });
        }
    };
    let user = wanted.get_user().filter(|u| !u.is_empty()).unwrap_or(USUAL_USER).to_owned();
    let addresses = addresses(&wanted);
    let conn = dial(&wanted, &user).map_err(|e| {
        let server = super::super::list(&addresses);
        login_error(message!("mysql/connect", server: (server), user: name(&user)), &user, &addresses, &e)
    })?;
    Ok(Connected { conn, user, addresses })
}

fn dial(opts: &Opts, user: &str) -> Result<Conn, Error> {
    let limited = OptsBuilder::from_opts(opts.clone()).user(Some(user)).prefer_socket(false).tcp_connect_timeout(Some(CONNECT_TIMEOUT));
    Conn::new(limited.read_timeout(Some(PATIENCE)).write_timeout(Some(PATIENCE)))
}

fn login_error(operation: Message, user: &str, addresses: &[SocketAddr], e: &Error) -> ProbeError {
    let code = if let Error::MySqlError(e) = e { e.code } else { 0 };
    let cause = cause(e);
    let (name, cause, help) = match code {
        c if DENIED.contains(&c) => ("database-login-failed", cause, message!("stores/password-signs", how: (how()))),
        c if NO_DATABASE.contains(&c) => {
            let at = addresses.first().map(|a| format!(" -h {} -P {}", a.ip(), a.port())).unwrap_or_default();
            let command = format!("mysql{at} -u {user} -p -e 'show databases'");
            ("database-unknown", cause, message!("stores/which-databases", how: (how()), command: name(command)))
        }
        c if FULL.contains(&c) => ("database-full", cause, message!("mysql/more-connections")),
        WANTS_TLS => ("database-refused", cause, message!("mysql/wants-tls")),
        0 => {
            let (cause, help) = super::super::unreachable(super::STORE, addresses, cause, "mysqladmin -h HOST -P PORT ping");
            ("database-unreachable", cause, help)
        }
        _ => ("database-refused", cause, how()),
    };
    ProbeError { name, operation, cause, help }
}

/// What was seen: of a server that said nothing, that it did.
fn cause(e: &Error) -> Message {
    let io = match e {
        Error::IoError(io) => Some(io),
        Error::CodecError(inner) => std::error::Error::source(inner).and_then(|e| e.downcast_ref()),
        _ => None,
    };
    if io.is_some_and(|io: &std::io::Error| matches!(io.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)) {
        return message!("mysql/no-greeting", waited: Seconds(PATIENCE.as_secs_f64()));
    }
    text(e).into()
}

/// The server's own words, without what the driver puts around them.
pub(super) fn text(e: &Error) -> String {
    match e {
        Error::MySqlError(e) => e.message.clone(),
        Error::DriverError(DriverError::CouldNotConnect(Some((_, why, _)))) => why.clone(),
        other => other.to_string(),
    }
}

/// Whether the connection is gone for good.
pub(super) fn is_fatal(e: &Error) -> bool {
    matches!(e, Error::IoError(_) | Error::CodecError(_))
}
