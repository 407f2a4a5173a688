//! Signs of work that a request repeats although its result could be kept, or that a request needs no such work for: looked up again, built again, thrown, or a
//! collection in memory gone through. A sign cuts across purposes: a mapper that is built for each use looks up classes, uses reflection and fills maps.
//!
//! The outermost frame of a sign inside own code or what own code called counts: whoever builds a validator makes it look up its texts. Going through a
//! collection is the last of them, and only where nothing else happens inside: own code, and means of the platform.

use super::decide::{Seen, What};
use super::purpose::{Purpose, Rank};
use crate::language::Language;
use model::{Frame, FrameKind};
use serde::Deserialize;

/// What a frame is a sign of. The names are keys of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// Finding and reading what was found before: classes, bundles of texts, templates, entries of archives, providers.
    LookUp,
    /// Building what is meant to be shared: mappers, patterns, formats, validators, factories, keys.
    Build,
    /// Making exceptions and filling their stack traces.
    Throw,
    /// Going through a collection: filtering, sorting, copying it.
    Scan,
    /// No sign: work of the request begins again inside one, which then says nothing of it.
    Work,
}

impl Sign {
    /// Its name in tables and in the JSON.
    pub fn id(self) -> &'static str {
        match self {
            Self::LookUp => "look-up",
            Self::Build => "build",
            Self::Throw => "throw",
            Self::Scan => "scan",
            Self::Work => "work",
        }
    }
}

/// The sign of a stack and its frame; `signs` and `seen` by frame, the outermost first, from the frame `inside` on.
pub(super) fn sign_of(seen: &[Seen<'_>], signs: &[Option<Sign>], frames: &[&Frame], inside: usize) -> Option<(Sign, usize)> {
    let of = |i: usize| signs[i].filter(|s| *s != Sign::Scan).map(|s| (s, i));
    let inside = (inside..seen.len()).rfind(|i| signs[*i] == Some(Sign::Work)).map_or(inside, |i| i + 1);
    (inside..seen.len()).find_map(of).or_else(|| scan(seen, signs, frames, inside).map(|i| (Sign::Scan, i)))
}

/// The frame at which own code goes through a collection, and does nothing else there.
fn scan(seen: &[Seen<'_>], signs: &[Option<Sign>], frames: &[&Frame], inside: usize) -> Option<usize> {
    let begins = |i: &usize| {
        let own_before = seen[inside..*i].iter().any(|(what, _)| *what == What::Own);
        own_before && (signs[*i] == Some(Sign::Scan) || is_callback(seen, frames, *i))
    };
    let at = (inside..seen.len()).find(begins)?;
    let only = |(what, passes): &Seen<'_>| {
        !passes
            && match what {
                What::Own | What::Nothing => true,
                What::Known(p) => *p == Purpose::Copying || (p.rank() == Rank::Means && !p.is_contention() && *p != Purpose::Network),
                What::Package(_) => false,
            }
    };
    seen[at..].iter().all(only).then_some(at)
}

/// Whether frame `i` is a function without a name that lies within the function which calls it: what a loop of the runtime, which no sample shows, does with each
/// element.
fn is_callback(seen: &[Seen<'_>], frames: &[&Frame], i: usize) -> bool {
    let (Some(before), inner) = (i.checked_sub(1), frames[i]) else { return false };
    let outer = frames[before];
    let own = seen[before].0 == What::Own && seen[i].0 == What::Own;
    own && inner.method == "(anonymous)" && inner.class == outer.class && inner.line >= outer.line && inner.kind != FrameKind::Native
}

/// What each frame of a run is a sign of.
pub(super) fn signs(frames: &[Frame], language: &Language) -> Vec<Option<Sign>> {
    frames.iter().map(|f| language.sign_of(f)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(class: &str, method: &str, line: u32) -> Frame {
        Frame { class: class.into(), method: method.into(), line, kind: FrameKind::Compiled }
    }

    /// `own > build > look-up`, each word a frame; what is no sign and not own is a collection.
    fn sign(line: &str) -> Option<(Sign, usize)> {
        let words: Vec<&str> = line.split(" > ").collect();
        let sign = |w: &&str| [Sign::LookUp, Sign::Build, Sign::Throw, Sign::Scan, Sign::Work].into_iter().find(|s| s.id() == *w);
        let signs: Vec<Option<Sign>> = words.iter().map(sign).collect();
        let seen = |w: &&str| match *w {
            "own" => (What::Own, false),
            "driver" => (What::Known(Purpose::Driver), false),
            _ => (What::Known(Purpose::Collections), false),
        };
        let frames: Vec<Frame> = words.iter().map(|w| frame("java.util.X", w, 1)).collect();
        sign_of(&words.iter().map(seen).collect::<Vec<_>>(), &signs, &frames.iter().collect::<Vec<_>>(), 0)
    }

    #[test]
    fn the_outermost_sign_counts_and_a_scan_only_where_nothing_else_happens() {
        for (line, told) in [
            ("own > build > look-up > list", Some((Sign::Build, 1))),
            ("own > look-up > throw", Some((Sign::LookUp, 1))),
            ("own > list > throw", Some((Sign::Throw, 2))),
            ("own > scan > own > list", Some((Sign::Scan, 1))),
            ("own > scan > own > driver", None),
            ("own > scan > own > build", Some((Sign::Build, 3))),
            ("scan > own > list", None),
            ("own > list", None),
            ("look-up > work > own", None),
            ("look-up > work > look-up > list", Some((Sign::LookUp, 2))),
        ] {
            assert_eq!(sign(line), told, "{line}");
        }
    }

    #[test]
    fn a_function_without_a_name_within_its_caller_is_what_a_loop_does() {
        let frames = [frame("src/search.ts", "find", 10), frame("src/search.ts", "(anonymous)", 12)];
        let own = [(What::Own, false), (What::Own, false)];
        let of = |frames: &[Frame]| sign_of(&own, &[None, None], &frames.iter().collect::<Vec<_>>(), 0);
        assert_eq!(of(&frames), Some((Sign::Scan, 1)));
        assert_eq!(of(&[frames[1].clone(), frames[0].clone()]), None, "a function that has a name");
        assert_eq!(of(&[frame("src/other.ts", "find", 10), frames[1].clone()]), None, "of another file");
    }
}
