//! Which of several supported hypotheses is named.

use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};

/// The supported hypothesis of a stable cause that explains most, by its place in `hypotheses`.
///
/// One that is a decoy of another, for which the figures close, stands behind it however much it explains: a cause that comes early in the
/// order of evidence (CAUSES section 4 point 1) looks like those behind it, and both then explain the same growth. Two that are each other's
/// decoys are ranked by what they explain.
pub(crate) fn primary(hypotheses: &[Hypothesis], causes: &[&dyn Cause]) -> Option<usize> {
    let stable = |id: &str| causes.iter().find(|c| c.id() == id && !c.preview());
    let supported = |h: &Hypothesis| h.status == Status::Supported && stable(h.cause).is_some();
    let decoy = |id: &str, of: &str| stable(of).is_some_and(|c| c.decoys().contains(&id));
    let beaten = |h: &Hypothesis| {
        let mut closing = hypotheses.iter().filter(|by| supported(by) && by.evidence >= EvidenceLevel::Explains);
        closing.any(|by| decoy(h.cause, by.cause) && !decoy(by.cause, h.cause))
    };
    (0..hypotheses.len()).filter(|i| supported(&hypotheses[*i]) && !beaten(&hypotheses[*i])).max_by(|x, y| {
        let (x, y) = (&hypotheses[*x], &hypotheses[*y]);
        x.weight.total_cmp(&y.weight).then(x.evidence.cmp(&y.evidence)).then(y.cause.cmp(x.cause))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analysis, Stability};

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
        fn hypothesis(&self, _: &Analysis) -> Hypothesis {
            Hypothesis::new(self.0, Status::Untested, "")
        }
    }

    /// The one that is named among `(cause, weight, evidence)`, all supported.
    fn named(of: &[(&'static str, f64, EvidenceLevel)], first: Stability) -> Option<&'static str> {
        let starved = Named("starved", &["small", "slow"], first);
        let small = Named("small", &[], Stability::Stable);
        let slow = Named("slow", &["starved"], Stability::Stable);
        let hypotheses: Vec<Hypothesis> = of
            .iter()
            .map(|(cause, weight, evidence)| Hypothesis {
                weight: *weight,
                evidence: *evidence,
                ..Hypothesis::new(cause, Status::Supported, "")
            })
            .collect();
        primary(&hypotheses, &[&starved, &small, &slow]).map(|i| hypotheses[i].cause)
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
    fn each_others_decoys_are_ranked_by_what_they_explain() {
        let both = [("starved", 0.7, EvidenceLevel::Explains), ("slow", 0.95, EvidenceLevel::Explains)];
        assert_eq!(named(&both, Stability::Stable), Some("slow"));
    }
}
