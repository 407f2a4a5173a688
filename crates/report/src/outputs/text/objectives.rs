//! What is said of an objective: whether it holds at the level that decides, and up to where.

use super::lines::Lines;
use super::page::{Page, Tone};
use crate::document::{Objective, Words};
use model::{Message, message};

/// An objective as pages say it.
pub(crate) struct Said {
    pub(crate) tone: Tone,
    /// `✔`, `✖` or `?`.
    pub(crate) mark: &'static str,
    pub(crate) says: String,
}

impl Lines<'_> {
    pub(crate) fn objectives(&self) -> Vec<Said> {
        self.doc.slo.iter().map(|o| self.objective(o)).collect()
    }

    fn objective(&self, o: &Objective) -> Said {
        let (tone, mark) = match o.shared.pass {
            Some(true) => (Tone::Good, "✔"),
            Some(false) => (Tone::Bad, "✖"),
            None => (Tone::Unsure, "?"),
        };
        Said { tone, mark, says: self.say(&self.judgement(o)) }
    }

    fn judgement(&self, o: &Objective) -> Message {
        let read = |w: &Words| w.say(self.lang).to_owned();
        let s = &o.shared;
        let says = match (&s.reason, s.seen_message.as_ref().map(read), o.at_per_s) {
            (Some(why), ..) => message!("objectives/not-judged", objective: name(&s.expr), why: name(read(why))),
            // of a rate it says nothing at which rate it was
            (None, Some(seen), _) if s.unit == "1/s" => message!("objectives/seen", objective: name(&s.expr), seen: name(seen)),
            (None, Some(seen), Some(at)) => {
                message!("objectives/seen-at", objective: name(&s.expr), seen: name(seen), rate: PerSecond(at))
            }
            (None, ..) => Message::verbatim(s.expr.clone()),
        };
        let beyond = o.missed_beyond().and_then(|l| Some((read(l.seen_message.as_ref()?), l.per_s)));
        match (s.pass, o.holds_to_per_s, beyond) {
            (Some(true), _, Some((seen, rate))) if s.unit != "1/s" => {
                message!("objectives/beyond", says: (says), seen: name(seen), rate: PerSecond(rate))
            }
            (Some(false), None, _) if s.unit != "1/s" => message!("objectives/holds-nowhere", says: (says)),
            (Some(false) | None, Some(rate), _) => message!("objectives/holds-to", says: (says), rate: PerSecond(rate)),
            _ => says,
        }
    }
}

/// A line for each, under one label.
pub(super) fn objectives(page: &mut Page, lines: &Lines) {
    for (i, o) in lines.objectives().iter().enumerate() {
        let label = if i == 0 { lines.say(&message!("objectives/label")) } else { String::new() };
        page.marked(&label, o.tone, o.mark, &o.says);
    }
}
