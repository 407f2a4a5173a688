//! The lines below the tables: traffic, traces, the generator.

use crate::load::document::{LoadDocument, Scenario, Spacing};
use crate::outputs::text::page::Page;
use words::figures::{bytes, count, figure, ms, percent};

/// Waiting longer than this for the last answers is worth a line, seconds. Guess.
const LONG_DRAIN_S: f64 = 1.0;
/// Traces that are shown; JSON has more.
const MOST_TRACES: usize = 3;

/// Statuses, bytes, connections, what the cap did.
pub(super) fn traffic(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let statuses: Vec<String> = r.statuses.iter().map(|(code, n)| format!("{} with status {code}", count(*n))).collect();
    page.labelled("answers", (!statuses.is_empty()).then(|| statuses.join(" · ")));
    let mut data = vec![format!("in {}", with_rate(r.bytes_in, r.bytes_in_per_s, r.bytes_in_per_request))];
    data.push(format!("out {}", with_rate(r.bytes_out, r.bytes_out_per_s, None)));
    page.labelled("data", (r.bytes_in + r.bytes_out > 0).then(|| data.join(" · ")));
    let mut connections = vec![format!("{} connections opened", count(r.connections_opened))];
    let more = [(r.connects_failed, "failed to open"), (r.retries, "requests sent again"), (r.redirects, "redirects followed")];
    connections.extend(more.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", count(n))));
    // A kept run does not know how many were opened.
    page.labelled("network", (r.connections_opened + r.connects_failed > 0).then(|| connections.join(" · ")));
    let dropped = (r.dropped > 0).then(|| format!("{} of {} planned requests: the cap was reached", count(r.dropped), count(r.planned)));
    page.labelled("dropped", dropped);
}

fn with_rate(n: u64, per_s: Option<f64>, each: Option<f64>) -> String {
    let details: Vec<String> =
        per_s.map(|x| format!("{}/s", bytes(x))).into_iter().chain(each.map(|x| format!("{} an answer", bytes(x)))).collect();
    if details.is_empty() { bytes(n as f64) } else { format!("{} ({})", bytes(n as f64), details.join(", ")) }
}

/// `requests left 2 ± 0.021 ms apart, p99 2.06 ms`.
fn spacing_in_words(s: &Spacing) -> String {
    let of_each = if s.threads > 1 { format!(" of each of {} threads", s.threads) } else { String::new() };
    format!("requests{of_each} left {} ± {} apart, p99 {}", figure(s.mean), ms(s.sd), ms(s.p99))
}

/// The slowest requests with a trace context.
pub(super) fn traces(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let shown: Vec<String> =
        r.exemplars.iter().take(MOST_TRACES).map(|e| format!("{} {} {}", e.trace_id, ms(e.service_ms), e.route)).collect();
    let none = if shown.is_empty() { "none ended" } else { "slowest from sending: " };
    page.labelled("traces", r.traced.map(|n| format!("{} requests with a trace context, {none}{}", count(n), shown.join(", "))));
}

/// The generator: what it cost and how exact it was.
pub(super) fn generator(page: &mut Page, doc: &LoadDocument) {
    let g = &doc.quality.generator;
    let Some(own) = &g.own else { return };
    let mut cost = vec![doc.quality.validity.to_uppercase(), format!("{} of a core", percent(g.cpu))];
    if own.spin > 0.0 {
        cost.push(format!("{} more in active waiting", percent(own.spin)));
    }
    if own.run_queue > 0.0 {
        cost.push(format!("waited for a core {}", percent(own.run_queue)));
    }
    cost.extend(own.memory_bytes.map(|n| bytes(n as f64)));
    let lag = [("p50", own.send_lag_p50_ms), ("p99", g.send_lag_p99_ms), ("max", own.send_lag_max_ms)];
    let lag: Vec<String> = lag.into_iter().map(|(name, x)| format!("{name} {}", ms(x))).collect();
    let lag = format!("send lag {}", lag.join(", "));
    let of_one = |s: &Scenario| s.spacing_ms.as_ref().map(|gaps| format!("{}: {}", s.name, spacing_in_words(gaps)));
    let spacing = doc.load.spacing_ms.iter().map(spacing_in_words).chain(doc.requests.scenarios.iter().filter_map(of_one));
    let mut place = vec![format!("{} pacing", own.pacing)];
    if !own.cpus.is_empty() {
        place.push(format!("on cpu {}", own.cpus.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    if own.real_time {
        place.push("real-time priority".to_owned());
    }
    if g.shares_cpus {
        place.push("shares a core with the service".to_owned());
    }
    page.labelled("generator", [cost.join(" · "), lag].into_iter().chain(spacing).chain([place.join(" · ")]));
    let drain_s = doc.run.drain_s;
    page.labelled("end", (drain_s >= LONG_DRAIN_S).then(|| format!("the last answer came {} s after the last request", figure(drain_s))));
}
