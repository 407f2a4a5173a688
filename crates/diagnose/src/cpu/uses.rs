//! What the CPU of each stack of a run is used for, worked out once: the part that it belongs to, where that is, and the path to it.

use super::decide::{Seen, What, decide};
use super::division::Key;
use super::own;
use super::purpose::Purpose;
use super::sign::{Sign, sign_of, signs};
use crate::frames::{FrameClass, Role, Stack, Stacks};
use crate::language::Language;
use model::{Frame, Run};
use std::collections::BTreeSet;

/// A step of a path, from the outside in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A method of own code: `CatalogueController.list`.
    Own(String),
    /// A package that no table knows.
    Package(String),
    /// A purpose.
    Of(Purpose),
}

/// What one stack's CPU is used for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Use {
    pub(super) purpose: Purpose,
    /// Name of a package that no table knows; else empty.
    pub(super) package: String,
    pub(super) by: Option<Purpose>,
    /// The method of own code that asks for it, and its line (0 where it is not known); empty where none does.
    pub(super) own: (String, u32),
    /// Methods with this purpose, the outermost first.
    pub(super) methods: Vec<String>,
    /// The outermost method of what it is done by; empty where that is not known.
    pub(super) does: String,
    pub(super) path: Vec<Step>,
    /// What it is a sign of, with the method that is.
    pub(super) sign: Option<(Sign, String)>,
    /// Whether it ends in collections or texts of the platform.
    pub(super) in_elements: bool,
    /// Whether the server sends while a serialiser's call lasts.
    pub(super) sends_serialised: bool,
}

impl Use {
    /// The part that it belongs to.
    pub(super) fn key(&self) -> Key {
        (self.purpose, self.package.clone(), self.by.filter(|_| self.purpose == Purpose::Own))
    }
}

/// By stack.
pub(super) struct Uses(Vec<Use>);

impl Uses {
    /// Of all stacks of `run`.
    pub(super) fn of(run: &Run, stacks: &Stacks) -> Self {
        let language = stacks.language;
        let packages = own::packages(run, stacks, language);
        let what: Vec<What> = run.stacks.frames.iter().map(|f| what(f, language, &packages)).collect();
        let signs = signs(&run.stacks.frames, language);
        let of_stack = |(id, frames): (u32, Vec<_>)| use_of(stacks.ids(id), &frames, &what, &signs, language);
        Self((0..).zip(stacks.each()).map(of_stack).collect())
    }

    /// Of stack `id`; `None` for an unknown id.
    pub(super) fn get(&self, id: u32) -> Option<&Use> {
        self.0.get(id as usize)
    }
}

fn what<'a>(frame: &'a Frame, language: &Language, own: &BTreeSet<&str>) -> What<'a> {
    if let Some(purpose) = language.purpose_of(frame) {
        return What::Known(purpose);
    }
    let class = language.class_of(frame);
    match language.package_of(frame) {
        package if class.is_application() && (package.is_empty() || own.contains(package)) => What::Own,
        // native code, and what a runtime makes on the way
        "" => What::Nothing,
        _ if !class.is_application() && !class.is(Role::Framework) => What::Nothing,
        package => What::Package(package),
    }
}

fn use_of(ids: &[u32], frames: &Stack, what: &[What], signs: &[Option<Sign>], language: &Language) -> Use {
    let of_frame = |id: &u32| what.get(*id as usize).copied().unwrap_or(What::Nothing);
    let passes = |frame: &Frame, class: &FrameClass| class.is(Role::Container) || language.passes_on(frame);
    let seen: Vec<Seen> = ids.iter().zip(frames).map(|(id, (frame, class))| (of_frame(id), passes(frame, class))).collect();
    let d = decide(&seen);
    let name = |i: usize| method_name(frames[i].0, language);
    let inside = d.own.map_or_else(|| seen.iter().rposition(|(_, passes)| *passes).map_or(0, |p| p + 1), |own| own + 1);
    let same = |i: &usize| d.at.is_some_and(|at| seen[at].0 == seen[*i].0 && seen[*i].0 != What::Own);
    let by = |i: &usize| d.by.is_some_and(|by| seen[*i].0 == What::Known(by));
    let methods: Vec<String> = (inside..seen.len()).filter(same).map(name).collect();
    let after = d.at.map_or(inside, |at| at + 1);
    let does = (after..seen.len()).find(by).map(name).unwrap_or_default();
    let sign = {
        let signs: Vec<Option<Sign>> = ids.iter().map(|id| signs.get(*id as usize).copied().flatten()).collect();
        let frames: Vec<&Frame> = frames.iter().map(|(f, _)| *f).collect();
        let inside = seen.iter().rposition(|(_, passes)| *passes).map_or(0, |p| p + 1);
        sign_of(&seen, &signs, &frames, inside)
    };
    Use {
        purpose: d.purpose,
        package: d.package.to_owned(),
        by: d.by,
        own: d.own.map(|own| (name(own), frames[own].0.line)).unwrap_or_default(),
        methods,
        does,
        path: path(&seen, d.purpose, d.by, name),
        sign: sign.map(|(sign, at)| (sign, name(at))),
        // whatever native code lies further in
        in_elements: seen.iter().rev().find_map(|(what, _)| what.is_of_elements()).unwrap_or(false),
        sends_serialised: d.purpose == Purpose::Server
            && d.at.and_then(|at| asking_serialiser(&seen[..at])).is_some_and(|i| !frames[i..].iter().any(|(f, _)| reads(&f.method))),
    }
}

