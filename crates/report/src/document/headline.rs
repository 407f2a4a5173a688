//! The first line: a sentence that says what was found. The words of a cause lie beside its rules (`CAUSE/headline`).

use diagnose::capacity::Ceiling;
use diagnose::saturation::ResourceKind;
use diagnose::{Diagnosis, Verdict, VerdictStatus};
use model::{Message, Value, message};
use words::Lang;

/// What the judge says where a cause may be the one and is not named. Each has it as `cause`.
const WITH_CANDIDATE: [&str; 4] =
    ["judge/candidate-nearly-holds", "judge/cure-pays", "judge/candidate-undecided", "judge/preview-explains"];

/// Of the verdict. `highest_per_s` is the highest throughput that was measured.
pub(super) fn headline(d: &Diagnosis, highest_per_s: Option<f64>) -> Message {
    let v = &d.verdict;
    match (v.status, v.cause) {
        (VerdictStatus::Found, Some(cause)) => of_cause(cause),
        (VerdictStatus::Found | VerdictStatus::Inconclusive, _) => match candidate(v) {
            Some(cause) => pays(v, cause).unwrap_or_else(|| message!("text/candidate", headline: (of_cause(cause)), cause: name(cause))),
            None => message!("text/not-clear"),
        },
        (VerdictStatus::None, _) => healthy(d, highest_per_s),
        (VerdictStatus::GeneratorLimited, _) => message!("text/generator-limited"),
    }
}

/// What a cause says in short.
pub(crate) fn of_cause(cause: &str) -> Message {
    let own = Message { id: format!("{cause}/headline").into(), args: Vec::new() };
    if words::has(&own, Lang::En) { own } else { message!("text/slow-because", cause: name(cause)) }
}

/// What a cause is called in a list: a few words; its id where it has none.
pub(crate) fn name_of(cause: &str) -> Message {
    let own = Message { id: format!("{cause}/name").into(), args: Vec::new() };
    if words::has(&own, Lang::En) { own } else { Message::verbatim(cause) }
}

/// A cause in a list. In English its id, which reads as its name; in other languages its name, then the id, by which commands take it.
pub(crate) fn called(cause: &str, lang: Lang) -> String {
    match lang {
        Lang::En => cause.to_owned(),
        Lang::Ko => format!("{}({cause})", words::say(&name_of(cause), lang)),
    }
}

/// What a cause says of itself where all that is open is whether it was meant: its cure pays, and it has words for that (`CAUSE/cure-pays`).
fn pays(v: &Verdict, cause: &str) -> Option<Message> {
    let most = v.reason.find("judge/cure-pays")?.arg("most")?.clone();
    let own = Message { id: format!("{cause}/cure-pays").into(), args: Vec::new() }.with("most", most);
    words::has(&own, Lang::En).then_some(own)
}

/// The cause that may be the one and is not named.
pub(super) fn candidate(v: &Verdict) -> Option<&str> {
    let said = WITH_CANDIDATE.iter().find_map(|id| v.reason.find(id)).filter(|_| v.status == VerdictStatus::Inconclusive)?;
    match said.arg("cause") {
        Some(Value::Name(cause)) => Some(cause),
        _ => None,
    }
}

/// What is at its limit, and whether it was seen there.
pub(super) fn is_reached(limit: &Ceiling, highest_per_s: Option<f64>) -> Option<bool> {
    highest_per_s.map(|h| limit.per_s <= h)
}

/// Most parts of the CPU in the first line, and the smallest that is worth one.
const MOST_PARTS: usize = 3;
const LEAST_PART: f64 = 0.05;
/// Share of the response from which the wait for a part's lock is told with it.
const LEAST_WAIT: f64 = 0.1;

