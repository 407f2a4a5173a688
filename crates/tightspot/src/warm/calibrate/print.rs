//! What a calibration has seen, for people and for programs.

use super::{Measured, Rule};
use crate::cli::WarmCalibrateArgs;
use crate::failure::Failure;
use crate::output::said;
use crate::warm::mix::Sent;
use crate::warm::recipe::Recipe;
use gate::calibrate::{Course, Left, Second, Steady};
use gate::signed;
use model::{Message, message};
use serde_json::{Value, json};
use std::path::Path;

/// Everything.
pub(super) struct Seen<'a> {
    pub(super) args: &'a WarmCalibrateArgs,
    pub(super) sent: &'a Sent,
    /// Starts that were to be made.
    pub(super) asked: usize,
    pub(super) starts: &'a [Measured],
    /// Of the starts that settled.
    pub(super) recipe: Option<&'a Recipe>,
    /// Where it was written.
    pub(super) file: Option<&'a Path>,
    /// What went wrong.
    pub(super) error: Option<&'a Failure>,
}

impl Seen<'_> {
    /// Start by start, and the recipe, whose text is told where it was not written to a file.
    pub(super) fn text(&self, recipe: &str) -> String {
        let mut lines = Vec::new();
        for (i, m) in self.starts.iter().enumerate() {
            lines.extend(self.start(i + 1, m).iter().map(said));
        }
        lines.push(String::new());
        match (self.recipe, self.file) {
            (None, _) if self.starts.len() < self.asked => {
                let (made, asked) = (self.starts.len() as f64, self.asked as f64);
                lines.push(said(&message!("warm/no-recipe-of-some", made: Count(made), asked: Count(asked))));
            }
            (None, _) => lines.push(said(&message!("warm/no-recipe-made"))),
            (Some(_), None) => lines.push(recipe.to_owned()),
            (Some(r), Some(file)) => {
                let (answers, longest) = (r.answers as f64, r.longest_s);
                let file = file.to_string_lossy();
                lines.push(said(&message!(
                    "warm/recipe-written",
                    file: name(file),
                    answers: Count(answers),
                    longest: Seconds(longest)
                )));
            }
        }
        lines.join("\n")
    }

    fn start(&self, number: usize, m: &Measured) -> Vec<Message> {
        let number = number as f64;
        let length_s = self.args.length.as_secs_f64();
        let mut lines = Vec::new();
        match (&m.steady, m.since_s) {
            (Some(steady), Some(since_s)) => {
                let answers: u64 = m.start.answers_until(since_s).iter().sum();
                let latest = steady.iter().max_by(|a, b| a.since_s.total_cmp(&b.since_s));
                let course = latest.map_or("flat", |s| course(s.course));
                let (since, answers) = (since_s.round(), answers as f64);
                lines.push(message!(
                    "warm/start-steady",
                    number: Count(number),
                    since: Seconds(since),
                    answers: Count(answers),
                    course: kind(course)
                ));
                if steady.len() > 1 {
                    lines.extend(self.routes(m, steady));
                }
            }
            _ => lines.push(message!("warm/start-never-steady", number: Count(number), length: Seconds(length_s))),
        }
        lines.extend(m.rules.iter().map(|rule| told(rule, m.since_s, length_s)));
        lines
    }

    fn routes<'a>(&'a self, m: &'a Measured, steady: &'a [Steady]) -> impl Iterator<Item = Message> {
        self.sent.scenario.routes().iter().zip(steady).enumerate().map(|(class, (route, s))| {
            let answers = m.start.answers_until(s.since_s).get(class).copied().unwrap_or(0) as f64;
            message!("warm/route-steady", route: name(route), since: Seconds(s.since_s.round()), answers: Count(answers))
        })
    }

    /// For programs.
    pub(super) fn json(&self) -> Value {
        let recipe = self.recipe.map(|r| {
            let route = |(name, c): &(String, gate::calibrate::ClassRecipe)| {
                json!({ "route": name, "answers": c.answers, "warm_p95_ms": c.warm_p95_ms.map(rounded) })
            };
            json!({ "answers": r.answers, "max_wait_s": r.longest_s, "routes": r.routes.iter().map(route).collect::<Vec<_>>() })
        });
        json!({
            "schema_version": "1.0",
            "url": self.sent.url,
            "mix": self.sent.mix,
            "rate_per_s": self.args.load.rate,
            "length_s": self.args.length.as_secs_f64(),
            "starts_asked": self.asked,
            "starts": self.starts.iter().map(|m| self.start_json(m)).collect::<Vec<_>>(),
            "recipe": recipe,
            "recipe_file": self.file.map(|f| f.to_string_lossy()),
            "error": self.error.map(Failure::json),
        })
    }

    fn start_json(&self, m: &Measured) -> Value {
        let route = |(class, (name, s)): (usize, (&String, &Steady))| {
            let answers = m.start.answers_until(s.since_s).get(class).copied();
            json!({ "route": name, "steady_since_s": rounded(s.since_s), "course": course(s.course), "changes": s.changes, "answers": answers })
        };
        let routes = m.steady.as_ref().map(|all| self.sent.scenario.routes().iter().zip(all).enumerate().map(route).collect::<Vec<_>>());
        let rule = |r: &Rule| {
            let left = r.left.map(|l| json!({ "mean": rounded(l.mean), "low": rounded(l.low), "high": rounded(l.high) }));
            json!({ "rule": r.name, "opens_s": r.at_s.map(rounded), "after_steady_s": r.at_s.zip(m.since_s).map(|(at, since)| rounded(at - since)), "slower_after": left })
        };
        json!({
            "steady_since_s": m.since_s.map(rounded),
            "answers_until_steady": m.since_s.map(|s| m.start.answers_until(s).iter().sum::<u64>()),
            "answered_enough_s": m.covered_s.map(rounded),
            "routes": routes,
            "rules": m.rules.iter().map(rule).collect::<Vec<_>>(),
            "seconds": m.start.seconds.iter().enumerate().map(|(i, s)| second(s, m.beside.get(i))).collect::<Vec<_>>(),
        })
    }
}

