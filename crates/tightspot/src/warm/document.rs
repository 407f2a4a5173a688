//! What the gate knows: one document, for the probe that asks, the file, and stdout.

use crate::output::{english, said};
use gate::{Absent, Condition, Policy, Reason, Settings, Shown};
use model::{Message, Target, message};
use serde_json::{Value, json};
use stats::describe::quantile;
use std::sync::{Arc, Mutex, PoisonError};

/// Requests at the beginning whose response is compared with that of the warm service.
const FIRST: usize = 100;

/// How far the gate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Stage {
    /// The service has not answered yet.
    #[default]
    Starting,
    /// It is being warmed up.
    Warming,
    /// It is warm.
    Warm,
    /// It was opened although it is not warm.
    OpenedCold,
    /// The longest wait is over, and it is held closed until it is warm.
    Held,
    /// The longest wait is over, and it stays closed.
    Failed,
}

/// The state of a gate.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) url: String,
    pub(super) routes: Vec<String>,
    /// What the mix was made of; null where there is none.
    pub(super) mix: Value,
    pub(super) target: Option<Target>,
    pub(super) longest_s: f64,
    pub(super) policy: &'static str,
    pub(super) stage: Stage,
    pub(super) elapsed_s: f64,
    pub(super) rate_per_s: f64,
    pub(super) ok: u64,
    pub(super) failed: u64,
    pub(super) reasons: Vec<Reason>,
    pub(super) absent: Vec<Absent>,
    pub(super) last: Option<Condition>,
    pub(super) classes: Vec<ClassState>,
    /// Response of the first good answers, ms.
    pub(super) first_ms: Vec<f64>,
    /// Response of the good answers of the last window, ms.
    pub(super) now_ms: Vec<f64>,
}

/// A route.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassState {
    pub(super) ok: u64,
    pub(super) failed: u64,
    pub(super) median_ms: Option<f64>,
    pub(super) p95_ms: Option<f64>,
    pub(super) shown: Option<Shown>,
}

impl Stage {
    fn name(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Warming => "warming",
            Self::Warm => "warm",
            Self::OpenedCold => "opened-cold",
            Self::Held => "held",
            Self::Failed => "failed",
        }
    }
}

/// What becomes of a service that is not warm in time, as it is written on the command line.
pub(super) fn policy_name(policy: Policy) -> &'static str {
    match policy {
        Policy::Open => "open",
        Policy::Hold => "hold",
        Policy::Fail => "fail",
    }
}

impl State {
    /// Before the first answer; nothing is left of an earlier start. `mix`: what there is to know of it.
    pub(super) fn begin(&mut self, url: &str, routes: &[String], settings: &Settings, mix: Value) {
        *self = Self {
            url: url.to_owned(),
            routes: routes.to_vec(),
            longest_s: settings.longest_s,
            policy: policy_name(settings.policy),
            mix,
            classes: vec![ClassState::default(); routes.len()],
            ..Self::default()
        };
    }

    /// Good answers, in the order in which they came.
    pub(super) fn answered(&mut self, ms: impl IntoIterator<Item = f64>) {
        let room = FIRST.saturating_sub(self.first_ms.len());
        self.first_ms.extend(ms.into_iter().take(room));
    }

    /// Whether the service may be opened.
    pub(super) fn is_ready(&self) -> bool {
        matches!(self.stage, Stage::Warm | Stage::OpenedCold)
    }

