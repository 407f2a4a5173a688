//! Lines of objectives: whether each holds, where that was seen, and up to which rate.

use super::opts;
use crate::fixture;
use crate::outputs::text::text;
use words::Lang;

/// The lines of objectives of the run whose limit is 184/s.
fn said(objectives: &[&str], lang: Lang) -> Vec<String> {
    let mut case = fixture::found();
    case.run.info.objectives = objectives.iter().map(|o| (*o).to_owned()).collect();
    let page = text(&case.run, &case.diagnosis, &crate::TextOptions { lang, ..opts(200) });
    assert!(page.lines().count() <= 25, "{page}");
    let marks = ["✔ ", "✖ ", "? "];
    let lines = page.lines().skip(1).map(|l| l.trim().trim_start_matches("SLO").trim());
    lines.filter(|l| marks.iter().any(|m| l.starts_with(m))).map(str::to_owned).collect()
}

#[test]
fn each_says_where_it_was_seen_and_how_far_it_holds() {
    let asked = ["mean<300ms", "mean<150ms", "mean<80ms", "mean<1ms", "tps>=180", "tps>=500", "p99.99<10s"];
    assert_eq!(
        said(&asked, Lang::En),
        [
            "✔ mean<300ms: 112 ms at 150/s",
            "✔ mean<150ms: 112 ms at 150/s (not at saturation: 262 ms at 184/s)",
            "✖ mean<80ms: 112 ms at 150/s (holds up to 113/s)",
            "✖ mean<1ms: 112 ms at 150/s (holds at no level)",
            "✔ tps>=180: 184/s",
            "✖ tps>=500: 184/s",
            "? p99.99<10s: not judged: not enough requests: p99.99 takes 10,001, there were 1,199",
        ]
    );
    assert_eq!(said(&["mean<80ms"], Lang::Ko), ["✖ mean<80ms: 150/s에서 112 ms (113/s까지 지켜짐)"]);
    assert!(said(&[], Lang::En).is_empty());
}
