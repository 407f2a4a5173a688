//! The judge: hears every cause, ranks, and abstains where the figures do not carry a name.
//!
//! Order of evidence: the generator first (it refuses), then what cannot be seen, then the account (without which nothing is more than a
//! hint), then the supported hypothesis that explains most of the growth. Sources: DESIGN section 3, CAUSES section 4.

use crate::analysis::Analysis;
use crate::capacity::{Ceiling, ceilings};
use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};
use crate::experiment;
use crate::knee;
use crate::ledger::Ledger;
use crate::level::Level;
use crate::processes;
use crate::quality::Validity;
use crate::ranking::primary;
use crate::saturation::{CPU_FULL, Resource, ResourceKind, cpu_is_full_when_warm, resources};
use crate::verdict::{Diagnosis, Verdict, VerdictStatus};
use doubts::{costlier, crowded_database, doubted_limit, hardly_more, longest_wait, nearly_full, quick_start, silent_level, slow_start};
use failures::failures;
use model::{Run, RunStatus};
use starved::starved;

pub use starved::{in_no_stack_ms, stood_still_ms};

mod doubts;
mod failures;
mod starved;

/// Least share of the growth of the response time that a named cause must explain. Source: CAUSES section 4 point 3.
pub const LEAST_GROWTH_SHARE: f64 = 0.6;

/// Judges a run by all `causes`.
pub fn diagnose(run: &Run, causes: &[&dyn Cause]) -> Diagnosis {
    let a = Analysis::of(run);
    if !run.environment.replicas.is_empty() && run.only.is_none() {
        return processes::diagnose(a, causes);
    }
    let (verdict, hypotheses) = judge(&a, causes);
    conclude(a, verdict, hypotheses)
}

/// Hears every cause and decides.
pub(crate) fn judge(a: &Analysis, causes: &[&dyn Cause]) -> (Verdict, Vec<Hypothesis>) {
    let mut hypotheses: Vec<Hypothesis> = causes.iter().map(|c| hear(*c, a)).collect();
    let verdict = decide(a, causes, &mut hypotheses);
    (verdict, hypotheses)
}

/// Hears what experiments have shown, and puts the hypotheses in order.
pub(crate) fn conclude(a: Analysis, mut verdict: Verdict, mut hypotheses: Vec<Hypothesis>) -> Diagnosis {
    let experiments = experiment::of(a.run);
    experiment::hear(&experiments, &mut verdict, &mut hypotheses);
    hypotheses.sort_by(|x, y| {
        (Some(y.cause) == verdict.cause)
            .cmp(&(Some(x.cause) == verdict.cause))
            .then(x.status.cmp(&y.status))
            .then(y.weight.total_cmp(&x.weight))
            .then(x.cause.cmp(y.cause))
    });
    Diagnosis {
        verdict,
        hypotheses,
        knee: knee::of(a.run, &a),
        quality: a.quality,
        levels: a.levels,
        ledgers: a.ledgers,
        experiments,
        processes: Vec::new(),
    }
}

fn hear(cause: &dyn Cause, a: &Analysis) -> Hypothesis {
    let missing: Vec<&'static str> = cause.needs().iter().copied().filter(|s| !a.run.sees(s)).collect();
    if missing.is_empty() {
        let mut h = cause.hypothesis(a);
        h.claims.iter_mut().for_each(|c| c.keep_what_is_in(a.run));
        return h;
    }
    let why: Vec<String> = missing
        .iter()
        .map(|id| match a.run.sensors.get(*id) {
            Some(s) if !s.reason.is_empty() => format!("{id}: {}", s.reason),
            _ => format!("{id}: not seen"),
        })
        .collect();
    let mut h = Hypothesis::new(cause.id(), Status::NotObservable, why.join(" · "));
    h.missing = missing;
    h
}

