//! Runtimes: what executes a service, one folder each, behind one trait. The build finds the folders; there is nothing to register.
//!
//! A folder `src/runtimes/<name>/` has the adapter (`mod.rs` with `pub const RUNTIME`), its page, `language.toml` (what an analysis must know of its
//! threads and stacks) and `frames/*.toml` (what its frames mean), both read by `diagnose`. No code outside a folder asks which runtime it is.

mod adapter;
mod apart;
mod process;
mod unseen;

pub use crate::journal::stands_in_for;
pub use adapter::{Adapter, HeapOption, Recognised};
pub use apart::enters_by;
pub use process::Process;

use crate::ProbeError;
use crate::sizing::{Resizable, Sizing};
use model::{Message, Runtime, Target};
use std::fs;

include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

/// The adapter of `runtime`; one that sees nothing where no folder has its name.
pub fn of(runtime: &Runtime) -> &'static dyn Adapter {
    ALL.iter().copied().find(|a| a.name() == runtime.name()).unwrap_or(unseen::ADAPTER)
}

/// Whether a folder has the name of `runtime`.
pub fn is_known(runtime: &Runtime) -> bool {
    ALL.iter().any(|a| a.name() == runtime.name())
}

/// What executes process `pid`, with version and framework where they can be told. Nothing is attached, signalled or executed.
pub fn recognise(pid: u32, arguments: &[String]) -> (Runtime, Recognised) {
    let Some(process) = Process::of(pid, arguments) else { return (Runtime::default(), Recognised::default()) };
    let found = ALL.iter().find_map(|a| Some((Runtime::named(a.name()), a.recognise(&process)?)));
    found.unwrap_or_else(|| (Runtime::named(unseen::NATIVE), Recognised::default()))
}

/// Cleans up after tools that were killed while they were inside a process, whatever its runtime. Says what it did.
pub fn recover() -> Vec<Message> {
    let said = ALL.iter().flat_map(|a| a.recover()).collect();
    crate::scratch::recover();
    said
}

/// Does the part of attaching that must come to its end whatever becomes of the tool that asks for it: the runtime's name and words are those with which it started
/// this process. What is told on the way is for that tool alone, line by line.
pub fn enter(runtime: &str, words: &[String], tell: &mut dyn FnMut(&str)) {
    if let Some(adapter) = ALL.iter().find(|a| a.name() == runtime) {
        adapter.enter(words, tell);
    }
}

/// The runtimes that can be looked into, for messages.
pub fn names() -> Vec<&'static str> {
    ALL.iter().filter(|a| a.sees_inside()).map(|a| a.name()).collect()
}

/// What is resized by a setting of this name (`server.tomcat.threads.max`), whatever the runtime.
pub fn resized_by(setting: &str) -> Option<Resizable> {
    ALL.iter().flat_map(|a| a.settings()).find(|(name, _)| *name == setting).map(|(_, of)| *of)
}

/// Pools and workers of `target`, to be read and changed by experiments.
pub fn sizing(target: &Target) -> Result<Box<dyn Sizing>, ProbeError> {
    of(&target.runtime).sizing(target)
}

/// The page of every runtime that has one.
pub fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    ALL.iter().map(|a| (a.name(), a.page()))
}

/// The target of the link `/proc/PID/exe`, without the mark of a file that was replaced.
pub(crate) fn executable(pid: u32) -> Option<std::path::PathBuf> {
    fs::read_link(crate::discover::file(pid, "exe")).ok()
}

#[cfg(test)]
mod tests;
