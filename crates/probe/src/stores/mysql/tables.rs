//! How tables are read: by performance_schema for each table where it can be asked, else by the server's status for all tables together.
//!
//! performance_schema counts rows by table and index (`table_io_waits_summary_by_index_usage`), and how often a statement ran and found no
//! index (`events_statements_summary_by_digest`), not how often a table was scanned: that is taken from the statements that name it.

use super::super::totals::Column;
use model::session::names;
use model::signal;
use mysql::Row;
use std::collections::BTreeMap;

/// A table and what was counted of it, by signal.
type Table = (String, Vec<(&'static str, f64)>);

/// Name, rows read without an index, rows read by indexes. What belongs to the server itself is left out.
pub(super) const ROWS: &str = "\
    SELECT OBJECT_NAME, CAST(SUM(IF(INDEX_NAME IS NULL, COUNT_READ, 0)) AS DOUBLE), CAST(SUM(IF(INDEX_NAME IS NULL, 0, COUNT_READ)) AS DOUBLE) \
    FROM performance_schema.table_io_waits_summary_by_index_usage \
    WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA NOT IN ('mysql', 'sys', 'performance_schema', 'information_schema') \
    AND (DATABASE() IS NULL OR OBJECT_SCHEMA = DATABASE()) AND COUNT_READ > 0 GROUP BY OBJECT_NAME";

/// Statement, how often it ran, how often it used no index. One that has read less than a thousand rows ever since is left out: the list
/// may be long.
pub(super) const STATEMENTS: &str = "\
    SELECT LEFT(DIGEST_TEXT, 4096), CAST(COUNT_STAR AS DOUBLE), CAST(SUM_NO_INDEX_USED AS DOUBLE) \
    FROM performance_schema.events_statements_summary_by_digest \
    WHERE DIGEST_TEXT IS NOT NULL AND SUM_ROWS_EXAMINED >= 1000 AND (DATABASE() IS NULL OR SCHEMA_NAME = DATABASE())";

/// Whether rows are counted by table: performance_schema is on, may be read, and its instrument is on.
pub(super) const COUNTS: &str = "\
    SELECT count(*) FROM performance_schema.setup_instruments i, performance_schema.setup_consumers c \
    WHERE i.NAME = 'wait/io/table/sql/handler' AND i.ENABLED = 'YES' AND c.NAME = 'statements_digest' AND c.ENABLED = 'YES'";

/// Of the whole server, and of our own connection, which is taken off: its questions are answered from tables too.
pub(super) const STATUS: &str = "SHOW GLOBAL STATUS WHERE Variable_name IN \
    ('Select_scan', 'Com_select', 'Handler_read_rnd_next', 'Handler_read_key', 'Handler_read_next', 'Handler_read_prev')";
pub(super) const OWN: &str = "SHOW SESSION STATUS WHERE Variable_name IN \
    ('Select_scan', 'Com_select', 'Handler_read_rnd_next', 'Handler_read_key', 'Handler_read_next', 'Handler_read_prev')";

/// Columns with which an index of a large table of the database begins: table, name, different values. As `least_rows` of index-missing asks. Of other columns the server
/// estimates nothing.
pub(super) const COLUMNS: &str = "\
    SELECT s.TABLE_NAME, s.COLUMN_NAME, CAST(MAX(s.CARDINALITY) AS DOUBLE) \
    FROM information_schema.STATISTICS s \
    JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = s.TABLE_SCHEMA AND t.TABLE_NAME = s.TABLE_NAME \
    WHERE s.TABLE_SCHEMA = DATABASE() AND s.SEQ_IN_INDEX = 1 AND s.CARDINALITY IS NOT NULL AND t.TABLE_ROWS >= 1000 \
    GROUP BY s.TABLE_NAME, s.COLUMN_NAME ORDER BY MAX(t.TABLE_ROWS) DESC, s.TABLE_NAME, s.COLUMN_NAME LIMIT 200";

/// From the answer to [`COLUMNS`].
pub(super) fn columns(rows: Vec<Row>) -> Vec<Column> {
    let all = rows.into_iter().filter_map(|r| mysql::from_row_opt::<(String, String, f64)>(r).ok());
    all.map(|(table, name, values)| Column { table, name, values, indexed: true }).collect()
}

/// From the answers to [`ROWS`] and [`STATEMENTS`].
pub(super) fn of_each(rows: Vec<Row>, statements: Vec<Row>) -> Vec<Table> {
    let rows = rows.into_iter().filter_map(|r| mysql::from_row_opt::<(String, f64, f64)>(r).ok());
    let statements: Vec<(String, f64, f64)> = statements.into_iter().filter_map(|r| mysql::from_row_opt(r).ok()).collect();
    rows.map(|(table, whole, index)| {
        let (scans, lookups) = runs(&table, &statements);
        let figures = [
            (signal::TABLE_SEQUENTIAL_SCANS, scans),
            (signal::TABLE_SEQUENTIAL_ROWS, whole),
            (signal::TABLE_INDEX_SCANS, lookups),
            (signal::TABLE_INDEX_ROWS, index),
        ];
        (table, figures.to_vec())
    })
    .collect()
}

/// How often statements that name `table` ran without an index, and with one. A text that was cut off before it names any table may mean
/// this one.
fn runs(table: &str, statements: &[(String, f64, f64)]) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for (text, ran, without) in statements {
        if names(text, table) || !text.to_ascii_uppercase().contains(" FROM ") {
            sums = (sums.0 + without, sums.1 + ran - without);
        }
    }
    sums
}

/// From the answers to [`STATUS`] and [`OWN`]: all tables of the server together.
pub(super) fn together(all: Vec<Row>, own: Vec<Row>) -> Option<Table> {
    let read = |rows: Vec<Row>| -> BTreeMap<String, f64> { rows.into_iter().filter_map(|r| mysql::from_row_opt(r).ok()).collect() };
    let (all, own) = (read(all), read(own));
    let sum = |names: &[&str]| -> Option<f64> { names.iter().map(|n| Some(all.get(*n)? - own.get(*n).copied().unwrap_or(0.0))).sum() };
    let (scans, selects) = (sum(&["Select_scan"]), sum(&["Com_select"]));
    let figures = [
        (signal::TABLE_SEQUENTIAL_SCANS, scans),
        (signal::TABLE_SEQUENTIAL_ROWS, sum(&["Handler_read_rnd_next"])),
        (signal::TABLE_INDEX_SCANS, selects.zip(scans).map(|(all, whole)| (all - whole).max(0.0))),
        (signal::TABLE_INDEX_ROWS, sum(&["Handler_read_key", "Handler_read_next", "Handler_read_prev"])),
    ];
    let told: Option<Vec<(&'static str, f64)>> = figures.into_iter().map(|(signal, v)| Some((signal, v?))).collect();
    Some((signal::ALL_TABLES.to_owned(), told?))
}
