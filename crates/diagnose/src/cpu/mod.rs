//! The CPU account: what the cores of a service do for a request, in milliseconds. The scheduler says how much CPU there was and whose threads used it;
//! samples on the CPU divide what the request threads used ([ADR 3](../../../../docs/adr/0003-samples-divide-the-scheduler-decides.md)), by what for
//! ([`decide`]) and by where from. It adds up to the scheduler's figure, and what no sample explains is a line of its own.
//!
//! Apart from that, [`Profile`] has the samples of any stretch of a run, and [`CallTree`] has them from the outermost frame down, for reading and for other
//! programs.
//!
//! It knows no runtime: purposes are data (`tables/README.md`).

mod account;
mod by_threads;
mod candidate;
mod decide;
mod divided;
mod division;
mod group;
mod objects;
mod own;
mod profile;
mod purpose;
mod sign;
mod tree;
mod unseen;
mod uses;

pub use account::{CpuAccount, CpuPart, CpuPath, CpuSign, OPEN, accounts};
pub use candidate::is_candidate;
pub use profile::{Asked, CodeFrame, NoProfile, OfStack, Profile, Sample, Span, Thread, Threads, View};
pub use purpose::{Purpose, Rank};
pub use sign::Sign;
pub use tree::{CallTree, Detail, Label, Node, Outline, Row, RowKind, Weight, Whose};
pub use uses::Step;
