//! What a rule of the judge is: a name, what it does where it holds, and how near it was.

use super::facts::Facts;
use crate::cause::Cause;
use crate::margin::Margin;
use crate::verdict::VerdictStatus;
use model::Message;

/// What a rule does where it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing is said of the service: the verdict is this, whatever the causes say.
    Refuses(VerdictStatus),
    /// No cause may be named but those that it excuses. Where none of them holds, the verdict is inconclusive.
    ForbidsNames,
    /// The cause that is named has E1 at most, unless it is excused.
    LowersEvidence,
    /// Where no cause is named, the service may not be called healthy: the verdict is inconclusive.
    ForbidsCleanBill,
    /// Where no cause is named, the service is healthy, and this is why.
    Clears,
    /// Where a rule that clears holds, it does not: the verdict is inconclusive.
    ForbidsClearing,
}

impl Effect {
    /// One word, as in the document.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuses(_) => "refuses",
            Self::ForbidsNames => "forbids-names",
            Self::LowersEvidence => "lowers-evidence",
            Self::ForbidsCleanBill => "forbids-clean-bill",
            Self::Clears => "clears",
            Self::ForbidsClearing => "forbids-clearing",
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case. `judge/ID-rule` is the message that says when it holds.
    pub id: &'static str,
    /// What it does then.
    pub effect: Effect,
    /// Whether it holds, and what it says then.
    pub(super) holds: fn(&Facts) -> Option<Holding>,
}

/// A rule that holds.
pub(super) struct Holding {
    /// What was seen.
    pub(super) says: Message,
    /// How far from its threshold; `None` where it rests on no figure.
    pub(super) margin: Option<Margin>,
    /// Which causes it excuses, when it forbids names or lowers evidence.
    pub(super) excuses: Excuses,
}

/// Whether a cause is excused.
pub(super) type Excuses = Box<dyn Fn(&dyn Cause) -> bool>;

impl Holding {
    /// It says this, and excuses nobody.
    pub(super) fn of(says: Message) -> Self {
        Self { says, margin: None, excuses: Box::new(|_| false) }
    }

    pub(super) fn by(self, margin: Margin) -> Self {
        Self { margin: Some(margin), ..self }
    }

    pub(super) fn but(self, excuses: impl Fn(&dyn Cause) -> bool + 'static) -> Self {
        Self { excuses: Box::new(excuses), ..self }
    }
}

/// A rule that decided, as the document names it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// Its id.
    pub rule: &'static str,
    /// What it did.
    pub effect: Effect,
    /// How near it was.
    pub margin: Option<Margin>,
}
