//! From the voices of several processes to one verdict. What is true of each is the verdict of the whole; what is true of some is told with their names, and
//! only where requests take longer inside them than inside those that are healthy. Pure.

use super::gains::{limit, prediction};
use super::voice::Voice;
use crate::cause::{EvidenceLevel, Hypothesis, Status};
use crate::verdict::{Verdict, VerdictStatus};

/// Share of the requests that a process has, as a multiple of an equal part, from which that is said, and its inverse. A guess: by a quarter.
const UNEQUAL: f64 = 1.25;

/// The verdict of all, and the hypotheses about those that it is about. `unmeasured`: no level was measured to its end at all.
pub(super) fn combine(all: &[Voice], unmeasured: bool) -> (Verdict, Vec<Hypothesis>) {
    let busy: Vec<&Voice> = all.iter().filter(|v| !v.is_idle()).collect();
    let Some(first) = busy.first().copied().or(all.first()) else { return (open("no process was watched".to_owned()), Vec::new()) };
    if let Some(v) = busy.iter().find(|v| v.verdict.status == VerdictStatus::GeneratorLimited) {
        return (v.verdict.clone(), v.hypotheses.clone());
    }
    if !unmeasured && busy.iter().any(|v| v.share.is_none()) {
        let why = "which process served how many of the requests could not be counted (where connections come and go, only root sees them all), so what is seen in each of them cannot be told per request: load one of them alone, with --pid and the URL of its own port";
        return (open(why.to_owned()), with_hints(first.hypotheses.clone(), "requests were not counted by process"));
    }
    let named: Vec<&Voice> = busy.iter().copied().filter(|v| v.verdict.status == VerdictStatus::Found).collect();
    let most = named.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)));
    match most.and_then(|v| Some((*v, v.verdict.cause?))) {
        Some((v, cause)) => found(v, cause, &busy, all),
        None => nothing_found(first, &busy, all),
    }
}

/// By how much a process makes the mean request longer.
fn weight(v: &Voice) -> f64 {
    v.share.unwrap_or(0.0) * v.inside_ms.map_or(0.0, |(ms, _)| ms)
}

fn open(reason: String) -> Verdict {
    Verdict {
        status: VerdictStatus::Inconclusive,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason,
        limit: None,
        whose: String::new(),
    }
}

fn with_hints(mut hypotheses: Vec<Hypothesis>, why: &str) -> Vec<Hypothesis> {
    for h in hypotheses.iter_mut().filter(|h| h.status == Status::Supported) {
        h.status = Status::Untested;
        h.evidence = EvidenceLevel::Hint;
        h.reason = format!("{} (no more than a hint: {why})", h.reason);
    }
    hypotheses
}

/// `cause` is named of `voice`, and of nobody who weighs more.
fn found(voice: &Voice, cause: &'static str, busy: &[&Voice], all: &[Voice]) -> (Verdict, Vec<Hypothesis>) {
    let (sick, others): (Vec<&Voice>, Vec<&Voice>) = if busy.iter().all(|v| v.holds(cause)) {
        (busy.to_vec(), Vec::new())
    } else {
        busy.iter().copied().partition(|v| v.verdict.cause == Some(cause))
    };
    // a name needs a difference: who is as slow and has nothing wrong, or has it rejected, contradicts it
    let contradicts = |v: &&&Voice| {
        let rejected = v.of_cause(cause).is_some_and(|h| h.status == Status::Rejected);
        let open = v.verdict.status == VerdictStatus::Inconclusive;
        (v.verdict.status == VerdictStatus::None || (open && rejected)) && !voice.is_slower_than(v)
    };
    if let Some(other) = others.iter().find(contradicts) {
        let why = format!("{} would be slow because {cause}, but {} is as slow: {}", voice.name(), other.name(), told(&[voice, other]));
        return (open(why), with_hints(voice.hypotheses.clone(), "another process is as slow without it"));
    }
    let hypotheses = voice.hypotheses.iter().map(|h| of_all(h, &sick, &others)).collect();
    let asides: Vec<String> = all.iter().filter(|v| !sick.iter().any(|s| s.pid == v.pid)).map(Voice::aside).collect();
    let beside = if others.is_empty() { format!("{} alike: {}", each_of(sick.len()), ranges(&sick)) } else { told(&sick) };
    let reason = [&[voice.verdict.reason.clone(), beside], &asides[..], &unequal(busy)].concat().join("; ");
    let whose = if others.is_empty() { each_of(sick.len()) } else { some_of(&sick, all.len()) };
    (Verdict { reason, whose, limit: limit(busy), ..voice.verdict.clone() }, hypotheses)
}

