//! Pages at several widths, and what is said on them.

use super::*;
use crate::cpu::fixture;
use crate::paragraph::columns;
use words::{Lang, as_ids};

fn written(p: &Profiled, options: &TextOptions) -> String {
    String::from_utf8(OUTPUT.render(p, options).expect("it renders")).expect("text")
}

fn at(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

/// By ids and arguments, on lines that hold all of them.
fn by_ids(p: &Profiled) -> String {
    as_ids(|| written(p, &at(1_000)))
}

#[test]
fn a_page_has_what_a_request_costs_and_where() {
    insta::assert_snapshot!(by_ids(&fixture::one()));
}

#[test]
fn a_difference_has_both_and_the_change() {
    insta::assert_snapshot!(by_ids(&fixture::two()));
}

#[test]
fn no_line_is_wider_than_the_page() {
    for p in fixture::all() {
        for (width, lang, ascii) in [(40, Lang::En, false), (80, Lang::En, true), (80, Lang::Ko, false), (100, Lang::En, false)] {
            let text = written(&p, &TextOptions { lang, ascii, ..at(width) });
            let widest = text.lines().map(columns).max().unwrap_or(0);
            assert!(widest <= width, "{widest} > {width}:\n{text}");
            assert!(!ascii || text.is_ascii(), "{text}");
            assert!(!text.contains("tree/"), "every message has words: {text}");
        }
    }
}

#[test]
fn a_row_stands_inside_the_one_above_by_less_on_a_narrow_page() {
    for (width, inside) in [(80, 1), (100, 2)] {
        let text = written(&fixture::one(), &at(width));
        let before = text.lines().find_map(|l| l.split_once("… › OrderController.get")).expect("it has a row").0;
        assert_eq!(before.len() - before.trim_end().len(), 2 + inside, "{text}");
    }
}

#[test]
fn own_code_stands_out_where_there_is_colour() {
    let text = written(&fixture::one(), &TextOptions { color: true, ..at(100) });
    assert!(text.contains("\u{1b}[1m… › OrderController.get"), "{text}");
}

#[test]
fn a_page_without_requests_or_scheduler_says_so() {
    let mut profile = fixture::profile(diagnose::cpu::View::Cpu, "saturation");
    (profile.requests, profile.by_scheduler, profile.requests_of_all) = (0.0, false, true);
    let text = by_ids(&Profiled::of(profile, fixture::DETAIL));
    for said in ["tree/heading-without-requests(", "tree/no-scheduler", "tree/requests-of-all"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}
