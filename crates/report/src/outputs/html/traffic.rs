//! What went through the service and around it: routes, statements that sessions were seen with, peers, files, processes.

use super::figures::told;
use super::page::Section;
use super::table::{cell, figures, known, table, words};
use super::view::View;
use crate::document;
use maud::{Markup, html};
use model::{Message, SessionState, message};
use std::collections::BTreeMap;
use words::figures::{bytes, count, figure, per_s, percent};

/// Most statements that have a row.
const MOST_STATEMENTS: usize = 12;
/// Most endpoints of other services.
const MOST_ENDPOINTS: usize = 20;
/// Most files.
const MOST_FILES: usize = 20;
/// Most routes.
const MOST_ROUTES: usize = 200;

pub(super) fn section(view: &View) -> Option<Section> {
    let parts = [routes(view), statements(view), peers(view), endpoints(view), files(view), processes(view)];
    if parts.iter().all(Option::is_none) {
        return None;
    }
    let body = html! { @for p in parts.iter().flatten() { (p) } };
    Some(Section { id: "traffic", title: message!("html/traffic"), body })
}

/// One route alone has no table: it is the whole.
fn routes(view: &View) -> Option<Markup> {
    let all = view.doc.requests.routes.as_ref().filter(|r| r.len() > 1)?;
    let columns = [
        words(view.say(message!("html/route"))),
        figures(view.say(message!("html/requests"))),
        figures(view.say(message!("html/answered"))),
        figures(view.say(message!("html/failed"))),
        figures("p50, ms"),
        figures("p95, ms"),
        figures("p99, ms"),
    ];
    let rows = all.iter().take(MOST_ROUTES).map(|r| {
        let times = [r.latency_ms.p50, r.latency_ms.p95, r.latency_ms.p99].map(|t| known(t.map(figure)));
        let counts = [count(r.count), per_s(r.achieved_per_s), count(r.errors)].map(cell);
        [cell(&r.name)].into_iter().chain(counts).chain(times).collect()
    });
    Some(html! { h3 { (view.say(message!("html/routes"))) } (table("", "", &columns, rows)) })
}

/// How often sessions were seen with a statement.
#[derive(Default)]
struct Seen {
    executing: u32,
    locked: u32,
    idle: u32,
}

/// By how many sessions were seen with them in the measured levels. Little's law makes time of it: what is seen twice as often takes twice the time in all.
fn statements(view: &View) -> Option<Markup> {
    let levels: Vec<(f64, f64)> =
        view.doc.load.phases.iter().filter(|p| view.level(&p.id).is_some()).filter_map(|p| Some((p.t0_s, p.t1_s?))).collect();
    let within = |t: f64| levels.iter().any(|(from, to)| t >= *from && t <= *to);
    let mut seen: BTreeMap<&str, Seen> = BTreeMap::new();
    let samples = view.run.sessions.iter().filter(|s| within(view.seconds(s.t)));
    for g in samples.flat_map(|s| &s.groups).filter(|g| !g.statement.is_empty()) {
        let of = seen.entry(&g.statement).or_default();
        match g.state {
            SessionState::Active if g.wait.is_lock() => of.locked += g.count,
            SessionState::Active => of.executing += g.count,
            SessionState::IdleInTransaction => of.idle += g.count,
            SessionState::Idle | SessionState::Other => {}
        }
    }
    let total: u32 = seen.values().map(|s| s.executing + s.locked + s.idle).sum();
    let mut all: Vec<(&str, Seen)> = seen.into_iter().filter(|(_, s)| s.executing + s.locked + s.idle > 0).collect();
    all.sort_by_key(|(_, s)| std::cmp::Reverse(s.executing + s.locked + s.idle));
    if all.is_empty() {
        return None;
    }
    let share = |n: u32| cell(percent(f64::from(n) / f64::from(total.max(1))));
    let columns = [
        words(view.say(message!("html/statement"))),
        figures(view.say(message!("html/line", what: kind("sessions-executing")))),
        figures(view.say(message!("html/line", what: kind("sessions-locked")))),
        figures(view.say(message!("html/line", what: kind("sessions-idle")))),
    ];
    let rows = all
        .iter()
        .take(MOST_STATEMENTS)
        .map(|(statement, s)| vec![html! { code { (statement) } }, share(s.executing), share(s.locked), share(s.idle)]);
    Some(html! {
        h3 { (view.say(message!("html/statements"))) }
        p class="note" { (view.say(message!("html/statements-note"))) }
        (table("wide statements", "", &columns, rows))
    })
}

