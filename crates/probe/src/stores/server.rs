//! What a database server must answer to have its sessions sampled. Everything else (whose they are, how often, what is told) is the same for all.

use super::lock_roots::Edge;
use super::session::Session;
use super::sql::Dialect;
use super::totals::Counted;
use super::{Access, Store};
use crate::{Context, ProbeError};
use model::Message;
use std::net::SocketAddr;
use std::time::Duration;

/// A server that was connected to, and what it says of itself.
pub(crate) struct Opened<S> {
    pub(crate) server: S,
    /// Every address that its host has.
    pub(crate) addresses: Vec<SocketAddr>,
    /// Name and version: `PostgreSQL 15.2`.
    pub(crate) version: String,
    /// Most sessions that it allows.
    pub(crate) max_connections: Option<u64>,
    /// Whether it counts how its tables are read.
    pub(crate) counts_tables: bool,
}

/// One connection to a database server. Errors are texts, for people.
pub(crate) trait Server: Send + Sized + 'static {
    /// Its store.
    const STORE: &'static dyn Store;

    /// How its statements are read.
    const DIALECT: Dialect;

    /// How often its sessions may be asked for at most.
    const INTERVAL: Duration;

    /// Connects as the user said, or as is usual without a password to the server that was found.
    fn open(cx: &Context, access: &Access) -> Result<Opened<Self>, ProbeError>;

    /// Its sessions but the tool's: all, or those whose clients have one of these `ports`.
    fn sessions(&mut self, ports: Option<&[i32]>) -> Result<Vec<Session>, String>;

    /// Whether the connection is gone.
    fn is_closed(&self) -> bool;

    /// Who waits for whom; `None` where it does not answer in time.
    fn waits(&mut self) -> Option<Vec<Edge>>;

    /// What it has counted; what cannot be read is left out.
    fn totals(&mut self) -> Counted;

    /// The error for a server at `at` whose sessions cannot be read, `cause` being its own words.
    fn unreadable(at: &str, cause: Message) -> ProbeError;

    /// The error for a role that may not see the sessions of the process `target`.
    fn hidden(&self, target: &str, at: &str) -> ProbeError;
}
