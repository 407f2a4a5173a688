//! `tightspot doctor [URL]`: what can be seen from here, what cannot, which causes need it, and how to unlock it.

mod listening;

use crate::cli::DoctorArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, english, said};
use model::{Environment, Run, Sensor, SensorState, Sink, Target, message};
use probe::{Context, ProbeError, Scratch, discover};
use record::Collector;
use serde_json::json;
use std::sync::Arc;

/// Prints the matrix.
pub(crate) fn run(args: &DoctorArgs) -> Result<Exit, Failure> {
    let recovered = probe::runtimes::recover();
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
                "generator_goes_first": load::may_go_first(),
                "listening": listening::document(&listeners),
                "sensors": sensors.iter().map(|s| json!({ "id": s.id, "state": s.state, "reason": english(&s.reason), "unlock": english(&s.unlock), "needed_by": needed_by(&s.id) })).collect::<Vec<_>>(),
            })
        ));
        return Ok(Exit::Done);
    }
    for line in recovered {
        output::result(&said(&line));
    }
    let gib = host.memory_bytes as f64 / f64::from(1 << 30);
    let about = message!("doctor/host", cpus: Count(f64::from(host.cpus)), gib: Count(gib.round()), kernel: name(&host.kernel));
    output::result(&said(&about));
    let Some(t) = target else {
        output::result(&said(&message!("doctor/no-target")));
        for line in listening::lines(&listeners) {
            output::result(&line);
        }
        return Ok(Exit::Done);
    };
    let what = format!("pid {} {} · {} {} {}", t.pid, t.name, t.runtime.name(), t.runtime_version, t.framework);
    output::result(&said(&message!("doctor/target", what: name(what))));
    output::result(&said(&match spare {
        0 => message!("doctor/shared-cores", command: name("taskset -c 0 <command>")),
        n => message!("doctor/free-cores", cores: Count(n as f64)),
    }));
    output::result(&said(&if load::may_go_first() {
        message!("doctor/goes-first")
    } else {
        message!("doctor/waits-its-turn", command: name("sudo setcap cap_sys_nice+ep $(command -v tightspot)"))
    }));
    for s in &sensors {
        let mark = if s.state == SensorState::On { "+" } else { "-" };
        let needed = needed_by(&s.id);
        let state = if s.state == SensorState::On { message!("doctor/ok") } else { s.reason.clone() };
        let row = message!("doctor/sensor", mark: name(mark), sensor: name(format!("{:<16}", s.id)), state: (state));
        output::result(&said(&match needed.join(", ") {
            none if none.is_empty() => row,
            causes => message!("doctor/needed-by", sensor: (row), causes: name(causes)),
        }));
        if !s.unlock.is_empty() {
            output::result(&said(&message!("doctor/unlock", how: (s.unlock.clone()))));
        }
    }
    for p in problems {
        output::result(&said(&message!("doctor/problem", says: (p.said()))));
        if !p.help.is_empty() {
            output::result(&said(&message!("doctor/help", help: (p.help))));
        }
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
    let scratch = Scratch::of(&target).map_err(|e| Failure::new(Exit::CannotObserve, "no-scratch-folder", e.to_string()))?;
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
