//! A process that puts changes back where the tool that made them cannot: killed, out of memory, stopped.
//!
//! ```text
//!  tool ---- "." each second; "+group" (of a change), "=group" (a service as it is), "-group" (ended) ----> guardian
//!       <--- "!": it begins to put back, so that a tool that goes on changes nothing more -------------------
//!            the pipe ends, or 5 s without a word while something is changed: the groups are ended,
//!            what the journal has open is restored, and it is said
//! ```
//! It is started before the first change is noted and before a service is started, in a process group of its own, and ends with the tool.

mod kept;

pub use kept::keep;

use crate::{InterventionError, Journal};
use model::{Target, message};
use probe::discover;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How often the tool says that it is there.
const BEAT: Duration = Duration::from_secs(1);

/// Program and first arguments of a guardian; the folder of the journal follows.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();
static TOOL: Mutex<Tool> = Mutex::new(Tool { guardian: None, groups: BTreeMap::new() });

/// What this process has to say, and to whom.
struct Tool {
    guardian: Option<Guardian>,
    /// Process groups that run for it, with the sign by which they are told.
    groups: BTreeMap<u32, char>,
}

struct Guardian {
    child: Child,
    /// By which it is known.
    process: Target,
    words: ChildStdin,
    answer: UnixStream,
    has_acted: bool,
}

/// Says once how a guardian is started. Without it there is none, and the next command restores what a killed tool left.
pub fn is_started_by(program: Vec<OsString>) {
    drop(PROGRAM.set(program));
}

/// Makes sure that a guardian watches over this process. An error where one has begun to put everything back because this process stood
/// still, where it is stopped itself, or where none can be started: then nothing is changed.
pub(crate) fn stands_by(journal: &Journal) -> Result<(), InterventionError> {
    let Some([program, first @ ..]) = PROGRAM.get().map(Vec::as_slice) else { return Ok(()) };
    let failed = |why: String| InterventionError::new(message!("guardian/start"), why);
    let mut tool = tool();
    if let Some(g) = tool.guardian.as_mut() {
        let ended = g.child.try_wait();
        // asked after that: what it said before it ended is heard
        if g.has_acted() {
            return Err(put_back());
        }
        match ended {
            Ok(None) if g.is_stopped() => return Err(stands_still(g.process.pid)),
            Ok(None) => return Ok(()),
            // it could not do its work, and another one could not either
            Ok(Some(status)) if status.code().is_some() => return Err(failed(status.to_string())),
            // somebody has ended it
            _ => {}
        }
    }
    let folder = journal.path().parent().unwrap_or_else(|| Path::new("."));
    tool.start(Command::new(program).args(first).arg(folder)).map_err(|e| failed(e.to_string()))?;
    drop(tool);
    let beats = || {
        while says_that_it_is_there() {
            std::thread::sleep(BEAT);
        }
    };
    std::thread::Builder::new().name("ts-beats".to_owned()).spawn(beats).map(drop).map_err(|e| failed(e.to_string()))
}

/// The same for a service of this process. Nothing of anybody else is changed by that: where no guardian can be started, the kernel ends
/// its first process with this one.
pub(crate) fn watches_over_services() {
    if let Ok(journal) = Journal::of_user() {
        drop(stands_by(&journal));
    }
}

/// Whether a guardian has begun to put back what this process has changed, because it stood still.
pub fn has_acted() -> bool {
    tool().guardian.as_mut().is_some_and(Guardian::has_acted)
}

/// The same as an error that ends what goes on.
pub fn put_back() -> InterventionError {
    InterventionError { what: message!("guardian/go-on"), seen: message!("guardian/put-back"), help: message!("guardian/again") }
}

fn stands_still(guardian: u32) -> InterventionError {
    InterventionError {
        what: message!("guardian/go-on"),
        seen: message!("guardian/stopped", pid: name(guardian.to_string())),
        help: message!("guardian/continue", command: name(format!("kill -CONT {guardian}"))),
    }
}

/// Where the guardian listens, for a process that tells of itself ([`crate::group::tells_of_itself`]); `None` where there is no guardian.
pub(crate) fn ear() -> Option<OwnedFd> {
    tool().guardian.as_ref().and_then(|g| g.words.as_fd().try_clone_to_owned().ok())
}

/// A process group that makes a change, or that is changed, runs from now on. Says whether the guardian heard it, where there is one.
pub(crate) fn runs(group: u32) -> bool {
    tool().begins(group, '+')
}

/// A service as the user starts it runs from now on, in this process group.
pub(crate) fn serves(group: u32) {
    tool().begins(group, '=');
}

/// Nothing of the group runs any more.
pub(crate) fn has_ended(group: u32) {
    let mut tool = tool();
    tool.groups.remove(&group);
    tool.tell(&format!("-{group}"));
}

fn says_that_it_is_there() -> bool {
    // nothing to one that does not read: a full pipe would stop this process as well
    tool().guardian.as_mut().is_some_and(|g| g.is_stopped() || g.tell("."))
}

fn tool() -> MutexGuard<'static, Tool> {
    TOOL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tool {
    fn start(&mut self, guardian: &mut Command) -> io::Result<()> {
        let (answer, theirs) = UnixStream::pair()?;
        answer.set_nonblocking(true)?;
        let mut child = guardian.stdin(Stdio::piped()).stdout(OwnedFd::from(theirs)).process_group(0).spawn()?;
        let words = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (pid, start_ticks) = discover::identity(child.id());
        let process = Target { pid, start_ticks, ..Target::default() };
        let mut guardian = Guardian { child, process, words, answer, has_acted: false };
        // one that was ended took with it what it knew
        for (group, sign) in &self.groups {
            guardian.tell(&format!("{sign}{group}"));
        }
        self.guardian = Some(guardian);
        Ok(())
    }

    fn begins(&mut self, group: u32, sign: char) -> bool {
        self.groups.insert(group, sign);
        self.tell(&format!("{sign}{group}"))
    }

    fn tell(&mut self, word: &str) -> bool {
        self.guardian.as_mut().is_none_or(|g| g.tell(word))
    }
}

impl Guardian {
    /// Whether it heard it.
    fn tell(&mut self, word: &str) -> bool {
        self.words.write_all(format!("{word}\n").as_bytes()).is_ok()
    }

    fn is_stopped(&self) -> bool {
        discover::is_stopped(&self.process)
    }

    fn has_acted(&mut self) -> bool {
        // nothing to read, or an end without a word, says that it has not
        self.has_acted = self.has_acted || matches!(self.answer.read(&mut [0]), Ok(1));
        self.has_acted
    }
}
