//! The lines below the tables: traffic, traces, the generator.

use crate::load::document::{LoadDocument, Scenario, Spacing};
use crate::outputs::text::page::Page;
use model::{Message, message};
use words::figures::{bytes, figure, ms};

/// Waiting longer than this for the last answers is worth a line, seconds. Guess.
const LONG_DRAIN_S: f64 = 1.0;
/// Traces that are shown; JSON has more.
const MOST_TRACES: usize = 3;

/// Statuses, bytes, connections, what the cap did.
pub(super) fn traffic(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let n = |n: u64| n as f64;
    let answers = |(code, answers): (&u16, &u64)| message!("load/with-status", answers: Count(n(*answers)), status: name(code.to_string()));
    line(page, &message!("load/label-answers"), &r.statuses.iter().map(answers).collect::<Vec<_>>());
    let bytes_in = message!("load/in", bytes: (with_rate(r.bytes_in, r.bytes_in_per_s, r.bytes_in_per_request)));
    let bytes_out = message!("load/out", bytes: (with_rate(r.bytes_out, r.bytes_out_per_s, None)));
    if r.bytes_in + r.bytes_out > 0 {
        line(page, &message!("load/label-data"), &[bytes_in, bytes_out]);
    }
    // A kept run does not know how many were opened.
    let connections = [
        (r.connections_opened + r.connects_failed, message!("load/opened", connections: Count(n(r.connections_opened)))),
        (r.connects_failed, message!("load/connects-failed", connections: Count(n(r.connects_failed)))),
        (r.retries, message!("load/sent-again", requests: Count(n(r.retries)))),
        (r.redirects, message!("load/redirects", redirects: Count(n(r.redirects)))),
    ];
    let connections: Vec<Message> = match r.connections_opened + r.connects_failed {
        0 => Vec::new(),
        _ => connections.into_iter().filter(|(n, _)| *n > 0).map(|(_, said)| said).collect(),
    };
    line(page, &message!("load/label-network"), &connections);
    let dropped = message!("load/cap-reached", dropped: Count(n(r.dropped)), planned: Count(n(r.planned)));
    if r.dropped > 0 {
        line(page, &message!("load/label-dropped"), &[dropped]);
    }
}

/// Parts of a line beside its label; without a part, no line.
fn line(page: &mut Page, label: &Message, parts: &[Message]) {
    let text = joined(page, parts);
    page.labelled(&page.say(label), (!text.is_empty()).then_some(text));
}

fn joined(page: &Page, parts: &[Message]) -> String {
    parts.iter().map(|p| page.say(p)).collect::<Vec<_>>().join(" · ")
}

fn with_rate(n: u64, per_s: Option<f64>, each: Option<f64>) -> Message {
    let n = n as f64;
    match (per_s, each) {
        (Some(rate), Some(each)) => message!("load/bytes-rate-each", bytes: Bytes(n), rate: Bytes(rate), each: Bytes(each)),
        (Some(rate), None) => message!("load/bytes-rate", bytes: Bytes(n), rate: Bytes(rate)),
        (None, Some(each)) => message!("load/bytes-each", bytes: Bytes(n), each: Bytes(each)),
        (None, None) => bytes(n).into(),
    }
}

/// `requests left 2 ± 0.021 ms apart, p99 2.06 ms`.
fn spacing(s: &Spacing) -> Message {
    let mean = figure(s.mean);
    if s.threads > 1 {
        let threads = f64::from(s.threads);
        return message!("load/spacing-threads", threads: Count(threads), mean: name(mean), sd: Ms(s.sd), p99: Ms(s.p99));
    }
    message!("load/spacing", mean: name(mean), sd: Ms(s.sd), p99: Ms(s.p99))
}

/// The slowest requests with a trace context.
pub(super) fn traces(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let Some(traced) = r.traced else { return };
    let shown: Vec<String> =
        r.exemplars.iter().take(MOST_TRACES).map(|e| format!("{} {} {}", e.trace_id, ms(e.service_ms), e.route)).collect();
    let requests = traced as f64;
    let said = if shown.is_empty() {
        message!("load/traced-none-ended", requests: Count(requests))
    } else {
        message!("load/traced", requests: Count(requests), slowest: name(shown.join(", ")))
    };
    line(page, &message!("load/label-traces"), &[said]);
}

/// The generator: what it cost and how exact it was.
pub(super) fn generator(page: &mut Page, doc: &LoadDocument) {
    let g = &doc.quality.generator;
    let Some(own) = &g.own else { return };
    let mut cost = vec![message!("load/validity", validity: kind(doc.quality.validity)), message!("load/of-a-core", share: Share(g.cpu))];
    if own.spin > 0.0 {
        cost.push(message!("load/active-waiting", share: Share(own.spin)));
    }
    if own.run_queue > 0.0 {
        cost.push(message!("load/waited-for-core", share: Share(own.run_queue)));
    }
    cost.extend(own.memory_bytes.map(|n| bytes(n as f64).into()));
    let (p50, p99, max) = (own.send_lag_p50_ms, g.send_lag_p99_ms, own.send_lag_max_ms);
    let lag = message!("load/send-lag", p50: Ms(p50), p99: Ms(p99), max: Ms(max));
    let of_one = |s: &Scenario| s.spacing_ms.as_ref().map(|gaps| message!("load/of", what: name(&s.name), says: (spacing(gaps))));
    let spacing = doc.load.spacing_ms.iter().map(spacing).chain(doc.requests.scenarios.iter().filter_map(of_one));
    let mut place = vec![message!("load/pacing", pacing: kind(own.pacing))];
    if !own.cpus.is_empty() {
        let cpus = own.cpus.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        place.push(message!("load/on-cpus", cpus: name(cpus)));
    }
    if own.real_time {
        place.push(message!("load/real-time"));
    }
    if g.shares_cpus {
        place.push(message!("load/shares-core"));
    }
    let lines: Vec<String> =
        [joined(page, &cost), page.say(&lag)].into_iter().chain(spacing.map(|m| page.say(&m))).chain([joined(page, &place)]).collect();
    page.labelled(&page.say(&message!("load/label-generator")), lines);
    let drain_s = doc.run.drain_s;
    let end = (drain_s >= LONG_DRAIN_S).then(|| message!("load/last-answer", after: Seconds(drain_s)));
    line(page, &message!("load/label-end"), end.as_slice());
}
