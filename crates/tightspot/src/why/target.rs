//! Who serves what is to be loaded: process, machine, and where the generator may run.

use super::start;
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use load::Scenario;
use model::{Environment, Generator, Target, message};
use probe::discover;

/// The process at this place, at the port of the load where it listens there as well: a second port may be for health checks only.
fn found_at(host: &str, port: u16, scenario: &Scenario) -> Result<discover::Found, discover::DiscoverError> {
    let found = discover::find_by_port(port, host)?;
    let loaded = scenario.endpoint();
    let same = discover::find_by_port(loaded.port, &loaded.host).ok().filter(|f| f.target.pid == found.target.pid);
    Ok(same.unwrap_or(found))
}

/// The process behind the port, the machine, and where the generator may run.
///
/// `ask` sends a few requests, by which is seen who of several serves them; `None` where none may be sent, or where one process only is meant.
pub(super) fn discover(
    args: &WhyArgs,
    scenario: &Scenario,
    ask: Option<&mut dyn FnMut()>,
    progress: &Progress,
) -> Result<Environment, Failure> {
    let (host, port) = start::place(args, scenario);
    let found = match (args.pid.as_slice(), ask) {
        ([], None) => found_at(&host, port, scenario),
        ([], Some(ask)) => discover::find_by_port(port, &host).map(|found| discover::look_behind(found, port, ask)),
        ([pid], _) => discover::by_pid(*pid, Some(port)).map(discover::Found::one),
        (pids, Some(ask)) => discover::by_pids(pids, port, &host, ask),
        (_, None) => {
            return Err(Failure::new(Exit::Usage, "several-processes", message!("why/one-process-only"))
                .why(message!("why/all-or-none"))
                .help(message!("why/give-one-pid")));
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
        progress.say(note);
    }
    if shares_cpus {
        progress.say(message!("why/note-shared-cores"));
    }
    Ok(Environment {
        host: discover::host_info(),
        target,
        replicas,
        proxy: found.proxy,
        components: Vec::new(),
        generator: Generator { cpus, shares_cpus, ..Generator::default() },
        load_varies: scenario.varies(),
    })
}

/// CPUs that the tool may use and none of the processes may.
fn spare_cpus(target: &Target, replicas: &[Target]) -> Vec<u32> {
    let mut spare = discover::spare_cpus(target);
    spare.retain(|cpu| !replicas.iter().any(|t| t.cpus.contains(cpu)));
    spare
}

fn say(target: &Target, progress: &Progress) {
    let framework = if target.framework.is_empty() { String::new() } else { format!(" · {}", target.framework) };
    let what = format!("pid {} {} · {} {}{framework}", target.pid, target.name, target.runtime.name(), target.runtime_version);
    let cpus = discover::format_cpus(&target.cpus);
    progress.say(match target.cpu_quota {
        Some(quota) => message!("why/target-with-quota", what: name(what), cpus: name(cpus), quota: Cores(quota)),
        None => message!("why/target", what: name(what), cpus: name(cpus)),
    });
    if !target.peers.is_empty() {
        let peers = target.peers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ");
        progress.say(message!("why/peers", peers: name(peers)));
    }
}
