//! What the CPU does for a request: by purpose, as boxes of calls, and as a tree.

use super::chart::{Box, boxes, meter};
use super::code::command;
use super::figures::told;
use super::page::Section;
use super::table::{cell, figures, table, words};
use super::view::View;
use crate::TextOptions;
use crate::cpu::{Profiled, tree};
use crate::document::{Cpu, CpuPart, CpuSign as Sign};
use crate::outputs::text::cpu_part;
use diagnose::cpu::{Asked, Detail, Label, Profile, Row, RowKind, Whose};
use diagnose::language::CodeKind;
use maud::{Markup, html};
use model::message;
use words::figures::{figure, ms, percent};

/// Rows of the tree, and boxes: what is smaller is added up.
const OF_TREE: Detail = Detail { depth: 12, least_share: 0.01 };
const OF_BOXES: Detail = Detail { depth: 40, least_share: 0.003 };
/// Columns that a row of the tree may have; it scrolls beyond what the page has.
const COLUMNS: usize = 110;
/// Most frames of a chain in the title of its box.
const MOST_FRAMES: usize = 14;

pub(super) fn section(view: &View) -> Option<Section> {
    let profile = Profile::of(view.run, &Asked::default()).ok();
    let has_account = view.doc.cpu.last().is_some_and(|c| !c.parts.is_empty());
    if profile.is_none() && !has_account {
        return None;
    }
    let told_already = view.doc.verdict.cause.is_none() && view.core_is_full();
    let body = html! {
        @if has_account && !told_already { (account(view)) }
        @if let Some(p) = profile { (calls(view, p)) }
    };
    Some(Section { id: "cpu", title: message!("html/cpu"), body })
}

/// By purpose, at the heaviest level.
pub(super) fn account(view: &View) -> Markup {
    let Some(cpu) = view.doc.cpu.last() else { return html! {} };
    let rate = message!("text/cpu-of", ms: Ms(cpu.ms), rate: PerSecond(cpu.per_s));
    let (large, small): (Vec<&CpuPart>, Vec<&CpuPart>) = cpu.parts.iter().partition(|p| p.share >= LEAST);
    let part = |p: &&CpuPart| {
        let tag = p.candidate.then(|| view.say(message!("html/candidate")));
        let says = html! { (told(&cpu_part(&view.lines, p))) @if let Some(tag) = tag { " " span class="tag" { (tag) } } };
        row(p.share, p.ms, says)
    };
    let unseen = (cpu.unseen_ms > 0.0).then(|| row(cpu.unseen_share, cpu.unseen_ms, cell(view.say(message!("text/cpu-unseen")))));
    let columns = [figures(view.say(message!("html/share"))), figures("ms"), words(view.say(message!("html/what-for")))];
    html! {
        p { (told(&view.say(rate))) @if !cpu.closes { " " span class="note" { (view.say(message!("html/cpu-open"))) } } }
        (table("wide stack cpu", "", &columns, large.iter().map(part).chain(unseen)))
        @if !small.is_empty() {
            details { summary { (view.say(message!("account/smaller"))) } (table("wide stack cpu", "", &columns, small.iter().map(part))) }
        }
        @if let Some(signs) = signs(view, cpu) { p class="note" { (told(&signs)) } }
    }
}

/// What stands out across the parts: that which some causes are named by.
fn signs(view: &View, cpu: &Cpu) -> Option<String> {
    let large = cpu.signs.iter().filter(|s| s.of != "work" && s.share >= SIGN_LEAST);
    let one = |s: &Sign| view.say(message!("html/cpu-sign", what: kind(s.of), share: Share(s.share), ms: Ms(s.ms)));
    let all: Vec<String> = large.map(one).collect();
    (!all.is_empty()).then(|| view.say(message!("html/cpu-signs", signs: name(all.join(", ")))))
}

/// Share of the CPU of a request from which a sign is told.
const SIGN_LEAST: f64 = 0.05;
/// Share of the CPU of a request from which a purpose has a row.
const LEAST: f64 = 0.02;

fn row(share: f64, part_ms: f64, says: Markup) -> Vec<Markup> {
    vec![html! { (percent(share)) (meter(share, None)) }, cell(figure(part_ms)), says]
}

