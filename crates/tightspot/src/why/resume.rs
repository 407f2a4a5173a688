//! `prove --run RUN`: what an earlier run measured is taken over into the new one, which so stays a whole: judged on any day, it gives the
//! same verdict.

use crate::cli::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use model::{Environment, Observation, Run, Sink, Timestamp, message};
use record::Store;

/// Observations of an earlier run of the same process.
pub(super) struct Base {
    /// When that run began: the new one's clock starts there.
    pub(super) started: Timestamp,
    /// Its table of routes, to which its requests refer.
    pub(super) routes: Vec<String>,
    observations: Vec<Observation>,
}

impl Base {
    /// Reads run `name`; refuses one of another process, because its figures say nothing of this one.
    pub(super) fn read(cli: &Cli, name: &str, now: &Environment) -> Result<Self, Failure> {
        let path = Store::open(cli.store.as_deref())?.resolve(name)?;
        let (observations, _) = record::observations(&path)?;
        let run = Run::from_observations(observations.iter().cloned());
        let was = &run.environment.target;
        if (was.pid, was.start_ticks) != (now.target.pid, now.target.start_ticks) {
            let what = message!("why/run-of-another", run: name(&run.info.id), pid: name(was.pid.to_string()));
            return Err(Failure::new(Exit::Usage, "another-process", what)
                .why(message!("why/now-another", pid: name(now.target.pid.to_string())))
                .help(message!("why/measure-anew")));
        }
        Ok(Self { started: run.info.started, routes: run.info.routes, observations })
    }

    /// Tells all of it again, but what the new run says itself.
    pub(super) fn tell(self, sink: &dyn Sink) {
        for o in self.observations {
            if !matches!(o, Observation::Info(_) | Observation::Ended { .. }) {
                sink.observe(o);
            }
        }
    }
}
