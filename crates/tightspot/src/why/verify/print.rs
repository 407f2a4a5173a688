//! What `verify` says, for people and as JSON: the answer, the ratio with its interval, and how each quantile of the response moved.

use crate::cli::{VerifyArgs, WhyArgs};
use experiment::pairs::{Answer, Metric, Standing};
use load::PhaseSummary;
use model::harmless::{script, url};
use serde_json::{Value, json};
use stats::interval::Interval;
use stats::shift::{QUANTILES, RESAMPLES, Shift, shifts};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Quantiles of the response by pair and side.
#[derive(Debug, Default)]
pub(super) struct Shifts {
    sides: BTreeMap<u32, [Option<Vec<f64>>; 2]>,
}

impl Shifts {
    /// Notes the quantiles of a trial called `pair-N-a` or `pair-N-b`.
    pub(super) fn note(&mut self, name: &str, s: &PhaseSummary) {
        let Some((number, side)) = name.strip_prefix("pair-").and_then(|n| n.split_once('-')) else { return };
        let Ok(number) = number.parse() else { return };
        let histogram = &s.histograms.response;
        if histogram.is_empty() {
            return;
        }
        let of = QUANTILES.iter().map(|q| stats::harrell_davis::of_histogram(histogram, *q).ln()).collect();
        self.sides.entry(number).or_default()[usize::from(side == "b")] = Some(of);
    }

    /// How each quantile moved; `None` with fewer than two pairs.
    fn all(&self) -> Option<Vec<Shift>> {
        let pairs: Vec<Vec<f64>> =
            self.sides.values().filter_map(|[a, b]| Some(a.as_ref()?.iter().zip(b.as_ref()?).map(|(a, b)| b - a).collect())).collect();
        shifts(&pairs, 0.95, RESAMPLES, 1)
    }
}

/// A metric by its name.
pub(super) fn name(metric: Metric) -> &'static str {
    Metric::NAMES.into_iter().find(|n| Metric::named(n) == Some(metric)).unwrap_or("")
}

/// `+110.0 % (95 % interval +105.0 .. +115.0 %)`.
pub(in super::super) fn percent(ratio: f64, i: Interval) -> String {
    let p = |x: f64| (x - 1.0) * 100.0;
    if i.low.is_finite() && i.high.is_finite() {
        format!("{:+.1} % ({:+.1} .. {:+.1} %)", p(ratio), p(i.low), p(i.high))
    } else {
        format!("{:+.1} %", p(ratio))
    }
}

/// The answer in a line.
pub(in super::super) fn sentence(s: &Standing) -> String {
    let doubt = if s.tests_agree { "" } else { "; t and sign-flip test disagree: look at the pairs" };
    format!(
        "{} by {} pairs: {}; robust {:+.1} %, sign-flip p {:.3}{doubt}",
        s.answer.unwrap_or(Answer::Inconclusive).name(),
        s.pairs,
        percent(s.ratio, s.interval),
        (s.robust_ratio - 1.0) * 100.0,
        s.sign_flip_p
    )
}

/// The standing of the pairs as JSON.
pub(in super::super) fn standing(s: &Standing) -> Value {
    let finite = |x: f64| if x.is_finite() { json!(x) } else { Value::Null };
    json!({
        "verdict": word(s.answer), "pairs": s.pairs, "ratio": s.ratio, "ci": [finite(s.interval.low), finite(s.interval.high)],
        "robust_ratio": s.robust_ratio, "sign_flip_p": s.sign_flip_p, "tests_agree": s.tests_agree,
    })
}

/// As in the contract of the JSON.
fn word(answer: Option<Answer>) -> &'static str {
    match answer {
        Some(Answer::Better) => "improved",
        Some(Answer::Worse) => "worse",
        Some(Answer::Same) => "same",
        Some(Answer::Inconclusive) | None => "inconclusive",
    }
}

/// The document.
pub(super) fn json(s: &Standing, moved: &Shifts, metric: Metric, wanted: &VerifyArgs, args: &WhyArgs, smallest: f64) -> Value {
    let mut of = standing(s);
    of["name"] = json!(name(metric));
    of["smallest_effect"] = json!(smallest);
    let shift: Vec<Value> = moved
        .all()
        .unwrap_or_default()
        .iter()
        .zip(QUANTILES)
        .map(|(m, q)| json!({ "quantile": q, "ratio": m.log_ratio.exp(), "band": [m.band.low.exp(), m.band.high.exp()] }))
        .collect();
    let baseline = wanted.against.as_deref().map(url).or(wanted.to_a.as_deref().map(script));
    let after = wanted.to_b.as_deref().map(script).or(args.request.url.as_deref().map(url));
    json!({
        "schema_version": "1.0",
        "comparison": { "baseline": baseline, "after": after, "verdict": word(s.answer), "metrics": [of], "shift": shift },
    })
}

/// For people.
pub(super) fn text(s: &Standing, moved: &Shifts, metric: Metric, smallest: f64) -> String {
    let mut out = String::new();
    let head = match s.answer {
        Some(Answer::Better) => "BETTER",
        Some(Answer::Worse) => "WORSE",
        Some(Answer::Same) => "SAME",
        Some(Answer::Inconclusive) | None => "INCONCLUSIVE",
    };
    writeln!(out, "{head}  {} after against before: {}", name(metric), sentence(s)).expect("a String takes everything");
    writeln!(out, "  effects below {:.0} % count as none; the interval holds at all looks together", smallest * 100.0)
        .expect("a String takes everything");
    if let Some(all) = moved.all() {
        let told: Vec<String> = all
            .iter()
            .zip(QUANTILES)
            .map(|(m, q)| {
                let p = |x: f64| (x.exp() - 1.0) * 100.0;
                format!("p{} {:+.0} % ({:+.0}..{:+.0})", (q * 1000.0).round() / 10.0, p(m.log_ratio), p(m.band.low), p(m.band.high))
            })
            .collect();
        writeln!(out, "  response by quantile, band for all together: {}", told.join(" · ")).expect("a String takes everything");
    }
    out
}
