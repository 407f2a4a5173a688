//! One connection to MySQL or MariaDB, as the sampler asks it.

use super::super::lock_roots::Edge;
use super::super::server::{Opened, Server};
use super::super::session::Session;
use super::super::sql::Dialect;
use super::super::totals::Counted;
use super::super::{Access, Store};
use super::connect::{Connected, connect, is_fatal, text};
use super::flavour::Flavour;
use super::{STORE, locks, sessions, tables, totals};
use crate::{Context, ProbeError};
use model::{Message, message};
use mysql::prelude::Queryable as _;
use mysql::{Conn, Row};
use std::time::Duration;

/// A connection, and what its server is.
pub(super) struct MySql {
    conn: Conn,
    user: String,
    flavour: Flavour,
    /// How tables are read is counted for each of them.
    by_table: bool,
    closed: bool,
}

impl MySql {
    /// Rows of `question`; an error that ends the connection is remembered.
    fn ask(&mut self, question: &str) -> Result<Vec<Row>, mysql::Error> {
        self.conn.query::<Row, _>(question).inspect_err(|e| self.closed |= is_fatal(e))
    }

    /// Whether rows are counted by table, and may be read.
    fn counts_by_table(&mut self) -> bool {
        let on = |rows: Vec<Row>| rows.into_iter().next().and_then(|r| mysql::from_row_opt::<u64>(r).ok()).is_some_and(|n| n > 0);
        self.flavour.schema
            && self.ask(tables::COUNTS).is_ok_and(on)
            && [tables::ROWS, tables::STATEMENTS].iter().all(|question| self.ask(question).is_ok())
    }
}

/// Version, most connections, and whether performance_schema is on.
const FACTS: &str = "SELECT @@version, @@max_connections, @@performance_schema";
/// Fails without PROCESS.
const SEES_ALL: &str = "SELECT count(*) FROM information_schema.innodb_trx";

impl Server for MySql {
    const STORE: &'static dyn Store = STORE;
    const DIALECT: Dialect = Dialect::MySql;
    /// InnoDB tells of its transactions from a list that it makes anew only where nobody has asked for 100 ms: who asks more often sees the same list for ever.
    const INTERVAL: Duration = Duration::from_millis(150);

    fn open(cx: &Context, access: &Access) -> Result<Opened<Self>, ProbeError> {
        let Connected { conn, user, addresses } = connect(cx, access)?;
        let at = addresses.first().map_or("unknown".to_owned(), ToString::to_string);
        let mut server = Self { conn, user, flavour: Flavour::default(), by_table: false, closed: false };
        let facts = server.ask(FACTS).map_err(|e| Self::unreadable(&at, text(&e).into()))?.into_iter().next();
        let (version, max_connections, schema): (String, u64, u64) =
            facts.and_then(|row| mysql::from_row_opt(row).ok()).ok_or_else(|| Self::unreadable(&at, message!("mysql/no-version")))?;
        // without it a session that waits for a row looks like one that works, and one in a transaction like one that is idle
        if server.ask(SEES_ALL).is_err() {
            return Err(server.hidden(&cx.target.name, &at));
        }
        server.flavour = Flavour { schema: schema == 1, ..Flavour::named(&version) };
        server.by_table = server.counts_by_table();
        let counts_tables = !server.totals().tables.is_empty() || server.by_table;
        let version = server.flavour.version.clone();
        Ok(Opened { server, addresses, version, max_connections: Some(max_connections), counts_tables })
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
        let tables = if self.by_table {
            self.ask(tables::ROWS).and_then(|rows| Ok(tables::of_each(rows, self.ask(tables::STATEMENTS)?))).unwrap_or_default()
        } else {
            let together = self.ask(tables::STATUS).and_then(|all| Ok(tables::together(all, self.ask(tables::OWN)?)));
            together.ok().flatten().into_iter().collect()
        };
        Counted { whole, tables, ..Counted::default() }
    }

    fn unreadable(at: &str, cause: Message) -> ProbeError {
        ProbeError {
            name: "sessions-not-readable",
            operation: message!("mysql/read-list", server: name(at)),
            cause,
            help: message!("mysql/needs"),
        }
    }

    fn hidden(&self, target: &str, at: &str) -> ProbeError {
        ProbeError {
            name: "sessions-hidden",
            operation: message!("stores/read-sessions", process: name(target), server: name(at)),
            cause: message!("mysql/own-sessions-only", user: name(&self.user)),
            help: format!("GRANT PROCESS ON *.* TO '{}';", self.user).into(),
        }
    }
}
