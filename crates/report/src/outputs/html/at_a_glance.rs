//! The few figures that a reader takes along: what the service does, what it would do, how slow it is. Each stands in the document.

use super::tiles::Tile;
use super::view::View;
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{ms, per_s, percent, seconds};

/// How many times what a change gives the limit after it may be, to be told: farther away the service is another one, and arithmetic on a light load says nothing
/// of it. A guess.
const FAR: f64 = 3.0;

/// Those of a verdict.
pub(super) fn tiles_of(view: &View, status: VerdictStatus) -> Vec<Tile> {
    let tiles = match status {
        VerdictStatus::Found => vec![Some(now(view)), Some(if_fixed(view)), next_limit(view), latency(view)],
        VerdictStatus::None if view.core_is_full() => vec![Some(now(view)), cpu_of_a_request(view), without(view), latency(view)],
        VerdictStatus::None => vec![Some(now(view)), next_limit(view), latency(view)],
        VerdictStatus::Inconclusive => vec![Some(now(view)), open(view), next_limit(view), latency(view)],
        VerdictStatus::GeneratorLimited => vec![Some(generator(view)), Some(lag(view))],
    };
    // where no level was measured there is nothing to say of rates
    let told = tiles.into_iter().flatten().filter(|t| !t.figure.is_empty());
    start(view).into_iter().chain(tail(view)).chain(told).collect()
}

/// What a start costs, where the run was judged from its start.
fn start(view: &View) -> Vec<Tile> {
    let Some(s) = view.doc.start.as_ref().filter(|s| !s.seconds.is_empty()) else { return Vec::new() };
    let (lost_in, warm) = (message!("html/lost", span: Seconds(s.lost_of_s)), message!("html/start-warm", warm: Ms(s.warm_ms)));
    vec![
        Tile { label: lost_in, figure: seconds(s.lost_s), note: view.say(message!("html/lost-is")) },
        Tile { label: message!("html/start-p99"), figure: ms(s.p99_ms), note: view.say(warm) },
    ]
}

/// How slow the slowest requests are, where that was asked.
fn tail(view: &View) -> Vec<Tile> {
    let Some(t) = &view.doc.tail else { return Vec::new() };
    let slower = message!("html/tail-p99-is", p50: Ms(t.p50_ms));
    let of = message!("html/tail-longest-is", requests: Count(t.requests as f64));
    vec![
        Tile { label: message!("html/tail-p99"), figure: ms(t.p99_ms), note: view.say(slower) },
        Tile { label: message!("html/tail-longest"), figure: ms(t.max_ms), note: view.say(of) },
    ]
}

/// What the service can do.
fn now(view: &View) -> Tile {
    let v = &view.doc.verdict;
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    let reached = v.limit.as_ref().filter(|l| l.reached == Some(true));
    let (label, at, note) = match (gain, reached) {
        (Some(g), _) => (message!("html/now"), Some(g.now), measured(view)),
        (None, Some(l)) => (message!("html/now"), Some(l.per_s), message!("html/limit-is", limit: name(view.read(&l.name_message)))),
        (None, None) => (message!("html/tried"), v.highest_per_s, message!("html/highest")),
    };
    Tile { label, figure: at.map(per_s).unwrap_or_default(), note: view.say(note) }
}

/// How the rate of the heaviest level was measured, and what is held of requests at random moments.
fn measured(view: &View) -> Message {
    let heaviest = view.doc.requests.shared.levels.last().and_then(|l| view.doc.load.phases.iter().find(|p| p.id == l.phase));
    let Some(busy) = heaviest.filter(|p| p.model == "closed").map(|p| f64::from(p.connections)) else {
        return message!("html/measured");
    };
    match view.doc.load.knee.per_s {
        Some(knee) => message!("html/measured-and-knee", connections: Count(busy), knee: PerSecond(knee)),
        None => message!("html/measured-busy", connections: Count(busy)),
    }
}

