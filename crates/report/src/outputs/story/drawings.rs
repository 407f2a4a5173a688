//! What is drawn: where the time goes at each level, what the fix gives, what an experiment measured.

use super::svg::{Bar, bars, label};
use crate::document::{Experiment, Gain, Ledger};
use crate::outputs::text::{Lines, part_name};
use model::message;
use words::figures::{ms, per_s};

/// Parts with a colour of their own; the rest is one.
const MOST_PARTS: usize = 5;

/// A drawing with what it shows. The blank lines around it make it a block of HTML, and there is none in it.
pub(crate) fn figure(drawing: &str, caption: &str) -> String {
    let caption = caption.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<figure>\n{drawing}\n<figcaption>{caption}</figcaption>\n</figure>")
}

/// The response time of each planned level by its parts; empty without accounts.
pub(crate) fn time(lines: &Lines) -> String {
    let mut levels: Vec<&Ledger> = lines.doc.ledger.iter().filter(|l| l.open).collect();
    levels.sort_by(|a, b| a.level_per_s.total_cmp(&b.level_per_s));
    let Some(heaviest) = levels.last() else { return String::new() };
    let mut parts: Vec<(&str, String, f64)> =
        heaviest.parts.iter().map(|p| (p.path.as_str(), part_name(heaviest, p, lines.lang), p.ms)).collect();
    parts.sort_by(|a, b| b.2.total_cmp(&a.2));
    parts.truncate(MOST_PARTS);
    let of = |l: &Ledger| -> Vec<f64> {
        let ms = |is: &dyn Fn(&str) -> bool| l.parts.iter().filter(|p| is(&p.path)).map(|p| p.ms).sum::<f64>();
        let each = parts.iter().map(|(path, ..)| ms(&|p| p == *path));
        let others = ms(&|p| parts.iter().all(|(path, ..)| p != *path));
        // an account of more than there was has nothing left over to draw
        each.chain([others, l.unexplained_ms.max(0.0)]).collect()
    };
    let bar = |l: &&Ledger| Bar { label: per_s(l.level_per_s), pieces: of(l), figure: ms(l.response_ms) };
    let last = [message!("story/rest"), message!("story/unexplained")].map(|m| lines.say(&m));
    let legend: Vec<String> = parts.iter().map(|(_, name, _)| name.clone()).chain(last).collect();
    let caption = lines.say(&message!("story/time-caption"));
    figure(&bars(&caption, &legend, &levels.iter().map(bar).collect::<Vec<_>>()), &caption)
}

/// What the service does now, and what it does at most, or at least, when fixed.
pub(super) fn gain(lines: &Lines, g: &Gain) -> String {
    let bar = |what: String, x: f64| Bar { label: label(&what), pieces: vec![x], figure: per_s(x) };
    let all = [bar(lines.say(&message!("story/now")), g.now), bar(lines.say(&message!("story/fixed", way: kind(g.way()))), g.estimate)];
    let caption = lines.say(&message!("story/gain-caption"));
    figure(&bars(&caption, &[], &all), &caption)
}

/// What an experiment measured without the change and with it, for each dose.
pub(super) fn experiment(lines: &Lines, e: &Experiment) -> String {
    let subject = e.subject.say(lines.lang);
    let all: Vec<Bar> = e
        .doses
        .iter()
        .flat_map(|d| {
            let dose = words::figures::figure(d.value);
            [
                Bar { label: lines.say(&message!("story/without")), pieces: vec![d.without_per_s], figure: per_s(d.without_per_s) },
                Bar {
                    label: label(&lines.say(&message!("story/with", dose: name(dose)))),
                    pieces: vec![d.with_per_s],
                    figure: per_s(d.with_per_s),
                },
            ]
        })
        .collect();
    let caption = lines.say(&message!("story/experiment-caption", subject: name(subject)));
    if all.is_empty() { String::new() } else { figure(&bars(&caption, &[], &all), &caption) }
}
