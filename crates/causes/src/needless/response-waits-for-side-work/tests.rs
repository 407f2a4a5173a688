//! Told where mail, push messages or tasks that were handed over own the response; quiet where the answer needs the call, where the wait is
//! small, and where nobody waits.

use crate::tests::built::{noisy, replace_stack};
use crate::tests::verdict;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Diagnosis, EvidenceLevel, Hypothesis, Status, VerdictStatus};
use model::series::labels;
use model::{Attempts, Frame, FrameKind, Peer, Role, Run, Series, Value, WallSample, signal};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

const ID: &str = "response-waits-for-side-work";
const SERVER: &str = "127.0.0.1:2525";
const DISPATCH: &str = "org.apache.catalina.connector.CoyoteAdapter.service";
const MAIL: [&str; 6] = [
    DISPATCH,
    "shop.orders.Orders.place",
    "org.springframework.mail.javamail.JavaMailSenderImpl.send",
    "org.eclipse.angus.mail.smtp.SMTPTransport.readServerResponse",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];
const CONFIRMED: [&str; 5] = [
    DISPATCH,
    "shop.orders.Orders.place",
    "org.apache.kafka.clients.producer.internals.FutureRecordMetadata.get",
    "java.util.concurrent.CountDownLatch.await",
    "jdk.internal.misc.Unsafe.park",
];
const FUTURE: [&str; 4] =
    [DISPATCH, "shop.notices.Pushes.deliver", "java.util.concurrent.CompletableFuture.get", "jdk.internal.misc.Unsafe.park"];
const TASK: [&str; 5] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "shop.notices.PushClient.send",
    "org.springframework.web.client.RestClient.exchange",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];
const SENDING: [&str; 5] = [
    "java.util.concurrent.ThreadPoolExecutor.runWorker",
    "com.google.firebase.internal.CallableOperation.run",
    "com.google.firebase.messaging.FirebaseMessagingClientImpl.send",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];

/// A service with ten workers of which each request keeps one for 2.6 ms, for `waits` ms in `stack`, and for `remote` ms in a call.
fn full(stack: &[&str], waits: f64, remote: f64, shape: impl Fn(LevelSpec) -> LevelSpec) -> Run {
    let queue = |f: f64| if f >= 1.0 { 280.0 } else { 0.3 + if f > 0.7 { 7.7 } else { 0.0 } };
    let levels = |f: f64, l: LevelSpec| shape(LevelSpec { lock: waits, remote, workers: 10.0, worker_queue: queue(f), ..l });
    let mut run = RunBuilder::new().usual_levels(10_000.0 / (2.6 + waits + remote), levels).build();
    // the builder's stack of a lock
    replace_stack(&mut run, "shop.orders.Format.date", stack);
    run
}

/// The same service with workers enough.
fn roomy(stack: &[&str], waits: f64) -> Run {
    let mut run = RunBuilder::new().usual_levels(100.0, |_, l| LevelSpec { lock: waits, ..l }).build();
    replace_stack(&mut run, "shop.orders.Format.date", stack);
    run
}

/// Lets `threads` of an executor spend `ms` per request in `stack`.
fn with_tasks(mut run: Run, stack: &[&str], ms: f64, threads: u32) -> Run {
    let first = run.stacks.frames.len() as u32;
    run.stacks.frames.extend(stack.iter().map(|line| {
        let (class, method) = line.rsplit_once('.').expect("package.Class.method");
        Frame { class: class.into(), method: method.into(), line: 41, kind: FrameKind::Compiled }
    }));
    run.stacks.stacks.push((first..first + stack.len() as u32).collect());
    let id = run.stacks.stacks.len() as u32 - 1;
    for (phase, profile) in &mut run.wall {
        let requests: usize = run.attempts.get(phase).into_iter().flatten().map(Attempts::len).sum();
        let interval_ms = profile.nominal_interval_ns as f64 / 1e6;
        let weight = (ms * requests as f64 / interval_ms / f64::from(threads)).round() as u32;
        for tid in 7000..7000 + threads {
            profile.samples.push(WallSample { t: profile.start, tid, weight, stack: id });
            profile.thread_names.push((tid, format!("push-{}", tid - 6999)));
        }
    }
    run
}

/// A service on an event loop that is inside for `turn` ms without any part for it, while an answer of a peer of this role is awaited for
/// 200 ms of each request.
fn on_a_loop(turn: f64, role: Role, shape: impl Fn(LoopSpec) -> LoopSpec) -> Run {
    let mut run = RunBuilder::node(2).usual_loop_levels(100.0, |_, l| shape(LoopSpec { turn, ..l })).build();
    let database = Peer { role: Role::Database, ..Peer::from("10.0.0.5:5432") };
    run.environment.target.peers = vec![database, Peer { role, ..Peer::from(SERVER) }];
    let of_peer = || labels([("peer", SERVER)]);
    let mut awaited = Series::new(signal::PEER_CONNECTIONS_AWAITED, of_peer());
    let mut turns = [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED].map(|signal| Series::new(signal, of_peer()));
    let mut sum = 0.0;
    for phase in run.phases.iter().filter(|p| p.is_measured()) {
        let span = phase.end.expect("built to its end").ns_since(phase.start);
        let per_s = 100.0 * phase.fraction.unwrap_or(1.0);
        for i in 0..9 {
            let t = phase.start.plus_ns(span * i / 8);
            sum += if i == 0 { 0.0 } else { per_s * span as f64 / 8e9 };
            awaited.push(t, if i == 0 { 0.0 } else { per_s * 0.2 });
            for s in &mut turns {
                s.push(t, sum);
            }
        }
    }
    run.series.extend(turns.map(|s| ((s.signal.clone(), s.labels.clone()), s)));
    run.series.insert((awaited.signal.clone(), awaited.labels.clone()), awaited);
    run
}

