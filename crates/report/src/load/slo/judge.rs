//! Follows a run second by second: objectives over windows, objectives that leave out a start, and objectives that may end the run.

use super::final_judgement::{settled, whole_run};
use super::sum::{Measured, Sum};
use super::{Metric, Slo, SloResult, SloStatus};
use crate::load::report::LoadReport;
use crate::load::series::SecondRow;
use model::{Message, message};
use std::collections::VecDeque;

/// An objective over the whole run ends it no sooner than this, seconds: the first requests open connections. Guess.
const FIRST_LOOK_S: f64 = 3.0;
/// ... and after so many requests, so that a single failure is not 100 %. Guess.
const FIRST_LOOK_REQUESTS: u64 = 10;

/// What the present second means for the run.
#[derive(Debug, Clone, PartialEq)]
pub enum LiveVerdict {
    /// Go on.
    Continue,
    /// An objective with `abort` failed: end the run, for this reason (`p99<300ms: 412 ms in the 10 s until 0:42`).
    Abort(Message),
}

/// Judges objectives while a run goes on and at its end. Memory is bounded by the windows, however long the run.
#[derive(Debug, Clone)]
pub struct SloJudge {
    followed: Vec<Followed>,
}

/// Judges objectives from a report alone. Rows of a long run may be longer than a second; a [`SloJudge`] that saw every second is finer.
pub fn judge(slos: &[Slo], report: &LoadReport) -> Vec<SloResult> {
    let mut all = SloJudge::new(slos.to_vec());
    report.series.rows().iter().for_each(|row| drop(all.second(row)));
    // the run did go on
    all.followed.iter_mut().for_each(|f| f.ended_run = None);
    all.finish(report)
}

impl SloJudge {
    /// A judge at the start of a run.
    pub fn new(slos: Vec<Slo>) -> Self {
        Self { followed: slos.into_iter().map(Followed::new).collect() }
    }

    /// The next second; they come in order of time.
    pub fn second(&mut self, row: &SecondRow) -> LiveVerdict {
        let mut verdict = LiveVerdict::Continue;
        for f in &mut self.followed {
            let why = f.second(row);
            if let (LiveVerdict::Continue, Some(why)) = (&verdict, why) {
                verdict = LiveVerdict::Abort(why);
            }
        }
        verdict
    }

    /// The results, in the order of the objectives.
    pub fn finish(&self, report: &LoadReport) -> Vec<SloResult> {
        self.followed.iter().map(|f| f.finish(report)).collect()
    }
}

/// A value with the stretch it is of.
#[derive(Debug, Clone, Copy)]
struct Seen {
    value: f64,
    stretch_s: (f64, f64),
}

/// An objective and what it has seen.
#[derive(Debug, Clone)]
struct Followed {
    slo: Slo,
    sum: Sum,
    /// The rows in `sum`, for windows.
    rows: VecDeque<SecondRow>,
    /// Start of the first row that counted, seconds.
    from_s: Option<f64>,
    /// The worst window so far.
    worst: Option<Seen>,
    /// Why the last window could not be measured.
    unmeasured: Option<Message>,
    /// What ended the run.
    ended_run: Option<Seen>,
}

impl Followed {
    fn new(slo: Slo) -> Self {
        Self { slo, sum: Sum::new(), rows: VecDeque::new(), from_s: None, worst: None, unmeasured: None, ended_run: None }
    }

    /// Whether seconds matter to it.
    fn follows(&self) -> bool {
        self.slo.window_s.is_some() || self.slo.after_s > 0.0 || self.slo.abort
    }

    /// Adds a second; gives the reason when the run has to end.
    fn second(&mut self, row: &SecondRow) -> Option<Message> {
        // the wait for the last answers is no load to judge a rate by
        let idle = self.slo.metric == Metric::Tps && !row.steady;
        if !self.follows() || row.t_s < self.slo.after_s - 1e-9 || idle {
            return None;
        }
        self.from_s.get_or_insert(row.t_s);
        self.sum.add(row);
        let until_s = row.t_s + row.span_s;
        let seen = match self.slo.window_s {
            Some(window_s) => self.window(row, window_s, until_s)?,
            None => self.whole(until_s)?,
        };
        if !self.slo.abort || self.ended_run.is_some() || self.slo.holds(seen.value) {
            return None;
        }
        self.ended_run = Some(seen);
        let (from_s, until_s) = seen.stretch_s;
        Some(message!(
            "load/ended-by",
            objective: name(&self.slo.text),
            seen: (self.slo.metric.show(seen.value)),
            length: Seconds(until_s - from_s),
            until: Seconds(until_s)
        ))
    }

