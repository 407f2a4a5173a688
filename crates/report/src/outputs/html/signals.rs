//! Which signals of a run are drawn, and how they become readings: gauges as means of a stretch with what lies within, counters as rates.

use super::chart::Reading;
use super::view::View;
use model::{Message, Series, Timestamp, message, signal};
use words::figures::{bytes, figure, ms, per_s, percent};

/// What a reading is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Number,
    PerSecond,
    Ms,
    Share,
    Cores,
    Bytes,
}

impl Unit {
    pub(super) fn write(self, v: f64) -> String {
        match self {
            Self::Number | Self::Cores => figure(v),
            Self::PerSecond => per_s(v),
            Self::Ms => ms(v),
            Self::Share => percent(v),
            Self::Bytes => bytes(v),
        }
    }
}

/// How a series is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    Gauge,
    /// A counter: its increase per second.
    Rate,
}

/// A signal that is drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) signal: &'static str,
    /// Names it in `html/line`.
    pub(super) what: &'static str,
    pub(super) unit: Unit,
    read: Read,
    /// From the signal's unit to the one that is drawn.
    factor: f64,
    /// Whether series with other labels are parts of one sum.
    sum: bool,
}

const fn gauge(signal: &'static str, what: &'static str, unit: Unit) -> Drawn {
    Drawn { signal, what, unit, read: Read::Gauge, factor: 1.0, sum: false }
}

const fn rate(signal: &'static str, what: &'static str, unit: Unit) -> Drawn {
    Drawn { signal, what, unit, read: Read::Rate, factor: 1.0, sum: true }
}

/// A gauge of seconds, drawn in milliseconds.
const fn delay(signal: &'static str, what: &'static str) -> Drawn {
    Drawn { factor: 1e3, ..gauge(signal, what, Unit::Ms) }
}

/// All signals that are drawn. Those that are read only while something waits ([`signal::LOCK_WAITERS`]) are none: what is not read is not zero.
const DRAWN: [Drawn; 37] = [
    gauge(signal::POOL_USED, "pool-used", Unit::Number),
    gauge(signal::POOL_PENDING, "pool-waiting", Unit::Number),
    gauge(signal::POOL_STATEMENTS, "statements", Unit::Number),
    gauge(signal::CLIENT_COMMANDS, "commands", Unit::Number),
    gauge(signal::WORKERS_BUSY, "workers-busy", Unit::Number),
    gauge(signal::WORKERS_QUEUE, "workers-queue", Unit::Number),
    gauge(signal::LISTEN_QUEUE, "listen-queue", Unit::Number),
    gauge(signal::UNREAD_CONNECTIONS, "unread", Unit::Number),
    gauge(signal::ACTIVE_REQUESTS, "active-requests", Unit::Number),
    gauge(signal::PEER_CONNECTIONS, "peer-connections", Unit::Number),
    gauge(signal::PEER_CONNECTIONS_AWAITED, "peer-awaited", Unit::Number),
    gauge(signal::PROCESS_MEMORY, "memory", Unit::Bytes),
    delay(signal::EVENT_LOOP_DELAY, "loop-delay"),
    delay(signal::THREAD_POOL_DELAY, "thread-pool-delay"),
    delay(signal::CACHE_ROUND_TRIP, "cache-round-trip"),
    rate(signal::PROCESS_CPU_TIME, "cpu-service", Unit::Cores),
    rate(signal::DATABASE_CPU_TIME, "cpu-database", Unit::Cores),
    rate(signal::NEIGHBOUR_CPU_TIME, "cpu-neighbours", Unit::Cores),
    rate(signal::GENERATOR_CPU_TIME, "cpu-generator", Unit::Cores),
    rate(signal::CGROUP_THROTTLED_PERIODS, "throttled", Unit::PerSecond),
    rate(signal::LISTEN_OVERFLOWS, "overflows", Unit::PerSecond),
    rate(signal::GC_TIME, "collecting", Unit::Share),
    rate(signal::STOP_TIME, "stopped", Unit::Share),
    rate(signal::CODE_LOADED, "code-loaded", Unit::PerSecond),
    rate(signal::COMPILATIONS, "compilations", Unit::PerSecond),
    rate(signal::EVENT_LOOP_TIME, "loop-active", Unit::Share),
    rate(signal::REMOTE_CALL_TIME, "remote-calls", Unit::Number),
    rate(signal::REMOTE_QUEUE_TIME, "remote-queue", Unit::Number),
    rate(signal::DATABASE_COMMITS, "commits", Unit::PerSecond),
    rate(signal::DATABASE_ROWS_WRITTEN, "rows-written", Unit::PerSecond),
    rate(signal::DATABASE_SESSIONS_OPENED, "sessions-opened", Unit::PerSecond),
    rate(signal::TABLE_SEQUENTIAL_ROWS, "rows-scanned", Unit::PerSecond),
    rate(signal::TABLE_INDEX_ROWS, "rows-by-index", Unit::PerSecond),
    rate(signal::PROCESS_FILE_WRITES, "file-writes", Unit::Bytes),
    rate(signal::PEER_SEGMENTS_SENT, "segments-sent", Unit::PerSecond),
    rate(signal::PEER_SEGMENTS_RECEIVED, "segments-received", Unit::PerSecond),
    rate(signal::ASYNC_WORK_TIME, "async-work", Unit::Number),
];

