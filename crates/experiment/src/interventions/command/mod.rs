//! Any change that the user has a command for: `--apply 'CMD {value}' --restore CMD`. Page: `command.md`.

use super::{Intervention, Kind, Restore, Restored, WayBack};
use crate::{InterventionError, Journal, group, guardian};
use model::harmless::{HIDDEN, echoed, script};
use model::{Message, message};
use serde::{Deserialize, Serialize};
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// For the registry.
pub const KIND: Kind = Kind::new("command", include_str!("command.md")).put_back_by::<Commands>();

/// What stands for the dose in a command.
const PLACE: &str = "{value}";
/// Longest run of a command.
const LONGEST: Duration = Duration::from_secs(300);
/// In front of each command: it begins at a word from here, and never where there was an end before that. So no command runs that a
/// guardian does not know of.
const GATE: &str = "read -r tightspot_word && exec sh -c \"$1\" </dev/null";
/// Most of a command's words that are repeated.
const WORDS: usize = 300;
/// Longest wait for the next words of a command that has ended: its reader is a thread that may not have had its turn. A guess.
const HEARD: Duration = Duration::from_millis(100);

/// A change by commands of the user.
pub struct Hook {
    apply: String,
    restore: String,
    check: Option<String>,
    current: f64,
    halted: fn() -> bool,
}

impl Hook {
    /// `apply` with `{value}` in it sets a dose, `restore` puts back what was there, `check` succeeds when it is back. `current` is the dose
    /// that is there.
    pub fn new(apply: &str, restore: &str, check: Option<&str>, current: f64) -> Result<Self, InterventionError> {
        let empty = |what: &str| Err(InterventionError::new(format!("read --{what}"), "the command is empty"));
        match (apply.trim(), restore.trim()) {
            ("", _) => empty("apply"),
            (_, "") => empty("restore"),
            _ => Ok(Self {
                apply: apply.to_owned(),
                restore: restore.to_owned(),
                check: check.map(str::to_owned),
                current,
                halted: || false,
            }),
        }
    }

    /// A change that is under way is ended where `halted` says that the user wants to stop. What it did until then is put back, which is
    /// not.
    #[must_use]
    pub fn until(self, halted: fn() -> bool) -> Self {
        Self { halted, ..self }
    }
}

impl Intervention for Hook {
    fn name(&self) -> &'static str {
        "command"
    }

    fn subject(&self) -> Message {
        message!("command/subject", command: name(script(&self.apply)))
    }

    fn unit(&self) -> &'static str {
        ""
    }

    fn current(&self) -> f64 {
        self.current
    }

    fn before(&self) -> Result<Restore, InterventionError> {
        Restore::by(&Commands { command: self.restore.clone(), check: self.check.clone() })
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        let command = self.apply.replace(PLACE, &dose.to_string());
        let mut running = Running::start(&command)?;
        if !guardian::runs(running.group()) {
            return Err(guardian::put_back());
        }
        running.begin();
        running.wait(LONGEST, self.halted).map(|()| dose)
    }
}

/// The way back of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commands {
    /// Run by `sh -c`; its success is the confirmation when there is no `check`.
    pub command: String,
    /// Run after it: must succeed.
    pub check: Option<String>,
}

impl WayBack for Commands {
    const KIND: &'static str = KIND.name;
    const MAY_BE_REPEATED: bool = false;

    fn restore(&self) -> Result<Restored, InterventionError> {
        run(&self.command, LONGEST)?;
        self.check.as_deref().map_or(Ok(()), |c| run(c, LONGEST)).map(|()| Restored::AsBefore)
    }

    /// The command of the user; what is hidden of it stands where only they can read it.
    fn by_hand(&self) -> Vec<String> {
        let shown = script(&self.command);
        let mut lines = vec![shown.clone()];
        if shown.contains(HIDDEN) {
            let place = Journal::of_user().map_or_else(|_| "the journal".to_owned(), |j| j.path().display().to_string());
            lines.push(format!("this is the command of --restore without its secrets; in full it stands in {place}"));
        }
        lines
    }
}

/// Runs a command by `sh -c` in a process group of its own, so that Ctrl-C in the terminal does not end a restore half-way.
pub fn run(command: &str, longest: Duration) -> Result<(), InterventionError> {
    let mut running = Running::start(command)?;
    // what puts back runs whether a guardian hears of it or not
    guardian::runs(running.group());
    running.begin();
    running.wait(longest, || false)
}

/// A command that was started. Where this is dropped before its end it is ended, with all that it has started: what it would still change,
/// nobody would put back.
struct Running<'a> {
    command: &'a str,
    child: Child,
    gate: Option<ChildStdin>,
}

