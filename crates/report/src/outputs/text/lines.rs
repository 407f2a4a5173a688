//! What the lines of the summary say, in a language. Figures are written as in the document's other renderings.

use super::TextOptions;
use crate::document::{Document, Experiment, Finding, Fix, Gain, Hypothesis, Process, Sensor, Words};
use diagnose::experiment::TRIGGER;
use diagnose::{Status, VerdictStatus};
use model::{Message, RunStatus, SensorState, message};
use words::figures::{count, ms, per_s, percent};
use words::{Lang, say};

/// Most claims of the named cause.
const MOST_CLAIMS: usize = 2;
/// Most causes by name that a sensor which is missing is told to keep from being judged.
const MOST_NAMES: usize = 3;

/// Reasons that the first line has told already.
const TOLD: [(&str, &str); 3] =
    [("text/at-limit", "judge/limit-reached"), ("text/cpu-bound", "judge/limit-reached"), ("text/no-bend", "judge/no-bend")];

/// Whether an experiment left everything as it was.
pub(crate) fn put_back(e: &Experiment) -> &'static str {
    if e.kind == TRIGGER { "nothing" } else { yes(e.restored) }
}

/// How many of each are shown at most; JSON has them all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most {
    pub(crate) rejected: usize,
    pub(crate) others: usize,
    pub(crate) hints: usize,
    pub(crate) blind: usize,
    pub(crate) warnings: usize,
    /// Rows of the account, the rest summed up.
    pub(crate) parts: usize,
    /// Rows of what a full core does.
    pub(crate) cpu_parts: usize,
    /// Groups of failed requests, and times without an answer.
    pub(crate) failures: usize,
    /// Rows of a start.
    pub(crate) seconds: usize,
    /// Whether what is said of the account follows it.
    pub(crate) remarks: bool,
}

impl Most {
    /// Everything: for pages that are longer than a screen.
    pub(crate) const WHOLE: Self = Self {
        rejected: usize::MAX,
        others: usize::MAX,
        hints: usize::MAX,
        blind: usize::MAX,
        warnings: usize::MAX,
        parts: usize::MAX,
        cpu_parts: usize::MAX,
        failures: usize::MAX,
        seconds: usize::MAX,
        remarks: true,
    };

    /// From the most to the least that says enough: the first with which the page is one screen is taken.
    pub(crate) const ALL: [Self; 9] = [
        Self { rejected: 4, others: 3, hints: 2, blind: 4, warnings: 3, parts: 5, cpu_parts: 6, failures: 4, seconds: 8, remarks: true },
        Self { rejected: 3, others: 2, hints: 2, blind: 3, warnings: 2, parts: 4, cpu_parts: 5, failures: 3, seconds: 8, remarks: true },
        Self { rejected: 2, others: 1, hints: 1, blind: 1, warnings: 1, parts: 3, cpu_parts: 4, failures: 2, seconds: 7, remarks: true },
        Self { rejected: 2, others: 1, hints: 1, blind: 1, warnings: 1, parts: 2, cpu_parts: 4, failures: 2, seconds: 6, remarks: false },
        Self { rejected: 1, others: 1, hints: 1, blind: 0, warnings: 1, parts: 2, cpu_parts: 3, failures: 1, seconds: 3, remarks: false },
        Self { rejected: 1, others: 0, hints: 1, blind: 0, warnings: 1, parts: 2, cpu_parts: 3, failures: 1, seconds: 5, remarks: false },
        Self { rejected: 1, others: 0, hints: 1, blind: 0, warnings: 1, parts: 1, cpu_parts: 2, failures: 1, seconds: 5, remarks: false },
        Self { rejected: 1, others: 0, hints: 1, blind: 0, warnings: 1, parts: 1, cpu_parts: 0, failures: 1, seconds: 4, remarks: false },
        Self { rejected: 1, others: 0, hints: 1, blind: 0, warnings: 1, parts: 1, cpu_parts: 0, failures: 0, seconds: 3, remarks: false },
    ];
}

/// A document, and how it is said.
pub(crate) struct Lines<'a> {
    pub(crate) doc: &'a Document,
    pub(crate) opts: &'a TextOptions,
    pub(crate) lang: Lang,
    pub(crate) most: Most,
}

