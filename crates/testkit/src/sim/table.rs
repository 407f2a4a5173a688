//! The figures of a round, and the table that is published.

use super::population::{EDGES, FAMILIES, families};
use super::round::{Answer, Judged, Score};
use super::truth::Truth;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Share of the throughput that a cure must give to be worth a name. Source: CAUSES S2.
const WORTH: f64 = 0.2;

/// The figures that have a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Totals {
    /// Right names where the truth is one cause that may be named.
    pub top1: f64,
    /// Wrong names, of all services.
    pub wrong: f64,
    /// Accused, of all healthy services.
    pub accused: f64,
    /// Sick services called healthy, of all services.
    pub missed: f64,
    /// Wrong names and accusations with a sensor missing, of all services.
    pub blind_wrong: f64,
    /// The same of the same services with all sensors.
    pub seeing_wrong: f64,
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Sums up a round. `named` are the causes that may be named.
pub fn totals(all: &[Judged], named: &[&str]) -> Totals {
    let count = |f: &dyn Fn(&Judged) -> bool| all.iter().filter(|j| f(j)).count();
    let is_wrong = |s| matches!(s, Score::WrongName | Score::Accused);
    let nameable = count(&|j| j.is_nameable(named));
    let healthy = count(&|j| j.is_healthy());
    Totals {
        top1: if nameable == 0 { 1.0 } else { share(count(&|j| j.is_nameable(named) && j.score(named) == Score::Right), nameable) },
        wrong: share(count(&|j| j.score(named) == Score::WrongName), all.len()),
        accused: share(count(&|j| j.score(named) == Score::Accused), healthy),
        missed: share(count(&|j| j.score(named) == Score::Missed), all.len()),
        blind_wrong: share(count(&|j| is_wrong(j.blind_score(named))), all.len()),
        seeing_wrong: share(count(&|j| is_wrong(j.score(named))), all.len()),
    }
}

/// The thresholds that a round misses, one line each. Source: the goals of the project for simulated services.
pub fn misses(all: &[Judged], named: &[&str]) -> Vec<String> {
    let t = totals(all, named);
    let mut out = Vec::new();
    let mut at_most = |what: &str, seen: f64, most: f64| {
        if seen > most {
            out.push(format!("{what}: {:.2} %, at most {:.2} %", seen * 100.0, most * 100.0));
        }
    };
    at_most("decoys named", t.wrong, 0.02);
    at_most("healthy accused", t.accused, 0.005);
    at_most("wrong names with a sensor missing", t.blind_wrong, t.seeing_wrong);
    let edges = all.iter().any(|j| EDGES.iter().any(|e| e.name == j.family));
    if edges {
        // at the edge many a name is withheld; what is asked is that nobody is called healthy whom a cure would make a fifth better
        at_most("called healthy where a cure gives a fifth more", worth_curing(all, named), 0.0);
        return out;
    }
    at_most("cause not named where the truth is one that may be", 1.0 - t.top1, 0.05);
    for family in FAMILIES {
        let mine: Vec<&Judged> = all.iter().filter(|j| j.family == family.name && j.is_nameable(named)).collect();
        let right = mine.iter().filter(|j| j.score(named) == Score::Right).count();
        if !mine.is_empty() {
            at_most(&format!("cause not named, family {} ({})", family.name, family.pair), 1.0 - share(right, mine.len()), 0.05);
        }
    }
    out
}

/// Share of all that were called healthy though a cure of what binds would give a fifth more.
fn worth_curing(all: &[Judged], named: &[&str]) -> f64 {
    share(all.iter().filter(|j| j.score(named) == Score::Missed && j.cured().is_none_or(|gain| gain >= WORTH)).count(), all.len())
}

/// The tables, in Markdown.
pub fn markdown(all: &[Judged], named: &[&str]) -> String {
    let mut out = brief(all, named);
    out.push_str("\n## What was said, by truth (observable truths only)\n\n");
    confusion(all, &mut out);
    out.push_str("\n## One sensor missing\n\n");
    sensors(all, named, &mut out);
    out
}

