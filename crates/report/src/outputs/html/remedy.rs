//! What to do about it: the fix and how to see that it helped; and what each change would give.

use super::chart::meter;
use super::code::command;
use super::figures::told;
use super::page::Section;
use super::table::{cell, figures, known, table, words};
use super::view::View;
use crate::document::Gain;
use diagnose::VerdictStatus;
use maud::html;
use model::message;
use words::figures::per_s;

/// The fix of the named cause.
pub(super) fn fix(view: &View) -> Option<Section> {
    let fixes = view.lines.fixes();
    if fixes.is_empty() {
        return None;
    }
    let site = view.doc.verdict.site.as_ref();
    let body = html! {
        @for f in &fixes { p class="lead fix" { (told(f)) } }
        @if let Some(site) = site { p { (view.say(message!("html/where-it-is"))) " " code { (site) } } }
        @if let Some(gain) = view.lines.gain() { p { (told(&gain)) } }
        (super::examples::examples(view))
        h3 { (view.say(message!("html/verify"))) }
        p { (view.say(message!("html/verify-how"))) }
        (command(&as_before(view, "verify", "--against URL-OF-THE-PRESENT-STATE")))
        @if let Some(line) = proof_command(view) { p { (view.say(message!("html/prove-how"))) } (command(&line)) }
    };
    Some(Section { id: "fix", title: message!("html/fix"), body })
}

/// What says how a result is told, or what is done with it.
const OF_RESULT: [&str; 6] = ["--json", "--quiet", "--strict", "--ledger", "--ascii", "--prove"];
/// The same, with a word behind it.
const OF_RESULT_WITH_WORD: [&str; 5] = ["--out", "--format", "--lang", "--color", "--name"];

/// A command with the arguments with which the run was made, and one more.
fn as_before(view: &View, verb: &str, more: &str) -> String {
    command_as(&view.doc.run.command, verb, more)
}

/// The same of a command line as the run keeps it: options by their long names, secrets as `***`.
fn command_as(made_by: &str, verb: &str, more: &str) -> String {
    let Some((_, made_with)) = made_by.split_once(" why ") else { return format!("tightspot {verb} URL {more}") };
    let (own, started) = made_with.split_once(" -- ").map_or((made_with, String::new()), |(own, cmd)| (own, format!(" -- {cmd}")));
    let mut kept: Vec<&str> = Vec::new();
    let mut words = own.split(' ');
    while let Some(word) = words.next() {
        if OF_RESULT_WITH_WORD.contains(&word) {
            words.next();
        } else if !OF_RESULT.contains(&word) && !word.is_empty() {
            kept.push(word);
        }
    }
    format!("tightspot {verb} {} {more}{started}", kept.join(" "))
}

/// The command that tests the named cause by an experiment, unless one was made.
pub(super) fn proof_command(view: &View) -> Option<String> {
    let cause = view.doc.verdict.cause?;
    let tested = view.doc.experiments.iter().any(|e| e.cause.as_deref() == Some(cause));
    (!tested).then(|| as_before(view, "prove", &format!("--run {}", view.doc.run.id)))
}

/// What each change would give, and what would limit then.
pub(super) fn what_if(view: &View) -> Option<Section> {
    // of a service that was not the limit nothing is said
    if view.diagnosis.verdict.status == VerdictStatus::GeneratorLimited {
        return None;
    }
    let of_findings = view.doc.findings.iter().flat_map(|f| f.fixes.iter().map(move |fix| (f, fix)));
    let of_findings = of_findings.filter_map(|(f, fix)| {
        let what = view.read(&fix.summary);
        Some((if what.is_empty() { view.cause(f.cause) } else { what.to_owned() }, f.cause, fix.gain.as_ref()?))
    });
    let of_knobs = view.doc.hypotheses.iter().filter_map(|h| {
        // the setting that a finding's own fix turns is told with it
        let told = |g: &Gain| {
            view.doc
                .findings
                .iter()
                .any(|f| f.cause == h.cause && f.fixes.iter().any(|x| x.gain.as_ref().is_some_and(|y| y.estimate == g.estimate)))
        };
        let knob = h.knob.as_ref().filter(|k| !told(&k.gain))?;
        Some((view.read(&knob.setting_message).to_owned(), h.cause, &knob.gain))
    });
    let all: Vec<(String, &str, &Gain)> = of_findings.chain(of_knobs).collect();
    if all.is_empty() {
        return None;
    }
    let most = all.iter().map(|(.., g)| g.estimate.max(g.now)).fold(f64::MIN_POSITIVE, f64::max);
    let columns = [
        words(view.say(message!("html/change"))),
        figures(view.say(message!("html/now"))),
        figures(view.say(message!("html/then"))),
        words(view.say(message!("html/then-limits"))),
    ];
    let next = |g: &Gain| g.next_limit.as_ref().map(|n| format!("{} {}", view.read(&n.name_message), per_s(n.per_s)));
    let rows = all.iter().map(|(what, id, g)| {
        let then = html! { (g.figure()) (meter(g.now / most, Some(g.estimate / most))) };
        vec![html! { (what) br; code { (id) } }, cell(per_s(g.now)), then, known(next(g))]
    });
    let body = html! { p class="note" { (view.say(message!("html/what-if-note"))) } (table("wide", "", &columns, rows)) };
    Some(Section { id: "what-if", title: message!("html/what-if"), body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_keeps_what_says_how_the_service_is_loaded() {
        for (made_by, want) in [
            ("tightspot why http://h/ --json", "tightspot prove http://h/ --run 7f3a"),
            (
                "tightspot why http://h/{{id}} --format html-dir --out page --data t.csv --db postgres://***@h/d --prove --lang ko",
                "tightspot prove http://h/{{id}} --data t.csv --db postgres://***@h/d --run 7f3a",
            ),
            (
                "t why http://h/ --header 'A: ***' -- java -jar a.jar --json",
                "tightspot prove http://h/ --header 'A: ***' --run 7f3a -- java -jar a.jar --json",
            ),
            ("tightspot prove http://h/", "tightspot prove URL --run 7f3a"),
            ("", "tightspot prove URL --run 7f3a"),
        ] {
            assert_eq!(command_as(made_by, "prove", "--run 7f3a"), want, "{made_by}");
        }
    }
}
