//! What a cause is: a reason that completes "slow because ...", and how it states its case.

use crate::analysis::Analysis;
use crate::capacity::Prediction;
use crate::claim::Claim;
use crate::mechanism::Mechanism;
use model::{Message, Outcome};

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvidenceLevel {
    /// E0: a threshold or a known pattern.
    Hint,
    /// E1: moves with the slowdown, in time or with load.
    Coincides,
    /// E2: the numbers close.
    Explains,
    /// E3: an experiment moved it as predicted.
    Proven,
    /// E4: verified on the fix.
    Fixed,
}

impl EvidenceLevel {
    /// 0 to 4.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// One word.
    pub fn name(self) -> &'static str {
        ["hint", "coincides", "explains", "proven", "fixed"][self as usize]
    }
}

/// What became of a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It holds, and it limits now.
    Supported,
    /// It holds, but it is not what limits now.
    Secondary,
    /// An observation contradicts it.
    Rejected,
    /// Seen well enough, neither supported nor contradicted by anything.
    Untested,
    /// A signal is missing.
    NotObservable,
    /// It makes no sense for this target.
    NotApplicable,
}

impl Status {
    /// As in the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Secondary => "secondary",
            Self::Rejected => "rejected",
            Self::Untested => "untested",
            Self::NotObservable => "not_observable",
            Self::NotApplicable => "not_applicable",
        }
    }
}

/// What turning a knob would buy, said of decoys: a user who gains from the knob must not stop believing us.
#[derive(Debug, Clone, PartialEq)]
pub struct Knob {
    /// `pool 30`.
    pub setting: Message,
    /// What it would give at most.
    pub prediction: Prediction,
}

/// One hypothesis about one run.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// Cause id.
    pub cause: &'static str,
    /// What became of it.
    pub status: Status,
    /// How sure.
    pub evidence: EvidenceLevel,
    /// Where: call site, statement, peer; empty when nowhere in particular.
    pub site: String,
    /// Component it is about, or empty.
    pub component: String,
    /// Why the status is what it is, one line.
    pub reason: Message,
    /// What one would see if it were true.
    pub expected: Message,
    /// What was seen.
    pub observed: Message,
    /// Statements that carry it.
    pub claims: Vec<Claim>,
    /// Share of the growth of the response time that it explains, 0 to 1: ranks supported hypotheses.
    pub weight: f64,
    /// What fixing it would give.
    pub gain: Option<Prediction>,
    /// What its knob would buy.
    pub knob: Option<Knob>,
    /// What to do about it, one line.
    pub fix: Message,
    /// What would change our mind.
    pub falsifier: Message,
    /// Sensors that were needed and missing.
    pub missing: Vec<&'static str>,
}

impl Hypothesis {
    /// A hypothesis with a status and a reason; the rest is filled in by field.
    pub fn new(cause: &'static str, status: Status, reason: impl Into<Message>) -> Self {
        Self {
            cause,
            status,
            evidence: EvidenceLevel::Hint,
            site: String::new(),
            component: String::new(),
            reason: reason.into(),
            expected: Message::default(),
            observed: Message::default(),
            claims: Vec::new(),
            weight: 0.0,
            gain: None,
            knob: None,
            fix: Message::default(),
            falsifier: Message::default(),
            missing: Vec::new(),
        }
    }
}

/// Whether a cause may be named first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stability {
    /// It has fired on a live service and stayed quiet on its neighbours.
    Stable,
    /// Not yet: it is never the primary cause.
    Preview,
}

/// A reason why a service is slow. One folder each in `causes/src/<family>/<cause>/`.
pub trait Cause: Sync {
    /// Kebab-case id; completes "slow because ...".
    fn id(&self) -> &'static str;

    /// The page, Markdown: what `tightspot explain` prints.
    fn page(&self) -> &'static str;

    /// Whether it may be named first.
    fn stability(&self) -> Stability;

    /// Whether it may only stand beside the answer: `true` until it has fired on a live service and stayed quiet on its neighbours.
    fn preview(&self) -> bool {
        self.stability() == Stability::Preview
    }

    /// Sensors without which it cannot be judged (ids of `model::sensor`).
    fn needs(&self) -> &'static [&'static str];

    /// Outcomes of requests that it explains: where many fail, only a cause that explains these failures may be named. None by default.
    fn explains_failures(&self) -> &'static [Outcome] {
        &[]
    }

    /// Causes before which it stands back where their figures close, though they may look like it as well: with them gone it would be too. None by default.
    fn yields_to(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether requests fail by it before they are sent, because they get no connection: then nearly all that fail must be such.
    fn keeps_requests_out(&self) -> bool {
        false
    }

    /// Whether it leaves the threads of the service without a core. Where the account stays open for want of one, only such a cause may be named.
    fn takes_the_core(&self) -> bool {
        false
    }

    /// Whether it says what a full core is used for, by the CPU of the whole process. Where nothing else is seen of requests, only such a cause may be named.
    fn owns_the_core(&self) -> bool {
        false
    }

    /// Whether it is judged by pieces of requests ([`crate::frames::Stacks::in_pieces`]) as well as by whole ones. Where nothing but pieces was seen, and they are all of
    /// the response below full load, only such a cause may be named. False by default.
    fn reads_pieces(&self) -> bool {
        false
    }

    /// Ids of the causes that it is mistaken for and must beat.
    fn decoys(&self) -> &'static [&'static str];

    /// What it claims to be at the limit, and what experiment could prove it.
    fn mechanism(&self) -> Mechanism {
        Mechanism::OTHER
    }

    /// The intervention that brings about the events that it names, where there is one: a cause of slow requests is proven by it.
    fn brought_about_by(&self) -> Option<&'static str> {
        None
    }

    /// States its case. Pure: the same analysis gives the same hypothesis on any day.
    fn hypothesis(&self, a: &Analysis) -> Hypothesis;
}
