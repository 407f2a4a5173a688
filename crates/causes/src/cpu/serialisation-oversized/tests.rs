//! What a client needs of an answer is not seen; what it is told twice is.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::cpu::Purpose;
use diagnose::{Diagnosis, Hypothesis, Status, VerdictStatus};
use model::{AnswerSample, Frame, FrameKind, RepeatedField, Run, SampledAnswer, Surplus};

const STACK: [&str; 2] = ["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.writeValue"];
/// What the service takes to write one answer is 0.6 ms: 12 ns a byte.
const BYTES: u64 = 50_000;

/// Ten answers, of which so much is repeated and empty; serialising is 60 % of the core.
fn judged(repeated: f64, empty: f64, field: &str) -> Diagnosis {
    of(BYTES, 10, 1.0, repeated, empty, field)
}

fn of(json_bytes: u64, count: usize, covers: f64, repeated: f64, empty: f64, field: &str) -> Diagnosis {
    verdict(answering(full_core_of(&STACK, 0.6, 1.0), json_bytes, count, covers, repeated, empty, field))
}

fn answering(mut run: Run, json_bytes: u64, count: usize, covers: f64, repeated: f64, empty: f64, field: &str) -> Run {
    let bytes = |share: f64| (share * json_bytes as f64) as u64;
    let most = (repeated > 0.0).then(|| RepeatedField { name: field.into(), bytes: bytes(repeated), times: 14 });
    let surplus = Some(Surplus { json_bytes, repeated_bytes: bytes(repeated), empty_bytes: bytes(empty), most });
    let one = SampledAnswer { media_type: "application/json".into(), body_bytes: json_bytes, surplus, ..SampledAnswer::default() };
    run.answers = Some(AnswerSample { covers, answers: vec![one; count] });
    run
}

/// The same with every second sample of serialising in code of the service's own: it is 37 % of the core.
fn less_of_it(repeated: f64) -> Diagnosis {
    let mut run = full_core_of(&STACK, 0.6, 1.0);
    let writes = |f: &u32| run.stacks.frames[*f as usize].class.contains("fasterxml");
    let serialises: Vec<bool> = run.stacks.stacks.iter().map(|s| s.iter().any(writes)).collect();
    let own = Frame { class: "shop.orders.Prices".into(), method: "of".into(), line: 7, kind: FrameKind::Compiled };
    run.stacks.frames.push(own);
    let mut stack = run.stacks.stacks[serialises.iter().position(|s| *s).expect("a stack of it")].clone();
    stack.truncate(1);
    stack.push(run.stacks.frames.len() as u32 - 1);
    run.stacks.stacks.push(stack);
    let other = run.stacks.stacks.len() as u32 - 1;
    for profile in run.wall.values_mut() {
        let of_it = profile.samples.iter_mut().chain(&mut profile.cpu).filter(|s| serialises.get(s.stack as usize) == Some(&true));
        of_it.step_by(2).for_each(|s| s.stack = other);
    }
    verdict(answering(run, BYTES, 10, 1.0, repeated, 0.0, "product"))
}

/// The same with the server in these samples of the serialiser, by such a method.
fn within_the_serialiser(mut run: Run, method: &str) -> Run {
    for class in ["org.apache.catalina.connector.OutputBuffer", "sun.nio.ch.SocketChannelImpl"] {
        run.stacks.frames.push(Frame { class: class.into(), method: method.into(), line: 0, kind: FrameKind::Compiled });
    }
    let last = run.stacks.frames.len() as u32;
    let writes = |f: &u32| run.stacks.frames[*f as usize].class.contains("fasterxml");
    let serialises: Vec<bool> = run.stacks.stacks.iter().map(|s| s.iter().any(writes)).collect();
    let of_it = run.stacks.stacks.iter_mut().zip(serialises).filter(|(_, is)| *is);
    of_it.for_each(|(stack, _)| stack.extend([last - 2, last - 1]));
    run
}

fn heard(d: &Diagnosis) -> &Hypothesis {
    d.hypothesis("serialisation-oversized").expect("heard")
}

fn told_beside(d: &Diagnosis) {
    let h = heard(d);
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Secondary), "{:#?}", d.verdict);
    assert!(h.reason.says("serialisation-oversized/whether-needed-of-unknown"), "{}", h.reason);
}

#[test]
fn large_answers_are_told_beside_the_limit() {
    told_beside(&verdict(full_core_of(&STACK, 0.6, 1.0)));
    told_beside(&judged(0.12, 0.05, "brand"));
}

