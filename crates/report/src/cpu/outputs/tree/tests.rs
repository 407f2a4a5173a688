//! Pages at several widths, and what is said on them.

use super::*;
use crate::cpu::fixture;
use crate::paragraph::columns;
use words::Lang;

fn written(p: &Profiled, options: &TextOptions) -> String {
    String::from_utf8(OUTPUT.render(p, options).expect("it renders")).expect("text")
}

fn at(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

#[test]
fn a_page_has_what_a_request_costs_and_where() {
    insta::assert_snapshot!(written(&fixture::one(), &at(80)));
}

#[test]
fn a_difference_has_both_and_the_change() {
    insta::assert_snapshot!(written(&fixture::two(), &at(80)));
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
fn own_code_stands_out_where_there_is_colour() {
    let text = written(&fixture::one(), &TextOptions { color: true, ..at(100) });
    assert!(text.contains("\u{1b}[1m… › OrderController.get"), "{text}");
}

#[test]
fn a_page_without_requests_or_scheduler_says_so() {
    let mut profile = fixture::profile(diagnose::cpu::View::Cpu, "saturation");
    (profile.requests, profile.by_scheduler, profile.requests_of_all) = (0.0, false, true);
    let text = written(&Profiled::of(profile, fixture::DETAIL), &at(100));
    for said in ["no request was answered", "The scheduler was not seen", "per request of all processes"] {
        assert!(text.contains(said), "{said}: {text}");
    }
}
