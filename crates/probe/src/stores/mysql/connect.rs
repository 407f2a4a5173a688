//! The one connection to the server, and what goes wrong with it in words that help.

use super::super::Access;
use crate::{Context, ProbeError};
use mysql::{Conn, DriverError, Error, Opts, OptsBuilder, SslOpts};
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// No sampling may hold the server for longer.
const PATIENCE: Duration = Duration::from_secs(1);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How its address is given.
pub(super) const HOW: &str = "--db mysql://user:password@host:3306/database   (a role with PROCESS, or the service's own)";
/// The user where none is said: a server of one's own has it without a password.
const USUAL_USER: &str = "root";

/// Access denied for a user, for a database; unknown database; too many connections; the server wants TLS.
const DENIED: [u16; 2] = [1045, 1698];
const NO_DATABASE: [u16; 2] = [1044, 1049];
const FULL: [u16; 2] = [1040, 1203];
const WANTS_TLS: u16 = 3159;

/// An address, read: `mysql://user:password@host:port/database?ssl-mode=disabled|preferred|required`. The options of the address are ours, because drivers
/// have their own names for them.
pub(super) struct Wanted {
    opts: Opts,
    tls: Tls,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tls {
    Disabled,
    /// Where the server insists.
    Preferred,
    Required,
}

/// A connection, and where it leads.
pub(super) struct Connected {
    pub(super) conn: Conn,
    pub(super) user: String,
    /// Every address that the host has.
    pub(super) addresses: Vec<SocketAddr>,
}

/// An address, read. The text is not repeated in an error: it holds a password.
pub(super) fn parse(address: &str) -> Result<Wanted, ProbeError> {
    let wrong = |cause: String| ProbeError {
        name: "database-address-wrong",
        operation: "read the address of the database".to_owned(),
        cause,
        help: HOW.to_owned(),
    };
    let (base, options) = address.split_once('?').unwrap_or((address, ""));
    let mut tls = Tls::Preferred;
    for option in options.split('&').filter(|o| !o.is_empty()) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        // options of drivers that a service's own address may carry say nothing to us
        if name.eq_ignore_ascii_case("ssl-mode") || name.eq_ignore_ascii_case("sslmode") {
            tls = match value.to_ascii_lowercase().as_str() {
                "disabled" | "disable" => Tls::Disabled,
                "preferred" | "prefer" | "trust" => Tls::Preferred,
                "required" | "require" => Tls::Required,
                _ => return Err(wrong("ssl-mode is none of disabled, preferred and required".to_owned())),
            };
        }
    }
    let base = base.split_once("://").map_or_else(|| base.to_owned(), |(_, rest)| format!("mysql://{rest}"));
    let opts = Opts::from_url(&base).map_err(|_| wrong("it is not of the form mysql://user:password@host:port/database".to_owned()))?;
    Ok(Wanted { opts, tls })
}

/// Where an address leads; empty where its host has no address.
pub(super) fn addresses(wanted: &Wanted) -> Vec<SocketAddr> {
    let host = wanted.opts.get_ip_or_hostname();
    let mut all: Vec<SocketAddr> = (host.as_ref(), wanted.opts.get_tcp_port()).to_socket_addrs().into_iter().flatten().collect();
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
    let user = wanted.opts.get_user().filter(|u| !u.is_empty()).unwrap_or(USUAL_USER).to_owned();
    let addresses = addresses(&wanted);
    let conn = dial(&wanted, &user).map_err(|e| {
        let list = addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let at = if list.is_empty() { "an unknown host" } else { &list };
        login_error(format!("connect to MySQL at {at} as {user}"), &e)
    })?;
    Ok(Connected { conn, user, addresses })
}

/// Without TLS first, unless it is required; with it where the server insists, without a look at who the server is, as its own client does.
fn dial(wanted: &Wanted, user: &str) -> Result<Conn, Error> {
    let any_server = SslOpts::default().with_danger_accept_invalid_certs(true).with_danger_skip_domain_validation(true);
    let plain = OptsBuilder::from_opts(wanted.opts.clone())
        .user(Some(user))
        .prefer_socket(false)
        .tcp_connect_timeout(Some(CONNECT_TIMEOUT))
        .read_timeout(Some(PATIENCE))
        .write_timeout(Some(PATIENCE));
    if wanted.tls == Tls::Required {
        return Conn::new(plain.ssl_opts(Some(any_server)));
    }
    match Conn::new(plain.clone()) {
        Err(Error::MySqlError(e)) if e.code == WANTS_TLS && wanted.tls == Tls::Preferred => Conn::new(plain.ssl_opts(Some(any_server))),
        other => other,
    }
}

fn login_error(operation: String, e: &Error) -> ProbeError {
    let code = if let Error::MySqlError(e) = e { e.code } else { 0 };
    let (name, help) = match code {
        c if DENIED.contains(&c) => ("database-login-failed", HOW),
        c if NO_DATABASE.contains(&c) => ("database-unknown", HOW),
        c if FULL.contains(&c) => ("database-full", "raise max_connections, or give the tool a role with CONNECTION ADMIN (SUPER)"),
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
