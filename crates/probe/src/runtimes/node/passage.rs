//! The passage into a Node process: its inspector is opened, a relay is put in, and the inspector closed again. A process apart does that, so that the port is open
//! for a moment also where the tool is killed or stopped meanwhile; where none can be started, a thread. It tells what it has done, word by word.

use super::inspector::{self, Inspector, NOT_OPEN};
use super::relay::{self, Client};
use crate::ProbeError;
use crate::discover;
use model::{Message, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is told, one line of JSON each. `WasOpen`, `Closed`, `NoRelay` and `Failed` are the last.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Word {
    /// Somebody else has opened it: it is used as it is.
    WasOpen(Inspector),
    /// It is open, and there.
    Opened(Inspector),
    /// A relay waits for its client, at this path as the target sees it.
    Relay(String),
    /// None could be put in, for this reason: the inspector stays open.
    NoRelay(Failure),
    /// The inspector is closed. Users who were seen connected to it, by their numbers.
    Closed(BTreeSet<u32>),
    /// It came to nothing. `closed` where the inspector is not open, and will not be.
    Failed { why: Failure, closed: bool },
}

/// An error that goes from one process to another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Failure {
    name: String,
    operation: Message,
    cause: Message,
    help: Message,
}

/// Names of such errors; any other is `inspector-failed`.
const NAMES: [&str; 6] =
    ["attach-refused", "inspector-not-closed", "inspector-not-loopback", NOT_OPEN, "inspector-port-taken", "other-network"];

impl From<ProbeError> for Failure {
    fn from(e: ProbeError) -> Self {
        Self { name: e.name.to_owned(), operation: e.operation, cause: e.cause, help: e.help }
    }
}

impl From<Failure> for ProbeError {
    fn from(f: Failure) -> Self {
        let known = NAMES.into_iter().find(|name| *name == f.name);
        Self { name: known.unwrap_or("inspector-failed"), operation: f.operation, cause: f.cause, help: f.help }
    }
}

/// What is to be done.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) target: Target,
    pub(super) client: Client,
    /// Whether an inspector that is open is one that a tool has left so: it is ours to close.
    pub(super) left: bool,
}

impl Order {
    /// As words of a command line.
    pub(super) fn words(&self) -> [String; 5] {
        let Target { pid, start_ticks, port, .. } = &self.target;
        [pid.to_string(), start_ticks.to_string(), port.to_string(), self.client.key().to_owned(), self.left.to_string()]
    }

    /// Of such words; `None` where they make no sense, or the process is gone.
    fn of(words: &[String]) -> Option<Self> {
        let [pid, start_ticks, port, client, left] = words else { return None };
        let target = discover::by_pid(pid.parse().ok()?, Some(port.parse().ok()?)).ok()?;
        let is_same = target.start_ticks == start_ticks.parse::<u64>().ok()?;
        is_same.then_some(Self { target, client: Client::of(client)?, left: left.parse().ok()? })
    }
}

/// What the process apart does.
pub(super) fn apart(words: &[String], tell: &mut dyn FnMut(&str)) {
    let Some(order) = Order::of(words) else { return };
    go(&order, &mut |word| {
        // one that is lost is the same as a process that is gone
        if let Ok(line) = serde_json::to_string(&word) {
            tell(&line);
        }
    });
}

/// Does what is ordered, to its end.
pub(super) fn go(order: &Order, say: &mut dyn FnMut(Word)) {
    if let Err(e) = through(order, say) {
        let is_open = || inspector::may_be_open(&order.target).unwrap_or_else(|| Inspector::find(&order.target, None).is_some());
        let closed = e.name != NOT_OPEN && !is_open();
        say(Word::Failed { why: e.into(), closed });
    }
}

fn through(order: &Order, say: &mut dyn FnMut(Word)) -> Result<(), ProbeError> {
    let target = &order.target;
    let inspector = match Inspector::find(target, None) {
        Some(found) if order.left => Inspector { to_close: true, ..found },
        Some(found) => {
            say(Word::WasOpen(found));
            return Ok(());
        }
        None => {
            inspector::may_open(target)?;
            Inspector::open(target, &mut |e| say(Word::Failed { why: e.into(), closed: false }))?
        }
    };
    say(Word::Opened(inspector.clone()));
    put_in(&inspector, order.client, say).inspect_err(|_| {
        // what was opened is closed, whatever went wrong
        let _closed = inspector.close_alone().is_ok();
    })
}

fn put_in(inspector: &Inspector, client: Client, say: &mut dyn FnMut(Word)) -> Result<(), ProbeError> {
    let mut session = inspector.connect()?;
    match relay::put_in(&mut session, inspector.pid, client) {
        Ok(path) => {
            say(Word::Relay(path));
            say(Word::Closed(inspector.close(session)?));
        }
        Err(e) => say(Word::NoRelay(e.into())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::message;

    #[test]
    fn words_say_the_same_to_another_process() {
        let error = ProbeError {
            name: NOT_OPEN,
            operation: message!("node/open-inspector", pid: name("421")),
            cause: message!("node/not-opened", within: Seconds(10.0)),
            help: Message::default(),
        };
        let line = serde_json::to_string(&Word::Failed { why: error.clone().into(), closed: false }).expect("it is text");
        let Ok(Word::Failed { why, closed: false }) = serde_json::from_str(&line) else { panic!("{line}") };
        assert_eq!(ProbeError::from(why), error);
        let address = "[::1]:9229".parse().expect("an address");
        let opened = Word::Opened(Inspector { pid: 421, address, url: "ws://[::1]:9229/5a".to_owned(), to_close: true });
        let line = serde_json::to_string(&opened).expect("it is text");
        let Ok(Word::Opened(inspector)) = serde_json::from_str(&line) else { panic!("{line}") };
        assert_eq!((inspector.pid, inspector.address, inspector.to_close), (421, address, true));
    }

    #[test]
    fn an_order_is_read_as_it_was_given_and_is_of_one_process_only() {
        let target = discover::by_pid(std::process::id(), Some(8080)).expect("this one");
        let order = Order { target: target.clone(), client: Client::Sizing, left: true };
        let read = Order::of(&order.words()).expect("it lives");
        let same = (read.target.pid, read.target.start_ticks, read.target.port) == (target.pid, target.start_ticks, 8080);
        assert!(same && read.client == Client::Sizing && read.left, "{read:?}");
        let later = Order { target: Target { start_ticks: target.start_ticks + 1, ..target }, ..order };
        assert!(Order::of(&later.words()).is_none(), "another process with the same id");
    }
}
