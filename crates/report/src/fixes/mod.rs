//! Examples of fixes: a diff for each framework, as a file `fixes/FRAMEWORK.diff` in the folder of its cause, found at build time. See
//! `fixes.md` beside this file.
//!
//! Which one fits is told by what the run saw of the service (runtime, libraries), never by what anything is called.

#[cfg(test)]
mod tests;

use model::{Message, Run};
use serde::Serialize;
use std::borrow::Cow;
use words::Lang;

include!(concat!(env!("OUT_DIR"), "/fixes.rs"));

/// A diff that shows a fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The cause that it is for.
    #[serde(skip)]
    pub cause: &'static str,
    /// Name of its file: `spring`.
    pub id: &'static str,
    /// Framework and file, for people; the same in every language.
    pub title: &'static str,
    /// The runtime that it is for, or `any`.
    pub runtime: &'static str,
    /// Libraries of which one has to be there; empty: none has to.
    #[serde(skip)]
    seen: &'static str,
    /// Keys of the fixes of the cause that it shows; empty: all.
    #[serde(skip)]
    when: &'static str,
    /// Figures of the diff that those of the service take the place of: before and after.
    #[serde(skip)]
    figures: Option<(&'static str, &'static str)>,
    /// The diff, in unified form.
    pub diff: Cow<'static, str>,
}

/// The examples of a cause, for every framework.
pub fn of_cause(cause: &str) -> Vec<Example> {
    FILES.iter().filter(|(of, ..)| *of == cause).map(|(cause, id, text)| read(cause, id, text)).collect()
}

/// What it costs to do as in the examples of a cause, where it costs something.
pub fn caution(cause: &str) -> Option<Message> {
    let own = Message { id: format!("{cause}/caution").into(), args: Vec::new() };
    words::has(&own, Lang::En).then_some(own)
}

/// Those that fit the service of the run and this fix of the cause, with the sizes that `reason` and `fix` say. Where nothing was seen of its libraries, all of
/// its runtime.
pub(crate) fn that_fit(run: &Run, cause: &str, reason: &Message, fix: &Message) -> Vec<Example> {
    let key = fix.id.rsplit('/').next().unwrap_or_default();
    let runtime = run.environment.target.runtime.name();
    let is_for = |e: &Example| one_of(e.when, |k| k == key) && (e.runtime == "any" || e.runtime == runtime);
    let all: Vec<Example> = of_cause(cause).into_iter().filter(is_for).collect();
    let fit: Vec<Example> = all.iter().filter(|e| one_of(e.seen, |library| has(run, library))).cloned().collect();
    let shown = if fit.is_empty() && !libraries_are_seen(run) { all } else { fit };
    let sizes = sizes(reason, fix);
    shown.into_iter().map(|e| e.with(sizes)).collect()
}

/// The size that is in use and the one to try, where both are said.
fn sizes(reason: &Message, fix: &Message) -> Option<(f64, f64)> {
    let now = reason.find("facts/arithmetic")?.figure("size")?;
    let then = fix.figure("size").or_else(|| fix.find("facts/pool-of")?.figure("size"))?;
    (then != now).then_some((now, then))
}

impl Example {
    /// With the sizes of a service in place of its own.
    fn with(self, sizes: Option<(f64, f64)>) -> Self {
        let Some(((from, to), (now, then))) = self.figures.zip(sizes) else { return self };
        let line = |line: &str| match line.get(..1) {
            _ if line.starts_with("---") || line.starts_with("+++") => line.to_owned(),
            Some("-") => line.replace(from, &now.to_string()),
            Some("+") => line.replace(to, &then.to_string()),
            _ => line.to_owned(),
        };
        let diff = self.diff.lines().map(line).collect::<Vec<_>>().join("\n");
        Self { diff: diff.into(), ..self }
    }
}

/// Whether anything was seen of what the service is made of.
fn libraries_are_seen(run: &Run) -> bool {
    run.environment.processes().any(|t| !t.framework.is_empty()) || run.stacks.frames.iter().any(|f| f.class.starts_with("npm:"))
}

/// Whether one of `all`, which stand between bars, is so; true of none.
fn one_of(all: &str, is: impl Fn(&str) -> bool) -> bool {
    all.is_empty() || all.split('|').map(str::trim).any(is)
}

/// Whether the service was seen to use a library: its framework names it, a part of it has its kind, or its code is in a stack.
fn has(run: &Run, library: &str) -> bool {
    let e = &run.environment;
    let package = format!("npm:{library}/");
    e.processes().any(|t| t.framework.split(" · ").any(|f| f == library || f.starts_with(&format!("{library} "))))
        || e.components.iter().any(|c| c.id.split(':').next() == Some(library))
        || run.stacks.frames.iter().any(|f| f.class.starts_with(&package))
}

/// A file: lines of `key: value`, a blank line, the diff.
fn read(cause: &'static str, id: &'static str, text: &'static str) -> Example {
    let (head, diff) = text.split_once("\n\n").unwrap_or((text, ""));
    let value = |key: &str| {
        let of = |line: &'static str| line.split_once(':').filter(|(k, _)| *k == key).map(|(_, v)| v.trim());
        head.lines().find_map(of).unwrap_or_default()
    };
    let figures = value("figures").split_once(" to ");
    let diff = diff.trim_end().into();
    Example { cause, id, title: value("title"), runtime: value("for"), seen: value("seen"), when: value("when"), figures, diff }
}
