//! Whether enough was measured, and whether the measurement can be believed.

use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::quality::Validity;
use model::{Attempt, Outcome, Phase, PhaseKind, Run, RunStatus, Timestamp, message};

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
    let a = f.a;
    (a.run.status != RunStatus::Complete).then(|| match a.start_up.first() {
        Some(first) if a.levels.is_empty() => start_cut_short(a.run, first.window.0),
        _ => Holding::of(message!("judge/cut-short", rate: PerSecond(a.throughput_per_s()))),
    })
}

/// A start that ended before the service was warm: what its requests came to.
fn start_cut_short(run: &Run, from: Timestamp) -> Holding {
    let asked = |p: &&Phase| matches!(p.kind, PhaseKind::StartUp | PhaseKind::WarmUp);
    let all: Vec<Attempt> = run.phases.iter().filter(asked).flat_map(|p| run.attempts_of(&p.id)).collect();
    let good = all.iter().filter(|x| x.outcome == Outcome::Ok).count();
    let to = all.iter().map(|x| x.done).max().unwrap_or(from);
    Holding::of(message!(
        "judge/start-cut-short",
        seconds: Seconds(to.seconds_since(from)),
        good: Count(good as f64),
        of: Count(all.len() as f64)
    ))
}

#[expect(clippy::unnecessary_wraps, reason = "the last rule always holds")]
pub(super) fn no_bend(_: &Facts) -> Option<Holding> {
    Some(Holding::of(message!("judge/no-bend")))
}