fn nothing_found(first: &Voice, busy: &[&Voice], all: &[Voice]) -> (Verdict, Vec<Hypothesis>) {
    let open: Vec<&Voice> = busy.iter().copied().filter(|v| v.verdict.status == VerdictStatus::Inconclusive).collect();
    // who cannot be looked into is the reason why the account of all stays open
    let speaker = open.iter().find(|v| v.is_blind).or(open.first()).copied().unwrap_or(first);
    let hypotheses = speaker.hypotheses.iter().map(|h| of_all(h, busy, &[])).collect();
    let asides =
        all.iter().filter(|v| v.pid != speaker.pid && (v.is_idle() || v.verdict.status != speaker.verdict.status)).map(Voice::aside);
    let whose = if open.is_empty() || open.len() == busy.len() { each_of(busy.len()) } else { some_of(&open, all.len()) };
    let own = if (open.len() == 1 || speaker.is_blind) && busy.len() > 1 {
        format!("{}: {}", speaker.name(), speaker.verdict.reason)
    } else {
        speaker.verdict.reason.clone()
    };
    let figures = format!("{}: {}", each_of(busy.len()), ranges(busy));
    let reason = std::iter::once(own).chain([figures]).chain(asides).chain(unequal(busy)).collect::<Vec<_>>().join("; ");
    (Verdict { reason, whose, limit: limit(busy), ..speaker.verdict.clone() }, hypotheses)
}

/// A hypothesis with what its cure and its knob would give to all of the service.
fn of_all(h: &Hypothesis, of: &[&Voice], others: &[&Voice]) -> Hypothesis {
    let gain = prediction(of, others, |v| v.of_cause(h.cause)?.gain.clone());
    let knob = h.knob.as_ref().and_then(|k| {
        let prediction = prediction(of, others, |v| v.of_cause(h.cause)?.knob.as_ref().map(|k| k.prediction.clone()))?;
        Some(crate::cause::Knob { setting: k.setting.clone(), prediction })
    });
    Hypothesis { gain, knob, ..h.clone() }
}

/// `each of 2 processes`.
fn each_of(n: usize) -> String {
    if n == 1 { "the only process that served requests".to_owned() } else { format!("each of {n} processes") }
}

/// `1 of 2 processes: pid 421, port 8081`.
fn some_of(who: &[&Voice], of: usize) -> String {
    format!("{} of {of} processes: {}", who.len(), who.iter().map(|v| v.name()).collect::<Vec<_>>().join(" and "))
}

/// `hold 52.1 to 52.4 ms, 2.08 to 2.11 ms of CPU per request`.
fn ranges(all: &[&Voice]) -> String {
    let range = |f: &dyn Fn(&Voice) -> Option<f64>| {
        let known: Vec<f64> = all.iter().filter_map(|v| f(v)).collect();
        let (low, high) = known.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), x| (l.min(*x), h.max(*x)));
        (!known.is_empty()).then_some((low, high))
    };
    let between = |a: String, b: String| if a == b { a } else { format!("{a} to {b}") };
    let tenths = |(a, b): (f64, f64)| between(format!("{a:.1}"), format!("{b:.1}"));
    let inside = range(&|v| v.inside_ms.map(|(ms, _)| ms)).map(|r| format!("{} ms inside", tenths(r)));
    let hold = range(&|v| v.hold_ms).map(|r| format!("hold {} ms", tenths(r)));
    let cpu = range(&|v| v.cpu_ms).map(|(a, b)| format!("{} ms of CPU per request", between(format!("{a:.2}"), format!("{b:.2}"))));
    [inside, hold, cpu].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// `pid 421, port 8081: 312.0 ms inside, hold 50.1 ms`.
