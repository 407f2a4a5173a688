//! Files that the requests of a built run open.

use diagnose::Analysis;
use model::series::labels;
use model::{Labels, Run, Series, signal};

/// Lets each level open `file` so often for each request, by its place from the lightest on.
pub(crate) fn open_for_each_request(run: &mut Run, file: &str, times: impl Fn(usize) -> f64) {
    let levels: Vec<_> = Analysis::of(run).levels.iter().map(|l| (l.window.0, l.throughput_per_s)).collect();
    let mut watched = Series::new(signal::PROCESS_FILES_WATCHED, Labels::new());
    let mut opened = Series::new(signal::PROCESS_FILES_OPENED, labels([("file", file)]));
    let mut all = (0.0, 0.0);
    for (i, (from, per_s)) in levels.into_iter().enumerate() {
        // a second of each level is watched
        for (t, seconds) in [(from, 0.0), (from.plus_ns(1_000_000_000), 1.0)] {
            all = (all.0 + seconds, all.1 + seconds * per_s * times(i));
            watched.push(t, all.0);
            opened.push(t, all.1);
        }
    }
    for s in [watched, opened] {
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    }
}
