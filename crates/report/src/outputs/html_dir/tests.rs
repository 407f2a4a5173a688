//! A folder shows the page where inline styles and scripts are forbidden.

use super::{HtmlDir, OUTPUT};
use crate::{Folder as _, Judged, TextOptions, fixture};
use words::Lang;

/// The page and the names of its files, of every kind of verdict.
fn all() -> Vec<(String, Vec<&'static str>)> {
    let cases = fixture::all().into_iter().chain([fixture::full_core(), fixture::two_processes()]);
    let judged = cases.map(|c| Judged::new(c.run, c.diagnosis));
    judged
        .flat_map(|j| Lang::ALL.map(|lang| HtmlDir.files(&j, &TextOptions { lang, ..TextOptions::default() }).expect("it renders")))
        .map(|files| {
            let names = files.iter().map(|f| f.name).collect();
            let page = files.into_iter().next_back().expect("there is one").bytes;
            (String::from_utf8(page).expect("text"), names)
        })
        .collect()
}

#[test]
fn no_element_has_a_style_or_a_script_of_its_own() {
    for (page, _) in all() {
        for mark in ["<style", " style=", " onclick", " onload", "javascript:", "=\"data:", "http-equiv=\"refresh"] {
            assert!(!page.contains(mark), "{mark}");
        }
        for at in page.match_indices("<script").map(|(at, _)| &page[at..]) {
            let mark = at.split('>').next().unwrap_or_default();
            assert!(mark == "<script src=\"page.js\"" || mark.starts_with("<script type=\"application/json\""), "{mark}");
        }
    }
}

#[test]
fn what_the_page_asks_for_lies_beside_it() {
    for (page, names) in all() {
        assert_eq!(names, HtmlDir.names());
        assert!(page.contains("<link rel=\"stylesheet\" href=\"page.css\">") && page.contains("style-src 'self'"));
        let asked = page.match_indices(" src=\"").map(|(at, m)| page[at + m.len()..].split('"').next().unwrap_or_default());
        for src in asked {
            assert!(names.contains(&src), "{src}");
        }
    }
}

#[test]
fn drawings_and_the_verdict_stand_in_the_page_itself() {
    for (page, _) in all() {
        assert!(page.contains("<section id=\"verdict\"") && page.contains("<svg") && page.ends_with("</html>\n"));
    }
}

#[test]
fn it_is_no_single_file() {
    let c = fixture::found();
    let refused = OUTPUT.render(&Judged::new(c.run, c.diagnosis), &TextOptions::default());
    assert!(refused.is_err_and(|e| e.to_string().contains("folder")));
}
