//! Collectors: each attaches to a subject, reads signals and leaves the subject as it found it. A probe has no opinions.
//!
//! One folder per probe, `src/<subject>/<probe>/`, with its page of Markdown (privileges, cost, versions).

pub mod discover;
mod gaps;
pub mod host;
pub mod process;
pub mod runtimes;
pub mod sizing;
pub mod stores;

mod contract;
mod interner;
mod journal;
mod of_process;

pub use contract::{Context, Probe, ProbeError};
pub use of_process::Processes;

/// The probes that fit a process, none attached: what the kernel says of it, the host, what its runtime tells, and the stores behind it.
pub fn of(cx: &Context) -> Vec<Box<dyn Probe>> {
    let mut all: Vec<Box<dyn Probe>> = vec![Box::new(process::ProcessProbe::new()), Box::new(host::HostProbe::new())];
    all.extend(runtimes::of(&cx.target.runtime).probes());
    all.extend(stores::probes(cx));
    all
}
