//! Whether a service is warm under connections that are always busy: the rule of who measures its capacity next ([`Closed`]).
//!
//! It asks compilers for the same quiet as the gate, and differs where the load does:
//!
//! - The rate of a window takes the place of the medians of routes. How long answers take goes with the number of connections, which is looked for meanwhile;
//!   what a full service can do does not.
//! - No number of answers is asked for: such a load gives a hundred or a hundred thousand in the same time.
//! - There is no burst, for the load is all that the service can do.
//! - Windows may differ by more: what is measured next has errors of its own, and says where compilers work again. A gate opens once.

use crate::settings::COMPILER_CORES;

/// Windows whose rates must agree.
pub const STEADY_WINDOWS: usize = 3;
/// By how much they may differ, as a share of the highest. A guess.
pub const STEADY: f64 = 0.10;
/// Windows that must agree where compilers are not quiet but take less than [`STILL_COMPILING`] of the service's CPU: on a core that they share with requests they may take
/// minutes for the last few methods, and what they still take cannot change the rate by more than windows may differ. A choice: twenty seconds of windows of 2.5 s.
pub const LONG_STEADY_WINDOWS: usize = 8;
/// Share of the CPU that the service uses. Source: [`STEADY`].
pub const STILL_COMPILING: f64 = STEADY;

/// The rates of windows that can be compared with each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Closed {
    per_s: Vec<f64>,
}

/// By what a service is warm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Warm {
    /// By its rate: no compilers are seen.
    Steady,
    /// By its rate, while compilers use so many cores.
    SteadyAndQuiet {
        /// Cores.
        compilers: f64,
    },
    /// By a rate that has been steady for [`LONG_STEADY_WINDOWS`], beside compilers that take little of what the service uses.
    SteadyForLong {
        /// Cores.
        compilers: f64,
    },
}

impl Closed {
    /// Takes the rate of the next window, answers per second.
    pub fn feed(&mut self, per_s: f64) {
        self.per_s.push(per_s);
    }

    /// Forgets all windows but the last: the load is another from here on.
    pub fn keep_last(&mut self) {
        self.per_s.drain(..self.per_s.len().saturating_sub(1));
    }

    /// Forgets all windows: none of them was what it should be.
    pub fn forget(&mut self) {
        self.per_s.clear();
    }

    /// The rate of the last window, answers per second; 0 before the first.
    pub fn last(&self) -> f64 {
        self.per_s.last().copied().unwrap_or_default()
    }

    /// By which factor the rate rose from the last window but one to the last; `None` where there are no two.
    pub fn gained(&self) -> Option<f64> {
        let [.., before, last] = self.per_s[..] else { return None };
        Some(last / before)
    }

    /// By which share of the highest the rates of the last windows differ; `None` where there are fewer than [`STEADY_WINDOWS`], or nothing was answered.
    pub fn differs(&self) -> Option<f64> {
        self.spread(STEADY_WINDOWS)
    }

    /// Whether the rates of the last windows agree.
    pub fn steady(&self) -> bool {
        self.agrees(STEADY_WINDOWS)
    }

    /// By what the service is warm; `None` where it is not. `compilers`: the cores that they used in the last window, where they are seen, of `cores` that the service used.
    pub fn warm(&self, compilers: Option<f64>, cores: Option<f64>) -> Option<Warm> {
        match compilers {
            None => self.steady().then_some(Warm::Steady),
            Some(compilers) if compilers < COMPILER_CORES && self.steady() => Some(Warm::SteadyAndQuiet { compilers }),
            Some(compilers) if self.agrees(LONG_STEADY_WINDOWS) && cores.is_some_and(|all| compilers < STILL_COMPILING * all) => {
                Some(Warm::SteadyForLong { compilers })
            }
            Some(_) => None,
        }
    }

    fn agrees(&self, windows: usize) -> bool {
        self.spread(windows).is_some_and(|s| s <= STEADY)
    }

    fn spread(&self, windows: usize) -> Option<f64> {
        let last = &self.per_s[self.per_s.len().checked_sub(windows)?..];
        let (low, high) = last.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), r| (l.min(*r), h.max(*r)));
        (high > 0.0).then(|| (high - low) / high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(per_s: &[f64]) -> Closed {
        Closed { per_s: per_s.to_vec() }
    }

    #[test]
    fn three_windows_within_a_tenth_are_steady() {
        assert!(after(&[100.0, 900.0, 950.0, 980.0]).steady());
        assert!(!after(&[700.0, 850.0, 980.0]).steady());
        assert!(!after(&[900.0, 950.0]).steady() && !after(&[0.0; 3]).steady());
        assert_eq!(after(&[100.0, 800.0, 900.0, 1_000.0]).differs(), Some(0.2));
    }

    #[test]
    fn compilers_that_take_little_of_a_core_end_it_after_a_longer_steady_stretch() {
        let (short, long) = (after(&[300.0; STEADY_WINDOWS]), after(&[300.0; LONG_STEADY_WINDOWS]));
        assert_eq!(short.warm(None, None), Some(Warm::Steady));
        assert_eq!(short.warm(Some(0.04), Some(1.0)), Some(Warm::SteadyAndQuiet { compilers: 0.04 }));
        assert_eq!(short.warm(Some(0.08), Some(1.0)), None);
        assert_eq!(long.warm(Some(0.08), Some(1.0)), Some(Warm::SteadyForLong { compilers: 0.08 }));
        assert_eq!((long.warm(Some(0.12), Some(1.0)), long.warm(Some(0.08), Some(0.5)), long.warm(Some(0.08), None)), (None, None, None));
    }

    #[test]
    fn windows_of_another_load_are_forgotten() {
        let mut rates = after(&[100.0, 100.0, 150.0]);
        assert_eq!((rates.gained(), rates.last()), (Some(1.5), 150.0));
        rates.keep_last();
        assert_eq!((rates.clone(), rates.gained()), (after(&[150.0]), None));
        rates.forget();
        rates.keep_last();
        rates.feed(7.0);
        assert_eq!(rates, after(&[7.0]));
    }
}
