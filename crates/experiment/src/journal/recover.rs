//! After a kill: whatever the journal still has open, and whose tool is gone, is put back and checked.

use super::{Entry, Journal, said};
use crate::InterventionError;
use crate::interventions::Restored;
use model::{Message, message};
use std::io;

/// What became of an entry that a dead tool left.
#[derive(Debug, Clone, PartialEq)]
pub enum Recovered {
    /// It is as it was, and that was seen.
    Restored(Entry),
    /// What was changed is gone, and the change with it.
    Gone(Entry),
    /// It is as it was, and that could not be noted: it will be put back once more.
    Unnoted(Entry, Message),
    /// It could not be put back, or that could not be confirmed.
    Failed(Entry, InterventionError),
}

impl Recovered {
    /// One line for the user.
    pub fn sentence(&self) -> Message {
        match self {
            Self::Restored(e) => message!("journal/restored", subject: (e.subject())),
            Self::Gone(e) => message!("journal/gone", subject: (e.subject())),
            Self::Unnoted(e, why) => message!("journal/not-noted", subject: (e.subject()), why: (why.clone())),
            Self::Failed(e, why) => message!("journal/not-restored", subject: (e.subject()), why: name(why.to_string())),
        }
    }

    /// The entry, when it is still open.
    pub fn failed(&self) -> Option<&Entry> {
        match self {
            Self::Failed(e, _) => Some(e),
            Self::Restored(_) | Self::Gone(_) | Self::Unnoted(..) => None,
        }
    }

    /// What was to be put back.
    pub fn entry(&self) -> &Entry {
        match self {
            Self::Restored(e) | Self::Gone(e) | Self::Unnoted(e, _) | Self::Failed(e, _) => e,
        }
    }
}

/// Restores what tools that are gone have left changed, latest change first. Entries of living tools are theirs. What could not be restored
/// stays in the journal.
pub fn recover(journal: &Journal) -> io::Result<Vec<Recovered>> {
    put_back(journal, |entry| !entry.tool_lives(), "restored by a later command")
}

/// Restores what one tool (process id and start time) has left changed, whether it is gone or stands still.
pub fn recover_of(journal: &Journal, tool: (u32, u64)) -> io::Result<Vec<Recovered>> {
    put_back(journal, |entry| entry.tool == tool, "restored and checked by the guardian")
}

fn put_back(journal: &Journal, wanted: impl Fn(&Entry) -> bool, how: &str) -> io::Result<Vec<Recovered>> {
    let mut all = Vec::new();
    if !journal.pending()?.iter().any(&wanted) {
        return Ok(all);
    }
    // What another process puts back at this moment is closed when it is this one's turn, and not put back again. That it is put back at
    // all weighs more than the turn.
    let _alone = journal.restores_alone().ok();
    for entry in journal.pending()?.into_iter().rev().filter(wanted) {
        all.push(one_put_back(journal, entry, how));
    }
    Ok(all)
}

/// Whatever becomes of one entry, the next ones have their turn.
fn one_put_back(journal: &Journal, entry: Entry, how: &str) -> Recovered {
    let restored = match entry.restore.restore() {
        Ok(restored) => restored,
        Err(e) => return Recovered::Failed(entry, e),
    };
    let how = if restored == Restored::Gone { "gone" } else { how };
    match journal.close(&entry.id, how) {
        Err(e) => Recovered::Unnoted(entry, said(&e)),
        Ok(()) if restored == Restored::Gone => Recovered::Gone(entry),
        Ok(()) => Recovered::Restored(entry),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interventions::Restore;
    use crate::interventions::command::Commands;

    fn by(command: &str) -> Restore {
        Restore::by(&Commands { command: command.to_owned(), check: None }).unwrap()
    }

    /// An entry as a tool that is gone would have left it: no process has this start time.
    fn orphan(journal: &Journal, command: &str) {
        let id = journal.open(&Message::verbatim("x"), &by(command)).unwrap();
        let text = std::fs::read_to_string(journal.path()).unwrap();
        let own = format!("\"tool\":[{},", std::process::id());
        let (before, after) = text.rsplit_once(&own).unwrap();
        let (_, rest) = after.split_once(']').unwrap();
        std::fs::write(journal.path(), format!("{before}{own}1]{rest}")).unwrap();
        assert!(journal.pending().unwrap().iter().any(|e| e.id == id && e.tool.1 == 1));
    }

    #[test]
    fn what_a_dead_tool_left_is_restored_once() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mark = dir.path().join("restored");
        orphan(&journal, &format!("echo x >> {}", mark.display()));
        assert!(matches!(recover(&journal).unwrap()[..], [Recovered::Restored(_)]));
        assert_eq!((recover(&journal).unwrap(), std::fs::read_to_string(&mark).unwrap().as_str()), (vec![], "x\n"));
    }

    #[test]
    fn two_that_restore_at_once_run_a_command_once() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mark = dir.path().join("restored");
        orphan(&journal, &format!("sleep 0.3; echo x >> {}", mark.display()));
        std::thread::scope(|s| (0..4).for_each(|_| drop(s.spawn(|| recover(&journal).unwrap()))));
        assert_eq!(std::fs::read_to_string(&mark).unwrap(), "x\n");
    }

    #[test]
    fn what_a_living_tool_has_open_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        journal.open(&Message::verbatim("x"), &by("false")).unwrap();
        assert_eq!(recover(&journal).unwrap(), []);
    }

    #[test]
    fn what_cannot_be_restored_stays_in_the_journal_and_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        orphan(&journal, "exit 3");
        let said = recover(&journal).unwrap();
        assert!(said[0].failed().is_some() && said[0].sentence().is("journal/not-restored"), "{said:?}");
        assert_eq!(said[0].sentence().arg("subject"), Some(&Message::verbatim("x").into()));
        assert_eq!(journal.pending().unwrap().len(), 1);
    }

    #[test]
    fn what_is_restored_and_cannot_be_noted_is_said_and_keeps_nobody_from_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(&dir.path().join("state"));
        let mark = dir.path().join("restored");
        orphan(&journal, &format!("echo first >> {}", mark.display()));
        // the latest is the first to be put back, and there is no journal any more in which to note it
        orphan(&journal, &format!("echo second >> {0}; mv {1} {1}.gone; mkdir {1}", mark.display(), journal.path().display()));
        let all = recover(&journal).unwrap();
        assert_eq!(std::fs::read_to_string(&mark).unwrap(), "second\nfirst\n");
        for one in &all {
            assert!(one.sentence().is("journal/not-noted") && one.failed().is_none(), "{one:?}");
        }
        assert_eq!(all.len(), 2);
    }
}
