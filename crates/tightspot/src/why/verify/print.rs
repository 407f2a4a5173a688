//! What `verify` has found, as the outputs of [`report::verification`] read it: the answer, the ratio with its interval, and how each quantile of the
//! response moved.

use super::pairs::Compared;
use crate::cli::{Cli, VerifyArgs, WhyArgs};
use crate::commands;
use crate::failure::Failure;
use crate::files::Files;
use crate::output::english;
use experiment::pairs::{Answer, Metric, Standing};
use load::PhaseSummary;
use model::RunInfo;
use model::harmless::{script, url};
use report::Output;
use report::verification::{Held, Measured, Moved, OUTPUTS, Pair, Verification};
use stats::interval::Interval;
use stats::shift::{QUANTILES, RESAMPLES, shifts};
use std::collections::BTreeMap;

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

    /// How each quantile moved; nothing with fewer than two pairs.
    fn all(&self) -> Vec<Moved> {
        let pairs: Vec<Vec<f64>> =
            self.sides.values().filter_map(|[a, b]| Some(a.as_ref()?.iter().zip(b.as_ref()?).map(|(a, b)| b - a).collect())).collect();
        let found = shifts(&pairs, 0.95, RESAMPLES, 1).unwrap_or_default();
        let moved = |(m, quantile): (&stats::shift::Shift, f64)| Moved {
            quantile,
            ratio: m.log_ratio.exp(),
            band: [m.band.low.exp(), m.band.high.exp()],
        };
        found.iter().zip(QUANTILES).map(moved).collect()
    }
}

/// A metric by its name.
pub(super) fn name(metric: Metric) -> &'static str {
    Metric::NAMES.into_iter().find(|n| Metric::named(n) == Some(metric)).unwrap_or("")
}

/// `+110.0 % (+105.0 .. +115.0 %)`.
pub(in super::super) fn percent(ratio: f64, i: Interval) -> String {
    report::verification::percent(ratio, ends(i))
}

/// The answer in a line.
pub(in super::super) fn sentence(s: &Standing) -> String {
    english(&measured(s).sentence())
}

/// Where the pairs stand.
pub(in super::super) fn measured(s: &Standing) -> Measured {
    Measured {
        verdict: word(s.answer).to_owned(),
        pairs: s.pairs,
        ratio: s.ratio,
        ci: ends(s.interval),
        robust_ratio: s.robust_ratio,
        sign_flip_p: s.sign_flip_p,
        tests_agree: s.tests_agree,
        ..Measured::default()
    }
}

fn ends(i: Interval) -> [Option<f64>; 2] {
    [i.low, i.high].map(|x| x.is_finite().then_some(x))
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

/// What was asked: by which figure, from which effect on, of which states.
pub(super) struct Question<'a> {
    pub(super) metric: Metric,
    pub(super) smallest: f64,
    pub(super) wanted: &'a VerifyArgs,
    pub(super) args: &'a WhyArgs,
}

impl Question<'_> {
    /// What was found, kept in the run `info`.
    pub(super) fn answered(&self, found: &Compared, moved: &Shifts, held: Held, info: &RunInfo) -> Verification {
        let measured = Measured {
            name: Some(name(self.metric).to_owned()),
            smallest_effect: Some(self.smallest),
            means: means(&found.pairs),
            ..measured(&found.standing)
        };
        Verification {
            baseline: self.wanted.against.as_deref().map(url).or(self.wanted.to_a.as_deref().map(script)),
            after: self.wanted.to_b.as_deref().map(script).or(self.args.request.url.as_deref().map(url)),
            verdict: measured.verdict.clone(),
            metrics: vec![measured],
            shift: moved.all(),
            noise: found.noise.clone(),
            pairs: found.pairs.clone(),
            held: Some(held),
            ..Verification::of_run(info)
        }
    }
}

/// Mean of both sides over the pairs that count.
fn means(pairs: &[Pair]) -> Option<[f64; 2]> {
    let counts: Vec<&Pair> = pairs.iter().filter(|p| p.counts).collect();
    let mean = |of: fn(&Pair) -> f64| counts.iter().map(|p| of(p)).sum::<f64>() / counts.len() as f64;
    (!counts.is_empty()).then(|| [mean(|p| p.before), mean(|p| p.after)])
}

/// In which form the result is printed, and the files that it goes to as well.
pub(in super::super) struct Outlets {
    form: &'static dyn Output<Verification>,
    files: Files<Verification>,
}

impl Outlets {
    /// Refuses what no output writes, before anything is loaded.
    pub(in super::super) fn check(args: &WhyArgs) -> Result<Self, Failure> {
        let form = commands::output_named(args.form(), &OUTPUTS)?;
        Ok(Self { form, files: Files::in_form(Some(form), &args.out, &OUTPUTS)? })
    }

    /// Prints and writes it.
    pub(super) fn tell(&self, cli: &Cli, v: &Verification) -> Result<(), Failure> {
        let look = commands::page(cli);
        let written = self.files.write(v, &look, cli, &format!("report {}", v.run));
        if !self.files.take(self.form) {
            commands::print(self.form, v, &look)?;
        }
        written
    }
}