/// What the framework's code on the loop is, in place of the builder's.
fn running(mut run: Run, module: &str) -> Run {
    run.stacks.frames.iter_mut().filter(|f| f.class.starts_with("npm:express/")).for_each(|f| f.class = module.into());
    run
}

fn told(run: Run) -> (Diagnosis, Hypothesis) {
    let d = verdict(run);
    assert_ne!(d.verdict.cause, Some(ID), "it is never named");
    let h = d.hypothesis(ID).expect("heard").clone();
    (d, h)
}

#[test]
fn mail_that_all_workers_wait_for_is_a_candidate_with_its_figure_and_the_question() {
    let (d, h) = told(full(&MAIL, 50.0, 0.0, |l| l));
    assert_eq!((h.status, h.evidence), (Status::Untested, EvidenceLevel::Coincides), "{h:#?}");
    assert!(h.reason.is("response-waits-for-side-work/holds") && h.weight > 0.8, "{h:#?}");
    assert_eq!(h.site, "Orders.place:41");
    let (part, question) = (h.reason.find(&format!("{ID}/part")), h.reason.find(&format!("{ID}/question")));
    assert!((part.and_then(|m| m.figure("ms")).expect("told") - 50.0).abs() < 2.0, "{}", h.reason);
    assert_eq!(question.and_then(|m| m.arg("what")), Some(&Value::kind("mail")));
    let gain = h.gain.expect("workers are counted");
    assert!(gain.bound_per_s > 10.0 * gain.now_per_s, "{gain:?}");
    // what only looks like it is not named in its place
    let v = d.verdict;
    assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "{v:#?}");
    assert!(v.reason.is("judge/decoy-of-undecided"), "{}", v.reason);
}

#[test]
fn it_is_one_with_noise_too() {
    for seed in crate::tests::built::SEEDS {
        let (_, h) = told(full(&MAIL, 50.0, 0.0, |l| noisy(seed, l)));
        assert_eq!(h.status, Status::Untested, "{h:#?}");
    }
}

#[test]
fn the_same_wait_for_a_call_that_the_answer_needs_is_not_told() {
    let (_, h) = told(full(&MAIL, 0.0, 50.0, |l| l));
    assert!(h.status == Status::Rejected && h.reason.is("response-waits-for-side-work/none"), "{h:#?}");
    // a call that own code makes inside a client is its own
    let own = [&MAIL[..3], &["shop.orders.Letter.of", "org.springframework.web.client.RestClient.exchange"], &MAIL[4..]].concat();
    assert_eq!(told(full(&own, 50.0, 0.0, |l| l)).1.status, Status::Rejected);
}

#[test]
fn a_small_part_of_the_response_is_not_told() {
    let (_, h) = told(full(&MAIL, 8.0, 50.0, |l| l));
    assert!(h.status == Status::Rejected && h.reason.is("response-waits-for-side-work/observed"), "{h:#?}");
}

#[test]
fn what_takes_most_of_a_response_is_a_candidate_at_any_load_where_users_notice_it() {
    let (d, h) = told(roomy(&MAIL, 150.0));
    assert!(h.status == Status::Untested && h.reason.is("response-waits-for-side-work/at-every-load"), "{h:#?}");
    let v = d.verdict;
    assert_eq!((v.status, v.cause), (VerdictStatus::Inconclusive, None), "nobody is called healthy against it: {v:#?}");
    assert!(v.reason.says("judge/candidate-undecided"), "{}", v.reason);
    let (d, h) = told(roomy(&MAIL, 20.0));
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Secondary), "it is told beside a clean bill: {h:#?}");
}

#[test]
fn a_confirmed_message_is_told_and_no_candidate() {
    let (_, h) = told(full(&CONFIRMED, 50.0, 0.0, |l| l));
    assert!(h.status == Status::Secondary && h.reason.is("response-waits-for-side-work/beside"), "{h:#?}");
    let question = h.reason.find("response-waits-for-side-work/question").expect("asked");
    assert_eq!(question.arg("what"), Some(&Value::kind("queue")));
}

