//! Both sides are made equally warm before they are compared: under the load of the comparison, by turns, until neither gets faster.
//!
//! Warming up with few connections is not enough for that: a virtual machine compiles what it runs most, and the side that has looked for the
//! number of connections has run far more. (Two equal services came out as x0.34 before there was this.)

use super::{Shape, Sides, on, phase};
use crate::why::warm::{STEADY_WINDOWS, is_steady};
use crate::why::{Session, levels};
use experiment::Halt;
use experiment::pairs::Side;
use std::time::Duration;

/// Length of a turn.
const TURN: Duration = Duration::from_secs(5);
/// Most turns of a side: two minutes, as for any warm-up.
const MOST_TURNS: usize = 24;

/// Loads both by turns until the last turns of each agree; says so when they do not in the end.
pub(super) fn warm(session: &mut Session, sides: &mut Sides, shape: Shape) -> Result<(), Halt> {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for turn in 1..=MOST_TURNS {
        for (side, letter, rates) in [(Side::A, 'a', &mut a), (Side::B, 'b', &mut b)] {
            rates.push(on(session, sides, side, |session| {
                let p = phase(session, format!("even-{turn}-{letter}"), shape);
                levels::run_phase(session, &p, TURN, false).map(|s| s.achieved_per_s).map_err(super::halt)
            })?);
        }
        if turn >= STEADY_WINDOWS && is_steady(&a) && is_steady(&b) {
            break;
        }
    }
    let last = |rates: &[f64]| rates.last().copied().unwrap_or_default();
    let steady = if is_steady(&a) && is_steady(&b) { "both steady" } else { "not steady: the figures have that in them" };
    session.progress.say(&format!("even    {:.0}/s before, {:.0}/s after, {steady}", last(&a), last(&b)));
    Ok(())
}
