//! Reads run files: every whole frame up to the first that is not, and what was left behind.

use crate::batch::{self, Unreadable};
use crate::error::Error;
use crate::frame::{CONTAINER_VERSION, Frames, Next, Opening};
use crate::upgrade::{self, Chain};
use model::{Observation, Run, RunInfo, RunStatus};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Where and why reading stopped before the end of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Damage {
    /// It did not: the file is whole.
    #[default]
    None,
    /// The file ends within a frame, as after a `kill -9`.
    CutShort,
    /// A frame is not what was written; nothing behind it was read.
    Corrupt {
        /// Where the frame begins.
        offset: u64,
        /// What is wrong with it.
        cause: String,
    },
}

/// How reading went.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadReport {
    /// Whole frames that were read.
    pub frames: u64,
    /// Bytes at the end that were not read.
    pub truncated_bytes: u64,
    /// Oldest schema version met, where it is not the current one.
    pub upgraded_from: Option<u32>,
    /// Why there are bytes that were not read.
    pub damage: Damage,
}

impl ReadReport {
    /// Whether all of the file was read.
    pub fn is_whole(&self) -> bool {
        self.damage == Damage::None
    }
}

/// The run in a file. A file cut anywhere gives the run up to its last whole frame.
pub fn read(path: &Path) -> Result<(Run, ReadReport), Error> {
    let mut run = Run::default();
    let report = each(path, &Chain::default(), |o| run.apply(o))?;
    Ok((run, report))
}

/// The observations in a file, one by one, for callers that want more than the run.
pub fn observations(path: &Path) -> Result<(Vec<Observation>, ReadReport), Error> {
    let mut all = Vec::new();
    let report = each(path, &Chain::default(), |o| all.push(o))?;
    Ok((all, report))
}

fn each(path: &Path, chain: &Chain, mut take: impl FnMut(Observation)) -> Result<ReadReport, Error> {
    let mut report = ReadReport::default();
    let Some(mut frames) = open(path)? else {
        report.damage = Damage::CutShort;
        report.truncated_bytes = std::fs::metadata(path).map_err(Error::io("read", path))?.len();
        return Ok(report);
    };
    report.damage = loop {
        let offset = frames.at;
        let payload = match frames.next().map_err(Error::io("read", path))? {
            Next::Payload(payload) => payload,
            Next::End => break Damage::None,
            Next::Cut => break Damage::CutShort,
            Next::Corrupt(cause) => break Damage::Corrupt { offset, cause },
        };
        match batch::decode(&payload, chain) {
            Ok((all, schema)) => {
                all.into_iter().for_each(&mut take);
                report.frames += 1;
                if schema != upgrade::CURRENT {
                    report.upgraded_from = Some(report.upgraded_from.map_or(schema, |old| old.min(schema)));
                }
            }
            Err(Unreadable::Schema(found)) => return Err(unknown_schema(path, found, chain)),
            Err(Unreadable::Garbled(cause)) => {
                frames.at = offset;
                break Damage::Corrupt { offset, cause };
            }
        }
    };
    report.truncated_bytes = frames.left();
    Ok(report)
}

/// `None` when the file is cut off within its header.
fn open(path: &Path) -> Result<Option<Frames<BufReader<File>>>, Error> {
    let file = File::open(path).map_err(Error::io("read", path))?;
    let (opening, frames) = Frames::open(BufReader::new(file)).map_err(Error::io("read", path))?;
    match opening {
        Opening::Run(v) if v <= CONTAINER_VERSION => Ok(Some(frames)),
        Opening::Run(found) => Err(Error::FutureContainer { path: path.to_owned(), found, newest: CONTAINER_VERSION }),
        Opening::Cut => Ok(None),
        Opening::Foreign => Err(Error::NotARun { path: path.to_owned() }),
    }
}

fn unknown_schema(path: &Path, found: u32, chain: &Chain) -> Error {
    Error::UnknownSchema { path: path.to_owned(), found, oldest: chain.oldest(), newest: upgrade::CURRENT }
}

/// What a run is and how it ended, from its first and last frame alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What the run is.
    pub info: RunInfo,
    /// How it ended; [`RunStatus::Partial`] as long as nobody wrote an end.
    pub status: RunStatus,
    /// Size of the file.
    pub bytes: u64,
    /// Whether a program is still writing it.
    pub running: bool,
}

/// Reads the first and the last frame of a file: cheap, however long the run was.
pub fn summary(path: &Path) -> Result<Summary, Error> {
    let failed = || Error::io("read", path);
    // The writer holds a lock for as long as it lives; a file system without locks says so, and nobody is assumed to write.
    let lock = File::open(path).map_err(failed())?.try_lock_shared();
    let running = matches!(lock, Err(std::fs::TryLockError::WouldBlock));
    let mut run = Run::default();
    let mut bytes = 0;
    if let Some(mut frames) = open(path)? {
        let chain = Chain::default();
        bytes = frames.len;
        for last in [false, true] {
            if last && !frames.seek_last().map_err(failed())? {
                break;
            }
            let Next::Payload(payload) = frames.next().map_err(failed())? else { break };
            match batch::decode(&payload, &chain) {
                Ok((all, _)) => all.into_iter().for_each(|o| run.apply(o)),
                Err(Unreadable::Schema(found)) => return Err(unknown_schema(path, found, &chain)),
                Err(Unreadable::Garbled(_)) => break,
            }
        }
    }
    Ok(Summary { info: run.info, status: run.status, bytes, running })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame;
    use rmpv::Value;

    /// Version 0, which never existed: warnings were plain strings under `kind: "note"`.
    fn version_0() -> Vec<u8> {
        let text = |s: &str| Value::from(s);
        let note = Value::Map(vec![(text("kind"), text("note")), (text("is"), text("pool is small"))]);
        let batch = Value::Map(vec![(text("schema"), 0.into()), (text("observations"), Value::Array(vec![note]))]);
        let plain = rmp_serde::to_vec_named(&batch).unwrap();
        let payload = zstd::bulk::compress(&plain, 1).unwrap();
        [frame::file_header(), frame::frame(&payload).unwrap()].concat()
    }

    fn from_0(mut observations: Value) -> Result<Value, String> {
        let Value::Array(all) = &mut observations else { return Err("not a list".to_owned()) };
        for o in all {
            if upgrade::field(o, "kind").is_some_and(|k| k.as_str() == Some("note")) {
                *upgrade::field(o, "kind").ok_or("no kind")? = Value::from("warning");
                let text = upgrade::field(o, "is").ok_or("no content")?;
                let fields = vec![(Value::from("code"), Value::from("note")), (Value::from("text"), text.clone())];
                *text = Value::Map(fields);
            }
        }
        Ok(observations)
    }

    #[test]
    fn an_old_file_is_lifted_step_by_step_and_the_report_says_so() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), version_0()).unwrap();
        let mut run = Run::default();
        let report = each(file.path(), &Chain::new(0, vec![from_0, Ok, Ok, Ok]), |o| run.apply(o)).unwrap();
        assert_eq!((report.frames, report.upgraded_from, report.is_whole()), (1, Some(0), true), "{report:?}");
        assert_eq!(run.warnings, [("note".to_owned(), "pool is small".into())]);
    }

    #[test]
    fn a_schema_without_upgrader_is_an_error_that_names_both_versions() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), version_0()).unwrap();
        let error = read(file.path()).unwrap_err().to_string();
        assert!(error.ends_with("schema version 0, this program reads 1 to 4"), "{error}");
    }
}
