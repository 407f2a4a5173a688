//! How an edge is commanded: a line of text over a Unix socket, a line back. `delay MS` and `show` are both answered by
//! `edge LISTEN TO DELAY_MS TURNS MEAN_MS`: where it listens, where it leads, the delay, and how many calls were delayed by how much.
//!
//! A delay lasts as long as the connection that asked for it says something at least every 5 s; `show` will do.

use crate::InterventionError;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// An edge as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Where it listens.
    pub listen: String,
    /// Where it leads.
    pub to: String,
    /// Delay of each call, milliseconds.
    pub delay_ms: f64,
    /// Calls since the delay was last changed.
    pub turns: u64,
    /// By how much they were delayed in the mean, milliseconds.
    pub mean_ms: f64,
}

impl Standing {
    pub(super) fn to_line(&self) -> String {
        format!("edge {} {} {} {} {}\n", self.listen, self.to, self.delay_ms, self.turns, self.mean_ms)
    }

    pub(super) fn parse(line: &str) -> Option<Self> {
        let [word, listen, to, delay, turns, mean] = line.trim().split(' ').collect::<Vec<_>>()[..] else { return None };
        let standing = Self {
            listen: listen.to_owned(),
            to: to.to_owned(),
            delay_ms: delay.parse().ok()?,
            turns: turns.parse().ok()?,
            mean_ms: mean.parse().ok()?,
        };
        (word == "edge").then_some(standing)
    }
}

/// A connection to an edge.
pub(super) struct Line(BufReader<UnixStream>);

impl Line {
    pub(super) fn open(socket: &Path) -> Result<Self, InterventionError> {
        Self::connect(socket).map_err(|e| unreached(socket, &e))
    }

    /// The same; `None` where the edge is gone: no socket is there, or nobody listens to it. Of one that cannot be reached for another
    /// reason (no file descriptors are left) nobody knows.
    pub(super) fn open_if_there(socket: &Path) -> Result<Option<Self>, InterventionError> {
        match Self::connect(socket) {
            Ok(line) => Ok(Some(line)),
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => Ok(None),
            Err(e) => Err(unreached(socket, &e)),
        }
    }

    fn connect(socket: &Path) -> io::Result<Self> {
        let stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(super) fn show(&mut self) -> Result<Standing, InterventionError> {
        self.ask("show")
    }

    /// Sets the delay, and returns what it is then.
    pub(super) fn delay(&mut self, ms: f64) -> Result<f64, InterventionError> {
        self.ask(&format!("delay {ms}")).map(|s| s.delay_ms)
    }

    fn ask(&mut self, what: &str) -> Result<Standing, InterventionError> {
        let mut answer = String::new();
        let done = self.0.get_mut().write_all(format!("{what}\n").as_bytes()).and_then(|()| self.0.read_line(&mut answer));
        done.map_err(|e| failed(&format!("ask the edge: {what}"), &e))?;
        Standing::parse(&answer)
            .ok_or_else(|| InterventionError::new(format!("ask the edge: {what}"), format!("it answered {:?}", answer.trim())))
    }
}

fn unreached(socket: &Path, e: &io::Error) -> InterventionError {
    failed(&format!("reach the edge {}", socket.display()), e)
}

fn failed(what: &str, e: &io::Error) -> InterventionError {
    InterventionError::new(what, e.to_string())
}

/// Where sockets of edges lie: beside the journal.
pub fn folder(journal: &Path) -> PathBuf {
    journal.parent().unwrap_or(Path::new("/tmp")).join("edges")
}

/// Edges that stand, with their sockets. Sockets of edges that are gone are removed.
pub fn standing(folder: &Path) -> Vec<(PathBuf, Standing)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match Line::open(&path).and_then(|mut l| l.show()) {
            Ok(s) => all.push((path, s)),
            // Only a socket that nobody listens to: one that answers late may be busy.
            Err(_) if matches!(UnixStream::connect(&path), Err(ref e) if e.kind() == io::ErrorKind::ConnectionRefused) => {
                drop(std::fs::remove_file(&path));
            }
            Err(_) => {}
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}
