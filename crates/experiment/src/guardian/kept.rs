//! What a guardian does.

use crate::Journal;
use crate::interventions::command::end_group;
use crate::journal::{Recovered, recover_of};
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Silence after which the tool counts as gone. Source: whatever ends the tool, the service is as before within 10 s; five beats.
const SILENCE: Duration = Duration::from_secs(5);

/// Listens to `tool` (process id and start time) until it is gone or silent, ends the commands that it had running, and restores what it left changed.
pub fn keep(words: impl Read + Send + 'static, journal: &Journal, tool: (u32, u64)) -> io::Result<Vec<Recovered>> {
    let (said, heard) = channel();
    std::thread::spawn(move || listen(words, &said));
    let mut groups = BTreeSet::new();
    // the end of the pipe and silence are the same here
    while let Ok(word) = heard.recv_timeout(SILENCE) {
        take(&word, &mut groups);
    }
    for group in groups {
        end_group(group);
    }
    recover_of(journal, tool)
}

fn listen(words: impl Read, said: &Sender<String>) {
    for word in BufReader::new(words).lines() {
        let Ok(word) = word else { return };
        if said.send(word).is_err() {
            return;
        }
    }
}

/// `+12` begins, `-12` ends; a word that is cut off or unknown says nothing.
fn take(word: &str, groups: &mut BTreeSet<u32>) {
    let group = |digits: &str| digits.parse::<u32>().ok().filter(|g| *g > 1);
    if let Some(g) = word.strip_prefix('+').and_then(group) {
        groups.insert(g);
    } else if let Some(g) = word.strip_prefix('-').and_then(group) {
        groups.remove(&g);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_begin_and_end_and_anything_else_says_nothing() {
        let mut groups = BTreeSet::new();
        for word in [".", "+12", "+7", "-12", "+", "+1", "+-3", "x", "-9"] {
            take(word, &mut groups);
        }
        assert_eq!(groups, BTreeSet::from([7]));
    }
}
