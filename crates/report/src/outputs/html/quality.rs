//! Whether the measurement can be trusted: the generator, the cost of watching, what watched, what was warned of, and the rules that decided.

use super::figures::told;
use super::page::Section;
use super::table::{cell, table, words};
use super::view::View;
use crate::document::{Rule, Sensor};
use maud::{Markup, html};
use model::{SensorState, message};
use words::figures::figure;

pub(super) fn section(view: &View) -> Section {
    let q = &view.doc.quality;
    let lines = view.lines.quality(view.diagnosis.verdict.status);
    let body = html! {
        p { span class={ "grade " (q.grade) } { (view.say(message!("text/grade", grade: kind(q.grade)))) } }
        ul class="plain" { @for line in &lines { li { (told(line)) } } }
        (sensors(view))
        @if view.doc.verdict.cause.is_some() && !view.doc.verdict.rules.is_empty() {
            details { summary { (view.say(message!("html/rules"))) } (rules(view)) }
        }
    };
    Section { id: "quality", title: message!("html/quality"), body }
}

fn sensors(view: &View) -> Markup {
    let all = &view.doc.quality.sensors;
    let on = all.iter().filter(|s| s.state == SensorState::On).map(|s| s.id.as_str()).collect::<Vec<_>>().join(", ");
    let dark: Vec<&Sensor> = all.iter().filter(|s| s.state != SensorState::On).collect();
    let columns = [
        words(view.say(message!("html/sensor"))),
        words(view.say(message!("html/state"))),
        words(view.say(message!("html/reason"))),
        words(view.say(message!("html/not-judged"))),
    ];
    html! {
        h3 { (view.say(message!("html/sensors"))) }
        @if !on.is_empty() { p { (view.say(message!("html/sensors-on"))) " " code { (on) } } }
        @if !dark.is_empty() { (table("wide stack", "", &columns, dark.iter().map(|s| sensor(view, s)))) }
    }
}

fn sensor(view: &View, s: &Sensor) -> Vec<Markup> {
    let state = if s.state == SensorState::Off { "off" } else { "lost" };
    let why = [&s.reason_message, &s.unlock_message].into_iter().flatten().map(|w| view.read(w)).collect::<Vec<_>>().join("; ");
    vec![html! { code { (s.id) } }, cell(view.say(message!("html/sensor-state", state: kind(state)))), cell(why), cell(s.blocks.join(", "))]
}

/// Which rules of the judge decided, and how near it was.
pub(super) fn rules(view: &View) -> Markup {
    let rule = |r: &Rule| html! { li { (told(view.read(&r.when))) (told(&margin(view, r))) " " code { (r.id) } } };
    html! { ul class="plain" { @for r in &view.doc.verdict.rules { (rule(r)) } } }
}

fn margin(view: &View, r: &Rule) -> String {
    let Some(m) = &r.margin else { return String::new() };
    format!(" ({})", view.say(message!("html/margin", value: name(figure(m.value)), threshold: name(figure(m.threshold)))))
}
