//! The judge: hears every cause, ranks, and abstains where the figures do not carry a name.
//!
//! Order of evidence: the generator first (it refuses), then what cannot be seen, then the account (without which nothing is more than a
//! hint), then the supported hypothesis that explains most of the growth. Sources: DESIGN section 3, CAUSES section 4.

use crate::analysis::Analysis;
use crate::capacity::{Ceiling, ceilings};
use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};
use crate::experiment;
use crate::failures::Failures;
use crate::knee;
use crate::processes;
use crate::verdict::{Diagnosis, Verdict, VerdictStatus};
use facts::Facts;
use model::{Message, Run, message};
use rule::Holding;

pub use again::{MOST_AGAIN, deciding};
pub use rule::{Decided, Effect, Rule};
pub use rules::RULES;
pub(crate) use rules::WAITED;

mod again;
mod facts;
mod near;
mod rule;
mod rules;

/// Judges a run by all `causes`.
pub fn diagnose(run: &Run, causes: &[&dyn Cause]) -> Diagnosis {
    let mut d = judged(run, causes);
    if run.only.is_none() {
        d.failures = Failures::of(run, &d, causes.iter().copied().find(|c| Some(c.id()) == d.verdict.cause));
    }
    d
}

fn judged(run: &Run, causes: &[&dyn Cause]) -> Diagnosis {
    let a = Analysis::of(run);
    if !run.environment.replicas.is_empty() && run.only.is_none() {
        return processes::diagnose(a, causes);
    }
    let (verdict, hypotheses) = judge(&a, causes);
    conclude(a, verdict, hypotheses)
}

/// The verdict about a run of one process that is analysed already.
pub fn verdict(a: &Analysis, causes: &[&dyn Cause]) -> Verdict {
    judge(a, causes).0
}

/// Hears every cause and decides.
pub(crate) fn judge(a: &Analysis, causes: &[&dyn Cause]) -> (Verdict, Vec<Hypothesis>) {
    let heard: Vec<Hypothesis> = causes.iter().map(|c| hear(*c, a)).collect();
    let decision = decide(&Facts { a, causes, hypotheses: &heard });
    let hypotheses = heard.into_iter().enumerate().map(|(i, h)| decision.settle(i, h)).collect();
    (decision.verdict, hypotheses)
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
        first_minute: a.first_minute,
        tail: a.tail,
        levels: a.levels,
        ledgers: a.ledgers,
        cpu: a.cpu,
        failures: Failures::default(),
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
    let why = missing.iter().map(|id| a.unseen(id));
    let why = message!("judge/not-observable", sensors: List(why.collect()));
    let mut h = Hypothesis::new(cause.id(), Status::NotObservable, why);
    h.missing = missing;
    h
}

/// What was decided, and what that makes of the hypotheses.
struct Decision {
    verdict: Verdict,
    /// The hypothesis that is named, by its place.
    named: Option<usize>,
    /// Why those that hold and are at these places are no more than hints.
    hints: Vec<(usize, Message)>,
}

impl Decision {
    /// The hypothesis at place `i` after it. Of those that hold one is named, the others stand beside it.
    fn settle(&self, i: usize, h: Hypothesis) -> Hypothesis {
        if h.status != Status::Supported || self.named == Some(i) {
            return h;
        }
        match self.hints.iter().find(|(k, _)| *k == i) {
            Some((_, why)) => Hypothesis {
                status: Status::Untested,
                evidence: EvidenceLevel::Hint,
                reason: message!("judge/no-more-than-a-hint", reason: (h.reason.clone()), why: (why.clone())),
                ..h
            },
            None => Hypothesis { status: Status::Secondary, ..h },
        }
    }
}

