//! Slow because a statement reads a whole table, or thousands of rows by an index that does not fit, to find a few: an index is missing.

mod statement;

use crate::facts::server::{Column, Counted, Scans, TableUse, active_statements};
use crate::facts::{full_pool, if_shared_cpus_do_less, other_ceilings, pays, used_cpus};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::{Prediction, predict};
use diagnose::claim;
use diagnose::frames::Part;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::session::names;
use model::{Message, message, signal};
use statement::{Named, columns_with_values, has_alternatives, may_be_few, selects_few};

diagnose::thresholds! {
    /// Rows that a scan must read before an index is worth looking for. A guess: PostgreSQL itself prefers the scan for a few pages.
    LEAST_ROWS = 1000.0;
    /// Scans per request. A guess: every fifth request.
    LEAST_SCANS = 0.2;
    /// Share of the sessions at work that must execute the statement. Source: CAUSES D1 ("one statement owns the DB time"); half is a
    /// guess.
    LEAST_SHARE = 0.5;
    /// Share of the rows read by an index that may fit into the answers, at most: what takes a page of a long list reads what lies before
    /// it. A guess: half.
    FEW = 0.5;
    /// Bytes that a row takes on its way to the service, at least. Source: PostgreSQL's protocol, DataRow: type, length and number of
    /// columns.
    ROW_BYTES = 7.0;
    /// The same of MySQL. Source: its protocol, a header of four and the length of a column.
    ROW_BYTES_MYSQL = 5.0;
    /// Bytes that a row takes on its way, as rows are. A guess: that with three columns, each four for its length and some for itself.
    SOME_ROW_BYTES = 30.0;
    /// Share of a table up to which its rows are found by an index sooner than by reading all. A guess: with default costs PostgreSQL reads
    /// the whole table from a twentieth to a tenth on.
    INDEX_PAYS = 0.05;
    /// Different values of a column from which a condition that it has one of some given values selects few rows. A guess: a list of ten
    /// of them is then a tenth of the table at most.
    SELECTIVE = 100.0;
    /// Share of the response that time in the database must have before a scan is worth a line. A guess.
    WORTH_A_LINE = 0.2;
}

struct IndexMissing;

/// The cause.
pub const CAUSE: &dyn Cause = &IndexMissing;

