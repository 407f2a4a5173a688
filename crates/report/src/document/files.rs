//! `files`: which files each measured level opens again and again.

use diagnose::Diagnosis;
use diagnose::level::{Level, opened_files, opened_for_each_request};
use model::Run;
use serde::Serialize;
use std::collections::BTreeSet;

/// One file at one level.
#[derive(Debug, Serialize)]
pub(crate) struct File {
    pub phase: String,
    /// From the working folder of the service on, where it lies there; what reads like a token is hidden.
    pub name: String,
    /// Opens by all requests that were answered: at least so many.
    pub per_request: f64,
    /// Size in bytes.
    pub bytes: Option<f64>,
    /// Whether every second request or more opens it, at light and at heavy load.
    pub each_request: bool,
}

/// Those of each level, the most often opened first.
pub(super) fn all(run: &Run, d: &Diagnosis) -> Vec<File> {
    let again: BTreeSet<String> = opened_for_each_request(run, &d.levels).into_iter().map(|f| f.name).collect();
    let of_level = |level: &Level| -> Vec<File> {
        let file = |f: diagnose::level::OpenedFile| File {
            phase: level.phase.id.clone(),
            each_request: again.contains(&f.name),
            name: f.name,
            per_request: f.per_request,
            bytes: f.bytes,
        };
        opened_files(run, level.window, level.throughput_per_s).unwrap_or_default().into_iter().map(file).collect()
    };
    d.levels.iter().flat_map(of_level).collect()
}
