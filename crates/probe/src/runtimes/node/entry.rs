//! Going into a Node process: over its inspector where that was open before, else over a relay (`passage.rs`).

use super::cdp::{Session, failed};
use super::inspector::{self, Inspector};
use super::passage::{self, Order, Word};
use super::relay::{self, Client};
use super::{CLOSED, NOTES, Noted, OPENING, RUNTIME};
use crate::ProbeError;
use crate::journal::{self, Note};
use crate::runtimes::apart;
use model::{Target, message};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest wait for the next word: a loop that is blocked may keep each of two calls waiting for a minute.
const WORD_DEADLINE: Duration = Duration::from_secs(150);

/// Who is inside.
pub(super) struct Entered {
    pub(super) session: Session,
    pub(super) inspector: Inspector,
    pub(super) note: Option<Note>,
    /// Users who were seen connected to the inspector that was open for us, by their numbers.
    pub(super) others: BTreeSet<u32>,
    /// Why the inspector stays open, where it does though it was opened for us.
    pub(super) stays_open: Option<ProbeError>,
}

/// What was found.
enum Found {
    Open(Inspector),
    /// Open, by a tool that is gone.
    Left,
    Shut,
}

/// Goes into `target`. A note of that is given on, or written where the inspector has to be opened; without one it is not opened.
pub(super) fn enter(target: &Target, client: Client, note: Option<Note>) -> Result<Entered, ProbeError> {
    let left = match look(target) {
        Ok(Found::Open(inspector)) => return as_it_is(inspector, note),
        Ok(Found::Left) => true,
        Ok(Found::Shut) => false,
        Err(e) => {
            note.into_iter().for_each(Note::erase);
            return Err(e);
        }
    };
    let note = note.map_or_else(|| Note::write(NOTES, target, &[]), |n| Ok(Some(n)))?;
    let note = note.ok_or_else(|| not_noted(target))?;
    // written before it is opened: should it not be closed here, the next command does
    if !note.add(OPENING) {
        note.erase();
        return Err(not_noted(target));
    }
    let order = Order { target: target.clone(), client, left };
    opened_for_us(&order, note)
}

fn look(target: &Target) -> Result<Found, ProbeError> {
    inspector::is_in_reach(target.pid)?;
    match Inspector::find(target, None) {
        Some(found) if is_left(target, &found) => Ok(Found::Left),
        Some(found) => Ok(Found::Open(found)),
        None => inspector::may_open(target).map(|()| Found::Shut),
    }
}

/// Whether a tool that is gone has noted that it opened this one, and not that it was closed.
fn is_left(target: &Target, inspector: &Inspector) -> bool {
    journal::left(NOTES, target).iter().any(|lines| Noted::read(lines).is_about(inspector))
}

fn as_it_is(inspector: Inspector, note: Option<Note>) -> Result<Entered, ProbeError> {
    match inspector.connect() {
        Ok(session) => Ok(Entered { session, inspector, note, others: BTreeSet::new(), stays_open: None }),
        Err(e) => {
            note.into_iter().for_each(Note::erase);
            Err(e)
        }
    }
}

fn opened_for_us(order: &Order, note: Note) -> Result<Entered, ProbeError> {
    let target = &order.target;
    let words = match Words::of(order) {
        Ok(words) => words,
        Err(e) => {
            note.add(CLOSED);
            note.erase();
            return Err(e);
        }
    };
    let (mut opened, mut behind) = (None, None);
    loop {
        match words.next() {
            Some(Word::WasOpen(inspector)) => {
                // since we looked
                note.add(CLOSED);
                return as_it_is(inspector, Some(note));
            }
            Some(Word::Opened(inspector)) => {
                note.add(&inspector.address.to_string());
                opened = Some(inspector);
            }
            Some(Word::Relay(path)) => behind = Some(relay::connect(target.pid, &path)),
            Some(Word::Closed(others)) => {
                note.add(CLOSED);
                journal::forget(NOTES, target);
                match (opened.take(), behind.take()) {
                    (Some(inspector), Some(Ok(session))) => {
                        let inspector = Inspector { to_close: false, ..inspector };
                        return Ok(Entered { session, inspector, note: Some(note), others, stays_open: None });
                    }
                    (_, behind) => {
                        note.erase();
                        return Err(behind.and_then(Result::err).unwrap_or_else(|| unfinished(target)));
                    }
                }
            }
            Some(Word::NoRelay(why)) => {
                let inspector = opened.take().ok_or_else(|| unfinished(target))?;
                let session = inspector.connect()?;
                return Ok(Entered { session, inspector, note: Some(note), others: BTreeSet::new(), stays_open: Some(why.into()) });
            }
            Some(Word::Failed { why, closed }) => {
                if closed {
                    note.add(CLOSED);
                    note.erase();
                }
                return Err(why.into());
            }
            None => {
                words.end();
                // whoever was to close it is gone
                if Inspector::find(target, None).is_some_and(|open| open.close_alone().is_ok()) {
                    note.add(CLOSED);
                    note.erase();
                }
                return Err(unfinished(target));
            }
        }
    }
}

fn not_noted(target: &Target) -> ProbeError {
    ProbeError {
        name: "inspector-not-noted",
        operation: message!("node/open-inspector", pid: name(target.pid.to_string())),
        cause: message!("node/not-noted", folder: name(journal::place(NOTES))),
        help: message!("node/note-elsewhere", setting: name("XDG_STATE_HOME=FOLDER")),
    }
}

fn unfinished(target: &Target) -> ProbeError {
    failed(message!("node/open-inspector", pid: name(target.pid.to_string())), message!("node/process-apart-gone"))
}

/// What is told of the passage while it is made.
struct Words {
    told: Receiver<Word>,
    /// The process that tells; none where it is a thread.
    child: Option<Arc<Mutex<Child>>>,
}

impl Words {
    fn of(order: &Order) -> Result<Self, ProbeError> {
        let (tell, told) = channel();
        let thread = std::thread::Builder::new().name("ts-inspector".to_owned());
        let started = apart::start(RUNTIME.name(), &order.words());
        let (child, spawned) = if let Some((child, lines)) = started {
            let child = Arc::new(Mutex::new(child));
            let its = Arc::clone(&child);
            (Some(child), thread.spawn(move || listen(lines, &tell, &its)))
        } else {
            let order = order.clone();
            (None, thread.spawn(move || passage::go(&order, &mut |word| drop(tell.send(word)))))
        };
        spawned.map(drop).map_err(|e| ProbeError::no_thread("inspector", &e))?;
        Ok(Self { told, child })
    }

    /// The next word; `None` where nobody tells any more.
    fn next(&self) -> Option<Word> {
        self.told.recv_timeout(WORD_DEADLINE).ok()
    }

    /// Ends the process that tells, which may stand still.
    fn end(&self) {
        if let Some(child) = &self.child {
            let _ended = locked(child).kill().is_ok();
        }
    }
}

/// Passes on what a process tells, and waits for its end.
fn listen(lines: impl Read, tell: &Sender<Word>, child: &Mutex<Child>) {
    for line in BufReader::new(lines).lines().map_while(Result::ok) {
        // a line that is cut off says nothing
        if let Ok(word) = serde_json::from_str(&line)
            && tell.send(word).is_err()
        {
            // nobody listens any more; it goes on to its end
            break;
        }
    }
    let _ended = locked(child).wait().is_ok();
}

fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Users as a text names them: `1000, 64002`.
pub(super) fn named(users: &BTreeSet<u32>) -> String {
    users.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
