//! From what the engine counted to what the report says.

use ::load::profile::{Profile, Shape};
use ::load::{Failure, Job, Pattern, PhaseSummary, RouteSummary};
use ::report::load::{ErrorGroup, Latencies, Latency, LoadModel, LoadQuality, LoadReport, Pacing, RouteRow, Stage, Totals, Validity};
use diagnose::quality::{Health, complaints};
use model::Outcome;

/// The report of `s`; who asked for what, the series and the objectives are the caller's.
pub(super) fn report(s: &PhaseSummary, job: &Job, routes: &[String], precise: bool, real_time: bool) -> LoadReport {
    let duration_s = s.steady_end.seconds_since(s.start);
    let h = &s.histograms;
    let keep = |h: &_, mean: f64| {
        let bare = Latency::of(h, 0.0);
        Latency::keeping(Clone::clone(h), mean * bare.count as f64)
    };
    LoadReport {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        model: model(job, s.streams),
        connections: job.pattern.connections().div_ceil(s.streams),
        planned_s: job.requests.is_none().then_some(job.duration.as_secs_f64()),
        duration_s,
        drain_s: s.end.seconds_since(s.steady_end),
        offered_per_s: s.offered_per_s,
        achieved_per_s: s.achieved_per_s,
        totals: totals(s),
        latency: Latencies {
            response: keep(&h.response, s.response.mean_ns),
            response_is_lower_bound: s.response_is_lower_bound,
            service: keep(&h.service, s.service.mean_ns),
            late: keep(&h.late, s.late_mean_ns),
            connect: mean_only(s.connections_opened, s.connect_mean_ns),
            tls: mean_only(if s.tls_mean_ns > 0.0 { s.connections_opened } else { 0 }, s.tls_mean_ns),
            waiting: mean_only(s.answered(), s.waiting_mean_ns),
            receiving: mean_only(s.answered(), s.service.mean_ns - s.waiting_mean_ns),
            ..Latencies::default()
        },
        routes: s.routes.iter().map(|r| route(r, routes, duration_s)).collect(),
        errors: s.failures.iter().filter(|f| f.count > 0).map(|f| error(f, s)).collect(),
        quality: quality(s, precise, real_time),
        ..LoadReport::default()
    }
}

fn model(job: &Job, streams: u32) -> LoadModel {
    let (profile, unit) = match &job.pattern {
        Pattern::Closed { users } if streams > 1 => (users, " in flight"),
        Pattern::Closed { users } => (users, " connections"),
        Pattern::Open { rate, .. } => (rate, "/s"),
        Pattern::Paced { users, .. } => (users, " users"),
    };
    if profile.length_ns() > 0 {
        return LoadModel::Stages(stages(profile, unit));
    }
    let value = profile.value_at(0);
    match &job.pattern {
        Pattern::Closed { .. } => LoadModel::Closed { connections: (value.round() as u32).div_ceil(streams) },
        Pattern::Open { poisson, .. } => LoadModel::Open { rate_per_s: value, poisson: *poisson },
        Pattern::Paced { every_ns, .. } => LoadModel::Users { users: value.round() as u32, every_ns: *every_ns as u64 },
    }
}

fn stages(profile: &Profile, unit: &str) -> Vec<Stage> {
    let (mut at, mut from) = (0, profile.value_at(0));
    let mut all = Vec::new();
    for (i, stage) in profile.all_stages().iter().enumerate() {
        let text = match stage.shape {
            Shape::Step => format!("{:.0}{unit}", stage.target),
            Shape::Ramp => format!("{from:.0}{unit} to {:.0}{unit}", stage.target),
        };
        let (t0, t1) = (at, at + stage.duration_ns);
        let mean = (profile.area_to(t1) - profile.area_to(t0)) * 1e9 / stage.duration_ns as f64;
        let offered_per_s = (unit == "/s").then_some(mean);
        let id = format!("stage-{}", i + 1);
        all.push(Stage { id, text, offered_per_s, achieved_per_s: None, t0_s: t0 as f64 / 1e9, t1_s: t1 as f64 / 1e9 });
        (at, from) = (t1, stage.target);
    }
    all
}

