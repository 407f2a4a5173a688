//! The page of each kind of verdict; and that it says what the text says.

use super::*;
use crate::fixture::{self, Case};
use words::Lang;

fn said(case: Case, lang: Lang) -> String {
    let j = Judged::new(case.run, case.diagnosis);
    let options = TextOptions { lang, ..TextOptions::default() };
    String::from_utf8(OUTPUT.render(&j, &options).expect("a page")).expect("text")
}

#[test]
fn a_named_cause_comes_with_its_id_evidence_account_and_fix() {
    let page = words::as_ids(|| said(fixture::found(), Lang::En));
    let first = page.lines().next().expect("a line");
    assert_eq!(first, "## ✖ connection-held-across-remote-call/headline `connection-held-across-remote-call`");
    let parts = ["### text/label-evidence\n", "### account/where(rate: ", "### text/label-not\n", "### text/label-fix\n"];
    for part in parts.into_iter().chain(["<details><summary>text/label-quality</summary>"]) {
        assert!(page.contains(part), "{part} in:\n{page}");
    }
    assert!(page.ends_with("</details>\n"), "{page}");
}

#[test]
fn every_verdict_has_a_page_in_both_languages() {
    for case in [fixture::found, fixture::none, fixture::inconclusive] {
        for lang in [Lang::En, Lang::Ko] {
            let page = said(case(), lang);
            assert!(page.starts_with("## ") && page.contains("| --- | ---: |"), "{page}");
            // every row of a table has as many cells as its head
            let cells = |l: &str| l.replace("\\|", "").matches('|').count();
            let mut width = None;
            for line in page.lines() {
                match (line.starts_with('|'), width) {
                    (true, None) => width = Some(cells(line)),
                    (true, Some(w)) => assert_eq!(cells(line), w, "{line}"),
                    (false, _) => width = None,
                }
            }
        }
    }
}