impl Lines<'_> {
    pub(crate) fn say(&self, m: &Message) -> String {
        say(m, self.lang)
    }

    fn all(&self, messages: impl IntoIterator<Item = Message>) -> Vec<String> {
        messages.into_iter().map(|m| self.say(&m)).collect()
    }

    /// The finding that is named.
    fn primary(&self) -> Option<&Finding> {
        self.doc.findings.iter().find(|f| Some(f.cause) == self.doc.verdict.cause)
    }

    /// The claims that carry the named cause, and where it is unless they name that.
    pub(crate) fn what_happens(&self) -> String {
        let claims = self.primary().into_iter().flat_map(|f| &f.claims).map(|c| c.text.say(self.lang));
        let says = claims.take(MOST_CLAIMS).collect::<Vec<_>>().join("; ");
        match &self.doc.verdict.site {
            Some(site) if says.is_empty() => self.say(&message!("text/at-site", site: name(site))),
            Some(site) if !says.contains(site.as_str()) => self.say(&message!("text/says-at-site", says: name(says), site: name(site))),
            _ => says,
        }
    }

    /// What the fix of the named cause gives.
    pub(crate) fn gain(&self) -> Option<String> {
        let gain = self.primary()?.fixes.iter().find_map(|f| f.gain.as_ref())?;
        Some(self.say(&self.of_gain(gain)))
    }

    fn of_gain(&self, g: &Gain) -> Message {
        let (now, then) = (per_s(g.now), per_s(g.estimate));
        let Some(n) = &g.next_limit else { return message!("text/gain", now: name(now), then: name(then)) };
        let next = n.name_message.say(self.lang);
        if g.bound > g.estimate {
            message!("text/gain-cut-by-next", way: kind(g.way()), now: name(now), then: name(then), next: name(next), bound: name(per_s(g.bound)))
        } else if g.is_the_same_limit_again() {
            message!("text/gain-same-again", now: name(now), then: name(then), next: name(next), at: name(per_s(n.per_s)))
        } else {
            message!("text/gain-to-next", way: kind(g.way()), now: name(now), then: name(then), next: name(next), at: name(per_s(n.per_s)))
        }
    }

    /// What saturates first; empty where that is not known.
    pub(crate) fn limit(&self) -> String {
        let Some(l) = &self.doc.verdict.limit else { return String::new() };
        let (limit, rate) = (l.name_message.say(self.lang), per_s(l.per_s));
        self.say(&match l.reached {
            Some(true) => message!("text/limit-reached", limit: name(limit), rate: name(rate)),
            _ => message!("text/limit-ahead", limit: name(limit), rate: name(rate)),
        })
    }

    /// Its level and why; and what would carry another name as well.
    pub(crate) fn evidence(&self) -> Vec<String> {
        let v = &self.doc.verdict;
        let (level, reason) = (f64::from(v.evidence_level), self.not_told_yet(v.reason.say(self.lang)));
        let evidence = match reason {
            "" => message!("text/evidence-told", level: Count(level), name: kind(v.evidence_name)),
            reason => message!("text/evidence", level: Count(level), name: kind(v.evidence_name), reason: name(reason)),
        };
        self.all([evidence].into_iter().chain(self.tied()))
    }

    /// Why it goes so far, without its level: what was not told of the cause already, and what explains as well.
    pub(crate) fn reasons(&self) -> Vec<String> {
        let left = self.not_told_yet(self.doc.verdict.reason.say(self.lang)).to_owned();
        [left].into_iter().filter(|r| !r.is_empty()).chain(self.all(self.tied())).collect()
    }

    fn tied(&self) -> Option<Message> {
        let v = &self.doc.verdict;
        (!v.tied.is_empty()).then(|| {
            let causes = v.tied.iter().map(|cause| self.with_gain(cause)).collect::<Vec<_>>().join(", ");
            message!("text/tied", causes: name(causes), run: name(&self.doc.run.id))
        })
    }

    /// A reason from where it goes on behind what was told of the cause already.
    fn not_told_yet<'a>(&self, reason: &'a str) -> &'a str {
        let told = self.primary().into_iter().flat_map(|f| &f.claims).take(MOST_CLAIMS).map(|c| c.text.say(self.lang));
        let rest = told.filter_map(|says| reason.strip_prefix(says)).find(|rest| rest.is_empty() || rest.starts_with([';', '.']));
        rest.map_or(reason, |rest| rest.trim_start_matches([';', '.', ' ']))
    }

    /// A cause, and what its cure gives where that is known.
    fn with_gain(&self, cause: &str) -> String {
        let finding = self.doc.findings.iter().find(|f| f.cause == cause);
        let gain = finding.and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
        gain.map_or_else(
            || self.called(cause),
            |g| {
                self.say(
                    &message!("text/cause-with-gain", way: kind(g.way()), cause: name(self.called(cause)), rate: name(per_s(g.estimate))),
                )
            },
        )
    }

    /// The command that would decide whether a candidate is the cause.
    pub(crate) fn decide(&self) -> Option<String> {
        let cause = self.doc.verdict.candidate.as_ref()?;
        Some(self.say(&message!("text/decide", cause: name(cause), run: name(&self.doc.run.id))))
    }

    /// What moved with load and is not carried by the account, but for the candidate, of which the first lines tell.
    pub(crate) fn hints(&self) -> Vec<String> {
        let is_candidate = |h: &&Hypothesis| self.doc.verdict.candidate.as_deref() == Some(h.cause);
        let open = |h: &&Hypothesis| h.status == Status::Untested.name() && h.weight > 0.0;
        let hints = self.doc.hypotheses.iter().filter(open).filter(|h| !is_candidate(h));
        self.all(hints.take(self.most.hints).map(|h| self.of(self.placed(h.cause, h.site.as_deref()), &h.reason)))
    }

    /// Rejected hypotheses with what contradicts them: decoys of the named cause first, then those with a knob that one would turn.
    pub(crate) fn rejected(&self) -> Vec<String> {
        self.all(self.rejected_first().take(self.most.rejected).map(|h| self.rejection(h)))
    }

    /// The hypotheses themselves, those first that a reader would think of.
    pub(crate) fn rejected_first(&self) -> impl Iterator<Item = &Hypothesis> {
        let mut all: Vec<&Hypothesis> = self.doc.hypotheses.iter().filter(|h| h.status == Status::Rejected.name()).collect();
        let rank = |h: &Hypothesis| self.opts.decoys.iter().position(|d| d == h.cause).unwrap_or(usize::MAX);
        // where nothing is named, what takes most comes first
        let weight = |h: &Hypothesis| if self.doc.verdict.cause.is_none() { h.weight } else { 0.0 };
        all.sort_by(|x, y| weight(y).total_cmp(&weight(x)).then((rank(x), x.knob.is_none()).cmp(&(rank(y), y.knob.is_none()))));
        all.into_iter()
    }

    fn rejection(&self, h: &Hypothesis) -> Message {
        let seen = if h.observed.en.is_empty() { &h.reason } else { &h.observed };
        let Some(k) = &h.knob else { return self.of(self.called(h.cause), seen) };
        message!(
            "text/rejected-with-knob",
            way: kind(k.gain.way()),
            cause: name(self.called(h.cause)),
            seen: name(seen.say(self.lang)),
            setting: name(k.setting_message.say(self.lang)),
            rate: name(per_s(k.gain.estimate))
        )
    }

    /// What holds beside the named cause.
    pub(crate) fn others(&self) -> Vec<String> {
        let held = self.doc.findings.iter().filter(|f| Some(f.cause) != self.doc.verdict.cause).map(|f| (f.cause, f.site.as_deref()));
        let why = |cause: &str| self.doc.hypotheses.iter().find(|h| h.cause == cause).map(|h| &h.reason);
        let all = self.undecided().chain(held).take(self.most.others);
        self.all(all.filter_map(|(cause, site)| Some(self.of(self.placed(cause, site), why(cause)?))))
    }

    /// Places that take more than a healthy service has there, and less than is named; beside a name they are the next to look at.
    fn undecided(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let named = self.doc.verdict.cause.is_some();
        let weighs = move |h: &&Hypothesis| named && h.status == Status::Untested.name() && h.weight > 0.0 && h.site.is_some();
        self.doc.hypotheses.iter().filter(weighs).map(|h| (h.cause, h.site.as_deref()))
    }

    fn placed(&self, cause: &str, site: Option<&str>) -> String {
        let called = self.called(cause);
        let at = |site| self.say(&message!("text/cause-at-site", cause: name(&*called), site: name(site)));
        site.map_or_else(|| called.clone(), at)
    }

    fn called(&self, cause: &str) -> String {
        crate::document::called(cause, self.lang)
    }

    /// A cause by a few words alone.
    pub(crate) fn name(&self, cause: &str) -> String {
        self.say(&crate::document::name_of(cause))
    }

    fn of(&self, what: String, says: &Words) -> Message {
        message!("text/of", what: name(what), says: name(says.say(self.lang)))
    }

    /// Sensors that did not deliver, those first that most causes needed, and causes that could not be judged for a reason of their own.
    pub(crate) fn unseen(&self) -> Vec<String> {
        let own = self.not_observable().map(|h| self.of(self.called(h.cause), &h.reason));
        self.all(self.dark().map(|s| self.sensor(s)).chain(own).take(self.most.blind))
    }

    /// The same by their names only.
    pub(crate) fn unseen_names(&self) -> Vec<String> {
        self.dark().map(|s| s.id.clone()).chain(self.not_observable().map(|h| self.name(h.cause))).collect()
    }

    fn dark(&self) -> impl Iterator<Item = &Sensor> {
        let dark = |s: &&Sensor| s.state != SensorState::On && (s.reason.is_some() || !s.blocks.is_empty());
        let mut dark: Vec<&Sensor> = self.doc.quality.sensors.iter().filter(dark).collect();
        dark.sort_by_key(|s| std::cmp::Reverse(s.blocks.len()));
        dark.into_iter()
    }

    fn not_observable(&self) -> impl Iterator<Item = &Hypothesis> {
        self.doc.hypotheses.iter().filter(|h| h.status == Status::NotObservable.name() && h.missing_sensors.is_empty())
    }

    fn sensor(&self, s: &Sensor) -> Message {
        let said = |w: &Option<Words>| w.as_ref().map(|w| w.say(self.lang).to_owned());
        let why = said(&s.reason_message).unwrap_or_else(|| self.say(&message!("text/sensor-not-seen")));
        let why = [Some(why), said(&s.unlock_message)].into_iter().flatten().collect::<Vec<_>>().join("; ");
        let causes = s.blocks.iter().take(MOST_NAMES).map(|c| self.called(c)).collect::<Vec<_>>().join(", ");
        if causes.is_empty() {
            return message!("text/sensor", sensor: name(&s.id), why: name(why));
        }
        let causes =
            if s.blocks.len() > MOST_NAMES { message!("text/and-others", causes: name(causes)) } else { Message::verbatim(causes) };
        message!("text/sensor-for", sensor: name(&s.id), why: name(why), causes: (causes))
    }

    /// `pid 421, port 8081`, its figures, and what it would be told by itself.
    pub(crate) fn processes(&self) -> Vec<String> {
        self.all(self.doc.processes.iter().map(|p| self.process(p)))
    }

    fn process(&self, p: &Process) -> Message {
        let figures = [
            p.share_of_requests.map(|s| message!("text/of-requests", share: name(percent(s)))),
            Some(message!("text/at-most", rate: name(per_s(p.highest_per_s)))),
            p.inside_ms.map(|x| message!("text/inside", time: name(ms(x)))),
            p.hold_ms.map(|x| message!("text/hold", time: name(ms(x)))),
            p.cpu_ms.map(|x| message!("text/cpu", time: name(ms(x)))),
        ];
        let figures = self.all(figures.into_iter().flatten()).join(", ");
        let cause = p.cause.map_or_else(|| self.say(&message!("text/no-cause", status: kind(p.status))), |c| self.called(c));
        message!("text/of", what: name(diagnose::name_of(p.pid, p.port)), says: name(format!("{figures}; {cause}")))
    }

    /// What failed, when, and what that follows from.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.doc.failures.errors().take(self.most.failures).map(|s| s.say(self.lang).to_owned()).collect()
    }

    pub(crate) fn experiments(&self) -> Vec<String> {
        self.all(self.doc.experiments.iter().map(|e| self.experiment(e)))
    }

    /// One experiment in words.
    pub(crate) fn one_experiment(&self, e: &Experiment) -> String {
        self.say(&self.experiment(e))
    }

    /// Whether the first line has said the reason already.
    pub(crate) fn has_told_the_reason(&self) -> bool {
        let v = &self.doc.verdict;
        TOLD.iter().any(|(headline, reason)| v.headline.is(headline) && v.reason.is(reason))
    }

    /// What came of it, of which cause; what the control did; whether all is as it was.
    fn experiment(&self, e: &Experiment) -> Message {
        let says = e.sentence.say(self.lang);
        let says = e.cause.as_ref().map_or_else(|| says.to_owned(), |c| format!("{c}: {says}"));
        let control = e.controls.first().map(|c| {
            // a control is off by some thousandths, for which a number of times has too few digits
            let [ratio, low, high] = [c.ratio, c.ci[0], c.ci[1]].map(|x| format!("{x:.3}"));
            self.say(&message!("text/control", ratio: name(ratio), low: name(low), high: name(high), flat: kind(yes(c.flat))))
        });
        let says = [Some(says), control].into_iter().flatten().collect::<Vec<_>>().join("; ");
        message!("text/experiment", outcome: Kind(e.outcome.clone().into()), says: name(says), restored: kind(put_back(e)))
    }

    pub(crate) fn fixes(&self) -> Vec<String> {
        let fixes = self.primary().into_iter().flat_map(|f| &f.fixes).map(|f| f.summary.say(self.lang).to_owned());
        fixes.filter(|s| !s.is_empty()).collect()
    }

    /// The fix of the named cause that has examples.
    pub(crate) fn shown_fix(&self) -> Option<&Fix> {
        self.primary()?.fixes.iter().find(|f| !f.examples.is_empty())
    }

    pub(crate) fn quality(&self, status: VerdictStatus) -> Vec<String> {
        let q = &self.doc.quality;
        let mut figures = vec![
            message!("text/grade", grade: kind(q.grade)),
            message!("text/generator", work: name(percent(q.generator.cpu)), lag: name(ms(q.generator.send_lag_p99_ms))),
            message!("text/observer", cost: name(percent(q.observer_cost_cpu))),
        ];
        let total = &self.doc.requests.shared.total;
        if total.errors > 0 {
            figures.push(message!("text/failed", failed: name(count(total.errors)), sent: name(count(total.count))));
        }
        figures.extend(match self.doc.run.status {
            RunStatus::Complete => None,
            RunStatus::Partial => Some(message!("text/stopped")),
            RunStatus::Aborted => Some(message!("text/aborted")),
        });
        let mut lines = vec![self.all(figures).join(" · ")];
        // a refused verdict has said the reasons already
        if status != VerdictStatus::GeneratorLimited {
            lines.extend(q.reasons.iter().map(|r| r.say(self.lang).to_owned()));
        }
        lines.extend(q.calibration.as_ref().map(|c| {
            let says =
                message!("text/calibration", right: name(count(c.right)), of: name(count(c.of)), low: Share(c.low), high: Share(c.high));
            self.say(&says)
        }));
        let told: Vec<&str> = q.reasons.iter().map(|r| r.en.as_str()).collect();
        let warnings = q.warnings.iter().filter(|w| !told.contains(&w.text.en.as_str())).take(self.most.warnings);
        lines.extend(self.all(warnings.map(|w| message!("text/warning", code: name(&w.code), says: name(w.text.say(self.lang))))));
        lines
    }

    /// Its id, where it is kept, and how to see more.
    pub(crate) fn run(&self) -> String {
        let id = &self.doc.run.id;
        let all = self.say(&message!("text/all-levels", run: name(id)));
        [Some(id.clone()), self.opts.run_path.clone(), Some(all)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// For texts that choose by it.
fn yes(it_is: bool) -> &'static str {
    if it_is { "yes" } else { "no" }
}
