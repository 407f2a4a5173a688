//! Accounts that stay open: without them nothing is more than a hint, but for what takes the core.

use crate::cpu::OPEN;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::ledger::{Check, Ledger};
use crate::level::Served;
use crate::margin::Margin;
use crate::starvation::{Starved, starved};
use model::{Message, message};

crate::thresholds! {
    /// How many times as much CPU a request may cost under light load as under heavy load where nobody was seen to serve: a job that uses a fifth of the CPU, whatever
    /// the load, makes it 1.5 times as much at three tenths of the load. A guess.
    COSTS_THE_SAME = 1.5;
    /// Share of what no part explains that the server must count as inside it for the reader to be sent there, and not to the way between client and service. A
    /// guess: most of it.
    IN_SERVER = 0.5;
}

/// Where nobody was seen to serve, a rule of its own says so. Very short requests are carried by capacity arithmetic; a longer one that does not close is never excused by a shorter one.
pub(super) fn open(f: &Facts) -> Option<Holding> {
    let a = f.a;
    let proves_little = a.ledgers.iter().any(|l| l.open) && a.ledgers.iter().filter(|l| l.open && !l.closes()).all(Ledger::proves_little);
    if a.levels.is_empty() || a.account_closes() || proves_little || a.heavy().is_some_and(|l| l.served == Served::Unseen) {
        return None;
    }
    let widest = a.counted_ledgers().filter(|l| !l.closes()).max_by(|x, y| x.unexplained_ms.abs().total_cmp(&y.unexplained_ms.abs()));
    let holding = match starved(a) {
        Some(s) => Holding::of(lacks_the_core(&s)).but(|c| c.takes_the_core()),
        None => Holding::of(reason(f, widest)),
    };
    Some(match widest {
        Some(l) => holding.by(Margin { value: l.unexplained_ms.abs(), threshold: l.tolerance_ms(), error: l.unexplained_se_ms }),
        None => holding,
    })
}

/// Nobody was seen to serve, whatever the account says: what fills the core may be named by the CPU account, and what takes it where threads lack one. The CPU must
/// be the requests': what else the process does costs a request more under light load. Who reads pieces of requests may be named where these are all of the
/// response below full load.
pub(super) fn requests_unseen(f: &Facts) -> Option<Holding> {
    let heavy = f.a.heavy().filter(|l| l.served == Served::Unseen)?;
    let widest = f.a.counted_ledgers().filter(|l| l.unexplained_ms > 0.0).max_by(|x, y| x.unexplained_ms.total_cmp(&y.unexplained_ms));
    let says = match widest {
        Some(l) => {
            message!("judge/requests-unseen-for", open: Ms(l.unexplained_ms), response: Ms(l.response_ms), rate: PerSecond(l.level_per_s))
        }
        None => message!("judge/requests-unseen", response: Ms(heavy.response_ms), rate: PerSecond(heavy.throughput_per_s)),
    };
    let starves = starved(f.a).is_some();
    let of_requests = f.a.heavy_cpu().is_some_and(|c| c.closes() && c.light_ms <= COSTS_THE_SAME.get() * c.cpu_ms);
    let pieces = f.a.pieces_are_seen();
    Some(
        Holding::of(says)
            .but(move |c| (of_requests && c.owns_the_core()) || (starves && c.takes_the_core()) || (pieces && c.reads_pieces())),
    )
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
        Some(l) if l.unexplained_ms > 0.0 && inside_ms(l) >= IN_SERVER.get() * l.unexplained_ms => message!(
            "judge/account-open-inside",
            open: Ms(l.unexplained_ms),
            response: Ms(l.response_ms),
            rate: PerSecond(l.level_per_s),
            inside: Ms(inside_ms(l).min(l.unexplained_ms))
        ),
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

/// What the server itself counts of a request beyond all parts that are seen inside it, milliseconds; 0 where it does not count.
fn inside_ms(l: &Ledger) -> f64 {
    l.cross_checks.iter().find(|c| c.of == Check::InServer).map_or(0.0, |c| (c.gauge_ms - c.stacks_ms).max(0.0))
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
