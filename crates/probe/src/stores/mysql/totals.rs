//! Running totals of the server: commits, rows written, sessions opened.

use model::signal;
use mysql::Row;

/// Of the whole server. Handler_commit counts also what commits by itself. MariaDB has no rows of InnoDB since 10.6, but counts rows of temporary tables apart; MySQL counts
/// them, also those of our own questions, with the handler's.
pub(super) const WHOLE: &str = "\
    SHOW GLOBAL STATUS WHERE Variable_name IN \
    ('Handler_commit', 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted', 'Handler_write', 'Handler_update', 'Handler_delete', 'Connections')";

const OF_INNODB: [&str; 3] = ["Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted"];
const OF_HANDLER: [&str; 3] = ["Handler_write", "Handler_update", "Handler_delete"];

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
