//! Who serves the requests that go to a port: the process that listens there, several that share the port, or those behind a proxy that passes requests on.
//! Told by watching the connections while a few requests pass: an idle proxy has none, and a setting that names others proves nothing of who answers.

use super::proc::{self, Stat};
use super::{DiscoverError, Found, Program, by_pid, owner, process, sockets};
use crate::process::traffic::{Traffic, while_asking};
use model::{Role, Target, message};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

/// Most processes that are watched. A choice: each has probes of its own.
const MOST: usize = 16;

/// A process and the port at which requests come to it.
type Serving = (u32, u16);

/// Looks behind the process that was found at `port`, while `ask` sends requests there; a call of `ask` should reach all that serve, over new connections.
/// Nothing is asked of a process that is alone and no proxy.
pub fn look_behind(found: Found, port: u16, ask: &mut dyn FnMut()) -> Found {
    let front = family(&found.sharing);
    let passes_on = front.iter().any(|pid| Program::of(*pid).passes_on());
    if front.len() < 2 && !passes_on {
        return found;
    }
    let Some(seen) = while_asking(&front, &BTreeSet::from([port]), ask) else { return found };
    let serving = if passes_on { behind(&seen, ask) } else { brothers(&seen, &found.sharing, port) };
    let proxy = passes_on.then(|| found.target.clone());
    if serving.is_empty() || serving.iter().all(|(pid, _)| *pid == found.target.pid) {
        return found;
    }
    // who cannot be read is said when it is to be watched
    let described = describe(&serving);
    described.map_or(found, |all| chosen(all, proxy))
}

/// These processes, whoever listens at `host:port`. The port of each is that at which it serves what `ask` sends, else its lowest.
pub fn by_pids(pids: &[u32], port: u16, host: &str, ask: &mut dyn FnMut()) -> Result<Found, DiscoverError> {
    let listening = |pid: u32| sockets::listening_by(pid).into_iter().map(|s| s.local.port()).collect::<Vec<_>>();
    let ports: BTreeSet<u16> = pids.iter().flat_map(|p| listening(*p)).collect();
    let seen = while_asking(pids, &ports, ask).unwrap_or_default();
    let served = |pid: u32| seen.served.iter().filter(|((p, _), _)| *p == pid).max_by_key(|(_, n)| **n).map(|((_, port), _)| *port);
    let own = |pid: u32| listening(pid).contains(&port).then_some(port);
    let all = pids.iter().map(|p| by_pid(*p, served(*p).or_else(|| own(*p)))).collect::<Result<Vec<_>, _>>()?;
    let front = owner::of_port(port, host).ok().filter(|o| !o.sharing.iter().any(|p| pids.contains(p)));
    let proxy = front.and_then(|o| by_pid(o.pid, Some(port)).ok());
    Ok(chosen(all, proxy))
}

fn describe(serving: &[Serving]) -> Option<Vec<Target>> {
    serving.iter().take(MOST).map(|(pid, port)| by_pid(*pid, Some(*port)).ok()).collect()
}

fn chosen(mut all: Vec<Target>, proxy: Option<Target>) -> Found {
    let names: Vec<String> = all.iter().map(|t| format!("{} ({}, port {})", t.pid, t.name, t.port)).collect();
    let (number, names) = (all.len() as f64, names.join(", "));
    let note = match &proxy {
        Some(p) => message!("discover/watching-behind", proxy: (process(p.pid, &p.name)), number: Count(number), processes: name(names)),
        None => message!("discover/watching", number: Count(number), processes: name(names)),
    };
    let sharing = all.iter().map(|t| t.pid).collect();
    let target = all.remove(0);
    Found { target, replicas: all, proxy, sharing, note: Some(note) }
}

/// Processes behind a proxy, by whom it sent data to. Where several share a port there, requests are sent once more to see who serves them.
fn behind(seen: &Traffic, ask: &mut dyn FnMut()) -> Vec<Serving> {
    let mut backs: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
    for address in seen.passed_on.keys() {
        backs.entry(address.port()).or_insert_with(|| listeners(address));
    }
    backs.retain(|_, sharing| !sharing.is_empty());
    if backs.values().all(|sharing| sharing.len() == 1 && children(sharing).is_empty()) {
        return backs.into_iter().map(|(port, sharing)| (sharing[0], port)).collect();
    }
    let all: Vec<u32> = backs.values().flat_map(|sharing| family(sharing)).collect();
    let again = while_asking(&all, &backs.keys().copied().collect(), ask).unwrap_or_default();
    backs
        .iter()
        .flat_map(|(port, sharing)| {
            let theirs = family(sharing);
            let of = Traffic {
                served: again.served.iter().filter(|((pid, p), _)| p == port && theirs.contains(pid)).map(|(k, n)| (*k, *n)).collect(),
                ..Traffic::default()
            };
            brothers(&of, sharing, *port)
        })
        .collect()
}

/// The processes of this machine that listen at an address and are no store; none where it is of another machine.
fn listeners(address: &SocketAddr) -> Vec<u32> {
    let sharing = owner::of_port(address.port(), &address.ip().to_string()).map(|o| o.sharing).unwrap_or_default();
    let is_store = |pid: &u32| Program::of(*pid).server().is_some_and(|(_, role)| role != Role::Http);
    if sharing.iter().any(is_store) { Vec::new() } else { sharing }
}

/// Those that received requests, and their brothers that listen on the same socket: few requests at rest may all go to the same one.
fn brothers(seen: &Traffic, sharing: &[u32], port: u16) -> Vec<Serving> {
    let served: BTreeSet<u32> = seen.served.keys().map(|(pid, _)| *pid).collect();
    let parent = |pid: u32| Stat::of(pid).map(|s| s.ppid);
    let parents: BTreeSet<u32> = served.iter().filter(|pid| sharing.contains(pid)).filter_map(|pid| parent(*pid)).collect();
    let forked = parents.iter().any(|p| sharing.contains(p));
    let alike = sharing.iter().copied().filter(|pid| forked && parent(*pid).is_some_and(|p| parents.contains(&p)));
    served.iter().copied().chain(alike).collect::<BTreeSet<u32>>().into_iter().map(|pid| (pid, port)).collect()
}

/// Processes and their children.
fn family(of: &[u32]) -> Vec<u32> {
    let all: BTreeSet<u32> = of.iter().copied().chain(children(of)).collect();
    all.into_iter().collect()
}

fn children(of: &[u32]) -> Vec<u32> {
    proc::processes().into_iter().filter(|pid| !of.contains(pid) && Stat::of(*pid).is_some_and(|s| of.contains(&s.ppid))).collect()
}

#[cfg(test)]
#[path = "behind_tests.rs"]
mod tests;
