//! A change that is sure to be put back: noted before it is made, restored and checked when it ends, however it ends.

use crate::interventions::{Intervention, Restore, Restored};
use crate::journal::{self, Journal};
use crate::{Halt, InterventionError, guardian};
use model::{Message, message};
use std::io;

/// An intervention with its entry in the journal. Dropping it restores, silently: end it with [`Change::restore`] to know.
pub struct Change {
    intervention: Box<dyn Intervention>,
    journal: Journal,
    /// The way back, or why it cannot be noted.
    before: Result<Restore, InterventionError>,
    /// The entry of the journal while something may be changed.
    open: Option<String>,
}

impl Change {
    /// Nothing is changed and nothing noted yet.
    pub fn new(intervention: Box<dyn Intervention>, journal: Journal) -> Self {
        let before = intervention.before();
        Self { intervention, journal, before, open: None }
    }

    /// What is changed.
    pub fn intervention(&self) -> &dyn Intervention {
        &*self.intervention
    }

    /// How it is put back by hand.
    pub fn by_hand(&self) -> Vec<String> {
        self.before.as_ref().map_or_else(|_| Vec::new(), Restore::by_hand)
    }

    /// Whether something stays changed that has to be put back. What ends with this process needs no note.
    pub fn stays(&self) -> bool {
        !self.before.as_ref().is_ok_and(Restore::is_nothing)
    }

    /// Gives a dose; before the first one the way back is on the disk. Returns the dose that it came to.
    pub fn apply(&mut self, dose: f64) -> Result<f64, Halt> {
        self.is_watched().map_err(Halt::Intervention)?;
        if self.open.is_none() && self.stays() {
            self.note().map_err(Halt::Intervention)?;
        }
        let given = self.intervention.apply(dose);
        if let Err(e) = self.is_watched() {
            // this process stood still since it last asked: what the guardian has put back may have been changed again right after that
            self.restore().map_err(Halt::Intervention)?;
            return Err(Halt::Intervention(e));
        }
        given.map_err(Halt::Intervention)
    }

    /// Whether somebody puts back what stays if this process cannot, and has not done so yet.
    fn is_watched(&self) -> Result<(), InterventionError> {
        if self.stays() {
            return guardian::stands_by(&self.journal);
        }
        if guardian::has_acted() { Err(guardian::put_back()) } else { Ok(()) }
    }

    /// Notes the way back, where it still leads to what is there.
    fn note(&mut self) -> Result<(), InterventionError> {
        let before = self.before.clone()?;
        let subject = self.intervention.subject();
        let id = self.journal.open(&subject, &before).map_err(|e| InterventionError {
            what: message!("journal/note-change", file: name(self.journal.path().display().to_string())),
            seen: journal::said(&e),
            help: message!("journal/nothing-changed"),
        })?;
        // Looked at now that no other tool may change it: what one has put back since was its dose when this one looked first.
        let refused = match self.intervention.is_as_before() {
            Ok(true) => {
                self.open = Some(id);
                return Ok(());
            }
            Ok(false) => InterventionError {
                what: message!("journal/change", subject: (subject)),
                seen: message!("journal/differs"),
                help: message!("journal/look-again"),
            },
            Err(e) => e,
        };
        Err(match self.journal.close(&id, "not made: it was no longer as before") {
            Ok(()) => refused,
            Err(e) => InterventionError { seen: self.open_all_the_same(refused.seen, &e), ..refused },
        })
    }

    /// What was seen of a change that was not made, where its entry could not be closed.
    fn open_all_the_same(&self, seen: Message, why: &io::Error) -> Message {
        let file = self.journal.path().display().to_string();
        message!("journal/not-made-not-noted", seen: (seen), file: name(file), why: (journal::said(why)))
    }

    /// Puts back what was there, checks it, and closes the entry. Without any change made it does nothing. After an error the entry stays
    /// open, and the next command tries again.
    pub fn restore(&mut self) -> Result<Restored, InterventionError> {
        let Some(id) = self.open.clone() else { return Ok(Restored::AsBefore) };
        // Never beside the guardian: what two runs of a command come to at once, nobody knows. After it once more, because this process may
        // have changed it again. That it runs at all weighs more than its turn.
        let _alone = self.journal.restores_alone().ok();
        let restored = self.before.as_ref().map_err(Clone::clone)?.restore()?;
        self.open = None;
        let how = if restored == Restored::Gone { "gone" } else { "restored and checked" };
        // The guardian may have closed it. Restored it is, even where that cannot be noted: the next command restores it once more, and
        // says so.
        if self.journal.pending().map_or(true, |open| open.iter().any(|e| e.id == id)) {
            drop(self.journal.close(&id, how));
        }
        Ok(restored)
    }
}

