//! One connection to MySQL or MariaDB, as the sampler asks it.

use super::super::lock_roots::Edge;
use super::super::server::{Opened, Server};
use super::super::session::Session;
use super::super::sql::Dialect;
use super::super::totals::{Column, Counted};
use super::super::{Access, Store};
use super::connect::{Connected, connect, is_fatal, text};
use super::flavour::Flavour;
use super::{STORE, locks, row_waits, sessions, tables, totals};
use crate::{Context, ProbeError};
use model::{Message, Observation, Sink as _, message};
use mysql::prelude::Queryable as _;
use mysql::{Conn, Row};
use std::time::{Duration, Instant};

/// A connection, and what its server is.
pub(super) struct MySql {
    conn: Conn,
    user: String,
    flavour: Flavour,
    /// Whether the role sees transactions, and with them who waits for a row.
    sees_transactions: bool,
    /// Where it does not: how long sessions of the server have waited for rows.
    row_waits: row_waits::RowWaits,
    /// How tables are read is counted for each of them.
    by_table: bool,
    /// Columns with which indexes begin, asked for once: MariaDB opens each table for that.
    columns: Option<Vec<Column>>,
    closed: bool,
}

impl MySql {
    /// Rows of `question`; an error that ends the connection is remembered.
    fn ask(&mut self, question: &str) -> Result<Vec<Row>, mysql::Error> {
        self.conn.query::<Row, _>(question).inspect_err(|e| self.closed |= is_fatal(e))
    }

    /// What gives the role what it lacks.
    fn grant(&self) -> String {
        format!("GRANT PROCESS ON *.* TO '{}';", self.user)
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
        let mut server = Self {
            conn,
            user,
            flavour: Flavour::default(),
            sees_transactions: false,
            row_waits: row_waits::RowWaits::default(),
            by_table: false,
            columns: None,
            closed: false,
        };
        let facts = server.ask(FACTS).map_err(|e| Self::unreadable(&at, text(&e).into()))?.into_iter().next();
        let (version, max_connections, schema): (String, u64, u64) =
            facts.and_then(|row| mysql::from_row_opt(row).ok()).ok_or_else(|| Self::unreadable(&at, message!("mysql/no-version")))?;
        server.flavour = Flavour { schema: schema == 1, ..Flavour::named(&version) };
        server.sees_transactions = server.ask(SEES_ALL).is_ok();
        if !server.sees_transactions {
            // a role without PROCESS sees the sessions of its own user: those of the service, where it is the service's role
            if server.sessions(None).map_err(|e| Self::unreadable(&at, e.into()))?.is_empty() {
                return Err(server.hidden(&cx.target.name, &at));
            }
            let text = message!("mysql/transactions-hidden", user: name(&server.user), grant: name(server.grant()));
            cx.sink.observe(Observation::warning("transactions-hidden", text));
        }
        server.by_table = server.counts_by_table();
        let counts_tables = !server.totals().tables.is_empty() || server.by_table;
        let version = server.flavour.version.clone();
        Ok(Opened { server, addresses, version, max_connections: Some(max_connections), counts_tables })
    }

    fn sessions(&mut self, ports: Option<&[i32]>) -> Result<Vec<Session>, String> {
        if !self.sees_transactions {
            // a session that waits for a row looks like one that works: what is seen holds as long as hardly any does
            let counted = self.ask(row_waits::QUESTION).map_err(|e| text(&e))?;
            self.row_waits.hear(counted, Instant::now()).map_err(|waiting| row_waits::lost(waiting, &self.grant()))?;
        }
        let question = sessions::question(&self.flavour, self.sees_transactions);
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
        let columns = match self.columns.take() {
            Some(columns) => columns,
            None => self.ask(tables::COLUMNS).map(tables::columns).unwrap_or_default(),
        };
        self.columns = Some(columns.clone());
        Counted { whole, tables, columns }
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
            help: self.grant().into(),
        }
    }
}