impl Cause for IndexMissing {
    fn id(&self) -> &'static str {
        "index-missing"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[SESSIONS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["database-cpu-saturated", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("index-missing/expected");
        h.falsifier = message!("index-missing/falsifier");
        let Some(heavy) = a.heavy() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let Some((counted, tables)) = Counted::of(a).and_then(|c| c.tables(a).map(|tables| (c, tables))) else {
            h.status = Status::NotObservable;
            h.reason = message!("index-missing/no-counters");
            h.missing = vec![SESSIONS];
            return h;
        };
        let bytes = counted.bytes_from_database(a);
        let Some(read) = Read::much(&tables, bytes, row_bytes(a)) else {
            h.reason = match tables.first().filter(|t| t.whole.per_request > 0.0) {
                Some(TableUse { name, whole, .. }) => {
                    message!("index-missing/small-tables", table: name(name), rows: Count(whole.rows), scans: Count(whole.per_request))
                }
                None => message!("index-missing/no-scans"),
            };
            h.observed.clone_from(&h.reason);
            return h;
        };
        h.observed = read.sentence(bytes, row_bytes(a));
        let statements = active_statements(a, heavy);
        let at_work: f64 = statements.iter().map(|(_, n)| n).sum();
        let Some((statement, share)) = statements.iter().find(|(s, _)| names(s, &read.table.name)).map(|(s, n)| (s, n / at_work)) else {
            h.status = Status::Untested;
            h.reason = message!("index-missing/by-nobody-seen", observed: (h.observed.clone()));
            return h;
        };
        h.site.clone_from(statement);
        h.claims = claims(heavy, &read, statement, share);
        let database = heavy.part_ms(Part::Database);
        // the queue before a full pool is the statement's, however large its own part of the growth is
        let full = a.is_saturated(ResourceKind::ConnectionPool) || full_pool(a).is_ok();
        let queue = if full { a.growth.pool_queueing_ms(heavy) } else { 0.0 };
        let of_growth = a.growth.share(a.growth.database_ms + queue);
        // where the database is at its limit by this statement, what else queues meanwhile is the statement's as well
        let of_limit = a.resource(ResourceKind::DatabaseCpu).filter(|r| r.saturated).map_or(0.0, |r| share * r.utilisation().min(1.0));
        // what may be few rows is not named, and nobody is called healthy against it
        let open = if share >= LEAST_SHARE.get() { of_growth.max(of_limit) } else { 0.0 };
        let asked = read.asked_for(statement, is_mysql(a));
        let selective = asked.map(|asked| asked.column).filter(|c| c.values >= SELECTIVE.get());
        let is_known = asked.is_some_and(|asked| asked.all_known);
        if !selects_few(statement) && selective.is_none() {
            h.status = Status::Untested;
            h.weight = if may_be_few(statement) && !is_known { open } else { 0.0 };
            h.reason = message!("index-missing/may-need-all", observed: (h.observed.clone()), statement: name(statement));
            return h;
        }
        if !read.whole && bytes.is_none() {
            h.status = Status::Untested;
            h.weight = open;
            h.reason = message!("index-missing/answers-unseen", observed: (h.observed.clone()), statement: name(statement));
            return h;
        }
        let kept = bytes.filter(|_| read.whole).map_or(0.0, |b| b / SOME_ROW_BYTES.get() / read.scans.rows_per_request());
        if kept > INDEX_PAYS.get() {
            h.status = Status::Untested;
            h.reason = message!("index-missing/wants-many", observed: (h.observed.clone()), statement: name(statement), share: Share(kept));
            return h;
        }
        h.weight = of_growth.max(of_limit);
        h.reason = message!("index-missing/holds", observed: (h.observed.clone()), share: Share(share));
        if let Some(c) = selective {
            h.reason = of_a_value(h.reason, c);
            h.claims.push(of_column(heavy, &read, c));
        }
        h.fix = match selective.filter(|c| c.indexed && is_known) {
            Some(c) => message!("index-missing/fix-unused", column: name(&c.name)),
            None => fix(a, &read),
        };
        h.gain = if_indexed(a, heavy, share);
        // of CPUs that the service fills together with its database, the service can use what the statement uses now
        let shares = share >= LEAST_SHARE.get() && of_shared_cpus(a, heavy, share).is_some_and(|g| pays(&g));
        if shares {
            h.weight = h.weight.max(share * used_cpus(a));
        }
        let starved = a.full_core().is_some() && !shares;
        if share >= LEAST_SHARE.get() && h.weight >= LEAST_GROWTH_SHARE.get() && !starved {
            h.status = Status::Supported;
            // counted for all tables together, that it is this one is read from the statement at work
            h.evidence = if a.account_closes() && !read.table.together { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        } else if database >= WORTH_A_LINE.get() * heavy.response_ms || a.is_saturated(ResourceKind::DatabaseCpu) {
            h.status = Status::Secondary;
        } else {
            h.reason = message!(
                "index-missing/small",
                observed: (h.observed.clone()),
                database: Ms(database),
                response: Ms(heavy.response_ms),
            );
        }
        h
    }
}

/// What the service could do at most if the statement, which owns `share` of the sessions at work, took no time: the database's CPU,
/// where that is full, or
/// the connections of a full pool are free of it. `None` where neither is full.
fn if_indexed(a: &Analysis, heavy: &Level, share: f64) -> Option<Prediction> {
    if let Some(shared) = of_shared_cpus(a, heavy, share) {
        return Some(shared);
    }
    if let Some(cpu) = a.resource(ResourceKind::DatabaseCpu).filter(|r| r.saturated) {
        let bound = stats::law::capacity_per_s(cpu.limit, (cpu.held_ms * (1.0 - share)).max(0.01) / 1e3);
        return Some(predict(a.throughput_per_s(), cpu.kind, bound, &other_ceilings(a, cpu.kind)));
    }
    let pool = full_pool(a).ok()?;
    pool.if_held(a, pool.hold.total_ms - share * heavy.part_ms(Part::Database).min(pool.hold.database_ms))
}

/// The same where the database fills its CPUs together with the service.
fn of_shared_cpus(a: &Analysis, heavy: &Level, share: f64) -> Option<Prediction> {
    if_shared_cpus_do_less(a, share * heavy.database.as_ref()?.cpu_ms?)
}

/// A table of which many rows are read.
struct Read<'a> {
    table: &'a TableUse,
    scans: Scans,
    /// From end to end, and not by an index.
    whole: bool,
}

/// Columns for which a statement has a condition.
#[derive(Clone, Copy)]
struct Asked<'a> {
    /// Of those that the server told of, that with most values.
    column: &'a Column,
    /// Whether the server told of all of them that are of the table.
    all_known: bool,
}

impl<'a> Read<'a> {
    /// The table that is read from end to end; else one of which an index hands over more rows than can be in the `bytes` that the database
    /// sends per request. Where these were not counted, more cannot be told.
    fn much(tables: &'a [TableUse], bytes: Option<f64>, row_bytes: f64) -> Option<Self> {
        let is_much = |s: &Scans| s.rows >= LEAST_ROWS.get() && s.per_request >= LEAST_SCANS.get();
        let whole = tables.iter().find(|t| is_much(&t.whole)).map(|table| Self { table, scans: table.whole, whole: true });
        let stays_there = |s: &Scans| bytes.is_none_or(|b| b < FEW.get() * row_bytes * s.rows_per_request());
        let by_index =
            || tables.iter().filter(|t| is_much(&t.index) && stays_there(&t.index)).max_by(|x, y| x.index.rows.total_cmp(&y.index.rows));
        whole.or_else(|| by_index().map(|table| Self { table, scans: table.index, whole: false }))
    }

