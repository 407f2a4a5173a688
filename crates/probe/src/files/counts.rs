//! How often each file was opened, window by window, as running totals of those that are opened again and again.

use crate::windows::Window;
use model::series::labels;
use model::{Labels, Series, signal};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Opens of a file from which it has a name: what is opened a few times is nobody's work for each request, and its name nobody's business.
/// A choice.
const FEWEST: u64 = 10;
/// Most names, and most files that are told apart. Choices: a page may need a dozen templates.
const MOST_NAMED: usize = 64;
const MOST_KNOWN: usize = 4_096;

/// Opens and size in bytes of the files of a window.
pub(super) type Opened = BTreeMap<PathBuf, (u64, u64)>;

/// Totals since the probe was attached.
#[derive(Debug, Default)]
pub(super) struct Counts {
    files: BTreeMap<PathBuf, Known>,
    /// By the names that are shown: several files may have lost what tells them apart.
    named: BTreeMap<String, u64>,
    watched_s: f64,
}

#[derive(Debug, Default)]
struct Known {
    all: u64,
    /// Its opens by window, until it has a name.
    before: Vec<(Window, u64)>,
    name: Option<String>,
}

impl Counts {
    /// Takes the opens of a window, and answers with what is new to say: of a file that has a name from now on, what was seen of it before as
    /// well. `shown` makes the name.
    pub(super) fn take(&mut self, window: Window, opened: Opened, shown: impl Fn(&PathBuf) -> String) -> Vec<Series> {
        let before_s = self.watched_s;
        self.watched_s += window.seconds();
        let mut all = vec![window.step(signal::PROCESS_FILES_WATCHED, Labels::new(), before_s, self.watched_s)];
        // by name and window, so that a name has one step for each
        let mut steps: BTreeMap<(String, i64), (Window, u64)> = BTreeMap::new();
        for (path, (n, bytes)) in opened {
            if !self.files.contains_key(&path) && self.files.len() >= MOST_KNOWN {
                continue;
            }
            let known = self.files.entry(path.clone()).or_default();
            known.all += n;
            known.before.push((window, n));
            if known.name.is_none() && known.all >= FEWEST {
                let name = shown(&path);
                // a name that is told already cannot begin earlier
                let is_new = !self.named.contains_key(&name);
                if is_new && self.named.len() < MOST_NAMED {
                    let mut size = Series::new(signal::PROCESS_FILE_SIZE, labels([("file", &name)]));
                    size.push(window.to, bytes as f64);
                    all.push(size);
                    self.named.insert(name.clone(), 0);
                } else {
                    known.before = vec![(window, n)];
                }
                known.name = Some(name);
            }
            if let Some(name) = &known.name {
                for (w, n) in known.before.drain(..) {
                    steps.entry((name.clone(), w.from.ns())).or_insert((w, 0)).1 += n;
                }
            }
        }
        for ((name, _), (w, n)) in steps {
            if let Some(told) = self.named.get_mut(&name) {
                all.push(w.step(signal::PROCESS_FILES_OPENED, labels([("file", &name)]), *told as f64, (*told + n) as f64));
                *told += n;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Observation, Run, Timestamp};

    fn seconds(s: f64) -> Timestamp {
        Timestamp::from_ns((s * 1e9) as i64)
    }

    /// Begin and end of a window, and opens by file.
    type Looked<'a> = (f64, f64, &'a [(&'a str, u64)]);

    fn run_of(windows: &[Looked]) -> Run {
        let mut counts = Counts::default();
        let series = windows.iter().flat_map(|(from, to, opened)| {
            let opened = opened.iter().map(|(name, n)| (PathBuf::from(name), (*n, 700))).collect();
            // numbers are hidden
            let shown = |p: &PathBuf| p.to_string_lossy().replace(|c: char| c.is_ascii_digit(), "*");
            counts.take(Window { from: seconds(*from), to: seconds(*to) }, opened, shown)
        });
        Run::from_observations(series.map(Observation::Series).collect::<Vec<_>>())
    }

    fn opened(run: &Run, file: &str, from: f64, to: f64) -> Option<f64> {
        run.series_of(signal::PROCESS_FILES_OPENED).find(|s| s.label("file") == file)?.increase(seconds(from), seconds(to))
    }

    #[test]
    fn opens_lie_in_their_windows_and_the_time_watched_beside_them() {
        let run = run_of(&[(1.0, 1.5, &[("page.html", 40)]), (3.0, 3.5, &[]), (5.0, 5.5, &[("page.html", 60)])]);
        let watched = run.series_of(signal::PROCESS_FILES_WATCHED).next().expect("told");
        assert_eq!((watched.increase(seconds(0.0), seconds(9.0)), opened(&run, "page.html", 0.0, 9.0)), (Some(1.5), Some(100.0)));
        assert_eq!(opened(&run, "page.html", 1.5, 5.0), Some(0.0), "nothing lies between windows");
        assert_eq!(run.series_of(signal::PROCESS_FILE_SIZE).next().expect("told").v, [700.0]);
    }

    #[test]
    fn a_file_that_is_opened_a_few_times_has_no_name_and_later_none_of_its_opens_is_missing() {
        let run = run_of(&[(1.0, 1.5, &[("of-a-user.json", 3), ("shared.json", 9)]), (3.0, 3.5, &[("shared.json", 9)])]);
        assert_eq!(opened(&run, "of-a-user.json", 0.0, 9.0), None);
        assert_eq!((opened(&run, "shared.json", 0.0, 2.0), opened(&run, "shared.json", 2.0, 9.0)), (Some(9.0), Some(9.0)));
    }

    #[test]
    fn many_files_that_are_opened_once_each_are_no_file_that_is_opened_often() {
        let names: Vec<String> = (0..40).map(|i| format!("upload-{i}.png")).collect();
        let all: Vec<(&str, u64)> = names.iter().map(|n| (n.as_str(), 1)).collect();
        assert_eq!(run_of(&[(1.0, 1.5, &all)]).series_of(signal::PROCESS_FILES_OPENED).count(), 0);
    }

    #[test]
    fn files_that_lose_what_tells_them_apart_are_one() {
        let run = run_of(&[(1.0, 1.5, &[("a1.html", 20), ("a2.html", 30)]), (3.0, 3.5, &[("a1.html", 5), ("a3.html", 15)])]);
        assert_eq!((opened(&run, "a*.html", 0.0, 2.0), opened(&run, "a*.html", 2.0, 9.0)), (Some(50.0), Some(20.0)));
    }

    #[test]
    fn there_are_so_many_names_at_most() {
        let names: Vec<String> =
            (0..26 * 4).map(|i| format!("{}/{}", char::from(b'a' + i % 26), "x".repeat(usize::from(i) / 26))).collect();
        let all: Vec<(&str, u64)> = names.iter().map(|n| (n.as_str(), 20)).collect();
        assert_eq!(run_of(&[(1.0, 1.5, &all)]).series_of(signal::PROCESS_FILES_OPENED).count(), MOST_NAMED);
    }
}
