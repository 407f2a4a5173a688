//! From a run to a verdict: ledgers, capacity, hypotheses, ranking. Pure functions of a [`model::Run`]; knows no cause by name.
//!
//! Order of work: [`analysis::Analysis`] gathers what the levels of load show, every [`cause::Cause`] states its hypothesis, [`judge`]
//! ranks them and says what is, what is not, and what could not be seen.

pub mod allocation;
pub mod analysis;
mod as_stable;
pub mod capacity;
pub mod cause;
pub mod claim;
pub mod cpu;
mod elsewhere;
pub mod experiment;
pub mod failures;
pub mod first_minute;
pub mod frames;
pub mod growth;
pub mod hold;
pub mod judge;
pub mod knee;
pub mod language;
pub mod ledger;
pub mod level;
pub mod margin;
pub mod mechanism;
mod processes;
pub mod quality;
mod ranking;
pub mod saturation;
pub mod slow_seconds;
pub mod starvation;
pub mod tail;
pub mod threshold;
pub mod verdict;

pub use analysis::Analysis;
pub use as_stable::AsStable;
pub use cause::{Cause, EvidenceLevel, Hypothesis, Stability, Status};
pub use claim::{Claim, Source};
pub use growth::LEAST_GROWTH_SHARE;
pub use judge::diagnose;
pub use margin::Margin;
pub use mechanism::{Factor, Mechanism};
pub use processes::{OfProcess, name_of};
pub use verdict::{Diagnosis, Verdict, VerdictStatus};
