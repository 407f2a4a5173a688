//! The page holds what it promises, of every kind of verdict.

mod assets;
pub(crate) mod reading;
mod scripts;

use super::assets::{Form, SCRIPT, STYLE};
use super::html;
use super::live::tests::unpacked;
use crate::agreement::{figures_in, figures_of};
use crate::fixture::{self, Case};
use crate::{Judged, TextOptions, json};
use diagnose::EvidenceLevel;
use diagnose::experiment::{DoseEffect, Experiment};
use model::Message;
use reading::{read, section};
use words::{Lang, as_ids};

fn all() -> Vec<Judged> {
    let more = [fixture::full_core(), fixture::two_processes(), proven()];
    fixture::all().into_iter().chain(more).map(|c: Case| Judged::new(c.run, c.diagnosis)).collect()
}

fn page(j: &Judged, lang: Lang) -> String {
    html(j, &TextOptions { lang, ..TextOptions::default() }, Form::File)
}

/// The page by ids and arguments.
fn by_ids(j: &Judged) -> String {
    as_ids(|| page(j, Lang::En))
}

/// The page without its styles and its script, which are the same in every page.
fn marks(page: &str) -> String {
    page.replacen(STYLE, "", 1).replacen(SCRIPT, "", 1)
}

#[test]
fn every_figure_of_first_lines_and_cards_is_in_the_document() {
    for j in all() {
        let known = figures_of(&json(&j.run, &j.diagnosis));
        for lang in Lang::ALL {
            let page = page(&j, lang);
            let text = ["verdict", "why"].iter().filter_map(|id| section(&page, id)).map(read).collect::<String>();
            let shown = figures_in(&text);
            let unknown: Vec<&String> = shown.difference(&known).collect();
            assert!(!shown.is_empty() && unknown.is_empty(), "{unknown:?} in {text}");
        }
    }
}

#[test]
fn the_first_lines_say_the_same_figures_in_every_language() {
    for j in all() {
        let [english, korean] = Lang::ALL.map(|lang| figures_in(&read(section(&page(&j, lang), "verdict").expect("it is there"))));
        assert_eq!(english, korean);
    }
}

#[test]
fn the_badge_and_the_dots_say_how_far_the_evidence_goes() {
    use EvidenceLevel::{Coincides, Explains, Fixed, Hint, Proven};
    for (evidence, badge, dots) in
        [(Hint, "likely", 0), (Coincides, "likely", 1), (Explains, "named", 2), (Proven, "proven", 3), (Fixed, "proven", 4)]
    {
        let mut c = fixture::found();
        c.diagnosis.verdict.evidence = evidence;
        let page = by_ids(&Judged::new(c.run, c.diagnosis));
        let verdict = section(&page, "verdict").expect("it is there");
        assert!(verdict.contains(&format!("html/kind(what: {badge})")), "{badge}: {verdict}");
        assert_eq!((verdict.matches("class=\"on\"").count(), verdict.matches('○').count()), (dots, 4 - dots));
    }
}

#[test]
fn a_limit_far_beyond_the_fix_is_not_told() {
    for (next_per_s, told) in [(1_000.0, true), (2_000.0, false)] {
        let mut c = fixture::found();
        for h in &mut c.diagnosis.hypotheses {
            let gain = h.gain.as_mut();
            if let Some(g) = gain {
                (g.bound_per_s, g.model_per_s) = (500.0, 500.0);
                g.next_limit.as_mut().expect("known").per_s = next_per_s;
            }
        }
        let page = by_ids(&Judged::new(c.run, c.diagnosis));
        let verdict = section(&page, "verdict").expect("it is there");
        assert_eq!(verdict.contains("html/other-limit"), told, "{verdict}");
    }
}

#[test]
fn nothing_is_loaded() {
    for page in all().iter().flat_map(|j| Lang::ALL.map(|lang| page(j, lang))) {
        let marks = marks(&page);
        for mark in [" style=", " onclick", "http-equiv=\"refresh", " src=", "action=", "@import", "url(http"] {
            assert!(!marks.contains(mark), "{mark}");
        }
        let links = marks.match_indices("href=\"").map(|(at, m)| &marks[at + m.len()..]);
        assert!(links.into_iter().all(|l| l.starts_with('#') || l.starts_with("data:,\"")), "a link leads out of the page");
    }
}

#[test]
fn nothing_is_said_of_a_service_where_the_generator_was_the_limit() {
    let c = fixture::generator_limited();
    let page = page(&Judged::new(c.run, c.diagnosis), Lang::En);
    assert!(["why", "not", "fix", "what-if"].iter().all(|id| section(&page, id).is_none()));
    assert!(read(section(&page, "verdict").expect("it is there")).contains("94 %"));
}

#[test]
fn links_lead_to_what_is_there_and_ids_are_given_once() {
    for page in all().iter().map(|j| page(j, Lang::En)) {
        let values = |mark: &'static str| {
            page.match_indices(mark).map(|(at, m)| page[at + m.len()..].split('"').next().unwrap_or_default()).collect::<Vec<_>>()
        };
        let ids = values(" id=\"");
        let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        for link in values("href=\"#") {
            assert!(ids.contains(&link), "#{link} leads nowhere");
        }
    }
}

#[test]
fn a_page_says_its_language_and_has_one_first_heading() {
    let j = &all()[0];
    for lang in Lang::ALL {
        let page = page(j, lang);
        assert!(page.contains(&format!("<html lang=\"{}\">", lang.code())) && page.ends_with('\n'));
        assert_eq!(page.matches("<h1").count(), 1);
    }
}

