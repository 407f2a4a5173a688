//! Collectors: each attaches to a subject, reads signals and leaves the subject as it found it. A probe has no opinions.
//!
//! One folder per probe, `src/<subject>/<probe>/`, with its page of Markdown (privileges, cost, versions).

mod calls;
pub mod discover;
mod endpoint;
mod files;
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
mod scratch;
mod windows;

pub use contract::{Beside, Context, Probe, ProbeError};
pub use of_process::Processes;
pub use scratch::Scratch;

/// A probe that is not attached, and what it is to be given.
pub struct Wanted {
    /// The probe.
    pub probe: Box<dyn Probe>,
    /// Its context.
    pub cx: Context,
}

/// The probes that fit a service, none attached: what the kernel says of each process, of the files that it opens and the calls that it makes, the host, what their runtime tells, and the stores behind it. Each process
/// has its own, which do not know of the others; host and stores are asked once for all. `scratch` makes a folder for the probes of a process.
pub fn of(cx: &Context, mut scratch: impl FnMut(&model::Target) -> std::path::PathBuf) -> Vec<Wanted> {
    let several = !cx.beside.replicas.is_empty();
    let processes = Processes::new(&cx.target, std::sync::Arc::clone(&cx.sink));
    let each: Vec<Context> = cx
        .processes()
        .map(|t| Context {
            target: t.clone(),
            sink: if several { processes.sink_of(t) } else { std::sync::Arc::clone(&cx.sink) },
            scratch: scratch(t),
            beside: Beside::default(),
            ..cx.clone()
        })
        .collect();
    let mut all: Vec<Wanted> = Vec::new();
    let mut want = |probe: Box<dyn Probe>, cx: &Context| all.push(Wanted { probe, cx: cx.clone() });
    for cx in &each {
        want(Box::new(process::ProcessProbe::new()), cx);
        want(Box::new(files::probe()), cx);
        if !runtimes::of(&cx.target.runtime).counts_endpoints() {
            want(Box::new(calls::probe(several)), cx);
        }
    }
    if several {
        want(Box::new(process::ServedProbe::new()), cx);
    }
    want(Box::new(host::HostProbe::new()), cx);
    for cx in &each {
        runtimes::of(&cx.target.runtime).probes().into_iter().for_each(|p| want(p, cx));
    }
    let shared = with_all_peers(cx);
    for p in stores::probes(&shared) {
        want(p, &shared);
    }
    all
}

/// The probes that see one process from outside, none attached: what the kernel says of it and of its host, and what its runtime publishes by itself.
pub fn outside(cx: &Context) -> Vec<Wanted> {
    let mut probes: Vec<Box<dyn Probe>> = vec![Box::new(process::ProcessProbe::new()), Box::new(host::HostProbe::new())];
    probes.extend(runtimes::of(&cx.target.runtime).published());
    probes.into_iter().map(|probe| Wanted { probe, cx: cx.clone() }).collect()
}

/// The same with the peers of all processes, each once.
fn with_all_peers(cx: &Context) -> Context {
    let mut shared = cx.clone();
    for p in cx.beside.replicas.iter().flat_map(|t| &t.peers) {
        if !shared.target.peers.iter().any(|known| known.address == p.address) {
            shared.target.peers.push(p.clone());
        }
    }
    shared
}
