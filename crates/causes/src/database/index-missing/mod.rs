//! Slow because a statement reads a whole table to find a few rows: an index is missing.

use crate::facts::full_pool;
use crate::facts::server::{Counted, TableUse, active_statements};
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::SESSIONS;

/// Rows that a scan must read before an index is worth looking for. A guess: PostgreSQL itself prefers the scan for a few pages.
const LEAST_ROWS: f64 = 1000.0;
/// Scans per request. A guess: every fifth request.
const LEAST_SCANS: f64 = 0.2;
/// Share of the sessions at work that must execute the statement. Source: CAUSES D1 ("one statement owns the DB time"); half is a guess.
const LEAST_SHARE: f64 = 0.5;
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
        h.expected = "one statement owns the time in the database, and its table is read from end to end for every request".to_owned();
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
        let Some(table) = tables.iter().find(|t| t.rows_per_scan >= LEAST_ROWS && t.scans >= LEAST_SCANS) else {
            h.reason = match tables.first() {
                Some(t) => format!(
                    "no large table is read from end to end: {} rows a scan of {}, {:.2} scans per request",
                    t.rows_per_scan.round(),
                    t.name,
                    t.scans
                ),
                None => "no table is read from end to end".to_owned(),
            };
            h.observed.clone_from(&h.reason);
            return h;
        };
        h.observed = format!(
            "{} is read from end to end {:.2} times per request, {:.0} rows each time",
            table.name, table.scans, table.rows_per_scan
        );
        let statements = active_statements(a, heavy);
        let at_work: f64 = statements.iter().map(|(_, n)| n).sum();
        let Some((statement, share)) = statements.iter().find(|(s, _)| names(s, &table.name)).map(|(s, n)| (s, n / at_work)) else {
            h.status = Status::Untested;
            h.reason = format!("{}, but by no statement that the service was seen to execute", h.observed);
            return h;
        };
        h.site.clone_from(statement);
        h.claims = claims(heavy, table, statement, share);
        if !selects_few(statement) {
            h.status = Status::Untested;
            // what it counts may be few rows: nobody is called healthy against that
            h.weight = if counts(statement) && share >= LEAST_SHARE { share } else { 0.0 };
            h.reason = format!("{}; the statement may need all of them: {statement}", h.observed);
            return h;
        }
        let database = heavy.part_ms(Part::Database);
        // the queue before a full pool is the statement's, however large its own part of the growth is
        let full = a.is_saturated(ResourceKind::ConnectionPool) || full_pool(a).is_ok();
        let queue = if full { a.growth.pool_queueing_ms(heavy) } else { 0.0 };
        h.weight = a.growth.share(a.growth.database_ms + queue);
        h.reason = format!("{}, by a statement that owns {:.0} % of the sessions at work", h.observed, share * 100.0);
        h.fix =
            "add an index on the columns of its condition (CREATE INDEX CONCURRENTLY), then ANALYZE; check with EXPLAIN (ANALYZE, BUFFERS)"
                .to_owned();
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

/// Whether `statement` names the table as a word of its own, with or without a schema or quotes.
fn names(statement: &str, table: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    statement.split(|c: char| !is_word(c)).any(|word| word.eq_ignore_ascii_case(table))
}

/// What a statement selects, in lower case; `None` where it has no condition with a value, or puts rows together in groups.
fn selection(statement: &str) -> Option<String> {
    let s = statement.to_ascii_lowercase();
    let (head, condition) = s.split_once(" where ")?;
    (condition.contains('?') && !condition.contains(" group by ")).then(|| head.to_owned())
}

/// Aggregates that need every row of the condition.
const SUMS: [&str; 4] = ["sum(", "avg(", "array_agg(", "string_agg("];

/// Whether the statement counts rows under a condition with a value, and sums nothing else up: whether these are few is not seen.
fn counts(statement: &str) -> bool {
    selection(statement).is_some_and(|head| head.contains("count(") && !SUMS.iter().any(|f| head.contains(f)))
}

/// Whether the statement has a condition with a value and sums nothing up: then it wants few of the rows that it reads.
fn selects_few(statement: &str) -> bool {
    let sums = |head: &str| SUMS.iter().chain(&["count(", "min(", "max("]).any(|f| head.contains(f));
    selection(statement).is_some_and(|head| !sums(&head))
}

fn claims(heavy: &diagnose::level::Level, table: &TableUse, statement: &str, share: f64) -> Vec<Claim> {
    let claim =
        |metric: &str, value, unit, text: String| Claim { text, metric: metric.to_owned(), value, unit, phase: heavy.phase.id.clone() };
    vec![
        claim("rows_per_scan", table.rows_per_scan, "1", format!("a scan of {} reads {:.0} rows", table.name, table.rows_per_scan)),
        claim(
            "scans_per_request",
            table.scans,
            "1",
            format!(
                "{} is read from end to end {:.2} times per request, its indexes {:.2} times",
                table.name, table.scans, table.index_scans
            ),
        ),
        claim("statement_share", share, "1", format!("{:.0} % of the sessions at work execute: {statement}", share * 100.0)),
    ]
}

#[cfg(test)]
mod tests;
