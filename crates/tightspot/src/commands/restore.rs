//! What an experiment that was killed has left changed: put back by the next command, whatever it is, and said.

use crate::cli::{Command, RestoreArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, said};
use experiment::Journal;
use experiment::journal::{self, Recovered, recover};
use model::{Message, message};

/// Restores before a command does its work. What cannot be restored is said by every command, and ends those that would load or change the
/// service.
pub(crate) fn before(command: &Command) -> Result<(), Failure> {
    // Without a state folder nothing was ever noted.
    let Ok(journal) = Journal::of_user() else { return Ok(()) };
    let acts = matches!(command, Command::Why(_) | Command::Prove(_) | Command::Sweep(_) | Command::Verify(_) | Command::Load(_));
    let all = match recover(&journal) {
        Ok(all) => all,
        // a line that cannot be read may be of a service that is changed still; the journal of another user is that user's
        Err(e) if acts && journal::said(&e).is("journal/garbled") => return Err(unread(&journal, &e)),
        Err(e) => {
            output::warning(&of_file(&journal, &e));
            Vec::new()
        }
    };
    for r in &all {
        output::note(&said(&r.sentence()));
    }
    match failure(&all) {
        Some(f) if acts => Err(f),
        _ => Ok(()),
    }
}

/// `tightspot restore`: the same, and nothing else.
pub(crate) fn run(args: &RestoreArgs) -> Result<Exit, Failure> {
    let journal = Journal::of_user().map_err(|e| Failure::new(Exit::Usage, "no-journal", e.to_string()))?;
    let failed = |e: std::io::Error| unread(&journal, &e);
    let all = recover(&journal).map_err(failed)?;
    for r in &all {
        output::result(&said(&r.sentence()));
    }
    let open = journal.pending().map_err(failed)?;
    let left = open.iter().filter(|e| all.iter().all(|r| r.entry().id != e.id)).count();
    if args.forget {
        for entry in all.iter().filter_map(Recovered::failed) {
            journal.close(&entry.id, "forgotten: put back by hand").map_err(failed)?;
            output::result(&said(&message!("commands/forgotten", subject: (entry.subject()))));
        }
        return Ok(Exit::Done);
    }
    if let Some(f) = failure(&all) {
        return Err(f);
    }
    match left {
        0 => output::result(&said(&message!("commands/nothing-left-changed"))),
        n => output::result(&said(&message!("commands/changes-of-running", changes: Count(n as f64)))),
    }
    Ok(Exit::Done)
}

fn of_file(journal: &Journal, e: &std::io::Error) -> Message {
    message!("commands/journal", file: name(journal.path().display().to_string()), why: (journal::said(e)))
}

fn unread(journal: &Journal, e: &std::io::Error) -> Failure {
    Failure::new(Exit::NotRestored, "journal", of_file(journal, e))
}

fn failure(all: &[Recovered]) -> Option<Failure> {
    let first = all.iter().find_map(Recovered::failed)?;
    let what = message!("commands/left-changed", subject: (first.subject()));
    let mut f = Failure::new(Exit::NotRestored, "not-restored", what);
    for r in all {
        if let Recovered::Failed(entry, why) = r {
            f = f.why(why.said());
            for line in entry.restore.by_hand() {
                f = f.help(line);
            }
        }
    }
    Some(f.help("then: tightspot restore --forget"))
}
