//! One connection to PostgreSQL, as the sampler asks it.

use super::super::lock_roots::Edge;
use super::super::server::{Opened, Server};
use super::super::session::Session;
use super::super::sql::Dialect;
use super::super::totals::Counted;
use super::super::{Access, Store};
use super::connect::{Connected, connect, text};
use super::sessions::{SAMPLE, session};
use super::{STORE, locks, totals};
use crate::{Context, ProbeError};
use model::{Message, message};
use postgres::{Client, Statement};
use std::time::Duration;

/// A connection with its prepared statement.
pub(super) struct Postgres {
    client: Client,
    statement: Statement,
    user: String,
}

impl Server for Postgres {
    const STORE: &'static dyn Store = STORE;
    const DIALECT: Dialect = Dialect::Postgres;
    const INTERVAL: Duration = Duration::from_millis(20);

    fn open(cx: &Context, access: &Access) -> Result<Opened<Self>, ProbeError> {
        let Connected { mut client, addresses } = connect(cx, access)?;
        let at = addresses.first().map_or("unknown".to_owned(), ToString::to_string);
        let facts = "SELECT current_setting('server_version'), current_setting('max_connections'), current_user::text";
        let facts = client.query_one(facts, &[]).map_err(|e| Self::unreadable(&at, text(&e).into()))?;
        let fact = |i: usize| facts.try_get::<_, String>(i).unwrap_or_default();
        let statement = client.prepare(SAMPLE).map_err(|e| Self::unreadable(&at, text(&e).into()))?;
        Ok(Opened {
            server: Self { client, statement, user: fact(2) },
            addresses,
            version: format!("PostgreSQL {}", fact(0)),
            max_connections: fact(1).parse().ok(),
            counts_tables: true,
        })
    }

    fn sessions(&mut self, ports: Option<&[i32]>) -> Result<Vec<Session>, String> {
        let rows = self.client.query(&self.statement, &[&ports]).map_err(|e| text(&e))?;
        rows.iter().map(session).collect::<Result<_, _>>().map_err(|e| text(&e))
    }

    fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    fn waits(&mut self) -> Option<Vec<Edge>> {
        locks::ask(&mut self.client)
    }

    fn totals(&mut self) -> Counted {
        totals::read(&mut self.client)
    }

    fn unreadable(at: &str, cause: Message) -> ProbeError {
        ProbeError {
            name: "sessions-not-readable",
            operation: message!("postgres/read-activity", server: name(at)),
            cause,
            help: message!("postgres/needs-10"),
        }
    }

    fn hidden(&self, target: &str, at: &str) -> ProbeError {
        ProbeError {
            name: "sessions-hidden",
            operation: message!("stores/read-sessions", process: name(target), server: name(at)),
            cause: message!("postgres/own-sessions-only", role: name(&self.user)),
            help: message!("postgres/grant-monitor", statement: name(format!("GRANT pg_monitor TO \"{}\";", self.user))),
        }
    }
}
