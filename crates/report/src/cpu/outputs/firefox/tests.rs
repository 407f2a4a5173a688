//! Stacks are read out of the tables again.

use super::*;
use crate::cpu::fixture;

fn column<'a>(table: &'a Value, name: &str) -> &'a [Value] {
    let column = table[name].as_array().expect("a column");
    assert_eq!(Some(column.len() as u64), table["length"].as_u64(), "{name}");
    column
}

/// Names of a stack, outermost first.
fn names(doc: &Value, mut at: Option<u64>) -> Vec<String> {
    let shared = &doc["shared"];
    let mut all = Vec::new();
    while let Some(stack) = at {
        let frame = column(&shared["stackTable"], "frame")[stack as usize].as_u64().expect("a frame") as usize;
        let function = column(&shared["frameTable"], "func")[frame].as_u64().expect("a function") as usize;
        let name = column(&shared["funcTable"], "name")[function].as_u64().expect("a name") as usize;
        all.push(shared["stringArray"][name].as_str().expect("a string").to_owned());
        let caller = column(&shared["stackTable"], "prefix")[stack as usize].as_u64();
        assert!(caller.is_none_or(|c| c < stack), "callers stand before what they call");
        at = caller;
    }
    all.reverse();
    all
}

#[test]
fn stacks_of_the_tables_are_those_of_the_samples() {
    let p = fixture::one();
    let doc: Value = serde_json::from_slice(&OUTPUT.render(&p, &TextOptions::default()).expect("it renders")).expect("JSON");
    let (mut sum, mut own) = (0.0, 0.0);
    for thread in doc["threads"].as_array().expect("threads") {
        let samples = &thread["samples"];
        let times: Vec<f64> = column(samples, "time").iter().filter_map(Value::as_f64).collect();
        assert!(times.is_sorted() && times.len() as u64 == samples["length"]);
        for (stack, weight) in column(samples, "stack").iter().zip(column(samples, "weight")) {
            let names = names(&doc, stack.as_u64());
            assert!(names[0].starts_with('['), "{names:?}");
            let ms = weight.as_f64().expect("a weight");
            sum += ms;
            own += if names.iter().any(|n| n.starts_with("shop.orders.")) { ms } else { 0.0 };
        }
    }
    let near = |a: f64, b: f64| (a - b).abs() < 1e-6 * b;
    assert!(near(sum, p.last().total_ms()), "{sum}");
    let of_own = p.tree.nodes.iter().filter(|n| n.label.full.starts_with("shop.orders.OrderController.get")).map(|n| n.total[0].ms);
    assert!(near(own, of_own.sum::<f64>() * p.last().requests), "{own}");
}

#[test]
fn it_says_which_version_it_is_and_has_a_grey_category() {
    let doc: Value = serde_json::from_slice(&OUTPUT.render(&fixture::one(), &TextOptions::default()).expect("it renders")).expect("JSON");
    assert_eq!(doc["meta"]["preprocessedProfileVersion"], VERSION);
    assert_eq!(doc["meta"]["categories"][0]["color"], "grey");
    assert!(OUTPUT.render(&fixture::two(), &TextOptions::default()).is_err());
}
