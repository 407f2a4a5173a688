//! Whose CPU time a sample is: the threads of a process by what they are for. The scheduler counts each thread's CPU, so a group has its time from there
//! whether its stacks are seen or not.

use super::super::group::{computes, runs};
use crate::frames::{Part, Place, Stacks};
use crate::language::ThreadKind;

/// Threads of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threads {
    /// They serve requests, an event loop among them.
    Requests,
    /// They do what an event loop gives away.
    ThreadPool,
    /// They poll and accept sockets.
    Poller,
    /// The application's and the runtime's other threads.
    Other,
    /// Compilers of the runtime.
    Compiler,
    /// They collect garbage.
    Collector,
    /// What this tool has in the process.
    Watching,
    /// They lived too briefly to be seen one by one.
    ShortLived,
}

impl Threads {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Requests, Self::ThreadPool, Self::Poller, Self::Other, Self::Compiler, Self::Collector, Self::Watching, Self::ShortLived];

    /// Its name, kebab-case: `[requests]` in files for other programs.
    pub fn id(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::ThreadPool => "thread-pool",
            Self::Poller => "poller",
            Self::Other => "other-threads",
            Self::Compiler => "compilers",
            Self::Collector => "collector",
            Self::Watching => "watching",
            Self::ShortLived => "short-lived-threads",
        }
    }

    /// Of a thread that was seen serving requests, or not.
    pub(super) fn of(serves: bool, kind: ThreadKind) -> Self {
        match kind {
            _ if serves => Self::Requests,
            ThreadKind::Request => Self::Requests,
            ThreadKind::Poller => Self::Poller,
            ThreadKind::ThreadPool => Self::ThreadPool,
            ThreadKind::Compiler => Self::Compiler,
            ThreadKind::Collector => Self::Collector,
            ThreadKind::Observer => Self::Watching,
            ThreadKind::Other => Self::Other,
        }
    }

    /// Whether one of these threads uses a core where it has this stack, as far as the sampler can tell. Compilers and collectors are native code all
    /// through; the one thread of an event loop collects garbage itself, and a thread that is stopped for a collection of others' does not.
    pub(super) fn is_on_cpu(self, stacks: &Stacks, stack: u32) -> bool {
        let Some(class) = stacks.class(stack) else { return false };
        match self {
            Self::Requests => {
                let collects = class.place == Place::Request(Part::Stopped) && stacks.language.looped().is_some();
                collects || computes(class, stacks, stack)
            }
            Self::Compiler | Self::Collector | Self::Poller => !class.waits,
            _ => runs(class, stacks, stack),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Frame, FrameKind, Observation, Run, Runtime};

    fn on_cpu(runtime: &str, threads: Threads, lines: &[(&str, &str)]) -> bool {
        let kind = |class: &str| if class.is_empty() { FrameKind::Native } else { FrameKind::Compiled };
        let frame = |(c, m): &(&str, &str)| Frame { class: (*c).into(), method: (*m).into(), line: 0, kind: kind(c) };
        let frames: Vec<Frame> = lines.iter().map(frame).collect();
        let stacks = vec![(0..frames.len() as u32).collect()];
        let mut run = Run::from_observations(vec![Observation::Stacks { frames, stacks }]);
        run.environment.target.runtime = Runtime::named(runtime);
        threads.is_on_cpu(&Stacks::of(&run), 0)
    }

    #[test]
    fn who_computes_is_on_the_cpu_and_who_waits_is_not() {
        let request = ("org.apache.catalina.connector.CoyoteAdapter", "service");
        assert!(on_cpu("jvm", Threads::Requests, &[request, ("shop.Orders", "sum")]));
        assert!(!on_cpu("jvm", Threads::Requests, &[request, ("shop.Orders", "sum"), ("", "__futex_abstimed_wait_common")]));
        assert!(on_cpu("jvm", Threads::Compiler, &[("", "Compile::Optimize"), ("", "PhaseIdealLoop::optimize")]));
        assert!(!on_cpu("jvm", Threads::Compiler, &[("", "os::PlatformMonitor::wait"), ("", "__futex_abstimed_wait_common")]));
        assert!(!on_cpu("jvm", Threads::Poller, &[("sun.nio.ch.Net", "accept"), ("", "__GI_accept")]));
        assert!(on_cpu("jvm", Threads::Other, &[("java.lang.Thread", "run"), ("shop.Refresher", "run")]));
    }

    #[test]
    fn an_event_loop_collects_garbage_on_the_cpu_and_is_idle_off_it() {
        assert!(on_cpu("node", Threads::Requests, &[("", "(garbage collector)")]));
        assert!(on_cpu("node", Threads::Requests, &[("", "(program)")]));
        assert!(on_cpu("node", Threads::Requests, &[("dist/users.js", "find")]));
        assert!(!on_cpu("node", Threads::Requests, &[("", "(idle)")]));
        assert!(!on_cpu("jvm", Threads::Requests, &[("", "SafepointSynchronize::block"), ("", "syscall")]));
    }

    #[test]
    fn each_kind_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> = Threads::ALL.iter().map(|g| g.id()).collect();
        assert_eq!(names.len(), Threads::ALL.len());
    }
}
