//! Slow because each request does again what could be kept: it loads credentials, or asks for a token that stays valid for long.

mod calls;

use crate::facts::cpu_owned::WINS_A_FIFTH;
use crate::facts::files::files_opened;
use crate::facts::kept::{Kept, asked_the_same, is_the_same};
use crate::facts::queueing::{inside_ms, queueing};
use crate::facts::{other_ceilings, relieved_ceilings};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::STACKS;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::saturation::{Resource, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the time that a request keeps its worker from which such work is worth a line. A guess, as for waiting for locks.
    pub(crate) WORTH_A_LINE = 0.1;
    /// Share of a full core that such work must own. Source: CAUSES A7 and A8, as for what is looked up or built again.
    LEAST_CPU_SHARE = 0.3;
}

struct IdenticalWork;

/// The cause.
pub const CAUSE: &dyn Cause = &IdenticalWork;

impl Cause for IdenticalWork {
    fn id(&self) -> &'static str {
        "identical-work-repeated"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["worker-threads-blocked-downstream", "dependency-slow", "built-per-use", "cpu-hot-path", "connection-pool-too-small"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::Workers).across_remote_calls()
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("identical-work-repeated/expected");
        h.falsifier = message!("identical-work-repeated/falsifier");
        let Some(heavy) = a.heavy() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let Some(kept) = Kept::at(a, heavy) else {
            let unseen = Hypothesis::new(self.id(), Status::NotApplicable, message!("identical-work-repeated/no-stacks"));
            return calls::or_in_the_same_words(a, heavy, h, unseen);
        };
        let cpu = a.full_core();
        let what = match (kept.fetching.ms > 0.0, kept.loading.ms > 0.0) {
            (true, false) => "fetching",
            (false, true) => "loading",
            _ => "both",
        };
        h.observed = message!(
            "identical-work-repeated/observed",
            what: kind(what),
            kept: Ms(kept.all.ms),
            inside: Ms(inside_ms(heavy)),
            fetching: Ms(kept.fetching.ms),
            loading: Ms(kept.loading.ms),
            rate: PerSecond(heavy.throughput_per_s)
        );
        h.reason.clone_from(&h.observed);
        let of_cpu = if cpu.is_some() { kept.cpu_share } else { 0.0 };
        let little = kept.all.ms < WORTH_A_LINE.get() * inside_ms(heavy) && of_cpu < WINS_A_FIFTH.get();
        if little || kept.all.samples < FEWEST_SAMPLES.get() {
            return calls::or_in_the_same_words(a, heavy, h.clone(), h);
        }
        if !kept.is_steady() {
            h.reason = message!("identical-work-repeated/now-and-then", observed: (h.observed.clone()), share: Share(kept.seconds));
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site.clone_from(&kept.all.site);
        h.fix = message!("identical-work-repeated/fix");
        h.claims = claims(a, heavy, &kept);
        let wait = queueing(a, |l| Kept::at(a, l).map_or(0.0, |k| k.all.ms), |_| 0.0);
        match cpu {
            Some(core) => on_a_full_core(a, &mut h, core, &kept),
            None if wait.share >= LEAST_GROWTH_SHARE.get() => {
                h.status = Status::Supported;
                h.weight = wait.share;
                h.gain = without_it(a, heavy, &kept);
                h.reason = message!(
                    "identical-work-repeated/holds",
                    observed: (h.observed.clone()),
                    growth: (message!("identical-work-repeated/growth", share: Share(wait.share)))
                );
            }
            None => h.reason = message!("identical-work-repeated/does-not-limit", observed: (h.observed.clone())),
        }
        if h.status == Status::Supported {
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            if !is_the_same(a) {
                // what fills a core is named by what it does, whoever it is for
                h.status = if cpu.is_some() { Status::Secondary } else { Status::Untested };
                h.evidence = EvidenceLevel::Coincides;
                h.reason = message!("identical-work-repeated/whose", holds: (h.reason.clone()));
            }
        }
        h
    }
}

/// Where the CPU is the limit, its share of that decides.
fn on_a_full_core(a: &Analysis, h: &mut Hypothesis, core: &Resource, kept: &Kept) {
    let says = message!("identical-work-repeated/of-cpu", observed: (h.observed.clone()), share: Share(kept.cpu_share));
    h.reason = says.clone();
    if kept.cpu_share < WINS_A_FIFTH.get() {
        return;
    }
    h.weight = core.utilisation().min(1.0);
    let bound = stats::law::capacity_per_s(core.limit, core.held_ms * (1.0 - kept.cpu_share) / 1e3);
    h.gain = Some(predict(a.throughput_per_s(), core.kind, bound, &other_ceilings(a, core.kind)));
    h.status = if kept.cpu_share >= LEAST_CPU_SHARE.get() { Status::Supported } else { Status::Untested };
    if h.status == Status::Untested {
        // what has the rest of the core may be named
        h.evidence = EvidenceLevel::Hint;
        h.reason = message!("identical-work-repeated/less-of-cpu", says: (says), least: Share(LEAST_CPU_SHARE.get()));
    }
}

/// What the workers could do at most if requests did not keep them for it, which spares the CPU its part of it; `None` where nobody counts
/// workers.
fn without_it(a: &Analysis, heavy: &Level, kept: &Kept) -> Option<Prediction> {
    let workers = heavy.served.workers()?;
    let bound = stats::law::capacity_per_s(workers.max, (workers.busy_ms - kept.all.ms).max(0.01) / 1e3);
    let resources = a.unqueued_resources();
    let cpu_ms = resources.iter().find(|r| r.kind == ResourceKind::TargetCpu).map_or(0.0, |cpu| cpu.held_ms * kept.cpu_share);
    let others = relieved_ceilings(a, ResourceKind::Workers, ResourceKind::TargetCpu, cpu_ms);
    Some(predict(a.throughput_per_s(), ResourceKind::Workers, bound, &others))
}

fn claims(a: &Analysis, heavy: &Level, kept: &Kept) -> Vec<Claim> {
    let claim = |metric: &str, ms: f64, text: Message| Claim::at(heavy, metric, ms, "ms", text).from(&[STACKS]);
    let fetching = message!("identical-work-repeated/fetching", ms: Ms(kept.fetching.ms));
    let loading = message!("identical-work-repeated/loading", ms: Ms(kept.loading.ms));
    let mut claims = Vec::new();
    if kept.fetching.samples > 0.0 {
        claims.push(claim("fetching_ms", kept.fetching.ms, fetching));
    }
    if kept.loading.samples > 0.0 {
        claims.push(claim("loading_ms", kept.loading.ms, loading));
    }
    if let Some(e) = asked_the_same(a) {
        let share = e.repeated.unwrap_or_default();
        let text = message!("identical-work-repeated/says-the-same", endpoint: name(&e.name), share: Share(share));
        claims.push(Claim::at(heavy, "repeated_share", share, "1", text).from(&[signal::ENDPOINT_REPEATED, signal::ENDPOINT_COMPARED]));
    }
    if let Some(files) = files_opened(a) {
        let times = files.figure("times").unwrap_or_default();
        let beside = message!("identical-work-repeated/beside", files: (files));
        claims.push(Claim::at(heavy, "file_opens", times, "1", beside).from(&[signal::PROCESS_FILES_OPENED]));
    }
    claims
}

#[cfg(test)]
mod tests;
