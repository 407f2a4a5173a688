//! The text of runs of known figures.

mod promises;

use super::text;
use crate::TextOptions;
use crate::load::fixture::{self, Case};
use insta::assert_snapshot;
use words::as_ids;

fn opts(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

fn at_80(c: &Case) -> String {
    text(&c.report, &opts(80))
}

/// The text by ids and arguments, on lines that hold all of them.
fn by_ids(c: &Case) -> String {
    as_ids(|| text(&c.report, &opts(1_000)))
}

#[test]
fn a_good_run_begins_with_rate_latency_errors_and_validity() {
    assert_snapshot!(by_ids(&fixture::good()));
}

#[test]
fn waiting_for_a_turn_is_put_into_a_sentence() {
    assert_snapshot!(by_ids(&fixture::waiting()));
}

#[test]
fn an_invalid_run_says_so_first_and_judges_nothing() {
    assert_snapshot!(by_ids(&fixture::invalid()));
}

#[test]
fn failures_come_by_kind_with_a_sample_and_the_objectives_they_broke() {
    assert_snapshot!(by_ids(&fixture::failing()));
}

#[test]
fn a_run_that_was_cut_short_shows_bounds_and_only_the_percentiles_it_can() {
    assert_snapshot!(by_ids(&fixture::cut_short()));
}

#[test]
fn scenarios_have_a_table_of_their_own() {
    let s = by_ids(&fixture::several());
    let table: Vec<&str> = s.lines().skip_while(|l| !l.contains("load/label-scenarios")).take(7).collect();
    assert_snapshot!(table.join("\n"));
    assert!(s.contains(r#"load/of(what: "poll", says: load/spacing(mean: "2", sd: 0.021"#), "{s}");
}
