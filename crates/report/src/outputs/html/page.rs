//! The page of a verdict: its ribbon, and which sections it has in which order. What is around them is [`super::frame`].

use super::assets::Form;
use super::frame::{Frame, date};
use super::timeline::Timeline;
use super::view::View;
use super::{
    account, appendix, cpu, evidence, experiments, failures, levels, live, quality, rejected, remedy, start, tail, timeline, traffic,
    verdict, warm_up,
};
use maud::{Markup, html};
use model::message;
use words::figures::bytes;

pub(super) use super::frame::Section;

/// The whole page.
pub(super) fn page(view: &View, form: Form) -> String {
    let timeline = Timeline::of(view);
    let sections = sections(view, timeline.as_ref());
    Frame {
        lang: view.lang,
        form,
        version: &view.doc.tool.version,
        title: view.say(message!("html/title", service: name(service(view)), says: name(view.read(&view.doc.verdict.headline)))),
        ribbon: ribbon(view),
        first: (message!("html/verdict"), verdict::section(view)),
        sections: &sections,
        data: live::data(view, timeline.as_ref()),
    }
    .page()
}

fn sections(view: &View, timeline: Option<&Timeline>) -> Vec<Section> {
    let of_what_is_there = [
        evidence::section(view),
        start::section(view),
        tail::section(view),
        levels::section(view),
        failures::section(view),
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

/// Which service, which run, where and when.
fn ribbon(view: &View) -> Markup {
    let (doc, e) = (view.doc, &view.doc.environment);
    let (cpus, allowed) = (f64::from(e.host.cpus), e.target.cpus.len() as f64);
    let is_part = allowed > 0.0 && allowed < cpus;
    let all = || message!("html/cpus", cpus: Count(cpus));
    let cpus = if is_part { message!("html/cpus-of", allowed: Count(allowed), cpus: Count(cpus)) } else { all() };
    let memory = (e.host.memory_bytes > 0).then(|| message!("html/memory", memory: name(bytes(e.host.memory_bytes as f64))));
    let service = service(view);
    let runtime = [e.target.runtime.as_str(), e.target.runtime_version.as_str()].join(" ");
    // a service that is known by its runtime alone is not named twice
    let runtime = Some(runtime.trim()).filter(|runtime| !runtime.is_empty() && *runtime != service);
    html! {
        header class="ribbon" {
            p class="service" {
                strong { (service) }
                @if !e.target.framework.is_empty() { span { (e.target.framework) } }
                @if let Some(runtime) = runtime { span { (runtime) } }
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

/// How the service is called: by its URL, which is what people know it by; else by its process, with the routes that were asked.
fn service(view: &View) -> String {
    let (run, target) = (&view.doc.run, &view.doc.environment.target);
    if !run.url.is_empty() {
        return run.url.clone();
    }
    let process = if target.name.is_empty() { view.say(message!("html/a-service")) } else { target.name.clone() };
    let routes = view.doc.requests.routes.as_deref().unwrap_or_default();
    match routes {
        [] => process,
        [one] => format!("{process} · {}", one.name),
        [first, rest @ ..] => {
            let more = message!("html/routes-more", route: name(&first.name), more: Count(rest.len() as f64));
            format!("{process} · {}", view.say(more))
        }
    }
}
