//! What the sections of a page are made from, and how they say it.

use crate::document::{Document, Finding, Ledger, LevelTotal, Words};
use crate::outputs::text::{Lines, Most};
use crate::{Judged, TextOptions};
use diagnose::Diagnosis;
use model::{Message, Run, message};
use serde_json::Value;
use words::{Lang, say};

/// A document, the run behind it, and a language.
pub(super) struct View<'a> {
    pub(super) doc: &'a Document,
    pub(super) run: &'a Run,
    pub(super) diagnosis: &'a Diagnosis,
    pub(super) lang: Lang,
    /// The sentences of the summary, none of them left out.
    pub(super) lines: Lines<'a>,
    /// The error that ended the command.
    error: Option<&'a Value>,
}

impl<'a> View<'a> {
    pub(super) fn of(j: &'a Judged, doc: &'a Document, opts: &'a TextOptions) -> Self {
        let lines = Lines { doc, opts, lang: opts.lang, most: Most::WHOLE };
        Self { doc, run: &j.run, diagnosis: &j.diagnosis, lang: opts.lang, lines, error: j.error.as_ref() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "a message is made where it is said")]
    pub(super) fn say(&self, m: Message) -> String {
        say(&m, self.lang)
    }

    pub(super) fn read<'w>(&self, w: &'w Words) -> &'w str {
        w.say(self.lang)
    }

    /// What ended the command, in words.
    pub(super) fn error(&self) -> Option<String> {
        let error = self.error?;
        let said = error["what_message"][self.lang.code()].as_str().or(error["what"].as_str())?;
        Some(said.to_owned())
    }

    /// The finding that is named.
    pub(super) fn primary(&self) -> Option<&'a Finding> {
        self.doc.findings.iter().find(|f| Some(f.cause) == self.doc.verdict.cause)
    }

    /// The account of the heaviest open level; of a closed one where there is no other.
    pub(super) fn heaviest(&self) -> Option<&'a Ledger> {
        self.doc.ledger.iter().rev().find(|l| l.open).or(self.doc.ledger.last())
    }

    /// Requests of a level.
    pub(super) fn level(&self, phase: &str) -> Option<&'a LevelTotal> {
        self.doc.requests.shared.levels.iter().find(|l| l.phase == phase)
    }

    /// The sentence of a cause.
    pub(super) fn cause(&self, id: &str) -> String {
        say(&crate::document::of_cause(id), self.lang)
    }

    /// Seconds since the run began.
    pub(super) fn seconds(&self, t: model::Timestamp) -> f64 {
        crate::document::since_start_s(self.run, t)
    }

    /// How long the run took, seconds.
    pub(super) fn span_s(&self) -> f64 {
        let ends = self.run.phases.iter().filter_map(|p| p.end).chain(self.run.load.iter().map(|s| s.end));
        ends.max().or(self.run.ended).map_or(0.0, |t| self.seconds(t))
    }

    /// Whether a level was reached at which a core or the event loop is full.
    pub(super) fn core_is_full(&self) -> bool {
        self.doc.cpu.last().is_some_and(|c| c.full && !c.parts.is_empty())
    }

    /// `12.5 s`, for places in time.
    pub(super) fn at(&self, t_s: f64) -> String {
        self.say(message!("html/at", t: Seconds(t_s)))
    }
}
