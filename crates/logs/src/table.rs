//! The tables of known messages, read once.

use model::{Message, Value};
use regex::{Captures, Regex, RegexSet};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Bytes of a line that are looked at: longer ones hold whole documents, and what is recognised stands at their beginning.
pub const LONGEST_LINE: usize = 32 * 1024;

/// Folders of `known/`, in the order in which their messages are told apart.
const TABLES: [(&str, &str); 7] = [
    ("pool-lines", include_str!("known/pool-lines/table.toml")),
    ("database-lines", include_str!("known/database-lines/table.toml")),
    ("cache-lines", include_str!("known/cache-lines/table.toml")),
    ("server-lines", include_str!("known/server-lines/table.toml")),
    ("runtime-lines", include_str!("known/runtime-lines/table.toml")),
    ("system-lines", include_str!("known/system-lines/table.toml")),
    ("peer-lines", include_str!("known/peer-lines/table.toml")),
];
const STEPS: &str = include_str!("known/next-steps/table.toml");

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

/// A message that is known.
#[derive(Debug)]
pub struct Known {
    /// Kebab-case name.
    pub id: String,
    /// Whose message it is, and its first words.
    pub title: String,
    /// Who refused, waited or warned: a word that the texts choose by.
    pub layer: String,
    /// Causes that it fits, by their ids, the likeliest first.
    pub causes: Vec<String>,
    /// Causes that it is often taken for.
    pub mistaken: Vec<String>,
    /// What finds out, by the ids of steps.
    pub next: Vec<String>,
    folder: &'static str,
    patterns: Vec<Regex>,
    unless: Option<Regex>,
}

/// A command that finds out more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Kebab-case name.
    pub id: String,
    /// The command, with words in capitals for what the user puts in.
    pub command: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Lists of causes that several messages share, by name.
    #[serde(default)]
    sets: BTreeMap<String, Vec<String>>,
    message: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    title: String,
    layer: String,
    patterns: Vec<String>,
    unless: Option<String>,
    #[serde(default)]
    causes: Vec<String>,
    #[serde(default)]
    mistaken: Vec<String>,
    next: Vec<String>,
}

#[derive(Deserialize)]
struct Steps {
    step: Vec<Step>,
}

struct Table {
    all: Vec<Known>,
    /// All patterns at once: most lines match none.
    any: RegexSet,
    /// Which message each pattern is of.
    of: Vec<usize>,
    steps: Vec<Step>,
}

/// All messages that are known.
pub fn known() -> &'static [Known] {
    &TABLE.all
}

/// The step with this id.
pub fn step(id: &str) -> Option<&'static Step> {
    TABLE.steps.iter().find(|s| s.id == id)
}

/// A message in a line.
pub(crate) struct Found<'a> {
    /// Its place in [`known`].
    pub(crate) place: usize,
    /// The part of the line that its pattern fits.
    pub(crate) part: &'a str,
    /// The figures in it.
    pub(crate) told: Vec<(String, Value)>,
}

/// The messages in a line.
pub(crate) fn found(line: &str) -> Vec<Found<'_>> {
    let table = &*TABLE;
    let mut places: Vec<usize> = table.any.matches(line).iter().map(|pattern| table.of[pattern]).collect();
    places.dedup();
    places.into_iter().filter_map(|place| table.all[place].found(place, line)).collect()
}

impl Known {
    /// What it proves.
    pub fn proves(&self, figures: &[(String, Value)]) -> Message {
        self.text("proves", figures)
    }

    /// What it leaves open, or is wrongly taken for.
    pub fn leaves_open(&self, figures: &[(String, Value)]) -> Message {
        self.text("leaves-open", figures)
    }

    /// The figures that its patterns catch.
    pub fn figures(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.patterns.iter().flat_map(|p| p.capture_names().flatten()).map(figure) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn text(&self, what: &str, figures: &[(String, Value)]) -> Message {
        let mut m = Message { id: format!("{}/{}-{what}", self.folder, self.id).into(), args: Vec::new() };
        for name in self.figures() {
            let value = figures.iter().find(|(n, _)| n == name).map_or(Value::kind("none"), |(_, v)| v.clone());
            m.args.push((Cow::Owned(name.to_owned()), value));
        }
        m
    }

    /// By the first of its patterns that fits.
    fn found<'a>(&self, place: usize, line: &'a str) -> Option<Found<'a>> {
        if self.unless.as_ref().is_some_and(|u| u.is_match(line)) {
            return None;
        }
        let (caught, pattern) = self.patterns.iter().find_map(|p| Some((p.captures(line)?, p)))?;
        Some(Found { place, part: caught.get_match().as_str(), told: told(&caught, pattern) })
    }
}

impl Step {
    /// What it shows.
    pub fn shows(&self) -> Message {
        Message { id: format!("next-steps/{}-shows", self.id).into(), args: Vec::new() }
    }
}

impl Table {
    fn read() -> Self {
        let (mut all, mut patterns, mut of) = (Vec::new(), Vec::new(), Vec::new());
        for (folder, text) in TABLES {
            let file: File = toml::from_str(text).unwrap_or_else(|e| panic!("{folder}/table.toml is a table: {e}"));
            for row in file.message {
                let own = row.patterns.iter().map(|p| ascii(p)).collect::<Vec<_>>();
                of.extend(own.iter().map(|_| all.len()));
                let causes = row.causes.into_iter().flat_map(|c| file.sets.get(&c).cloned().unwrap_or_else(|| vec![c]));
                all.push(Known {
                    causes: causes.collect(),
                    patterns: own.iter().map(|p| compiled(p)).collect(),
                    unless: row.unless.as_deref().map(|u| compiled(&ascii(u))),
                    id: row.id,
                    title: row.title,
                    layer: row.layer,
                    mistaken: row.mistaken,
                    next: row.next,
                    folder,
                });
                patterns.extend(own);
            }
        }
        let any = RegexSet::new(&patterns).expect("each of them is a pattern");
        let steps: Steps = toml::from_str(STEPS).expect("next-steps/table.toml is a table");
        Self { all, any, of, steps: steps.step }
    }
}

/// What a group of a pattern is called without its unit.
fn figure(group: &str) -> &str {
    group.strip_suffix("_ms").or_else(|| group.strip_suffix("_s")).unwrap_or(group)
}

/// The figures of one line. `_ms` and `_s` at the end of a group's name are its unit.
pub(crate) fn told(caught: &Captures<'_>, pattern: &Regex) -> Vec<(String, Value)> {
    let one = |group: &str| {
        let number: f64 = caught.name(group)?.as_str().replace(',', "").parse().ok()?;
        let value = match group {
            g if g.ends_with("_ms") => Value::Ms(number),
            g if g.ends_with("_s") => Value::Seconds(number),
            _ => Value::Count(number),
        };
        Some((figure(group).to_owned(), value))
    };
    pattern.capture_names().flatten().filter_map(one).collect()
}

/// Digits and words of ASCII: those of all scripts make automata of many megabytes.
fn ascii(pattern: &str) -> String {
    pattern.replace(r"\d", "[0-9]").replace(r"\w", "[0-9A-Za-z_]")
}

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|e| panic!("{pattern} is a pattern: {e}"))
}
