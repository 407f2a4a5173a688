//! Lines of objectives: whether each holds, where that was seen, and up to which rate.

use super::{WIDE, opts};
use crate::fixture;
use crate::outputs::text::text;
use model::{Message, message};
use words::{Lang, say};

/// The lines of objectives of the run whose limit is 184/s.
fn said(objectives: &[&str], lang: Lang) -> Vec<String> {
    let mut case = fixture::found();
    case.run.info.objectives = objectives.iter().map(|o| (*o).to_owned()).collect();
    let page = |width| text(&case.run, &case.diagnosis, &crate::TextOptions { lang, ..opts(width) });
    assert!(page(200).lines().count() <= 25, "{}", page(200));
    let (marks, label) = (["✔ ", "✖ ", "? "], say(&message!("objectives/label"), lang));
    let page = page(WIDE);
    let lines = page.lines().skip(1).map(|l| l.trim().trim_start_matches(label.as_str()).trim());
    lines.filter(|l| marks.iter().any(|m| l.starts_with(m))).map(str::to_owned).collect()
}

#[test]
fn each_says_where_it_was_seen_and_how_far_it_holds() {
    let mean = |objective: &str| message!("objectives/seen-at", objective: name(objective), seen: name("112 ms"), rate: PerSecond(150.0));
    let rate = |objective: &str| message!("objectives/seen", objective: name(objective), seen: name("184/s"));
    let few = message!("load/too-few", metric: name("p99.99"), needed: Count(10_001.0), came: Count(1_199.0));
    let want: [(&str, &str, Message); 7] = [
        ("mean<300ms", "✔", mean("mean<300ms")),
        ("mean<150ms", "✔", message!("objectives/beyond", says: (mean("mean<150ms")), seen: name("262 ms"), rate: PerSecond(184.0))),
        ("mean<80ms", "✖", message!("objectives/holds-to", says: (mean("mean<80ms")), rate: PerSecond(113.0))),
        ("mean<1ms", "✖", message!("objectives/holds-nowhere", says: (mean("mean<1ms")))),
        ("tps>=180", "✔", rate("tps>=180")),
        ("tps>=500", "✖", rate("tps>=500")),
        ("p99.99<10s", "?", message!("objectives/not-judged", objective: name("p99.99<10s"), why: (few))),
    ];
    let asked = want.each_ref().map(|(objective, ..)| *objective);
    for lang in Lang::ALL {
        assert_eq!(said(&asked, lang), want.each_ref().map(|(_, mark, says)| format!("{mark} {}", say(says, lang))));
        assert!(said(&[], lang).is_empty());
    }
}