fn calls(view: &View, p: Profile) -> Markup {
    let phase = p.phases.join(", ");
    let small = Profiled::of(p, OF_BOXES);
    let outline = small.outline.clone();
    let large = Profiled { outline: diagnose::cpu::Outline::of(&small.tree, OF_TREE), ..small };
    let total = outline.total[0].ms;
    let label = view.say(message!("html/boxes-label", phase: name(&phase), total: Ms(total)));
    html! {
        h3 { (view.say(message!("html/calls", phase: name(&phase)))) }
        p class="note" { (view.say(message!("html/boxes-note"))) }
        figure class="flames" { div class="scroll" tabindex="0" { (boxes(&label, &placed(view, &outline.rows, total))) } }
        details { summary { (view.say(message!("html/tree"))) } (tree_of(view, &large)) }
        (command(&view.say(message!("html/tree-command", run: name(&view.doc.run.id)))))
    }
}

/// The same as rows of text: own code is bold.
fn tree_of(view: &View, p: &Profiled) -> Markup {
    let options = TextOptions { lang: view.lang, ..TextOptions::default() };
    let columns = [figures(view.say(message!("html/share"))), figures("ms"), words(view.say(message!("html/call")))];
    let rows = tree::rows(p, COLUMNS, &options).into_iter().map(|row| {
        // blanks as wide as a digit: rows stand below what calls them
        let indent = "\u{2007}\u{2007}".repeat(row.depth);
        let text = html! { (indent) @if row.is_own { b { (row.text) } } @else { (row.text) } };
        row.figures.into_iter().map(cell).chain([text]).collect()
    });
    table("tree", "", &columns, rows)
}

/// Rows as boxes: each below the one that calls it, beside those that this calls as well.
fn placed(view: &View, rows: &[Row], total: f64) -> Vec<Box> {
    let mut next: Vec<f64> = vec![0.0];
    let mut all = Vec::new();
    for row in rows {
        let share = row.share[0];
        next.resize(row.depth + 2, 0.0);
        let from = next[row.depth];
        next[row.depth] += share;
        next[row.depth + 1] = from;
        let RowKind::Chain(links) = &row.kind else { continue };
        all.push(Box {
            from,
            share,
            depth: row.depth,
            class: class(links),
            name: name(view, links),
            title: title(view, links, row, total),
        });
    }
    all
}

/// Whose code it is: of a chain, the service's own where there is any.
fn class(links: &[Label]) -> &'static str {
    let is = |kind: CodeKind| links.iter().any(|l| l.whose == Whose::Code(kind));
    match &links[0].whose {
        Whose::Code(_) if is(CodeKind::Own) => "own",
        Whose::Code(CodeKind::Kernel | CodeKind::Native) => "native",
        Whose::Code(_) => "library",
        _ => "group",
    }
}

/// The innermost own frame, else the innermost.
fn name(view: &View, links: &[Label]) -> String {
    let own = links.iter().rev().find(|l| l.whose == Whose::Code(CodeKind::Own));
    let last = &links[links.len() - 1];
    match &last.whose {
        Whose::Code(_) => {
            own.map_or_else(|| last.short.clone(), |o| if o == last { o.short.clone() } else { format!("{} › {}", o.short, last.short) })
        }
        other => group(view, other),
    }
}

/// What is no function.
pub(super) fn group(view: &View, whose: &Whose) -> String {
    match whose {
        Whose::Process(pid) => view.say(message!("tree/process", pid: name(pid.to_string()))),
        Whose::Threads(t) => view.say(message!("tree/threads", threads: kind(t.id()), seen: kind("yes"))),
        _ => view.say(message!("html/all-cpu")),
    }
}

/// All frames of the chain, and how much it has.
fn title(view: &View, links: &[Label], row: &Row, total: f64) -> String {
    let names: Vec<String> =
        links.iter().map(|l| if matches!(l.whose, Whose::Code(_)) { l.full.clone() } else { group(view, &l.whose) }).collect();
    let shown = if names.len() > MOST_FRAMES {
        [&names[..2], &["…".to_owned()], &names[names.len() - (MOST_FRAMES - 3)..]].concat()
    } else {
        names
    };
    format!("{} · {}\n{}", percent(row.share[0]), ms(row.share[0] * total), shown.join("\n"))
}
