//! Peers that the target connects to only when requests come: they are looked for once more when it is warm.

use super::Session;
use model::{Environment, Observation, Peer, Target};

/// Adds what each process has connected to since it was found, and lets it be watched.
pub(super) fn meet(session: &mut Session) {
    let mut environment = session.collector.with(|run| run.environment.clone());
    let Environment { target, replicas, .. } = &mut environment;
    let mut any = false;
    for process in std::iter::once(target).chain(replicas) {
        // connections that live for one call are seldom there at any one moment
        let now = [probe::discover::peers_of(process), session.watch.strangers(process.pid)].concat();
        let new = new_peers(process, &now);
        if !new.is_empty() {
            any = true;
            session.watch.met(process.pid, &new);
            process.peers.extend(new);
        }
    }
    if any {
        session.sink.observe(Observation::Environment(environment));
    }
}

/// Those of `now` that are not known yet, each once.
fn new_peers(process: &Target, now: &[Peer]) -> Vec<Peer> {
    let mut new: Vec<Peer> = Vec::new();
    for p in now {
        if !process.peers.iter().chain(&new).any(|q| q.address == p.address) {
            new.push(p.clone());
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_peers_that_were_not_there_are_new() {
        let process = Target { peers: vec!["10.0.0.5:5432".into()], ..Target::default() };
        let now: Vec<Peer> = ["10.0.0.5:5432", "10.0.0.6:8080", "10.0.0.6:8080"].map(Peer::from).to_vec();
        assert_eq!(new_peers(&process, &now), [Peer::from("10.0.0.6:8080")]);
    }
}
