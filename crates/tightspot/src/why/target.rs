//! Who serves what is to be loaded: process, machine, and where the generator may run.

use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use load::Scenario;
use model::{Environment, Generator};
use probe::discover;

/// The process behind the port, the machine, and where the generator may run.
pub(super) fn discover(args: &WhyArgs, scenario: &Scenario, progress: &Progress) -> Result<Environment, Failure> {
    let endpoint = scenario.endpoint();
    let found = match args.pid {
        Some(pid) => discover::by_pid(pid, Some(endpoint.port)).map(|target| discover::Found { target, note: None }),
        None => discover::find_by_port(endpoint.port, &endpoint.host),
    };
    let found = found.map_err(|e| {
        let exit = if e.name == "permission-denied" { Exit::CannotObserve } else { Exit::Target };
        Failure::new(exit, e.name, e.cause.clone()).help(e.help.clone())
    })?;
    let target = found.target;
    let spare = discover::spare_cpus(&target);
    let shares_cpus = spare.is_empty();
    let cpus = if shares_cpus { discover::allowed_cpus(std::process::id()) } else { spare };
    progress.say(&format!(
        "target  pid {} {} · {} {}{} · cpus {}{}",
        target.pid,
        target.name,
        target.runtime.name(),
        target.runtime_version,
        if target.framework.is_empty() { String::new() } else { format!(" · {}", target.framework) },
        discover::format_cpus(&target.cpus),
        target.cpu_quota.map(|q| format!(" · quota {q:.2} cores")).unwrap_or_default(),
    ));
    if !target.peers.is_empty() {
        progress.say(&format!("peers   {}", target.peers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")));
    }
    if let Some(note) = found.note {
        progress.say(&note);
    }
    if shares_cpus {
        progress.say("note    generator and service share all cores: pin the service (taskset) for figures that hold elsewhere");
    }
    Ok(Environment {
        host: discover::host_info(),
        target,
        components: Vec::new(),
        generator: Generator { cpus, shares_cpus, ..Generator::default() },
    })
}
