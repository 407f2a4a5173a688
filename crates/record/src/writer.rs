//! Writes a run file while the run goes on. Observing is a push into memory; a thread of its own turns what is there into a frame.
//!
//! Trouble with the disk never stops the run: the file is cut back to its last whole frame, writing ends, and the trouble is kept for
//! [`Writer::health`] and [`Writer::finish`]. Writing is not taken up again, because stacks are numbered by those before them.

use crate::batch::{self, LIVE};
use crate::error::Error;
use crate::frame;
use model::{Observation, RunInfo, RunStatus, Sink, Timestamp};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A frame at least this often: with encoding and a busy machine this stays below the 250 ms that are promised.
const INTERVAL: Duration = Duration::from_millis(200);
/// Estimated bytes that make a frame before its time.
const BIG: usize = 4 << 20;
/// Estimated bytes in memory at which the disk counts as too slow.
const TOO_MUCH: usize = 256 << 20;

/// What stopped the writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What the system said.
    pub cause: String,
    /// Observations that are not in the file.
    pub lost: u64,
}

/// A sink that writes a run file. Dropping it writes what is there but no end: such a run reads as partial.
pub struct Writer {
    path: PathBuf,
    info: RunInfo,
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    pending: Vec<Observation>,
    weight: usize,
    closing: bool,
    trouble: Option<Trouble>,
}

impl Writer {
    /// Creates the file, readable by its owner only, with `info` as its first frame. An existing file is an error.
    pub fn create(path: &Path, info: RunInfo) -> Result<Arc<Self>, Error> {
        let failed = || Error::io("create", path);
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed())?;
        // Tells readers that the run goes on; a file system without locks loses only that.
        drop(file.try_lock());
        let first = encode(&[Observation::Info(info.clone())], LIVE).map_err(Error::Encode)?;
        file.write_all(&[frame::file_header(), first].concat()).map_err(failed())?;
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let work = move || theirs.write_until_closed(&mut file);
        let thread = std::thread::Builder::new().name("ts-record".to_owned()).spawn(work).map_err(failed())?;
        Ok(Arc::new(Self { path: path.to_owned(), info, shared, thread: Mutex::new(Some(thread)) }))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the run is, as it stands in the file: with the id that the store gave it.
    pub fn info(&self) -> &RunInfo {
        &self.info
    }

    /// What stopped the writing, if anything did.
    pub fn health(&self) -> Option<Trouble> {
        self.shared.lock().trouble.clone()
    }

    /// Writes the end of the run and all before it, to the disk itself. What is observed afterwards is dropped.
    pub fn finish(&self, status: RunStatus) -> Result<(), Error> {
        self.observe(Observation::Ended { status, at: Timestamp::now() });
        self.close();
        match self.health() {
            None => Ok(()),
            Some(Trouble { cause, lost }) => Err(Error::Incomplete { path: self.path.clone(), cause, lost }),
        }
    }

    fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.wake.notify_all();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|t| t.join().is_err()) {
            self.shared.lock().fail("the writing thread broke down".to_owned(), 0);
        }
    }
}

impl Sink for Writer {
    fn observe(&self, observation: Observation) {
        let weight = weight(&observation);
        let mut state = self.shared.lock();
        if state.closing {
            return;
        }
        if let Some(trouble) = &mut state.trouble {
            trouble.lost += 1;
            return;
        }
        state.pending.push(observation);
        state.weight += weight;
        if state.weight >= TOO_MUCH {
            state.fail("the disk is slower than the run".to_owned(), 0);
        } else if state.weight >= BIG {
            self.shared.wake.notify_all();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

impl State {
    /// Keeps the first trouble and gives up what waits; `lost` counts what was already taken.
    fn fail(&mut self, cause: String, lost: u64) {
        let lost = lost + std::mem::take(&mut self.pending).len() as u64;
        self.weight = 0;
        self.trouble.get_or_insert(Trouble { cause, lost: 0 }).lost += lost;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_until_closed(&self, file: &mut File) {
        loop {
            let waiting = |s: &mut State| !s.closing && s.weight < BIG;
            let (mut state, _) = self.wake.wait_timeout_while(self.lock(), INTERVAL, waiting).unwrap_or_else(PoisonError::into_inner);
            let batch = std::mem::take(&mut state.pending);
            state.weight = 0;
            let closing = state.closing;
            drop(state);
            let written = if batch.is_empty() { Ok(()) } else { append(file, &batch) };
            let written = written.and_then(|()| if closing { file.sync_data().map_err(|e| e.to_string()) } else { Ok(()) });
            if let Err(cause) = written {
                self.lock().fail(cause, batch.len() as u64);
            }
            if closing {
                return;
            }
        }
    }
}

/// Appends one frame, or leaves the file as it was.
fn append(file: &mut File, batch: &[Observation]) -> Result<(), String> {
    let frame = encode(batch, LIVE)?;
    let before = file.stream_position().map_err(|e| e.to_string())?;
    file.write_all(&frame).map_err(|e| {
        // Best effort: a torn frame at the end is read over anyway.
        drop(file.set_len(before));
        drop(file.seek(SeekFrom::Start(before)));
        e.to_string()
    })
}

/// A frame of observations, compressed at a zstd level.
pub(crate) fn encode(batch: &[Observation], level: i32) -> Result<Vec<u8>, String> {
    let payload = batch::encode(batch, level)?;
    frame::frame(&payload).ok_or_else(|| format!("{} bytes in one frame, the most is {}", payload.len(), frame::MAX_PAYLOAD))
}

/// Rough size of an observation in memory, bytes: good enough to decide when a frame is due.
pub(crate) fn weight(observation: &Observation) -> usize {
    const ROW: usize = 24;
    256 + match observation {
        Observation::Attempts(a) => a.len() * ROW,
        Observation::Answers(a) => a.answers.len() * 4 * ROW,
        Observation::Series(s) => s.t.len() * ROW,
        Observation::Threads(t) => t.threads.len() * ROW,
        Observation::Stacks { frames, stacks } => frames.len() * 4 * ROW + stacks.iter().map(|s| ROW + s.len() * 4).sum::<usize>(),
        Observation::Wall(w) => (w.samples.len() + w.cpu.len() + w.allocated.len()) * ROW,
        Observation::LoadSecond(s) => s.response_hdr.len() + s.service_hdr.len() + s.late_hdr.len(),
        Observation::Sessions(s) => s.iter().map(|s| s.groups.len() * 4 * ROW).sum(),
        _ => 0,
    }
}
