//! Slow because the virtual machine has not compiled the code yet.

use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::Runtime;
use model::sensor::THREAD_SCHEDULE;

/// Cores that compiler threads use from which a measured level is not warm. Source: LEDGER section 8 (gate 0.05; 0.50 doubled the response).
const COMPILING: f64 = 0.05;
/// How much slower the first seconds must be than the last. A guess between the 3-10x of CAUSES C1 and noise.
const SLOWER: f64 = 2.0;

struct JitCold;

/// The cause.
pub const CAUSE: &dyn Cause = &JitCold;

impl Cause for JitCold {
    fn id(&self) -> &'static str {
        "jit-cold"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if a.run.environment.target.runtime != Runtime::Jvm {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the target does not run on a Java virtual machine");
        }
        let compiling = |l: &diagnose::level::Level| l.scheduler.as_ref().map_or(0.0, |s| s.compiler_cores);
        let most = a.levels.iter().map(compiling).fold(0.0, f64::max);
        let mut h = Hypothesis::new(self.id(), Status::Rejected, format!("compiler threads use {most:.2} cores at most"));
        h.expected = "the first seconds are several times slower than the last, and compiler threads are busy in step with it".to_owned();
        h.observed = format!("compiler threads use {most:.2} cores at most while measuring");
        h.falsifier = "after a restart with the code compiled ahead the first seconds are as slow".to_owned();
        if let (Some(first), Some(last)) = (a.start_up.first(), a.start_up.last().filter(|_| a.start_up.len() > 1)) {
            let ratio = first.response_ms / last.response_ms.max(1e-3);
            let (c0, c1) = (compiling(first), compiling(last));
            h.observed = format!("{:.1} ms in the first seconds, {:.1} ms in the last; compilers {c0:.2} and {c1:.2} cores", first.response_ms, last.response_ms);
            if ratio >= SLOWER && c0 >= COMPILING && c0 > 2.0 * c1 {
                h.status = Status::Supported;
                h.evidence = EvidenceLevel::Coincides;
                h.weight = 1.0 - 1.0 / ratio;
                h.reason = format!("the first seconds are {ratio:.1} times as slow as the last while the compilers use {c0:.2} cores");
                h.claims = vec![Claim { text: h.observed.clone(), metric: "slower".to_owned(), value: ratio, unit: "1", phase: first.phase.id.clone() }];
                h.fix = "send traffic only after a warm-up (readiness), or start from a compiled archive (AOT cache)".to_owned();
            }
        } else if most >= COMPILING {
            h.status = Status::Secondary;
            h.reason = format!("compiler threads still use {most:.2} cores while measuring: figures will improve");
        }
        h
    }
}

#[cfg(test)]
mod tests;
