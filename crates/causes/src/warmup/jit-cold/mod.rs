//! Slow because the virtual machine has not compiled the code yet.

use crate::facts::start::{Cold, Start};
use diagnose::saturation::COSTLIER;
use diagnose::{Analysis, Cause, Hypothesis, Stability, Status};
use model::sensor::THREAD_SCHEDULE;

/// Cores that compiler threads use from which a measured level is not warm; of a start, seconds of theirs for each second that was lost.
/// Source: LEDGER section 8 (gate 0.05; 0.50 doubled the response).
const COMPILING: f64 = 0.05;
/// How many times as much the compilers must do in the slow seconds as in the last slice: methods a second, or cores. Cores alone would not
/// do: where requests take a whole core, the compilers get the same small share of it all along. A guess.
const BUSIER: f64 = 2.0;

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
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if !a.stacks.language.compiles() {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the target does not run on a Java virtual machine");
        }
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            "the first seconds are several times slower than the last, in code that is not compiled yet, while the compilers are busy"
                .to_owned();
        h.falsifier = "after a restart with the code compiled ahead the first seconds are as slow".to_owned();
        match Start::of(a) {
            Start::Unseen(_) => while_measuring(a, &mut h),
            Start::Quick(why, weighs) => {
                h.reason = why;
                let compiling = a.start_up.first().and_then(|l| l.scheduler.as_ref()).is_some_and(|s| s.compiler_cores >= COMPILING);
                if weighs && compiling {
                    h.status = Status::Secondary;
                    h.reason = format!(
                        "{}, while the compilers were busy: it was slower, but neither three times at first nor for long",
                        h.reason
                    );
                }
            }
            Start::Otherwise(why) => h.reason = why,
            Start::Slow(cold) => judge(&cold, &mut h),
        }
        if h.observed.is_empty() {
            h.observed.clone_from(&h.reason);
        }
        h
    }
}

/// A run that was to be measured warm.
fn while_measuring(a: &Analysis, h: &mut Hypothesis) {
    let most = a.levels.iter().map(|l| l.scheduler.as_ref().map_or(0.0, |s| s.compiler_cores)).fold(0.0, f64::max);
    h.reason = format!("compiler threads use {most:.2} cores at most");
    h.observed = format!("{} while measuring", h.reason);
    if most >= COMPILING {
        h.status = Status::Secondary;
        h.reason = format!("compiler threads still use {most:.2} cores while measuring: figures will improve");
    }
}

/// A start whose excess is in the service's own code.
fn judge(cold: &Cold<'_>, h: &mut Hypothesis) {
    let e = cold.slow.excess;
    h.observed = format!(
        "{}; {:.0} % of the excess is code that runs slowly, {:.0} % work done once",
        cold.sentence(),
        e.code * 100.0,
        e.once * 100.0
    );
    let Some((now, warm)) = &cold.slow.scheduler else {
        h.reason = "whether the compilers were busy is not seen".to_owned();
        return;
    };
    let falls =
        now.compiler_cores >= BUSIER * warm.compiler_cores || cold.slow.compiled_per_s.is_some_and(|(now, warm)| now >= BUSIER * warm);
    // a start that is over in two seconds has few seconds to compile in
    let compiled_s = now.compiler_cores * cold.slow.length_s();
    if compiled_s < COMPILING * cold.minute.lost_s || !falls {
        h.reason = format!(
            "the compilers used {compiled_s:.2} s of CPU ({:.2} cores) while {:.1} s of work were lost, and {:.2} cores later",
            now.compiler_cores, cold.minute.lost_s, warm.compiler_cores
        );
        return;
    }
    // what is slow at the same cost waits for a core, and is not cold
    if let Some((cold_ms, warm_ms)) = cold.cpu_ms().filter(|(cold, warm)| *cold < COSTLIER * warm) {
        h.reason = format!(
            "a request used {cold_ms:.2} ms of CPU in the slow seconds and {warm_ms:.2} ms later: it was not the code that was slower"
        );
        return;
    }
    h.fix = "send traffic only after a warm-up (readiness), or start from a compiled archive (AOT cache)".to_owned();
    if e.once > e.code {
        h.status = Status::Secondary;
        h.weight = e.code;
        h.reason =
            format!("{:.0} % of the excess is code that is not compiled yet, {:.0} % is work done once", e.code * 100.0, e.once * 100.0);
        return;
    }
    let cpu = cold.cpu_ms().map(|(cold, warm)| format!("; it used {cold:.1} ms of CPU instead of {warm:.2} ms")).unwrap_or_default();
    cold.support(h, e.code);
    h.reason = format!("{}{cpu}{}", cold.sentence(), cold.in_hold());
}

#[cfg(test)]
mod tests;
