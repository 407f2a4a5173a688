//! What is tested of each cause that owns a full core.

use super::built::{add_stack, by_cpu_time, end_site_in, full_core_of, on_a_full_core};
use super::verdict;
use diagnose::cpu::Purpose;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::event::TABLES_NOT_COUNTED;
use model::{Event, Observation, ThreadStat, WallSample};
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// `cause` is named where `stack`, which own code at line 41 asks for, fills a core; told where the core has room, where hardly any is left
/// against a clean bill; silent where it is little.
pub(crate) fn owns_the_core(cause: &str, stack: &[&str]) {
    let d = verdict(full_core_of(stack, 0.6, 1.0));
    assert_eq!(d.verdict.cause, Some(cause), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "OrderController.list:41");
    let gain = d.primary().expect("named").gain.clone().expect("a bound");
    assert!(gain.bound_per_s > 1.5 * gain.now_per_s, "{gain:?}");

    let d = verdict(full_core_of(stack, 0.1, 1.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "a little of it is nothing: {:#?}", d.verdict);
    assert_eq!(d.hypothesis(cause).expect("heard").status, Status::Rejected);

    let d = verdict(full_core_of(stack, 0.6, 0.4));
    let status = d.hypothesis(cause).expect("heard").status;
    assert_eq!((d.verdict.cause, status), (None, Status::Secondary), "the core has room: {:#?}", d.verdict);

    let d = verdict(full_core_of(stack, 0.6, 0.88));
    let h = d.hypothesis(cause).expect("heard");
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::Inconclusive, Status::Secondary), "hardly any room: {:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/cure-pays"), "{}", d.verdict.reason);
}