    /// For programs, and for people who look at why a container is not ready.
    pub(super) fn json(&self) -> Value {
        let reason = |r: &Reason| {
            let message = r.message(&self.routes);
            json!({ "condition": r.condition().name(), "what": english(&message), "message": report::words(&message) })
        };
        let absent = |a: &Absent| json!({ "what": a.name(), "message": report::words(&a.message()) });
        json!({
            "schema_version": "1.0",
            "state": self.stage.name(),
            "ready": self.is_ready(),
            "url": self.url,
            "target": self.target.as_ref().map(|t| json!({ "pid": t.pid, "runtime": t.runtime.name(), "runtime_version": t.runtime_version })),
            "elapsed_s": round(self.elapsed_s),
            "max_wait_s": self.longest_s,
            "on_timeout": self.policy,
            "why_not_warm": self.reasons.iter().map(reason).collect::<Vec<_>>(),
            "not_seen": self.absent.iter().map(absent).collect::<Vec<_>>(),
            "last_condition": self.last.map(Condition::name),
            "requests": { "ok": self.ok, "failed": self.failed, "rate_per_s": round(self.rate_per_s) },
            "latency_ms": { "first_100": latency(&self.first_ms), "now": latency(&self.now_ms) },
            "mix": self.mix,
            "routes": self.routes.iter().zip(&self.classes).map(|(name, c)| c.json(name)).collect::<Vec<_>>(),
        })
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let elapsed = round(self.elapsed_s);
        let mut lines = vec![match self.stage {
            Stage::Warm => message!("warm/is-warm", url: name(&self.url), elapsed: Seconds(elapsed), answers: Count(self.ok as f64)),
            Stage::OpenedCold => message!("warm/opened-cold", url: name(&self.url), elapsed: Seconds(elapsed)),
            Stage::Failed => message!("warm/failed", url: name(&self.url), elapsed: Seconds(elapsed)),
            Stage::Held => message!("warm/held", url: name(&self.url), elapsed: Seconds(elapsed)),
            Stage::Starting | Stage::Warming => message!("warm/ended-early", url: name(&self.url), elapsed: Seconds(elapsed)),
        }];
        lines.extend(self.reasons.iter().map(|r| message!("warm/reason", says: (r.message(&self.routes)))));
        if let (true, Some(last)) = (self.stage == Stage::Warm, self.last) {
            lines.push(message!("warm/last-condition", condition: kind(last.name())));
        }
        if let (Stage::Warm, Some((spread, low, high))) = (self.stage, self.varies()) {
            let (low, high) = (gate::signed(low), gate::signed(high));
            lines.push(message!("warm/machine-varies", spread: Share(spread), low: name(low), high: name(high)));
        }
        if !self.first_ms.is_empty() && !self.now_ms.is_empty() {
            lines.push(message!(
                "warm/latency",
                first: Count(self.first_ms.len() as f64),
                before: Ms(quantile(&self.first_ms, 0.95)),
                now: Ms(quantile(&self.now_ms, 0.95))
            ));
        }
        if !self.absent.is_empty() {
            let absent: Vec<Message> = self.absent.iter().map(|a| a.message()).collect();
            lines.push(message!("warm/not-seen", what: (absent)));
        }
        lines.iter().map(said).collect::<Vec<_>>().join("\n")
    }

    /// Where it was opened on a machine that varies: the spread of its speed, and within what all routes may still change.
    fn varies(&self) -> Option<(f64, f64, f64)> {
        let shown = || self.classes.iter().filter_map(|c| c.shown);
        let spread = shown().find_map(|s| s.varies)?;
        Some((spread, shown().map(|s| s.low).fold(0.0, f64::min), shown().map(|s| s.high).fold(0.0, f64::max)))
    }

    /// `warm-up 14 s: 1,200 good answers; compilers use 0.8 cores, 0.05 allowed (and 2 more)`.
    pub(super) fn progress(&self) -> Message {
        let (elapsed, answers) = (self.elapsed_s.round(), self.ok as f64);
        match self.reasons.first() {
            None => message!("warm/answers-so-far", elapsed: Seconds(elapsed), answers: Count(answers)),
            Some(first) => message!(
                "warm/waits-for",
                elapsed: Seconds(elapsed),
                answers: Count(answers),
                what: (first.message(&self.routes)),
                more: Count((self.reasons.len() - 1) as f64)
            ),
        }
    }
}

