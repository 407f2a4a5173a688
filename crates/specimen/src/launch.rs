//! From a case and a variant to a service that answers.

use crate::case::{Case, Cpus, Process, Variant};
use crate::child::{Proc, Streams};
use crate::databases::{Kind, Prepared, chosen, redis};
use crate::dirs::{self, Private};
use crate::error::OrFail;
use crate::fill::{Names, fill};
use crate::neighbours::Neighbours;
use crate::params::{Params, draw};
use crate::ports::Ports;
use crate::quota::Quota;
use crate::running::Running;
use crate::spawn::{Confine, own_cpus};
use crate::start_script::{self, Recipe};
use crate::watch::Watch;
use crate::{Error, ErrorKind, assemble, ready};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Longest wait for a process to be ready: a warm-up of thousands of calls under a CPU quota takes minutes.
pub(crate) const READY_LIMIT: Duration = Duration::from_secs(300);
/// A process of this name, when started, stands between the service and the database.
const HOP: &str = "hop";

/// Builds what changed and seeds the template, so that launches are quick. [`launch`] does this too, and seeds a database that only some
/// variants use.
pub fn prepare(case: &Case, watch: Watch<'_>) -> Result<(), Error> {
    let cache = dirs::of_case(&case.id, &case.folder)?;
    assemble::assemble(case, &cache, watch)?;
    prepare_database(case, &Params::new(), &cache, watch).map(drop)
}

/// Who starts the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Starter {
    Launcher,
    Tool,
}

/// Starts `variant` with the parameters that `seed` draws, and waits until it is ready.
pub fn launch(case: &Case, variant: &Variant, seed: u64, watch: Watch<'_>) -> Result<Running, Error> {
    start_all(case, variant, seed, Starter::Launcher, watch)
}

/// The same, but the target is left for the tool to start, so that it sees the first requests of a service: [`Running::start`] says how.
pub fn launch_around(case: &Case, variant: &Variant, seed: u64, watch: Watch<'_>) -> Result<Running, Error> {
    start_all(case, variant, seed, Starter::Tool, watch)
}

