//! The one connection to the server, and what goes wrong with it in words that help.

use super::super::Access;
use super::{titles, tls};
use crate::{Context, ProbeError};
use model::{Message, message};
use postgres::config::Host;
use postgres::error::SqlState;
use postgres::{Client, Config};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Name of the tool's own session.
pub(super) const APPLICATION: &str = "tightspot";
/// No sampling may hold the server for longer.
const STATEMENT_TIMEOUT: &str = "-c statement_timeout=1000";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Whatever takes the connection may say nothing at all: the driver would wait for it for ever.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);
/// What asks whether a server is there.
const IS_IT_THERE: &str = "pg_isready -h HOST -p PORT";
/// Role and database that a server usually has.
const USUAL: &str = "postgres";
/// How a cause begins that repeats a part of what was read.
const NAMES: &str = "unknown option";
/// How its address is given.
pub(super) fn how() -> Message {
    message!("postgres/how", option: name("--db postgres://user:password@host/database"))
}

/// A connection, and where it leads.
pub(super) struct Connected {
    pub(super) client: Client,
    /// Every address that the host of the connection string has.
    pub(super) addresses: Vec<SocketAddr>,
}

/// Connects as the user said; where nothing was said, as `postgres` without a password to the database that the target is connected to, and where the server
/// has no such role, as the target's own.
pub(super) fn connect(cx: &Context, access: &Access) -> Result<Connected, ProbeError> {
    let (mut config, addresses) = config_of(cx, access)?;
    let (no_user, no_database) = (config.get_user().is_none(), config.get_dbname().is_none());
    let login = addresses.first().filter(|_| no_user || no_database).and_then(|at| titles::of_the_target(cx, *at));
    if no_user {
        config.user(USUAL);
    }
    if no_database {
        config.dbname(login.as_ref().map_or(USUAL, |l| &l.database));
    }
    let refused = match dial(&config, &addresses) {
        Err((e, no_role)) if no_user && no_role => e,
        other => return other.map_err(|(e, _)| e),
    };
    // no second login where the first was asked for a password: the role of the service would be asked for one as well
    let Some(own) = login else { return Err(refused) };
    config.user(&own.role);
    dial(&config, &addresses).map_err(|_| refused)
}

/// Connects; an error says as well whether the server knows no such role.
fn dial(config: &Config, addresses: &[SocketAddr]) -> Result<Connected, (ProbeError, bool)> {
    let user = config.get_user().unwrap_or("?");
    let operation = || message!("postgres/connect", server: (super::super::list(addresses)), user: name(user));
    let no_tls = |e: String| ProbeError {
        name: "database-unreachable",
        operation: operation(),
        cause: message!("postgres/no-tls", error: name(e)),
        help: "--db 'postgres://user:password@host/database?sslmode=disable'".into(),
    };
    let tls = tls::connector().map_err(|e| (no_tls(e.to_string()), false))?;
    let options = config.get_options().map_or(STATEMENT_TIMEOUT.to_owned(), |o| format!("{o} {STATEMENT_TIMEOUT}"));
    let mut limited = config.clone();
    limited.options(&options);
    let plain = config.clone();
    let dial = move || {
        limited.connect(tls.clone()).or_else(|e| {
            // Connection poolers refuse options; the statement is cheap enough to go without a limit then.
            if text(&e).contains("startup parameter") { plain.connect(tls) } else { Err(e) }
        })
    };
    let Some(answered) = within(ANSWER_TIMEOUT, dial) else {
        let seen = message!("postgres/no-answer", waited: Seconds(ANSWER_TIMEOUT.as_secs_f64()));
        let (cause, help) = super::super::unreachable(super::STORE, addresses, seen, IS_IT_THERE);
        return Err((ProbeError { name: "database-unreachable", operation: operation(), cause, help }, false));
    };
    let no_role = |e: &postgres::Error| e.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION);
    let client = answered.map_err(|e| (login_error(operation(), user, addresses, &e), no_role(&e)))?;
    Ok(Connected { client, addresses: addresses.to_vec() })
}

/// What `ask` answers, if it does so in time; else its thread is left to wait alone.
fn within<T: Send + 'static>(longest: Duration, ask: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (say, heard) = mpsc::channel();
    let asked = thread::Builder::new().name("ts-connect".to_owned()).spawn(move || drop(say.send(ask())));
    asked.ok().and_then(|_| heard.recv_timeout(longest).ok())
}

/// Where a connection string leads; empty where it names no host, or cannot be read.
pub(super) fn leads_to(address: &str) -> Vec<SocketAddr> {
    parse(address).ok().filter(names_a_host).map(|c| addresses(&c)).unwrap_or_default()
}