/// A second: of each route the median, and what the same took beside it.
fn second(s: &Second, beside: Option<&Second>) -> Value {
    let median = |ms: &Vec<f64>| (!ms.is_empty()).then(|| rounded(stats::describe::median(ms)));
    let medians = |s: &Second| s.classes.iter().map(median).collect::<Vec<_>>();
    json!({ "at_s": rounded(s.at_s), "doubled": s.doubled, "p50_ms": medians(s), "beside_p50_ms": beside.map(medians) })
}

/// `the gate: opens after 41 s, 27 s after it is steady; response times +0.3 % in the 30 s after (-0.8 % to +1.5 %)`.
fn told(rule: &Rule, since_s: Option<f64>, length_s: f64) -> Message {
    let Some(at_s) = rule.at_s else {
        return message!("warm/rule-never", rule: kind(rule.name), length: Seconds(length_s));
    };
    let opens = at_s.round();
    let Some(since_s) = since_s else {
        return message!("warm/rule-opens", rule: kind(rule.name), opens: Seconds(opens));
    };
    let (by, way) = ((at_s - since_s).abs().round(), if at_s < since_s { "early" } else { "late" });
    let left = match rule.left {
        Some(Left { mean, low, high }) => {
            message!("warm/slower-after", mean: name(signed(mean)), low: name(signed(low)), high: name(signed(high)))
        }
        None => message!("warm/not-seen-after"),
    };
    message!("warm/rule-against", rule: kind(rule.name), opens: Seconds(opens), by: Seconds(by), way: kind(way), left: (left))
}

fn course(course: Course) -> &'static str {
    match course {
        Course::Flat => "flat",
        Course::Warms => "warms",
        Course::Slows => "slows",
    }
}

/// Microseconds, milliseconds, tenths of a percent are enough.
fn rounded(v: f64) -> f64 {
    (v * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(at_s: Option<f64>, left: Option<Left>) -> Rule {
        Rule { name: "gate", at_s, left }
    }

    #[test]
    fn a_rule_is_told_by_when_it_opens_and_what_is_left_then() {
        let left = Some(Left { mean: 0.003, low: -0.008, high: 0.015 });
        let against = |opens: f64, by: f64, way: &'static str, left: Message| message!("warm/rule-against", rule: kind("gate"), opens: Seconds(opens), by: Seconds(by), way: kind(way), left: (left));
        let slower = message!("warm/slower-after", mean: name("+0.3 %"), low: name("-0.8 %"), high: name("+1.5 %"));
        assert_eq!(told(&rule(Some(41.2), left), Some(14.0), 240.0), against(41.0, 27.0, "late", slower));
        let early = against(5.0, 9.0, "early", message!("warm/not-seen-after"));
        assert_eq!(told(&rule(Some(5.0), None), Some(14.0), 240.0), early);
        let never = message!("warm/rule-never", rule: kind("gate"), length: Seconds(240.0));
        assert_eq!(told(&rule(None, None), Some(14.0), 240.0), never);
        let opens = message!("warm/rule-opens", rule: kind("gate"), opens: Seconds(41.0));
        assert_eq!(told(&rule(Some(41.0), None), None, 240.0), opens);
    }
}
