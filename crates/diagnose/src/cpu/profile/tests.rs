//! Profiles of built runs whose CPU is known.

use super::*;
use testkit::{LevelSpec, LoopSpec, RunBuilder};

fn asked(view: View) -> Asked {
    Asked { view, ..Asked::default() }
}

fn by_threads(p: &Profile) -> BTreeMap<Threads, f64> {
    let mut all = BTreeMap::new();
    for s in &p.samples {
        *all.entry(s.group).or_default() += s.ms / p.requests;
    }
    all
}

/// Milliseconds per request of stacks that end in a function of this name, or of none.
fn in_leaf(p: &Profile, name: &str) -> f64 {
    let ends = |s: &&Sample| {
        let leaf = p.stacks[s.stack as usize].last().map(|f| p.functions[p.frames[*f as usize].function as usize].short.as_str());
        leaf.unwrap_or("") == name
    };
    p.samples.iter().filter(ends).map(|s| s.ms).sum::<f64>() / p.requests
}

#[test]
fn samples_share_the_cpu_time_that_the_scheduler_counted() {
    // threads that wait for a core are seen computing for 9 ms, of which they had 3
    let spec = LevelSpec { cpu_site: 6.0, cpu_framework: 3.0, request_cpu: Some(3.0), process_cpu: 3.5, ..LevelSpec::saturation(200.0) };
    let p = Profile::of(&RunBuilder::new().level(&spec).build(), &asked(View::Cpu)).expect("it has stacks");
    let threads = by_threads(&p);
    assert!((threads[&Threads::Requests] - 3.0).abs() < 0.05 && (threads[&Threads::Other] - 0.5).abs() < 0.05, "{threads:?}");
    assert!((p.total_ms() / p.requests - 3.5).abs() < 0.05 && p.by_scheduler);
    assert!((in_leaf(&p, "") - 0.5).abs() < 0.05, "what no sample saw is told");
    assert!((p.per_s() - 200.0).abs() < 4.0, "{}", p.per_s());
}

#[test]
fn where_nobody_is_seen_with_a_request_any_thread_may_have_one() {
    let spec = LevelSpec { cpu_site: 6.0, cpu_framework: 3.0, request_cpu: Some(3.0), process_cpu: 3.5, ..LevelSpec::saturation(200.0) };
    let mut run = RunBuilder::new().level(&spec).build();
    for f in run.stacks.frames.iter_mut().filter(|f| f.class.starts_with("org.apache.")) {
        (f.class, f.method) = ("io.netty.channel.DefaultChannelPipeline".into(), "fireChannelRead".into());
    }
    run.wall.values_mut().for_each(|w| w.thread_names.iter_mut().for_each(|(_, n)| *n = "reactor-http-epoll-1".into()));
    let threads = by_threads(&Profile::of(&run, &asked(View::Cpu)).expect("it has stacks"));
    assert!((threads[&Threads::Requests] - 3.0).abs() < 0.05, "{threads:?}");
}

#[test]
fn a_sample_is_worth_an_interval_at_most() {
    let spec = LevelSpec {
        cpu_site: 1.0,
        cpu_framework: 1.0,
        cpu_in_transaction: 0.0,
        outside_dispatch: 0.0,
        request_cpu: Some(3.0),
        process_cpu: 3.0,
        ..LevelSpec::open(0.5, 200.0)
    };
    let p = Profile::of(&RunBuilder::new().level(&spec).build(), &asked(View::Cpu)).expect("it has stacks");
    assert!((in_leaf(&p, "") - 1.0).abs() < 0.1, "{}", in_leaf(&p, ""));
    let blind = RunBuilder::new().without("thread-schedule").level(&spec).build();
    let p = Profile::of(&blind, &asked(View::Cpu)).expect("it has stacks");
    assert!(!p.by_scheduler && (p.total_ms() / p.requests - 2.0).abs() < 0.1, "{}", p.total_ms() / p.requests);
}

#[test]
fn waits_are_only_in_the_view_of_all() {
    let spec = LevelSpec { remote: 20.0, cpu_site: 2.0, request_cpu: Some(2.0), process_cpu: 2.0, ..LevelSpec::open(0.5, 100.0) };
    let run = RunBuilder::new().level(&spec).build();
    let [cpu, wall] = [View::Cpu, View::Wall].map(|v| Profile::of(&run, &asked(v)).expect("it has stacks"));
    let per_request = |p: &Profile| p.total_ms() / p.requests;
    assert!(
        per_request(&cpu) < 3.0 && (per_request(&wall) - spec.in_dispatch() - spec.outside_dispatch).abs() < 0.5,
        "{}",
        per_request(&wall)
    );
}

#[test]
fn an_event_loop_is_a_thread_that_serves() {
    let run = RunBuilder::node(1).usual_loop_levels(100.0, |_, spec| LoopSpec { own: 3.0, framework: 1.0, ..spec }).build();
    let p = Profile::of(&run, &asked(View::Cpu)).expect("it has stacks");
    assert!((in_leaf(&p, "render (page.js:41)") - 3.0).abs() < 0.3, "{:?}", p.functions);
    assert!(p.samples.iter().all(|s| s.thread.is_none() || s.group == Threads::Requests));
}

#[test]
fn a_window_has_its_part_of_the_samples_and_of_the_requests() {
    let spec = LevelSpec { cpu_site: 2.0, request_cpu: Some(2.0), process_cpu: 2.0, ..LevelSpec::saturation(200.0) };
    let run = RunBuilder::new().level(&spec).build();
    let whole = Profile::of(&run, &asked(View::Cpu)).expect("it has stacks");
    let (from, to) = whole.window_s;
    let half = Asked { to_s: Some(f64::midpoint(from, to)), ..Asked::default() };
    let half = Profile::of(&run, &half).expect("it has samples");
    assert!((half.requests / whole.requests - 0.5).abs() < 0.05 && (half.count() / whole.count() - 0.5).abs() < 0.05);
    assert!((half.total_ms() / half.requests / (whole.total_ms() / whole.requests) - 1.0).abs() < 0.05);
    assert!(half.is_cut && !whole.is_cut);
}

#[test]
fn of_several_processes_all_or_one_are_told() {
    let spec = |ms: f64| LevelSpec { cpu_site: ms, request_cpu: Some(ms), process_cpu: ms, ..LevelSpec::saturation(100.0) };
    let one = |ms: f64| RunBuilder::new().level(&spec(ms)).build();
    let run = testkit::together(vec![(7, 8081, one(1.0)), (8, 8082, one(3.0))]);
    let of = |process: Option<u32>| Profile::of(&run, &Asked { process, ..Asked::default() });
    let all = of(None).expect("both have stacks");
    let pids: Vec<u32> = run.environment.processes().map(|t| t.pid).collect();
    assert_eq!(all.processes, pids);
    let second = of(Some(pids[1])).expect("it has stacks");
    let (each, of_all) = (second.total_ms() / second.requests, all.total_ms() / all.requests);
    assert!((each - 3.0).abs() < 0.2 && (of_all - 2.0).abs() < 0.2, "{each} {of_all}");
    assert_eq!(of(Some(9)), Err(NoProfile::UnknownProcess(9, pids)));
}