impl<'a> Running<'a> {
    /// It waits for [`Self::begin`].
    fn start(command: &'a str) -> Result<Self, InterventionError> {
        let started = Command::new("sh")
            .args(["-c", GATE, "sh", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn();
        let mut child = started.map_err(|e| failed(command, e.to_string()))?;
        Ok(Self { command, gate: child.stdin.take(), child })
    }

    fn group(&self) -> u32 {
        self.child.id()
    }

    fn begin(&mut self) {
        // whether it could be told is seen by how it ends
        drop(self.gate.take().map(|mut gate| gate.write_all(b"\n")));
    }

    /// Waits for it to end well.
    fn wait(&mut self, longest: Duration, halted: fn() -> bool) -> Result<(), InterventionError> {
        let words = self.child.stderr.take().map(heard);
        let fail = |seen: Message| failed(self.command, seen);
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    // what it starts and leaves running may keep the pipe open
                    let said = words.map(|w| first_of(&w)).unwrap_or_default();
                    let said = if said.is_empty() { String::new() } else { format!(": {}", echoed(self.command, &said)) };
                    return Err(fail(format!("it ended with {status}{said}").into()));
                }
                Err(e) => return Err(fail(e.to_string().into())),
                Ok(None) if began.elapsed() > longest => {
                    return Err(fail(format!("it was still running after {} s", longest.as_secs()).into()));
                }
                Ok(None) if halted() => return Err(fail(message!("command/stopped"))),
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            group::end(self.group());
            drop(self.child.wait());
        }
        guardian::has_ended(self.group());
    }
}

fn failed(command: &str, seen: impl Into<Message>) -> InterventionError {
    InterventionError::new(format!("run `{}`", script(command)), seen)
}

/// What comes from a pipe, as it comes.
fn heard(mut pipe: impl io::Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (tell, words) = channel();
    std::thread::spawn(move || {
        let mut part = [0; WORDS];
        // All is read, whoever listens, so that the command never waits for a reader.
        while let Ok(n @ 1..) = pipe.read(&mut part) {
            drop(tell.send(part[..n].to_vec()));
        }
    });
    words
}

/// The first words that have come.
fn first_of(words: &Receiver<Vec<u8>>) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < WORDS
        && let Ok(part) = words.recv_timeout(HEARD)
    {
        bytes.extend(part);
    }
    bytes.truncate(WORDS);
    String::from_utf8_lossy(&bytes).trim().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dose_stands_where_the_command_wants_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x");
        let mut hook = Hook::new(&format!("echo {{value}} > {}", file.display()), "true", None, 1.0).unwrap();
        assert_eq!(hook.apply(2.5), Ok(2.5));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "2.5\n");
        assert_eq!(hook.apply(30.0), Ok(30.0));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "30\n");
    }

    #[test]
    fn a_command_that_fails_is_repeated_with_its_words() {
        // words that stand in the command are not repeated
        let e = run("echo NO SUCH KNOB | tr A-Z a-z >&2; exit 3", LONGEST).unwrap_err();
        assert_eq!(e.seen.to_string(), "it ended with exit status: 3: no such knob");
        // also where something that it started keeps the pipe open
        let e = run("echo NO SUCH KNOB | tr A-Z a-z >&2; sleep 2 & exit 3", LONGEST).unwrap_err();
        assert_eq!(e.seen.to_string(), "it ended with exit status: 3: no such knob");
    }

    #[test]
    fn restoring_wants_the_check_to_succeed() {
        let restore = |command: &str, check: Option<&str>| Commands { command: command.into(), check: check.map(str::to_owned) }.restore();
        assert_eq!(restore("true", Some("true")), Ok(Restored::AsBefore));
        assert!(restore("true", Some("false")).is_err() && restore("false", None).is_err());
    }

    #[test]
    fn a_command_that_never_ends_is_ended() {
        let e = run("sleep 600", Duration::from_millis(50)).unwrap_err();
        assert!(e.seen.to_string().contains("still running"), "{e}");
    }

    #[test]
    fn a_hook_without_a_way_back_is_refused() {
        assert!(Hook::new("set {value}", " ", None, 1.0).is_err());
    }

    #[test]
    fn a_change_ends_at_once_where_the_user_wants_to_stop_and_is_put_back_to_the_end() {
        let dir = tempfile::tempdir().unwrap();
        let (begun, restored) = (dir.path().join("begun"), dir.path().join("restored"));
        let apply = format!("touch {}; sleep 600", begun.display());
        let mut hook = Hook::new(&apply, &format!("sleep 0.05; touch {}", restored.display()), None, 1.0).unwrap().until(|| true);
        let e = hook.apply(2.0).unwrap_err();
        assert!(e.seen.is("command/stopped"), "{e}");
        assert_eq!(hook.before().unwrap().restore(), Ok(Restored::AsBefore));
        assert!(restored.exists());
    }

    #[test]
    fn a_command_that_was_not_told_to_begin_never_does() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x");
        let command = format!("touch {}", file.display());
        let mut running = Running::start(&command).unwrap();
        // as the kernel closes it when the tool is killed at this moment
        running.gate = None;
        assert!(!running.child.wait().unwrap().success() && !file.exists());
        assert_eq!(run(&command, LONGEST), Ok(()));
        assert!(file.exists());
    }

    #[test]
    fn whoever_gives_up_waiting_leaves_nothing_running() {
        let running = Running::start("sleep 600").unwrap();
        let group = running.group();
        drop(running);
        assert!(!std::path::Path::new(&format!("/proc/{group}")).exists());
    }

    #[test]
    fn a_command_reads_nothing_and_is_alone_with_its_words() {
        assert_eq!(run("read -r word && exit 1; [ $# = 0 ] && [ -z \"${tightspot_word:-}\" ]", LONGEST), Ok(()));
    }
}
