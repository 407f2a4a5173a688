//! Fires when one place owns the CPU; a saturated CPU alone is a limit, not a cause.

use crate::tests::built::{full_core_of, on_a_full_core};
use crate::tests::verdict;
use diagnose::saturation::ResourceKind;
use diagnose::{Status, VerdictStatus};
use testkit::{LevelSpec, LoopSpec, RunBuilder};

/// 1.2 ms of CPU per request on one core, `site` of it in one place of the application.
fn cpu_bound(site: f64) -> model::Run {
    RunBuilder::new().usual_levels(800.0, |f, l| LevelSpec { cpu_site: site, cpu_framework: 0.9 - site, ..on_a_full_core(f, l) }).build()
}

#[test]
fn fires_and_names_the_place() {
    let d = verdict(cpu_bound(0.6));
    assert_eq!(d.verdict.cause, Some("cpu-hot-path"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "Convert.toDto");
    assert!(d.primary().unwrap().gain.clone().unwrap().bound_per_s > 1300.0);
}

#[test]
fn a_saturated_cpu_without_a_place_is_a_limit_and_not_a_cause() {
    let d = verdict(cpu_bound(0.1));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.verdict.limit.unwrap().kind, ResourceKind::TargetCpu);
}

#[test]
fn is_secondary_while_the_cpu_has_room() {
    let run =
        RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { cpu_site: 1.0, process_cpu: 1.6, request_cpu: Some(1.6), ..l }).build();
    assert_eq!(verdict(run).hypothesis("cpu-hot-path").unwrap().status, Status::Secondary);
}

#[test]
fn code_that_only_computes_is_told_and_not_named() {
    let mut run = RunBuilder::new()
        .usual_levels(800.0, |f, l| LevelSpec {
            rare: testkit::RareSpec { lock_held_cpu: 0.6, ..testkit::RareSpec::default() },
            cpu_framework: 0.3,
            ..on_a_full_core(f, l)
        })
        .build();
    // what is called there is code of the application's own
    for frame in run.stacks.frames.iter_mut().filter(|f| f.class == "java.text.SimpleDateFormat") {
        frame.class = "shop.orders.Format".into();
    }
    let d = verdict(run);
    let h = d.hypothesis("cpu-hot-path").unwrap();
    assert_eq!((d.verdict.cause, h.status), (None, Status::Secondary), "{h:?}");
    assert!(h.reason.is("cpu-hot-path/only-computes"), "{h:?}");
}

/// On a full core 0.5 of 1.2 ms in a place of the application, and as much compressing: in that place, or in a filter of the server.
fn compressing(here: bool) -> model::Run {
    const DEFLATE: [&str; 2] = ["java.util.zip.Deflater.deflate", "java.util.zip.Deflater.deflateBytesBytes"];
    let place = "shop.orders.OrderController.list";
    if here {
        return full_core_of(&[place, DEFLATE[0], DEFLATE[1]], 0.5, 1.0);
    }
    let mut run = full_core_of(&[place, "java.util.regex.Pattern.compile", "java.util.regex.Pattern.expr"], 0.5, 1.0);
    // what the framework did is compressing
    for frame in run.stacks.frames.iter_mut().filter(|f| f.method == "writeValue") {
        (frame.class, frame.method) = ("java.util.zip.Deflater".into(), "deflate".into());
    }
    run
}

#[test]
fn a_place_that_compresses_is_told_and_one_beside_a_compressing_filter_is_not_excused() {
    let told = |here| {
        let d = verdict(compressing(here));
        let h = d.hypothesis("cpu-hot-path").expect("heard");
        (h.status, h.reason.is("cpu-hot-path/compresses"))
    };
    assert_eq!(told(true), (Status::Secondary, true));
    assert!(!told(false).1);
}

/// Four threads on one core hash passwords, `cpu` ms each, beside 2 ms on the event loop.
fn sign_up(cpu: f64) -> model::Run {
    RunBuilder::node(1)
        .usual_loop_levels(980.0 / (cpu + 2.0), |f, l| LoopSpec {
            framework: 2.0,
            work: Some(("argon2:HashWorker", "native", 1.0, 0.0, if f >= 1.0 { 8.0 * cpu } else { cpu / (1.0 - f / 2.0) })),
            work_cpu: cpu,
            delay: if f >= 1.0 { 8.0 } else { 1.0 },
            ..l
        })
        .build()
}

#[test]
fn a_hash_of_a_password_that_costs_less_than_is_advised_is_not_too_costly() {
    let d = verdict(sign_up(2.0));
    assert_eq!(d.verdict.cause, None, "{:#?}", d.verdict);
    let h = d.hypothesis("cpu-hot-path").unwrap();
    assert!(h.status == Status::Secondary && h.reason.is("cpu-hot-path/proper-hash"), "{h:#?}");
    let d = verdict(sign_up(40.0));
    assert_eq!(d.verdict.cause, Some("cpu-hot-path"), "{:#?}", d.verdict);
}
