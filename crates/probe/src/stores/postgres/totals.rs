//! Running totals of the server's statistics, read at the begin and the end of a phase: commits, rows written, sessions opened, scans of
//! tables. Only what changes is told, so that a schema of a thousand tables leaves few series.

use model::series::labels;
use model::{Labels, Observation, Series, Sink, Timestamp, signal};
use postgres::Client;
use std::collections::BTreeMap;

/// Totals of the connected database. `sessions` exists since PostgreSQL 14 and is read as JSON so that older servers give null.
const DATABASE: &str = "\
    SELECT d.xact_commit::float8, (d.tup_inserted + d.tup_updated + d.tup_deleted)::float8, (to_jsonb(d) ->> 'sessions')::float8 \
    FROM pg_catalog.pg_stat_database d WHERE d.datname = current_database()";

/// Totals of its tables: name, sequential scans, rows they read, index scans, rows they read.
const TABLES: &str = "\
    SELECT relname::text, seq_scan::float8, seq_tup_read::float8, coalesce(idx_scan, 0)::float8, coalesce(idx_tup_fetch, 0)::float8 \
    FROM pg_catalog.pg_stat_user_tables \
    WHERE seq_scan + coalesce(idx_scan, 0) > 0";

/// What they are told as, in this order.
const OF_TABLES: [&str; 4] =
    [signal::TABLE_SEQUENTIAL_SCANS, signal::TABLE_SEQUENTIAL_ROWS, signal::TABLE_INDEX_SCANS, signal::TABLE_INDEX_ROWS];

/// Series of tables that are told at most: those that are read first. A guess that keeps run files small.
const MOST_TABLES: usize = 100;

/// What was read before, by series.
#[derive(Debug, Default)]
pub(super) struct Totals {
    last: BTreeMap<(&'static str, Labels), Last>,
    tables: usize,
    /// When the tables were read before.
    before: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy)]
struct Last {
    t: Timestamp,
    v: f64,
    told: bool,
}

impl Totals {
    /// Reads all totals and tells those that changed. What cannot be read is not told, and nothing else suffers.
    pub(super) fn read(&mut self, client: &mut Client, store: &str, sink: &dyn Sink) {
        if let Ok(row) = client.query_one(DATABASE, &[]) {
            let t = Timestamp::now();
            for (i, signal) in
                [signal::DATABASE_COMMITS, signal::DATABASE_ROWS_WRITTEN, signal::DATABASE_SESSIONS_OPENED].into_iter().enumerate()
            {
                if let Ok(Some(v)) = row.try_get::<_, Option<f64>>(i) {
                    // told even when it stands still: no writes are an observation
                    point(sink, signal, labels([("store", store)]), t, v);
                }
            }
        }
        let Ok(rows) = client.query(TABLES, &[]) else { return };
        let t = Timestamp::now();
        let before = self.before.replace(t);
        for row in rows {
            let Ok(table) = row.try_get::<_, String>(0) else { continue };
            for (i, signal) in OF_TABLES.into_iter().enumerate() {
                if let Ok(v) = row.try_get::<_, f64>(i + 1) {
                    self.tell(sink, signal, labels([("store", store), ("table", &table)]), (t, v), before);
                }
            }
        }
    }

    fn tell(&mut self, sink: &dyn Sink, signal: &'static str, labels: Labels, (t, v): (Timestamp, f64), before: Option<Timestamp>) {
        // a table that nobody had read until the reading before is not among its rows
        let unseen = before.map_or(Last { t, v, told: false }, |t| Last { t, v: 0.0, told: false });
        let last = self.last.entry((signal, labels.clone())).or_insert(unseen);
        if !last.told && v > last.v && self.tables < MOST_TABLES * OF_TABLES.len() {
            // it stood still up to the reading before: said, so that its first increase is not lost
            point(sink, signal, labels.clone(), last.t, last.v);
            last.told = true;
            self.tables += 1;
        }
        if last.told {
            point(sink, signal, labels, t, v);
        }
        (last.t, last.v) = (t, v);
    }
}

fn point(sink: &dyn Sink, signal: &str, labels: Labels, t: Timestamp, v: f64) {
    let mut s = Series::new(signal, labels);
    s.push(t, v);
    sink.observe(Observation::Series(s));
}
