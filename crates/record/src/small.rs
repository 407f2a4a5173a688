//! A copy of a finished run in as few bytes as it takes, for runs that are kept beside code.

use crate::batch::SMALLEST;
use crate::error::Error;
use crate::frame;
use crate::writer::{encode, weight};
use model::Observation;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Estimated bytes in memory that one frame holds: what is alike compresses well together, and a reader has one frame in memory at a time.
const FRAME: usize = 64 << 20;

/// Writes `observations`, of which the first is the run's info and the last its end, to a new file: the same file as a [`Writer`](crate::Writer) writes, in few
/// frames that are compressed as far as it goes. An existing file is an error, and so is a disk that is full.
pub fn write_small(path: &Path, observations: &[Observation]) -> Result<(), Error> {
    let failed = || Error::io("create", path);
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed())?;
    file.write_all(&frame::file_header()).map_err(failed())?;
    // whoever lists runs reads the first frame alone
    let (info, mut rest) = observations.split_at(observations.len().min(1));
    let mut write = |batch| file.write_all(&encode(batch, SMALLEST).map_err(Error::Encode)?).map_err(failed());
    write(info)?;
    while !rest.is_empty() {
        let mut size = 0;
        let fits = |x: &Observation| {
            size += weight(x);
            size <= FRAME
        };
        let number = rest.iter().map(fits).take_while(|fits| *fits).count().max(1);
        let (batch, left) = rest.split_at(number);
        write(batch)?;
        rest = left;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Event, RunInfo, RunStatus, Timestamp};

    #[test]
    fn a_small_copy_reads_as_the_run() {
        let event = |i: i64| Observation::Event(Event { t: Timestamp::from_ns(i), ..Event::now("mark", "the same words each time") });
        let mut all = vec![Observation::Info(RunInfo { name: "evening".into(), ..RunInfo::default() })];
        all.extend((0..2000).map(event));
        all.push(Observation::Ended { status: RunStatus::Complete, at: Timestamp::from_ns(2000) });
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("small.tsr");
        write_small(&path, &all).unwrap();
        let (seen, report) = crate::observations(&path).unwrap();
        assert!(report.is_whole() && seen == all);
        assert!(std::fs::metadata(&path).unwrap().len() < 20_000);
        assert!(write_small(&path, &all).is_err(), "an existing file is kept");
    }
}