fn if_fixed(view: &View) -> Tile {
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    let (figure, note) = match gain {
        Some(g) if g.is_the_same_limit_again() => (per_s(g.estimate), message!("html/at-most-again")),
        Some(g) if g.ends_at_next() => {
            let limit = g.next_limit.as_ref().map(|l| view.read(&l.name_message)).unwrap_or_default();
            (g.figure(), message!("html/at-most-then", way: kind(g.way()), limit: name(limit)))
        }
        Some(g) => (per_s(g.estimate), message!("html/at-most")),
        None => (view.say(message!("html/unknown")), message!("html/no-gain")),
    };
    Tile { label: message!("html/fixed"), figure, note: view.say(note) }
}

/// What limits after the fix, unless that is told with it; where there is none to make, what limits first.
fn next_limit(view: &View) -> Option<Tile> {
    let gain = view.primary().and_then(|f| f.fixes.iter().find_map(|f| f.gain.as_ref()));
    if gain.is_some_and(|g| g.ends_at_next() && !g.is_the_same_limit_again()) {
        return None;
    }
    if let Some((g, l)) = gain.and_then(|g| Some((g, g.next_limit.as_ref()?))) {
        if l.per_s > FAR * g.estimate {
            return None;
        }
        let limit = view.read(&l.name_message);
        let label = if g.is_the_same_limit_again() { message!("html/other-limit") } else { message!("html/next") };
        return Some(Tile { label, figure: per_s(l.per_s), note: limit.to_owned() });
    }
    let l = view.doc.verdict.limit.as_ref().filter(|l| l.reached != Some(true))?;
    let note = view.say(message!("html/extrapolated", limit: name(view.read(&l.name_message))));
    Some(Tile { label: message!("html/first-limit"), figure: format!("~{}", per_s(l.per_s)), note })
}

/// The highest p95 of a level, and that of the lightest.
fn latency(view: &View) -> Option<Tile> {
    let levels = &view.doc.requests.shared.levels;
    let light = levels.first()?;
    let slowest = levels.iter().max_by(|a, b| a.latency_ms.p95.unwrap_or(0.0).total_cmp(&b.latency_ms.p95.unwrap_or(0.0)))?;
    let note = message!("html/latency-at", rate: PerSecond(slowest.achieved_per_s), light: Ms(light.latency_ms.p95?), low: PerSecond(light.achieved_per_s));
    Some(Tile { label: message!("html/latency"), figure: ms(slowest.latency_ms.p95?), note: view.say(note) })
}

fn cpu_of_a_request(view: &View) -> Option<Tile> {
    let cpu = view.doc.cpu.last()?;
    let note = message!("html/cpu-at-light", light: Ms(cpu.light_ms));
    Some(Tile { label: message!("html/cpu-of-request"), figure: ms(cpu.ms), note: view.say(note) })
}

/// What going without the first part of the CPU would give.
fn without(view: &View) -> Option<Tile> {
    let part = view.doc.cpu.last()?.parts.first()?;
    let note = message!("html/at-most-without", what: name(view.read(&part.name)), share: Share(part.share));
    Some(Tile { label: message!("html/without"), figure: per_s(part.without_per_s?), note: view.say(note) })
}

/// What nobody saw.
fn open(view: &View) -> Option<Tile> {
    let l = view.heaviest().filter(|l| !l.closes)?;
    let note = message!("html/open-of", response: Ms(l.response_ms), share: Share(l.unexplained_share));
    Some(Tile { label: message!("account/unexplained"), figure: ms(l.unexplained_ms), note: view.say(note) })
}

fn generator(view: &View) -> Tile {
    let work = view.doc.quality.generator.cpu;
    Tile { label: message!("html/generator-work"), figure: percent(work), note: view.say(message!("html/of-its-core")) }
}

fn lag(view: &View) -> Tile {
    let lag = view.doc.quality.generator.send_lag_p99_ms;
    Tile { label: message!("html/send-lag"), figure: ms(lag), note: view.say(message!("html/send-lag-is")) }
}
