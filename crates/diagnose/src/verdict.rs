//! The answer: what is, what is not, what could not be seen.

use crate::capacity::Ceiling;
use crate::cause::{EvidenceLevel, Hypothesis};
use crate::cpu::CpuAccount;
use crate::experiment::Experiment;
use crate::failures::Failures;
use crate::first_minute::FirstMinute;
use crate::judge::Decided;
use crate::knee::Knee;
use crate::ledger::Ledger;
use crate::level::Level;
use crate::processes::OfProcess;
use crate::quality::Quality;
use crate::tail::Tail;
use model::Message;

/// The kind of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictStatus {
    /// A cause is named.
    Found,
    /// Nothing to blame up to the load that was tried; `limit` says what saturates first.
    None,
    /// The figures do not allow a name; the reason says which.
    Inconclusive,
    /// The generator was the limit: nothing is said about the service.
    GeneratorLimited,
}

impl VerdictStatus {
    /// As in the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::None => "none",
            Self::Inconclusive => "inconclusive",
            Self::GeneratorLimited => "generator_limited",
        }
    }
}

/// The answer in short.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The kind of answer.
    pub status: VerdictStatus,
    /// Cause id, when one is named.
    pub cause: Option<&'static str>,
    /// Where, or empty.
    pub site: String,
    /// How sure.
    pub evidence: EvidenceLevel,
    /// Why, one line.
    pub reason: Message,
    /// What saturates first, and at what rate.
    pub limit: Option<Ceiling>,
    /// Which of several processes it is about: `each of 2 processes`, `1 of 2 processes: pid 421, port 8081`; empty where there is one.
    pub whose: Message,
    /// The rules that decided, in order; empty where a cause was named and no rule had to be excused.
    pub rules: Vec<Decided>,
    /// Causes that explain the growth as well, within its error: an experiment tells them apart.
    pub tied: Vec<&'static str>,
}

/// Everything the report says.
#[derive(Debug, Clone)]
pub struct Diagnosis {
    /// The answer in short.
    pub verdict: Verdict,
    /// All hypotheses: the primary first, then secondary, rejected ... each group by id.
    pub hypotheses: Vec<Hypothesis>,
    /// The first minute, where the service was judged from its start.
    pub first_minute: Option<FirstMinute>,
    /// The slowest requests, where they were asked about.
    pub tail: Option<Tail>,
    /// Measured levels.
    pub levels: Vec<Level>,
    /// Their accounts.
    pub ledgers: Vec<Ledger>,
    /// What the CPU of each level is used for, of those of which the scheduler was seen.
    pub cpu: Vec<CpuAccount>,
    /// Quality of the measurement.
    pub quality: Quality,
    /// Open throughput up to which the service held, where it was looked for.
    pub knee: Option<Knee>,
    /// What failed, and why.
    pub failures: Failures,
    /// Experiments that were made in the run.
    pub experiments: Vec<Experiment>,
    /// Each process by itself, where there are several: then levels and accounts above are those of all together.
    pub processes: Vec<OfProcess>,
}

impl Diagnosis {
    /// The hypothesis about `cause`.
    pub fn hypothesis(&self, cause: &str) -> Option<&Hypothesis> {
        self.hypotheses.iter().find(|h| h.cause == cause)
    }

    /// The hypothesis that is named, when one is.
    pub fn primary(&self) -> Option<&Hypothesis> {
        self.verdict.cause.and_then(|c| self.hypothesis(c))
    }
}
