//! What is kept: a verdict a line in `bench/results/CASE.jsonl`, measurements that are no verdicts in `measured.toml`, and what came of
//! verdicts that were wrong in `misses.toml`. Lines of other forms are not ours to count.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) const FOLDER: &str = "bench/results";
/// Verdicts where service, database, peers and tool shared all CPUs.
pub(super) const UNPINNED: &str = "bench/results/unpinned";
const NONE: &str = "none";

/// One verdict on one specimen, as `tightspot bench --results` appends it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Run {
    pub(super) case: String,
    pub(super) variant: String,
    repetition: u32,
    seed: u64,
    truth: Vec<String>,
    pub(super) verdict: Option<String>,
    pub(super) cause: Option<String>,
    #[serde(default)]
    pub(super) evidence_level: Option<u8>,
    pub(super) decoys_rejected: BTreeMap<String, bool>,
    pub(super) correct: bool,
    pub(super) seconds: f64,
    pub(super) reason: Option<String>,
    pub(super) error: Option<String>,
    #[serde(default)]
    pub(super) baselines: Option<BTreeMap<String, Option<String>>>,
    commit: String,
}

impl Run {
    /// The true cause, or `none`.
    pub(super) fn truth(&self) -> &str {
        self.truth.first().map_or(NONE, String::as_str)
    }

    pub(super) fn is_healthy(&self) -> bool {
        self.truth() == NONE
    }

    /// What was said: a cause, else the status.
    pub(super) fn said(&self) -> &str {
        self.cause.as_deref().or(self.verdict.as_deref()).unwrap_or("no verdict")
    }

    /// A cause was named that is not the truth.
    pub(super) fn is_wrong_name(&self) -> bool {
        !self.correct && self.cause.is_some()
    }

    /// The seed that was given to `tightspot bench`: what it added for the case and the repetition is taken off again.
    pub(super) fn base_seed(&self) -> u64 {
        self.seed.wrapping_sub(hash(format!("{}/{}", self.case, self.repetition).as_bytes())) & 0x7fff_ffff
    }

    /// The commit that judged, in seven letters.
    pub(super) fn version(&self) -> &str {
        self.commit.get(..7).unwrap_or(&self.commit)
    }
}

/// FNV-1a, as `crates/specimen/src/params.rs` draws its seeds.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A measurement that is no verdict, with its table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Study {
    pub(super) title: String,
    pub(super) date: String,
    pub(super) version: String,
    pub(super) command: Option<String>,
    /// How it was measured; a paragraph at most.
    pub(super) method: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// What is known of a verdict that was wrong.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Miss {
    case: String,
    variant: String,
    base_seed: u64,
    version: String,
    pub(super) why: String,
}

impl Miss {
    pub(super) fn is_about(&self, run: &Run) -> bool {
        let of_run = (run.case.as_str(), run.variant.as_str(), run.base_seed(), run.version());
        (self.case.as_str(), self.variant.as_str(), self.base_seed, self.version.as_str()) == of_run
    }
}

/// All verdicts in `folder`, by case and in the order in which they were kept.
pub(super) fn runs(root: &Path, folder: &str) -> Result<Vec<Run>> {
    let folder = root.join(folder);
    let entries = std::fs::read_dir(&folder).with_context(|| format!("list {}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "jsonl")).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| format!("read {}", file.display()))?;
        all.extend(text.lines().filter_map(|line| serde_json::from_str::<Run>(line).ok()));
    }
    Ok(all)
}

/// The entries of `file`, all under one `key`; none where there is no file.
pub(super) fn entries<T: DeserializeOwned>(root: &Path, file: &str, key: &str) -> Result<Vec<T>> {
    let path = root.join(FOLDER).join(file);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
    let mut by_key: BTreeMap<String, Vec<T>> = toml::from_str(&text).with_context(|| format!("read {}", path.display()))?;
    Ok(by_key.remove(key).unwrap_or_default())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A run with base seed 7 of variant `a`, whose truth is `truth` and of which `cause` was said.
    pub(in crate::results) fn run(truth: &str, cause: Option<&str>) -> Run {
        Run {
            case: "shop".into(),
            variant: "a".into(),
            repetition: 1,
            seed: hash(b"shop/1").wrapping_add(7) & 0x7fff_ffff,
            truth: vec![truth.into()],
            verdict: Some(if cause.is_some() { "found" } else { "none" }.into()),
            cause: cause.map(str::to_owned),
            evidence_level: Some(if cause.is_some() { 2 } else { 0 }),
            decoys_rejected: BTreeMap::new(),
            correct: cause.unwrap_or("none") == truth,
            seconds: 100.0,
            reason: Some("because".into()),
            error: None,
            baselines: None,
            commit: "0123456789+".into(),
        }
    }

    #[test]
    fn the_seed_that_was_given_is_found_again() {
        assert_eq!((run("none", None).base_seed(), run("none", None).version()), (7, "0123456"));
    }

    #[test]
    fn every_note_on_a_miss_is_about_one() {
        let root = crate::root().unwrap();
        let missed: Vec<Run> = [FOLDER, UNPINNED].iter().flat_map(|f| runs(&root, f).unwrap()).filter(|r| !r.correct).collect();
        for miss in entries::<Miss>(&root, "misses.toml", "miss").unwrap() {
            assert!(missed.iter().any(|r| miss.is_about(r)), "{miss:?}");
        }
    }
}
