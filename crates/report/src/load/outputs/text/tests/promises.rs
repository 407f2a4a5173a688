//! What holds for the text of every run.

use super::super::text;
use super::{at_80, opts};
use crate::TextOptions;
use crate::agreement::{figures_in, figures_of};
use crate::load::fixture;
use crate::load::outputs::json::json;
use crate::paragraph::columns;
use model::message;
use words::{Lang, as_ids, say};

#[test]
fn every_figure_of_the_text_is_a_figure_of_the_json() {
    for c in fixture::all() {
        let known = figures_of(&json(&c.report));
        let s = text(&c.report, &opts(120));
        let shown = figures_in(&s);
        let unknown: Vec<&String> = shown.difference(&known).collect();
        assert!(shown.len() > 10 && unknown.is_empty(), "{unknown:?} of {}\n{s}", c.name);
    }
}

#[test]
fn no_line_is_wider_than_asked_for() {
    for c in fixture::all() {
        for width in [40, 57, 80, 100, 160] {
            for ascii in [false, true] {
                let s = text(&c.report, &TextOptions { ascii, ..opts(width) });
                assert!(s.lines().all(|l| columns(l) <= width), "{width}:\n{s}");
            }
        }
    }
}

#[test]
fn ascii_is_ascii_and_says_the_same() {
    for c in fixture::all() {
        let s = text(&c.report, &TextOptions { ascii: true, ..opts(80) });
        assert!(s.is_ascii(), "{s}");
        assert_eq!(figures_in(&s), figures_in(&at_80(&c)));
    }
}

#[test]
fn colour_changes_nothing_but_the_colour() {
    for c in fixture::all() {
        let coloured = text(&c.report, &TextOptions { color: true, ..opts(80) });
        assert!(coloured.contains("\u{1b}[1"));
        let mut plain = String::new();
        for (i, part) in coloured.split("\u{1b}[").enumerate() {
            plain.push_str(if i == 0 { part } else { part.split_once('m').expect("every sequence here is a colour").1 });
        }
        assert_eq!(plain, at_80(&c));
    }
}

#[test]
fn text_of_the_service_cannot_move_the_cursor() {
    let mut c = fixture::failing();
    c.report.errors[0].sample = "evil\u{1b}[2J\u{7}\nline".to_owned();
    c.report.routes[0].name = "a\u{1b}[31mb".to_owned();
    let s = text(&c.report, &opts(1_000));
    assert!(!s.contains(['\u{1b}', '\u{7}']) && s.contains("evil[2J line") && s.contains("a[31mb"), "{s}");
}

#[test]
fn a_run_without_any_request_still_says_so() {
    let s = as_ids(|| text(&crate::load::LoadReport::default(), &opts(80)));
    assert!(s.starts_with("! load/rate(rate: \"0\")"), "{s}");
}

#[test]
fn a_korean_page_says_the_same_without_english_words() {
    let english: Vec<&str> = include_str!("../../../en.ftl").split(|c: char| !c.is_ascii_alphabetic()).filter(|w| w.len() > 3).collect();
    for c in [fixture::good(), fixture::waiting(), fixture::several()] {
        let s = text(&c.report, &TextOptions { lang: Lang::Ko, ..opts(100) });
        assert!(s.contains(&say(&message!("load/label-generator"), Lang::Ko)) && s.lines().all(|l| columns(l) <= 100), "{s}");
        let labels = s.lines().filter(|l| !l.contains("http")).flat_map(|l| l.split_whitespace());
        let left: Vec<&str> = labels.filter(|w| english.contains(w)).collect();
        assert!(left.is_empty(), "{left:?}\n{s}");
    }
}
