//! What a guardian does.

use crate::journal::{Recovered, recover_of};
use crate::{Journal, group};
use probe::discover;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Silence after which the tool counts as gone. Source: whatever ends the tool, the service is as before within 10 s; five beats.
const SILENCE: Duration = Duration::from_secs(5);

/// How much later than asked for a wait may end before it counts as a stop of this process. A guess: ten times what a busy machine delays.
const STOOD_STILL: Duration = Duration::from_secs(1);

/// What a process group is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    /// A command of the user, or a service that was started in another way: what it does is part of the change.
    Change,
    /// A service as the user starts it: it ends with the tool, and waits for one that stands still.
    Service,
}

/// A process group, as it was heard of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    of: Of,
    /// Start time of its first process; 0 where that was gone already.
    since: u64,
}

impl Group {
    fn heard(number: u32, of: Of) -> Self {
        Self { of, since: discover::identity(number).1 }
    }

    /// Whether the number has become another's since.
    fn is_another(self, number: u32) -> bool {
        let since = discover::identity(number).1;
        since != 0 && since != self.since
    }
}

/// Listens to `tool` (process id and start time) until it is gone, or silent while something is changed. Then it tells by `answer` that it
/// begins, ends what the tool had running, and restores what it left changed.
pub fn keep(words: impl Read + Send + 'static, mut answer: impl Write, journal: &Journal, tool: (u32, u64)) -> io::Result<Vec<Recovered>> {
    let (said, heard) = channel();
    std::thread::spawn(move || listen(words, &said));
    let mut groups = BTreeMap::new();
    loop {
        let began = Instant::now();
        match heard.recv_timeout(SILENCE) {
            Ok(word) => take(&word, &mut groups),
            // this process stood still itself, and nobody has told it anything meanwhile
            Err(RecvTimeoutError::Timeout) if began.elapsed() > SILENCE + STOOD_STILL => {}
            Err(RecvTimeoutError::Timeout) if !is_changed(&groups, journal, tool) => {}
            Err(_) => break,
        }
    }
    // Before anything is done: a tool that goes on at this moment sees it before its next change or right after it. One that is gone does
    // not hear it.
    drop(answer.write_all(b"!").and_then(|()| answer.flush()));
    for (number, _) in groups.into_iter().filter(|(number, g)| !g.is_another(*number)) {
        group::end(number);
    }
    recover_of(journal, tool)
}

/// Whether there is something to put back: a change in the journal, or a group of one that lives (one whose program could not be started told of itself, and nobody
/// tells its end). What cannot be read may be.
fn is_changed(groups: &BTreeMap<u32, Group>, journal: &Journal, tool: (u32, u64)) -> bool {
    groups.iter().any(|(number, g)| g.of == Of::Change && group::lives(*number))
        || journal.pending().map_or(true, |open| open.iter().any(|e| e.tool == tool))
}

fn listen(words: impl Read, said: &Sender<String>) {
    for word in BufReader::new(words).lines() {
        let Ok(word) = word else { return };
        if said.send(word).is_err() {
            return;
        }
    }
}

/// `+12` begins, as part of a change, `=12` as a service, `-12` ends; a word that is cut off or unknown says nothing.
fn take(word: &str, groups: &mut BTreeMap<u32, Group>) {
    let group = |digits: &str| digits.parse::<u32>().ok().filter(|g| *g > 1);
    if let Some(g) = word.strip_prefix('+').and_then(group) {
        groups.insert(g, Group::heard(g, Of::Change));
    } else if let Some(g) = word.strip_prefix('=').and_then(group) {
        groups.insert(g, Group::heard(g, Of::Service));
    } else if let Some(g) = word.strip_prefix('-').and_then(group) {
        groups.remove(&g);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interventions::Restore;
    use crate::interventions::command::Commands;
    use model::Message;
    use std::os::unix::process::CommandExt as _;
    use std::path::PathBuf;
    use std::process::Command;

    #[test]
    fn groups_begin_and_end_and_anything_else_says_nothing() {
        let mut groups = BTreeMap::new();
        for word in [".", "+12", "+7", "-12", "=9", "+", "+1", "+-3", "x", "-8"] {
            take(word, &mut groups);
        }
        let of: BTreeMap<u32, Of> = groups.into_iter().map(|(number, g)| (number, g.of)).collect();
        assert_eq!(of, BTreeMap::from([(7, Of::Change), (9, Of::Service)]));
    }

    #[test]
    fn a_number_that_has_become_anothers_is_known() {
        let number = std::process::id();
        let group = Group::heard(number, Of::Change);
        assert!(!group.is_another(number) && Group { since: group.since + 1, ..group }.is_another(number));
        // nobody has this number: the first process is gone, others of the group may not be
        assert!(!group.is_another(5_000_000));
    }

    fn touch(mark: &std::path::Path) -> Restore {
        Restore::by(&Commands { command: format!("touch {}", mark.display()), check: None }).unwrap()
    }

    /// A tool that looks, when it is told, whether something is put back already.
    struct Tool {
        mark: PathBuf,
        told: Option<bool>,
    }

    impl Write for Tool {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.told = Some(self.mark.exists());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_tool_is_told_before_anything_is_put_back() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mut tool = Tool { mark: dir.path().join("restored"), told: None };
        journal.open(&Message::verbatim("x"), &touch(&tool.mark)).unwrap();
        let of = journal.pending().unwrap()[0].tool;
        let all = keep(io::empty(), &mut tool, &journal, of).unwrap();
        assert!(matches!(all[..], [Recovered::Restored(_)]) && tool.mark.exists(), "{all:?}");
        assert_eq!(tool.told, Some(false));
    }

    #[test]
    fn silence_alone_ends_no_service_that_is_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mut child = Command::new("sleep").arg("600").process_group(0).spawn().unwrap();
        let of = |number: u32, of| BTreeMap::from([(number, Group { of, since: 0 })]);
        let service = of(child.id(), Of::Service);
        assert!(!is_changed(&service, &journal, (1, 1)) && is_changed(&of(child.id(), Of::Change), &journal, (1, 1)));
        assert!(!is_changed(&of(5_000_000, Of::Change), &journal, (1, 1)), "nothing of it runs");
        child.kill().unwrap();
        child.wait().unwrap();
        journal.open(&Message::verbatim("x"), &touch(dir.path())).unwrap();
        let tool = journal.pending().unwrap()[0].tool;
        assert!(is_changed(&service, &journal, tool) && !is_changed(&service, &journal, (tool.0, tool.1 + 1)));
    }
}
