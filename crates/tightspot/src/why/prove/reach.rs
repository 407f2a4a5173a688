//! What can be changed from here, and what makes the change.

use crate::cli::WhyArgs;
use crate::output;
use diagnose::Factor;
use experiment::choose::Available;
use experiment::interventions::Intervention;
use experiment::interventions::command::Hook;
use experiment::interventions::cpu_share::CpuShare;
use experiment::interventions::edge_delay::{self, EdgeDelay};
use experiment::interventions::pool_size::PoolSize;
use experiment::interventions::worker_threads::WorkerThreads;
use experiment::situation::Situation;
use experiment::{InterventionError, Journal};
use model::{Message, Run, Target, message};
use probe::runtimes;
use probe::sizing::Resizable;
use std::path::PathBuf;

/// What can be changed.
pub(super) struct Reach {
    pub(super) available: Vec<Available>,
    target: Target,
    /// Sockets of the edges that the target is connected to.
    edges: Vec<PathBuf>,
}

impl Reach {
    /// Looks, and changes nothing.
    pub(super) fn of(run: &Run, s: &Situation, args: &WhyArgs) -> Self {
        let target = run.environment.target.clone();
        let mut available = Vec::new();
        let sized = [
            (Resizable::ConnectionPool, Factor::PoolSize, s.pool.filter(|_| !s.pool_name.is_empty())),
            (Resizable::Workers, Factor::Workers, s.workers.filter(|_| !s.workers_name.is_empty())),
        ];
        let resizes = runtimes::of(&target.runtime).resizes();
        for (of, factor, held) in sized {
            available.extend(held.filter(|_| resizes.contains(&of)).map(|h| Available { factor, current: h.limit }));
        }
        if let Ok(cpu) = CpuShare::open(&target) {
            available.push(Available { factor: Factor::Cpu, current: cpu.current() });
        }
        let edges = edges(&target);
        if let [_] = edges[..] {
            available.push(Available { factor: Factor::RemoteTime, current: 0.0 });
        }
        if let (Some(factor), Some(current)) = (args.experiment.means.as_deref().and_then(Factor::named), args.experiment.doses.first()) {
            available.retain(|a| a.factor != factor);
            available.push(Available { factor, current: *current });
        }
        Self { available, target, edges }
    }

    /// What makes the change; `None` as factor: the commands of the user.
    pub(super) fn intervention(&self, factor: Option<Factor>, s: &Situation, args: &WhyArgs) -> Result<Box<dyn Intervention>, Message> {
        let e = &args.experiment;
        let failed = |e: InterventionError| e.said();
        if let (Some(apply), Some(restore), Some(current)) = (&e.apply, &e.restore, e.doses.first()) {
            let hook = Hook::new(apply, restore, e.check.as_deref(), *current).map_err(failed)?;
            return Ok(boxed(hook.until(output::is_to_stop)));
        }
        match factor {
            Some(Factor::PoolSize) => PoolSize::open(&self.target, &s.pool_name).map(boxed),
            Some(Factor::Workers) => WorkerThreads::open(&self.target, &s.workers_name).map(boxed),
            Some(Factor::Cpu) => CpuShare::open(&self.target).map(boxed),
            Some(Factor::RemoteTime) if self.edges.len() == 1 => EdgeDelay::open(&self.edges[0]).map(boxed),
            Some(Factor::RemoteTime) | None => return Err(message!("prove/no-means")),
        }
        .map_err(failed)
    }

    /// Why a factor cannot be changed, in words.
    pub(super) fn missing(&self, factor: Factor) -> Message {
        match factor {
            Factor::PoolSize => message!("prove/no-pool"),
            Factor::Workers => message!("prove/no-workers"),
            Factor::Cpu => message!("prove/no-cpu"),
            Factor::RemoteTime if self.edges.len() > 1 => message!("prove/several-edges"),
            Factor::RemoteTime => message!("prove/no-edge"),
        }
    }
}

/// Edges that the target has connections to now.
fn edges(target: &Target) -> Vec<PathBuf> {
    let Ok(journal) = Journal::of_user() else { return Vec::new() };
    let standing = edge_delay::standing(&edge_delay::folder(journal.path()));
    if standing.is_empty() {
        return Vec::new();
    }
    let peers = probe::discover::by_pid(target.pid, None).map(|t| t.peers).unwrap_or_default();
    standing.into_iter().filter(|(_, e)| peers.iter().any(|p| p.address == e.listen)).map(|(socket, _)| socket).collect()
}

fn boxed(i: impl Intervention + 'static) -> Box<dyn Intervention> {
    Box::new(i)
}