/// How a signal is drawn; `None` for those that are not.
pub(super) fn drawn(signal: &str) -> Option<&'static Drawn> {
    DRAWN.iter().find(|d| d.signal == signal)
}

/// What a line is called.
pub(super) fn name(what: &'static str) -> Message {
    message!("html/line", what: kind(what))
}

/// Most stretches that time is divided into: more than a page shows.
const MOST_STRETCHES: f64 = 300.0;

/// Stretches of time, one beside the other, each of which gives one reading.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub(super) from_s: f64,
    pub(super) step_s: f64,
    pub(super) count: usize,
}

impl Grid {
    /// Of seconds, or longer where that would be too many.
    pub(super) fn over(from_s: f64, to_s: f64) -> Self {
        let span = (to_s - from_s).max(1.0);
        let step_s = (span / MOST_STRETCHES).max(1.0);
        Self { from_s, step_s, count: (span / step_s).ceil() as usize }
    }

    /// In which stretch a moment lies.
    pub(super) fn place(&self, t_s: f64) -> Option<usize> {
        let place = ((t_s - self.from_s) / self.step_s).floor();
        (place >= 0.0 && place < self.count as f64).then_some(place as usize)
    }

    /// The middle of a stretch.
    pub(super) fn middle(&self, i: usize) -> f64 {
        self.from_s + (i as f64 + 0.5) * self.step_s
    }
}

/// A name for what its labels say: of which pool, of which process.
pub(super) struct OfSeries {
    pub(super) labels: String,
    pub(super) readings: Vec<Reading>,
}

/// Readings of all series of a signal that `pick` takes: a list for each, or one of their sum.
pub(super) fn of_signal(view: &View, d: &Drawn, grid: &Grid, pick: impl Fn(&Series) -> bool) -> Vec<OfSeries> {
    let series = view.run.series_of(d.signal).filter(|s| s.t.len() > 1 && pick(s));
    let all: Vec<OfSeries> = series
        .map(|s| OfSeries { labels: s.labels.values().cloned().collect::<Vec<_>>().join(", "), readings: of_series(view, d, grid, s) })
        .filter(|s| !s.readings.is_empty())
        .collect();
    if d.sum && all.len() > 1 { vec![OfSeries { labels: String::new(), readings: added(grid, &all) }] } else { all }
}

fn of_series(view: &View, d: &Drawn, grid: &Grid, s: &Series) -> Vec<Reading> {
    match d.read {
        Read::Gauge => of_gauge(view, d, grid, s),
        Read::Rate => of_counter(view, d, grid, s),
    }
}

fn of_gauge(view: &View, d: &Drawn, grid: &Grid, s: &Series) -> Vec<Reading> {
    let mut sums = vec![(0_u32, 0.0, f64::INFINITY, f64::NEG_INFINITY); grid.count];
    for (t, v) in s.t.iter().zip(&s.v) {
        if let Some(i) = grid.place(view.seconds(*t)) {
            let (n, sum, low, high) = sums[i];
            sums[i] = (n + 1, sum + v, low.min(*v), high.max(*v));
        }
    }
    let reading = |(i, (n, sum, low, high)): (usize, (u32, f64, f64, f64))| {
        (n > 0).then(|| Reading { x: grid.middle(i), y: sum / f64::from(n) * d.factor, low: low * d.factor, high: high * d.factor })
    };
    sums.into_iter().enumerate().filter_map(reading).collect()
}

fn of_counter(view: &View, d: &Drawn, grid: &Grid, s: &Series) -> Vec<Reading> {
    let (Some(first), Some(last)) = (s.t.first(), s.t.last()) else { return Vec::new() };
    let at = |t_s: f64| view.run.info.started.plus_ns((t_s * 1e9) as i64);
    let of = |i: usize| {
        let from: Timestamp = at(grid.from_s + i as f64 * grid.step_s).max(*first);
        let to = at(grid.from_s + (i + 1) as f64 * grid.step_s).min(*last);
        let span = to.seconds_since(from);
        // a part of a stretch tells little
        let rate = (span > grid.step_s / 2.0).then(|| s.increase(from, to)).flatten()? / span;
        Some(Reading::at(grid.middle(i), rate.max(0.0) * d.factor))
    };
    (0..grid.count).filter_map(of).collect()
}

/// The sum of several, where there is any.
fn added(grid: &Grid, all: &[OfSeries]) -> Vec<Reading> {
    let mut sums: Vec<Option<f64>> = vec![None; grid.count];
    for r in all.iter().flat_map(|s| &s.readings) {
        if let Some(i) = grid.place(r.x) {
            sums[i] = Some(sums[i].unwrap_or(0.0) + r.y);
        }
    }
    sums.into_iter().enumerate().filter_map(|(i, sum)| Some(Reading::at(grid.middle(i), sum?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_divided_into_seconds_and_into_longer_stretches_where_it_is_long() {
        let short = Grid::over(10.0, 70.0);
        assert_eq!((short.count, short.step_s, short.place(10.0), short.place(69.9)), (60, 1.0, Some(0), Some(59)));
        assert_eq!((short.place(9.9), short.place(70.0), short.middle(1)), (None, None, 11.5));
        let long = Grid::over(0.0, 3_000.0);
        assert_eq!((long.count, long.step_s), (300, 10.0));
    }

    #[test]
    fn every_signal_is_drawn_in_one_way() {
        let mut names: Vec<&str> = DRAWN.iter().map(|d| d.signal).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), DRAWN.len());
        assert!(drawn("no.such.signal").is_none());
    }
}
