//! The gate: takes the windows of a warm-up one after another and says after each what comes next.
//!
//! ```text
//! windows at the rate ...   1-3 hold for three windows   doubled   all four hold
//! |------|------|- - - -|------|------|------|           |======|  warm
//!                                                           |      faster: |------| as before: warm
//!                                                           |      otherwise: three windows more, from the beginning
//! ```
//!
//! Where response times change and the machine itself is seen to vary, windows without a trend are enough ([`varies`]).
//!
//! Windows are all that passes for time here: the longest wait is counted by their lengths.

use crate::burst::{self, Seen};
use crate::coverage::Coverage;
use crate::quiet::Quiet;
use crate::steady::{self, Shown};
use crate::varies;
use crate::window::{logs_of, work_of};
use crate::{Absent, Condition, Policy, Reason, Settings, Window};

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Another window at the rate.
    Wait,
    /// A window at twice the rate.
    Burst,
    /// It is warm.
    Warm,
    /// It is not, and the longest wait is over. With [`Policy::Hold`] windows may go on to be fed; this comes once.
    TooLong(Policy),
}

/// What is said after a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What comes next.
    pub decision: Decision,
    /// Why it is not warm yet; empty where it is.
    pub reasons: Vec<Reason>,
}

/// What the window that comes shows.
#[derive(Debug, Clone, Default, PartialEq)]
enum Comes {
    /// Whether conditions 1 to 3 hold.
    #[default]
    Even,
    /// Whether they do at twice the rate.
    Doubled,
    /// Whether what was faster at twice the rate, and by how much (logarithm), is as before: it was the rate then, and no warm-up.
    AtTheRateAgain(Vec<(usize, f64)>),
}

/// Takes windows.
#[derive(Debug)]
pub struct Gate {
    settings: Settings,
    seed: u64,
    coverage: Coverage,
    quiet: Quiet,
    /// Windows at the rate since the beginning, or since the last that was doubled: as many as are looked back over.
    even: Vec<Window>,
    /// How many there were of these, those that are forgotten among them.
    seen: u64,
    /// Of those the last for which conditions 1 and 2 held without a break.
    held: usize,
    comes: Comes,
    elapsed_s: f64,
    too_long: bool,
    last: Option<Condition>,
    shown: Vec<Shown>,
    /// Of each class the lowest level of half a minute so far (logarithm).
    fastest: Vec<f64>,
}

impl Gate {
    /// A gate that has seen nothing. `seed`: of the bootstrap.
    pub fn new(settings: Settings, seed: u64) -> Self {
        Self {
            settings,
            seed,
            coverage: Coverage::default(),
            quiet: Quiet::default(),
            even: Vec::new(),
            seen: 0,
            held: 0,
            comes: Comes::Even,
            elapsed_s: 0.0,
            too_long: false,
            last: None,
            shown: Vec::new(),
            fastest: Vec::new(),
        }
    }

    /// Takes the next window.
    pub fn feed(&mut self, window: &Window) -> Answer {
        self.elapsed_s += window.length_s;
        self.coverage.add(window);
        let reasons = match std::mem::take(&mut self.comes) {
            Comes::Even => self.after_even(window),
            Comes::Doubled => self.after_burst(window),
            Comes::AtTheRateAgain(faster) => self.at_the_rate_again(window, &faster),
        };
        if let Some(reason) = reasons.last() {
            self.last = Some(reason.condition());
        }
        let over = self.elapsed_s >= self.settings.longest_s && !self.too_long;
        let decision = match reasons[..] {
            [] => Decision::Warm,
            _ if over => {
                self.too_long = true;
                Decision::TooLong(self.settings.policy)
            }
            [Reason::BurstToCome] => {
                self.comes = Comes::Doubled;
                Decision::Burst
            }
            _ => Decision::Wait,
        };
        Answer { decision, reasons }
    }

    /// The condition that held last, so far.
    pub fn last_condition(&self) -> Option<Condition> {
        self.last
    }

    /// What could not be asked so far, because it was not seen.
    pub fn absent(&self) -> Vec<Absent> {
        let mut absent = self.quiet.absent();
        if self.settings.warm_p95_ms.iter().all(Option::is_none) {
            absent.push(Absent::Reference);
        }
        absent
    }

