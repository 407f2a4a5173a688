//! Samples on the CPU, divided by what they are used for.

use super::purpose::Purpose;
use super::sign::Sign;
use super::uses::{Step, Use};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of a part's samples that must lie in a method for it to be the one that is told: the innermost of those. A guess: two thirds.
    IN_METHOD = 2.0 / 3.0;
    /// Share of the samples of a method of own code that must be in one line for the line to be told. A guess: half.
    IN_LINE = 0.5;
}

/// What a part is: its purpose, a package's name, and of own code what it is done by.
pub(super) type Key = (Purpose, String, Option<Purpose>);

/// Samples of one part.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// By time.
    pub(super) weight: f64,
    /// How often it was seen.
    pub(super) samples: f64,
    /// Sending while a serialiser's call lasts.
    serialised: f64,
    by: BTreeMap<Purpose, f64>,
    does: BTreeMap<String, f64>,
    /// Methods of own code by line.
    own: BTreeMap<String, BTreeMap<u32, f64>>,
    /// Methods of the part: samples in them, and their depth in all of these.
    methods: BTreeMap<String, (f64, f64)>,
}

/// Samples of a group of threads.
#[derive(Debug, Clone, Default)]
pub(super) struct Division {
    pub(super) weight: f64,
    pub(super) samples: f64,
    pub(super) parts: BTreeMap<Key, Tally>,
    pub(super) paths: BTreeMap<Vec<Step>, f64>,
    pub(super) signs: BTreeMap<Sign, SignTally>,
}

/// Samples of one sign.
#[derive(Debug, Clone, Default)]
pub(super) struct SignTally {
    pub(super) weight: f64,
    pub(super) samples: f64,
    /// In the platform's collections and texts, which is what going through elements needs; computing with them does not.
    pub(super) in_elements: f64,
    /// By the method that is the sign.
    entries: BTreeMap<String, f64>,
    /// By the method of own code that asks for it, with its line.
    own: BTreeMap<String, BTreeMap<u32, f64>>,
}

impl SignTally {
    fn merge(&mut self, other: &Self) {
        self.weight += other.weight;
        self.samples += other.samples;
        self.in_elements += other.in_elements;
        other.entries.iter().for_each(|(m, w)| *self.entries.entry(m.clone()).or_default() += w);
        merge_lines(&mut self.own, &other.own);
    }

    /// The method that is the sign in most samples, with its share of them.
    pub(super) fn entry(&self) -> (String, f64) {
        let most = self.entries.iter().max_by(|a, b| a.1.total_cmp(b.1));
        most.map(|(m, w)| (m.clone(), w / self.weight)).unwrap_or_default()
    }

    /// The method of own code that asks for most of it, as in a part.
    pub(super) fn own(&self) -> (String, f64) {
        most_asking(&self.own, self.weight)
    }
}

fn merge_lines(into: &mut BTreeMap<String, BTreeMap<u32, f64>>, from: &BTreeMap<String, BTreeMap<u32, f64>>) {
    for (own, lines) in from {
        let of_own = into.entry(own.clone()).or_default();
        for (line, w) in lines {
            *of_own.entry(*line).or_default() += w;
        }
    }
}

impl Division {
    /// Adds a sample that was seen `samples` times and stands for `weight` intervals.
    pub(super) fn add(&mut self, u: &Use, weight: f64, samples: f64) {
        self.weight += weight;
        self.samples += samples;
        *self.paths.entry(u.path.clone()).or_default() += weight;
        if let Some((sign, entry)) = &u.sign {
            let of_sign = self.signs.entry(*sign).or_default();
            of_sign.weight += weight;
            of_sign.samples += samples;
            of_sign.in_elements += if u.in_elements { weight } else { 0.0 };
            *of_sign.entries.entry(entry.clone()).or_default() += weight;
            *of_sign.own.entry(u.own.0.clone()).or_default().entry(u.own.1).or_default() += weight;
        }
        let part = self.parts.entry(u.key()).or_default();
        part.weight += weight;
        part.samples += samples;
        part.serialised += if u.sends_serialised { weight } else { 0.0 };
        if let Some(by) = u.by {
            *part.by.entry(by).or_default() += weight;
            *part.does.entry(u.does.clone()).or_default() += weight;
        }
        let (own, line) = &u.own;
        *part.own.entry(own.clone()).or_default().entry(*line).or_default() += weight;
        let mut met: BTreeMap<&str, usize> = BTreeMap::new();
        for (depth, m) in u.methods.iter().enumerate() {
            met.insert(m, depth);
        }
        for (m, depth) in met {
            let of_method = part.methods.entry(m.to_owned()).or_default();
            *of_method = (of_method.0 + weight, of_method.1 + weight * depth as f64);
        }
    }