#[test]
fn tasks_that_are_handed_over_one_by_one_and_waited_for_are_a_candidate_by_a_hint() {
    let run = with_tasks(full(&FUTURE, 50.0, 0.0, |l| l), &TASK, 50.0, 12);
    let (d, h) = told(run);
    assert_eq!((h.status, h.evidence), (Status::Untested, EvidenceLevel::Hint), "{h:#?}");
    assert_eq!((h.site.as_str(), h.component.as_str()), ("Pushes.deliver:41", "executor:push"));
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/candidate-undecided"), "it is not said that nothing explains it: {}", d.verdict.reason);
}

#[test]
fn tasks_of_unknown_purpose_are_only_told_where_load_makes_them_no_longer() {
    let (d, h) = told(with_tasks(roomy(&FUTURE, 150.0), &TASK, 150.0, 60));
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Secondary), "{:#?} {h:#?}", d.verdict);
}

#[test]
fn tasks_side_by_side_and_calls_that_may_be_cut_off_are_what_the_answer_needs() {
    let (_, h) = told(with_tasks(full(&FUTURE, 50.0, 0.0, |l| l), &TASK, 100.0, 24));
    assert_eq!(h.status, Status::Rejected, "{h:#?}");
    let limited = [&FUTURE[..2], &["io.github.resilience4j.timelimiter.internal.TimeLimiterImpl.executeFutureSupplier"], &FUTURE[2..]];
    let (_, h) = told(with_tasks(full(&limited.concat(), 50.0, 0.0, |l| l), &TASK, 50.0, 12));
    assert_eq!(h.status, Status::Rejected, "{h:#?}");
}

#[test]
fn tasks_whose_client_is_known_are_told_by_it_also_side_by_side() {
    let (_, h) = told(with_tasks(full(&FUTURE, 50.0, 0.0, |l| l), &SENDING, 100.0, 24));
    assert_eq!((h.status, h.evidence), (Status::Untested, EvidenceLevel::Coincides), "{h:#?}");
    let part = h.observed.find("response-waits-for-side-work/part").expect("told");
    assert_eq!(part.arg("what"), Some(&Value::kind("push")));
}

#[test]
fn a_healthy_service_is_left_alone_whoever_sends_beside_its_answers() {
    let healthy = || RunBuilder::new().usual_levels(300.0, |_, l| l).build();
    for run in [healthy(), with_tasks(healthy(), &SENDING, 50.0, 24), with_tasks(healthy(), &TASK, 50.0, 24)] {
        let (d, h) = told(run);
        assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Rejected), "{:#?} {h:#?}", d.verdict);
    }
}

#[test]
fn on_an_event_loop_mail_is_told_by_awaited_connections_and_what_is_left_in_the_server() {
    let (_, h) = told(on_a_loop(200.0, Role::Mail, |l| l));
    assert!(h.status == Status::Untested && h.reason.is("response-waits-for-side-work/at-every-load"), "{h:#?}");
    let part = h.observed.find("response-waits-for-side-work/part").expect("told");
    assert!((part.figure("ms").expect("a time") - 200.0).abs() < 15.0, "{part}");
    // the same mail, sent beside the answers
    let (d, h) = told(on_a_loop(0.0, Role::Mail, |l| l));
    assert_eq!((d.verdict.cause, h.status), (None, Status::Rejected), "{h:#?}");
}

#[test]
fn on_an_event_loop_that_is_full_at_saturation_the_levels_below_tell() {
    let run = on_a_loop(200.0, Role::Mail, |l| LoopSpec { own: 8.8, ..l });
    assert!(Analysis::of(&run).is_saturated(ResourceKind::EventLoop));
    let (d, h) = told(run);
    assert!(h.status == Status::Untested && h.reason.is("response-waits-for-side-work/at-every-load"), "{h:#?}");
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
}

#[test]
fn a_peer_that_nobody_knows_takes_mail_where_such_code_runs_and_no_other_call_is_made() {
    let module = "npm:nodemailer/lib/smtp-connection/index.js";
    assert_eq!(told(running(on_a_loop(200.0, Role::Http, |l| l), module)).1.status, Status::Untested);
    assert_eq!(told(on_a_loop(200.0, Role::Http, |l| l)).1.status, Status::Rejected, "no such code");
    let mut known = running(on_a_loop(200.0, Role::Http, |l| l), module);
    known.environment.target.peers.push(Peer { role: Role::Mail, ..Peer::from("10.0.0.9:587") });
    assert_eq!(told(known).1.status, Status::Rejected, "mail goes to a server that is known and quick");
    let calls = on_a_loop(200.0, Role::Http, |l| LoopSpec { remote: 5.0, ..l });
    assert_eq!(told(running(calls, module)).1.status, Status::Rejected, "it may be whom these go to");
}

#[test]
fn calls_of_packages_that_nobody_tells_from_others_are_not_seen() {
    let run = on_a_loop(0.0, Role::Unknown, |l| LoopSpec { remote: 50.0, ..l });
    let (_, h) = told(running(run, "npm:twilio/lib/base/RequestClient.js"));
    assert!(h.status == Status::NotObservable && h.reason.is("response-waits-for-side-work/not-told-apart"), "{h:#?}");
}
