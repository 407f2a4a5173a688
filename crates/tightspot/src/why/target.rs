//! What is to be loaded and who serves it: scenario, permission, first answer, process.

use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use load::{ProbeFailure, RequestSpec, RowOrder, Scenario, ScenarioError, probe_once};
use model::{Environment, Generator, Runtime};
use probe::discover;
use std::time::Duration;

/// The scenario of the arguments.
pub(super) fn scenario(args: &WhyArgs) -> Result<Scenario, Failure> {
    let made = match &args.scenario {
        Some(file) => Scenario::from_file(file),
        None => Scenario::from_request(&RequestSpec {
            url: with_scheme(args.url.as_deref().unwrap_or_default()),
            method: args.method.clone().unwrap_or_default(),
            headers: headers(&args.headers)?,
            body: args.body.clone(),
            data: args.data.clone(),
            order: RowOrder::Random,
        }),
    };
    made.map_err(|e| match e {
        ScenarioError::NeedsTls { .. } => {
            Failure::new(Exit::Usage, "tls-not-supported", e.to_string()).help("give the plain http port of the service")
        }
        e => Failure::new(Exit::Usage, "scenario", e.to_string()),
    })
}

fn with_scheme(url: &str) -> String {
    if url.contains("://") { url.to_owned() } else { format!("http://{url}") }
}

fn headers(lines: &[String]) -> Result<Vec<(String, String)>, Failure> {
    lines
        .iter()
        .map(|l| match l.split_once(':') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Failure::new(Exit::Usage, "header", format!("header {l:?} has no colon")).help("-H 'name: value'")),
        })
        .collect()
}

/// Load goes to this machine only, unless the user says that the host is theirs.
pub(super) fn check_host(scenario: &Scenario, allowed: &[String]) -> Result<(), Failure> {
    let endpoint = scenario.endpoint();
    let loopback = endpoint.is_loopback().map_err(|e| Failure::new(Exit::Target, "host-not-resolved", e.to_string()))?;
    if loopback || allowed.contains(&endpoint.host) {
        return Ok(());
    }
    Err(Failure::new(Exit::Usage, "host-not-allowed", format!("{} is not this machine", endpoint.host))
        .why("a load test can take a service down; other hosts need a word from their owner")
        .help(format!("--allow-host {}", endpoint.host)))
}

/// One request, so that a wrong address is said before any load.
pub(super) fn check_answer(scenario: &Scenario, timeout: Duration) -> Result<(), Failure> {
    let fail = |name, e: &ProbeFailure| Failure::new(Exit::Target, name, e.to_string());
    match probe_once(scenario, timeout) {
        Ok(p) if p.accepted => Ok(()),
        Ok(p) => Err(Failure::new(Exit::Target, "answer-not-accepted", format!("the service answers {} to the first request", p.status))
            .why("a route that fails is not worth loading: its time would say nothing about the service")
            .help("check URL, method, headers and data (curl -i ...); placeholders need --data")),
        Err(e @ ProbeFailure::Refused { .. }) => {
            let port = scenario.endpoint().port;
            let listening = discover::by_url_port(port, &scenario.endpoint().host).err().map(|e| e.help).unwrap_or_default();
            Err(fail("nothing-listens", &e).help(listening))
        }
        Err(e @ ProbeFailure::NotHttp { .. }) => Err(fail("not-http", &e).help("give the port on which the service answers HTTP")),
        Err(e @ ProbeFailure::TlsSeen { .. }) => Err(fail("tls-not-supported", &e).help("give the plain http port of the service")),
        Err(e) => {
            Err(fail("no-answer", &e)
                .help("is this the port on which the service answers HTTP? `curl -i` the URL; a longer wait: --timeout"))
        }
    }
}

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
        progress.say(&format!("peers   {}", target.peers.join(" ")));
    }
    if let Some(note) = found.note {
        progress.say(&note);
    }
    if target.runtime != Runtime::Jvm {
        progress.say(&format!("note    no stacks of a {} process yet: only what host, scheduler and database show", target.runtime.name()));
    }
    if shares_cpus {
        progress.say("note    generator and service share all cores: pin the service (taskset) for figures that hold elsewhere");
    }
    Ok(Environment {
        host: discover::host_info(),
        target,
        components: Vec::new(),
        generator: Generator { cpus, shares_cpus, real_time: false },
    })
}