fn totals(s: &PhaseSummary) -> Totals {
    let ended = (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8).map(|o| (o, s.count(o))).collect();
    Totals {
        planned: s.planned,
        sent: s.sent,
        ended,
        dropped: s.dropped,
        retries: s.retries,
        connections_opened: s.connections_opened,
        connects_failed: s.connects_failed,
        bytes_in: s.bytes_in,
        bytes_out: s.bytes_out,
        ..Totals::default()
    }
}

/// Of what only the mean is kept.
fn mean_only(count: u64, mean_ns: f64) -> Latency {
    Latency { count, mean_ns, ..Latency::default() }
}

fn route(r: &RouteSummary, names: &[String], duration_s: f64) -> RouteRow {
    let count: u64 = r.outcomes.iter().sum();
    let d = &r.response;
    RouteRow {
        name: names.get(r.route).cloned().unwrap_or_default(),
        count,
        errors: count - r.outcomes[Outcome::Ok as usize],
        per_s: count as f64 / duration_s.max(1e-9),
        response: Latency {
            count,
            mean_ns: d.mean_ns,
            p50_ns: d.p50_ns,
            p95_ns: d.p95_ns,
            p99_ns: d.p99_ns,
            p99_9_ns: d.p999_ns,
            max_ns: d.max_ns,
            ..Latency::default()
        },
    }
}

fn error(f: &Failure, s: &PhaseSummary) -> ErrorGroup {
    ErrorGroup {
        kind: f.outcome.name().to_owned(),
        count: f.count,
        first_s: f.first.seconds_since(s.start),
        last_s: f.last.seconds_since(s.start),
        sample: f.text.clone(),
    }
}

fn quality(s: &PhaseSummary, precise: bool, real_time: bool) -> LoadQuality {
    let threads = f64::from(s.threads);
    let lag = Latency::of(&s.histograms.lag, 0.0);
    let (validity, reasons) = judged(&health(s));
    LoadQuality {
        validity,
        reasons,
        cpu_share: s.generator_cpu_share * threads,
        spin_share: s.generator_spin_share * threads,
        run_queue_share: s.generator_run_queue_share,
        send_lag_p50_ns: lag.p50_ns,
        send_lag_p99_ns: lag.p99_ns,
        send_lag_max_ns: lag.max_ns,
        memory_bytes: peak_memory(),
        cpus: Vec::new(),
        shares_cpus: false,
        real_time,
        pacing: pacing(precise),
    }
}

/// What the generator is judged from.
fn health(s: &PhaseSummary) -> Health {
    let cap = match s.pattern {
        Pattern::Open { max_in_flight, .. } => Some(max_in_flight),
        _ => None,
    };
    Health {
        closed: s.pattern.is_closed(),
        answered: s.answered() > 0,
        response_p50_ms: s.response.p50_ns as f64 / 1e6,
        lag_p99_ms: s.lag_p99_ns as f64 / 1e6,
        lag_mean_share: None,
        work_share: s.generator_cpu_share - s.generator_spin_share,
        run_queue_share: s.generator_run_queue_share,
        shares_cpus: false,
        waited: cap
            .map(|in_flight| in_flight.div_ceil(s.streams))
            .filter(|cap| s.connections >= u64::from(*cap))
            .map(|cap| (cap, s.waited_for_connection as f64 / s.planned.max(1) as f64)),
    }
}

/// The generator's grade and what is wrong with it.
pub(super) fn judged(health: &Health) -> (Validity, Vec<String>) {
    let found = complaints(health);
    let validity = found.first().map_or(Validity::Valid, |(v, _)| *v);
    (validity, found.into_iter().map(|(_, text)| text).collect())
}

pub(super) fn pacing(precise: bool) -> Pacing {
    if precise { Pacing::Precise } else { Pacing::Economical }
}

/// Largest resident memory of this process so far, bytes; 0 when the kernel does not say.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
}