fn start_all(case: &Case, variant: &Variant, seed: u64, starter: Starter, watch: Watch<'_>) -> Result<Running, Error> {
    let cache = dirs::of_case(&case.id, &case.folder)?;
    assemble::assemble(case, &cache, watch)?;
    let mut ranges = case.params.clone();
    ranges.extend(variant.params.clone());
    let params = draw(&ranges, seed);
    let database = prepare_database(case, &params, &cache, watch)?;
    let started: Vec<&Process> = case.processes.iter().filter(|p| is_started(p, &params)).collect();
    let private = Private::create()?;
    if private.has_company() {
        watch.say("another specimen runs on this machine: the two take CPU from each other, and neither measures what it would alone");
    }
    let mut ports = Ports::new();
    let mut names = assemble::names(case, &cache);
    for process in &started {
        names.insert(format!("port.{}", process.name), ports.free()?.to_string());
    }
    // who calls `auth` calls `auth-edge` where that stands in front of it
    for process in &started {
        let port = |name: String| names.get(&format!("port.{name}")).cloned();
        let seen = port(format!("{}-edge", process.name)).or_else(|| port(process.name.clone())).unwrap_or_default();
        names.insert(format!("port.{}-seen", process.name), seen);
    }
    if let Some((kind, _)) = &database {
        let real = ports.free()?.to_string();
        let seen = names.get(&format!("port.{HOP}")).cloned().unwrap_or_else(|| real.clone());
        let own = format!("port.{}", kind.scheme());
        names.extend([(own, real.clone()), ("port.database".to_owned(), real), ("port.db".to_owned(), seen)]);
    }
    // a variant without Redis has its port all the same: nobody listens there
    let redis = case.redis.as_ref().map(|spec| ports.free().map(|port| (spec, port))).transpose()?;
    names.extend(redis.iter().map(|(_, port)| ("port.redis".to_owned(), port.to_string())));
    names.extend(params.iter().map(|(name, value)| (name.clone(), value.to_string())));
    names.extend([("seed".to_owned(), seed.to_string()), ("private".to_owned(), private.path().display().to_string())]);
    let tool = std::env::current_exe().or_fail(ErrorKind::Launch, || "find the own executable")?;
    names.insert("tool".to_owned(), tool.display().to_string());

    let cpus = CpuPlan::of(case);
    if cpus.is_single() && !case.unpinned {
        watch.say("this machine has one CPU: nothing is pinned, and the service shares it with everything else");
    }
    // from here on, whatever fails stops what was started: `Running` does it when it is dropped
    let mut running = Running::new(private, params, seed);
    if let Some((_, prepared)) = &database {
        let port = names["port.database"].parse().expect("we wrote the port");
        let server = prepared.start(running.private(), port, cpus.cpus(Cpus::Other), watch)?;
        running.monitor_dsn = server.monitor_dsn(prepared.spec);
        running.servers.push(server);
    }
    if let Some((spec, port)) = redis.filter(|(spec, _)| is_wanted(spec.when.as_ref(), &running.params)) {
        let settings = spec.settings.iter().map(|(name, value)| Ok((name.clone(), filled(value, &names, "redis")?)));
        let settings = settings.collect::<Result<_, Error>>()?;
        let server = redis::start(&redis::find()?, &settings, running.private(), port, cpus.cpus(Cpus::Other), watch)?;
        running.servers.push(server);
    }
    for process in started {
        let recipe = recipe(process, case, variant, &names, &cpus, &mut running)?;
        if process.target && starter == Starter::Tool {
            running.start = Some(start_script::write(&recipe, running.private())?);
        } else {
            start(process, recipe, &mut running, watch)?;
        }
    }
    let scenario = &case.scenarios[&variant.scenario];
    running.method.clone_from(&scenario.method);
    running.url = filled(&scenario.url, &names, &case.id)?;
    running.data = scenario.data.as_ref().map(|data| filled(data, &names, &case.id)).transpose()?.map(PathBuf::from);
    running.scenario = scenario.file.as_ref().map(|file| scenario_file(&case.folder.join(file), &names, running.private())).transpose()?;
    running.tool_cpus = cpus.cpus(Cpus::Other);
    running.neighbours = Neighbours::start(&cpus.cpus(Cpus::Service), &mut running, watch)?;
    Ok(running)
}

fn prepare_database<'a>(case: &'a Case, params: &Params, cache: &Path, watch: Watch<'_>) -> Result<Option<(Kind, Prepared<'a>)>, Error> {
    let Some((kind, spec)) = chosen(case, params) else { return Ok(None) };
    let names = assemble::names(case, cache);
    let seed = spec.seed.iter().map(|s| filled(s, &names, "seed").map(PathBuf::from)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some((kind, Prepared::new(kind, spec, &seed, cache, watch)?)))
}

fn is_started(process: &Process, params: &Params) -> bool {
    is_wanted(process.when.as_ref(), params)
}

fn is_wanted(when: Option<&String>, params: &Params) -> bool {
    when.is_none_or(|name| params.get(name).is_some_and(crate::Value::is_set))
}

fn filled(text: &str, names: &Names, place: &str) -> Result<String, Error> {
    fill(text, names).map_err(|unknown| {
        let seen = format!("{text:?} uses {{{}}}, which this variant does not set", unknown.join("}, {"));
        Error::new(ErrorKind::Launch, format!("fill the placeholders of {place}")).seen(seen).help("give it a value under [params]")
    })
}

/// The scenario file with its placeholders filled, in the private folder.
fn scenario_file(from: &Path, names: &Names, private: &Path) -> Result<PathBuf, Error> {
    let text = std::fs::read_to_string(from).or_fail(ErrorKind::Launch, || format!("read {}", from.display()))?;
    let to = private.join("scenario.toml");
    let text = filled(&text, names, &from.display().to_string())?;
    std::fs::write(&to, text).or_fail(ErrorKind::Launch, || format!("write {}", to.display()))?;
    Ok(to)
}

