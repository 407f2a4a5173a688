//! Slow because a statement reads a whole table, or thousands of rows by an index that does not fit, to find a few: an index is missing.

mod statement;

use crate::facts::full_pool;
use crate::facts::server::{Counted, Scans, TableUse, active_statements};
use diagnose::claim;
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;
use model::signal;
use statement::{may_be_few, names, selects_few};

/// Rows that a scan must read before an index is worth looking for. A guess: PostgreSQL itself prefers the scan for a few pages.
const LEAST_ROWS: f64 = 1000.0;
/// Scans per request. A guess: every fifth request.
const LEAST_SCANS: f64 = 0.2;
/// Share of the sessions at work that must execute the statement. Source: CAUSES D1 ("one statement owns the DB time"); half is a guess.
const LEAST_SHARE: f64 = 0.5;
/// Bytes that a row takes on its way to the service, at least. Source: PostgreSQL's protocol, DataRow: type, length and number of columns.
const ROW_BYTES: f64 = 7.0;
/// Share of the response that time in the database must have before a scan is worth a line. A guess.
const WORTH_A_LINE: f64 = 0.2;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "one statement owns the time in the database, and reads its table from end to end, or thousands of rows by an index, \
            for every request to find a few"
            .to_owned();
        h.falsifier = "with an index on the columns of its condition the statement takes as long".to_owned();
        let Some(heavy) = a.heavy() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        let Some(counted) = Counted::of(a) else {
            h.status = Status::NotObservable;
            h.reason = "the server's counters of its tables were not read".to_owned();
            h.missing = vec![SESSIONS];
            return h;
        };
        let tables = counted.tables(a);
        let bytes = counted.bytes_from_database(a);
        let Some(read) = Read::much(&tables, bytes) else {
            h.reason = match tables.first().filter(|t| t.whole.per_request > 0.0) {
                Some(t) => format!(
                    "no large table is read from end to end: {} rows a scan of {}, {:.2} scans per request",
                    t.whole.rows.round(),
                    t.name,
                    t.whole.per_request
                ),
                None => "no table is read from end to end".to_owned(),
            };
            h.observed.clone_from(&h.reason);
            return h;
        };
        h.observed = read.sentence(bytes);
        let statements = active_statements(a, heavy);
        let at_work: f64 = statements.iter().map(|(_, n)| n).sum();
        let Some((statement, share)) = statements.iter().find(|(s, _)| names(s, &read.table.name)).map(|(s, n)| (s, n / at_work)) else {
            h.status = Status::Untested;
            h.reason = format!("{}, but by no statement that the service was seen to execute", h.observed);
            return h;
        };
        h.site.clone_from(statement);
        h.claims = claims(heavy, &read, statement, share);
        let database = heavy.part_ms(Part::Database);
        // the queue before a full pool is the statement's, however large its own part of the growth is
        let full = a.is_saturated(ResourceKind::ConnectionPool) || full_pool(a).is_ok();
        let queue = if full { a.growth.pool_queueing_ms(heavy) } else { 0.0 };
        let of_growth = a.growth.share(a.growth.database_ms + queue);
        // what may be few rows is not named, and nobody is called healthy against it
        let open = if share >= LEAST_SHARE { of_growth } else { 0.0 };
        if !selects_few(statement) {
            h.status = Status::Untested;
            h.weight = if may_be_few(statement) { open } else { 0.0 };
            h.reason = format!("{}; the statement may need all of them: {statement}", h.observed);
            return h;
        }
        if !read.whole && bytes.is_none() {
            h.status = Status::Untested;
            h.weight = open;
            h.reason = format!("{}; how many of them it gets was not seen: {statement}", h.observed);
            return h;
        }
        h.weight = of_growth;
        h.reason = format!("{}, by a statement that owns {:.0} % of the sessions at work", h.observed, share * 100.0);
        let columns = if read.whole { "" } else { ", and of its order" };
        h.fix = format!(
            "add an index on the columns of its condition{columns} (CREATE INDEX CONCURRENTLY), then ANALYZE; check with EXPLAIN \
                (ANALYZE, BUFFERS)"
        );
        let starved = a.is_saturated(ResourceKind::TargetCpu);
        if share >= LEAST_SHARE && h.weight >= LEAST_GROWTH_SHARE && !starved {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        } else if database >= WORTH_A_LINE * heavy.response_ms || a.is_saturated(ResourceKind::DatabaseCpu) {
            h.status = Status::Secondary;
        } else {
            h.reason = format!("{}, but the database is only {database:.1} of {:.1} ms", h.observed, heavy.response_ms);
        }
        h
    }
}

/// A table of which many rows are read.
struct Read<'a> {
    table: &'a TableUse,
    scans: Scans,
    /// From end to end, and not by an index.
    whole: bool,
}

impl<'a> Read<'a> {
    /// The table that is read from end to end; else one of which an index hands over more rows than can be in the `bytes` that the database
    /// sends per request. Where these were not counted, more cannot be told.
    fn much(tables: &'a [TableUse], bytes: Option<f64>) -> Option<Self> {
        let is_much = |s: &Scans| s.rows >= LEAST_ROWS && s.per_request >= LEAST_SCANS;
        let whole = tables.iter().find(|t| is_much(&t.whole)).map(|table| Self { table, scans: table.whole, whole: true });
        let stays_there = |s: &Scans| bytes.is_none_or(|b| b < ROW_BYTES * s.rows_per_request());
        let by_index =
            || tables.iter().filter(|t| is_much(&t.index) && stays_there(&t.index)).max_by(|x, y| x.index.rows.total_cmp(&y.index.rows));
        whole.or_else(|| by_index().map(|table| Self { table, scans: table.index, whole: false }))
    }

    fn sentence(&self, bytes: Option<f64>) -> String {
        let (name, n, rows) = (&self.table.name, self.scans.per_request, self.scans.rows);
        match bytes {
            _ if self.whole => format!("{name} is read from end to end {n:.2} times per request, {rows:.0} rows each time"),
            Some(b) => format!(
                "{name} is read by an index {n:.2} times per request, {rows:.0} rows each time, of which {:.0} fit into what the database \
                    answers",
                b / ROW_BYTES / n
            ),
            None => format!("{name} is read by an index {n:.2} times per request, {rows:.0} rows each time"),
        }
    }
}

fn claims(heavy: &diagnose::level::Level, read: &Read, statement: &str, share: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, text: String| Claim::at(heavy, metric, value, "1", text);
    let of_scans = if read.whole {
        [signal::TABLE_SEQUENTIAL_ROWS, signal::TABLE_SEQUENTIAL_SCANS]
    } else {
        [signal::TABLE_INDEX_ROWS, signal::TABLE_INDEX_SCANS]
    };
    let TableUse { name, whole, index } = read.table;
    let scan = if read.whole { "a scan" } else { "a scan by an index" };
    vec![
        claim("rows_per_scan", read.scans.rows, format!("{scan} of {name} reads {:.0} rows", read.scans.rows))
            .from_labelled(&of_scans, "table", name),
        claim(
            "scans_per_request",
            read.scans.per_request,
            format!(
                "{name} is read from end to end {:.2} times per request, its indexes {:.2} times",
                whole.per_request, index.per_request
            ),
        )
        .from_labelled(&[signal::TABLE_SEQUENTIAL_SCANS, signal::TABLE_INDEX_SCANS], "table", name),
        claim("statement_share", share, format!("{:.0} % of the sessions at work execute: {statement}", share * 100.0))
            .from(&[claim::SESSIONS]),
    ]
}

#[cfg(test)]
mod tests;
