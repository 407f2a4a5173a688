//! Shared cores make a run suspect; they never refuse it.

use crate::tests::verdict;
use diagnose::Status;
use diagnose::quality::Validity;
use testkit::RunBuilder;

#[test]
fn shared_cores_are_said_and_make_the_run_suspect() {
    let d = verdict(RunBuilder::new().sharing_cores().usual_levels(100.0, |_, l| l).build());
    assert_eq!(d.hypothesis("generator-shares-cores").unwrap().status, Status::Secondary);
    assert_eq!(d.quality.validity, Validity::Suspect);
}

#[test]
fn disjoint_cores_are_fine() {
    let d = verdict(RunBuilder::new().usual_levels(100.0, |_, l| l).build());
    assert_eq!(d.hypothesis("generator-shares-cores").unwrap().status, Status::Rejected);
}
