//! How outputs say a verification: the sentences, and figures in the unit of what was measured.

use super::{Measured, Pair, Verification};
use model::{Message, message};
use words::figures::{figure, ms, per_s};
use words::{Lang, say};

/// A verification, and a language.
pub(super) struct Said<'a> {
    pub(super) v: &'a Verification,
    pub(super) lang: Lang,
}

/// `+110.0 % (+105.0 .. +115.0 %)`.
pub fn percent(ratio: f64, ci: [Option<f64>; 2]) -> String {
    let p = |x: f64| (x - 1.0) * 100.0;
    match ci {
        [Some(low), Some(high)] => format!("{:+.1} % ({:+.1} .. {:+.1} %)", p(ratio), p(low), p(high)),
        _ => format!("{:+.1} %", p(ratio)),
    }
}

/// The answer as texts choose by it.
pub(super) fn answer(verdict: &str) -> &'static str {
    ["improved", "worse", "same"].into_iter().find(|a| *a == verdict).unwrap_or("inconclusive")
}

/// What decides, as texts choose by it.
fn metric(m: &Measured) -> &'static str {
    let name = m.name.as_deref().unwrap_or("throughput");
    ["throughput", "mean", "p50", "p95", "p99", "cpu"].into_iter().find(|n| *n == name).unwrap_or("throughput")
}

/// The first line.
pub(super) fn headline(v: &Verification) -> Message {
    let answer = answer(&v.verdict);
    let Some(m) = v.metrics.first() else { return message!("verification/answer", answer: kind(answer)) };
    match m.ci {
        [Some(low), Some(high)] => message!(
            "verification/headline",
            answer: kind(answer),
            metric: kind(metric(m)),
            ratio: Times(m.ratio),
            low: Times(low),
            high: Times(high)
        ),
        _ => message!("verification/headline-bare", answer: kind(answer), metric: kind(metric(m)), ratio: Times(m.ratio)),
    }
}

impl Said<'_> {
    #[expect(clippy::needless_pass_by_value, reason = "a message is made where it is said")]
    pub(super) fn say(&self, m: Message) -> String {
        say(&m, self.lang)
    }

    pub(super) fn answer(&self) -> &'static str {
        answer(&self.v.verdict)
    }

    pub(super) fn metric(&self) -> &'static str {
        self.v.metrics.first().map_or("throughput", metric)
    }

    /// The name of what was measured.
    pub(super) fn measured(&self) -> String {
        self.say(message!("verification/metric", metric: kind(self.metric())))
    }

    /// A figure of it, in its unit.
    pub(super) fn written(&self, x: f64) -> String {
        if self.metric() == "throughput" { per_s(x) } else { ms(x) }
    }

    /// What follows the headline.
    pub(super) fn lead(&self) -> Vec<String> {
        let Some(m) = self.v.metrics.first() else { return Vec::new() };
        let means = m.means.map(|[before, after]| {
            let (before, after) = (self.written(before), self.written(after));
            message!("verification/means", pairs: Count(m.pairs as f64), before: name(before), after: name(after))
        });
        let smallest = m.smallest_effect.map(|s| message!("verification/smallest", share: Share(s)));
        let doubt = (!m.tests_agree).then(|| message!("verification/tests-disagree"));
        [means, smallest, doubt].into_iter().flatten().map(|m| self.say(m)).collect()
    }

    /// What both sides had alike, and how the order was chosen.
    pub(super) fn held(&self) -> Vec<String> {
        let Some(h) = &self.v.held else { return Vec::new() };
        let load = match (h.connections, h.rate_per_s) {
            (_, Some(rate)) => Some(message!("verification/held-rate", rate: PerSecond(rate))),
            (Some(n), None) => Some(message!("verification/held-connections", connections: Count(f64::from(n)))),
            (None, None) => None,
        };
        let trial = if h.from_start {
            message!("verification/held-start", measured: Seconds(h.measured_s))
        } else {
            message!("verification/held-trial", settle: Seconds(h.settle_s), measured: Seconds(h.measured_s))
        };
        let state = |s: &str| ["steady", "compiling"].into_iter().find(|k| *k == s).unwrap_or("not-steady");
        let warm = h.warm.as_ref().map(|w| {
            message!("verification/held-warm", before: PerSecond(w.per_s[0]), after: PerSecond(w.per_s[1]), state: kind(state(&w.state)))
        });
        let order = message!("verification/held-order", seed: name(h.seed.to_string()));
        let place = message!("verification/held-place");
        load.into_iter().chain([trial]).chain(warm).chain([order, place]).map(|m| self.say(m)).collect()
    }

    /// How much each side differs from itself; for starts, that this was not measured.
    pub(super) fn noise(&self) -> Option<String> {
        if let Some(n) = &self.v.noise {
            let says = message!("verification/noise", pairs: Count(n.pairs as f64), scatter: Share(n.sd), tells: Share(n.detectable));
            return Some(self.say(says));
        }
        self.v.held.as_ref().filter(|h| h.from_start).map(|_| self.say(message!("verification/no-noise")))
    }

    /// Pairs that were measured and do not count.
    pub(super) fn left_out(&self) -> Option<String> {
        let n = self.v.pairs.iter().filter(|p| !p.counts).count();
        (n > 0).then(|| self.say(message!("verification/left-out", number: Count(n as f64))))
    }

    /// Which side of a pair was measured first.
    pub(super) fn first(&self, p: &Pair) -> String {
        self.say(message!("verification/side", side: kind(if p.first == "after" { "after" } else { "before" })))
    }

    /// Both sides by name, and what each is.
    pub(super) fn sides(&self) -> [(String, Option<&str>); 2] {
        let name = |side: &'static str| self.say(message!("verification/side", side: kind(side)));
        [(name("before"), self.v.baseline.as_deref()), (name("after"), self.v.after.as_deref())]
    }
}

/// `2.1 (2.05–2.15)`.
pub(super) fn with_interval(ratio: f64, [low, high]: [f64; 2]) -> String {
    format!("×{} ({}–{})", figure(ratio), figure(low), figure(high))
}
