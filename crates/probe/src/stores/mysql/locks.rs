//! The question who blocks whom. InnoDB answers; locks on the definition of a table are not among its answers.

use super::super::lock_roots::{Edge, Holder};
use super::flavour::{Flavour, Kind};
use super::sessions::state_of;
use mysql::Row;

/// Sessions that wait for a row, each with one that blocks it directly; `None` where the server does not tell.
///
/// MariaDB and MySQL 5.7 keep the pairs in information_schema, MySQL 8 in performance_schema. What an idle holder has executed last only performance_schema knows.
pub(super) fn question(f: &Flavour) -> Option<String> {
    let old = f.kind == Kind::MariaDb || f.version.starts_with("MySQL 5.");
    if !old && !f.schema {
        return None;
    }
    let (pairs, waiting, blocking) = if old {
        ("information_schema.innodb_lock_waits", "w.requesting_trx_id", "w.blocking_trx_id")
    } else {
        ("performance_schema.data_lock_waits", "w.requesting_engine_transaction_id", "w.blocking_engine_transaction_id")
    };
    let (last, join) = if f.schema {
        (
            "coalesce(bp.info, e.sql_text, '')",
            "LEFT JOIN performance_schema.threads h ON h.processlist_id = bp.id \
             LEFT JOIN performance_schema.events_statements_current e ON e.thread_id = h.thread_id",
        )
    } else {
        ("coalesce(bp.info, '')", "")
    };
    Some(format!(
        "SELECT vp.id, left(coalesce(vp.info, v.trx_query, ''), 1000), vp.host, bp.id, bp.command, left({last}, 1000), bp.host, bp.user, bp.time \
         FROM {pairs} w JOIN information_schema.innodb_trx v ON v.trx_id = {waiting} JOIN information_schema.innodb_trx b ON b.trx_id = {blocking} \
         JOIN information_schema.processlist vp ON vp.id = v.trx_mysql_thread_id \
         JOIN information_schema.processlist bp ON bp.id = b.trx_mysql_thread_id {join}"
    ))
}

/// One pair of a row of [`question`].
pub(super) fn edge(row: Row) -> Option<Edge> {
    type Columns = (i64, String, String, i64, String, String, String, String, f64);
    let (victim, victim_statement, victim_host, id, command, statement, host, user, age_s): Columns = mysql::from_row_opt(row).ok()?;
    let holder = Holder { id, state: state_of(&command, true), statement, port: port(&host), program: user, age_s };
    Some(Edge { victim, victim_statement, victim_port: port(&victim_host), holder })
}

fn port(host: &str) -> Option<i32> {
    host.rsplit_once(':')?.1.parse().ok()
}
