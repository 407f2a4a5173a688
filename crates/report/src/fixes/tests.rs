//! Every example is a diff that adds up, for a runtime and fixes that there are; and which are shown for which service.

use super::*;
use model::{Component, ComponentKind, Runtime};
use std::collections::BTreeSet;

/// Most lines of a diff.
const LONGEST: usize = 15;

fn all() -> Vec<Example> {
    let causes: BTreeSet<&str> = FILES.iter().map(|(cause, ..)| *cause).collect();
    causes.into_iter().flat_map(of_cause).collect()
}

/// Length of a side of a hunk: `1,4` or `1`.
fn length(side: &str) -> usize {
    side.trim_start_matches(['-', '+']).split_once(',').map_or(1, |(_, n)| n.parse().expect("a number"))
}

#[test]
fn every_example_is_a_short_diff_whose_hunk_adds_up() {
    assert!(all().len() >= 12);
    for e in all() {
        let lines: Vec<&str> = e.diff.lines().collect();
        assert!(lines[0].starts_with("--- ") && lines[1].starts_with("+++ ") && lines.len() <= LONGEST, "{}/{}", e.cause, e.id);
        let sides: Vec<&str> = lines[2].trim_matches(['@', ' ']).split(' ').collect();
        let of = |signs: [char; 2]| lines[3..].iter().filter(|l| l.starts_with(signs)).count();
        assert_eq!((length(sides[0]), length(sides[1])), (of([' ', '-']), of([' ', '+'])), "{}/{}", e.cause, e.id);
        assert!(lines[3..].iter().all(|l| l.starts_with([' ', '-', '+'])), "{}/{}", e.cause, e.id);
    }
}

#[test]
fn every_example_has_a_title_a_runtime_and_fixes_that_its_cause_knows() {
    for e in all() {
        assert!(!e.title.is_empty() && ["jvm", "node", "any"].contains(&e.runtime), "{e:?}");
        // of what texts are given beside, these take the number of CPUs at most
        let args = model::message!("collector-misfit/fix-many-threads", cpus: Count(2.0)).args;
        let known = |key: &str| words::has(&Message { id: format!("{}/{}", e.cause, key.trim()).into(), args: args.clone() }, Lang::En);
        assert!(e.when.is_empty() || e.when.split('|').all(known), "{e:?}");
        assert!(caution(e.cause).is_some_and(|c| words::has(&c, Lang::Ko)), "{e:?}");
    }
}

/// A service of a runtime with a framework and a part.
fn service(runtime: &str, framework: &str, part: &str) -> Run {
    let mut run = Run::default();
    run.environment.target.runtime = Runtime::named(runtime);
    framework.clone_into(&mut run.environment.target.framework);
    run.environment.components =
        vec![Component { id: part.to_owned(), kind: ComponentKind::ConnectionPool, limit: None, detail: String::new() }];
    run
}

#[test]
fn what_fits_is_told_by_runtime_library_and_fix() {
    let spring = || service("jvm", "Spring Boot 3.5 · HikariCP 6.3", "hikari:orders");
    let quarkus = || service("jvm", "Quarkus 3.20 · Agroal 2.5", "");
    let cases = [
        (spring(), "connection-pool-too-small/fix", vec!["spring"]),
        (quarkus(), "connection-pool-too-small/fix-by-half", vec!["quarkus"]),
        (quarkus(), "connection-held-across-remote-call/fix", vec![]),
        (service("jvm", "", ""), "connection-pool-too-small/fix", vec!["quarkus", "spring"]),
        (service("node", "", ""), "connection-pool-too-small/fix", vec!["node-pg"]),
        (service("go", "", ""), "connection-pool-too-small/fix", vec![]),
        (service("go", "", ""), "cpu-throttled/fix", vec!["kubernetes"]),
        (spring(), "index-missing/fix", vec!["postgres"]),
        (spring(), "index-missing/fix-mysql-with-order", vec!["mysql"]),
        (spring(), "collector-misfit/fix-many-threads", vec!["many-threads"]),
        (spring(), "collector-misfit/fix-beside", vec![]),
        (spring(), "logging-synchronous/fix-cpu", vec![]),
        (spring(), "row-of-nothing/fix", vec![]),
    ];
    for (run, fix, want) in cases {
        let cause = fix.split('/').next().unwrap_or_default();
        let message = Message { id: fix.to_owned().into(), args: Vec::new() };
        let ids: Vec<&str> = that_fit(&run, cause, &Message::default(), &message).iter().map(|e| e.id).collect();
        assert_eq!(ids, want, "{fix} of {}", run.environment.target.framework);
    }
}

#[test]
fn a_library_is_seen_by_framework_part_or_stack() {
    let mut run = service("node", "Spring Boot 3.5", "hikari:orders");
    let class = "npm:pg/lib/client.js".to_owned();
    run.stacks.frames.push(model::Frame { class, method: String::new(), line: 0, kind: model::FrameKind::Compiled });
    for (library, want) in [("Spring Boot", true), ("Spring", true), ("Boot", false), ("hikari", true), ("pg", true), ("pg-pool", false)] {
        assert_eq!(has(&run, library), want, "{library}");
    }
}

#[test]
fn sizes_of_the_service_stand_in_the_example_where_they_are_said() {
    let reason = model::message!("facts/arithmetic", size: Count(2.0), held: Ms(11.9));
    let fix = model::message!("connection-pool-too-small/fix", setting: (model::message!("facts/pool-of", size: Count(6.0))));
    let diff = |reason| that_fit(&service("jvm", "Spring Boot 3.5", ""), "connection-pool-too-small", &reason, &fix).remove(0).diff;
    let told = diff(reason);
    assert!(told.contains("-      maximum-pool-size: 2\n+      maximum-pool-size: 6"), "{told}");
    let own = diff(Message::default());
    assert!(own.contains("-      maximum-pool-size: 10\n+      maximum-pool-size: 15"), "{own}");
}
