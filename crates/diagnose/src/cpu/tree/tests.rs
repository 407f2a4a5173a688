//! Trees of profiles that are written by hand, and of any.

use super::*;
use crate::cpu::{CodeFrame, Sample, View};
use crate::language::Function;
use proptest::prelude::*;

/// A profile of `requests` from lines like `shop.Orders.find;java.util.List.sort` with their samples, each of 2 ms.
pub(in crate::cpu) fn profile(requests: f64, lines: &[(&str, f64)]) -> Profile {
    let mut p = Profile {
        run: "7f3a".into(),
        started_unix_ns: 0,
        view: View::Cpu,
        phases: vec!["saturation".into()],
        window_s: (10.0, 20.0),
        is_cut: false,
        processes: vec![7],
        functions: Vec::new(),
        frames: Vec::new(),
        stacks: Vec::new(),
        threads: Vec::new(),
        samples: Vec::new(),
        requests,
        requests_of_all: false,
        span_s: 10.0,
        interval_ms: 2.0,
        by_scheduler: true,
    };
    for (line, count) in lines {
        let stack = line.split(';').filter(|f| !f.is_empty()).map(|name| frame(&mut p, name)).collect();
        p.stacks.push(stack);
        let stack = p.stacks.len() as u32 - 1;
        let (count, ms) = (*count, 2.0 * count);
        p.samples.push(Sample { t_s: 10.0, thread: None, group: Threads::Requests, process: 7, stack, count, ms });
    }
    p
}

/// Of `shop.Orders.find:41`; `shop` is the service's own.
fn frame(p: &mut Profile, name: &str) -> u32 {
    let (full, line) = name.split_once(':').map_or((name, 0), |(n, l)| (n, l.parse().expect("a line")));
    let kind = if full.starts_with("shop.") { CodeKind::Own } else { CodeKind::Library };
    let short = full.rsplitn(3, '.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(".");
    p.functions.push(Function { short, full: full.into(), module: String::new(), kind, has_lines: true });
    p.frames.push(CodeFrame { function: p.functions.len() as u32 - 1, line });
    p.frames.len() as u32 - 1
}

/// Total milliseconds of the nodes of this short name in the first and the second profile.
fn total(tree: &CallTree, short: &str) -> [f64; 2] {
    let of = |side: usize| tree.nodes.iter().filter(|n| n.label.short == short).map(|n| n.total[side].ms).sum();
    [of(0), of(1)]
}

#[test]
fn equal_frames_below_equal_callers_are_one_node_and_lines_are_told_of_own_code_only() {
    let p = profile(
        10.0,
        &[
            ("web.Server.run:5;shop.Orders.find:41;util.List.sort:7", 4.0),
            ("web.Server.run:6;shop.Orders.find:41;util.List.sort:9", 1.0),
            ("web.Server.run:5;shop.Orders.find:43", 5.0),
        ],
    );
    let tree = CallTree::of(&p);
    assert_eq!(tree.root().total[0], Weight { ms: 2.0, samples: 10.0 });
    assert_eq!((total(&tree, "Server.run")[0], total(&tree, "List.sort")[0]), (2.0, 1.0));
    assert_eq!((total(&tree, "Orders.find:41")[0], total(&tree, "Orders.find:43")[0]), (1.0, 1.0));
    assert_eq!(tree.nodes.iter().filter(|n| n.label.short == "List.sort").count(), 1);
}

#[test]
fn two_profiles_stand_side_by_side_per_request() {
    // twice the requests at the same cost of sorting, and a search that is new
    let light = profile(10.0, &[("web.Server.run;util.List.sort", 5.0)]);
    let heavy = profile(20.0, &[("web.Server.run;util.List.sort", 10.0), ("web.Server.run;shop.Orders.search:9", 10.0)]);
    let tree = CallTree::between(&light, &heavy, true);
    assert!(tree.per_request && tree.is_difference);
    assert_eq!((total(&tree, "List.sort"), total(&tree, "Orders.search:9")), ([1.0, 1.0], [0.0, 1.0]));
    let run = tree.nodes.iter().find(|n| n.label.short == "Server.run").expect("it is there");
    assert_eq!(tree.nodes[run.children[0]].label.short, "Orders.search:9", "the largest difference comes first");
    let other_code = profile(10.0, &[("web.Server.run;shop.Orders.search:12", 5.0)]);
    let tree = CallTree::between(&other_code, &heavy, false);
    assert_eq!(total(&tree, "Orders.search"), [1.0, 1.0], "lines of another version of the code are not the same lines");
}

#[test]
fn without_requests_time_is_that_of_the_stretch() {
    let tree = CallTree::of(&profile(0.0, &[("web.Server.run", 5.0)]));
    assert!(!tree.per_request && tree.root().total[0].ms == 10.0);
}

/// What a node has is what it does itself and what it calls; the root has all samples.
fn adds_up(tree: &CallTree) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
    tree.nodes.iter().all(|n| {
        (0..2).all(|side| {
            let below = n.children.iter().map(|c| tree.nodes[*c].total[side]);
            let sum = below.fold(n.own[side], |a, b| Weight { ms: a.ms + b.ms, samples: a.samples + b.samples });
            near(sum.ms, n.total[side].ms) && near(sum.samples, n.total[side].samples)
        })
    })
}

fn any_profile() -> impl Strategy<Value = Profile> {
    let name = prop::sample::select(vec!["shop.A.a:1", "shop.A.a:2", "util.B.b", "util.C.c", "web.D.d"]);
    let line = prop::collection::vec(name, 0..6).prop_map(|names| names.join(";"));
    let lines = prop::collection::vec((line, 1..50_u32), 1..40);
    (lines, 1..1000_u32).prop_map(|(lines, requests)| {
        let lines: Vec<(&str, f64)> = lines.iter().map(|(l, n)| (l.as_str(), f64::from(*n))).collect();
        profile(f64::from(requests), &lines)
    })
}

proptest! {
    #[test]
    fn the_sums_of_a_tree_equal_the_samples(a in any_profile(), b in any_profile()) {
        let one = CallTree::of(&a);
        prop_assert!(adds_up(&one));
        prop_assert!((one.root().total[0].samples - a.count()).abs() < 1e-6);
        prop_assert!((one.root().total[0].ms * a.requests - a.total_ms()).abs() < 1e-6);
        let two = CallTree::between(&a, &b, true);
        prop_assert!(adds_up(&two));
        prop_assert!((two.root().total[1].samples - b.count()).abs() < 1e-6);
        prop_assert_eq!(two.root().total[0], one.root().total[0]);
    }

    #[test]
    fn an_outline_adds_up_but_for_what_is_too_small(p in any_profile(), least in 0.0..0.3_f64, depth in 1..6_usize) {
        let tree = CallTree::of(&p);
        let outline = Outline::of(&tree, Detail { depth, least_share: least });
        prop_assert!(outline.rows.iter().all(|r| r.depth < depth && r.share[0] >= least));
        // at the top nothing is in itself: rows and rest are all of it, but for one share that is too small for a row
        let top: f64 = outline.rows.iter().filter(|r| r.depth == 0).map(|r| r.share[0]).sum();
        prop_assert!(top <= 1.0 + 1e-9 && top >= 1.0 - least - 1e-9, "{}", top);
    }
}
