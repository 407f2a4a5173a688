//! Which files a level opens again and again, and how often for each request. Counts are at least so many, and of all that the service does: what
//! a job of its own opens counts as well.

use super::Level;
use model::{Run, Timestamp, signal, view};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Opens of one file by each request, at light and at heavy load, from which that is told. A guess: what is kept is opened never.
    FILES_WORTH_A_LINE = 0.5;
}

/// A file that was opened during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedFile {
    /// From the working folder of the service on, where it lies there.
    pub name: String,
    /// Opens by all requests that were answered.
    pub per_request: f64,
    /// How large it is, bytes.
    pub bytes: Option<f64>,
}

/// Those that have a name, the most often opened first; `None` where nobody looked. `per_s`: requests that were answered a second.
pub fn opened_files(run: &Run, (from, to): (Timestamp, Timestamp), per_s: f64) -> Option<Vec<OpenedFile>> {
    // of several processes each is looked at by itself, at moments of its own
    let mut watched_s: BTreeMap<&str, f64> = BTreeMap::new();
    for s in run.series_of(signal::PROCESS_FILES_WATCHED) {
        if let Some(w) = s.increase(from, to).filter(|w| *w > 0.0) {
            watched_s.insert(s.label(view::PROCESS), w);
        }
    }
    if watched_s.is_empty() || per_s <= 0.0 {
        return None;
    }
    let mut opened_per_s: BTreeMap<&str, f64> = BTreeMap::new();
    for s in run.series_of(signal::PROCESS_FILES_OPENED).filter(|s| !s.label("file").is_empty()) {
        if let (Some(n), Some(w)) = (s.increase(from, to), watched_s.get(s.label(view::PROCESS))) {
            *opened_per_s.entry(s.label("file")).or_default() += n / w;
        }
    }
    let size = |name: &str| run.series_of(signal::PROCESS_FILE_SIZE).find(|s| s.label("file") == name)?.v.last().copied();
    let of = |(name, opened): (&str, f64)| OpenedFile { name: name.to_owned(), per_request: opened / per_s, bytes: size(name) };
    let mut all: Vec<OpenedFile> = opened_per_s.into_iter().filter(|(_, n)| *n > 0.0).map(of).collect();
    all.sort_by(|a, b| b.per_request.total_cmp(&a.per_request));
    Some(all)
}

/// Those that requests open at the lightest and at the heaviest level, as often as at the heaviest, the most often opened first: what is read so often could be kept,
/// unless the answer is the file.
pub fn opened_for_each_request(run: &Run, levels: &[Level]) -> Vec<OpenedFile> {
    let of = |l: Option<&Level>| l.and_then(|l| opened_files(run, l.window, l.throughput_per_s)).unwrap_or_default();
    let (light, mut heavy) = (of(levels.first()), of(levels.last()));
    let often = |f: &OpenedFile| f.per_request >= FILES_WORTH_A_LINE.get();
    heavy.retain(|f| often(f) && light.iter().any(|l| l.name == f.name && often(l)));
    heavy
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Series;

    fn seconds(s: f64) -> Timestamp {
        Timestamp::from_ns((s * 1e9) as i64)
    }

    /// Signal, labels, and points as second and value.
    fn put(run: &mut Run, signal: &str, of: &[(&str, &str)], points: &[(f64, f64)]) {
        let mut s = Series::new(signal, of.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect());
        for (t, v) in points {
            s.push(seconds(*t), *v);
        }
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    }

    #[test]
    fn opens_in_windows_are_taken_for_all_of_the_time() {
        let mut run = Run::default();
        put(&mut run, signal::PROCESS_FILES_WATCHED, &[], &[(1.0, 0.0), (1.25, 0.25), (3.0, 0.25), (3.25, 0.5)]);
        put(&mut run, signal::PROCESS_FILES_OPENED, &[("file", "page.html")], &[(1.0, 0.0), (1.25, 26.0), (3.0, 26.0), (3.25, 50.0)]);
        put(&mut run, signal::PROCESS_FILES_OPENED, &[("file", "")], &[(1.0, 0.0), (1.25, 9.0)]);
        put(&mut run, signal::PROCESS_FILE_SIZE, &[("file", "page.html")], &[(1.25, 700.0)]);
        let all = opened_files(&run, (seconds(0.0), seconds(4.0)), 50.0).expect("it was looked");
        assert_eq!(all, [OpenedFile { name: "page.html".into(), per_request: 2.0, bytes: Some(700.0) }]);
        assert_eq!(opened_files(&run, (seconds(4.0), seconds(8.0)), 50.0), None, "no window lies there");
    }

    #[test]
    fn several_processes_are_looked_at_for_as_long_as_each_was() {
        let mut run = Run::default();
        for (process, watched_s, opened) in [("7", 0.5, 50.0), ("8", 0.25, 75.0)] {
            put(&mut run, signal::PROCESS_FILES_WATCHED, &[(view::PROCESS, process)], &[(1.0, 0.0), (2.0, watched_s)]);
            let of = [("file", "page.html"), (view::PROCESS, process)];
            put(&mut run, signal::PROCESS_FILES_OPENED, &of, &[(1.0, 0.0), (2.0, opened)]);
        }
        let all = opened_files(&run, (seconds(0.0), seconds(4.0)), 400.0).expect("it was looked");
        assert_eq!(all, [OpenedFile { name: "page.html".into(), per_request: 1.0, bytes: None }]);
    }

    #[test]
    fn who_was_not_looked_at_opens_nothing_that_is_known() {
        assert_eq!(opened_files(&Run::default(), (seconds(0.0), seconds(4.0)), 50.0), None);
    }
}
