//! The language of a runtime: what its frames and the names of its threads mean. Data beside the runtime's adapter (format: `README.md`); nothing here asks
//! which runtime it is.

mod data;
mod pattern;
mod purposes;
mod side_work;
mod site;

pub(crate) use data::Looped;
use pattern::Pattern;
pub use side_work::SideWork;
pub use site::{CodeKind, Function};

use crate::frames::{FrameClass, Role};
use data::{Data, SiteForm, Table, lines};
use purposes::Purposes;

use model::{Frame, FrameKind, Run, Runtime};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// What lies in the folder of a runtime or a store: a language, or nothing, and tables.
struct Texts {
    language: &'static str,
    frames: &'static [&'static str],
    purposes: &'static [&'static str],
}

/// Frames below any runtime.
const LIBC: Texts =
    Texts { language: "", frames: &[include_str!("../frames/tables/libc.toml")], purposes: &[include_str!("../cpu/tables/libc.toml")] };

/// How a runtime serves requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServedBy {
    /// A request keeps a thread from its dispatch to its answer.
    #[default]
    Threads,
    /// One thread runs the callbacks of all requests.
    Loop,
    /// Many tasks take turns on few threads, each with a stack of its own.
    Tasks,
}

/// What a thread is for, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreadKind {
    /// Serves requests.
    Request,
    /// Polls and accepts sockets.
    Poller,
    /// Does what the event loop gives away.
    ThreadPool,
    /// Compiles.
    Compiler,
    /// Collects garbage.
    Collector,
    /// Does what this tool asks.
    Observer,
    /// Anything else.
    Other,
}

/// The language of one runtime.
#[derive(Debug)]
pub struct Language {
    name: &'static str,
    data: Data,
    roles: Vec<(Pattern, Role)>,
    side_work: Vec<(Pattern, SideWork)>,
    purposes: Purposes,
}

impl Language {
    /// The language in which the target of `run` speaks.
    pub fn of(run: &Run) -> &'static Self {
        Self::of_runtime(&run.environment.target.runtime)
    }

    /// The language of `runtime`; one that knows the C library alone where there is none of its name.
    pub fn of_runtime(runtime: &Runtime) -> &'static Self {
        let (all, plain) = all();
        all.iter().find(|l| l.name == runtime.name()).unwrap_or(plain)
    }

    /// How requests are served, as far as the runtime alone tells.
    pub fn served_by(&self) -> ServedBy {
        self.data.served_by
    }

    /// Whether the runtime counts what it compiles and loads.
    pub fn compiles(&self) -> bool {
        self.data.compiles
    }

    /// The setting with the number of CPUs that it counts, or empty.
    pub fn cpu_count_setting(&self) -> &str {
        &self.data.cpu_count_setting
    }

    /// Whether a runtime of this version counts the CPUs that it may run on, whatever its quota. `false` where the version is not known.
    pub fn ignores_quota(&self, version: &str) -> bool {
        let numbers = |v: &str| {
            let mut parts = v.split('.').map(|p| p.parse::<u32>().ok());
            Some((parts.next()??, parts.next()??))
        };
        numbers(&self.data.reads_quota_from).zip(numbers(version)).is_some_and(|(from, is)| is < from)
    }

    /// Most TCP segments in which a driver sends one statement; `None` where a statement is one.
    pub fn statement_segments(&self) -> Option<f64> {
        self.data.statement_segments.map(f64::from)
    }

    /// What the thread of this name is for.
    pub fn thread_kind(&self, name: &str) -> ThreadKind {
        self.data.threads.kind(name)
    }

    /// Roles of `frame`.
    pub fn class_of(&self, frame: &Frame) -> FrameClass {
        let own = is_of_the_runtime(frame);
        let name = name_in_tables(frame);
        let mut class = FrameClass::default();
        for (_, role) in self.roles.iter().filter(|(pattern, _)| pattern.matches(&name)) {
            class.add(*role);
        }
        // outside every known package, and written by somebody
        if own && !class.is(Role::Framework) && !self.data.generated.iter().any(|g| frame.class.contains(g.as_str())) {
            class.add(Role::Application);
        }
        class
    }

    /// The profiler's words for what is no function, where one loop serves all requests.
    pub(crate) fn looped(&self) -> Option<&Looped> {
        (self.data.served_by == ServedBy::Loop).then_some(&self.data.looped)
    }
}

/// What threads of a pool have in common, which differ in their number only: `partner-` of `partner-12`; `None` of a name without a number at its end.
pub fn pool_name(thread: &str) -> Option<&str> {
    let name = thread.trim_end_matches(|c: char| c.is_ascii_digit());
    (name.len() < thread.len() && !name.is_empty()).then_some(name)
}

/// Whether it is no native code.
fn is_of_the_runtime(frame: &Frame) -> bool {
    !matches!(frame.kind, FrameKind::Native | FrameKind::Kernel) && !frame.class.is_empty()
}

/// What patterns are matched against.
fn name_in_tables(frame: &Frame) -> String {
    if is_of_the_runtime(frame) { format!("{}.{}", frame.class, frame.method) } else { frame.method.clone() }
}

fn all() -> &'static (Vec<Language>, Language) {
    static ALL: OnceLock<(Vec<Language>, Language)> = OnceLock::new();
    ALL.get_or_init(|| {
        let language = |name: &'static str, own: &Texts| {
            let texts = || [own].into_iter().chain(SHARED).chain([&LIBC]);
            let (mut roles, mut side_work) = (Vec::new(), Vec::new());
            for table in texts().flat_map(|t| t.frames).map(|t| toml::from_str::<Table>(t).expect("the tables are tested")) {
                roles.extend(lines(table.roles));
                side_work.extend(lines(table.side_work));
            }
            Language {
                name,
                data: toml::from_str(own.language).expect("the languages are tested"),
                roles,
                side_work,
                purposes: Purposes::of(texts().flat_map(|t| t.purposes)),
            }
        };
        let none = Texts { language: "", frames: &[], purposes: &[] };
        (LANGUAGES.iter().map(|(name, texts)| language(name, texts)).collect(), language("", &none))
    })
}

#[cfg(test)]
mod tests;