/// The innermost frame of the serialiser that calls what comes after `before`; `None` where own code or a package that it calls does, or a client, which sends
/// to somebody else. Frames that pass a request on may lie between: a server takes by them what it is to send.
fn asking_serialiser(before: &[Seen]) -> Option<usize> {
    let asks = |(what, _): &Seen| matches!(what, What::Own | What::Package(_) | What::Known(Purpose::Serialising));
    let at = before.iter().rposition(asks)?;
    let of_client = before.iter().any(|(what, _)| *what == What::Known(Purpose::Client));
    (before[at].0 == What::Known(Purpose::Serialising) && !of_client).then_some(at)
}

/// Whether a method takes in what a request says: `read`, `doRead`, `realReadBytes`, `fill`.
fn reads(method: &str) -> bool {
    method.starts_with("read") || method.contains("Read") || method.starts_with("fill")
}

/// From the first method of own code that has the request, or where there is none from the last frame that passed it on, to what the CPU is used for. What
/// only passes requests on is left out, and of own code that calls own code the first and the last.
fn path(seen: &[Seen], purpose: Purpose, by: Option<Purpose>, name: impl Fn(usize) -> String) -> Vec<Step> {
    let begins = seen.iter().rposition(|(_, passes)| *passes).map_or(0, |p| p + 1);
    let begins = (begins..seen.len()).find(|i| seen[*i].0 == What::Own).unwrap_or(begins);
    let mut steps: Vec<Step> = Vec::new();
    for (i, (what, _)) in seen.iter().enumerate().skip(begins) {
        let step = match what {
            What::Own => Step::Own(name(i)),
            What::Package(p) => Step::Package((*p).to_owned()),
            What::Known(p) if p.rank() >= super::purpose::Rank::Area && !p.passes_on() => Step::Of(*p),
            _ => continue,
        };
        let of_own = |s: &Step| matches!(s, Step::Own(_));
        match steps.as_slice() {
            [.., last] if *last == step => {}
            [.., before, last] if of_own(&step) && of_own(last) && of_own(before) => *steps.last_mut().expect("it has two") = step,
            _ => steps.push(step),
        }
        if matches!(steps.last(), Some(Step::Of(p)) if *p == purpose) {
            return steps;
        }
    }
    let last = match purpose {
        Purpose::Own | Purpose::Package => by.map(Step::Of),
        p => Some(Step::Of(p)),
    };
    steps.extend(last.filter(|l| steps.last() != Some(l)));
    steps
}

/// `CatalogueController.list`, also where it is a lambda in it.
fn method_name(frame: &Frame, language: &Language) -> String {
    let name = language.method_name(frame);
    let Some((class, method)) = name.split_once(".lambda$") else { return name };
    format!("{class}.{}", method.split('$').next().unwrap_or(method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_serialiser_asks_for_what_no_own_code_or_package_asks_for_within_it() {
        let of = |line: &'static str| {
            let seen = |word: &'static str| match word {
                "own" => (What::Own, false),
                "package" => (What::Package("npm:x"), false),
                "json" => (What::Known(Purpose::Serialising), false),
                "client" => (What::Known(Purpose::Client), false),
                "container" => (What::Known(Purpose::Server), true),
                _ => (What::Known(Purpose::Framework), false),
            };
            asking_serialiser(&line.split(" > ").map(seen).collect::<Vec<_>>()).is_some()
        };
        for (line, asks) in [
            ("container > own > json", true),
            ("own > json > framework > container", true),
            ("own > json > own", false),
            ("own > json > package", false),
            ("container > own > framework", false),
            ("json > own > container", false),
            ("own > client > json", false),
            ("container", false),
        ] {
            assert_eq!(of(line), asks, "{line}");
        }
    }

    #[test]
    fn what_takes_in_a_request_is_told_by_its_methods() {
        assert!(["read", "readBytes", "doRead", "realReadBytes", "fill", "fillReadBuffer"].into_iter().all(reads));
        assert!(!["write", "doWrite", "flushBuffer", "spread"].into_iter().any(reads));
    }
}