impl Drop for Change {
    fn drop(&mut self) {
        drop(self.restore());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interventions::command::Hook;

    #[test]
    fn the_way_back_is_noted_before_the_first_change_and_closed_after_the_check() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(&dir.path().join("state"));
        let file = dir.path().join("knob");
        let show = format!("cp {0} {1}/seen; echo {{value}} > {2}", journal.path().display(), dir.path().display(), file.display());
        let hook = Hook::new(&show, &format!("echo 10 > {}", file.display()), None, 10.0).unwrap();
        let mut change = Change::new(Box::new(hook), journal.clone());
        assert_eq!(journal.pending().unwrap(), [], "looking notes nothing");
        change.apply(20.0).unwrap();
        assert!(std::fs::read_to_string(dir.path().join("seen")).unwrap().contains("\"open\""), "noted before the command ran");
        assert_eq!(journal.pending().unwrap().len(), 1);
        assert_eq!(change.restore(), Ok(Restored::AsBefore));
        assert_eq!((journal.pending().unwrap(), std::fs::read_to_string(&file).unwrap().as_str()), (vec![], "10\n"));
    }

    #[test]
    fn what_ends_with_this_process_is_not_noted() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let cap = crate::interventions::concurrency_cap::ConcurrencyCap::new(&crate::interventions::concurrency_cap::Cap::default(), 64);
        let mut change = Change::new(Box::new(cap), journal.clone());
        assert_eq!(change.apply(8.0), Ok(8.0));
        assert_eq!((journal.pending().unwrap(), change.restore()), (vec![], Ok(Restored::AsBefore)));
    }

    #[test]
    fn leaving_without_a_word_restores_as_well() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let file = dir.path().join("knob");
        let hook = Hook::new(&format!("echo {{value}} > {}", file.display()), &format!("rm {}", file.display()), None, 1.0).unwrap();
        let mut change = Change::new(Box::new(hook), journal.clone());
        change.apply(2.0).unwrap();
        assert!(file.exists());
        drop(change);
        assert!(!file.exists() && journal.pending().unwrap().is_empty());
    }

    #[test]
    fn what_could_not_be_restored_stays_noted() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mut change = Change::new(Box::new(Hook::new("true", "false", None, 1.0).unwrap()), journal.clone());
        change.apply(2.0).unwrap();
        assert!(change.restore().is_err());
        assert_eq!(journal.pending().unwrap().len(), 1);
    }

    #[test]
    fn nothing_is_changed_where_nothing_can_be_noted() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("knob");
        // a file stands where the folder of the journal should be
        std::fs::write(dir.path().join("state"), "").unwrap();
        let hook = Hook::new(&format!("touch {}", file.display()), "true", None, 1.0).unwrap();
        let mut change = Change::new(Box::new(hook), Journal::in_folder(&dir.path().join("state")));
        assert!(matches!(change.apply(2.0), Err(Halt::Intervention(_))));
        assert!(!file.exists());
    }

    /// A number in a file, which others change as well.
    struct Number {
        file: std::path::PathBuf,
        seen: String,
        /// What happens before it is looked at again.
        meanwhile: fn(&Journal),
        journal: Journal,
    }

    impl Intervention for Number {
        fn name(&self) -> &'static str {
            "command"
        }

        fn subject(&self) -> model::Message {
            "the number".into()
        }

        fn unit(&self) -> &'static str {
            ""
        }

        fn current(&self) -> f64 {
            0.0
        }

        fn before(&self) -> Result<Restore, InterventionError> {
            let command = format!("printf {} > {}", self.seen, self.file.display());
            Restore::by(&crate::interventions::command::Commands { command, check: None })
        }

        fn is_as_before(&self) -> Result<bool, InterventionError> {
            (self.meanwhile)(&self.journal);
            Ok(std::fs::read_to_string(&self.file).unwrap() == self.seen)
        }

        fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
            std::fs::write(&self.file, dose.to_string()).unwrap();
            Ok(dose)
        }
    }

    fn in_the_place_of(journal: &Journal) {
        std::fs::rename(journal.path(), journal.path().with_extension("gone")).unwrap();
        std::fs::create_dir(journal.path()).unwrap();
    }

    #[test]
    fn what_another_tool_has_put_back_meanwhile_is_not_changed_by_a_stale_way_back() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(&dir.path().join("state"));
        let file = dir.path().join("number");
        // the dose of another tool, which puts back what was there before this one notes anything
        std::fs::write(&file, "5").unwrap();
        let number = |seen: &str, meanwhile| Number { file: file.clone(), seen: seen.to_owned(), meanwhile, journal: journal.clone() };
        let mut change = Change::new(Box::new(number("5", |_| {})), journal.clone());
        std::fs::write(&file, "20").unwrap();
        let Err(Halt::Intervention(e)) = change.apply(7.0) else { panic!("refused") };
        assert!(e.seen.is("journal/differs"), "{e}");
        assert_eq!((journal.pending().unwrap(), change.restore()), (vec![], Ok(Restored::AsBefore)));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "20");
        let mut again = Change::new(Box::new(number("20", |_| {})), journal.clone());
        assert_eq!((again.apply(7.0), again.restore()), (Ok(7.0), Ok(Restored::AsBefore)));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "20");
        // a folder in the place of the journal: what was noted cannot be closed
        let mut unnoted = Change::new(Box::new(number("5", in_the_place_of)), journal.clone());
        let Err(Halt::Intervention(e)) = unnoted.apply(7.0) else { panic!("refused") };
        assert!(e.seen.is("journal/not-made-not-noted") && e.what.is("journal/change"), "{e}");
        assert_eq!((unnoted.restore(), std::fs::read_to_string(&file).unwrap().as_str()), (Ok(Restored::AsBefore), "20"));
    }
}
