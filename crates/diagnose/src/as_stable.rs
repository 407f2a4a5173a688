//! A cause taken as if it were stable: to study what it would say before it may.

use crate::analysis::Analysis;
use crate::cause::{Cause, Hypothesis, Stability};
use model::Outcome;

/// The same cause, which may be named. For studies and tests: a verdict for users never rests on it.
pub struct AsStable(pub &'static dyn Cause);

impl Cause for AsStable {
    fn id(&self) -> &'static str {
        self.0.id()
    }

    fn page(&self) -> &'static str {
        self.0.page()
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        self.0.needs()
    }

    fn yields_to(&self) -> &'static [&'static str] {
        self.0.yields_to()
    }

    fn explains_failures(&self) -> &'static [Outcome] {
        self.0.explains_failures()
    }

    fn keeps_requests_out(&self) -> bool {
        self.0.keeps_requests_out()
    }

    fn owns_the_core(&self) -> bool {
        self.0.owns_the_core()
    }

    fn takes_the_core(&self) -> bool {
        self.0.takes_the_core()
    }

    fn reads_pieces(&self) -> bool {
        self.0.reads_pieces()
    }

    fn decoys(&self) -> &'static [&'static str] {
        self.0.decoys()
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        self.0.hypothesis(a)
    }
}