/// What a full core does; `None` where another thing is full or the CPU was not divided.
fn cpu_bound(d: &Diagnosis, limit: &Ceiling) -> Option<Message> {
    let core = match limit.kind {
        ResourceKind::TargetCpu if limit.name.is("saturation/cpu-quota") => "quota",
        ResourceKind::TargetCpu if limit.name.is("saturation/cpu-shared") => "shared",
        ResourceKind::TargetCpu => "cpu",
        ResourceKind::EventLoop => "loop",
        _ => return None,
    };
    let cpu = super::cpu::all(d).pop().filter(|c| c.full)?;
    let response_ms = d.levels.iter().find(|l| l.phase.id == cpu.phase).map_or(0.0, |l| l.response_ms);
    let mut parts = cpu.parts.iter().filter(|p| p.share >= LEAST_PART).take(MOST_PARTS);
    let first = parts.next()?;
    let what = |p: &super::CpuPart| match p.lock_wait_ms {
        wait if response_ms > 0.0 && wait >= LEAST_WAIT * response_ms => {
            message!("text/cpu-bound-locked", what: (super::cpu::called(p)), wait: Ms(wait), share: Share(wait / response_ms))
        }
        _ => super::cpu::called(p),
    };
    let says = parts.fold(
        message!("text/cpu-bound-part", share: Share(first.share), what: (what(first))),
        |says, p| message!("text/cpu-bound-more", first: (says), share: Share(p.share), what: (what(p))),
    );
    Some(
        message!("text/cpu-bound", core: kind(core), limit: (limit.name.clone()), rate: PerSecond(limit.per_s), ms: Ms(cpu.ms), parts: (says)),
    )
}

fn healthy(d: &Diagnosis, highest_per_s: Option<f64>) -> Message {
    let v = &d.verdict;
    if d.tail.is_some() {
        return message!("text/tail-short");
    }
    // where no level was measured, the start was
    let Some(highest) = highest_per_s else { return message!("text/quick-from-start") };
    if let Some(l) = v.limit.as_ref().filter(|l| is_reached(l, highest_per_s) == Some(true)) {
        if let Some(says) = cpu_bound(d, l) {
            return says;
        }
        return match l.kind {
            ResourceKind::Workers => message!("text/all-busy", limit: (l.name.clone()), rate: PerSecond(l.per_s)),
            _ => message!("text/at-limit", limit: (l.name.clone()), rate: PerSecond(l.per_s)),
        };
    }
    match v.reason.find("judge/hardly-more-cpu").and_then(|m| m.arg("cpu")) {
        Some(cpu) => message!("text/nearly-at-limit", limit: (cpu.clone()), rate: PerSecond(highest)),
        None => message!("text/no-bend", rate: PerSecond(highest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn said(d: &Diagnosis) -> Message {
        headline(d, Some(600.0))
    }

    #[test]
    fn a_named_cause_has_its_own_words_or_is_told_by_its_id() {
        let mut d = fixture::found().diagnosis;
        d.verdict.cause = Some("row-locked");
        assert_eq!(said(&d), Message { id: "row-locked/headline".into(), args: Vec::new() });
        d.verdict.cause = Some("moon-too-far");
        assert_eq!(said(&d), message!("text/slow-because", cause: name("moon-too-far")));
    }

    #[test]
    fn a_healthy_service_is_told_by_what_is_full_else_by_how_far_it_was_tried() {
        let mut d = fixture::none().diagnosis;
        assert_eq!(said(&d), message!("text/no-bend", rate: PerSecond(600.0)));
        let full = Ceiling { per_s: 254.0, name: message!("saturation/event-loop"), kind: ResourceKind::EventLoop, may_be_higher: false };
        d.verdict.limit = Some(full.clone());
        assert_eq!(said(&d), message!("text/at-limit", limit: (full.name), rate: PerSecond(254.0)));
        assert!(headline(&d, None).is("text/quick-from-start"));
    }

    #[test]
    fn only_a_rule_that_keeps_a_cause_from_being_named_makes_it_a_candidate() {
        let mut d = fixture::inconclusive().diagnosis;
        assert!(said(&d).is("text/not-clear") && candidate(&d.verdict).is_none());
        d.verdict.reason = message!("judge/candidate-nearly-holds", cause: name("row-locked"), reason: (Message::default()));
        assert!(said(&d).is("text/candidate") && said(&d).says("row-locked/headline"));
        assert_eq!(candidate(&d.verdict), Some("row-locked"));
        let pays =
            |cause: &'static str| message!("judge/cure-pays", cause: name(cause), most: PerSecond(900.0), reason: (Message::default()));
        d.verdict.reason = pays("row-locked");
        assert!(said(&d).is("text/candidate"), "it has no words of its own for that");
        d.verdict.reason = pays("cpu-throttled");
        assert_eq!(said(&d), message!("cpu-throttled/cure-pays", most: PerSecond(900.0)));
        assert_eq!(candidate(&d.verdict), Some("cpu-throttled"));
        d.verdict.reason = message!("judge/full-database-undecided", cause: name("row-locked"), reason: (Message::default()));
        assert!(candidate(&d.verdict).is_none());
        d.verdict.status = VerdictStatus::GeneratorLimited;
        assert!(said(&d).is("text/generator-limited"));
    }
}
