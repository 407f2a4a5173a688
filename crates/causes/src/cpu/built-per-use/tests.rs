//! Named where building fills a core, told where the core has room, silent elsewhere.

use crate::tests::built::{collecting_beside, end_site_in, full_core_of_levels};
use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};
use crate::tests::verdict;
use model::{Allocated, Observation, WallProfile};

const BUILDS: [&str; 3] =
    ["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"];

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    owns_the_core("built-per-use", &BUILDS);
    is_undecided_below_its_name("built-per-use", &BUILDS);
}

#[test]
fn what_a_hot_place_does_for_the_most_part_is_named_before_the_place() {
    // 28 % of the CPU at saturation, and 35 % at the levels below it
    let d = verdict(full_core_of_levels(&BUILDS, |f| if f >= 1.0 { 0.34 } else { 0.42 }, 1.0));
    assert_eq!(d.verdict.cause, Some("built-per-use"), "{:#?}", d.verdict);
    assert!(d.verdict.reason.says("facts/cpu-owned-in-place"), "{}", d.verdict.reason);
}

#[test]
fn what_collecting_its_objects_costs_goes_with_it() {
    let in_heap = |made: Option<u64>, (full, young): (f64, f64)| {
        let mut run = collecting_beside(0.4, 0.15, full, young);
        end_site_in(&mut run, &BUILDS);
        let builds = |ids: &Vec<u32>| ids.iter().any(|f| run.stacks.frames[*f as usize].method == "<init>");
        let stack = run.stacks.stacks.iter().position(builds).expect("a stack of the site") as u32;
        let by = |stack, bytes| Allocated { stack, class: String::new(), bytes, samples: 50 };
        let allocated = made.map(|bytes| vec![by(stack, bytes), by(0, 1_000_000_000 - bytes)]).unwrap_or_default();
        let heavy = run.phases.last().expect("levels");
        let (phase, start, end) = (heavy.id.clone(), heavy.start, heavy.end.expect("ended"));
        run.apply(Observation::Wall(WallProfile { phase, start, end, allocated, ..WallProfile::default() }));
        let d = verdict(run);
        let h = d.hypothesis("built-per-use").expect("heard").clone();
        (h.claims[0].value, h.gain.expect("a bound").bound_per_s, h.reason.find("facts/cpu-owned-collected").is_some())
    };
    let of = |made| in_heap(made, (0.3, 1.0));
    let (alone, bound, told) = of(None);
    assert!(!told, "nobody sampled its objects");
    let (whole, higher, told) = of(Some(800_000_000));
    // four fifths of the bytes ask for four fifths of the collections
    assert!((whole - alone - 0.12).abs() < 0.01 && told && higher > 1.1 * bound, "{alone} {whole} {bound} {higher}");
    let (little, _, told) = of(Some(50_000_000));
    assert!((little - alone) < 0.01 && !told, "{little}");
    // a heap that is nearly full is collected whatever it makes
    let (full, _, told) = in_heap(Some(800_000_000), (0.95, 0.2));
    assert!((full - alone).abs() < 0.01 && !told, "{full}");
}
