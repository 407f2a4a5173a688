//! A started process with its log: is it alive, what did it say, stop it and everything it started.

use crate::error::OrFail;
use crate::spawn::{Confine, forget, signal_group, spawn};
use crate::watch::wait_for;
use crate::{Error, ErrorKind};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

const LAST_LINES: usize = 20;
const GRACE: Duration = Duration::from_secs(10);

/// A process in a group of its own. Dropping it kills the group.
#[derive(Debug)]
pub(crate) struct Proc {
    pub(crate) name: String,
    pub(crate) log: PathBuf,
    child: Child,
    ended: Option<ExitStatus>,
    gone: bool,
}

/// Where a process reads and writes, when not from nowhere and into its log.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub(crate) stdin: Option<File>,
    pub(crate) stdout: Option<File>,
    pub(crate) stderr: Option<File>,
}

impl Proc {
    /// Starts `command` with stdout and stderr in `log`, unless stdout is to go elsewhere.
    pub(crate) fn start(name: &str, mut command: Command, confine: Confine, log: &Path, streams: Streams) -> Result<Self, Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let file = File::create(log).or_fail(ErrorKind::Launch, || format!("create {}", log.display()))?;
        let copy = file.try_clone().or_fail(ErrorKind::Launch, || format!("open {}", log.display()))?;
        command
            .stdin(streams.stdin.map_or_else(Stdio::null, Stdio::from))
            .stdout(streams.stdout.unwrap_or(copy))
            .stderr(streams.stderr.unwrap_or(file));
        let child = spawn(command, confine).map_err(|e| {
            let help =
                if e.kind() == std::io::ErrorKind::NotFound { format!("install {program}, or put it on PATH") } else { String::new() };
            Error::new(ErrorKind::Launch, format!("start {name} ({program})")).seen(e).help(help)
        })?;
        Ok(Self { name: name.to_owned(), log: log.to_owned(), child, ended: None, gone: false })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it did.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended
    }

    /// The end of its log, for an error.
    pub(crate) fn last_words(&self) -> String {
        last_lines(&self.log)
    }

    pub(crate) fn signal(&mut self, signal: i32) {
        if !self.is_gone() {
            signal_group(self.pid(), signal);
        }
    }

    /// Asks with `signal`, kills after ten seconds, and reports whether the whole group is gone.
    pub(crate) fn stop(&mut self, signal: i32) -> bool {
        self.signal(signal);
        if wait_for(GRACE, || self.is_gone()) {
            return true;
        }
        self.kill()
    }

    pub(crate) fn kill(&mut self) -> bool {
        self.signal(libc::SIGKILL);
        wait_for(GRACE, || self.is_gone())
    }

    /// No living member of its group is left. Remembered: the number of a group that is gone may belong to another by then.
    pub(crate) fn is_gone(&mut self) -> bool {
        if !self.gone && self.ended().is_some() && !group_lives(self.pid()) {
            self.gone = true;
            forget(self.pid());
        }
        self.gone
    }
}

impl Drop for Proc {
    fn drop(&mut self) {
        if !self.is_gone() {
            self.kill();
        }
    }
}

/// Whether a process of the group runs. The dead that nobody has reaped do not count: in a container that may take for ever.
fn group_lives(group: u32) -> bool {
    if !signal_group(group, 0) {
        return false;
    }
    let stats =
        std::fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|p| std::fs::read_to_string(p.path().join("stat")).ok());
    stats.into_iter().any(|stat| {
        // pid (name with anything in it) state ppid pgrp
        let mut fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let state = fields.next();
        fields.nth(1) == Some(&group.to_string()) && !matches!(state, Some("Z" | "X"))
    })
}

/// The last lines of a log.
pub(crate) fn last_lines(log: &Path) -> String {
    let bytes = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return format!("{} is empty", log.display());
    }
    let end = &lines[lines.len().saturating_sub(LAST_LINES)..];
    format!("end of {}:\n{}", log.display(), end.join("\n"))
}