fn told(who: &[&Voice]) -> String {
    let one = |v: &&Voice| {
        let inside = v.inside_ms.map(|(ms, _)| format!("{ms:.1} ms inside"));
        let figures = [inside, v.hold_ms.map(|h| format!("hold {h:.1} ms")), v.cpu_ms.map(|c| format!("{c:.2} ms of CPU"))];
        format!("{}: {}", v.name(), figures.into_iter().flatten().collect::<Vec<_>>().join(", "))
    };
    who.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Who has far more or fewer of the requests than an equal part.
fn unequal(busy: &[&Voice]) -> Vec<String> {
    let equal = 1.0 / busy.len() as f64;
    let far = |v: &&Voice| v.share.is_some_and(|s| s > UNEQUAL * equal || s < equal / UNEQUAL);
    if !busy.iter().any(far) {
        return Vec::new();
    }
    let shares: Vec<String> = busy.iter().filter_map(|v| Some(format!("pid {} {:.0} %", v.pid, v.share? * 100.0))).collect();
    vec![format!("requests are not dealt out equally: {}", shares.join(", "))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voice(pid: u32, status: VerdictStatus, cause: Option<&'static str>, inside_ms: f64) -> Voice {
        let verdict = Verdict { status, cause, reason: format!("reason of {pid}"), ..open(String::new()) };
        let hypotheses = cause.map(|c| Hypothesis::new(c, Status::Supported, "")).into_iter().collect();
        let inside_ms = Some((inside_ms, 0.15 * inside_ms));
        Voice {
            pid,
            port: 8000,
            share: Some(0.5),
            per_s: 100.0,
            is_blind: false,
            inside_ms,
            hold_ms: None,
            cpu_ms: None,
            verdict,
            hypotheses,
        }
    }

    fn found_in(pid: u32, cause: &'static str, inside_ms: f64) -> Voice {
        voice(pid, VerdictStatus::Found, Some(cause), inside_ms)
    }

    fn healthy(pid: u32, inside_ms: f64) -> Voice {
        voice(pid, VerdictStatus::None, None, inside_ms)
    }

    #[test]
    fn a_name_that_an_equally_slow_process_does_without_is_not_named() {
        let (v, h) = combine(&[found_in(7, "held", 50.0), healthy(8, 48.0)], false);
        assert_eq!((v.status, v.cause, h[0].status), (VerdictStatus::Inconclusive, None, Status::Untested), "{v:?}");
        assert!(v.reason.contains("pid 8, port 8000 is as slow"), "{}", v.reason);
        let (v, _) = combine(&[found_in(7, "held", 90.0), healthy(8, 48.0)], false);
        assert_eq!((v.cause, v.whose.as_str()), (Some("held"), "1 of 2 processes: pid 7, port 8000"));
    }

    #[test]
    fn of_two_causes_in_two_processes_the_one_that_weighs_more_is_named_and_the_other_told() {
        let (v, _) = combine(&[found_in(7, "held", 20.0), found_in(8, "locked", 70.0)], false);
        assert_eq!((v.cause, v.whose.as_str()), (Some("locked"), "1 of 2 processes: pid 8, port 8000"));
        assert!(v.reason.contains("pid 7, port 8000: 20.0 ms inside, held"), "{}", v.reason);
    }

    #[test]
    fn who_abstains_is_said_and_stops_nobody() {
        let unsure = voice(8, VerdictStatus::Inconclusive, None, 50.0);
        let (v, _) = combine(&[found_in(7, "held", 50.0), unsure], false);
        assert_eq!(v.cause, Some("held"));
        assert!(v.reason.contains("pid 8, port 8000: 50.0 ms inside, cannot be judged (reason of 8)"), "{}", v.reason);
    }

    #[test]
    fn a_process_to_which_nothing_came_is_told_and_not_asked() {
        let idle = Voice { share: Some(0.0), inside_ms: None, ..voice(8, VerdictStatus::Inconclusive, None, 0.0) };
        let (v, _) = combine(&[healthy(7, 5.0), idle], false);
        assert_eq!(v.status, VerdictStatus::None);
        assert!(v.reason.contains("pid 8, port 8000: no request came to it"), "{}", v.reason);
    }

    #[test]
    fn half_healthy_and_half_unknown_is_no_clean_bill() {
        let (v, _) = combine(&[healthy(7, 5.0), voice(8, VerdictStatus::Inconclusive, None, 5.0)], false);
        assert_eq!((v.status, v.whose.as_str()), (VerdictStatus::Inconclusive, "1 of 2 processes: pid 8, port 8000"));
    }
}
