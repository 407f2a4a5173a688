//! The run file: one portable `.tsr` per run, written while the run goes on and readable after a `kill -9`.
//!
//! A file is a list of observations in frames that are complete on their own; reading folds them into a [`model::Run`], the same fold
//! that a [`Collector`] does live. This crate holds the only on-disk schema of Tightspot. It deliberately interprets nothing: what a
//! run means is the business of `diagnose`. The format is described in `docs/run-file.md`.
//!
//! ```
//! use model::{Event, Observation, RunInfo, RunStatus, Sink};
//! # let dir = tempfile::tempdir().unwrap();
//! let store = record::Store::open(Some(dir.path())).unwrap();
//! let writer = store.begin(RunInfo { name: "evening".into(), ..RunInfo::default() }).unwrap();
//! writer.observe(Observation::Event(Event::now("mark", "hello")));
//! writer.finish(RunStatus::Complete).unwrap();
//!
//! let (run, report) = record::read(&store.resolve("last").unwrap()).unwrap();
//! assert_eq!((run.info.name.as_str(), run.events.len()), ("evening", 1));
//! assert!(report.is_whole());
//! ```

mod batch;
mod columns;
mod error;
mod frame;
mod reader;
mod sinks;
mod small;
mod store;
pub mod upgrade;
mod writer;

pub use error::Error;
pub use frame::CONTAINER_VERSION;
pub use reader::{Damage, ReadReport, Summary, observations, read, summary};
pub use sinks::{Collector, Fanout};
pub use small::write_small;
pub use store::{Entry, Listing, Store};
pub use writer::{Trouble, Writer};
