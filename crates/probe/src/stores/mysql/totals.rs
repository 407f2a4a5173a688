//! Running totals of the server: commits, rows written, sessions opened, and rows read by table where the server counts them.

use super::flavour::Flavour;
use model::signal;
use mysql::Row;

/// Of the whole server. Handler_commit counts also what commits by itself. MariaDB has no rows of InnoDB since 10.6, but counts rows of temporary tables apart; MySQL counts
/// them, also those of our own questions, with the handler's.
pub(super) const WHOLE: &str = "\
    SHOW GLOBAL STATUS WHERE Variable_name IN \
    ('Handler_commit', 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted', 'Handler_write', 'Handler_update', 'Handler_delete', 'Connections')";

const OF_INNODB: [&str; 3] = ["Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted"];
const OF_HANDLER: [&str; 3] = ["Handler_write", "Handler_update", "Handler_delete"];

/// Rows by table: name, rows of scans, rows by index. performance_schema has times of use besides; userstat counts rows alone.
const BY_SCHEMA: &str = "\
    SELECT object_name, sum(if(index_name IS NULL, count_fetch, 0)), sum(if(index_name IS NULL, 0, count_fetch)) \
    FROM performance_schema.table_io_waits_summary_by_index_usage \
    WHERE count_fetch > 0 AND object_schema NOT IN ('mysql', 'performance_schema', 'information_schema', 'sys') GROUP BY object_name";
const BY_USERSTAT: &str = "\
    SELECT t.table_name, greatest(t.rows_read - coalesce(i.n, 0), 0), coalesce(i.n, 0) FROM information_schema.table_statistics t \
    LEFT JOIN (SELECT table_schema, table_name, sum(rows_read) n FROM information_schema.index_statistics GROUP BY 1, 2) i \
    ON i.table_schema = t.table_schema AND i.table_name = t.table_name WHERE t.table_schema NOT IN ('mysql', 'sys')";

/// The question for rows by table; `None` where the server does not count them.
pub(super) fn question(f: &Flavour) -> Option<&'static str> {
    match (f.schema, f.userstat) {
        (true, _) => Some(BY_SCHEMA),
        (_, true) => Some(BY_USERSTAT),
        _ => None,
    }
}

/// What the whole server has counted.
pub(super) fn whole(rows: Vec<Row>) -> Vec<(&'static str, f64)> {
    let counted: Vec<(String, f64)> = rows.into_iter().filter_map(|r| mysql::from_row_opt::<(String, f64)>(r).ok()).collect();
    let sum = |names: &[&str]| {
        let all: Vec<f64> = counted.iter().filter(|(name, _)| names.contains(&name.as_str())).map(|(_, v)| *v).collect();
        (all.len() == names.len()).then(|| all.iter().sum::<f64>())
    };
    let told = [
        (signal::DATABASE_COMMITS, sum(&["Handler_commit"])),
        (signal::DATABASE_ROWS_WRITTEN, sum(&OF_INNODB).or_else(|| sum(&OF_HANDLER))),
        (signal::DATABASE_SESSIONS_OPENED, sum(&["Connections"])),
    ];
    told.into_iter().filter_map(|(signal, v)| Some((signal, v?))).collect()
}

/// What it has counted by table.
pub(super) fn tables(rows: Vec<Row>) -> Vec<(String, Vec<(&'static str, f64)>)> {
    let read = |row: Row| {
        let (table, scanned, by_index): (String, f64, f64) = mysql::from_row_opt(row).ok()?;
        Some((table, vec![(signal::TABLE_SEQUENTIAL_ROWS, scanned), (signal::TABLE_INDEX_ROWS, by_index)]))
    };
    rows.into_iter().filter_map(read).collect()
}