/// How a process is started here: everything filled in, its control group made.
fn recipe(
    process: &Process,
    case: &Case,
    variant: &Variant,
    names: &Names,
    cpus: &CpuPlan,
    running: &mut Running,
) -> Result<Recipe, Error> {
    let fill = |text: &String| filled(text, names, &process.name);
    let of_target = |name: &String| case.processes.iter().any(|p| p.target && p.name == *name);
    let as_target = process.target || (!variant.one_only && process.like.as_ref().is_some_and(of_target));
    let added = if as_target { Some(&variant.env) } else { None };
    let env = process.env.iter().chain(added.into_iter().flatten()).map(|(name, value)| Ok((name.clone(), fill(value)?)));
    let mut recipe = Recipe {
        words: process.start.iter().map(fill).collect::<Result<Vec<_>, _>>()?,
        env: env.collect::<Result<_, Error>>()?,
        cpus: cpus.cpus(process.cpus.unwrap_or(Cpus::Other)),
        group: None,
        log: running.log(&process.name),
        ready: process.ready.as_ref().map(fill).transpose()?,
    };
    if let Some(limit) = process.cpu_quota.as_ref().map(fill).transpose()?.filter(|l| !l.is_empty() && l != "0") {
        let quota = Quota::create(&process.name, &limit)?;
        recipe.group = Some(quota.entrance());
        running.quotas.push(quota);
    }
    Ok(recipe)
}

fn start(process: &Process, recipe: Recipe, running: &mut Running, watch: Watch<'_>) -> Result<(), Error> {
    let mut command = Command::new(&recipe.words[0]);
    command.args(&recipe.words[1..]).envs(recipe.env).current_dir(running.private());
    let group = recipe.group.as_deref().map(crate::quota::open).transpose()?;
    watch.say(format!("starting {}", process.name));
    let proc = Proc::start(&process.name, command, Confine { cpus: recipe.cpus, group }, &recipe.log, Streams::default())?;
    if process.target {
        running.target_pid = proc.pid();
    }
    running.procs.push(proc);
    let proc = running.procs.last_mut().expect("pushed above");
    if let Some(url) = recipe.ready {
        until_ready(proc, &url, watch)?;
    }
    Ok(())
}

fn until_ready(proc: &mut Proc, url: &str, watch: Watch<'_>) -> Result<(), Error> {
    let mut last = String::new();
    let failed = |proc: &Proc, seen: String| {
        let what = format!("start {}: {url} does not answer 2xx", proc.name);
        Error::new(ErrorKind::Launch, what).seen(seen).seen(proc.last_words())
    };
    let started = Instant::now();
    let ready = watch.until(started + READY_LIMIT, || {
        if let Some(status) = proc.ended() {
            return Err(failed(proc, format!("it ended with {status}")));
        }
        last = match ready::get(url) {
            Ok(()) => return Ok(Some(())),
            Err(seen) => seen,
        };
        Ok(None)
    })?;
    ready.ok_or_else(|| failed(proc, format!("{last}, for {} s", READY_LIMIT.as_secs())))?;
    watch.say(format!("{} is ready after {:.1} s", proc.name, started.elapsed().as_secs_f64()));
    Ok(())
}

/// Which CPUs stand for `service` and `other`.
#[derive(Debug, Clone)]
pub(crate) struct CpuPlan(Vec<usize>);

impl CpuPlan {
    /// Of the CPUs this process may use, the first is the service's; none is anybody's where nothing is to be bound.
    pub(crate) fn of(case: &Case) -> Self {
        Self(if case.unpinned { Vec::new() } else { own_cpus() })
    }

    fn is_single(&self) -> bool {
        self.0.len() < 2
    }

    /// Empty where nothing is to be pinned.
    pub(crate) fn cpus(&self, cpus: Cpus) -> Vec<usize> {
        match cpus {
            _ if self.is_single() => Vec::new(),
            Cpus::Any => Vec::new(),
            Cpus::Service => self.0[..1].to_vec(),
            Cpus::Other => self.0[1..].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_has_the_first_cpu_and_everything_else_the_others() {
        let plan = CpuPlan(vec![0, 1, 2]);
        assert_eq!([Cpus::Service, Cpus::Other, Cpus::Any].map(|c| plan.cpus(c)), [vec![0], vec![1, 2], vec![]]);
        let single = CpuPlan(vec![0]);
        assert_eq!([Cpus::Service, Cpus::Other].map(|c| single.cpus(c)), [Vec::<usize>::new(), vec![]]);
    }
}
