//! Going into a Node process: over its inspector where that was open before, else over a relay (`passage.rs`).

use super::cdp::{Session, failed};
use super::inspector::{self, Inspector};
use super::passage::{Order, Word};
use super::relay::{self, Client};
use super::words::Words;
use super::{CLOSED, NOTES, Noted, OPENING};
use crate::ProbeError;
use crate::journal::{self, Note};
use model::{Target, message};
use std::collections::BTreeSet;

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
    if !left(target).is_empty() {
        inspector::awaits_the_end(target);
    }
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
    let left = left(target);
    match Inspector::find(target, None) {
        Some(found) if left.iter().any(|n| n.is_about(&found)) => Ok(Found::Left),
        Some(found) => Ok(Found::Open(found)),
        None => inspector::may_open(target).map(|()| Found::Shut),
    }
}

/// What tools that are gone have noted of an inspector that they had told to open, and had not seen closed.
fn left(target: &Target) -> Vec<Noted> {
    journal::left(NOTES, target).iter().map(|lines| Noted::read(lines)).filter(|n| n.is_open).collect()
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

/// Has the way in made, and goes through.
fn opened_for_us(order: &Order, note: Note) -> Result<Entered, ProbeError> {
    let mut way = Way { target: &order.target, note: Opening(note), opened: None, behind: None };
    let words = match Words::of(order) {
        Ok(words) => words,
        Err(e) => return Err(way.failed(e, true)),
    };
    loop {
        match words.next() {
            Some(Word::Opened(inspector)) => way.opened(inspector),
            Some(Word::Relay(path)) => way.behind = Some(relay::connect(order.target.pid, &path)),
            // since we looked
            Some(Word::WasOpen(inspector)) => return as_it_is(inspector, Some(way.note.closed())),
            Some(Word::Closed(others)) => return way.through(others),
            Some(Word::NoRelay(why)) => return way.stays_open(why.into()),
            Some(Word::Failed { why, closed }) => return Err(way.failed(why.into(), closed)),
            None => {
                words.end();
                return Err(way.broken_off());
            }
        }
    }
}

/// The note, while it says that the inspector is told to open. Whoever ends that says what has become of the inspector.
struct Opening(Note);

impl Opening {
    /// It is not open: the note stays one of who is inside.
    fn closed(self) -> Note {
        self.0.add(CLOSED);
        self.0
    }

    /// It may be open: the note goes on saying so.
    fn open(self) -> Note {
        self.0
    }
}

/// A way in that is being made, as far as it is known.
struct Way<'a> {
    target: &'a Target,
    note: Opening,
    opened: Option<Inspector>,
    /// The session over the relay.
    behind: Option<Result<Session, ProbeError>>,
}

impl Way<'_> {
    fn opened(&mut self, inspector: Inspector) {
        self.note.0.add(&inspector.address.to_string());
        self.opened = Some(inspector);
    }

    /// The inspector is closed behind us.
    fn through(self, others: BTreeSet<u32>) -> Result<Entered, ProbeError> {
        journal::forget(NOTES, self.target);
        match (self.opened, self.behind) {
            (Some(inspector), Some(Ok(session))) => {
                let inspector = Inspector { to_close: false, ..inspector };
                Ok(Entered { session, inspector, note: Some(self.note.closed()), others, stays_open: None })
            }
            (_, behind) => {
                self.note.closed().erase();
                Err(behind.and_then(Result::err).unwrap_or_else(|| unfinished(self.target)))
            }
        }
    }

    /// No relay could be put in: the way is over the inspector, which nobody else closes any more.
    fn stays_open(self, why: ProbeError) -> Result<Entered, ProbeError> {
        let Some(inspector) = self.opened.clone() else { return Err(self.broken_off()) };
        match inspector.connect() {
            Ok(session) => Ok(Entered { session, inspector, note: Some(self.note.open()), others: BTreeSet::new(), stays_open: Some(why) }),
            Err(e) => Err(self.failed(e, inspector.close_alone().is_ok())),
        }
    }

    /// It came to nothing. Where the inspector may still be open, the note is left to the next command.
    fn failed(self, why: ProbeError, closed: bool) -> ProbeError {
        if closed {
            self.note.closed().erase();
        }
        why
    }

    /// Whoever made it is gone, and was to close the inspector.
    fn broken_off(self) -> ProbeError {
        // one that is not seen now may open still
        let closed = Inspector::find(self.target, None).is_some_and(|open| open.close_alone().is_ok());
        let why = unfinished(self.target);
        self.failed(why, closed)
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

/// Users as a text names them: `1000, 64002`.
pub(super) fn named(users: &BTreeSet<u32>) -> String {
    users.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
