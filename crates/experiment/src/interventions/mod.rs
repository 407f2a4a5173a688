//! What an experiment can change, one folder each: apply, restore, check, and a page with risks and privileges.
//!
//! An intervention tells, before its first change, how to put back what it will change ([`Intervention::before`]). That description is
//! data: it goes into the journal, and restoring by it works in another process as well, after a kill. There is no second way to restore.
//!
//! A folder has the intervention, its page and `pub const KIND`. The build finds the folders; there is nothing to register.

mod kind;
mod restore;
mod sizes;

pub use kind::{Kind, Knob, Means};
pub use restore::{Restore, Restored, WayBack};
pub use sizes::SizeBefore;

use crate::InterventionError;
use model::Message;

include!(concat!(env!("OUT_DIR"), "/interventions.rs"));

/// A thing that can be changed in a running service, in doses.
pub trait Intervention: Send {
    /// Name of the kind: kebab-case, as its folder.
    fn name(&self) -> &'static str;

    /// What is changed, for people: which pool of which process.
    fn subject(&self) -> Message;

    /// Unit of a dose: `connections`. The texts of a plan choose the word by it.
    fn unit(&self) -> &'static str;

    /// The dose that is there without any change.
    fn current(&self) -> f64;

    /// How it is now, and so how to put it back. Asked once, before the first change; after an error nothing is changed.
    fn before(&self) -> Result<Restore, InterventionError>;

    /// Whether it still is as [`Self::before`] says. Asked once that is noted, right before the first change; yes where it cannot be looked
    /// at.
    fn is_as_before(&self) -> Result<bool, InterventionError> {
        Ok(true)
    }

    /// Gives a dose. What is returned is the dose that it came to. Giving the present dose again goes the same way as any other, so that
    /// doing nothing is not told from a change by what the doing costs.
    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError>;
}
