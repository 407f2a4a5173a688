//! One connection to MySQL or MariaDB, as the sampler asks it.

use super::super::lock_roots::Edge;
use super::super::server::{Opened, Server};
use super::super::session::Session;
use super::super::totals::Counted;
use super::super::{Access, Store};
use super::connect::{Connected, connect, is_fatal, text};
use super::flavour::Flavour;
use super::{STORE, locks, sessions, totals};
use crate::{Context, ProbeError};
use mysql::prelude::Queryable as _;
use mysql::{Conn, Row};

/// A connection, and what its server is.
pub(super) struct MySql {
    conn: Conn,
    user: String,
    flavour: Flavour,
    closed: bool,
}

impl MySql {
    /// Rows of `question`; an error that ends the connection is remembered.
    fn ask(&mut self, question: &str) -> Result<Vec<Row>, mysql::Error> {
        self.conn.query::<Row, _>(question).inspect_err(|e| self.closed |= is_fatal(e))
    }
}

/// Version, most connections, and what is switched on.
const FACTS: &str = "SELECT @@version, @@max_connections, @@performance_schema";
const USERSTAT: &str = "SELECT @@userstat";
/// Fails without PROCESS.
const SEES_ALL: &str = "SELECT count(*) FROM information_schema.innodb_trx";

impl Server for MySql {
    const STORE: &'static dyn Store = STORE;

    fn open(cx: &Context, access: &Access) -> Result<Opened<Self>, ProbeError> {
        let Connected { conn, user, addresses } = connect(cx, access)?;
        let at = addresses.first().map_or("unknown".to_owned(), ToString::to_string);
        let mut server = Self { conn, user, flavour: Flavour::default(), closed: false };
        let facts = server.ask(FACTS).map_err(|e| Self::unreadable(&at, text(&e)))?.into_iter().next();
        let (version, max_connections, schema): (String, u64, u64) = facts
            .and_then(|row| mysql::from_row_opt(row).ok())
            .ok_or_else(|| Self::unreadable(&at, "it does not tell its version".to_owned()))?;
        let on = |rows: Result<Vec<Row>, mysql::Error>| rows.is_ok_and(|r| r.first().and_then(|r| r.get::<u64, _>(0)) == Some(1));
        let userstat = on(server.ask(USERSTAT));
        let sees_all = server.ask(SEES_ALL).is_ok();
        server.flavour = Flavour { schema: schema == 1, userstat, sees_all, ..Flavour::named(&version) };
        let lacks = if sees_all {
            String::new()
        } else {
            format!(
                "user {} has no PROCESS: transactions, waits for rows and sessions of others are not seen (GRANT PROCESS ON *.* TO '{}')",
                server.user, server.user
            )
        };
        let version = server.flavour.version.clone();
        Ok(Opened { server, addresses, version, max_connections: Some(max_connections), lacks })
    }

    fn sessions(&mut self, ports: Option<&[i32]>) -> Result<Vec<Session>, String> {
        let question = sessions::question(&self.flavour);
        let rows = self.ask(&question).map_err(|e| text(&e))?;
        let all = rows.into_iter().filter_map(sessions::session);
        Ok(all.filter(|s| ports.is_none_or(|ports| s.port.is_some_and(|p| ports.contains(&p)))).collect())
    }

    fn is_closed(&self) -> bool {
        self.closed
    }

    fn waits(&mut self) -> Option<Vec<Edge>> {
        let rows = self.ask(&locks::question(&self.flavour)?).ok()?;
        Some(rows.into_iter().filter_map(locks::edge).collect())
    }

    fn totals(&mut self) -> Counted {
        let whole = self.ask(totals::WHOLE).map(totals::whole).unwrap_or_default();
        let tables = totals::question(&self.flavour).and_then(|q| self.ask(q).ok()).map(totals::tables).unwrap_or_default();
        Counted { whole, tables }
    }

    fn unreadable(at: &str, cause: String) -> ProbeError {
        ProbeError {
            name: "sessions-not-readable",
            operation: format!("read the process list of {at}"),
            cause,
            help: "needs MySQL 5.7 or MariaDB 10.5, or later".to_owned(),
        }
    }

    fn hidden(&self, target: &str, at: &str) -> ProbeError {
        ProbeError {
            name: "sessions-hidden",
            operation: format!("read the sessions of {target} at {at}"),
            cause: format!("user {} may see its own sessions only", self.user),
            help: format!("GRANT PROCESS ON *.* TO '{}';   or --db with the service's own user", self.user),
        }
    }
}
