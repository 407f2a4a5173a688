//! A chain of calls in so many columns: the innermost frame is always told, then the service's own code, then what calls native code.

use crate::paragraph::{clean, columns};
use diagnose::cpu::{Label, Whose};
use diagnose::language::CodeKind;

/// Between two frames of which one calls the other, and what stands for those that are left out.
const CALLS: &str = " › ";
const GAP: &str = "…";
/// A chain of so many frames is told in full where there is room.
const IN_FULL: usize = 4;

/// Whether a frame is the service's own code.
pub(super) fn is_own(l: &Label) -> bool {
    l.whose == Whose::Code(CodeKind::Own)
}

/// The chain in at most `room` columns.
pub(super) fn told(links: &[Label], room: usize, ascii: bool) -> String {
    let last = links.len() - 1;
    let find = |f: fn(&Label) -> bool| (0..links.len()).filter(|i| f(&links[*i])).collect::<Vec<usize>>();
    let own = find(is_own);
    // a native frame alone tells little
    let managed = find(|l| !is_native(l)).last().copied().filter(|_| is_native(&links[last])).into_iter().collect::<Vec<_>>();
    let choices: [&[&[usize]]; 5] = [
        &[&own, &managed, &[last]],
        &[own.get(..1).unwrap_or_default(), own.last().map_or(&[][..], std::slice::from_ref), &managed, &[last]],
        &[own.last().map_or(&[][..], std::slice::from_ref), &managed, &[last]],
        &[own.last().map_or(&managed, std::slice::from_ref), &[last]],
        &[&[last]],
    ];
    let in_full = (links.len() <= IN_FULL).then(|| (0..links.len()).collect::<Vec<_>>());
    let kept = choices.iter().map(|parts| {
        let mut kept = parts.concat();
        kept.sort_unstable();
        kept.dedup();
        kept
    });
    let shown = in_full.into_iter().chain(kept).map(|kept| clean(&joined(links, &kept), ascii)).collect::<Vec<_>>();
    let fits = shown.iter().find(|text| columns(text) <= room);
    fits.cloned().unwrap_or_else(|| cut(shown.last().map_or("", String::as_str), room, ascii))
}

fn is_native(l: &Label) -> bool {
    matches!(l.whose, Whose::Code(CodeKind::Native | CodeKind::Kernel))
}

/// The frames `kept`, with a mark where some are left out.
fn joined(links: &[Label], kept: &[usize]) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut next = 0;
    for i in kept {
        if *i > next {
            out.push(GAP);
        }
        out.push(&links[*i].short);
        next = i + 1;
    }
    out.join(CALLS)
}

/// The end of a name that is too long: names tell more there.
fn cut(text: &str, room: usize, ascii: bool) -> String {
    let backwards: String = text.chars().rev().collect();
    if columns(text) <= room {
        text.to_owned()
    } else {
        format!("{}{}", mark(ascii), fitting(&backwards, room, ascii).chars().rev().collect::<String>())
    }
}

/// The beginning of a sentence that is too long.
pub(super) fn cut_end(text: &str, room: usize, ascii: bool) -> String {
    if columns(text) <= room { text.to_owned() } else { format!("{}{}", fitting(text, room, ascii), mark(ascii)) }
}

fn mark(ascii: bool) -> String {
    clean(GAP, ascii)
}

/// So much of the beginning of a text as leaves room for the mark.
fn fitting(text: &str, room: usize, ascii: bool) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if columns(&out) + columns(&c.to_string()) + columns(&mark(ascii)) > room {
            break;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(names: &[&str]) -> Vec<Label> {
        let kind = |n: &str| match n {
            n if n.starts_with("Orders") => CodeKind::Own,
            n if n.starts_with("__") => CodeKind::Native,
            _ => CodeKind::Library,
        };
        names.iter().map(|n| Label { whose: Whose::Code(kind(n)), full: (*n).into(), short: (*n).into() }).collect()
    }

    #[test]
    fn the_innermost_frame_is_kept_longest_and_then_own_code() {
        let chain = links(&["Server.run", "Chain.next", "Orders.list:41", "Proxy.call", "Orders.sort:52", "List.sort"]);
        let at = |room| told(&chain, room, false);
        assert_eq!(at(90), "… › Orders.list:41 › … › Orders.sort:52 › List.sort");
        assert_eq!(at(40), "… › Orders.sort:52 › List.sort");
        assert_eq!(at(20), "… › List.sort");
        assert_eq!(at(8), "…st.sort");
        assert_eq!(told(&chain, 90, true), "... > Orders.list:41 > ... > Orders.sort:52 > List.sort");
        assert_eq!(told(&chain, 8, true), "....sort");
    }

    #[test]
    fn what_calls_native_code_is_told_with_it() {
        let chain = links(&["Server.run", "Chain.next", "Socket.write", "Native.write0", "__libc_write", "__write"]);
        assert_eq!(told(&chain, 90, false), "… › Native.write0 › … › __write");
        assert_eq!(told(&chain, 14, false), "… › __write");
    }

    #[test]
    fn short_chains_are_told_in_full_and_others_by_their_ends() {
        assert_eq!(told(&links(&["A.a", "B.b", "C.c"]), 90, false), "A.a › B.b › C.c");
        assert_eq!(told(&links(&["A.a", "B.b", "C.c", "D.d", "E.e"]), 90, false), "… › E.e");
        assert_eq!(told(&links(&["A.a"]), 90, false), "A.a");
    }

    #[test]
    fn sentences_are_cut_at_their_end() {
        assert_eq!(cut_end("garbage collection", 10, false), "garbage c…");
        assert_eq!(cut_end("garbage", 10, false), "garbage");
    }
}
