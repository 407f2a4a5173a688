//! Both sides are made equally warm before they are compared: under the load of the comparison, by turns, until neither gets faster.
//!
//! Warming up with few connections is not enough for that: a virtual machine compiles what it runs most, and the side that has looked for the
//! number of connections has run far more. (Two equal services came out as x0.34 before there was this.) A rate that stands still for three turns is not enough
//! either where compilers still work: what they make replaces what runs, and one side got faster by two thirds in the six pairs that came after.

use super::{Shape, Sides, on, phase, pid_of};
use crate::why::compilers::{compiled_s, compilers};
use crate::why::{Session, levels};
use experiment::Halt;
use experiment::pairs::Side;
use gate::COMPILER_CORES;
use gate::closed::{Closed, STEADY_WINDOWS};
use model::message;
use report::verification::Warm;
use std::time::Duration;

/// Length of a turn.
const TURN: Duration = Duration::from_secs(5);
/// Most turns of a side: two minutes, as for any warm-up.
const MOST_TURNS: usize = 24;

/// What is known of a side.
#[derive(Default)]
struct Seen {
    rates: Closed,
    /// Cores that its compilers used in its last turn.
    compiling: f64,
}

impl Seen {
    fn warm(&self) -> bool {
        self.rates.steady() && self.compiling <= COMPILER_CORES
    }
}

/// Loads both by turns until the last turns of each agree and nothing is compiled any more; says so when that does not come.
pub(super) fn warm(session: &mut Session, sides: &mut Sides, shape: Shape) -> Result<Warm, Halt> {
    let (mut a, mut b) = (Seen::default(), Seen::default());
    for turn in 1..=MOST_TURNS {
        for (side, letter, seen) in [(Side::A, 'a', &mut a), (Side::B, 'b', &mut b)] {
            // two states of one service
            let (pid, runtime) = (pid_of(session, sides, side), session.watch.runtime().clone());
            let (rate, compiled) = on(session, sides, side, |session| {
                let before = compilers(pid, &runtime);
                let p = phase(session, format!("even-{turn}-{letter}"), shape);
                let rate = levels::run_phase(session, &p, TURN, false).map(|s| s.achieved_per_s).map_err(super::halt)?;
                Ok((rate, compiled_s(&before, &compilers(pid, &runtime))))
            })?;
            seen.rates.feed(rate);
            seen.compiling = compiled / TURN.as_secs_f64();
        }
        if turn >= STEADY_WINDOWS && a.warm() && b.warm() {
            break;
        }
    }
    let (name, state) = if !a.rates.steady() || !b.rates.steady() {
        ("not-steady", message!("verify/not-steady"))
    } else if !a.warm() || !b.warm() {
        ("compiling", message!("verify/steady-but-compiling", before: Cores(a.compiling), after: Cores(b.compiling)))
    } else {
        ("steady", message!("verify/both-steady"))
    };
    session.progress.say(message!("verify/even", before: PerSecond(a.rates.last()), after: PerSecond(b.rates.last()), state: (state)));
    Ok(Warm { per_s: [a.rates.last(), b.rates.last()], state: name.to_owned() })
}
