//! What causes say that may not be named: nobody is called healthy against it.

use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};
use crate::growth::LEAST_GROWTH_SHARE;
use crate::judge::facts::Facts;
use crate::judge::near::{falls, near, would_hold};
use crate::judge::rule::{Effect, Holding};
use crate::judge::rules::RULES;
use crate::margin::Margin;
use crate::saturation::{OWN_SHARE, ResourceKind};
use model::message;

/// A database that is full, and a cause that would explain it and could be neither shown nor rejected.
pub(super) fn database_undecided(f: &Facts) -> Option<Holding> {
    let full = f.busy_database()?;
    let undecided = |h: &&Hypothesis| h.status == Status::Untested && h.weight >= LEAST_GROWTH_SHARE.get() && !h.site.is_empty();
    let h = f.hypotheses.iter().find(undecided)?;
    let says = message!("judge/full-database-undecided", full: (full.name.clone()), cause: name(h.cause), reason: (h.reason.clone()));
    Some(Holding::of(says).by(Margin::new(h.weight, LEAST_GROWTH_SHARE.get())))
}

/// That a full database is full needs no hint; what it is full of does.
pub(super) fn preview_explains(f: &Facts) -> Option<Holding> {
    let hint = f.hint()?;
    let database = f.full_by_work().is_some_and(|r| r.kind == ResourceKind::DatabaseCpu);
    (!database || !hint.site.is_empty()).then(|| {
        let says = message!("judge/preview-explains", cause: name(hint.cause), reason: (hint.reason.clone()));
        Holding::of(says).by(Margin::new(hint.weight, LEAST_GROWTH_SHARE.get()))
    })
}

/// A cause that may be named would explain the growth, and what was seen is too little to show or to reject it.
pub(super) fn undecided(f: &Facts) -> Option<Holding> {
    let stable = |h: &Hypothesis| f.causes.iter().any(|c| c.id() == h.cause && !c.preview());
    let undecided = |h: &&Hypothesis| h.status == Status::Untested && h.weight >= LEAST_GROWTH_SHARE.get() && stable(h);
    let h = f.hypotheses.iter().filter(undecided).max_by(|x, y| x.weight.total_cmp(&y.weight).then(y.cause.cmp(x.cause)))?;
    let says = message!("judge/candidate-undecided", cause: name(h.cause), reason: (h.reason.clone()));
    Some(Holding::of(says).by(Margin::new(h.weight, LEAST_GROWTH_SHARE.get())))
}

/// A cause of which all was seen but one thing, which nothing can show from outside: what only looks like it is not named in its place.
pub(super) fn decoy_of_undecided(f: &Facts) -> Option<Holding> {
    let of = |id: &str| f.causes.iter().copied().find(|c| c.id() == id && !c.preview());
    let all_but_one = |h: &&Hypothesis| {
        h.status == Status::Untested
            && h.evidence >= EvidenceLevel::Coincides
            && h.weight >= LEAST_GROWTH_SHARE.get()
            && of(h.cause).is_some()
    };
    let h = f.hypotheses.iter().filter(all_but_one).max_by(|x, y| x.weight.total_cmp(&y.weight).then(y.cause.cmp(x.cause)))?;
    let (cause, decoys) = (h.cause, of(h.cause)?.decoys());
    let stands_behind = |c: &dyn Cause| decoys.contains(&c.id()) && !c.decoys().contains(&cause);
    f.rank(|_| true).and_then(|r| of(f.hypotheses[r.first].cause)).filter(|c| stands_behind(*c))?;
    let says = message!("judge/decoy-of-undecided", cause: name(cause), reason: (h.reason.clone()));
    let holding = Holding::of(says).by(Margin::new(h.weight, LEAST_GROWTH_SHARE.get()));
    Some(holding.but(move |c| !decoys.contains(&c.id()) || c.decoys().contains(&cause)))
}

/// A cause that holds beside the limit, of which it is known what its cure buys: a fifth more at least.
pub(super) fn cure_pays(f: &Facts) -> Option<Holding> {
    let stable = |h: &Hypothesis| f.causes.iter().any(|c| c.id() == h.cause && !c.preview());
    let buys = |h: &Hypothesis| h.gain.as_ref().map_or(0.0, |g| g.model_per_s / g.now_per_s.max(1e-9));
    let beside = f.hypotheses.iter().filter(|h| h.status == Status::Secondary && stable(h));
    let h = beside.filter(|h| buys(h) * OWN_SHARE.get() >= 1.0).max_by(|x, y| buys(x).total_cmp(&buys(y)).then(y.cause.cmp(x.cause)))?;
    let per_s = h.gain.as_ref()?.model_per_s;
    let says = message!("judge/cure-pays", cause: name(h.cause), most: PerSecond(per_s), reason: (h.reason.clone()));
    Some(Holding::of(says).by(Margin::new(buys(h), 1.0 / OWN_SHARE.get())))
}