fn names_a_host(config: &Config) -> bool {
    !config.get_hosts().is_empty() || !config.get_hostaddrs().is_empty()
}

/// A connection string, read. One with a password says where it goes: what is found among the target's peers is a guess, and could be
/// anyone's.
pub(super) fn parse(address: &str) -> Result<Config, ProbeError> {
    let wrong = |cause| ProbeError { name: "database-address-wrong", operation: message!("stores/read-address"), cause, help: how() };
    // The text is not repeated: it holds a password. sslmode knows disable, prefer and require.
    let cause = |e: &postgres::Error| {
        Some(text(e)).filter(|c| !c.contains(NAMES)).map_or_else(|| message!("postgres/unknown-option"), Message::from)
    };
    let config = Config::from_str(address).map_err(|e| wrong(cause(&e)))?;
    if config.get_password().is_some() && !names_a_host(&config) {
        return Err(wrong(message!("postgres/password-without-host")));
    }
    Ok(config)
}

fn config_of(cx: &Context, access: &Access) -> Result<(Config, Vec<SocketAddr>), ProbeError> {
    let mut config = parse(access.address.as_deref().unwrap_or(""))?;
    if !names_a_host(&config) {
        let address = access.found.ok_or_else(|| ProbeError {
            name: "database-not-found",
            operation: message!("stores/find-database", pid: name(cx.target.pid.to_string())),
            cause: message!("postgres/none-among-peers", peers: Count(cx.target.peers.len() as f64)),
            help: how(),
        })?;
        let port = config.get_ports().first().copied().unwrap_or(address.port());
        config = without_ports(&config);
        config.host(&address.ip().to_string()).port(port);
    }
    config.application_name(APPLICATION).connect_timeout(CONNECT_TIMEOUT);
    let addresses = addresses(&config);
    Ok((config, addresses))
}

/// A copy with the same user, database and TLS mode: ports can only be added to a configuration. It has no password: the user names no host
/// for one.
fn without_ports(from: &Config) -> Config {
    let mut to = Config::new();
    to.ssl_mode(from.get_ssl_mode());
    from.get_user().map(|u| to.user(u));
    from.get_dbname().map(|d| to.dbname(d));
    from.get_options().map(|o| to.options(o));
    to
}

/// Where the connection leads; a Unix socket counts as the loopback address, at which the target may reach the same server.
fn addresses(config: &Config) -> Vec<SocketAddr> {
    let port = |i: usize| config.get_ports().get(i).or_else(|| config.get_ports().first()).copied().unwrap_or(5432);
    let mut out: Vec<SocketAddr> = config.get_hostaddrs().iter().enumerate().map(|(i, ip)| SocketAddr::new(*ip, port(i))).collect();
    if out.is_empty() {
        for (i, host) in config.get_hosts().iter().enumerate() {
            match host {
                Host::Tcp(name) => out.extend((name.as_str(), port(i)).to_socket_addrs().into_iter().flatten()),
                Host::Unix(_) => out.push(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port(i))),
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn login_error(operation: Message, user: &str, addresses: &[SocketAddr], e: &postgres::Error) -> ProbeError {
    let cause = text(e);
    let password = || message!("stores/password-signs", how: (how()));
    let known = |c: &SqlState| match *c {
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => ("database-login-failed", password()),
        SqlState::INVALID_CATALOG_NAME => {
            let at = addresses.first().map(|a| format!(" -h {} -p {}", a.ip(), a.port())).unwrap_or_default();
            ("database-unknown", message!("stores/which-databases", how: (how()), command: name(format!("psql{at} -U {user} -l"))))
        }
        SqlState::TOO_MANY_CONNECTIONS => ("database-full", message!("postgres/more-connections")),
        _ => ("database-refused", how()),
    };
    let (name, cause, help) = match e.code().map(known) {
        Some((name, help)) => (name, cause.into(), help),
        None if cause.contains("password") => ("database-login-failed", cause.into(), password()),
        None => {
            let (cause, help) = super::super::unreachable(super::STORE, addresses, cause.into(), IS_IT_THERE);
            ("database-unreachable", cause, help)
        }
    };
    ProbeError { name, operation, cause, help }
}

/// The error with its causes: the outer one alone says only `db error`.
pub(super) fn text(e: &postgres::Error) -> String {
    if let Some(db) = e.as_db_error() {
        return db.message().to_owned();
    }
    let mut out = e.to_string();
    let mut inner = std::error::Error::source(e);
    while let Some(cause) = inner {
        if !out.contains(&cause.to_string()) {
            out = format!("{out}: {cause}");
        }
        inner = cause.source();
    }
    out
}
