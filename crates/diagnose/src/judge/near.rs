//! Hypotheses and rules that would hold, or would not, if a threshold were moved by as much as it may be wrong: nobody is called healthy against what nearly
//! holds, and what nearly falls is not named with more than E1.
//!
//! Nothing is said of how near a figure is: the causes are asked again with each threshold that decided moved, one at a time. So a near miss is found
//! wherever the threshold lies, in the cause, in a fact that it rests on, or in what counts as full.

use crate::analysis::Analysis;
use crate::cause::{Cause, Hypothesis, Status};
use crate::growth::LEAST_GROWTH_SHARE;
use crate::judge::facts::Facts;
use crate::judge::rule::{Holding, Rule};
use crate::level::Level;
use crate::saturation::OWN_SHARE;
use crate::threshold::{MAY_BE_WRONG_BY, Threshold, is_any_moved, moved, read_by};

/// Part by which a threshold is moved at most: a figure that is less sure says nothing at all. A guess: a quarter.
const MOST: f64 = 0.25;

/// A hypothesis that nearly holds.
pub(super) struct Near {
    /// As it would be.
    pub(super) hypothesis: Hypothesis,
    /// The threshold that was moved.
    pub(super) threshold: &'static Threshold,
    /// To which value.
    pub(super) moved_to: f64,
}

/// The one that would explain most, of stable causes among `causes`; `None` where none would hold, and where a threshold is moved already.
pub(super) fn near(a: &Analysis, causes: &[&dyn Cause], heard: &[Hypothesis]) -> Option<Near> {
    if is_any_moved() {
        return None;
    }
    let asked = |c: &&&dyn Cause| {
        let decided = heard.iter().find(|h| h.cause == c.id()).map(|h| h.status);
        !c.preview() && matches!(decided, Some(Status::Rejected | Status::Secondary | Status::Untested))
    };
    let causes: Vec<&dyn Cause> = causes.iter().filter(asked).copied().collect();
    let own = causes.iter().flat_map(|c| {
        let (_, read) = read_by(|| c.hypothesis(a));
        read.into_iter().flat_map(move |t| ways(t, figure_error(a, t)).map(|factor| moved(t, factor, || told(t, factor, c.hypothesis(a)))))
    });
    let (_, shared) = read_by(|| a.compared_again());
    let of_all = shared.into_iter().flat_map(|t| {
        let causes = &causes;
        ways(t, compared_error(a, t)).into_iter().flat_map(move |factor| {
            moved(t, factor, || {
                let again = a.compared_again();
                causes.iter().map(|c| told(t, factor, c.hypothesis(&again))).collect::<Vec<_>>()
            })
        })
    });
    own.chain(of_all)
        .flatten()
        .max_by(|x, y| x.hypothesis.weight.total_cmp(&y.hypothesis.weight).then(y.hypothesis.cause.cmp(x.hypothesis.cause)))
}

/// The threshold a little lower and a little higher, as factors: by what it may be wrong itself, and by two standard errors of the figure that is held
/// against it.
fn ways(t: &'static Threshold, figure_error: f64) -> [f64; 2] {
    let by = (t.factor(MAY_BE_WRONG_BY) - 1.0).hypot(2.0 * figure_error).min(MOST);
    [1.0 - by, 1.0 + by]
}

/// Standard error of the figure that a cause holds against `t`, if it is as large as that, as a share of it: the share of the growth has one of its own, another
/// share was read from the samples of the heaviest level, and what is no share compares two rates.
fn figure_error(a: &Analysis, t: &'static Threshold) -> f64 {
    let rate = |l: Option<&Level>| l.map_or(0.0, Level::rate_error);
    match a.heavy() {
        _ if t.is(&LEAST_GROWTH_SHARE) => a.growth.error,
        Some(heavy) if t.is_share() => heavy.share_error(t.value) / t.value,
        heavy => rate(heavy).hypot(rate(a.light())),
    }
}

/// The same of what levels are compared by: gauges and counters, of which only the growth has an error.
fn compared_error(a: &Analysis, t: &'static Threshold) -> f64 {
    if t.is(&LEAST_GROWTH_SHARE) { a.growth.error } else { 0.0 }
}

/// `h`, where it holds and its cure gives what is worth a name.
fn told(threshold: &'static Threshold, factor: f64, h: Hypothesis) -> Option<Near> {
    let pays = h.gain.as_ref().is_none_or(|g| g.model_per_s * OWN_SHARE.value >= g.now_per_s);
    (h.status == Status::Supported && pays).then_some(Near { hypothesis: h, threshold, moved_to: threshold.value * factor })
}

/// Whether `cause`, which holds, would not if one of the thresholds that it reads were moved by as much as it may be wrong, and which; `None` where one is moved already.
pub(super) fn falls(a: &Analysis, cause: &dyn Cause) -> Option<(&'static Threshold, f64)> {
    if is_any_moved() {
        return None;
    }
    let (_, read) = read_by(|| cause.hypothesis(a));
    let holds = |t, factor| moved(t, factor, || cause.hypothesis(a).status == Status::Supported);
    let mut ways = read.into_iter().flat_map(|t| ways(t, figure_error(a, t)).map(|factor| (t, factor)));
    ways.find(|(t, factor)| !holds(t, *factor)).map(|(t, factor)| (t, t.value * factor))
}

