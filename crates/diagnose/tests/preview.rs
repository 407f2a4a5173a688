//! A cause that has not yet proven itself on a live service stands beside the answer, never in it.

use diagnose::{Analysis, Cause, Hypothesis, Stability, Status, VerdictStatus, diagnose};
use model::{Message, Value};
use testkit::{LevelSpec, RunBuilder};

/// Claims everything, always.
struct Loud(&'static str, Stability);

impl Cause for Loud {
    fn id(&self) -> &'static str {
        self.0
    }

    fn page(&self) -> &'static str {
        ""
    }

    fn stability(&self) -> Stability {
        self.1
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &[]
    }

    fn hypothesis(&self, _: &Analysis) -> Hypothesis {
        Hypothesis {
            weight: 1.0,
            site: "Orders.find:41".to_owned(),
            ..Hypothesis::new(self.0, Status::Supported, Message::verbatim("because"))
        }
    }
}

const UNTRIED: &dyn Cause = &Loud("untried", Stability::Preview);
const TRIED: &dyn Cause = &Loud("tried", Stability::Stable);

#[test]
fn a_preview_cause_that_holds_is_told_as_secondary_and_not_named() {
    let run = RunBuilder::new().usual_levels(200.0, |_, l| l).build();
    let d = diagnose(&run, &[UNTRIED]);
    assert!(UNTRIED.preview());
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None));
    assert_eq!(d.hypothesis("untried").map(|h| h.status), Some(Status::Secondary));
}

#[test]
fn a_preview_cause_that_holds_forbids_a_clean_bill_for_a_service_at_its_limit() {
    let full = |f: f64, l: LevelSpec| LevelSpec {
        process_cpu: 4.9,
        request_cpu: Some(4.5),
        cpu_framework: if f >= 1.0 { 40.0 } else { 4.4 },
        run_queue: if f >= 1.0 { 40.0 } else { 0.1 },
        ..l
    };
    let run = RunBuilder::new().usual_levels(200.0, full).build();
    assert_eq!(diagnose(&run, &[]).verdict.status, VerdictStatus::None);
    let d = diagnose(&run, &[UNTRIED]);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:?}", d.verdict);
    assert!(d.verdict.reason.is("judge/preview-explains"), "{:?}", d.verdict);
    assert_eq!(d.verdict.reason.arg("cause"), Some(&Value::name("untried")));
}

#[test]
fn a_preview_cause_never_stands_before_a_tried_one() {
    let run = RunBuilder::new().usual_levels(200.0, |_, l| l).build();
    let d = diagnose(&run, &[UNTRIED, TRIED]);
    assert!(!TRIED.preview());
    assert_eq!(d.verdict.cause, Some("tried"));
    assert_eq!(d.hypothesis("untried").map(|h| h.status), Some(Status::Secondary));
}
