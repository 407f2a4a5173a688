//! A service that was started again for an experiment: found, watched and warmed up anew before anything is measured of it.

use super::{Session, Stop, warm};
use experiment::service::Shared;
use model::{Message, Observation, message};

/// The service that this run has started, and where it answers.
pub(super) struct Own {
    pub(super) service: Shared,
    host: String,
    pub(super) port: u16,
}

impl Own {
    /// Of a service that listens there.
    pub(super) fn new(service: Shared, (host, port): (String, u16)) -> Self {
        Self { service, host, port }
    }
}

/// Goes over to the new process where the service was started again since; does nothing where not.
pub(super) fn follow(session: &mut Session) -> Result<(), Stop> {
    let Some(own) = session.own.as_ref().filter(|_| !session.watch.target_alive()) else { return Ok(()) };
    let lost = |why: Message| Stop::Load(message!("why/lost-after-restart", why: (why)));
    let target = probe::discover::by_url_port(own.port, &own.host).map_err(|e| lost(e.cause))?;
    let environment = session.collector.with(|run| {
        // what it has not connected to yet it will, as it did before
        let before = run
            .environment
            .target
            .peers
            .iter()
            .filter(|p| !target.peers.iter().any(|q| q.address == p.address))
            .cloned()
            .collect::<Vec<_>>();
        let peers = target.peers.iter().cloned().chain(before).collect();
        model::Environment { target: model::Target { peers, ..target.clone() }, ..run.environment.clone() }
    });
    session.sink.observe(Observation::Environment(environment.clone()));
    session.watch.follow(&environment, &session.sink, &session.progress).map_err(|f| lost(f.what))?;
    let how = session.warmup.clone();
    warm::wait(session, &how)
}
