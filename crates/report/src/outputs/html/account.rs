//! Where the time of a request goes, level by level: bars of milliseconds, and the same in figures. What is unexplained is always there.

use super::chart::{Segment, bar, meter};
use super::page::Section;
use super::table::{Column, cell, figures, known, table, words};
use super::view::View;
use crate::document::{Ledger, Part};
use crate::outputs::text::{parts_in_order, remarks};
use maud::{Markup, html};
use model::message;
use words::figures::{figure, ms, per_s, percent, with_error};

/// Share of the response time at some level from which a part has a letter of its own.
const OWN_LETTER: f64 = 0.015;

/// Share of a bar from which a segment has room for its letter, on the page and in a card.
const ROOM: f64 = 0.022;
const ROOM_IN_CARD: f64 = 0.12;

pub(super) fn section(view: &View) -> Option<Section> {
    if view.doc.ledger.is_empty() {
        return None;
    }
    let status = view.diagnosis.verdict.status;
    let remarks = view.heaviest().map(|l| remarks(l, status, view.doc.verdict.evidence_name)).unwrap_or_default();
    let body = html! {
        p class="note" { (view.say(message!("html/account-note"))) }
        (bars(view, true))
        (table_of(view, false))
        details { summary { (view.say(message!("html/all-parts"))) } (table_of(view, true)) }
        @for r in remarks { p class="note" { (view.say(r)) } }
    };
    Some(Section { id: "time", title: message!("html/account"), body })
}

/// The bars alone, for a card.
pub(super) fn small(view: &View) -> Option<Markup> {
    let link = || html! { a href="#time" { (view.say(message!("html/account-small"))) } };
    let legend = || html! { @for (letter, name) in in_card(view) { b { (letter) } " " (name) " · " } };
    (!view.doc.ledger.is_empty()).then(|| html! { figure class="mini" { (bars(view, false)) figcaption { (legend()) (link()) } } })
}

/// The letters that the bars of a card show, each with its part.
fn in_card(view: &View) -> Vec<(String, String)> {
    let all = &view.doc.ledger;
    let shown = |path: &str| {
        let part = |l: &&Ledger| l.parts.iter().any(|p| p.path == path && p.ms / length(l).max(f64::MIN_POSITIVE) >= ROOM_IN_CARD);
        all.iter().find(part)
    };
    let named = |(letter, part): (String, &Part)| Some((letter, name(view, shown(&part.path)?, part)));
    lettered(all).into_iter().filter_map(named).collect()
}

/// Parts that have a letter, in the order of the account.
fn lettered(all: &[Ledger]) -> Vec<(String, &Part)> {
    let share = |p: &Part| all.iter().flat_map(|l| &l.parts).filter(|x| x.path == p.path).map(|x| x.share.abs()).fold(0.0, f64::max);
    let large: Vec<&Part> = parts_in_order(all).into_iter().filter(|p| share(p) >= OWN_LETTER).collect();
    large.into_iter().enumerate().map(|(i, p)| (letter(i), p)).collect()
}

/// a, b ... z, aa, ab ...
fn letter(i: usize) -> String {
    let one = |i: usize| char::from(b'a' + (i % 26) as u8).to_string();
    if i < 26 { one(i) } else { format!("{}{}", one(i / 26 - 1), one(i)) }
}

/// A bar for each level: shares of the time of a request there, and beside it how long that is.
fn bars(view: &View, with_ends: bool) -> Markup {
    let (all, letters) = (&view.doc.ledger, lettered(&view.doc.ledger));
    let longest = all.iter().map(|l| l.response_ms).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        div class={ "bars" @if !with_ends { " bare" } } {
            @for l in all {
                div class="level" {
                    span class="rate" { (per_s(l.level_per_s)) }
                    (bar(&label(view, l), &segments(view, l, &letters), if with_ends { ROOM } else { ROOM_IN_CARD }))
                    span class="total" { (ms(l.response_ms)) (meter(l.response_ms / longest, None)) }
                }
            }
        }
    }
}

/// What a bar needs: parts may be more than the response where they overlap.
fn length(l: &Ledger) -> f64 {
    let parts: f64 = l.parts.iter().map(|p| p.ms.max(0.0)).sum();
    l.response_ms.max(parts + l.unexplained_ms.max(0.0))
}

fn segments(view: &View, l: &Ledger, letters: &[(String, &Part)]) -> Vec<Segment> {
    let whole = length(l).max(f64::MIN_POSITIVE);
    let of = |(letter, part): &(String, &Part)| {
        let p = l.parts.iter().find(|p| p.path == part.path)?;
        Some(Segment {
            share: p.ms / whole,
            class: class(p),
            letter: letter.clone(),
            title: format!("{} · {}", name(view, l, p), amount(p)),
        })
    };
    let mut all: Vec<Segment> = letters.iter().filter_map(of).collect();
    let rest: f64 = rest(l, letters);
    let smaller = view.say(message!("account/smaller"));
    all.push(Segment { share: rest / whole, class: "small", letter: String::new(), title: format!("{smaller} · {}", ms(rest)) });
    let open = view.say(message!("account/unexplained"));
    let title = format!("{open} · {} ms", with_error(l.unexplained_ms, l.unexplained_se_ms));
    all.push(Segment { share: l.unexplained_ms / whole, class: "open", letter: "?".to_owned(), title });
    all
}

