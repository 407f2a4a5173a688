//! Which stretch of a run is asked for, and why there may be nothing to show of it.

use model::{Message, Outcome, Phase, PhaseKind, Run, Timestamp, WallProfile};

/// Which samples count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// Those on the CPU, weighted by the CPU time of the scheduler.
    #[default]
    Cpu,
    /// Those of requests and of whatever runs, also while they wait, weighted by time. Threads that wait for work are left out.
    Wall,
}

/// A stretch of a run, as a user asks for it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// Which samples.
    pub view: View,
    /// Only of this phase; without phase and window, of the heaviest level.
    pub phase: Option<String>,
    /// Only from here, seconds since the run began.
    pub from_s: Option<f64>,
    /// Only to here, seconds since the run began.
    pub to_s: Option<f64>,
    /// Only of this process.
    pub process: Option<u32>,
}

/// When stacks of a phase were sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The phase.
    pub phase: String,
    /// From here, seconds since the run began ...
    pub from_s: f64,
    /// ... to here.
    pub to_s: f64,
}

/// Why there is no profile.
#[derive(Debug, Clone, PartialEq)]
pub enum NoProfile {
    /// The run has no stacks at all; with what the sensor says of it.
    NoStacks(Message),
    /// There is no such phase; with those that have stacks.
    UnknownPhase(String, Vec<Span>),
    /// The phase has no stacks; with those that have.
    PhaseWithoutStacks(String, Vec<Span>),
    /// Nothing was sampled in the window; with when there was.
    EmptyWindow(Vec<Span>),
    /// No such process was watched; with those that were.
    UnknownProcess(u32, Vec<u32>),
}

/// A stretch of one phase with its samples.
pub(super) struct Piece {
    pub(super) phase: String,
    pub(super) window: (Timestamp, Timestamp),
    /// Whether it is the phase as a whole.
    pub(super) is_whole: bool,
    /// Requests that were answered in it, by all processes.
    pub(super) requests: f64,
}

/// The stretches that are asked for, in order of time.
pub(super) fn pieces(run: &Run, asked: &Asked) -> Result<Vec<Piece>, NoProfile> {
    let known = spans(run);
    let all: Vec<&WallProfile> = run.wall.values().filter(|w| !w.samples.is_empty()).collect();
    if all.is_empty() {
        let sensor = run.sensors.values().find(|s| s.id.starts_with("wall-stacks") && !s.reason.is_empty());
        return Err(NoProfile::NoStacks(sensor.map(|s| s.reason.clone()).unwrap_or_default()));
    }
    let is_window = asked.from_s.is_some() || asked.to_s.is_some();
    let chosen = match &asked.phase {
        Some(id) if run.phase(id).is_none() => return Err(NoProfile::UnknownPhase(id.clone(), known)),
        Some(id) if all.iter().all(|w| w.phase != *id) => return Err(NoProfile::PhaseWithoutStacks(id.clone(), known)),
        Some(id) => Some(id.clone()),
        None if is_window => None,
        None => heaviest(run, &all),
    };
    let at = |s: f64| run.info.started.plus_ns((s * 1e9) as i64);
    let phases = run.phases.iter().filter(|p| chosen.as_ref().is_none_or(|id| p.id == *id) && all.iter().any(|w| w.phase == p.id));
    let mut found: Vec<Piece> = phases.filter_map(|p| piece(run, p, asked.from_s.map(at), asked.to_s.map(at))).collect();
    found.sort_by_key(|p| p.window.0);
    if found.is_empty() { Err(NoProfile::EmptyWindow(known)) } else { Ok(found) }
}

fn piece(run: &Run, phase: &Phase, from: Option<Timestamp>, to: Option<Timestamp>) -> Option<Piece> {
    let answered = || run.attempts_of(&phase.id).filter(|a| a.outcome != Outcome::Censored);
    let last = answered().map(|a| a.done).max().or(phase.end)?;
    let whole = (phase.start, last.max(phase.start.plus_ns(1)));
    let window = (from.map_or(whole.0, |t| t.max(whole.0)), to.map_or(whole.1, |t| t.min(whole.1)));
    let is_whole = window == whole;
    let requests = answered().filter(|a| is_whole || (window.0 <= a.done && a.done < window.1)).count() as f64;
    (window.0 < window.1).then(|| Piece { phase: phase.id.clone(), window, is_whole, requests })
}

