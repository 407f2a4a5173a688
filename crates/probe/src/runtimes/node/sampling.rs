//! V8's CPU profile of the main thread, phase after phase. Whenever V8 begins to sample it walks through all compiled code, which keeps the loop
//! for a tenth of a second in a large service. So it begins once: from then on one profile takes over from the last, without a gap; what lies
//! between two phases is thrown away, and `rest` ends it all.
//!
//! The profiles are those of the inspector's console (`inspector.console.profile`), of which several may be open at once.

use super::gauges::{API, Shared, lock};
use super::profile::Profile;
use crate::ProbeError;
use model::{Message, message};
use serde_json::{Value, json};

/// Interval of the samples, microseconds: 800 samples in a level of 8 s tell a share of 5 % to within 1.5 %, and calls of 20 ms are told from those of 10.
pub(super) const INTERVAL_US: i64 = 10_000;
/// Carries a profile that has ended.
pub(super) const FINISHED: &str = "Profiler.consoleProfileFinished";

/// Whether V8 samples, and for what.
#[derive(Debug, Default)]
pub(super) struct Sampling {
    is_on: bool,
    /// Whether what is sampled belongs to a phase.
    in_phase: bool,
}

impl Sampling {
    /// What is sampled from here on belongs to a phase. Gives whether V8 had to begin anew.
    pub(super) fn begin(&mut self, session: &Shared) -> Result<bool, ProbeError> {
        let anew = !self.is_on;
        if anew {
            let mut s = lock(session);
            s.call("Profiler.enable", &json!({}))?;
            s.call("Profiler.setSamplingInterval", &json!({ "interval": INTERVAL_US }))?;
        }
        take_over(session)?;
        self.is_on = true;
        self.in_phase = true;
        Ok(anew)
    }

    /// Gives what was sampled since `begin`, `None` where none came before; goes on.
    pub(super) fn end(&mut self, session: &Shared) -> Result<Option<Profile>, ProbeError> {
        if !std::mem::take(&mut self.in_phase) {
            return Ok(None);
        }
        let fail = |cause: Message| ProbeError {
            name: "stacks-not-readable",
            operation: message!("node/read-profile"),
            cause,
            help: Message::default(),
        };
        let mut finished = take_over(session)?.ok_or_else(|| fail(message!("node/not-sent")))?;
        serde_json::from_value(finished["profile"].take()).map(Some).map_err(|e| fail(e.to_string().into()))
    }

    /// Samples no more.
    pub(super) fn rest(&mut self, session: &Shared) -> Result<(), ProbeError> {
        if !std::mem::take(&mut self.is_on) {
            return Ok(());
        }
        let mut s = lock(session);
        s.in_a_turn(&format!("{API}.sample(false)"))?;
        s.call("Profiler.disable", &json!({})).map(drop)
    }
}

/// Opens the next profile and ends the one before, which is given where there was one.
fn take_over(session: &Shared) -> Result<Option<Value>, ProbeError> {
    lock(session).in_a_turn_hearing(&format!("{API}.sample(true)"), FINISHED).map(|(_, finished)| finished)
}
