//! How outputs for people say the document: texts in a language, ratios with their bounds.

use super::document::{Column, Compared, Held, Like, Unlike};
use crate::document::Words;
use model::{Message, message};
use words::figures::figure;
use words::{Lang, say};

/// The document, and a language.
pub(crate) struct Said<'a> {
    pub(crate) doc: &'a Compared,
    pub(crate) lang: Lang,
}

impl Said<'_> {
    #[expect(clippy::needless_pass_by_value, reason = "a message is made where it is said")]
    pub(crate) fn say(&self, m: Message) -> String {
        say(&m, self.lang)
    }

    pub(crate) fn read<'w>(&self, w: &'w Words) -> &'w str {
        w.say(self.lang)
    }

    /// A run by its id, with its name where it has one and its place: the first is what others are held against.
    pub(crate) fn called(&self, column: usize) -> String {
        let run = &self.doc.runs[column];
        let place = match column {
            0 => "before",
            _ if column + 1 == self.doc.runs.len() => "after",
            _ => "between",
        };
        self.say(message!("comparison/called", place: kind(place), run: name(label(run))))
    }

    /// The load of a row.
    pub(crate) fn load(&self, like: &Like) -> String {
        self.say(like.words())
    }

    /// Something of the surroundings by name.
    pub(crate) fn thing(&self, u: &Unlike) -> String {
        let what = self.say(message!("comparison/thing", what: kind(u.what)));
        u.of.as_ref().map_or_else(|| what.clone(), |of| format!("{what} · {of}"))
    }

    /// What a run says of a cause.
    pub(crate) fn status(&self, status: Option<&'static str>) -> String {
        status.map_or_else(nothing, |s| self.say(message!("comparison/status", status: kind(s))))
    }

    /// What kind of verdict it is; a run of `load` has none.
    pub(crate) fn kind_of(&self, run: &Column) -> String {
        let message = run.found.as_ref().map_or_else(|| message!("comparison/only-load"), |f| message!("html/kind", what: kind(f.badge())));
        self.say(message)
    }

    /// Everything that speaks against holding the runs against each other, the reason why there is no verdict first.
    pub(crate) fn doubts(&self) -> Vec<String> {
        let d = self.doc;
        let mut all = vec![self.read(&d.reason_message).to_owned()];
        all.extend(d.difference_messages.iter().map(|m| self.say(message!("comparison/doubt", says: name(self.read(m))))));
        for (i, run) in d.runs.iter().enumerate().filter(|(_, r)| r.grade != "good") {
            let reasons: Vec<&str> = run.grade_reasons.iter().map(|r| self.read(r)).collect();
            let grade = message!("comparison/grade", run: name(self.called(i)), grade: kind(run.grade), reasons: name(reasons.join("; ")));
            all.push(self.say(grade));
        }
        if !d.alone.is_empty() {
            let each = d.alone.iter().map(|a| {
                self.say(message!("comparison/one-alone", phase: name(&a.phase), run: name(&a.run), rate: PerSecond(a.offered_per_s)))
            });
            all.push(self.say(message!("comparison/alone", each: name(each.collect::<Vec<_>>().join(", ")))));
        }
        all.push(self.say(message!("comparison/no-interval")));
        all
    }

    /// Whether the seconds of both are apart: the worst of the one is beyond the best of the other.
    pub(crate) fn are_apart(bounds: Option<[f64; 2]>) -> bool {
        bounds.is_some_and(|[low, high]| low > 1.0 || high < 1.0)
    }
}

/// `orders (7f3a)`.
fn label(run: &Column) -> String {
    if run.name().is_empty() { run.run().to_owned() } else { format!("{} ({})", run.name(), run.run()) }
}

/// What stands where nothing is known.
pub(crate) fn nothing() -> String {
    "–".to_owned()
}

/// `×10.2`.
pub(crate) fn times(ratio: Option<f64>) -> String {
    ratio.map_or_else(nothing, |r| format!("×{}", figure(r)))
}

/// `9.1–11`; empty without bounds.
pub(crate) fn between(bounds: Option<[f64; 2]>) -> String {
    bounds.map(|[low, high]| format!("{}–{}", figure(low), figure(high))).unwrap_or_default()
}

/// Both.
pub(crate) fn times_between(ratio: Option<f64>, bounds: Option<[f64; 2]>) -> String {
    match (ratio, between(bounds)) {
        (Some(_), b) if !b.is_empty() => format!("{} ({b})", times(ratio)),
        _ => times(ratio),
    }
}

/// The ratio that a level has of a figure, and its bounds.
pub(crate) fn of_rate(h: &Held) -> (Option<f64>, Option<[f64; 2]>) {
    h.ratios.as_ref().map_or((None, None), |r| (r.achieved_per_s, r.achieved_per_s_seconds))
}

/// The same of the mean response.
pub(crate) fn of_mean(h: &Held) -> (Option<f64>, Option<[f64; 2]>) {
    h.ratios.as_ref().map_or((None, None), |r| (r.mean_ms, r.mean_ms_seconds))
}