    /// What was shown of the change of each class, the last time that all of them were steady.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// How long windows were fed, seconds.
    pub fn elapsed_s(&self) -> f64 {
        self.elapsed_s
    }

    fn after_even(&mut self, window: &Window) -> Vec<Reason> {
        self.quiet.add(&window.signals, &self.settings);
        self.even.push(window.clone());
        self.seen += 1;
        let most = self.settings.most_windows.max(self.settings.hold + 1);
        self.even.drain(..self.even.len().saturating_sub(most));
        let held = &self.even[self.even.len().saturating_sub(self.settings.hold)..];
        let mut reasons = self.coverage.reasons(held, self.quiet.sees_compilers(), &self.settings);
        reasons.extend(self.quiet.reasons(&self.settings));
        self.held = if reasons.is_empty() { self.held + 1 } else { 0 };
        if reasons.is_empty() && self.held < self.settings.hold {
            reasons.push(Reason::NotHeld { windows: self.held, asked: self.settings.hold });
        }
        reasons.extend(self.changing());
        if reasons.is_empty() {
            reasons.push(Reason::BurstToCome);
        }
        reasons
    }

    /// What of condition 3 does not hold.
    fn changing(&mut self) -> Vec<Reason> {
        let (mut reasons, mut shown) = (Vec::new(), Vec::new());
        for class in 0..self.even.last().map_or(0, |w| w.classes.len()) {
            let logs = logs_of(&self.even, class);
            self.fastest.resize(self.fastest.len().max(class + 1), f64::INFINITY);
            self.fastest[class] = varies::level(&logs, &self.settings).map_or(self.fastest[class], |level| level.min(self.fastest[class]));
            let seen = steady::look(class, &logs, &self.settings, self.seed.wrapping_add(self.seen));
            let seen = seen.or_else(|reason| self.where_it_varies(class, &logs).unwrap_or(Err(reason)));
            match seen {
                Ok(this) => shown.push(this),
                Err(reason) => reasons.push(reason),
            }
            reasons.extend(self.above_reference(class));
        }
        if reasons.is_empty() {
            if let Some(class) = steady::drifts_together(&shown, &self.settings) {
                let Shown { low, high, .. } = shown[class];
                reasons.push(Reason::Changing { class, low, high, asked: self.settings.change });
            }
            self.shown = shown;
        }
        reasons
    }

    /// What is shown of a class where the machine varies; `None` where it does not, or where that explains too little.
    fn where_it_varies(&self, class: usize, logs: &[Vec<f64>]) -> Option<Result<Shown, Reason>> {
        let (work, s) = (work_of(&self.even), &self.settings);
        let spread = varies::spread(&work, s)?;
        varies::look(class, &varies::evened(logs, &work), (spread, self.fastest[class]), s, self.seed)
    }

    fn above_reference(&self, class: usize) -> Option<Reason> {
        let warm_ms = (*self.settings.warm_p95_ms.get(class)?)?;
        let p95_ms = self.even.last()?.classes.get(class)?.p95_ms?;
        (p95_ms > self.settings.p95_over * warm_ms).then_some(Reason::AboveReference { class, p95_ms, warm_ms })
    }

    /// What did not stay as it was while the rate was doubled. Then windows are counted from the beginning: what was put off until enough requests had
    /// come may now have begun.
    fn after_burst(&mut self, window: &Window) -> Vec<Reason> {
        let reasons = match burst::at_twice(&self.even, window, &self.settings) {
            Seen::Same => Vec::new(),
            Seen::Changed(reasons) => reasons,
            Seen::Faster(faster) => {
                let reasons = faster.iter().map(|(class, by)| Reason::BurstFaster { class: *class, times: by.exp() }).collect();
                self.comes = Comes::AtTheRateAgain(faster);
                return reasons;
            }
        };
        self.begin_anew();
        reasons
    }

    /// What is not as it was before the rate was doubled.
    fn at_the_rate_again(&mut self, window: &Window, faster: &[(usize, f64)]) -> Vec<Reason> {
        self.quiet.add(&window.signals, &self.settings);
        let mut reasons = self.quiet.reasons(&self.settings);
        reasons.extend(burst::at_the_rate_again(&self.even, window, faster, &self.settings));
        self.begin_anew();
        reasons
    }

    fn begin_anew(&mut self) {
        self.even.clear();
        self.seen = 0;
        self.held = 0;
    }
}

#[cfg(test)]
mod tests;
