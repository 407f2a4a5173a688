//! What a runtime adapter promises. All but its name, its page and how it is recognised has a default: a runtime may be known before anybody can look into it.

use super::process::Process;
use super::unseen::Unseen;
use crate::sizing::{Resizable, Sizing};
use crate::{Probe, ProbeError};
use model::{Message, Target, message};

/// What is told of a process when it is recognised.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recognised {
    /// Version of the runtime, or empty.
    pub version: String,
    /// Framework (`Spring Boot 3.5 · Tomcat 10.1`), or empty.
    pub framework: String,
}

/// How a runtime is told how large its heap may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeapOption {
    /// The beginnings of an argument that says it; what is set has the first.
    pub arguments: &'static [&'static str],
    /// What follows the number of megabytes.
    pub unit: &'static str,
    /// The variable that adds arguments; those of the command hold against it.
    pub variable: &'static str,
}

/// A runtime, as one folder below `src/runtimes/` knows it.
pub trait Adapter: Sync {
    /// Kebab-case name, also in runs. The same as that of its folder.
    fn name(&self) -> &'static str;

    /// The page, Markdown: what is seen, privileges, cost, versions.
    fn page(&self) -> &'static str;

    /// Whether this runtime executes `process`, by what the kernel tells of it: nothing is attached, signalled or executed.
    fn recognise(&self, process: &Process) -> Option<Recognised>;

    /// Whether its probes look into a process.
    fn sees_inside(&self) -> bool {
        false
    }

    /// Probes that look into a process, not attached.
    fn probes(&self) -> Vec<Box<dyn Probe>> {
        vec![Box::new(Unseen)]
    }

    /// Probes that read what a process publishes by itself, not attached: nothing enters the process or stops it.
    fn published(&self) -> Vec<Box<dyn Probe>> {
        Vec::new()
    }

    /// Whether its probes need a folder on the disk for the time of a run.
    fn needs_folder(&self) -> bool {
        false
    }

    /// Whether requests that lie unread in their sockets are to be counted from outside. Not where a probe asks how long they wait.
    fn counts_unread(&self) -> bool {
        true
    }

    /// Whether its probes tell what a process asks of other services, so that nobody need look at packets.
    fn counts_endpoints(&self) -> bool {
        false
    }

    /// Cleans up after tools that were killed while they were inside a process. Says what it did.
    fn recover(&self) -> Vec<Message> {
        Vec::new()
    }

    /// What [`super::enter`] does in a process of its own.
    fn enter(&self, _words: &[String], _tell: &mut dyn FnMut(&str)) {}

    /// What can be resized in a running process.
    fn resizes(&self) -> &'static [Resizable] {
        &[]
    }

    /// Names of settings that users know, and what they resize.
    fn settings(&self) -> &'static [(&'static str, Resizable)] {
        &[]
    }

    /// Pools and workers of a process, to be read and changed.
    fn sizing(&self, target: &Target) -> Result<Box<dyn Sizing>, ProbeError> {
        Err(ProbeError {
            name: "no-sizes",
            operation: message!("runtimes/resize", pid: name(target.pid.to_string())),
            cause: message!("runtimes/sizes-not-known", runtime: name(target.runtime.name())),
            help: message!("runtimes/by-command", how: name("--apply 'CMD {value}' --restore CMD")),
        })
    }

    /// How it is told how large its heap may be.
    fn heap(&self) -> Option<HeapOption> {
        None
    }
}