    /// What is known of the columns that `statement` has a condition for, of a table that is read from end to end; `None` where nothing is.
    /// Where it is `indexed_only`, the server tells of those columns alone with which an index begins.
    fn asked_for(&self, statement: &str, indexed_only: bool) -> Option<Asked<'a>> {
        if !self.whole || has_alternatives(statement) {
            return None;
        }
        let asked = columns_with_values(statement);
        let of = |named: &Named| self.table.columns.iter().find(|c| named.is(&self.table.name, &c.name, statement));
        let known: Vec<&Column> = asked.iter().filter_map(of).collect();
        let column = known.iter().copied().max_by(|x, y| x.values.total_cmp(&y.values));
        column.map(|column| Asked { column, all_known: !indexed_only || known.len() == asked.len() })
    }

    /// How the table is read, and of the rows by an index how many fit into the answers, where these were counted.
    fn sentence(&self, bytes: Option<f64>, row_bytes: f64) -> Message {
        let (table, n, rows) = (&self.table.name, self.scans.per_request, self.scans.rows);
        if self.whole {
            return message!("index-missing/read-whole", table: name(table), scans: Count(n), rows: Count(rows));
        }
        let by_index = message!("index-missing/read-by-index", table: name(table), scans: Count(n), rows: Count(rows));
        match bytes {
            Some(b) => message!("index-missing/read-for-few", read: (by_index), fit: Count(b / row_bytes / n)),
            None => by_index,
        }
    }
}

fn is_mysql(a: &Analysis) -> bool {
    a.run.environment.components.iter().any(|c| c.id.starts_with("mysql:"))
}

fn row_bytes(a: &Analysis) -> f64 {
    if is_mysql(a) { ROW_BYTES_MYSQL.get() } else { ROW_BYTES.get() }
}

/// In the words of the server whose table it is.
fn fix(a: &Analysis, read: &Read) -> Message {
    match (is_mysql(a), read.whole) {
        (false, true) => message!("index-missing/fix"),
        (false, false) => message!("index-missing/fix-with-order"),
        (true, true) => message!("index-missing/fix-mysql"),
        (true, false) => message!("index-missing/fix-mysql-with-order"),
    }
}

/// A reason, and how many values the column has that the statement has a condition for.
fn of_a_value(reason: Message, c: &Column) -> Message {
    let indexed = f64::from(u8::from(c.indexed));
    message!("index-missing/of-a-value", reason: (reason), column: name(&c.name), values: Count(c.values), indexed: Count(indexed))
}

fn of_column(heavy: &Level, read: &Read, c: &Column) -> Claim {
    let text = message!("index-missing/values", column: name(&c.name), values: Count(c.values));
    Claim::at(heavy, "column_values", c.values, "1", text).from_labelled(&[signal::TABLE_COLUMN_VALUES], "table", &read.table.name)
}

fn claims(heavy: &Level, read: &Read, statement: &str, share: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, text: Message| Claim::at(heavy, metric, value, "1", text);
    let of_scans = if read.whole {
        [signal::TABLE_SEQUENTIAL_ROWS, signal::TABLE_SEQUENTIAL_SCANS]
    } else {
        [signal::TABLE_INDEX_ROWS, signal::TABLE_INDEX_SCANS]
    };
    let TableUse { name, whole, index, .. } = read.table;
    let rows = read.scans.rows;
    let reads = if read.whole {
        message!("index-missing/scan", table: name(name), rows: Count(rows))
    } else {
        message!("index-missing/index-scan", table: name(name), rows: Count(rows))
    };
    let scans = message!("index-missing/scans", table: name(name), whole: Count(whole.per_request), index: Count(index.per_request));
    let executed = message!("index-missing/executed", share: Share(share), statement: name(statement));
    let label = if read.table.together { signal::ALL_TABLES } else { name };
    vec![
        claim("rows_per_scan", rows, reads).from_labelled(&of_scans, "table", label),
        claim("scans_per_request", read.scans.per_request, scans).from_labelled(
            &[signal::TABLE_SEQUENTIAL_SCANS, signal::TABLE_INDEX_SCANS],
            "table",
            label,
        ),
        claim("statement_share", share, executed).from(&[claim::SESSIONS]),
    ]
}

#[cfg(test)]
mod tests;
