//! What the database server counted and what its sessions waited for, beyond the means that every level carries.

use diagnose::Analysis;
use diagnose::frames::Part;
use diagnose::level::{Level, statements_where};
use model::{Series, SessionGroup, SessionState, Timestamp, signal};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A count for each table of each store.
type Counts = BTreeMap<(String, String), f64>;

/// Counters of the server over all measured levels together: they reach the server's tables late, so single levels are too short.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counted {
    from: Timestamp,
    to: Timestamp,
    requests: f64,
}

/// How a table was read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TableUse {
    /// Its name.
    pub(crate) name: String,
    /// From its beginning to its end.
    pub(crate) whole: Scans,
    /// By its indexes.
    pub(crate) index: Scans,
    /// The server counts all its tables together: the name is that of the table which the statement most at work reads first.
    pub(crate) together: bool,
    /// Its columns, where the server told of them.
    pub(crate) columns: Vec<Column>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: String,
    /// Different values, as the server estimates.
    pub(crate) values: f64,
    /// Whether an index begins with it.
    pub(crate) indexed: bool,
}

/// What the server told of the columns of a table.
fn columns(a: &Analysis, table: &str, store: &str) -> Vec<Column> {
    let of = |s: &Series| s.label("table") == table && s.label("store") == store;
    let column =
        |s: &Series| Some(Column { name: s.label("column").to_owned(), values: *s.v.last()?, indexed: s.label("index") == "first" });
    a.run.series_of(signal::TABLE_COLUMN_VALUES).filter(|s| of(s)).filter_map(column).collect()
}

/// Scans of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scans {
    /// How many per request.
    pub(crate) per_request: f64,
    /// Rows that each reads.
    pub(crate) rows: f64,
}

impl Scans {
    /// Rows that they read per request.
    pub(crate) fn rows_per_request(&self) -> f64 {
        self.per_request * self.rows
    }
}

impl Counted {
    /// `None` when the counters were not read.
    pub(crate) fn of(a: &Analysis) -> Option<Self> {
        a.run.one(signal::DATABASE_COMMITS)?;
        let from = a.levels.iter().map(|l| l.window.0).min()?;
        let to = a.levels.iter().map(|l| l.window.1).max()?;
        let requests = a.levels.iter().map(|l| l.requests as f64).sum();
        Some(Self { from, to, requests })
    }

    /// Increase of `signal` per request, all label sets together; `None` when it was not read.
    pub(crate) fn per_request(&self, a: &Analysis, signal: &str) -> Option<f64> {
        a.run.increase(signal, self.from, self.to).map(|n| n / self.requests)
    }

    /// Bytes that the database sent per request; `None` when they were not counted, or when no component says which peer is the database.
    pub(crate) fn bytes_from_database(&self, a: &Analysis) -> Option<f64> {
        diagnose::level::database_bytes(a.run, self.from, self.to).map(|n| n / self.requests)
    }

    /// Tables that were read, by rows read in sequential scans, most first, then by those read by indexes; `None` where a database does not
    /// count that.
    pub(crate) fn tables(&self, a: &Analysis) -> Option<Vec<TableUse>> {
        if !a.counts_tables() {
            return None;
        }
        // tables of two servers may have one name
        let by_table = |signal: &str| -> Counts {
            let key = |s: &Series| (s.label("table").to_owned(), s.label("store").to_owned());
            a.run.series_of(signal).filter_map(|s| Some((key(s), s.increase(self.from, self.to)?))).collect()
        };
        let (whole, whole_rows) = (by_table(signal::TABLE_SEQUENTIAL_SCANS), by_table(signal::TABLE_SEQUENTIAL_ROWS));
        let (index, index_rows) = (by_table(signal::TABLE_INDEX_SCANS), by_table(signal::TABLE_INDEX_ROWS));
        let scans = |all: &Counts, rows: &Counts, table: &(String, String)| {
            let n = all.get(table).copied().unwrap_or(0.0);
            Scans { per_request: n / self.requests, rows: if n > 0.0 { rows.get(table).copied().unwrap_or(0.0) / n } else { 0.0 } }
        };
        let tables: BTreeSet<&(String, String)> = whole.keys().chain(index.keys()).collect();
        let mut all: Vec<TableUse> = tables
            .into_iter()
            .filter_map(|t| {
                let together = t.0 == signal::ALL_TABLES;
                let name = if together { at_work(a)? } else { t.0.clone() };
                let columns = columns(a, &name, &t.1);
                Some(TableUse { name, whole: scans(&whole, &whole_rows, t), index: scans(&index, &index_rows, t), together, columns })
            })
            .collect();
        let read = |t: &TableUse| (t.whole.rows_per_request(), t.index.rows_per_request());
        all.sort_by(|x, y| read(y).partial_cmp(&read(x)).unwrap_or(Ordering::Equal).then_with(|| x.name.cmp(&y.name)));
        Some(all)
    }
}

