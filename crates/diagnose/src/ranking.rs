//! Which of several supported hypotheses is named.

use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};
use crate::thresholds;

crate::thresholds! {
    /// How many times as much a cure must buy to buy clearly more. A prediction may be wrong by that much. A guess.
    CLEARLY = 1.1;
}

thresholds! {
    /// Difference of what two causes explain, as a share of the growth, below which they explain the same where the growth is known without error. A guess: the
    /// tolerance of the account with what its parts may be wrong by.
    TIE = 0.1;
}

/// The cause that is named, and those that explain as much.
pub(crate) struct Ranked {
    /// Its place in the hypotheses.
    pub(crate) first: usize,
    /// Places of those that explain the growth as well, within its error.
    pub(crate) tied: Vec<usize>,
}

/// The supported hypothesis of a stable cause that explains most.
///
/// One that is a decoy of another, for which the figures close, stands behind it however much it explains: a cause that comes early in the
/// order of evidence (CAUSES section 4 point 1) looks like those behind it, and both then explain the same growth. So does one of two that may look like each
/// other, where it yields to the other. Of several that explain the same,
/// the one whose cure buys more is named, where both say what it buys. `error`: standard error of the growth, as a share of it.
pub(crate) fn rank(hypotheses: &[Hypothesis], causes: &[&dyn Cause], error: f64) -> Option<Ranked> {
    let stable = |id: &str| causes.iter().find(|c| c.id() == id && !c.preview());
    let supported = |h: &Hypothesis| h.status == Status::Supported && stable(h.cause).is_some();
    let decoy = |id: &str, of: &str| stable(of).is_some_and(|c| c.decoys().contains(&id));
    let yields = |id: &str, to: &str| stable(id).is_some_and(|c| c.yields_to().contains(&to));
    let beaten = |h: &Hypothesis| {
        let mut closing = hypotheses.iter().filter(|by| supported(by) && by.evidence >= EvidenceLevel::Explains);
        closing.any(|by| decoy(h.cause, by.cause) && (!decoy(by.cause, h.cause) || yields(h.cause, by.cause)))
    };
    let mut places: Vec<usize> = (0..hypotheses.len()).filter(|i| supported(&hypotheses[*i]) && !beaten(&hypotheses[*i])).collect();
    places.sort_by(|x, y| {
        let (x, y) = (&hypotheses[*x], &hypotheses[*y]);
        y.weight.total_cmp(&x.weight).then(y.evidence.cmp(&x.evidence)).then(x.cause.cmp(y.cause))
    });
    let most = &hypotheses[*places.first()?];
    let tie = TIE.get().hypot(2.0 * error);
    let as_much = |i: &usize| hypotheses[*i].weight >= most.weight - tie && hypotheses[*i].evidence == most.evidence;
    let tied: Vec<usize> = places.iter().copied().filter(as_much).collect();
    let buys = |i: usize| hypotheses[i].gain.as_ref().map(|g| g.model_per_s);
    // the first of those that buy most: a larger weight comes first
    let first = tied[1..]
        .iter()
        .fold(tied[0], |best, i| if buys(*i).zip(buys(best)).is_some_and(|(a, b)| a > b * CLEARLY.get()) { *i } else { best });
    Some(Ranked { first, tied: tied.into_iter().filter(|i| *i != first).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capacity::Prediction;
    use crate::{Analysis, Stability};
    use model::Message;

    struct Named(&'static str, &'static [&'static str], Stability);

    impl Cause for Named {
        fn id(&self) -> &'static str {
            self.0
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
            self.1
        }
        fn yields_to(&self) -> &'static [&'static str] {
            if self.0 == "slow" { &["needless"] } else { &[] }
        }
        fn hypothesis(&self, _: &Analysis) -> Hypothesis {
            Hypothesis::new(self.0, Status::Untested, Message::default())
        }
    }

    /// The one that is named among `(cause, weight, evidence, gain)`, all supported, and those that are tied with it.
    fn ranked(of: &[(&'static str, f64, EvidenceLevel, Option<f64>)], first: Stability) -> (Option<&'static str>, Vec<&'static str>) {
        let starved = Named("starved", &["small", "slow"], first);
        let small = Named("small", &[], Stability::Stable);
        let slow = Named("slow", &["starved"], Stability::Stable);
        let gain = |per_s: f64| Prediction { now_per_s: 100.0, bound_per_s: per_s, model_per_s: per_s, next_limit: None };
        let hypotheses: Vec<Hypothesis> = of
            .iter()
            .map(|(cause, weight, evidence, buys)| Hypothesis {
                weight: *weight,
                evidence: *evidence,
                gain: buys.map(gain),
                ..Hypothesis::new(cause, Status::Supported, Message::default())
            })
            .collect();
        match rank(&hypotheses, &[&starved, &small, &slow], 0.0) {
            Some(r) => (Some(hypotheses[r.first].cause), r.tied.iter().map(|i| hypotheses[*i].cause).collect()),
            None => (None, Vec::new()),
        }
    }

    /// The same without gains.
    fn named(of: &[(&'static str, f64, EvidenceLevel)], first: Stability) -> Option<&'static str> {
        ranked(&of.iter().map(|(c, w, e)| (*c, *w, *e, None)).collect::<Vec<_>>(), first).0
    }

    #[test]
    fn a_decoy_stands_behind_its_cause_however_much_it_explains() {
        let both = [("starved", 0.7, EvidenceLevel::Explains), ("small", 0.95, EvidenceLevel::Explains)];
        assert_eq!(named(&both, Stability::Stable), Some("starved"));
    }

    #[test]
    fn a_cause_whose_figures_do_not_close_beats_nobody_and_a_preview_neither() {
        let open = [("starved", 0.7, EvidenceLevel::Coincides), ("small", 0.95, EvidenceLevel::Explains)];
        assert_eq!(named(&open, Stability::Stable), Some("small"));
        let preview = [("starved", 0.7, EvidenceLevel::Explains), ("small", 0.95, EvidenceLevel::Explains)];
        assert_eq!(named(&preview, Stability::Preview), Some("small"));
    }

    #[test]
    fn of_two_that_look_like_each_other_the_one_that_yields_stands_behind() {
        let (needless, slow) = (Named("needless", &["slow"], Stability::Stable), Named("slow", &["needless"], Stability::Stable));
        let first = |closes: EvidenceLevel| {
            let of = |id: &'static str, weight: f64, evidence: EvidenceLevel| Hypothesis {
                evidence,
                weight,
                ..Hypothesis::new(id, Status::Supported, Message::default())
            };
            let both = [of("needless", 0.7, closes), of("slow", 0.95, EvidenceLevel::Explains)];
            rank(&both, &[&needless, &slow], 0.0).map(|r| both[r.first].cause)
        };
        assert_eq!(first(EvidenceLevel::Explains), Some("needless"));
        assert_eq!(first(EvidenceLevel::Coincides), Some("slow"), "its figures do not close");
    }

    #[test]
    fn each_others_decoys_are_ranked_by_what_they_explain() {
        let both = [("starved", 0.7, EvidenceLevel::Explains), ("slow", 0.95, EvidenceLevel::Explains)];
        assert_eq!(named(&both, Stability::Stable), Some("slow"));
    }

    #[test]
    fn of_two_that_explain_the_same_the_one_whose_cure_buys_more_is_named_and_the_other_stands_beside_it() {
        use EvidenceLevel::Explains;
        let of = |starved: Option<f64>, slow: Option<f64>| {
            ranked(&[("starved", 0.93, Explains, starved), ("slow", 1.0, Explains, slow)], Stability::Stable)
        };
        assert_eq!(of(Some(400.0), Some(150.0)), (Some("starved"), vec!["slow"]));
        assert_eq!(of(Some(155.0), Some(150.0)), (Some("slow"), vec!["starved"]), "hardly more");
        assert_eq!(of(None, Some(150.0)), (Some("slow"), vec!["starved"]), "not known");
    }
}