/// A service of which `stack` takes between a sixth and what `cause` is named at is not called healthy.
pub(crate) fn is_undecided_below_its_name(cause: &str, stack: &[&str]) {
    let d = verdict(full_core_of(stack, 0.22, 1.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let h = d.hypothesis(cause).expect("heard");
    assert_eq!(h.status, Status::Untested, "{h:#?}");
    assert!(h.reason.is("facts/cpu-owned-less"), "{}", h.reason);
}

#[test]
fn whoever_gives_its_core_away_waits_for_it_and_computes_nothing() {
    let yields = full_core_of(&["com.zaxxer.hikari.util.ConcurrentBag.requite", "java.lang.Thread.yield"], 0.6, 1.0);
    let d = verdict(yields);
    let account = d.cpu.last().expect("the core is divided");
    let pool = account.purpose_ms(Purpose::ConnectionPool);
    assert!(account.share(pool) < 0.05, "{:?}", account.parts);
    let light = d.cpu.first().expect("a light level");
    let spins = light.share(light.purpose_ms(Purpose::ConnectionPool));
    assert!(spins > 0.1, "with a core to itself it spins: {:?}", light.parts);
}

#[test]
fn whoever_waits_for_a_core_looks_as_if_it_computed_and_uses_none() {
    const BUILDS: [&str; 3] =
        ["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"];
    let said = |having: Option<&str>| {
        let mut run = full_core_of(&BUILDS, 0.6, 1.0);
        if let Some(having) = having {
            by_cpu_time(&mut run, having);
        }
        let d = verdict(run);
        let account = d.cpu.last().expect("the core is divided");
        let built: f64 = account.sign(diagnose::cpu::Sign::Build).map_or(0.0, |s| account.share(s.ms));
        assert!(account.unseen_ms < 1e-9 || having.is_none(), "{account:#?}");
        (d.verdict.cause, (built * 10.0).round())
    };
    assert_eq!(said(None), (Some("built-per-use"), 5.0), "by the wall clock");
    assert_eq!(
        said(Some("com.fasterxml.jackson.databind.ObjectMapper.<init>")),
        (Some("built-per-use"), 9.0),
        "all of the CPU is used there"
    );
    assert_eq!(said(Some("org.springframework.web.servlet.DispatcherServlet.doDispatch")), (None, 0.0), "none of it is");
}

#[test]
fn needless_work_is_in_the_way_on_cpus_of_which_the_database_has_more() {
    // the service has 0.87 of two cores, and its database 0.96
    let run = |site: f64| {
        let levels = |f: f64, l: LevelSpec| LevelSpec {
            process_cpu: 2.9,
            request_cpu: Some(2.7),
            cpu_site: site,
            cpu_framework: 2.6 - site,
            database_cpu: 3.2,
            host: HostSpec { neighbours: vec![("postgres", 0.96 * f.min(1.0))], ..HostSpec::default() },
            ..l
        };
        let mut run = RunBuilder::new().on_cpus(&[0, 1]).usual_levels(300.0, levels).build();
        end_site_in(&mut run, &["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>"]);
        verdict(run)
    };
    let d = run(1.6);
    let h = d.hypothesis("built-per-use").expect("heard");
    assert_eq!(h.status, Status::Supported, "{h:#?}");
    // all of them use 1.83 cores, of which 1.6 ms of each request are 0.5
    let gain = h.gain.as_ref().expect("a bound");
    assert!((1.2..1.6).contains(&(gain.model_per_s / gain.now_per_s)), "{gain:?}");
    let little = run(0.5);
    assert_ne!(little.hypothesis("built-per-use").expect("heard").status, Status::Supported, "a twelfth of it: {:#?}", little.verdict);
}

/// A service with 1.2 of two cores and its database with 0.75 of them.
fn on_a_shared_machine() -> RunBuilder {
    RunBuilder::new().on_cpus(&[0, 1]).usual_levels(300.0, |f, l| LevelSpec {
        process_cpu: 4.0,
        request_cpu: Some(3.7),
        cpu_framework: 3.6,
        database_cpu: 2.5,
        host: HostSpec { neighbours: vec![("postgres", 0.75 * f.min(1.0))], ..HostSpec::default() },
        ..l
    })
}

#[test]
fn a_database_that_shares_full_cpus_is_asked_what_a_full_one_is() {
    let mut run = on_a_shared_machine().build();
    let d = verdict(run.clone());
    assert_eq!(d.verdict.status, VerdictStatus::None, "{:#?}", d.verdict);
    assert!(d.verdict.reason.says("saturation/cpu-shared"), "{}", d.verdict.reason);
    run.apply(Observation::Event(Event::now(TABLES_NOT_COUNTED, "")));
    let d = verdict(run);
    assert_eq!(d.verdict.status, VerdictStatus::Inconclusive, "{:#?}", d.verdict);
    assert!(d.verdict.reason.is("judge/full-database-tables-uncounted"), "{}", d.verdict.reason);
}

/// Who uses what threads that serve do not.
#[derive(Clone, Copy)]
enum Others {
    /// Five hundred threads of an executor, each too little for a sample of CPU time, which the wall clock sees at work.
    Seen,
    /// The same, which it does not.
    Unseen,
    /// Another thread, of which nothing is seen, while it sees these.
    Another,
}

/// A full core of which others use 0.7 of 1.2 ms a request.
fn with_many_tasks(others: Others) -> Diagnosis {
    let levels = |f: f64, l: LevelSpec| LevelSpec { request_cpu: Some(0.5), cpu_framework: 0.5, ..on_a_full_core(f, l) };
    let mut run = RunBuilder::new().usual_levels(800.0, levels).build();
    by_cpu_time(&mut run, "org.springframework.web.servlet.DispatcherServlet.doDispatch");
    let task =
        add_stack(&mut run, &["java.util.concurrent.ThreadPoolExecutor.runWorker", "shop.notices.Notices.of", "java.util.HashMap.put"]);
    let tasks = 7000..7500;
    for profile in run.wall.values_mut().filter(|_| !matches!(others, Others::Unseen)) {
        profile
            .samples
            .extend(tasks.clone().step_by(10).map(|tid| WallSample { t: profile.start, tid, weight: 1, stack: task }).collect::<Vec<_>>());
    }
    for profile in run.wall.values_mut() {
        profile.thread_names.extend(tasks.clone().map(|tid| (tid, format!("notice-{tid}"))));
    }
    for snapshot in run.threads.iter_mut().filter(|_| !matches!(others, Others::Another)) {
        let at = snapshot.threads.iter().position(|t| t.tid == 70).expect("what others use");
        let all = snapshot.threads.remove(at);
        let each = |tid| ThreadStat { tid, cpu_ns: all.cpu_ns / tasks.len() as u64, run_queue_ns: 0 };
        snapshot.threads.extend(tasks.clone().map(each));
    }
    verdict(run)
}

#[test]
fn threads_of_which_none_uses_enough_cpu_for_a_sample_are_told_by_the_wall_clock() {
    let d = with_many_tasks(Others::Seen);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    let account = d.cpu.last().expect("the core is divided");
    assert!(account.others_serve && account.closes(), "{account:#?}");
    let task = account.parts.iter().find(|p| p.method == "Notices.of").expect("their work is told");
    assert!((task.ms - 0.7).abs() < 0.01, "{task:?}");
    for (others, why) in [(Others::Unseen, "nobody saw what they do"), (Others::Another, "they have used nothing")] {
        let d = with_many_tasks(others);
        assert!(d.verdict.reason.is("judge/full-cpu-of-other-threads"), "{why}: {:#?}", d.verdict);
    }
}
