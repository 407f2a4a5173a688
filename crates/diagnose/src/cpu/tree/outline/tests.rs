//! Outlines of trees that are written by hand.

use super::*;
use crate::cpu::tree::tests::profile;

/// `depth name > name share` for each row.
fn told(lines: &[(&str, f64)], detail: Detail) -> Vec<String> {
    let outline = Outline::of(&CallTree::of(&profile(10.0, lines)), detail);
    let name = |kind: &RowKind| match kind {
        RowKind::Chain(links) => links.iter().map(|l| l.short.as_str()).collect::<Vec<_>>().join(" > "),
        RowKind::Itself => "itself".into(),
        RowKind::Rest(n) => format!("{n} more"),
    };
    outline
        .rows
        .iter()
        .map(|r| format!("{} {} {:.0}{}", r.depth, name(&r.kind), r.share[0] * 100.0, if r.is_cut { " ..." } else { "" }))
        .collect()
}

const DETAIL: Detail = Detail { depth: 9, least_share: 0.05 };

#[test]
fn a_chain_of_frames_that_each_call_but_the_next_is_one_row() {
    let lines = [
        ("web.Server.run;web.Chain.next;shop.Orders.list:41;util.List.sort", 60.0),
        ("web.Server.run;web.Chain.next;shop.Orders.list:41;util.Map.get", 30.0),
        ("web.Server.run;web.Chain.next;shop.Orders.list:41", 7.0),
        ("web.Server.run;web.Log.write", 3.0),
    ];
    assert_eq!(
        told(&lines, DETAIL),
        ["0  100", "1 Server.run > Chain.next > Orders.list:41 100", "2 List.sort 60", "2 Map.get 30", "2 itself 7"]
    );
}

#[test]
fn a_chain_ends_where_it_has_lost_as_much_as_would_have_a_row() {
    // each step loses 3 %: together they are too much for one row
    let lines = [("a.A.a", 3.0), ("a.A.a;a.B.b", 3.0), ("a.A.a;a.B.b;a.C.c", 94.0)];
    assert_eq!(told(&lines, DETAIL), ["0  100", "1 A.a > B.b 100", "2 C.c 94"]);
}

#[test]
fn small_things_are_told_together_where_they_are_large_together() {
    let lines: Vec<(String, f64)> = (0..5).map(|i| (format!("a.A.a;a.B{i}.b"), 2.0)).chain([("a.A.a;a.C.c".into(), 90.0)]).collect();
    let lines: Vec<(&str, f64)> = lines.iter().map(|(l, n)| (l.as_str(), *n)).collect();
    assert_eq!(told(&lines, DETAIL), ["0  100", "1 A.a 100", "2 C.c 90", "2 5 more 10"]);
}

#[test]
fn rows_that_would_be_too_deep_are_left_out_and_that_is_told() {
    let lines = [("a.A.a;a.B.b", 50.0), ("a.A.a;a.C.c", 50.0)];
    assert_eq!(told(&lines, Detail { depth: 2, ..DETAIL }), ["0  100", "1 A.a 100 ..."]);
}

#[test]
fn what_only_one_of_two_profiles_has_is_shown() {
    let (before, after) = (profile(10.0, &[("a.A.a", 50.0), ("a.Gone.g", 50.0)]), profile(10.0, &[("a.A.a", 50.0)]));
    let outline = Outline::of(&CallTree::between(&before, &after, true), DETAIL);
    let gone = outline.rows.iter().find(|r| matches!(&r.kind, RowKind::Chain(l) if l[0].short == "Gone.g")).expect("it has a row");
    assert_eq!((gone.total[0].ms, gone.total[1].ms, gone.share), (10.0, 0.0, [0.5, 0.0]));
}
