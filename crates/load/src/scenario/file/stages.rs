//! `stages` of a load: to a target at once or evenly, or towards it in equal steps.

use super::reader::Reader;
use crate::profile::{Shape, Stage};
use crate::scenario::Quantity;
use std::ops::Range;
use toml::de::DeTable;

const STAGE_KEYS: &str = "for, rate, users, shape, by, every";
const SHAPES: [(&str, Shape); 2] = [("step", Shape::Step), ("ramp", Shape::Ramp)];
/// A step that is not there must not make endless stages: steps of 0.1 %.
const MOST_STEPS: f64 = 1000.0;

impl Reader<'_> {
    /// The stages of `table`, and what they count.
    pub(super) fn stages(&mut self, table: &DeTable<'_>, path: &str) -> (Vec<Stage>, Quantity) {
        let (mut stages, mut of) = (Vec::new(), None);
        for (stage, span, at) in self.tables(table, "stages", &format!("{path}.stages"), STAGE_KEYS) {
            self.unknown_keys(stage, &at, STAGE_KEYS);
            let from = stages.last().map_or(0.0, |s: &Stage| s.target);
            let rate = self.rate_at(stage, "rate", &at);
            let users = self.whole_at(stage, "users", &at, 0, 10_000_000).map(f64::from);
            let quantity = match (stage.get("rate"), stage.get("users")) {
                (Some(_), None) => Quantity::RatePerS,
                (None, Some(_)) => Quantity::Users,
                _ => {
                    self.mistake(span, format!("{at} needs a target"), "rate, users (one of them)");
                    continue;
                }
            };
            if *of.get_or_insert(quantity) != quantity {
                self.mistake(span.clone(), format!("{at} counts something else than the stages before"), "rates only, or users only");
            }
            let Some(target) = rate.or(users) else { continue };
            if stage.get("by").is_some() || stage.get("every").is_some() {
                let whole = quantity == Quantity::Users;
                stages.extend(self.steps(stage, span, &at, from, target).into_iter().map(|s| if whole { whole_users(s) } else { s }));
            } else {
                stages.extend(self.one_stage(stage, span, &at, target));
            }
        }
        (stages, of.unwrap_or_default())
    }

    fn one_stage(&mut self, stage: &DeTable<'_>, span: Range<usize>, at: &str, target: f64) -> Option<Stage> {
        let shape = self.word_at(stage, "shape", at, &SHAPES).unwrap_or(Shape::Step);
        if stage.get("for").is_none() {
            self.mistake(span, format!("{at}.for is missing"), "a time such as \"30s\", or by and every");
        }
        let duration_ns = self.duration_at(stage, "for", at, false)?;
        Some(Stage { duration_ns, target, shape })
    }

    /// `by = "20%", every = "30s"`: from the target before to this one in steps of 20 % of the way, each held for 30 s.
    fn steps(&mut self, stage: &DeTable<'_>, span: Range<usize>, at: &str, from: f64, target: f64) -> Vec<Stage> {
        for key in ["for", "shape"] {
            if let Some(value) = stage.get(key) {
                self.mistake(value.span(), format!("{at}.{key} stands beside by and every"), "for and shape, or by and every");
            }
        }
        for key in ["by", "every"] {
            if stage.get(key).is_none() {
                self.mistake(span.clone(), format!("{at}.{key} is missing"), "by and every, both");
            }
        }
        let (by, duration_ns) = (self.percent_at(stage, "by", at), self.duration_at(stage, "every", at, false));
        let (Some(by), Some(duration_ns)) = (by, duration_ns) else { return Vec::new() };
        let steps = (1.0 / by - 1e-9).ceil().clamp(1.0, MOST_STEPS);
        // A fifth is 0.2, three of them are 0.6 and not a little more.
        let share = |k: f64| if k < steps { (k * by * 1e9).round() / 1e9 } else { 1.0 };
        let height = |k: u32| from + (target - from) * share(f64::from(k));
        (1..=steps as u32).map(|k| Stage { duration_ns, target: height(k), shape: Shape::Step }).collect()
    }
}

fn whole_users(stage: Stage) -> Stage {
    Stage { target: stage.target.round(), ..stage }
}
