//! Where and how it was measured, how to get everything as data, and what the words mean.

use super::code::command;
use super::page::Section;
use super::view::View;
use maud::{Markup, html};
use model::message;

pub(super) fn section(view: &View) -> Section {
    let body = html! {
        (facts(view))
        h3 { (view.say(message!("html/as-data"))) }
        (command(&view.say(message!("html/json-command", run: name(&view.doc.run.id)))))
        h3 { (view.say(message!("html/glossary"))) }
        (glossary(view))
    };
    Section { id: "appendix", title: message!("html/appendix"), body }
}

fn facts(view: &View) -> Markup {
    let (run, e) = (&view.doc.run, &view.doc.environment);
    let components: Vec<String> = e
        .target
        .components
        .iter()
        .map(|c| [c.id.clone(), c.limit.map(|l| format!("({l})")).unwrap_or_default(), c.detail.clone()].join(" ").trim().to_owned())
        .collect();
    let processes = std::iter::once(&e.target).chain(&e.replicas).map(|t| t.pid.to_string()).collect::<Vec<_>>().join(", ");
    let cpus = e.target.cpus.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let rows = [
        (message!("html/fact-command"), run.command.clone()),
        (message!("html/fact-url"), run.url.clone()),
        (message!("html/fact-seed"), run.seed.clone()),
        (message!("html/fact-started"), run.started_at.clone()),
        (message!("html/fact-tool"), view.doc.tool.version.clone()),
        (message!("html/fact-host"), [e.host.name.as_str(), e.host.kernel.as_str()].join(" ").trim().to_owned()),
        (message!("html/fact-process"), processes),
        (message!("html/fact-target"), e.target.command.clone()),
        (message!("html/fact-cpus"), cpus),
        (message!("html/fact-components"), components.join(" · ")),
    ];
    html! {
        dl class="facts" {
            @for (label, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) { div { dt { (view.say(label)) } dd { (value) } } }
        }
    }
}

/// Words that the page uses as one does not use them every day.
fn glossary(view: &View) -> Markup {
    let words = [
        (message!("html/word-evidence"), message!("html/means-evidence")),
        (message!("html/word-open"), message!("html/means-open")),
        (message!("html/word-saturation"), message!("html/means-saturation")),
        (message!("html/word-hold"), message!("html/means-hold")),
        (message!("html/word-unexplained"), message!("html/means-unexplained")),
        (message!("html/word-percentile"), message!("html/means-percentile")),
        (message!("html/word-at-most"), message!("html/means-at-most")),
    ];
    html! { dl class="glossary" { @for (word, means) in words { dt { (view.say(word)) } dd { (view.say(means)) } } } }
}