/// Parts without a letter, together.
fn rest(l: &Ledger, letters: &[(String, &Part)]) -> f64 {
    l.parts.iter().filter(|p| !letters.iter().any(|(_, known)| known.path == p.path)).map(|p| p.ms).sum()
}

/// What kind of thing a part is, by which it is coloured.
fn class(p: &Part) -> &'static str {
    match p.name.id.as_deref().unwrap_or_default() {
        "account/pool-wait"
        | "account/worker-queue"
        | "account/loop-wait"
        | "account/thread-wait"
        | "account/client-pool-wait"
        | "account/answer-wait"
        | "account/call-turn"
        | "account/unread"
        | "account/poller"
        | "account/turned-away" => "wait",
        "account/remote" | "account/cache" => "remote",
        "account/database" | "account/network" => "database",
        "account/cpu" | "account/outside-dispatch" | "account/request-io" | "account/parallel" | "verbatim" => "cpu",
        "account/stopped" | "account/collecting" | "account/run-queue" => "stopped",
        "account/late-send" => "late",
        _ => "other",
    }
}

/// `holding the DB connection › remote call`.
fn name(view: &View, l: &Ledger, p: &Part) -> String {
    let group = p.group.as_ref().and_then(|path| l.groups.iter().find(|g| g.path == *path));
    group.map(|g| &g.name).into_iter().chain([&p.name]).map(|w| view.read(w)).collect::<Vec<_>>().join(" › ")
}

fn amount(p: &Part) -> String {
    p.at_most_ms.map_or_else(|| format!("{} ({})", ms(p.ms), percent(p.share)), |most| format!("<= {}", ms(most)))
}

fn label(view: &View, l: &Ledger) -> String {
    let mut parts: Vec<&Part> = l.parts.iter().filter(|p| !p.minor).collect();
    parts.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let parts = parts.iter().map(|p| format!("{} {}", name(view, l, p), amount(p))).collect::<Vec<_>>().join("; ");
    let says = message!("html/account-label", rate: PerSecond(l.level_per_s), response: Ms(l.response_ms), parts: name(parts));
    view.say(says)
}

/// The account in figures, which is the legend of the bars; with every part, or with the small ones in one row.
fn table_of(view: &View, is_whole: bool) -> Markup {
    let (all, letters) = (&view.doc.ledger, lettered(&view.doc.ledger));
    let letter_of = |p: &Part| letters.iter().find(|(_, known)| known.path == p.path).map(|(letter, _)| letter.as_str());
    let named = |p: &Part| all.iter().find(|l| l.parts.iter().any(|x| x.path == p.path)).map_or_else(String::new, |l| name(view, l, p));
    let row = |name: Markup, cell: &dyn Fn(&Ledger) -> Markup| [name].into_iter().chain(all.iter().map(cell)).collect::<Vec<Markup>>();
    let say = |m| view.say(m);
    let parts = parts_in_order(all).into_iter().filter(|p| is_whole || letter_of(p).is_some());
    let mut rows: Vec<Vec<Markup>> = parts
        .map(|p| {
            let name = html! { (swatch(class(p), letter_of(p).unwrap_or_default())) (named(p)) };
            row(name, &|l| known(l.parts.iter().find(|x| x.path == p.path).map(amount_in_ms)))
        })
        .collect();
    if !is_whole {
        let name = html! { (swatch("small", "")) (say(message!("account/smaller"))) };
        rows.push(row(name, &|l| cell(figure(rest(l, &letters)))));
    }
    let open = html! { (swatch("open", "?")) (say(message!("account/unexplained"))) };
    rows.push(row(open, &|l| cell(with_error(l.unexplained_ms, l.unexplained_se_ms))));
    rows.push(row(html! { b { (say(message!("account/response-ms"))) } }, &|l| html! { b { (figure(l.response_ms)) } }));
    if is_whole {
        rows.push(row(cell(say(message!("account/cpu-by-scheduler"))), &|l| known(l.scheduler_cpu_ms.map(figure))));
    }
    rows.push(row(cell(say(message!("account/account"))), &|l| cell(closing(view, l))));
    let levels = all.iter().map(|l| figures(per_s(l.level_per_s)));
    let columns: Vec<Column> = [words(say(message!("account/answers")))].into_iter().chain(levels).collect();
    table("account", &say(message!("html/account-caption")), &columns, rows)
}

fn amount_in_ms(p: &Part) -> String {
    p.at_most_ms.map_or_else(|| figure(p.ms), |most| format!("<= {}", figure(most)))
}

fn closing(view: &View, l: &Ledger) -> String {
    view.say(match (l.has_stacks, l.open, l.closes) {
        (false, ..) => message!("account/row-no-stacks"),
        (_, false, _) => message!("account/row-closed-load"),
        (_, _, true) => message!("account/row-closes"),
        (_, _, false) => message!("account/row-does-not-close"),
    })
}

/// The colour and letter of a part; those without a letter share one colour.
fn swatch(class: &'static str, letter: &str) -> Markup {
    let class = if letter.is_empty() { "small" } else { class };
    html! {
        svg class="swatch" width="20" height="16" aria-hidden="true" {
            rect class={ "seg " (class) } width="20" height="16" {}
            text class={ "letter on-" (class) } x="10" y="12" text-anchor="middle" { (letter) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        assert_eq!([0, 25, 26, 27, 52].map(letter), ["a", "z", "aa", "ab", "ba"]);
    }
}
