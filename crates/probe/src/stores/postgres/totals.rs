//! Running totals of the server's statistics: commits, rows written, sessions opened, scans of tables.

use super::super::totals::{Column, Counted};
use model::signal;
use postgres::Client;

/// Totals of the connected database. `sessions` exists since PostgreSQL 14 and is read as JSON so that older servers give null.
const DATABASE: &str = "\
    SELECT d.xact_commit::float8, (d.tup_inserted + d.tup_updated + d.tup_deleted)::float8, (to_jsonb(d) ->> 'sessions')::float8 \
    FROM pg_catalog.pg_stat_database d WHERE d.datname = current_database()";

/// Totals of its tables: name, sequential scans, rows they read, index scans, rows they read.
const TABLES: &str = "\
    SELECT relname::text, seq_scan::float8, seq_tup_read::float8, coalesce(idx_scan, 0)::float8, coalesce(idx_tup_fetch, 0)::float8 \
    FROM pg_catalog.pg_stat_user_tables \
    WHERE seq_scan + coalesce(idx_scan, 0) > 0";

/// Columns of its large tables of which some were read from end to end: table, name, different values (of all rows, where the estimate is a share of them),
/// whether an index begins with it. As `least_rows` of index-missing asks.
const COLUMNS: &str = "\
    SELECT t.relname::text, s.attname::text, \
        (CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * c.reltuples ELSE s.n_distinct END)::float8, \
        EXISTS (SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] \
            WHERE i.indrelid = c.oid AND i.indisvalid AND a.attname = s.attname) \
    FROM pg_catalog.pg_stat_user_tables t \
    JOIN pg_catalog.pg_class c ON c.oid = t.relid \
    JOIN pg_catalog.pg_stats s ON s.schemaname = t.schemaname AND s.tablename = t.relname AND NOT s.inherited \
    WHERE t.seq_scan > 0 AND c.reltuples >= 1000 \
    ORDER BY c.reltuples DESC, t.relname, s.attname LIMIT 200";

/// What they are told as, in this order.
const OF_TABLES: [&str; 4] =
    [signal::TABLE_SEQUENTIAL_SCANS, signal::TABLE_SEQUENTIAL_ROWS, signal::TABLE_INDEX_SCANS, signal::TABLE_INDEX_ROWS];

/// What the server has counted. What cannot be read is left out.
pub(super) fn read(client: &mut Client) -> Counted {
    let mut counted = Counted::default();
    if let Ok(row) = client.query_one(DATABASE, &[]) {
        let whole = [signal::DATABASE_COMMITS, signal::DATABASE_ROWS_WRITTEN, signal::DATABASE_SESSIONS_OPENED];
        let read = |(i, signal)| Some((signal, row.try_get::<_, Option<f64>>(i).ok()??));
        counted.whole = whole.into_iter().enumerate().filter_map(read).collect();
    }
    for row in client.query(TABLES, &[]).unwrap_or_default() {
        let Ok(table) = row.try_get::<_, String>(0) else { continue };
        let figures = OF_TABLES.into_iter().enumerate().filter_map(|(i, signal)| Some((signal, row.try_get::<_, f64>(i + 1).ok()?)));
        counted.tables.push((table, figures.collect()));
    }
    for row in client.query(COLUMNS, &[]).unwrap_or_default() {
        let column = || {
            let (table, name) = (row.try_get(0).ok()?, row.try_get(1).ok()?);
            Some(Column { table, name, values: row.try_get(2).ok()?, indexed: row.try_get(3).ok()? })
        };
        counted.columns.extend(column());
    }
    counted
}