/// What a rule would say if one of the thresholds that it reads were moved by as much as it may be wrong; `None` where it would not hold either, where it says of
/// no figure how near that is (who has full CPUs is no matter of a little more), and where one is moved already.
pub(super) fn would_hold(f: &Facts, rule: &Rule) -> Option<Holding> {
    if is_any_moved() {
        return None;
    }
    let (now, read) = read_by(|| (rule.holds)(f));
    if now.is_some() {
        return None;
    }
    // how many times as much is held against one, not against nothing: a tenth of that is too much to be near
    let shares = read.into_iter().filter(|t| t.is_share());
    let mut ways = shares.flat_map(|t| [-MAY_BE_WRONG_BY, MAY_BE_WRONG_BY].map(|by| (t, t.factor(by))));
    ways.find_map(|(t, factor)| moved(t, factor, || (rule.holds)(f)).filter(|h| h.margin.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capacity::Prediction;
    use crate::{Stability, thresholds};
    use model::Message;
    use testkit::RunBuilder;

    thresholds! {
        /// Share that the cause below asks for.
        ASKED = 0.6;
    }

    /// Holds where what it saw is enough; its cure gives so many answers per second, of 100.
    struct Asks(f64, f64, Stability);

    impl Cause for Asks {
        fn id(&self) -> &'static str {
            "asks"
        }

        fn page(&self) -> &'static str {
            ""
        }

        fn stability(&self) -> Stability {
            self.2
        }

        fn needs(&self) -> &'static [&'static str] {
            &[]
        }

        fn decoys(&self) -> &'static [&'static str] {
            &[]
        }

        fn hypothesis(&self, _: &Analysis) -> Hypothesis {
            let status = if self.0 >= ASKED.get() { Status::Supported } else { Status::Rejected };
            let gain = Prediction { now_per_s: 100.0, bound_per_s: self.1, model_per_s: self.1, next_limit: None };
            let evidence = crate::EvidenceLevel::Explains;
            Hypothesis { weight: self.0, evidence, gain: Some(gain), ..Hypothesis::new("asks", status, Message::default()) }
        }
    }

    /// What the judge says of a service at which nothing bends and of which one cause says what `asks` does.
    fn said(asks: &Asks) -> (&'static str, bool) {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let v = crate::diagnose(&run, &[asks]).verdict;
        (v.status.name(), v.reason.is("judge/candidate-nearly-holds"))
    }

    #[test]
    fn a_cause_that_misses_a_threshold_by_less_than_it_may_be_wrong_forbids_a_clean_bill() {
        let clean = said(&Asks(0.0, 200.0, Stability::Stable));
        assert_eq!(clean, ("none", false));
        assert_eq!(said(&Asks(0.5986, 200.0, Stability::Stable)), ("inconclusive", true));
        assert_eq!(said(&Asks(0.5, 200.0, Stability::Stable)), clean, "clearly below");
        assert_eq!(said(&Asks(0.5986, 110.0, Stability::Stable)), clean, "a cure that gives no fifth");
        assert_eq!(said(&Asks(0.5986, 200.0, Stability::Preview)), clean, "one that may not be named");
    }

    #[test]
    fn a_cause_that_holds_by_less_than_its_figure_may_be_wrong_is_named_with_less_evidence() {
        let evidence = |share: f64| {
            let run = RunBuilder::new().usual_levels(1000.0, |_, l| l).build();
            let v = crate::diagnose(&run, &[&Asks(share, 200.0, Stability::Stable)]).verdict;
            let lowered = v.rules.iter().any(|r| r.rule == "name-nearly-falls");
            (v.cause, v.evidence.number(), lowered)
        };
        assert_eq!((evidence(0.9), evidence(0.61)), ((Some("asks"), 2, false), (Some("asks"), 1, true)));
    }

    #[test]
    fn a_share_that_was_read_from_few_samples_is_near_from_further_away() {
        let nearly = |per_s: f64| {
            let run = RunBuilder::new().usual_levels(per_s, |_, l| l).build();
            let asks: &[&dyn Cause] = &[&Asks(0.55, 200.0, Stability::Stable)];
            crate::diagnose(&run, asks).verdict.reason.is("judge/candidate-nearly-holds")
        };
        assert_eq!((nearly(1000.0), nearly(50.0)), (false, true), "thousands of samples at the heaviest level, and some hundred");
    }

    #[test]
    fn a_level_that_was_measured_again_is_not_called_unanswered() {
        let mut run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let first = run.phases[0].clone();
        run.phases.push(model::Phase { id: "again".to_owned(), ..first.clone() });
        run.attempts.insert("again".to_owned(), run.attempts[&first.id].clone());
        assert_eq!(crate::Analysis::of(&run).replaced, [first.id], "it is as long, and the last");
        let v = crate::diagnose(&run, &[]).verdict;
        assert!(!v.reason.is("judge/level-unanswered"), "{}", v.reason);
    }

    #[test]
    fn a_level_is_worth_another_look_where_something_nearly_holds_and_nowhere_else() {
        let run = RunBuilder::new().usual_levels(100.0, |_, l| l).build();
        let deciding = |share: f64| crate::judge::deciding(&run, &[&Asks(share, 200.0, Stability::Stable)]);
        assert_eq!(deciding(0.5986), ["saturation"], "it names no level, so the heaviest");
        assert_eq!((deciding(0.0), deciding(0.9)), (Vec::new(), Vec::new()), "a clean bill, and a name");
    }
}