/// The phase whose CPU matters most: saturation, else the heaviest level, else the last one with stacks.
fn heaviest(run: &Run, all: &[&WallProfile]) -> Option<String> {
    let with_stacks = run.phases.iter().filter(|p| all.iter().any(|w| w.phase == p.id));
    let weight = |p: &&Phase| (p.kind == PhaseKind::Saturation, p.is_measured(), p.fraction.unwrap_or(0.0));
    with_stacks.max_by(|a, b| weight(a).partial_cmp(&weight(b)).unwrap_or(std::cmp::Ordering::Equal)).map(|p| p.id.clone())
}

pub(super) fn spans(run: &Run) -> Vec<Span> {
    let s = |t: Timestamp| t.seconds_since(run.info.started);
    let mut all: Vec<Span> = Vec::new();
    for w in run.wall.values().filter(|w| !w.samples.is_empty()) {
        if all.iter().all(|a| a.phase != w.phase) {
            all.push(Span { phase: w.phase.clone(), from_s: s(w.start), to_s: s(w.end) });
        }
    }
    all.sort_by(|a, b| a.from_s.total_cmp(&b.from_s));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{LevelSpec, RunBuilder};

    fn run() -> Run {
        RunBuilder::new().usual_levels(200.0, |_, spec| LevelSpec { cpu_site: 2.0, ..spec }).build()
    }

    fn of(run: &Run, asked: &Asked) -> Result<Vec<String>, NoProfile> {
        pieces(run, asked).map(|all| all.into_iter().map(|p| p.phase).collect())
    }

    #[test]
    fn the_heaviest_level_is_shown_where_nothing_is_asked() {
        assert_eq!(of(&run(), &Asked::default()), Ok(vec!["saturation".to_owned()]));
        let open = RunBuilder::new().level(&LevelSpec::open(0.3, 50.0)).level(&LevelSpec::open(0.6, 100.0)).build();
        assert_eq!(of(&open, &Asked::default()), Ok(vec!["open-0.6".to_owned()]));
    }

    #[test]
    fn a_window_may_reach_over_phases_and_counts_its_own_requests() {
        let run = run();
        let (first, second) = (&run.phases[0], &run.phases[1]);
        let s = |t: Timestamp| t.seconds_since(run.info.started);
        let middle = |p: &Phase| f64::midpoint(s(p.start), s(p.end.expect("it ended")));
        let asked = Asked { from_s: Some(middle(first)), to_s: Some(middle(second)), ..Asked::default() };
        let all = pieces(&run, &asked).expect("there are samples");
        let halves: Vec<f64> = all.iter().map(|p| p.requests / run.attempts_of(&p.phase).count() as f64).collect();
        assert_eq!(all.iter().map(|p| p.phase.as_str()).collect::<Vec<_>>(), [&*first.id, &*second.id]);
        assert!(halves.iter().all(|h| (h - 0.5).abs() < 0.05) && all.iter().all(|p| !p.is_whole), "{halves:?}");
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is() {
        let run = run();
        let asked = |phase: &str| Asked { phase: Some(phase.to_owned()), ..Asked::default() };
        let Err(NoProfile::UnknownPhase(id, known)) = of(&run, &asked("open-0.9")) else { panic!("there is none") };
        assert_eq!((id.as_str(), known.len()), ("open-0.9", 4));
        let far = Asked { from_s: Some(1e6), ..Asked::default() };
        assert!(matches!(of(&run, &far), Err(NoProfile::EmptyWindow(known)) if known.len() == 4));
        let mut one = run.clone();
        one.wall.remove("open-0.3");
        assert!(matches!(of(&one, &asked("open-0.3")), Err(NoProfile::PhaseWithoutStacks(_, known)) if known.len() == 3));
        let mut blind = RunBuilder::new().without("wall-stacks").level(&LevelSpec::open(0.3, 50.0)).build();
        blind.wall.clear();
        assert!(matches!(of(&blind, &Asked::default()), Err(NoProfile::NoStacks(_))));
    }
}