impl ClassState {
    fn json(&self, name: &str) -> Value {
        let shown = |s: Shown| json!({ "low": s.low, "high": s.high, "within": s.asked, "windows": s.windows, "machine_varies": s.varies });
        json!({
            "route": name, "ok": self.ok, "failed": self.failed,
            "p50_ms": self.median_ms.map(round), "p95_ms": self.p95_ms.map(round), "change": self.shown.map(shown),
        })
    }
}

fn latency(ms: &[f64]) -> Value {
    if ms.is_empty() {
        return Value::Null;
    }
    let at = |q: f64| round(quantile(ms, q));
    json!({ "count": ms.len(), "p50": at(0.5), "p95": at(0.95), "max": at(1.0) })
}

/// Microseconds are enough.
fn round(v: f64) -> f64 {
    (v * 1e3).round() / 1e3
}

/// A state that several threads see.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared(Arc<Mutex<State>>);

impl Shared {
    pub(super) fn with<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(stage: Stage, reasons: Vec<Reason>) -> State {
        let routes = vec!["GET /a".to_owned()];
        State { stage, reasons, routes, classes: vec![ClassState::default()], elapsed_s: 41.26, ok: 7_200, ..State::default() }
    }

    #[test]
    fn the_document_says_why_the_service_is_not_warm() {
        let s = state(Stage::Warming, vec![Reason::Compiling { cores: 0.8, asked: 0.05 }]);
        let j = s.json();
        assert_eq!((j["ready"].as_bool(), j["state"].as_str()), (Some(false), Some("warming")));
        assert_eq!(j["why_not_warm"][0]["condition"], "quiet");
        let compiling = message!("reasons/compiling", cores: Cores(0.8), asked: Cores(0.05));
        let reason = &j["why_not_warm"][0];
        assert_eq!((&reason["what"], &reason["message"]["id"]), (&english(&compiling).into(), &"reasons/compiling".into()));
        let progress = message!("warm/waits-for", elapsed: Seconds(41.0), answers: Count(7_200.0), what: (compiling), more: Count(0.0));
        assert_eq!(s.progress(), progress);
    }

    #[test]
    fn nothing_is_left_of_the_start_before() {
        let mut s = state(Stage::Warm, vec![Reason::BurstToCome]);
        s.answered([1.0]);
        s.begin("http://a/", &["GET /a".to_owned()], &Settings::default(), Value::Null);
        assert_eq!((s.stage, s.is_ready(), s.ok, s.reasons.len(), s.first_ms.len()), (Stage::Starting, false, 0, 0, 0));
    }

    #[test]
    fn only_the_first_hundred_answers_are_kept_as_the_first() {
        let mut s = state(Stage::Warm, Vec::new());
        s.answered((0..70).map(f64::from));
        s.answered((70..500).map(f64::from));
        assert_eq!((s.first_ms.len(), s.json()["latency_ms"]["first_100"]["max"].as_f64()), (100, Some(99.0)));
        assert_eq!(s.json()["latency_ms"]["now"], Value::Null);
    }

    #[test]
    fn what_a_machine_that_varies_keeps_from_being_shown_is_told() {
        let mut s = state(Stage::Warm, Vec::new());
        s.classes[0].shown = Some(Shown { low: -0.09, high: 0.12, asked: 0.12, windows: 12, varies: Some(0.06) });
        assert!(s.text().contains("-9.0 %") && s.text().contains("+12.0 %"), "{}", s.text());
        assert_eq!(s.json()["routes"][0]["change"]["machine_varies"], 0.06);
        s.classes[0].shown = Some(Shown { low: -0.02, high: 0.02, asked: 0.05, windows: 4, varies: None });
        assert!(!s.text().contains('%'), "{}", s.text());
    }

    #[test]
    fn a_service_that_is_opened_cold_is_ready_and_says_what_is_missing() {
        let s = state(Stage::OpenedCold, vec![Reason::BurstToCome, Reason::Throttled { share: 0.2 }]);
        assert!(s.is_ready() && s.text().lines().count() == 3, "{}", s.text());
        assert_eq!(s.progress().figure("more"), Some(1.0));
    }
}
