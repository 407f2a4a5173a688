//! One document: what the text prints stands in the JSON.

use super::{opts, summary};
use crate::agreement::{figures_in, figures_of};
use crate::fixture;
use crate::outputs::text::ledger_table;

#[test]
fn every_figure_of_the_text_is_a_figure_of_the_json() {
    for c in fixture::all() {
        let known = figures_of(&crate::json(&c.run, &c.diagnosis));
        for s in [summary(&c, &opts(100)), ledger_table(&c.diagnosis, &opts(100))] {
            let shown = figures_in(&s);
            let unknown: Vec<&String> = shown.difference(&known).collect();
            assert!(shown.len() > 10 && unknown.is_empty(), "{unknown:?} of\n{s}");
        }
    }
}
