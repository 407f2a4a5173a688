//! Running totals of a server's statistics, read at the begin and the end of a phase. Only tables that change are told, so that a schema of a thousand
//! tables leaves few series.

use model::series::labels;
use model::{Labels, Observation, Series, Sink, Timestamp, signal};
use std::collections::{BTreeMap, BTreeSet};

/// Series of tables that are told at most: those that are read first. A guess that keeps run files small.
const MOST_SERIES: usize = 400;

/// What a server has counted up to a moment, by signal.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Counted {
    /// Of the whole server or database: told even when it stands still, for no writes are an observation.
    pub(crate) whole: Vec<(&'static str, f64)>,
    /// By table.
    pub(crate) tables: Vec<(String, Vec<(&'static str, f64)>)>,
    /// Of tables that are read from end to end, where the server estimates that.
    pub(crate) columns: Vec<Column>,
}

/// What a server knows of a column.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Column {
    pub(crate) table: String,
    pub(crate) name: String,
    /// Different values, estimated.
    pub(crate) values: f64,
    /// Whether an index begins with it.
    pub(crate) indexed: bool,
}

/// What was read before, by series.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    last: BTreeMap<(&'static str, Labels), Last>,
    told: usize,
    /// Columns that were told: table and name.
    columns: BTreeSet<(String, String)>,
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
    /// Tells what `counted` has that changed.
    pub(crate) fn hear(&mut self, counted: &Counted, t: Timestamp, store: &str, sink: &dyn Sink) {
        for (signal, v) in &counted.whole {
            point(sink, signal, labels([("store", store)]), t, *v);
        }
        for c in &counted.columns {
            if self.told < MOST_SERIES && self.columns.insert((c.table.clone(), c.name.clone())) {
                let index = if c.indexed { "first" } else { "none" };
                let labels = labels([("store", store), ("table", &c.table), ("column", &c.name), ("index", index)]);
                point(sink, signal::TABLE_COLUMN_VALUES, labels, t, c.values);
                self.told += 1;
            }
        }
        let before = self.before.replace(t);
        for (table, figures) in &counted.tables {
            for (signal, v) in figures {
                self.tell(sink, signal, labels([("store", store), ("table", table)]), (t, *v), before);
            }
        }
    }

    fn tell(&mut self, sink: &dyn Sink, signal: &'static str, labels: Labels, (t, v): (Timestamp, f64), before: Option<Timestamp>) {
        // a table that nobody had read until the reading before is not among its rows
        let unseen = before.map_or(Last { t, v, told: false }, |t| Last { t, v: 0.0, told: false });
        let last = self.last.entry((signal, labels.clone())).or_insert(unseen);
        if !last.told && v > last.v && self.told < MOST_SERIES {
            // it stood still up to the reading before: said, so that its first increase is not lost
            point(sink, signal, labels.clone(), last.t, last.v);
            last.told = true;
            self.told += 1;
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
