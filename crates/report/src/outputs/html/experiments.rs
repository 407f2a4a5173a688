//! Experiments: what was changed, what was predicted, what came of it, and whether everything is as it was.

use super::chart::{Interval, intervals};
use super::figures::told;
use super::page::Section;
use super::table::{cell, figures, known, table};
use super::view::View;
use crate::document::{Dose, Experiment};
use diagnose::experiment::TRIGGER;
use maud::{Markup, html};
use model::message;
use words::figures::{count, figure, per_s};

/// Where there was none there is no section: the first lines have the command that makes one.
pub(super) fn section(view: &View) -> Option<Section> {
    let all = &view.doc.experiments;
    if all.is_empty() {
        return None;
    }
    let body = html! { @for e in all { (experiment(view, e)) } };
    Some(Section { id: "proof", title: message!("html/proof"), body })
}

fn experiment(view: &View, e: &Experiment) -> Markup {
    html! {
        article class="experiment" {
            p class="lead" { (told(&view.lines.one_experiment(e))) }
            dl class="facts" {
                div { dt { (view.say(message!("html/changed"))) } dd { (view.read(&e.subject)) } }
                div { dt { (view.say(message!("html/blocks"))) } dd { (count(e.blocks as u64)) } }
                @if let Some(c) = &e.cause { div { dt { (view.say(message!("html/tests-cause"))) } dd { code { (c) } } } }
                @if let Some(r) = &e.rival { div { dt { (view.say(message!("html/rival"))) } dd { code { (r) } } } }
                @if e.kind != TRIGGER { div { dt { (view.say(message!("html/restored"))) } dd { (view.say(message!("html/yes-no", is: kind(if e.restored { "yes" } else { "no" })))) } } }
            }
            @if !e.doses.is_empty() { (doses(view, &e.doses)) (figures_of(view, e)) }
        }
    }
}

/// Measured ratios with their intervals, and behind them what was predicted.
fn doses(view: &View, all: &[Dose]) -> Markup {
    let row = |d: &Dose| {
        let predicted = d.predicted.map(|p| (p, "predicted"));
        let rival = d.rival_predicted.map(|p| (p, "rival"));
        Interval {
            name: figure(d.value),
            at: d.ratio,
            ends: d.ci,
            behind: rival.into_iter().chain(predicted).collect(),
            title: format!("{}: {:.3} ({})", figure(d.value), d.ratio, interval(&d.ci)),
        }
    };
    let rows: Vec<Interval> = all.iter().map(row).collect();
    let title = view.say(message!("html/doses"));
    let unchanged = view.say(message!("html/unchanged"));
    let keys = [
        ("whisker-key", message!("html/measured-ratio")),
        ("predicted", message!("html/predicted-ratio")),
        ("rival", message!("html/rival-ratio")),
    ];
    let key = |class: &str| {
        let class = format!("behind {class}");
        html! { svg class="key" width="26" height="10" aria-hidden="true" { rect class=(class) width="26" height="10" {} } }
    };
    html! {
        figure {
            figcaption {
                strong { (title) }
                ul class="legend" {
                    @for (class, name) in keys { li { (key(class)) (view.say(name)) } }
                }
            }
            (intervals(&title, &rows, (1.0, &unchanged), &figure))
        }
    }
}

fn interval(ci: &[f64; 2]) -> String {
    format!("{:.3}..{:.3}", ci[0], ci[1])
}

fn figures_of(view: &View, e: &Experiment) -> Markup {
    let optional = |ci: &Option<[f64; 2]>| known(ci.as_ref().map(interval));
    let columns = [
        figures(view.say(message!("html/dose"))),
        figures(view.say(message!("html/without-it"))),
        figures(view.say(message!("html/with-it"))),
        figures(view.say(message!("html/measured-ratio"))),
        figures(view.say(message!("html/predicted-ratio"))),
        figures(view.say(message!("html/rival-ratio"))),
    ];
    let rows = e.doses.iter().map(|d| {
        let measured = format!("{:.3} ({})", d.ratio, interval(&d.ci));
        let known = [figure(d.value), per_s(d.without_per_s), per_s(d.with_per_s), measured].map(cell);
        known.into_iter().chain([optional(&d.predicted), optional(&d.rival_predicted)]).collect()
    });
    table("", "", &columns, rows)
}