#[test]
fn what_is_not_known_of_a_service_cannot_become_marks() {
    let mut c = fixture::found();
    c.diagnosis.verdict.site = "<img src=x onerror=alert(1)>\u{202e}\u{7}".to_owned();
    c.run.info.url = "http://h/\"><script>alert(1)</script>".to_owned();
    c.run.warnings.push(("odd".to_owned(), "</style><script>".into()));
    let page = page(&Judged::new(c.run, c.diagnosis), Lang::En);
    let marks = marks(&page);
    assert_eq!(marks.matches("<script").count(), 2, "its data, and the script");
    assert!(!marks.contains("<img") && !marks.contains("<script>alert") && !page.contains(['\u{202e}', '\u{7}']));
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;") && !unpacked(&page).to_string().contains('\u{202e}'));
}

#[test]
fn every_drawing_says_what_it_shows() {
    for page in all().iter().map(|j| page(j, Lang::Ko)) {
        for (at, _) in page.match_indices("role=\"img\"") {
            let mark = page[at..].split('>').next().unwrap_or_default();
            let label = mark.split("aria-label=\"").nth(1).and_then(|l| l.split('"').next());
            assert!(label.is_some_and(|l| !l.trim().is_empty()), "{mark}");
        }
    }
}

#[test]
fn unexplained_stands_at_every_level() {
    for j in all() {
        let page = by_ids(&j);
        let levels = j.diagnosis.ledgers.len();
        let time = section(&page, "time").expect("there are levels");
        assert_eq!(time.matches("class=\"level\"").count(), levels);
        assert_eq!(time.matches("account/unexplained · ").count(), j.diagnosis.ledgers.iter().filter(|l| l.unexplained_ms > 0.0).count());
        assert!(read(time).contains("account/unexplained"));
    }
}

#[test]
fn a_run_without_any_level_has_a_page_as_well() {
    let mut c = fixture::inconclusive();
    c.diagnosis.levels.clear();
    c.diagnosis.ledgers.clear();
    let page = by_ids(&Judged::new(c.run, c.diagnosis));
    assert!(section(&page, "time").is_none() && section(&page, "verdict").is_some_and(|s| read(s).contains("text/not-clear")));
}

/// An experiment that showed what was predicted.
fn proven() -> Case {
    let mut c = fixture::found();
    let dose = |value: f64, ratio: f64| DoseEffect {
        value,
        per_s: (190.0, 190.0 * ratio),
        ratio,
        interval: (ratio - 0.008, ratio + 0.009),
        predicted: Some((ratio - 0.02, ratio + 0.02)),
        rival: Some((0.99, 1.0)),
    };
    c.diagnosis.experiments.push(Experiment {
        id: "e1".into(),
        kind: "perturb".into(),
        intervention: "delay-calls".into(),
        subject: Message::verbatim("calls to auth:9000, later by so many milliseconds"),
        cause: "connection-held-across-remote-call".into(),
        rival: "cpu-saturated".into(),
        blocks: 6,
        doses: vec![dose(2.0, 0.963), dose(5.0, 0.912), dose(10.0, 0.837)],
        control: Some((1.002, (0.995, 1.009))),
        control_flat: true,
        outcome: diagnose::experiment::Outcome::Proven,
        sentence: Message::verbatim("10 ms more on that call took 190/s to 159/s, as predicted"),
        restored: true,
    });
    c.diagnosis.verdict.evidence = diagnose::EvidenceLevel::Proven;
    c
}

#[test]
fn an_experiment_stands_with_what_was_predicted_and_what_came() {
    let c = proven();
    let page = by_ids(&Judged::new(c.run, c.diagnosis));
    let proof = read(section(&page, "proof").expect("there was one"));
    let said = ["text/experiment(outcome: proven, ", "restored: yes)", "text/control(ratio: ", "1.002"];
    for says in said.into_iter().chain(["0.837", "0.829..0.846", "0.817..0.857", "159/s"]) {
        assert!(proof.contains(says), "{says} in {proof}");
    }
    assert!(!page.contains("tightspot prove") && !page.contains("html/prove-how"), "what was proven is not to be proven again");
    assert!(page.contains("html/ladder(level: 3, most: 4)"));
}

#[test]
fn an_error_that_ended_the_command_stands_above_all() {
    let c = fixture::found();
    let mut j = Judged::new(c.run, c.diagnosis);
    j.error =
        Some(serde_json::json!({ "what": "the service died", "what_message": { "en": "the service died", "ko": "서비스가 죽었습니다" } }));
    assert!(by_ids(&j).contains("html/ended-by(error: &quot;the service died&quot;)"));
    assert!(page(&j, Lang::Ko).contains("서비스가 죽었습니다"));
}

#[test]
fn a_share_of_the_cpu_is_drawn_as_one() {
    let mut c = fixture::full_core();
    let heavy = c.diagnosis.levels.last().expect("levels");
    let says = Message::verbatim("building takes 42 % of the CPU per request");
    let claim = diagnose::Claim::at(heavy, "cpu_share", 0.42, "1", says.clone()).from(&[diagnose::claim::STACKS]);
    let mut h = diagnose::Hypothesis::new("built-per-use", diagnose::Status::Supported, says);
    h.claims = vec![claim];
    c.diagnosis.hypotheses.insert(0, h);
    c.diagnosis.verdict.status = diagnose::VerdictStatus::Found;
    c.diagnosis.verdict.cause = Some("built-per-use");
    let page = by_ids(&Judged::new(c.run, c.diagnosis));
    let why = section(&page, "why").expect("there is a cause");
    assert!(why.contains("html/this-work(share: 0.42)") && why.contains("width=\"42%\""), "{why}");
}
