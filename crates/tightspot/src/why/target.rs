//! Who serves what is to be loaded: process, machine, and where the generator may run.

use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use load::Scenario;
use model::{Environment, Generator, Target};
use probe::discover;

/// The process behind the port, the machine, and where the generator may run.
///
/// `ask` sends a few requests, by which is seen who of several serves them; `None` where none may be sent, or where one process only is meant.
pub(super) fn discover(
    args: &WhyArgs,
    scenario: &Scenario,
    ask: Option<&mut dyn FnMut()>,
    progress: &Progress,
) -> Result<Environment, Failure> {
    let endpoint = scenario.endpoint();
    let found = match (args.pid.as_slice(), ask) {
        ([], None) => discover::find_by_port(endpoint.port, &endpoint.host),
        ([], Some(ask)) => {
            discover::find_by_port(endpoint.port, &endpoint.host).map(|found| discover::look_behind(found, endpoint.port, ask))
        }
        ([pid], _) => discover::by_pid(*pid, Some(endpoint.port)).map(discover::Found::one),
        (pids, Some(ask)) => discover::by_pids(pids, endpoint.port, &endpoint.host, ask),
        (_, None) => {
            return Err(Failure::new(Exit::Usage, "several-processes", "this command is about one process")
                .why("what it changes or compares must be all of the service, or none of it")
                .help("give one --pid, with the URL of its own port"));
        }
    };
    let found = found.map_err(|e| {
        let exit = if e.name == "permission-denied" { Exit::CannotObserve } else { Exit::Target };
        Failure::new(exit, e.name, e.cause.clone()).help(e.help.clone())
    })?;
    let (target, replicas) = (found.target, found.replicas);
    let spare = spare_cpus(&target, &replicas);
    let shares_cpus = spare.is_empty();
    let cpus = if shares_cpus { discover::allowed_cpus(std::process::id()) } else { spare };
    for target in std::iter::once(&target).chain(&replicas) {
        say(target, progress);
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
        replicas,
        proxy: found.proxy,
        components: Vec::new(),
        generator: Generator { cpus, shares_cpus, ..Generator::default() },
    })
}

/// CPUs that the tool may use and none of the processes may.
fn spare_cpus(target: &Target, replicas: &[Target]) -> Vec<u32> {
    let mut spare = discover::spare_cpus(target);
    spare.retain(|cpu| !replicas.iter().any(|t| t.cpus.contains(cpu)));
    spare
}

fn say(target: &Target, progress: &Progress) {
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
}
