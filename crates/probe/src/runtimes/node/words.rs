//! What is told of a passage (`passage.rs`) while it is made: by a process apart, or by a thread where none can be started.

use super::RUNTIME;
use super::passage::{self, Order, Word};
use crate::ProbeError;
use crate::runtimes::apart;
use std::io::{BufRead as _, BufReader, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest wait for the next word: a loop that is blocked may keep each of two calls waiting for a minute.
const WORD_DEADLINE: Duration = Duration::from_secs(150);
/// How often is looked whether the process has ended, once it says no more.
const LOOK: Duration = Duration::from_millis(20);

/// The words of one passage.
pub(super) struct Words {
    told: Receiver<Word>,
    /// The process that tells; none where it is a thread.
    child: Option<Arc<Mutex<Child>>>,
}

impl Words {
    /// Has a passage made.
    pub(super) fn of(order: &Order) -> Result<Self, ProbeError> {
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
    pub(super) fn next(&self) -> Option<Word> {
        self.told.recv_timeout(WORD_DEADLINE).ok()
    }

    /// Ends the process that tells, which may stand still.
    pub(super) fn end(&self) {
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
    // whoever ends it takes the lock in between
    while matches!(locked(child).try_wait(), Ok(None)) {
        std::thread::sleep(LOOK);
    }
}

fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_process_that_says_no_more_and_lives_can_be_ended() {
        let child = Arc::new(Mutex::new(Command::new("sleep").arg("600").spawn().expect("a child")));
        let its = Arc::clone(&child);
        let (tell, told) = channel();
        let (heard_all, hears_all) = channel::<()>();
        let listening = std::thread::spawn(move || listen(Silent(heard_all), &tell, &its));
        hears_all.recv().expect("it has come to the end of what is told");
        Words { told, child: Some(child) }.end();
        listening.join().expect("the process has ended");
    }

    /// Has nothing to tell, and says when that is known.
    struct Silent(Sender<()>);

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            self.0.send(()).expect("somebody listens");
            Ok(0)
        }
    }
}
