//! Accounts that stay open: without them nothing is more than a hint, but for what takes the core.

use crate::cpu::{CpuAccount, OPEN};
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::ledger::Ledger;
use crate::level::Served;
use crate::margin::Margin;
use crate::starvation::{Starved, starved};
use model::{Message, message};

/// Very short requests are carried by capacity arithmetic; a longer one that does not close is never excused by a shorter one.
pub(super) fn open(f: &Facts) -> Option<Holding> {
    let a = f.a;
    let proves_little = a.ledgers.iter().any(|l| l.open) && a.ledgers.iter().filter(|l| l.open && !l.closes()).all(Ledger::proves_little);
    if a.levels.is_empty() || a.account_closes() || proves_little {
        return None;
    }
    let widest = a.counted_ledgers().filter(|l| !l.closes()).max_by(|x, y| x.unexplained_ms.abs().total_cmp(&y.unexplained_ms.abs()));
    let holding = match (starved(a), unseen(f)) {
        (Some(s), _) => Holding::of(lacks_the_core(&s)).but(|c| c.takes_the_core()),
        (None, Some(says)) => {
            let closes = a.heavy_cpu().is_some_and(CpuAccount::closes);
            Holding::of(says).but(move |c| closes && c.owns_the_core())
        }
        (None, None) => Holding::of(reason(f, widest)),
    };
    Some(match widest {
        Some(l) => holding.by(Margin { value: l.unexplained_ms.abs(), threshold: l.tolerance_ms(), error: l.unexplained_se_ms }),
        None => holding,
    })
}

/// Nobody was seen to serve: what fills the core may be named by the CPU account, with less evidence.
pub(super) fn requests_unseen(f: &Facts) -> Option<Holding> {
    unseen(f)?;
    let h = &f.hypotheses[f.rank(|c| c.owns_the_core())?.first];
    Some(Holding::of(message!("judge/requests-unseen-name", reason: (h.reason.clone()))))
}

fn unseen(f: &Facts) -> Option<Message> {
    let heavy = f.a.heavy().filter(|l| l.served == Served::Unseen)?;
    let ledger = f.a.counted_ledgers().max_by(|x, y| x.unexplained_ms.total_cmp(&y.unexplained_ms));
    let (open_ms, of_ms, per_s) = match ledger {
        Some(l) => (l.unexplained_ms.max(0.0), l.response_ms, l.level_per_s),
        None => (heavy.response_ms, heavy.response_ms, heavy.throughput_per_s),
    };
    Some(message!("judge/requests-unseen", open: Ms(open_ms), response: Ms(of_ms), rate: PerSecond(per_s)))
}

/// A level of which too much of the CPU is in no sample, nor the kernel's: what the core does there cannot be told. Where stacks were not to be had, other
/// rules say so; runs of before the kernel's part was read are judged without this.
pub(super) fn cpu_open(f: &Facts) -> Option<Holding> {
    let open = f.a.cpu.iter().filter(|a| f.a.run.sees(model::sensor::WALL_STACKS) && a.kernel_seen && !a.closes());
    let widest = open.max_by(|x, y| x.share(x.unseen_ms).total_cmp(&y.share(y.unseen_ms)))?;
    let share = widest.share(widest.unseen_ms);
    let says = message!("judge/cpu-account-open", share: Share(share), ms: Ms(widest.cpu_ms), rate: PerSecond(widest.per_s));
    Some(Holding::of(says).by(Margin::new(share, OPEN.get())))
}

fn reason(f: &Facts, widest: Option<&Ledger>) -> Message {
    if !f.a.run.sees(model::sensor::WALL_STACKS) {
        return message!("judge/account-without-stacks");
    }
    let (closed, of) = f.a.closing();
    match widest {
        Some(l) if l.unexplained_ms > 0.0 => message!(
            "judge/account-open",
            open: Ms(l.unexplained_ms),
            response: Ms(l.response_ms),
            rate: PerSecond(l.level_per_s),
            closed: Count(closed as f64),
            levels: Count(of as f64)
        ),
        Some(l) => message!(
            "judge/account-too-long",
            over: Ms(-l.unexplained_ms),
            response: Ms(l.response_ms),
            rate: PerSecond(l.level_per_s)
        ),
        None => message!("judge/no-whole-level"),
    }
}

fn lacks_the_core(s: &Starved) -> Message {
    let why = match s.stopped_share {
        Some(share) => message!("judge/quota-stops", share: Share(share)),
        None => s.machine.says(),
    };
    if s.unexplained_ms < 0.0 {
        message!(
            "judge/account-too-long-by-bounds",
            over: Ms(-s.unexplained_ms),
            response: Ms(s.response_ms),
            rate: PerSecond(s.per_s),
            why: (why)
        )
    } else {
        message!(
            "judge/account-in-no-stack",
            open: Ms(s.unexplained_ms),
            response: Ms(s.response_ms),
            rate: PerSecond(s.per_s),
            why: (why)
        )
    }
}
