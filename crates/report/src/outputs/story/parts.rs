//! The parts of the story, each empty where there is nothing to tell.

use super::drawings;
use crate::document::{Dose, Experiment};
use crate::outputs::markdown::sections::examples;
use crate::outputs::markdown::{escape, list, paragraph, table};
use crate::outputs::text::Lines;
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{figure, per_s};

/// A title and what follows it; nothing without the latter.
fn part(lines: &Lines, title: &Message, body: impl IntoIterator<Item = String>) -> String {
    let body = body.into_iter().filter(|b| !b.is_empty()).collect::<Vec<_>>().join("\n\n");
    if body.is_empty() { body } else { format!("## {}\n\n{body}", escape(&lines.say(title))) }
}

/// What was found, and of what.
pub(super) fn opening(lines: &Lines, status: VerdictStatus) -> String {
    let (run, v) = (&lines.doc.run, &lines.doc.verdict);
    let head = format!("# {}", escape(v.headline.say(lines.lang)));
    let day = run.started_at.split('T').next().unwrap_or_default();
    let highest = v.highest_per_s.map(|x| lines.say(&message!("story/highest", rate: PerSecond(x))));
    let loaded = lines.say(&message!("story/loaded", url: name(&run.url), day: name(day)));
    let loaded = [loaded].into_iter().chain(highest).collect::<Vec<_>>().join(" ");
    let says = if status == VerdictStatus::Found { lines.what_happens() } else { v.reason.say(lines.lang).to_owned() };
    [head, paragraph(&loaded), paragraph(&says)].into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

pub(super) fn time(lines: &Lines, status: VerdictStatus) -> String {
    // what the generator did is not the service's time
    let drawing = if status == VerdictStatus::GeneratorLimited { String::new() } else { drawings::time(lines) };
    part(lines, &message!("story/where"), [drawing])
}

pub(super) fn why(lines: &Lines, status: VerdictStatus) -> String {
    let evidence = if status == VerdictStatus::Found { lines.evidence() } else { Vec::new() };
    part(lines, &message!("story/why"), evidence.iter().map(|e| paragraph(e)))
}

pub(super) fn rejected(lines: &Lines, status: VerdictStatus) -> String {
    let all = if status == VerdictStatus::GeneratorLimited { Vec::new() } else { lines.rejected() };
    part(lines, &message!("story/not"), [list(all)])
}

/// The fix in words and as a diff.
pub(super) fn fix(lines: &Lines) -> String {
    let shown = examples(lines);
    let shown = if shown.is_empty() { String::new() } else { shown.open() };
    part(lines, &message!("story/fix"), lines.fixes().iter().map(|f| paragraph(f)).chain([shown]))
}

/// What the fix gives by arithmetic, and what experiments measured.
pub(super) fn gain(lines: &Lines, status: VerdictStatus) -> String {
    if status != VerdictStatus::Found {
        return String::new();
    }
    let doc = lines.doc;
    let primary = doc.findings.iter().find(|f| Some(f.cause) == doc.verdict.cause);
    let gain = primary.and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    let predicted = gain.into_iter().flat_map(|g| [paragraph(&lines.gain().unwrap_or_default()), drawings::gain(lines, g)]);
    let measured: Vec<String> = doc.experiments.iter().map(|e| experiment(lines, e)).collect();
    let open = measured.is_empty().then(|| paragraph(&lines.say(&message!("story/not-measured", run: name(&doc.run.id)))));
    part(lines, &message!("story/gain"), predicted.chain(measured).chain(open))
}

/// What came of an experiment, drawn, and dose by dose.
fn experiment(lines: &Lines, e: &Experiment) -> String {
    let columns = ["dose", "without", "with", "ratio", "predicted"];
    let head = columns.map(|c| lines.say(&message!("story/column", what: kind(c))));
    let rows = if e.doses.is_empty() { String::new() } else { table(&head, e.doses.iter().map(row)) };
    let all = [paragraph(&lines.one_experiment(e)), drawings::experiment(lines, e), rows];
    all.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn row(d: &Dose) -> Vec<String> {
    let times = |x: f64| format!("x{x:.2}");
    let interval = |[low, high]: [f64; 2]| format!("{}..{}", times(low), times(high));
    let ratio = format!("{} ({})", times(d.ratio), interval(d.ci));
    vec![figure(d.value), per_s(d.without_per_s), per_s(d.with_per_s), ratio, d.predicted.map(interval).unwrap_or_default()]
}

pub(super) fn objectives(lines: &Lines) -> String {
    part(lines, &message!("story/objectives"), [list(lines.objectives().into_iter().map(|o| format!("{} {}", o.mark, o.says)))])
}

/// How good the measurement was, and how to make it again.
pub(super) fn method(lines: &Lines, status: VerdictStatus) -> String {
    let run = &lines.doc.run;
    let command = (!run.command.is_empty()).then(|| {
        let line: String = run.command.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("    {line}")
    });
    let says = list(lines.quality(status));
    let made = lines.say(&message!("story/made", version: name(&lines.doc.tool.version), run: name(&run.id)));
    part(lines, &message!("story/method"), [says, paragraph(&made)].into_iter().chain(command))
}
