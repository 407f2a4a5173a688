//! Whether enough was measured, and whether the measurement can be believed.

use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::quality::Validity;
use model::{RunStatus, message};

pub(super) fn nothing(f: &Facts) -> Option<Holding> {
    let nothing = f.a.levels.is_empty() && f.a.start_up.is_empty() && f.a.tail.is_none();
    let failed = || f.a.run.warnings.iter().find(|(code, _)| code.starts_with("service-not-"));
    nothing.then(|| match failed() {
        Some((_, seen)) => Holding::of(message!("judge/never-served", seen: (seen.clone()))),
        None => Holding::of(message!("judge/nothing-measured")),
    })
}

pub(super) fn generator(f: &Facts) -> Option<Holding> {
    let q = &f.a.quality;
    (q.validity == Validity::Invalid).then(|| Holding::of(message!("judge/generator-limited", reasons: List(q.reasons.clone()))))
}

/// Measured phases in which requests were sent and none was answered.
pub(super) fn unanswered(f: &Facts) -> Option<Holding> {
    let run = f.a.run;
    let silent = run
        .measured_phases()
        .filter(|p| f.a.left_out.as_deref() != Some(&p.id) && !f.a.replaced.contains(&p.id))
        .find(|p| run.attempts_of(&p.id).next().is_some() && !f.a.levels.iter().any(|l| l.phase.id == p.id))?;
    Some(Holding::of(match run.only {
        None => message!("judge/level-unanswered", level: name(&silent.id)),
        Some(_) => message!("judge/level-uncounted", level: name(&silent.id)),
    }))
}

pub(super) fn cut_short(f: &Facts) -> Option<Holding> {
    (f.a.run.status != RunStatus::Complete).then(|| Holding::of(message!("judge/cut-short", rate: PerSecond(f.a.throughput_per_s()))))
}

#[expect(clippy::unnecessary_wraps, reason = "the last rule always holds")]
pub(super) fn no_bend(_: &Facts) -> Option<Holding> {
    Some(Holding::of(message!("judge/no-bend")))
}