    /// Adds all of `other`.
    pub(super) fn merge(&mut self, other: &Self) {
        self.weight += other.weight;
        self.samples += other.samples;
        for (path, w) in &other.paths {
            *self.paths.entry(path.clone()).or_default() += w;
        }
        for (sign, tally) in &other.signs {
            self.signs.entry(*sign).or_default().merge(tally);
        }
        for (key, tally) in &other.parts {
            self.parts.entry(key.clone()).or_default().merge(tally);
        }
    }
}

impl Tally {
    fn merge(&mut self, other: &Self) {
        self.weight += other.weight;
        self.samples += other.samples;
        self.serialised += other.serialised;
        other.by.iter().for_each(|(p, w)| *self.by.entry(*p).or_default() += w);
        other.does.iter().for_each(|(m, w)| *self.does.entry(m.clone()).or_default() += w);
        merge_lines(&mut self.own, &other.own);
        for (m, (w, depth)) in &other.methods {
            let of_method = self.methods.entry(m.clone()).or_default();
            *of_method = (of_method.0 + w, of_method.1 + depth);
        }
    }

    /// Share of it that sends while a serialiser's call lasts.
    pub(super) fn serialised(&self) -> f64 {
        if self.weight > 0.0 { self.serialised / self.weight } else { 0.0 }
    }

    /// What it is done by, as shares of the part, largest first.
    pub(super) fn by(&self) -> Vec<(Purpose, f64)> {
        let mut all: Vec<(Purpose, f64)> = self.by.iter().map(|(p, w)| (*p, w / self.weight)).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all
    }

    /// The method that does most of it within the part, and its share of it; empty where there is none.
    pub(super) fn does(&self) -> (String, f64) {
        let named = self.does.iter().filter(|(m, _)| is_named(m));
        named.max_by(|a, b| a.1.total_cmp(b.1)).map(|(m, w)| (m.clone(), w / self.weight)).unwrap_or_default()
    }

    /// The method of own code that asks for most of it, with its line where most of that is in one, and its share of the part; empty where own code asks for
    /// less than half.
    pub(super) fn own(&self) -> (String, f64) {
        most_asking(&self.own, self.weight)
    }

    /// The innermost method that nearly all of it lies in; empty where there is none.
    pub(super) fn method(&self) -> String {
        let most = self.methods.iter().filter(|(m, (w, _))| is_named(m) && *w >= IN_METHOD.get() * self.weight);
        most.max_by(|a, b| (a.1.1 / a.1.0).total_cmp(&(b.1.1 / b.1.0))).map(|(m, _)| m.clone()).unwrap_or_default()
    }
}

/// The method among `own`, by line, that asks for most of `weight`, with its share.
fn most_asking(own: &BTreeMap<String, BTreeMap<u32, f64>>, weight: f64) -> (String, f64) {
    let of = |lines: &BTreeMap<u32, f64>| lines.values().sum::<f64>();
    let by_own: f64 = own.iter().filter(|(m, _)| !m.is_empty()).map(|(_, lines)| of(lines)).sum();
    let asked = own.iter().filter(|(m, _)| !m.is_empty() && by_own >= 0.5 * weight);
    let Some((own, lines)) = asked.max_by(|a, b| of(a.1).total_cmp(&of(b.1))) else { return (String::new(), 0.0) };
    let line = lines.iter().find(|(line, w)| **line > 0 && **w >= IN_LINE.get() * of(lines)).map(|(line, _)| *line);
    // a file is told with the line already
    let name = match line.filter(|_| !own.contains('(')) {
        Some(line) => format!("{own}:{line}"),
        None => own.clone(),
    };
    (name, of(lines) / weight)
}

/// Whether a reader can find it: functions without a name are found by their callers, and symbols of the runtime by nobody.
fn is_named(method: &str) -> bool {
    !method.is_empty()
        && !method.starts_with("(anonymous)")
        && !method.starts_with('.')
        && !method.contains("::")
        && !method.ends_with("()")
}
