//! From the voices of several processes to one verdict. What is true of each is the verdict of the whole; what is true of some is told with their names, and
//! only where requests take longer inside them than inside those that are healthy. Pure.

use super::gains::{limit, prediction};
use super::voice::Voice;
use crate::cause::{EvidenceLevel, Hypothesis, Status};
use crate::verdict::{Verdict, VerdictStatus};
use model::{Message, message};

crate::thresholds! {
    /// Share of the requests that a process has, as a multiple of an equal part, from which that is said, and its inverse. A guess: by a quarter.
    UNEQUAL = 1.25;
}
/// Difference of two figures, as a share, below which they are told as one: what is written has three digits.
const SAME: f64 = 0.005;

/// The verdict of all, and the hypotheses about those that it is about. `unmeasured`: no level was measured to its end at all.
pub(super) fn combine(all: &[Voice], unmeasured: bool) -> (Verdict, Vec<Hypothesis>) {
    let busy: Vec<&Voice> = all.iter().filter(|v| !v.is_idle()).collect();
    let Some(first) = busy.first().copied().or(all.first()) else { return (open(message!("processes/none-watched")), Vec::new()) };
    if let Some(v) = busy.iter().find(|v| v.verdict.status == VerdictStatus::GeneratorLimited) {
        return (v.verdict.clone(), v.hypotheses.clone());
    }
    if !unmeasured && busy.iter().any(|v| v.share.is_none()) {
        let hints = with_hints(first.hypotheses.clone(), &message!("processes/not-counted-by-process"));
        return (open(message!("processes/not-counted")), hints);
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

pub(super) fn open(reason: Message) -> Verdict {
    Verdict {
        status: VerdictStatus::Inconclusive,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason,
        limit: None,
        whose: Message::default(),
        rules: Vec::new(),
        tied: Vec::new(),
    }
}

fn with_hints(mut hypotheses: Vec<Hypothesis>, why: &Message) -> Vec<Hypothesis> {
    for h in hypotheses.iter_mut().filter(|h| h.status == Status::Supported) {
        h.status = Status::Untested;
        h.evidence = EvidenceLevel::Hint;
        h.reason = message!("judge/no-more-than-a-hint", reason: (h.reason.clone()), why: (why.clone()));
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
        let why = message!(
            "processes/another-as-slow",
            who: name(voice.name()),
            cause: name(cause),
            other: name(other.name()),
            figures: List(told(&[voice, other]))
        );
        return (open(why), with_hints(voice.hypotheses.clone(), &message!("processes/as-slow-without-it")));
    }
    let hypotheses = voice.hypotheses.iter().map(|h| of_all(h, &sick, &others)).collect();
    let asides = all.iter().filter(|v| !sick.iter().any(|s| s.pid == v.pid)).map(Voice::aside);
    let beside = if others.is_empty() {
        vec![message!("processes/alike", whose: (each_of(sick.len())), figures: List(ranges(&sick)))]
    } else {
        told(&sick)
    };
    let own = std::iter::once(voice.verdict.reason.clone());
    let reason = all_of(own.chain(beside).chain(asides).chain(unequal(busy)));
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
        message!("processes/of", who: name(speaker.name()), says: (speaker.verdict.reason.clone()))
    } else {
        speaker.verdict.reason.clone()
    };
    let figures = message!("processes/figures", whose: (each_of(busy.len())), figures: List(ranges(busy)));
    let reason = all_of([own, figures].into_iter().chain(asides).chain(unequal(busy)));
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

/// Several things, one after another.
fn all_of(all: impl Iterator<Item = Message>) -> Message {
    message!("processes/all", says: List(all.collect()))
}

/// `each of 2 processes`.
fn each_of(n: usize) -> Message {
    if n == 1 { message!("processes/only-one") } else { message!("processes/each", number: Count(n as f64)) }
}

/// `1 of 2 processes: pid 421, port 8081`.
fn some_of(who: &[&Voice], of: usize) -> Message {
    let names = who.iter().map(|v| Message::verbatim(v.name())).collect();
    message!("processes/some", number: Count(who.len() as f64), of: Count(of as f64), names: List(names))
}

/// Lowest and highest time inside, hold and CPU per request, as far as they are known.
fn ranges(all: &[&Voice]) -> Vec<Message> {
    let range = |f: &dyn Fn(&Voice) -> Option<f64>| {
        let known: Vec<f64> = all.iter().filter_map(|v| f(v)).collect();
        let (low, high) = known.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), x| (l.min(*x), h.max(*x)));
        (!known.is_empty()).then_some((low, high))
    };
    let said = |what, (low, high): (f64, f64)| {
        if high - low < SAME * high {
            message!("processes/figure", what: kind(what), value: Ms(high))
        } else {
            message!("processes/range", what: kind(what), low: Ms(low), high: Ms(high))
        }
    };
    let inside = range(&|v| v.inside_ms.map(|(ms, _)| ms)).map(|r| said("inside", r));
    let hold = range(&|v| v.hold_ms).map(|r| said("hold", r));
    let cpu = range(&|v| v.cpu_ms).map(|r| said("cpu", r));
    [inside, hold, cpu].into_iter().flatten().collect()
}