/// What was counted of a peer, where it was.
type Counted = fn(&document::Peer) -> Option<f64>;

/// Who they are, and where it was counted, how the heaviest level used them.
fn peers(view: &View) -> Option<Markup> {
    let all = &view.doc.environment.peers;
    let role_of = |p: &model::Peer| view.say(message!("html/role", role: kind(role(p.role))));
    let heaviest = view.doc.peers.last().map(|p| p.phase.as_str());
    let used = |p: &model::Peer| view.doc.peers.iter().find(|u| Some(u.phase.as_str()) == heaviest && u.address == p.address);
    if all.is_empty() {
        return None;
    }
    let counted: [(Message, Counted); 4] = [
        (message!("html/peer-turns"), |u| u.turns),
        (message!("html/peer-connections"), |u| u.connections),
        (message!("html/peer-awaited"), |u| u.with_peer_ms.and(u.awaited)),
        (message!("html/peer-ms"), |u| u.with_peer_ms),
    ];
    // what was counted of nobody has no column
    let counted: Vec<_> = counted.into_iter().filter(|(_, pick)| all.iter().any(|p| used(p).and_then(pick).is_some())).collect();
    let who = [message!("html/peer"), message!("html/peer-role")].map(|head| words(view.say(head)));
    let columns: Vec<_> = who.into_iter().chain(counted.iter().map(|(head, _)| figures(view.say(head.clone())))).collect();
    let rows = all.iter().map(|p| {
        let name = html! { code { (p.address) } @if !p.name.is_empty() { " (" (p.name) ")" } };
        let of = counted.iter().map(|(_, pick)| known(used(p).and_then(pick).map(figure)));
        [name, cell(role_of(p))].into_iter().chain(of).collect()
    });
    let note = view.doc.peers.iter().any(|u| u.awaited.is_some()).then(|| view.say(message!("html/peers-note")));
    Some(html! {
        h3 { (view.say(message!("html/peers"))) }
        @if let Some(note) = note { p class="note" { (note) } }
        (table("", "", &columns, rows))
    })
}

/// What the heaviest level asked of other services.
fn endpoints(view: &View) -> Option<Markup> {
    let heaviest = view.doc.endpoints.last()?.phase.as_str();
    let columns = [
        words(view.say(message!("html/endpoint"))),
        figures(view.say(message!("html/calls-per-request"))),
        figures(view.say(message!("html/call-ms"))),
        figures(view.say(message!("html/failed"))),
    ];
    let all = view.doc.endpoints.iter().filter(|e| e.phase == heaviest).take(MOST_ENDPOINTS);
    let rows =
        all.map(|e| vec![html! { code { (e.name) } }, cell(figure(e.per_request)), cell(figure(e.mean_ms)), cell(percent(e.failed_share))]);
    Some(html! { h3 { (view.say(message!("html/endpoints"))) } (table("wide", "", &columns, rows)) })
}

/// What the heaviest level opened again and again.
fn files(view: &View) -> Option<Markup> {
    let heaviest = view.doc.files.last()?.phase.as_str();
    let columns = [
        words(view.say(message!("html/file"))),
        figures(view.say(message!("html/opens-per-request"))),
        figures(view.say(message!("html/size"))),
    ];
    let all = view.doc.files.iter().filter(|f| f.phase == heaviest).take(MOST_FILES);
    let rows = all.map(|f| vec![html! { code { (f.name) } }, cell(figure(f.per_request)), known(f.bytes.map(bytes))]);
    Some(html! {
        h3 { (view.say(message!("html/files"))) }
        p class="note" { (view.say(message!("html/files-note"))) }
        (table("", "", &columns, rows))
    })
}

fn role(role: model::Role) -> &'static str {
    match role {
        model::Role::Database => "database",
        model::Role::Cache => "cache",
        model::Role::Queue => "queue",
        model::Role::Search => "search",
        model::Role::Http => "http",
        model::Role::Mail => "mail",
        model::Role::Unknown => "unknown",
    }
}

/// Each of several processes by itself.
fn processes(view: &View) -> Option<Markup> {
    let all = view.lines.processes();
    (!all.is_empty()).then(|| {
        html! { h3 { (view.say(message!("html/processes"))) } ul class="plain" { @for p in &all { li { (told(p)) } } } }
    })
}
