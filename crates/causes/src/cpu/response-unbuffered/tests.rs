//! Named where answers come in many small pieces and writing them owns the core; answers in few pieces accuse nobody.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::{Diagnosis, Hypothesis, Status, VerdictStatus};
use model::{AnswerSample, SampledAnswer};

/// Writing by the server; it is 0.6 ms of 0.9 ms of a request.
const STACK: [&str; 2] = ["shop.orders.OrderController.list", "org.apache.catalina.connector.OutputBuffer.flush"];

/// Ten answers of 40 kB in so many chunks.
fn judged(chunks: Option<u64>) -> Diagnosis {
    let mut run = full_core_of(&STACK, 0.6, 1.0);
    let one = SampledAnswer { media_type: "text/csv".into(), body_bytes: 40_000, chunks, ..SampledAnswer::default() };
    run.answers = Some(AnswerSample { covers: 1.0, answers: vec![one; 10] });
    verdict(run)
}

fn heard(d: &Diagnosis) -> &Hypothesis {
    d.hypothesis("response-unbuffered").expect("heard")
}

#[test]
fn hundreds_of_small_pieces_are_named_with_who_writes_them() {
    let d = judged(Some(400));
    assert_eq!((d.verdict.status.name(), d.verdict.cause), ("found", Some("response-unbuffered")), "{} {:#?}", heard(&d).reason, d.verdict);
    let h = heard(&d);
    let told = h.reason.find("response-unbuffered/pieces").expect("told");
    assert_eq!((told.figure("pieces"), told.figure("bytes")), (Some(400.0), Some(100.0)));
    assert!(h.site.starts_with("OrderController.list"), "{}", h.site);
}

#[test]
fn answers_in_few_or_large_pieces_accuse_nobody() {
    for chunks in [None, Some(1), Some(5), Some(15)] {
        let d = judged(chunks);
        assert_eq!((d.verdict.status, heard(&d).status), (VerdictStatus::None, Status::Rejected), "{chunks:?} {}", heard(&d).reason);
    }
}

#[test]
fn some_pieces_that_may_cost_a_sixth_are_undecided() {
    let d = judged(Some(40));
    assert_eq!((d.verdict.status, heard(&d).status), (VerdictStatus::Inconclusive, Status::Untested), "{}", heard(&d).reason);
}
