//! What one process says: its own verdict, and the figures by which it is compared with the others.

use crate::analysis::Analysis;
use crate::cause::{Hypothesis, Status};
use crate::hold::Hold;
use crate::ledger::{TOLERANCE_MS, TOLERANCE_SHARE};
use crate::verdict::{Verdict, VerdictStatus};
use model::{Message, message};

/// One process, judged by itself.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    pub(super) pid: u32,
    pub(super) port: u16,
    /// Share of the requests of the measured levels; `None` where it was not counted.
    pub(super) share: Option<f64>,
    /// Most answers per second.
    pub(super) per_s: f64,
    /// Time inside at the heaviest level, and how far it may be wrong, milliseconds.
    pub(super) inside_ms: Option<(f64, f64)>,
    /// Whether nobody looked into it.
    pub(super) is_blind: bool,
    pub(super) hold_ms: Option<f64>,
    pub(super) cpu_ms: Option<f64>,
    pub(super) verdict: Verdict,
    pub(super) hypotheses: Vec<Hypothesis>,
}

impl Voice {
    /// Of the analysis of a view, and what was judged of it.
    pub(super) fn of(a: &Analysis, (verdict, hypotheses): (Verdict, Vec<Hypothesis>)) -> Self {
        let target = &a.run.environment.target;
        let measured = || {
            a.run.phases.iter().filter(|p| p.is_measured() || p.kind == model::PhaseKind::StartUp).filter_map(|p| Some((p.start, p.end?)))
        };
        let span = measured().map(|(from, _)| from).min().zip(measured().map(|(_, to)| to).max());
        let inside = a.heavy().zip(a.ledgers.last().filter(|l| l.has_stacks)).map(|(level, l)| {
            // what is lost before a request is sent is nobody's time inside
            let ms = l.lines.iter().map(|l| l.ms).sum::<f64>() - level.late_ms;
            (ms, (TOLERANCE_SHARE.get() * ms).max(TOLERANCE_MS.get()).max(2.0 * l.unexplained_se_ms))
        });
        Self {
            pid: target.pid,
            port: target.port,
            share: span.and_then(|(from, to)| a.run.share(from, to)),
            per_s: a.throughput_per_s(),
            is_blind: a.ledgers.iter().any(|l| !l.has_stacks),
            inside_ms: inside,
            hold_ms: a.heavy().and_then(Hold::of).map(|h| h.total_ms),
            cpu_ms: a.heavy().and_then(|l| l.scheduler.as_ref()).map(|s| s.process_cpu_ms),
            verdict,
            hypotheses,
        }
    }

    /// `pid 421, port 8081`.
    pub(super) fn name(&self) -> String {
        super::name_of(self.pid, self.port)
    }

    /// What it says of a cause.
    pub(super) fn of_cause(&self, cause: &str) -> Option<&Hypothesis> {
        self.hypotheses.iter().find(|h| h.cause == cause)
    }

    /// Whether a cause is true of it, whether or not it limits.
    pub(super) fn holds(&self, cause: &str) -> bool {
        self.of_cause(cause).is_some_and(|h| matches!(h.status, Status::Supported | Status::Secondary))
    }

    /// Whether no request came to it.
    pub(super) fn is_idle(&self) -> bool {
        self.share == Some(0.0)
    }

    /// Whether requests take longer inside it than inside another, beyond what both may be wrong by.
    pub(super) fn is_slower_than(&self, other: &Self) -> bool {
        self.inside_ms.zip(other.inside_ms).is_some_and(|((own, e), (theirs, f))| own - theirs > e.hypot(f))
    }

    /// What is said of it beside a verdict that is about another.
    pub(super) fn aside(&self) -> Message {
        let says = match self.verdict.status {
            _ if self.is_idle() => message!("processes/idle"),
            VerdictStatus::None => message!("processes/healthy", reason: (self.verdict.reason.clone())),
            VerdictStatus::Found => Message::verbatim(self.verdict.cause.unwrap_or_default()),
            VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited => {
                message!("processes/not-judged", reason: (self.verdict.reason.clone()))
            }
        };
        match self.inside_ms {
            Some((ms, _)) => message!("processes/aside-with-time", who: name(self.name()), inside: Ms(ms), says: (says)),
            None => message!("processes/aside", who: name(self.name()), says: (says)),
        }
    }
}
