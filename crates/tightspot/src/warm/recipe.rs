//! The recipe of a service on disk: TOML that a person can read and change. `warm calibrate` writes it, `warm wait` and `warm serve` read it.

use crate::exit::Exit;
use crate::failure::Failure;
use gate::Settings;
use gate::calibrate::ClassRecipe;
use model::message;
use std::fmt::Write as _;
use std::path::Path;
use toml::{Table, Value};

/// Version of the file: fields are added, never renamed.
const VERSION: i64 = 1;
/// Longest wait that is taken from a file, seconds.
const LONGEST_S: f64 = 24.0 * 3600.0;

/// What a service needs to be warm.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recipe {
    /// By the names of the routes.
    pub(super) routes: Vec<(String, ClassRecipe)>,
    /// Good answers of all routes together.
    pub(super) answers: u64,
    pub(super) longest_s: f64,
}

impl Recipe {
    /// With names for the classes of a calibration.
    pub(super) fn of(recipe: gate::calibrate::Recipe, names: &[String]) -> Self {
        let gate::calibrate::Recipe { classes, answers, longest_s } = recipe;
        Self { routes: names.iter().cloned().zip(classes).collect(), answers, longest_s }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.routes.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Asks for what it says of these routes; returns of how many it says something.
    pub(super) fn apply(&self, settings: &mut Settings, routes: &[String]) -> usize {
        let of = |name: &String| self.routes.iter().find(|(n, _)| n == name).map(|(_, r)| *r);
        let known: Vec<Option<ClassRecipe>> = routes.iter().map(of).collect();
        settings.known_answers = known.iter().map(|r| r.map(|r| r.answers)).collect();
        settings.warm_p95_ms = known.iter().map(|r| r.and_then(|r| r.warm_p95_ms)).collect();
        settings.answers = self.answers;
        settings.longest_s = self.longest_s;
        known.iter().flatten().count()
    }

    /// As it stands in the file; `starts`: how many were measured.
    pub(super) fn text(&self, starts: usize) -> String {
        let mut out = format!(
            "# How warm is warm enough: `tightspot warm calibrate`, {starts} start(s). Read by `tightspot warm wait --recipe FILE`.\n\
             recipe_version = {VERSION}\n\
             answers = {}               # good answers in all\n\
             max_wait_s = {:.0}\n",
            self.answers, self.longest_s
        );
        for (name, route) in &self.routes {
            let name = Value::String(name.clone());
            // writing into a text does not fail
            let _written = write!(out, "\n[[route]]\nroute = {name}\nanswers = {}\n", route.answers);
            if let Some(ms) = route.warm_p95_ms {
                let _written = writeln!(out, "warm_p95_ms = {ms:.3}");
            }
        }
        out
    }

    /// Of a file.
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let shown = file.to_string_lossy();
        let text = std::fs::read_to_string(file).map_err(|e| {
            let what = message!("failure/read-file", file: name(&*shown), error: name(e.to_string()));
            Failure::new(Exit::Usage, "recipe", what).help(message!("warm/make-a-recipe"))
        })?;
        Self::parse(&text).map_err(|what| {
            let what = message!("warm/no-recipe", file: name(&*shown), what: name(what));
            Failure::new(Exit::Usage, "recipe", what).help(message!("warm/make-a-recipe"))
        })
    }

    /// The error names the field.
    fn parse(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.message().to_owned())?;
        if table.get("recipe_version").and_then(Value::as_integer) != Some(VERSION) {
            return Err("recipe_version".to_owned());
        }
        let routes = table.get("route").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let route = |(i, value): (usize, &Value)| {
            let field = |key: &str| format!("route[{i}].{key}");
            let table = value.as_table().ok_or_else(|| format!("route[{i}]"))?;
            let name = table.get("route").and_then(Value::as_str).ok_or_else(|| field("route"))?;
            let warm_p95_ms = match table.get("warm_p95_ms") {
                None => None,
                Some(v) => Some(number(v).filter(|ms| *ms > 0.0).ok_or_else(|| field("warm_p95_ms"))?),
            };
            Ok((name.to_owned(), ClassRecipe { answers: whole(table, "answers").ok_or_else(|| field("answers"))?, warm_p95_ms }))
        };
        Ok(Self {
            routes: routes.iter().enumerate().map(route).collect::<Result<_, String>>()?,
            answers: whole(&table, "answers").ok_or("answers")?,
            longest_s: table.get("max_wait_s").and_then(number).filter(|s| *s > 0.0 && *s <= LONGEST_S).ok_or("max_wait_s")?,
        })
    }
}

fn whole(table: &Table, key: &str) -> Option<u64> {
    table.get(key).and_then(Value::as_integer).and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0)
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|n| n as f64)).filter(|n| n.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> Recipe {
        let class = |answers, warm_p95_ms| ClassRecipe { answers, warm_p95_ms };
        let routes = vec![("GET /a/{id}".to_owned(), class(2_100, Some(12.345))), ("say \"hi\" \\ 안녕".to_owned(), class(100, None))];
        Recipe { routes, answers: 2_300, longest_s: 90.0 }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(Recipe::parse(&recipe().text(3)), Ok(recipe()));
    }

    #[test]
    fn a_field_that_means_nothing_is_named() {
        let whole = recipe().text(3);
        for (field, with, named) in [
            ("recipe_version = 1", "recipe_version = 2", "recipe_version"),
            ("max_wait_s = 90", "max_wait_s = -1", "max_wait_s"),
            ("answers = 2300", "answers = 0", "answers"),
            ("answers = 2100", "answers = \"many\"", "route[0].answers"),
            ("warm_p95_ms = 12.345", "warm_p95_ms = nan", "route[0].warm_p95_ms"),
        ] {
            assert!(whole.contains(field), "{whole}");
            assert_eq!(Recipe::parse(&whole.replacen(field, with, 1)), Err(named.to_owned()));
        }
        assert!(Recipe::parse("not toml").is_err() && Recipe::parse("").is_err());
    }

    #[test]
    fn it_asks_for_what_it_says_of_the_routes_that_are_there() {
        let mut s = Settings::default();
        let routes = ["GET /new", "GET /a/{id}"].map(str::to_owned);
        assert_eq!(recipe().apply(&mut s, &routes), 1);
        assert_eq!((s.known_answers, s.warm_p95_ms), (vec![None, Some(2_100)], vec![None, Some(12.345)]));
        assert_eq!((s.answers, s.longest_s), (2_300, 90.0));
        assert_eq!(recipe().apply(&mut Settings::default(), &["GET /other".to_owned()]), 0);
    }
}
