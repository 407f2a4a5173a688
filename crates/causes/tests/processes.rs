//! A service of several processes: what is true of each is said of all, the one that is not like the others is named, and nobody is
//! named on half of the
//! evidence.

use causes::ALL;
use diagnose::{Diagnosis, VerdictStatus};
use model::{Message, Run, Value, message};
use testkit::{LevelSpec, RunBuilder, together};

const HELD: &str = "connection-held-across-remote-call";

/// On CPU `cpu`, with ten connections that are each held 50.7 ms, 48 ms of it in a remote call inside the transaction.
fn sick(cpu: u32) -> RunBuilder {
    holding(RunBuilder::new().on_cpus(&[cpu]))
}

fn holding(empty: RunBuilder) -> RunBuilder {
    let wait = |f: f64| if f >= 1.0 { 110.0 } else { 0.2 + if f > 0.7 { 3.3 } else { 0.0 } };
    empty.usual_levels(10.0 / 0.0507, |f, l| LevelSpec {
        pool_wait: wait(f),
        remote_in_transaction: 48.0,
        database: 2.6,
        database_server: 2.0,
        ..l
    })
}

/// At the same rates, with nothing wrong.
fn healthy(cpu: u32) -> RunBuilder {
    RunBuilder::new().on_cpus(&[cpu]).usual_levels(10.0 / 0.0507, |_, l| l)
}

fn verdict(runs: [Run; 2]) -> Diagnosis {
    let ports = [(421, 8081), (422, 8082)];
    diagnose::diagnose(&together(ports.into_iter().zip(runs).map(|((pid, port), run)| (pid, port, run)).collect()), ALL)
}

#[test]
fn what_is_wrong_with_each_is_the_verdict_of_all_with_the_hold_of_each() {
    for cpus in [[0, 2], [0, 0]] {
        let d = verdict(cpus.map(|cpu| sick(cpu).build()));
        assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Found, Some(HELD)), "{:#?}", d.verdict);
        assert_eq!(d.verdict.whose, message!("processes/each", number: Count(2.0)));
        for p in &d.processes {
            let (hold, share) = (p.hold_ms.unwrap(), p.share.unwrap());
            assert!((hold / 50.7 - 1.0).abs() < 0.03 && (share - 0.5).abs() < 0.01, "{hold} {share}");
            assert_eq!(p.diagnosis.verdict.cause, Some(HELD));
        }
        let alone = diagnose::diagnose(&sick(0).build(), ALL).primary().unwrap().gain.clone().unwrap();
        let gain = d.primary().unwrap().gain.clone().unwrap();
        assert!((gain.now_per_s / alone.now_per_s - 2.0).abs() < 0.1 && gain.bound_per_s > 1.5 * alone.bound_per_s, "{gain:?} {alone:?}");
    }
}

#[test]
fn one_sick_of_two_is_named_and_the_other_is_told_as_healthy() {
    for (runs, name) in [([sick(0), healthy(2)], "pid 421, port 8081"), ([healthy(0), sick(2)], "pid 422, port 8082")] {
        let d = verdict(runs.map(RunBuilder::build));
        assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Found, Some(HELD)), "{:#?}", d.verdict);
        let names = vec![Message::verbatim(name)];
        assert_eq!(d.verdict.whose, message!("processes/some", number: Count(1.0), of: Count(2.0), names: List(names)));
        let aside = d.verdict.reason.find("processes/aside-with-time");
        assert!(aside.is_some_and(|m| m.says("processes/healthy")), "{}", d.verdict.reason);
        let gain = d.primary().unwrap().gain.clone().unwrap();
        assert!(gain.bound_per_s > 3000.0, "half of the requests go to the one that is cured: {gain:?}");
    }
}

#[test]
fn two_healthy_processes_are_healthy_together() {
    let d = verdict([healthy(0), healthy(2)].map(RunBuilder::build));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.verdict.whose, message!("processes/each", number: Count(2.0)));
}

#[test]
fn a_process_that_cannot_be_looked_into_leaves_the_account_of_all_open() {
    let d = verdict([sick(0), holding(RunBuilder::new().on_cpus(&[2]).without("wall-stacks"))].map(RunBuilder::build));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let of = d.verdict.reason.find("processes/of").unwrap_or_else(|| panic!("{}", d.verdict.reason));
    assert!(of.says("judge/account-without-stacks"), "{of}");
    assert_eq!(of.arg("who"), Some(&Value::name("pid 422, port 8082")));
}

#[test]
fn a_proxy_that_deals_out_unequally_is_told() {
    let shape = |_: f64, l: LevelSpec| l;
    let d = verdict([90.0, 300.0].map(|per_s| RunBuilder::new().usual_levels(per_s, shape).build()));
    let unequal = d.verdict.reason.find("processes/unequal").unwrap_or_else(|| panic!("{}", d.verdict.reason));
    let Some(Value::List(shares)) = unequal.arg("shares") else { panic!("{unequal}") };
    let told: Vec<_> = shares.iter().map(|m| (m.arg("pid"), m.figure("share").map(|s| (s * 100.0).round()))).collect();
    assert_eq!(told, [(Some(&Value::name("421")), Some(23.0)), (Some(&Value::name("422")), Some(77.0))]);
}
