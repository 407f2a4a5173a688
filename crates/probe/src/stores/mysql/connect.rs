//! The one connection to the server, and what goes wrong with it in words that help.

use super::super::Access;
use crate::{Context, ProbeError};
use mysql::{Conn, DriverError, Error, Opts, OptsBuilder};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// No sampling may hold the server for longer.
const PATIENCE: Duration = Duration::from_secs(1);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How its address is given.
pub(super) const HOW: &str = "--db mysql://user:password@host:3306/database   (a role with PROCESS)";
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
        operation: "read the address of the database".to_owned(),
        cause: "it is not of the form mysql://user:password@host:port/database".to_owned(),
        help: HOW.to_owned(),
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
                operation: format!("find the database of process {}", cx.target.pid),
                cause: format!("none of its connections leads to a MySQL server ({} looked at)", cx.target.peers.len()),
                help: HOW.to_owned(),
            });
        }
    };
    let user = wanted.get_user().filter(|u| !u.is_empty()).unwrap_or(USUAL_USER).to_owned();
    let addresses = addresses(&wanted);
    let conn = dial(&wanted, &user).map_err(|e| {
        let list = addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let at = if list.is_empty() { "an unknown host" } else { &list };
        login_error(format!("connect to MySQL at {at} as {user}"), &e)
    })?;
    Ok(Connected { conn, user, addresses })
}

fn dial(opts: &Opts, user: &str) -> Result<Conn, Error> {
    let limited = OptsBuilder::from_opts(opts.clone()).user(Some(user)).prefer_socket(false).tcp_connect_timeout(Some(CONNECT_TIMEOUT));
    Conn::new(limited.read_timeout(Some(PATIENCE)).write_timeout(Some(PATIENCE)))
}

fn login_error(operation: String, e: &Error) -> ProbeError {
    let code = if let Error::MySqlError(e) = e { e.code } else { 0 };
    let (name, help) = match code {
        c if DENIED.contains(&c) => ("database-login-failed", HOW),
        c if NO_DATABASE.contains(&c) => ("database-unknown", HOW),
        c if FULL.contains(&c) => ("database-full", "raise max_connections, or give the tool a role with CONNECTION ADMIN (SUPER)"),
        WANTS_TLS => ("database-refused", "a role without REQUIRE SSL, or require_secure_transport=off: TLS to MySQL is not built"),
        0 => ("database-unreachable", HOW),
        _ => ("database-refused", HOW),
    };
    ProbeError { name, operation, cause: text(e), help: help.to_owned() }
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
