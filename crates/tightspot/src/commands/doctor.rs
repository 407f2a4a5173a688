//! `tightspot doctor [URL]`: what can be seen from here, what cannot, which causes need it, and how to unlock it.

mod listening;

use crate::cli::DoctorArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use model::{Environment, Run, Sensor, SensorState, Sink, Target};
use probe::{Context, ProbeError, discover};
use record::Collector;
use serde_json::json;
use std::sync::Arc;

/// Prints the matrix.
pub(crate) fn run(args: &DoctorArgs) -> Result<Exit, Failure> {
    let recovered: Vec<String> = probe::runtimes::recover();
    let target = target(args)?;
    let host = discover::host_info();
    let mut problems = Vec::new();
    let run = target.clone().map(|t| look(t, &mut problems)).transpose()?;
    let sensors: Vec<Sensor> = run.map(|r| r.sensors.into_values().collect()).unwrap_or_default();
    let spare = target.as_ref().map_or_else(|| discover::online_cpus().len(), |t| discover::spare_cpus(t).len());
    let listeners = if target.is_none() { discover::listening() } else { Vec::new() };
    if args.json {
        output::result(&format!(
            "{:#}",
            json!({
                "host": { "cpus": host.cpus, "memory_bytes": host.memory_bytes, "kernel": host.kernel },
                "target": target.as_ref().map(|t| json!({ "pid": t.pid, "runtime": t.runtime.name(), "framework": t.framework, "cpus": t.cpus })),
                "cpus_for_generator": spare,
                "listening": listening::document(&listeners),
                "sensors": sensors.iter().map(|s| json!({ "id": s.id, "state": s.state, "reason": s.reason, "unlock": s.unlock, "needed_by": needed_by(&s.id) })).collect::<Vec<_>>(),
            })
        ));
        return Ok(Exit::Done);
    }
    for line in recovered {
        output::result(&line);
    }
    output::result(&format!("host     {} cpus, {:.0} GiB, Linux {}", host.cpus, host.memory_bytes as f64 / 1e9 * 0.931, host.kernel));
    let Some(t) = target else {
        output::result("target   none given: `tightspot doctor URL` says what can be seen of a service");
        for line in listening::lines(&listeners) {
            output::result(&line);
        }
        return Ok(Exit::Done);
    };
    output::result(&format!("target   pid {} {} · {} {} {}", t.pid, t.name, t.runtime.name(), t.runtime_version, t.framework));
    output::result(&match spare {
        0 => "cores    the generator shares the service's cores: pin the service (taskset -c 0 <command>) for figures that hold elsewhere"
            .to_owned(),
        n => format!("cores    {n} free of the service, for generator and samplers"),
    });
    for s in &sensors {
        let mark = if s.state == SensorState::On { "+" } else { "-" };
        let needed = needed_by(&s.id);
        let causes = if needed.is_empty() { String::new() } else { format!("  needed by: {}", needed.join(", ")) };
        output::result(&format!("{mark} {:<16} {}{causes}", s.id, if s.state == SensorState::On { "ok" } else { &s.reason }));
        if !s.unlock.is_empty() {
            output::result(&format!("    unlock: {}", s.unlock));
        }
    }
    for p in problems {
        output::result(&format!("! {p}{}", if p.help.is_empty() { String::new() } else { format!("\n    help: {}", p.help) }));
    }
    Ok(Exit::Done)
}

fn target(args: &DoctorArgs) -> Result<Option<Target>, Failure> {
    let fail = |e: discover::DiscoverError| {
        let exit = if e.name == "permission-denied" { Exit::CannotObserve } else { Exit::Target };
        Failure::new(exit, e.name, e.cause).help(e.help)
    };
    if let Some(pid) = args.pid {
        return discover::by_pid(pid, None).map(Some).map_err(fail);
    }
    let Some(url) = &args.url else { return Ok(None) };
    let url = if url.contains("://") { url.clone() } else { format!("http://{url}") };
    let spec = load::RequestSpec { url, ..load::RequestSpec::default() };
    let scenario = load::Scenario::from_request(&spec).map_err(|e| Failure::new(Exit::Usage, "scenario", e.to_string()))?;
    let endpoint = scenario.endpoint();
    discover::by_url_port(endpoint.port, &endpoint.host).map(Some).map_err(fail)
}

/// Attaches every probe, samples nothing, detaches.
fn look(target: Target, problems: &mut Vec<ProbeError>) -> Result<Run, Failure> {
    let scratch = tempfile::tempdir().map_err(|e| Failure::new(Exit::CannotObserve, "no-scratch-folder", e.to_string()))?;
    let collector = Collector::new();
    let cx = Context {
        spare_cpus: discover::spare_cpus(&target),
        target: target.clone(),
        sink: Arc::clone(&collector) as Arc<dyn Sink>,
        scratch: scratch.path().to_owned(),
        databases: std::env::var("TIGHTSPOT_DB").into_iter().collect(),
        beside: probe::Beside::default(),
    };
    let mut probes = probe::of(&cx, |_| scratch.path().to_owned());
    for p in &mut probes {
        problems.extend(p.probe.attach(&p.cx).err());
    }
    for p in probes.iter_mut().rev() {
        problems.extend(p.probe.detach().err());
    }
    let mut run = collector.take();
    run.environment = Environment { target, ..Environment::default() };
    Ok(run)
}

fn needed_by(sensor: &str) -> Vec<&'static str> {
    causes::ALL.iter().filter(|c| c.needs().contains(&sensor)).map(|c| c.id()).collect()
}
