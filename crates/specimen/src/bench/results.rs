//! Results kept over time: one JSON object a line in `bench/results/CASE.jsonl`, those of shared CPUs in `bench/results/unpinned/CASE.jsonl`.

use super::Score;
use crate::error::OrFail;
use crate::{Error, ErrorKind};
use std::fs::{self, File};
use std::io::{ErrorKind as Io, Write};
use std::path::{Path, PathBuf};

fn path(root: &Path, case: &str, unpinned: bool) -> PathBuf {
    let folder = if unpinned { "bench/results/unpinned" } else { "bench/results" };
    root.join(folder).join(format!("{case}.jsonl"))
}

/// Appends one result.
pub(super) fn append(root: &Path, score: &Score) -> Result<(), Error> {
    let path = path(root, &score.case, score.unpinned);
    let what = || format!("append to {}", path.display());
    let mut line = serde_json::to_vec(score).or_fail(ErrorKind::Results, what)?;
    line.push(b'\n');
    fs::create_dir_all(path.parent().expect("path() has a parent")).or_fail(ErrorKind::Results, what)?;
    let file = File::options().create(true).append(true).open(&path);
    // one write, so that a line is there or not
    file.and_then(|mut f| f.write_all(&line)).or_fail(ErrorKind::Results, what)
}

/// All results of a case, oldest first. Lines of other forms (an earlier version, a cut) are not ours to judge and are skipped.
pub(super) fn read(root: &Path, case: &str, unpinned: bool) -> Result<Vec<Score>, Error> {
    let path = path(root, case, unpinned);
    let text = match fs::read_to_string(&path) {
        Err(e) if e.kind() == Io::NotFound => return Ok(Vec::new()),
        other => other.or_fail(ErrorKind::Results, || format!("read {}", path.display()))?,
    };
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Truth;

    #[test]
    fn what_was_appended_is_read_and_a_cut_line_is_skipped() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(read(root.path(), "shop", false).unwrap(), []);
        let place = super::super::Place { case: "shop".into(), variant: "before".into(), repetition: 1, seed: 7 };
        let score = Score::begin(&place, &Truth { causes: vec!["held".into()], ..Truth::default() }, "abc");
        append(root.path(), &score).unwrap();
        File::options().append(true).open(path(root.path(), "shop", false)).unwrap().write_all(b"{\"case\": \"sh\n").unwrap();
        append(root.path(), &score).unwrap();
        assert_eq!(read(root.path(), "shop", false).unwrap(), [score.clone(), score.clone()]);
        let shared = Score { unpinned: true, ..score };
        append(root.path(), &shared).unwrap();
        assert_eq!(read(root.path(), "shop", true).unwrap(), [shared]);
    }
}