fn decide(a: &Analysis, causes: &[&dyn Cause], hypotheses: &mut [Hypothesis]) -> Verdict {
    let limit = limit(a);
    let say = |status, reason: String| Verdict {
        status,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason,
        limit: limit.clone(),
        whose: String::new(),
    };
    let demote = |hypotheses: &mut [Hypothesis], why: &str| {
        for h in hypotheses.iter_mut().filter(|h| h.status == Status::Supported) {
            h.status = Status::Untested;
            h.evidence = EvidenceLevel::Hint;
            h.reason = format!("{} (no more than a hint: {why})", h.reason);
        }
    };
    if a.levels.is_empty() && a.start_up.is_empty() {
        return say(VerdictStatus::Inconclusive, "no level of load was measured to its end".to_owned());
    }
    if a.quality.validity == Validity::Invalid {
        let why = a.quality.reasons.join("; ");
        demote(hypotheses, "the generator was the limit");
        return say(VerdictStatus::GeneratorLimited, why);
    }
    if let Some(f) = failures(a) {
        let explains = |h: &Hypothesis| causes.iter().any(|c| c.id() == h.cause && f.are_explained_by(*c));
        for h in hypotheses.iter_mut().filter(|h| !explains(h)) {
            demote(std::slice::from_mut(h), "too many requests failed");
        }
        if primary(hypotheses, causes).is_none() {
            demote(hypotheses, "too many requests failed");
            return say(VerdictStatus::Inconclusive, f.why);
        }
    }
    if let Some(why) = silent_level(a) {
        demote(hypotheses, "requests were not answered");
        return say(VerdictStatus::Inconclusive, why);
    }
    // very short requests are carried by capacity arithmetic; a longer one that does not close is never excused by a shorter one
    let proves_little = a.ledgers.iter().any(|l| l.open) && a.ledgers.iter().filter(|l| l.open && !l.closes()).all(Ledger::proves_little);
    if !a.levels.is_empty() && !a.account_closes() && !proves_little {
        let starved = starved(a);
        let why = starved.clone().unwrap_or_else(|| open_account_reason(a));
        let explains = |h: &Hypothesis| starved.is_some() && causes.iter().any(|c| c.id() == h.cause && c.takes_the_core());
        for h in hypotheses.iter_mut().filter(|h| !explains(h)) {
            demote(std::slice::from_mut(h), &why);
        }
        if primary(hypotheses, causes).is_none() {
            demote(hypotheses, &why);
            return say(VerdictStatus::Inconclusive, why);
        }
    }
    if let Some(i) = primary(hypotheses, causes) {
        for (k, h) in hypotheses.iter_mut().enumerate() {
            if k != i && h.status == Status::Supported {
                h.status = Status::Secondary;
            }
        }
        let h = &hypotheses[i];
        return Verdict {
            status: VerdictStatus::Found,
            cause: Some(h.cause),
            site: h.site.clone(),
            evidence: h.evidence,
            reason: h.reason.clone(),
            limit,
            whose: String::new(),
        };
    }
    let hint = hint(a, hypotheses);
    for h in hypotheses.iter_mut().filter(|h| h.status == Status::Supported) {
        h.status = Status::Secondary;
    }
    let undecided = hypotheses.iter().find(|h| h.status == Status::Untested && h.weight >= LEAST_GROWTH_SHARE && !h.site.is_empty());
    nothing_named(a, hint.as_ref(), undecided, say)
}

/// What a preview says that may not be named.
struct Hint {
    reason: String,
    /// Whether it names a place or a statement.
    has_site: bool,
}

/// A preview that explains the growth, and whose figures close or that names a place while something is at its limit: it is not named, and
/// nobody is called healthy against it.
fn hint(a: &Analysis, hypotheses: &[Hypothesis]) -> Option<Hint> {
    let full = a.resources.iter().any(|r| r.saturated);
    let closes = |h: &&Hypothesis| {
        h.status == Status::Supported
            && (h.evidence >= EvidenceLevel::Explains || (full && !h.site.is_empty()))
            && h.weight >= LEAST_GROWTH_SHARE
    };
    let key = |h: &Hypothesis| (!h.site.is_empty(), h.weight);
    let best = hypotheses.iter().filter(closes).max_by(|x, y| {
        let ((x_site, x_weight), (y_site, y_weight)) = (key(x), key(y));
        x_site.cmp(&y_site).then(x_weight.total_cmp(&y_weight)).then(y.cause.cmp(x.cause))
    })?;
    let reason = format!("{} would explain it, but is not named before it has been seen on a live service: {}", best.cause, best.reason);
    Some(Hint { reason, has_site: !best.site.is_empty() })
}

