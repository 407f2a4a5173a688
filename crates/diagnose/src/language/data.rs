//! The data of a language as its file has it.

use super::{Pattern, ServedBy, SideWork, ThreadKind};
use crate::frames::Role;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `language.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Data {
    pub(super) served_by: ServedBy,
    pub(super) site: SiteForm,
    pub(super) generated: Vec<String>,
    pub(super) numbered: Vec<String>,
    pub(super) compiles: bool,
    pub(super) cpu_count_setting: String,
    pub(super) reads_quota_from: String,
    pub(super) statement_segments: Option<u32>,
    pub(super) threads: ThreadNames,
    #[serde(rename = "loop")]
    pub(super) looped: Looped,
}

/// How a place in the code is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SiteForm {
    /// `Orders.place:41`.
    #[default]
    Class,
    /// `place (orders.js:41)`.
    File,
}

/// Names of threads by kind.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ThreadNames {
    request: Vec<Pattern>,
    poller: Vec<Pattern>,
    thread_pool: Vec<Pattern>,
    compiler: Vec<Pattern>,
    collector: Vec<Pattern>,
    observer: Vec<Pattern>,
}

impl ThreadNames {
    pub(super) fn kind(&self, name: &str) -> ThreadKind {
        let kinds = [
            (&self.poller, ThreadKind::Poller),
            (&self.thread_pool, ThreadKind::ThreadPool),
            (&self.compiler, ThreadKind::Compiler),
            (&self.collector, ThreadKind::Collector),
            (&self.observer, ThreadKind::Observer),
            (&self.request, ThreadKind::Request),
        ];
        kinds.into_iter().find(|(names, _)| names.iter().any(|p| p.matches(name))).map_or(ThreadKind::Other, |(_, kind)| kind)
    }
}

/// The profiler's words where one loop serves all requests.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Looped {
    /// Nothing to run.
    pub(crate) idle: String,
    /// Collecting garbage.
    pub(crate) collector: String,
    /// Native code of the runtime.
    pub(crate) program: String,
    /// Native functions in which a synchronous write waits for the disk or the reader of a pipe.
    pub(crate) writes: Vec<String>,
}

/// A table of frames.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    #[expect(dead_code, reason = "for people who read the table")]
    library: String,
    #[expect(dead_code, reason = "for people who read the table")]
    versions: String,
    pub(super) roles: BTreeMap<Role, Vec<Pattern>>,
    #[serde(default, rename = "side-work")]
    pub(super) side_work: BTreeMap<SideWork, Vec<Pattern>>,
}

/// The patterns of a section, each with what it stands for.
pub(super) fn lines<T: Copy>(section: BTreeMap<T, Vec<Pattern>>) -> impl Iterator<Item = (Pattern, T)> {
    section.into_iter().flat_map(|(of, patterns)| patterns.into_iter().map(move |p| (p, of)))
}