/// The first two of them: the figures, and by family.
pub fn brief(all: &[Judged], named: &[&str]) -> String {
    let mut out = String::new();
    let t = totals(all, named);
    let p = |x: f64| format!("{:.2} %", x * 100.0);
    let healthy = all.iter().filter(|j| j.is_healthy()).count();
    let nameable = all.iter().filter(|j| j.is_nameable(named)).count();
    let observable = all.iter().filter(|j| j.truth.is_observable()).count();
    let mut line = |a: &str, b: String| told(writeln!(out, "| {a} | {b} |"));
    line("figure", "value".into());
    line("---", "---".into());
    line("services", all.len().to_string());
    line("truth observable", observable.to_string());
    line("of these, the truth is a cause that may be named", nameable.to_string());
    line("top-1 among them", p(t.top1));
    line("another cause named (decoy)", p(t.wrong));
    line("healthy services", healthy.to_string());
    line("healthy accused", p(t.accused));
    line("sick called healthy", p(t.missed));
    line("of these, a cure would give a fifth more", p(worth_curing(all, named)));
    line("wrong names, all sensors", p(t.seeing_wrong));
    line("wrong names, one sensor missing", p(t.blind_wrong));
    out.push_str("\n## By family\n\n");
    by_family(all, named, &mut out);
    out
}

fn by_family(all: &[Judged], named: &[&str], out: &mut String) {
    out.push_str("| family | stands for | services | right | abstained | wrong name | accused | called healthy |\n|---|---|---|---|---|---|---|---|\n");
    for f in families() {
        let mine: Vec<&Judged> = all.iter().filter(|j| j.family == f.name).collect();
        if mine.is_empty() {
            continue;
        }
        let n = |s| mine.iter().filter(|j| j.score(named) == s).count();
        let row = [Score::Right, Score::Abstained, Score::WrongName, Score::Accused, Score::Missed].map(|s| n(s).to_string()).join(" | ");
        told(writeln!(out, "| {} | {} | {} | {row} |", f.name, f.pair, mine.len()));
    }
}

fn confusion(all: &[Judged], out: &mut String) {
    let mut rows: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for j in all.iter().filter(|j| j.truth.is_observable()) {
        *rows.entry(truth_name(&j.truth.all[0])).or_default().entry(answer_name(&j.answer)).or_default() += 1;
    }
    out.push_str("| truth | services | said |\n|---|---|---|\n");
    for (truth, said) in rows {
        let n: usize = said.values().sum();
        let mut list: Vec<(String, usize)> = said.into_iter().collect();
        list.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let list = list.iter().map(|(a, n)| format!("{a} {n}")).collect::<Vec<_>>().join(", ");
        told(writeln!(out, "| {truth} | {n} | {list} |"));
    }
}

fn sensors(all: &[Judged], named: &[&str], out: &mut String) {
    out.push_str("| missing | services | right | abstained | wrong name | accused | called healthy |\n|---|---|---|---|---|---|---|\n");
    for id in super::sensors::ALL {
        let mine: Vec<&Judged> = all.iter().filter(|j| j.blind.0 == id).collect();
        if mine.is_empty() {
            continue;
        }
        let n = |s| mine.iter().filter(|j| j.blind_score(named) == s).count();
        let row = [Score::Right, Score::Abstained, Score::WrongName, Score::Accused, Score::Missed].map(|s| n(s).to_string()).join(" | ");
        told(writeln!(out, "| {id} | {} | {row} |", mine.len()));
    }
}

/// Writing into a string always works.
fn told(result: std::fmt::Result) {
    debug_assert!(result.is_ok(), "a string takes all text");
}

/// A truth in words.
pub fn truth_name(t: &Truth) -> String {
    match t {
        Truth::Cause(c) => (*c).to_owned(),
        Truth::Limit(l) => format!("needed work fills the {l}"),
        Truth::Nothing => "nothing limits".to_owned(),
    }
}

/// An answer in words.
pub fn answer_name(a: &Answer) -> String {
    match a {
        Answer::Named(n) => n.clone(),
        Answer::Healthy => "healthy".to_owned(),
        Answer::Abstained(_) => "abstained".to_owned(),
        Answer::GeneratorLimited => "generator limited".to_owned(),
    }
}