/// The figures of each.
fn told(who: &[&Voice]) -> Vec<Message> {
    who.iter().map(|v| message!("processes/told", who: name(v.name()), figures: List(ranges(&[*v])))).collect()
}

/// Who has far more or fewer of the requests than an equal part.
fn unequal(busy: &[&Voice]) -> Option<Message> {
    let equal = 1.0 / busy.len() as f64;
    let far = |v: &&Voice| v.share.is_some_and(|s| s > UNEQUAL.get() * equal || s < equal / UNEQUAL.get());
    let share = |v: &&Voice| Some(message!("processes/share", pid: name(v.pid.to_string()), share: Share(v.share?)));
    busy.iter().any(far).then(|| message!("processes/unequal", shares: List(busy.iter().filter_map(share).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Value;

    fn voice(pid: u32, status: VerdictStatus, cause: Option<&'static str>, inside_ms: f64) -> Voice {
        let verdict = Verdict { status, cause, reason: Message::verbatim(format!("reason of {pid}")), ..open(Message::default()) };
        let hypotheses = cause.map(|c| Hypothesis::new(c, Status::Supported, Message::default())).into_iter().collect();
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

    fn one_of_two(who: &str) -> Message {
        message!("processes/some", number: Count(1.0), of: Count(2.0), names: List(vec![Message::verbatim(who)]))
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
        let other = v.reason.find("processes/another-as-slow").and_then(|m| m.arg("other"));
        assert_eq!(other, Some(&Value::name("pid 8, port 8000")), "{}", v.reason);
        let (v, _) = combine(&[found_in(7, "held", 90.0), healthy(8, 48.0)], false);
        assert_eq!((v.cause, v.whose), (Some("held"), one_of_two("pid 7, port 8000")));
    }

    #[test]
    fn of_two_causes_in_two_processes_the_one_that_weighs_more_is_named_and_the_other_told() {
        let (v, _) = combine(&[found_in(7, "held", 20.0), found_in(8, "locked", 70.0)], false);
        assert_eq!((v.cause, v.whose), (Some("locked"), one_of_two("pid 8, port 8000")));
        let aside = v.reason.find("processes/aside-with-time").unwrap();
        assert_eq!((aside.arg("who"), aside.figure("inside")), (Some(&Value::name("pid 7, port 8000")), Some(20.0)));
        assert_eq!(aside.arg("says"), Some(&Message::verbatim("held").into()));
    }

    #[test]
    fn who_abstains_is_said_and_stops_nobody() {
        let unsure = voice(8, VerdictStatus::Inconclusive, None, 50.0);
        let (v, _) = combine(&[found_in(7, "held", 50.0), unsure], false);
        assert_eq!(v.cause, Some("held"));
        let aside = v.reason.find("processes/aside-with-time").unwrap();
        assert_eq!((aside.arg("who"), aside.figure("inside")), (Some(&Value::name("pid 8, port 8000")), Some(50.0)));
        assert_eq!(aside.arg("says"), Some(&message!("processes/not-judged", reason: (Message::verbatim("reason of 8"))).into()));
    }

    #[test]
    fn a_process_to_which_nothing_came_is_told_and_not_asked() {
        let idle = Voice { share: Some(0.0), inside_ms: None, ..voice(8, VerdictStatus::Inconclusive, None, 0.0) };
        let (v, _) = combine(&[healthy(7, 5.0), idle], false);
        assert_eq!(v.status, VerdictStatus::None);
        let aside = v.reason.find("processes/aside").unwrap();
        assert!(aside.says("processes/idle") && aside.arg("who") == Some(&Value::name("pid 8, port 8000")), "{aside}");
    }

    #[test]
    fn half_healthy_and_half_unknown_is_no_clean_bill() {
        let (v, _) = combine(&[healthy(7, 5.0), voice(8, VerdictStatus::Inconclusive, None, 5.0)], false);
        assert_eq!((v.status, v.whose), (VerdictStatus::Inconclusive, one_of_two("pid 8, port 8000")));
    }
}