/// No cause holds: healthy with a limit, or not seen well enough to say so. `undecided` is what would explain it and could be neither shown nor rejected.
fn nothing_named(
    a: &Analysis,
    hint: Option<&Hint>,
    undecided: Option<&Hypothesis>,
    say: impl Fn(VerdictStatus, String) -> Verdict,
) -> Verdict {
    let clean = |reason: String| match hint {
        Some(h) => say(VerdictStatus::Inconclusive, h.reason.clone()),
        None => say(VerdictStatus::None, reason),
    };
    let saturated: Vec<&str> = a.resources.iter().filter(|r| r.saturated).map(|r| r.name.as_str()).collect();
    let slower = a.growth.response_ms > a.growth.light_ms.max(1.0);
    let waits = [("locks", a.growth.lock_ms), ("logging", a.growth.logging_ms), ("other services", a.growth.remote_ms)];
    let grown = waits.iter().find(|(_, ms)| slower && a.growth.share(*ms) >= LEAST_GROWTH_SHARE);
    if let Some(why) = a.crowded_cpus().filter(|_| slower || !saturated.is_empty()) {
        return say(VerdictStatus::Inconclusive, why);
    }
    let by_itself = a.is_saturated(ResourceKind::TargetCpu) || a.is_saturated(ResourceKind::EventLoop);
    if let Some(why) = crowded_database(a).filter(|_| !by_itself && (slower || !saturated.is_empty())) {
        return say(VerdictStatus::Inconclusive, why);
    }
    if let Some((what, ms)) = grown {
        return say(
            VerdictStatus::Inconclusive,
            format!("waiting for {what} grows by {ms:.1} ms per request with load, and no cause that is known explains it"),
        );
    }
    // nearer to saturation requests queue wherever there is room, the client's connections among them; a level that took all of the CPU or of the event loop
    // was beyond it, also where it answered less than busy connections got; unless a request cost more there than under light load
    let beyond = |l: &Level| {
        let own = |r: &Resource| match r.kind {
            ResourceKind::TargetCpu => cpu_is_full_when_warm(l),
            ResourceKind::EventLoop => r.saturated,
            _ => false,
        };
        resources(l).iter().any(|r| own(r) && costlier(a, r).is_none())
    };
    let below = |l: &&Level| l.phase.is_open() && l.throughput_per_s < CPU_FULL * a.throughput_per_s() && !beyond(l);
    if let Some(l) = a.levels.iter().filter(below).find(|l| l.late_ms > 1.0 && l.late_ms >= LEAST_GROWTH_SHARE * l.response_ms) {
        let what = format!("at {:.0}/s requests wait {:.1} of {:.1} ms for a connection", l.throughput_per_s, l.late_ms, l.response_ms);
        return say(VerdictStatus::Inconclusive, format!("{what} before they can be sent, and no cause that is known explains it"));
    }
    if !saturated.is_empty() {
        // the first in the order of evidence: a saturated CPU takes all workers and connections with it
        let first = a.resources.iter().filter(|r| r.saturated).min_by(|x, y| x.kind.cmp(&y.kind));
        if let Some(first) =
            first.filter(|r| matches!(r.kind, ResourceKind::TargetCpu | ResourceKind::EventLoop | ResourceKind::DatabaseCpu))
        {
            if let Some(why) = doubted_limit(a, first) {
                return say(VerdictStatus::Inconclusive, why);
            }
            if let Some(h) = undecided.filter(|_| first.kind == ResourceKind::DatabaseCpu) {
                return say(VerdictStatus::Inconclusive, format!("{} at the limit, and {} is possible: {}", first.name, h.cause, h.reason));
            }
            let reason = format!("{} at the limit, by work that the requests need", first.name);
            // that a full database is full needs no hint; what it is full of does
            let says_more = first.kind != ResourceKind::DatabaseCpu || hint.is_some_and(|h| h.has_site);
            return if says_more { clean(reason) } else { say(VerdictStatus::None, reason) };
        }
        let what = saturated.join(" and ");
        if let Some(why) = hardly_more(a) {
            return clean(format!("{what} full, {why}"));
        }
        let wait = longest_wait(a);
        return say(VerdictStatus::Inconclusive, format!("{what} full, and no cause that is known explains what fills it{wait}"));
    }
    if slower && !a.run.sees(model::sensor::WALL_STACKS) {
        return say(VerdictStatus::Inconclusive, "the service bends, and without stacks the reason cannot be seen".to_owned());
    }
    if let Some(why) = nearly_full(a).filter(|_| slower) {
        return clean(why);
    }
    if slower {
        return say(VerdictStatus::Inconclusive, "the service bends, and no resource that is seen is at its limit".to_owned());
    }
    if a.run.status != RunStatus::Complete {
        return say(
            VerdictStatus::Inconclusive,
            format!("the run was cut short at {:.0}/s, before the service bent", a.throughput_per_s()),
        );
    }
    if let Some(why) = slow_start(a) {
        return say(VerdictStatus::Inconclusive, hint.map_or(why, |h| h.reason.clone()));
    }
    clean(quick_start(a).unwrap_or_else(|| "no bend up to the load that was tried".to_owned()))
}

fn open_account_reason(a: &Analysis) -> String {
    if !a.run.sees(model::sensor::WALL_STACKS) {
        return "no stacks of the service, so its time cannot be accounted for".to_owned();
    }
    match a.counted_ledgers().filter(|l| !l.closes()).max_by(|x, y| x.unexplained_ms.abs().total_cmp(&y.unexplained_ms.abs())) {
        Some(l) if l.unexplained_ms > 0.0 => format!(
            "{:.1} ms of {:.1} ms at {:.0}/s are spent outside what is seen of the service ({} add up): look between client and service",
            l.unexplained_ms,
            l.response_ms,
            l.level_per_s,
            a.closing_levels()
        ),
        Some(l) => format!(
            "the parts add up to {:.1} ms more than the response of {:.1} ms at {:.0}/s",
            -l.unexplained_ms, l.response_ms, l.level_per_s
        ),
        None => "no level was measured to its end".to_owned(),
    }
}

/// What saturates first, by arithmetic from what was measured at the heaviest level.
fn limit(a: &Analysis) -> Option<Ceiling> {
    if let Some(r) = a.resources.iter().filter(|r| r.saturated).min_by(|x, y| x.kind.cmp(&y.kind)) {
        return Some(Ceiling { per_s: a.throughput_per_s(), name: r.name.clone(), kind: r.kind });
    }
    ceilings(&a.unqueued_resources(), |r| r.held_ms).into_iter().next()
}
