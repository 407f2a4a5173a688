//! Peers that the target connects to only when requests come: they are looked for once more when it is warm.

use super::Session;
use model::{Environment, Observation, Peer, Target};

/// Adds what each process has connected to since it was found, and lets it be watched.
pub(super) fn meet(session: &mut Session) {
    let mut environment = session.collector.with(|run| run.environment.clone());
    let Environment { target, replicas, .. } = &mut environment;
    let mut any = false;
    for process in std::iter::once(target).chain(replicas) {
        let new = new_peers(process, &probe::discover::peers_of(process));
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

/// Those of `now` that are not known yet.
fn new_peers(process: &Target, now: &[Peer]) -> Vec<Peer> {
    now.iter().filter(|p| !process.peers.iter().any(|q| q.address == p.address)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_peers_that_were_not_there_are_new() {
        let process = Target { peers: vec!["10.0.0.5:5432".into()], ..Target::default() };
        let now: Vec<Peer> = vec!["10.0.0.5:5432".into(), "10.0.0.6:8080".into()];
        assert_eq!(new_peers(&process, &now), [Peer::from("10.0.0.6:8080")]);
    }
}