/// The table that the statement most at work reads first.
fn at_work(a: &Analysis) -> Option<String> {
    let (statement, _) = active_statements(a, a.heavy()?).into_iter().find(|(s, _)| !s.is_empty())?;
    model::session::first_table(&statement).map(str::to_owned)
}

/// Mean number of the target's sessions that `pick` chooses, at `level`; `None` when no session was sampled in it.
pub(crate) fn sessions_where(a: &Analysis, level: &Level, pick: impl Fn(&SessionGroup) -> bool) -> Option<f64> {
    diagnose::level::sessions_where(a.run, level.window, pick)
}

/// Mean sessions that execute each statement at `level`, most first.
pub(crate) fn active_statements(a: &Analysis, level: &Level) -> Vec<(String, f64)> {
    let mut all = statements_where(a.run, level.window, |g| g.state == SessionState::Active).into_iter().collect::<Vec<_>>();
    all.sort_by(|x, y| y.1.total_cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
    all
}

/// Those who hold the locks that the target's sessions waited for, with their share of the waiters.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Holders {
    /// Share of the waiters whose holder sits idle in its transaction, 0 to 1.
    pub(crate) idle_share: f64,
    /// Mean length of the idle periods that waiters meet, milliseconds: a moment at random finds a period half over, so it is twice the
    /// mean age (renewal theory: age and residual life have the same distribution).
    pub(crate) idle_ms: f64,
    /// Statement that the holder of most executes, or executed last.
    pub(crate) statement: String,
    /// `target`, or the name of another program.
    pub(crate) whose: String,
    /// Statement that most wait in.
    pub(crate) victim: String,
    /// How long the longest-lasting idle holder has been idle, seconds.
    pub(crate) idle_s: f64,
}

/// Holders at `level`, when they were asked for.
pub(crate) fn lock_holders(a: &Analysis, level: &Level) -> Option<Holders> {
    let (mut all, mut idle, mut ages_s) = (0.0, 0.0, 0.0);
    let mut found = Holders::default();
    let mut by_holder: BTreeMap<(&str, &str, &str), f64> = BTreeMap::new();
    for waiters in a.run.series_of(signal::LOCK_WAITERS) {
        let age = a.run.series_of(signal::LOCK_HOLDER_AGE).find(|s| s.labels == waiters.labels);
        for (t, n) in waiters.t.iter().zip(&waiters.v).filter(|(t, _)| **t >= level.window.0 && **t <= level.window.1) {
            all += n;
            *by_holder.entry((waiters.label("holder"), waiters.label("whose"), waiters.label("victim"))).or_default() += n;
            if waiters.label("state") == SessionState::IdleInTransaction.name() {
                let age_s = age.and_then(|s| s.at(*t)).unwrap_or(0.0);
                idle += n;
                ages_s += n * age_s;
                found.idle_s = found.idle_s.max(age_s);
            }
        }
    }
    let ((statement, whose, victim), _) = by_holder.into_iter().max_by(|x, y| x.1.total_cmp(&y.1))?;
    if all <= 0.0 {
        return None;
    }
    found.idle_share = idle / all;
    found.idle_ms = if idle > 0.0 { 2e3 * ages_s / idle } else { 0.0 };
    (found.statement, found.whose, found.victim) = (statement.to_owned(), whose.to_owned(), victim.to_owned());
    Some(found)
}

/// Round trips to the database per request, over all measured levels. `None` when they were not counted, or when no component says which
/// peer is the database.
pub(crate) fn round_trips(a: &Analysis) -> Option<f64> {
    let from = a.levels.iter().map(|l| l.window.0).min()?;
    let to = a.levels.iter().map(|l| l.window.1).max()?;
    let requests: f64 = a.levels.iter().map(|l| l.requests as f64).sum();
    Some(diagnose::level::round_trips(a.run, from, to)? / requests)
}

diagnose::thresholds! {
    /// Round trips to the database per request from which rows are suspected to be asked for one by one. A guess: a request that reads a
    /// few things needs BEGIN (sent along), some statements and COMMIT.
    pub(crate) MANY_TRIPS = 10.0;
    /// Time of one round trip, milliseconds, up to which the statement itself is short. Source: CAUSES D2 ("per-statement server time < 1
    /// ms"), with 5 ms of way to a database in another zone.
    pub(crate) SHORT_TRIP_MS = 6.0;
}

/// Round trips per request, when they are many and each is short under light load.
pub(crate) fn many_short_trips(a: &Analysis) -> Option<f64> {
    let trips = round_trips(a).filter(|n| *n >= MANY_TRIPS.get())?;
    (a.light()?.part_ms(Part::Database) / trips <= SHORT_TRIP_MS.get()).then_some(trips)
}
