//! Slow because the virtual machine has not compiled the code yet.

use crate::facts::start::{Cold, Start};
use diagnose::saturation::{COMPILING, COSTLIER};
use diagnose::{Analysis, Cause, Hypothesis, Stability, Status};
use model::sensor::THREAD_SCHEDULE;
use model::{Message, message};

diagnose::thresholds! {
    /// How many times as much the compilers must do in the slow seconds as in the last slice: methods a second, or cores. Cores alone
    /// would not do: where requests take a whole core, the compilers get the same small share of it all along. A guess.
    BUSIER = 2.0;
}

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
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("start/no-virtual-machine"));
        }
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("jit-cold/expected");
        h.falsifier = message!("jit-cold/falsifier");
        match Start::of(a) {
            Start::Unseen(_) => while_measuring(a, &mut h),
            Start::Quick(why, weighs) => {
                let compiling = a.start_up.first().and_then(|l| l.scheduler.as_ref()).is_some_and(|s| s.compiler_cores >= COMPILING.get());
                h.reason = if weighs && compiling {
                    h.status = Status::Secondary;
                    message!("jit-cold/a-little-slower", lost: (why))
                } else {
                    why
                };
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
    h.observed = message!("jit-cold/while-measuring", cores: Cores(most));
    h.reason.clone_from(&h.observed);
    if most >= COMPILING.get() {
        h.status = Status::Secondary;
        h.reason = message!("jit-cold/still-compiling", cores: Cores(most));
    }
}

/// A start whose excess is in the service's own code.
fn judge(cold: &Cold<'_>, h: &mut Hypothesis) {
    let e = cold.slow.excess;
    h.observed = message!("jit-cold/observed", says: List(cold.says().into_iter().chain([cold.shares()]).collect()));
    let Some((now, warm)) = &cold.slow.scheduler else {
        h.reason = message!("jit-cold/compilers-unseen");
        return;
    };
    let falls = now.compiler_cores >= BUSIER.get() * warm.compiler_cores
        || cold.slow.compiled_per_s.is_some_and(|(now, warm)| now >= BUSIER.get() * warm);
    // a start that is over in two seconds has few seconds to compile in: their seconds for each second that was lost, which are cores
    let compiled_s = now.compiler_cores * cold.slow.length_s();
    if compiled_s < COMPILING.get() * cold.minute.lost_s || !falls {
        h.reason = message!(
            "jit-cold/hardly-compiled",
            cpu: Seconds(compiled_s),
            cores: Cores(now.compiler_cores),
            lost: Seconds(cold.minute.lost_s),
            warm: Cores(warm.compiler_cores)
        );
        return;
    }
    // what is slow at the same cost waits for a core, and is not cold
    if let Some((cold_ms, warm_ms)) = cold.cpu_ms().filter(|(cold, warm)| *cold < COSTLIER.get() * warm) {
        h.reason = message!("jit-cold/same-cost", now: Ms(cold_ms), warm: Ms(warm_ms));
        return;
    }
    h.fix = message!("jit-cold/fix");
    if cold.once_explains() {
        h.status = Status::Secondary;
        h.weight = e.code;
        h.reason = message!("jit-cold/more-done-once", code: Share(e.code), once: Share(e.once));
        return;
    }
    let cpu = cold.cpu_ms().map(|(cold, warm)| message!("jit-cold/dearer", now: Ms(cold), warm: Ms(warm)));
    cold.support(h, e.code);
    let says = [cold.shares()].into_iter().chain(cold.says_more()).chain(cpu).chain(cold.in_hold());
    h.reason = message!("jit-cold/holds", says: List(says.collect()));
}

#[cfg(test)]
mod tests;