/// A cause would hold if one threshold were moved by as much as it may be wrong.
pub(super) fn nearly_holds(f: &Facts) -> Option<Holding> {
    let n = near(f.a, f.causes, f.hypotheses)?;
    let says = message!("judge/candidate-nearly-holds", cause: name(n.hypothesis.cause), reason: (n.hypothesis.reason));
    Some(Holding::of(says).by(Margin::new(n.moved_to, n.threshold.value)))
}

/// The cause that would be named would not hold if one threshold were moved by as much as it may be wrong.
pub(super) fn name_nearly_falls(f: &Facts) -> Option<Holding> {
    let h = &f.hypotheses[f.rank(|_| true)?.first];
    let cause = f.causes.iter().find(|c| c.id() == h.cause).filter(|_| h.evidence > EvidenceLevel::Coincides)?;
    let (threshold, moved_to) = falls(f.a, *cause)?;
    let says = message!("judge/name-nearly-falls", reason: (h.reason.clone()), threshold: name(threshold.id()));
    let named = h.cause;
    Some(Holding::of(says).by(Margin::new(moved_to, threshold.value)).but(move |c| c.id() != named))
}

/// A rule that forbids names or clean bills, asked before the one that clears, would hold if one threshold were moved by as much as it may be wrong.
pub(super) fn rule_nearly_holds(f: &Facts) -> Option<Holding> {
    let before_clearing = RULES.iter().take_while(|r| r.effect != Effect::Clears || (r.holds)(f).is_none());
    let mut forbids = before_clearing.filter(|r| matches!(r.effect, Effect::ForbidsNames | Effect::ForbidsCleanBill));
    let near = forbids.find_map(|r| would_hold(f, r))?;
    Some(Holding { says: message!("judge/rule-nearly-holds", says: (near.says.clone())), ..near })
}

#[cfg(test)]
mod tests {
    use crate::capacity::Prediction;
    use crate::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status, diagnose};
    use model::Message;
    use testkit::RunBuilder;

    /// Says what is in it.
    struct Says {
        id: &'static str,
        decoys: &'static [&'static str],
        stability: Stability,
        status: Status,
        evidence: EvidenceLevel,
        /// Throughput after its cure, of 100/s.
        cured_per_s: f64,
    }

    impl Cause for Says {
        fn id(&self) -> &'static str {
            self.id
        }

        fn page(&self) -> &'static str {
            ""
        }

        fn stability(&self) -> Stability {
            self.stability
        }

        fn needs(&self) -> &'static [&'static str] {
            &[]
        }

        fn decoys(&self) -> &'static [&'static str] {
            self.decoys
        }

        fn hypothesis(&self, _: &Analysis) -> Hypothesis {
            let per_s = self.cured_per_s;
            let gain = Some(Prediction { now_per_s: 100.0, bound_per_s: per_s, model_per_s: per_s, next_limit: None });
            Hypothesis { weight: 1.0, evidence: self.evidence, gain, ..Hypothesis::new(self.id, self.status, Message::default()) }
        }
    }

    const BESIDE: Says = Says {
        id: "beside",
        decoys: &["named"],
        stability: Stability::Stable,
        status: Status::Secondary,
        evidence: EvidenceLevel::Coincides,
        cured_per_s: 130.0,
    };
    const NAMED: Says = Says { id: "named", decoys: &[], status: Status::Supported, evidence: EvidenceLevel::Explains, ..BESIDE };

    /// Status, cause and the first rule of the verdict about a service at which nothing bends.
    fn said(causes: &[&dyn Cause]) -> (&'static str, Option<&'static str>, bool) {
        let v = diagnose(&RunBuilder::new().usual_levels(100.0, |_, l| l).build(), causes).verdict;
        (v.status.name(), v.cause, v.reason.is("judge/cure-pays") || v.reason.is("judge/decoy-of-undecided"))
    }

    #[test]
    fn a_cause_beside_the_limit_forbids_a_clean_bill_where_its_cure_pays() {
        assert_eq!(said(&[&BESIDE]), ("inconclusive", None, true));
        assert_eq!(said(&[&Says { cured_per_s: 110.0, ..BESIDE }]), ("none", None, false), "a tenth more");
        assert_eq!(said(&[&Says { stability: Stability::Preview, ..BESIDE }]), ("none", None, false), "it may not be named");
        assert_eq!(said(&[&Says { status: Status::Rejected, ..BESIDE }]), ("none", None, false), "it does not hold");
    }

    #[test]
    fn what_only_looks_like_an_undecided_cause_is_not_named() {
        const UNDECIDED: Says = Says { status: Status::Untested, ..BESIDE };
        assert_eq!(said(&[&UNDECIDED, &NAMED]), ("inconclusive", None, true));
        assert_eq!(said(&[&Says { evidence: EvidenceLevel::Hint, ..UNDECIDED }, &NAMED]).1, Some("named"), "a hint only");
        assert_eq!(said(&[&Says { decoys: &[], ..UNDECIDED }, &NAMED]).1, Some("named"), "it is another matter");
        assert_eq!(said(&[&UNDECIDED, &Says { decoys: &["beside"], ..NAMED }]).1, Some("named"), "each looks like the other");
    }
}
