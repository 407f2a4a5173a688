//! A process that puts changes back where the tool that made them cannot: killed, out of memory, stopped.
//!
//! ```text
//!  tool ---- "." each second, "+group" and "-group" of the commands it runs ----> guardian
//!            the pipe ends, or 5 s without a word: the commands are ended, what the journal has open is restored, and it is said
//! ```
//! It is started before the first change is noted, in a process group of its own, and ends with the tool. What it has put back is told by its
//! end: a tool that goes on after it stood still makes no further change.

mod kept;

pub use kept::keep;

use crate::{InterventionError, Journal};
use model::message;
use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How often the tool says that it is there.
const BEAT: Duration = Duration::from_secs(1);

/// Program and first arguments of a guardian; the folder of the journal follows.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();
static RUNNING: Mutex<Option<Guardian>> = Mutex::new(None);

struct Guardian {
    child: Child,
    words: ChildStdin,
}

/// Says once how a guardian is started. Without it there is none, and the next command restores what a killed tool left.
pub fn is_started_by(program: Vec<OsString>) {
    drop(PROGRAM.set(program));
}

/// Makes sure that a guardian watches over this process. An error where one has put everything back because this process stood still, or where none
/// can be started: then nothing is changed.
pub(crate) fn stands_by(journal: &Journal) -> Result<(), InterventionError> {
    let Some([program, first @ ..]) = PROGRAM.get().map(Vec::as_slice) else { return Ok(()) };
    let mut running = running();
    match running.as_mut().map(|g| g.child.try_wait()) {
        Some(Ok(None)) => return Ok(()),
        Some(Ok(Some(status))) if status.code().is_some() => {
            return Err(InterventionError {
                what: message!("guardian/go-on"),
                seen: message!("guardian/put-back"),
                help: message!("guardian/again"),
            });
        }
        // none yet, or somebody has ended it
        _ => {}
    }
    let failed = |e: std::io::Error| InterventionError::new(message!("guardian/start"), e.to_string());
    let folder = journal.path().parent().unwrap_or_else(|| std::path::Path::new("."));
    let mut child = Command::new(program)
        .args(first)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let words = child.stdin.take().ok_or_else(|| failed(std::io::ErrorKind::BrokenPipe.into()))?;
    *running = Some(Guardian { child, words });
    drop(running);
    let beats = || {
        while tell(".") {
            std::thread::sleep(BEAT);
        }
    };
    std::thread::Builder::new().name("ts-beats".to_owned()).spawn(beats).map(drop).map_err(failed)
}

/// A command with this process group runs from now on.
pub(crate) fn runs(group: u32) {
    tell(&format!("+{group}"));
}

/// It has ended.
pub(crate) fn has_ended(group: u32) {
    tell(&format!("-{group}"));
}

/// Whether the guardian heard it.
fn tell(word: &str) -> bool {
    running().as_mut().is_some_and(|g| g.words.write_all(format!("{word}\n").as_bytes()).is_ok())
}

fn running() -> MutexGuard<'static, Option<Guardian>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
