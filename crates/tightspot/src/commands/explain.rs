//! `tightspot explain ID`: the page of a cause, what a warning means, or when a rule of the judge holds. `--log`: what lines of a log prove.

mod log;
mod rules;

use crate::cli::{Cli, ExplainArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use diagnose::Stability;
use model::message;

/// What each warning means, and what to do: a section each.
const WARNINGS: &str = include_str!("explain/warnings.md");

/// Prints a page, or a list.
pub(crate) fn run(cli: &Cli, args: &ExplainArgs) -> Result<Exit, Failure> {
    if let Some(file) = &args.log {
        return log::run(cli, file, args.json);
    }
    let Some(id) = args.id.as_deref() else {
        output::result(&list());
        return Ok(Exit::Done);
    };
    if args.fix {
        return fix(cli, id);
    }
    let page = match (causes::find(id), warning(id)) {
        (Some(cause), _) => Some([cause.page().to_owned()].into_iter().chain(examples(cli, id)).collect::<Vec<_>>().join("\n")),
        (None, Some(meaning)) => Some(format!("{id}: a warning or an error, not a cause\n\n{meaning}")),
        (None, None) if id == rules::ALL => Some(rules::table(cli.lang(), output::width())),
        (None, None) => rules::page(id, cli.lang(), output::width()),
    };
    output::result(&page.ok_or_else(|| unknown(id))?);
    Ok(Exit::Done)
}

/// `--fix`: the examples alone.
fn fix(cli: &Cli, id: &str) -> Result<Exit, Failure> {
    let cause = causes::find(id).ok_or_else(|| unknown(id))?;
    let none = || {
        let what = message!("explain/no-examples", cause: name(id));
        Failure::new(Exit::Usage, "no-examples", what).help(message!("explain/in-words", cause: name(id)))
    };
    output::result(&examples(cli, cause.id()).ok_or_else(none)?);
    Ok(Exit::Done)
}

/// Examples of the fix of a cause for every framework, and what they cost.
fn examples(cli: &Cli, id: &str) -> Option<String> {
    let all = report::fixes::of_cause(id);
    let shown = all.iter().map(|e| format!("{}\n\n{}\n", e.title, e.diff));
    let caution = report::fixes::caution(id).map(|c| format!("{}\n", words::say(&message!("explain/caution", says: (c)), cli.lang())));
    let title = format!("## {}\n", words::say(&message!("explain/examples"), cli.lang()));
    (!all.is_empty()).then(|| [title].into_iter().chain(shown).chain(caution).collect::<Vec<_>>().join("\n"))
}

fn list() -> String {
    let width = causes::ALL.iter().map(|c| c.id().len()).max().unwrap_or(0);
    let line = |c: &&dyn diagnose::Cause| {
        let preview = if c.stability() == Stability::Preview { "  (preview: never named first)" } else { "" };
        format!("{:<width$}  {}{preview}", c.id(), first_sentence(c.page()))
    };
    causes::ALL.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Codes and meanings of the warnings.
fn warnings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = WARNINGS.split("## ").filter_map(|section| section.split_once('\n'));
    sections.map(|(code, meaning)| (code.trim(), meaning.trim()))
}

fn warning(code: &str) -> Option<&'static str> {
    warnings().find(|(c, _)| *c == code).map(|(_, meaning)| meaning)
}

fn unknown(id: &str) -> Failure {
    let ids = causes::ALL.iter().map(|c| c.id()).chain(warnings().map(|(code, _)| code)).chain(rules::ids());
    let near: Vec<&str> = ids.filter(|c| c.split('-').any(|w| w.len() > 3 && id.contains(w))).collect();
    let help =
        if near.is_empty() { message!("commands/explain-lists") } else { message!("commands/did-you-mean", pages: name(near.join(", "))) };
    Failure::new(Exit::Usage, "no-such-page", message!("commands/no-such-page", page: name(id))).help(help)
}

fn first_sentence(page: &str) -> &str {
    page.lines().find(|l| l.starts_with("Slow because")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// Code of the product below `folder`, without its tests.
    fn sources(folder: &Path, all: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten().map(|e| e.path()) {
            if entry.is_dir() && entry.file_name().is_some_and(|n| n != "tests") {
                sources(&entry, all);
            } else if entry.extension().is_some_and(|e| e == "rs") && entry.file_name().is_some_and(|n| n != "tests.rs") {
                let text = std::fs::read_to_string(&entry).expect("a source file");
                all.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
            }
        }
    }

    /// The words in quotes that follow `before`.
    fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
        text.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn every_warning_that_a_run_can_give_is_explained() {
        let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut all = Vec::new();
        for name in ["probe", "tightspot"] {
            sources(&crates.join(name).join("src"), &mut all);
        }
        // a probe's error becomes a warning of its name
        let codes = all.iter().flat_map(|t| [quoted(t, "Observation::warning(\""), quoted(t, "warn_once(\"")].concat());
        let names = all.iter().flat_map(|t| quoted(t, " name: \"")).filter(|n| n.contains('-'));
        let missing: BTreeSet<&str> = codes.chain(names).filter(|code| warning(code).is_none()).collect();
        assert!(missing.is_empty(), "explain/warnings.md says nothing of {missing:?}");
    }

    #[test]
    fn a_warning_says_what_to_do_and_takes_no_name_of_a_cause() {
        let codes: Vec<&str> = warnings().map(|(code, _)| code).collect();
        assert!(codes.len() > 30 && codes.is_sorted(), "{codes:?}");
        for (code, meaning) in warnings() {
            assert!(meaning.contains("\nDo: ") && causes::find(code).is_none(), "{code}");
        }
    }

    #[test]
    fn a_rule_takes_no_name_of_a_cause_or_of_a_warning() {
        for id in rules::ids().chain([rules::ALL]) {
            assert!(causes::find(id).is_none() && warning(id).is_none(), "{id}");
        }
    }
}