/// Asks the rules in their order.
fn decide(f: &Facts) -> Decision {
    let limit = limit(f.a);
    let abstain = |status, reason, rules| Verdict {
        status,
        cause: None,
        site: String::new(),
        evidence: EvidenceLevel::Hint,
        reason,
        limit: limit.clone(),
        whose: Message::default(),
        rules,
        tied: Vec::new(),
    };
    let supported = || f.hypotheses.iter().enumerate().filter(|(_, h)| h.status == Status::Supported).map(|(i, _)| i);
    let asked = |effect: fn(Effect) -> bool| RULES.iter().filter(move |r| effect(r.effect)).filter_map(|r| Some((r, (r.holds)(f)?)));

    if let Some((rule, holding)) = asked(|e| matches!(e, Effect::Refuses(_))).next()
        && let Effect::Refuses(status) = rule.effect
    {
        let hints = supported().map(|i| (i, holding.says.clone())).collect();
        return Decision { verdict: abstain(status, holding.says.clone(), vec![decided(rule, &holding)]), named: None, hints };
    }

    let mut bars: Vec<(&Rule, Holding)> = Vec::new();
    for bar in asked(|e| e == Effect::ForbidsNames) {
        bars.push(bar);
        if f.rank(|c| bars.iter().all(|(_, b)| (b.excuses)(c))).is_none() {
            let (rule, last) = bars.last().expect("one was pushed");
            let hints = supported().map(|i| (i, last.says.clone())).collect();
            let verdict = abstain(VerdictStatus::Inconclusive, last.says.clone(), vec![decided(rule, last)]);
            return Decision { verdict, named: None, hints };
        }
    }
    let cause = |i: usize| f.causes.iter().find(|c| c.id() == f.hypotheses[i].cause);
    let barred = |i: usize| bars.iter().find(|(_, b)| !cause(i).is_some_and(|c| (b.excuses)(*c)));
    let hints = supported().filter_map(|i| Some((i, barred(i)?.1.says.clone()))).collect();
    if let Some(ranked) = f.rank(|c| bars.iter().all(|(_, b)| (b.excuses)(c))) {
        let h = &f.hypotheses[ranked.first];
        let lowered = asked(|e| e == Effect::LowersEvidence).find(|(_, b)| !cause(ranked.first).is_some_and(|c| (b.excuses)(*c)));
        let evidence = if lowered.is_some() { h.evidence.min(EvidenceLevel::Coincides) } else { h.evidence };
        let verdict = Verdict {
            status: VerdictStatus::Found,
            cause: Some(h.cause),
            site: h.site.clone(),
            evidence,
            reason: lowered.as_ref().map_or_else(|| h.reason.clone(), |(_, b)| b.says.clone()),
            limit,
            whose: Message::default(),
            rules: bars.iter().chain(&lowered).map(|(rule, b)| decided(rule, b)).collect(),
            tied: ranked.tied.iter().map(|i| f.hypotheses[*i].cause).collect(),
        };
        return Decision { verdict, named: Some(ranked.first), hints };
    }

    let bills = asked(|e| matches!(e, Effect::ForbidsCleanBill | Effect::Clears));
    let (rule, holding) = bills.into_iter().next().expect("the last rule always holds");
    let verdict = if rule.effect != Effect::Clears {
        abstain(VerdictStatus::Inconclusive, holding.says.clone(), vec![decided(rule, &holding)])
    } else if let Some((veto, why)) = asked(|e| e == Effect::ForbidsClearing).next() {
        abstain(VerdictStatus::Inconclusive, why.says.clone(), vec![decided(rule, &holding), decided(veto, &why)])
    } else {
        abstain(VerdictStatus::None, holding.says.clone(), vec![decided(rule, &holding)])
    };
    Decision { verdict, named: None, hints }
}

fn decided(rule: &Rule, holding: &Holding) -> Decided {
    Decided { rule: rule.id, effect: rule.effect, margin: holding.margin }
}

/// What saturates first, by arithmetic from what was measured at the heaviest level.
fn limit(a: &Analysis) -> Option<Ceiling> {
    if let Some(r) = a.resources.iter().filter(|r| r.saturated).min_by(|x, y| x.kind.cmp(&y.kind)) {
        return Some(Ceiling { per_s: a.throughput_per_s(), name: r.name.clone(), kind: r.kind, may_be_higher: false });
    }
    ceilings(&a.unqueued_resources(), |r| r.held_ms).into_iter().next()
}
