//! The question who blocks whom. The question itself takes the lock manager's locks for a moment.

use super::super::lock_roots::{Edge, Holder};
use super::sessions::state_of;
use postgres::{Client, Row};

/// Sessions that wait for a lock, each with one that blocks it directly.
const HOLDERS: &str = "\
    SELECT v.pid, left(v.query, 1000), b.pid, coalesce(b.state, 'hidden'), left(coalesce(b.query, ''), 1000), b.client_port, \
    coalesce(b.application_name, ''), coalesce(extract(epoch FROM clock_timestamp() - b.state_change), 0)::float8, v.client_port \
    FROM pg_catalog.pg_stat_activity v CROSS JOIN LATERAL unnest(pg_blocking_pids(v.pid)) AS w(pid) \
    JOIN pg_catalog.pg_stat_activity b ON b.pid = w.pid WHERE v.wait_event_type = 'Lock'";

/// Asks. `None` where the server does not answer in time: that loses one answer, not the sampling.
pub(super) fn ask(client: &mut Client) -> Option<Vec<Edge>> {
    Some(client.query(HOLDERS, &[]).ok()?.iter().filter_map(edge).collect())
}

fn edge(row: &Row) -> Option<Edge> {
    let text = |i: usize| row.try_get::<_, String>(i).ok();
    let id = |i: usize| row.try_get::<_, i32>(i).ok().map(i64::from);
    let holder = Holder {
        id: id(2)?,
        state: state_of(&text(3)?),
        statement: text(4)?,
        port: row.try_get(5).ok()?,
        program: text(6)?,
        age_s: row.try_get(7).ok()?,
    };
    Some(Edge { victim: id(0)?, victim_statement: text(1).unwrap_or_default(), victim_port: row.try_get(8).ok()?, holder })
}
