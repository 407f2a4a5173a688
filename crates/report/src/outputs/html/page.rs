//! The page around the sections: head, ribbon, list of sections.

use super::assets::{Form, SCRIPT, STYLE};
use super::timeline::Timeline;
use super::view::View;
use super::{
    account, appendix, cpu, evidence, experiments, levels, live, quality, rejected, remedy, start, tail, timeline, traffic, verdict,
    warm_up,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use model::{Message, message};
use words::figures::bytes;

/// A part of the page with a heading.
pub(super) struct Section {
    pub(super) id: &'static str,
    pub(super) title: Message,
    pub(super) body: Markup,
}

/// The whole page.
pub(super) fn page(view: &View, form: Form) -> String {
    let timeline = Timeline::of(view);
    let sections = sections(view, timeline.as_ref());
    let title = view.say(message!("html/title", service: name(service(view)), says: name(view.read(&view.doc.verdict.headline))));
    let all = html! {
        (DOCTYPE)
        html lang=(view.lang.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(form.policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "tightspot " (view.doc.tool.version) };
                @if form == Form::File { link rel="icon" href="data:,"; }
                title { (title) }
                @match form {
                    Form::File => { style { (PreEscaped(STYLE)) } }
                    Form::Folder => { link rel="stylesheet" href="page.css"; }
                }
            }
            body {
                a class="skip" href="#verdict" { (view.say(message!("html/skip"))) }
                (patterns())
                div class="sheet" {
                    (ribbon(view))
                    div class="columns" {
                        (outline(view, &sections))
                        main {
                            (verdict::section(view))
                            @for s in &sections { (section(view, s)) }
                            footer { p { (view.say(message!("html/footer", version: name(&view.doc.tool.version)))) } }
                        }
                    }
                }
                (live::data(view, timeline.as_ref()))
                @match form {
                    Form::File => { script { (PreEscaped(SCRIPT)) } }
                    Form::Folder => { script src="page.js" {} }
                }
            }
        }
    };
    harmless(&all.into_string()) + "\n"
}

fn sections(view: &View, timeline: Option<&Timeline>) -> Vec<Section> {
    let of_what_is_there = [
        evidence::section(view),
        start::section(view),
        tail::section(view),
        levels::section(view),
        account::section(view),
        timeline.map(|t| timeline::section(view, t)),
        rejected::section(view),
        experiments::section(view),
        remedy::fix(view),
        remedy::what_if(view),
        cpu::section(view),
        traffic::section(view),
    ];
    let of_every_run = [warm_up::section(view), quality::section(view), appendix::section(view)];
    of_what_is_there.into_iter().flatten().chain(of_every_run).collect()
}

fn section(view: &View, s: &Section) -> Markup {
    let heading = format!("{}-heading", s.id);
    html! {
        section id=(s.id) aria-labelledby=(heading) {
            h2 id=(heading) { a href={ "#" (s.id) } { (view.say(s.title.clone())) } }
            (s.body)
        }
    }
}

fn outline(view: &View, sections: &[Section]) -> Markup {
    html! {
        nav class="outline" aria-label=(view.say(message!("html/outline"))) {
            ol {
                li { a href="#verdict" { (view.say(message!("html/verdict"))) } }
                @for s in sections { li { a href={ "#" (s.id) } { (view.say(s.title.clone())) } } }
            }
        }
    }
}

/// Which service, which run, where and when.
fn ribbon(view: &View) -> Markup {
    let (doc, e) = (view.doc, &view.doc.environment);
    let cpus = message!("html/cpus", cpus: Count(f64::from(e.host.cpus)));
    let memory = (e.host.memory_bytes > 0).then(|| message!("html/memory", memory: name(bytes(e.host.memory_bytes as f64))));
    let runtime = [e.target.runtime.as_str(), e.target.runtime_version.as_str()].join(" ");
    html! {
        header class="ribbon" {
            p class="service" {
                strong { (service(view)) }
                @if !e.target.framework.is_empty() { span { (e.target.framework) } }
                span { (runtime.trim()) }
            }
            ul {
                li { (view.say(cpus)) }
                @if let Some(memory) = memory { li { (view.say(memory)) } }
                @if let Some(quota) = e.cgroup.cpu_quota { li { (view.say(message!("html/quota", cores: Cores(quota)))) } }
                li { time datetime=(doc.run.started_at) { (view.say(message!("html/when", date: name(date(&doc.run.started_at))))) } }
                @if view.span_s() > 0.0 { li { (view.say(message!("html/took", span: Seconds(view.span_s())))) } }
                @if !doc.run.name.is_empty() { li { (doc.run.name) } }
                li { (view.say(message!("html/run", run: name(&doc.run.id)))) }
            }
            @if let Some(error) = view.error() { p class="error" role="alert" { (view.say(message!("html/ended-by", error: name(error)))) } }
        }
    }
}

/// How the service is called: by its URL, which is what people know it by.
fn service(view: &View) -> String {
    let (run, target) = (&view.doc.run, &view.doc.environment.target);
    match (run.url.is_empty(), target.name.is_empty()) {
        (false, _) => run.url.clone(),
        (true, false) => target.name.clone(),
        (true, true) => view.say(message!("html/a-service")),
    }
}

/// `2026-11-18 11:06 UTC` of ISO 8601.
fn date(iso: &str) -> String {
    let minutes = iso.get(..16).unwrap_or(iso);
    format!("{} UTC", minutes.replace('T', " "))
}

/// What fills areas that no colour stands for.
fn patterns() -> Markup {
    html! {
        svg class="defs" width="0" height="0" aria-hidden="true" {
            defs {
                pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect class="hatch-ground" width="6" height="6" {}
                    rect class="hatch-stroke" width="2" height="6" {}
                }
            }
        }
    }
}

/// Names come from the service under test: what could hide or reorder text is dropped, wherever it stands.
fn harmless(page: &str) -> String {
    page.lines().map(|line| crate::paragraph::clean(line, false)).collect::<Vec<_>>().join("\n")
}
