//! Experiments: change one thing, measure, put it back, and say what that shows.
//!
//! | question | modules |
//! | --- | --- |
//! | what can be changed, and how is it put back, whatever happens? | [`interventions`], [`journal`], [`guardian`], [`change`], [`service`] |
//! | which experiment tells two causes apart? | [`situation`], [`expect`], [`choose`] |
//! | what exactly will be done? | [`plan`], [`conduct`]; of the tail [`triggers`] |
//! | what did it show? | [`outcome`], [`pairs`], [`rounds`] |
//!
//! Decisions are pure functions of figures: the same blocks give the same outcome, from a live service, from a file, or from the
//! simulator. A plan is frozen before its first trial, with its predictions. What counts is the trial, never the request.

pub mod change;
pub mod choose;
pub mod conduct;
pub mod expect;
pub mod guardian;
pub mod interventions;
pub mod journal;
pub mod outcome;
pub mod pairs;
pub mod plan;
pub mod rounds;
pub mod service;
pub mod situation;
pub mod triggers;

mod error;
mod group;

pub use change::Change;
pub use error::{Halt, InterventionError};
pub use interventions::{Intervention, Restore};
pub use journal::Journal;
pub use plan::Plan;
