//! Trials on the live service: a change, some seconds of saturated load to settle, and some that are measured.

use super::super::{Session, Stop, cost, follow, levels};
use experiment::conduct::{Bench, Trial};
use experiment::{Change, Halt, guardian};
use load::PhaseSummary;
use model::PhaseKind;
use std::time::Duration;

/// Share of its core from which the generator may have been the limit. Source: CAUSES section 4 point 2 gives 0.7 for open load; a closed
/// one only waits when it is slow, so that more is needed to be the limit: a guess.
const GENERATOR_FULL: f64 = 0.9;

/// The service under load, and what is changed in it.
pub(in super::super) struct Live<'a> {
    pub(in super::super) session: &'a mut Session,
    pub(in super::super) change: &'a mut Change,
}

impl Bench for Live<'_> {
    fn dose(&mut self, value: f64) -> Result<f64, Halt> {
        if crate::interrupt::requested() {
            return Err(Halt::Interrupted);
        }
        let realised = self.change.apply(value).map_err(|h| if crate::interrupt::requested() { Halt::Interrupted } else { h })?;
        follow::follow(self.session).map_err(halt)?;
        Ok(realised)
    }

    fn trial(&mut self, name: &str, connections: u32, settle_s: f64, measure_s: f64) -> Result<Trial, Halt> {
        self.phase(format!("{name}-settle"), connections, settle_s)?;
        let before = cost::cpu_s(self.session.watch.pid());
        let s = self.phase(name.to_owned(), connections, measure_s)?;
        let cpu_s = cost::cpu_s(self.session.watch.pid()) - before;
        Ok(trial(&s, cpu_s))
    }
}

impl Live<'_> {
    fn phase(&mut self, id: String, connections: u32, seconds: f64) -> Result<PhaseSummary, Halt> {
        let phase = levels::closed(id, PhaseKind::Trial, self.session.cap.of(connections));
        levels::run_phase(self.session, &phase, Duration::from_secs_f64(seconds), false).map_err(halt)
    }
}

/// Why a phase ended, as an experiment says it.
pub(in super::super) fn halt(stop: Stop) -> Halt {
    match stop {
        Stop::Interrupted => Halt::Interrupted,
        // whatever is seen of it: a service of this tool's own was ended with what was changed in it
        _ if guardian::has_acted() => Halt::Intervention(guardian::put_back()),
        Stop::TargetDied => Halt::TargetDied,
        Stop::TooManyErrors(why) => Halt::Guard(why),
        Stop::Load(why) => Halt::Load(why),
    }
}

/// The figures of a phase; `cpu_s` is what the service used meanwhile.
pub(in super::super) fn trial(s: &PhaseSummary, cpu_s: f64) -> Trial {
    let ms = |ns: u64| ns as f64 / 1e6;
    Trial {
        per_s: s.achieved_per_s,
        mean_ms: s.response.mean_ns / 1e6,
        quantiles_ms: (ms(s.response.p50_ns), ms(s.response.p95_ns), ms(s.response.p99_ns)),
        cpu_ms: cpu_s * 1e3 / s.answered().max(1) as f64,
        errors: s.error_share(),
        realised: 0.0,
        spoilt: s.generator_cpu_share - s.generator_spin_share > GENERATOR_FULL,
    }
}
