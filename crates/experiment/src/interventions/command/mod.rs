//! Any change that the user has a command for: `--apply 'CMD {value}' --restore CMD`. Page: `command.md`.

use super::{Intervention, Kind, Restore, Restored, WayBack};
use crate::{InterventionError, Journal, guardian};
use model::harmless::{HIDDEN, echoed, script};
use model::{Message, message};
use serde::{Deserialize, Serialize};
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// For the registry.
pub const KIND: Kind = Kind::new("command", include_str!("command.md")).put_back_by::<Commands>();

/// What stands for the dose in a command.
const PLACE: &str = "{value}";
/// Longest run of a command.
const LONGEST: Duration = Duration::from_secs(300);
/// Most of a command's words that are repeated.
const WORDS: usize = 300;

/// A change by commands of the user.
pub struct Hook {
    apply: String,
    restore: String,
    check: Option<String>,
    current: f64,
}

impl Hook {
    /// `apply` with `{value}` in it sets a dose, `restore` puts back what was there, `check` succeeds when it is back. `current` is the dose
    /// that is there.
    pub fn new(apply: &str, restore: &str, check: Option<&str>, current: f64) -> Result<Self, InterventionError> {
        let empty = |what: &str| Err(InterventionError::new(format!("read --{what}"), "the command is empty"));
        match (apply.trim(), restore.trim()) {
            ("", _) => empty("apply"),
            (_, "") => empty("restore"),
            _ => Ok(Self { apply: apply.to_owned(), restore: restore.to_owned(), check: check.map(str::to_owned), current }),
        }
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
        run(&self.apply.replace(PLACE, &dose.to_string()), LONGEST).map(|()| dose)
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
    let fail = |seen: String| InterventionError::new(format!("run `{}`", script(command)), seen);
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| fail(e.to_string()))?;
    let group = child.id();
    guardian::runs(group);
    let ended = wait(&mut child, command, longest);
    guardian::has_ended(group);
    ended
}

/// Waits for it to end well.
fn wait(child: &mut Child, command: &str, longest: Duration) -> Result<(), InterventionError> {
    let fail = |seen: String| InterventionError::new(format!("run `{}`", script(command)), seen);
    // What it starts and leaves running may keep the pipe open: only what came until it ended is taken.
    let words = child.stderr.take().map(|pipe| std::thread::spawn(move || first_words(pipe)));
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => {
                let said = words.filter(std::thread::JoinHandle::is_finished).and_then(|w| w.join().ok()).unwrap_or_default();
                return Err(fail(format!(
                    "it ended with {status}{}",
                    if said.is_empty() { String::new() } else { format!(": {}", echoed(command, &said)) }
                )));
            }
            Err(e) => return Err(fail(e.to_string())),
            Ok(None) if began.elapsed() > longest => {
                end(child);
                return Err(fail(format!("it was still running after {} s", longest.as_secs())));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn first_words(mut pipe: impl std::io::Read) -> String {
    let mut bytes = Vec::new();
    // What could be read is what is said.
    drop(pipe.by_ref().take(WORDS as u64).read_to_end(&mut bytes));
    // The rest is read so that the command never waits for a reader.
    drop(std::io::copy(&mut pipe, &mut std::io::sink()));
    String::from_utf8_lossy(&bytes).trim().replace('\n', " ")
}

fn end(child: &mut Child) {
    end_group(child.id());
    drop(child.wait());
}

/// Ends a process group that a tool of ours has made for a command.
#[expect(unsafe_code, reason = "signals the process group that we made")]
pub(crate) fn end_group(group: u32) {
    // SAFETY: kill has no memory effects; the group was made by us for a command that has not been waited for.
    unsafe { libc::kill(-(group as libc::pid_t), libc::SIGKILL) };
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
        let e = run("echo no such knob >&2; sleep 0.1; exit 3", LONGEST).unwrap_err();
        assert!(e.seen.to_string().contains("exit status: 3"), "{e}");
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
}