    /// The window that ends now, once it is full.
    fn window(&mut self, row: &SecondRow, window_s: f64, until_s: f64) -> Option<Seen> {
        // objectives look at the response only
        self.rows.push_back(SecondRow { service_hdr: Vec::new(), ..row.clone() });
        while let Some(first) = self.rows.front().filter(|first| self.sum.span_s - first.span_s >= window_s - 1e-6) {
            self.sum.remove(first);
            self.rows.pop_front();
        }
        if self.sum.span_s < window_s - 1e-6 {
            return None;
        }
        let seen = match self.sum.measure(self.slo.metric) {
            Measured::Value(value) => Seen { value, stretch_s: (self.rows.front()?.t_s, until_s) },
            Measured::Nothing(why) => {
                self.unmeasured = Some(message!("load/in-stretch", why: (why), length: Seconds(window_s)));
                return None;
            }
        };
        let worse = |w: &Seen| if self.slo.metric.wants_more() { seen.value < w.value } else { seen.value > w.value };
        // the first window that failed stays
        if self.worst.as_ref().is_none_or(|w| self.slo.holds(w.value) && worse(w)) {
            self.worst = Some(seen);
        }
        Some(seen)
    }

    /// All seconds so far, once there are enough to end a run over.
    fn whole(&self, until_s: f64) -> Option<Seen> {
        let from_s = self.from_s?;
        match self.sum.measure(self.slo.metric) {
            Measured::Value(value) if until_s - from_s >= FIRST_LOOK_S && self.sum.done() >= FIRST_LOOK_REQUESTS => {
                Some(Seen { value, stretch_s: (from_s, until_s) })
            }
            _ => None,
        }
    }

    fn finish(&self, report: &LoadReport) -> SloResult {
        if let Some(seen) = self.ended_run {
            return self.result(SloStatus::Failed, Some(seen), report);
        }
        if self.slo.window_s.is_some() {
            return self.finish_windows(report);
        }
        if self.slo.after_s > 0.0 {
            let stretch_s = (self.from_s.unwrap_or(self.slo.after_s), report.duration_s.max(self.slo.after_s));
            return match self.sum.measure(self.slo.metric) {
                _ if self.from_s.is_none() => self.nothing(message!("load/not-beyond", start: Seconds(self.slo.after_s))),
                Measured::Value(value) => self.result(self.status(value), Some(Seen { value, stretch_s }), report),
                Measured::Nothing(why) => self.nothing(message!("load/after-start", why: (why), start: Seconds(self.slo.after_s))),
            };
        }
        whole_run(&self.slo, report)
    }

    fn finish_windows(&self, report: &LoadReport) -> SloResult {
        match (self.worst, &self.unmeasured) {
            (Some(seen), _) => self.result(self.status(seen.value), Some(seen), report),
            (None, Some(why)) => self.nothing(why.clone()),
            (None, None) => self.nothing(message!("load/no-stretch", length: Seconds(self.slo.window_s.unwrap_or_default()))),
        }
    }

    fn status(&self, value: f64) -> SloStatus {
        if self.slo.holds(value) { SloStatus::Held } else { SloStatus::Failed }
    }

    fn result(&self, status: SloStatus, seen: Option<Seen>, report: &LoadReport) -> SloResult {
        let status = settled(status, report);
        SloResult { slo: self.slo.clone(), status, seen: seen.map(|s| s.value), stretch_s: seen.map(|s| s.stretch_s) }
    }

    fn nothing(&self, why: Message) -> SloResult {
        SloResult { slo: self.slo.clone(), status: SloStatus::NotJudged(why), seen: None, stretch_s: None }
    }
}