#[test]
fn most_of_an_answer_said_twice_is_named_by_its_field() {
    let d = judged(0.7, 0.05, "brand");
    assert_eq!((d.verdict.status.name(), d.verdict.cause), ("found", Some("serialisation-oversized")), "{:#?}", d.verdict);
    let h = heard(&d);
    assert!(h.reason.says("serialisation-oversized/repeated-field"), "{}", h.reason);
    assert!(h.fix.is("serialisation-oversized/fix-repeated-field"), "{}", h.fix);
    let gain = h.gain.as_ref().expect("a bound");
    let times = gain.bound_per_s / gain.now_per_s;
    assert!((2.2..2.6).contains(&times), "three quarters of 77 % go: {times}");
}

#[test]
fn what_is_for_nothing_counts_where_all_serialising_is_less_than_is_usually_asked() {
    let d = less_of_it(0.85);
    assert_eq!(d.verdict.cause, Some("serialisation-oversized"), "{} {:#?}", d.verdict.reason, d.verdict);
    let d = less_of_it(0.6);
    assert_eq!((d.verdict.status, heard(&d).status), (VerdictStatus::Inconclusive, Status::Untested), "{}", d.verdict.reason);
}

#[test]
fn what_is_sent_from_inside_the_serialiser_counts_as_its_work() {
    let of = |method, json_bytes| {
        let run = within_the_serialiser(full_core_of(&STACK, 0.6, 1.0), method);
        verdict(answering(run, json_bytes, 10, 1.0, 0.7, 0.05, "brand"))
    };
    let d = of("write", BYTES);
    assert_eq!(d.verdict.cause, Some("serialisation-oversized"), "{:#?}", d.verdict);
    let server = d.cpu.last().expect("an account").parts.iter().find(|p| p.purpose == Purpose::Server).expect("its part");
    // a tenth of its part takes the requests
    let by_network = server.share_by(|by| by == Purpose::Network);
    assert!(server.serialised > 0.85 && (server.serialised - by_network).abs() < 1e-9, "{server:?}");
    assert!(heard(&d).reason.says("serialisation-oversized/sent"), "{}", heard(&d).reason);
    // what is read is no part of an answer, and what is shorter than a buffer is sent in any case
    for d in [of("read", BYTES), of("write", 8_000)] {
        assert!(d.verdict.cause.is_none() && !heard(&d).reason.says("serialisation-oversized/sent"), "{}", heard(&d).reason);
    }
}

#[test]
fn a_field_whose_name_may_be_data_is_not_named() {
    let d = judged(0.75, 0.0, "");
    assert!(heard(&d).reason.says("serialisation-oversized/repeated") && heard(&d).fix.is("serialisation-oversized/fix-repeated"));
}

#[test]
fn empty_fields_are_named_as_such() {
    let d = judged(0.1, 0.45, "brand");
    assert_eq!(d.verdict.cause, Some("serialisation-oversized"), "{:#?}", d.verdict);
    assert!(heard(&d).reason.says("serialisation-oversized/empty") && heard(&d).fix.is("serialisation-oversized/fix-empty"));
}

#[test]
fn between_that_and_a_fifth_nobody_is_called_healthy() {
    let d = judged(0.4, 0.0, "brand");
    let h = heard(&d);
    assert_eq!((d.verdict.status, d.verdict.cause, h.status), (VerdictStatus::Inconclusive, None, Status::Untested), "{:#?}", d.verdict);
    assert!(
        h.reason.says("serialisation-oversized/whether-needed-twice") && h.reason.says("serialisation-oversized/repeated-field"),
        "{}",
        h.reason
    );
}

#[test]
fn where_a_byte_takes_long_nobody_is_called_healthy_and_nothing_named() {
    // 90 ns a byte: a slow writer, or something else is serialised as well
    let d = of(10_000, 10, 1.0, 0.8, 0.0, "brand");
    let said = (d.verdict.status, d.verdict.cause, heard(&d).status);
    assert_eq!(said, (VerdictStatus::Inconclusive, None, Status::Untested), "{:#?}", d.verdict);
}

#[test]
fn answers_that_tell_little_of_it_are_not_held_against_it() {
    told_beside(&of(2_000, 10, 1.0, 0.8, 0.0, "brand")); // 450 ns a byte: something else is serialised
    told_beside(&of(BYTES, 2, 1.0, 0.8, 0.0, "brand")); // too few
    told_beside(&of(BYTES, 10, 0.2, 0.8, 0.0, "brand")); // most requests were not asked once more
}
