//! The relay inside a Node process (`relay.js`): the inspector's protocol over a socket in a folder that the service's user alone can enter. With it the port
//! of the inspector, at which any user of the machine could run code as the service, is open for a moment only.

use super::cdp::{MOST, READ, Session, failed};
use super::gauges::expression;
use super::sampling::FINISHED;
use crate::{ProbeError, discover};
use model::message;
use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RELAY: &str = include_str!("relay.js");
/// How long the relay waits for us, milliseconds.
const PATIENCE_MS: u32 = 10_000;
/// Longest wait for its end: the loop must come around for it.
const END_DEADLINE: Duration = Duration::from_secs(15);

/// Whom a relay is for. Each has its own, so that sizes are changed beside a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Client {
    Probe,
    Sizing,
}

impl Client {
    /// By which it is known in the target, and to the process that puts it in.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Probe => "tightspot.relay",
            Self::Sizing => "tightspot.sizing",
        }
    }

    /// The one with this key.
    pub(super) fn of(key: &str) -> Option<Self> {
        [Self::Probe, Self::Sizing].into_iter().find(|c| c.key() == key)
    }
}

/// Puts a relay into the process that `session` is with, and gives its path as that process sees it. The process must have a folder for temporary files.
pub(super) fn put_in(session: &mut Session, pid: u32, client: Client) -> Result<String, ProbeError> {
    let folder = "(process.getBuiltinModule || require)('node:os').tmpdir()";
    let (key, gauges) = (client.key(), client == Client::Probe);
    let options = format!("{{key:{key:?},gauges:{gauges},folder:{folder},event:{FINISHED:?},patience:{PATIENCE_MS}}}");
    let path = session.in_a_turn(&format!("{}({options})", expression(RELAY)))?;
    let seen = path.as_str().ok_or_else(|| unreached(pid, "no path".to_owned())).and_then(|path| {
        let here = place(pid, path)?;
        std::fs::symlink_metadata(&here).map_err(|e| unreached(pid, e.to_string())).map(|_| path.to_owned())
    });
    if seen.is_err() {
        // nobody will come
        let _gone = session.in_a_turn(&format!("globalThis[Symbol.for({key:?})]?.end()")).is_ok();
    }
    seen
}

/// A session over the relay at `path`.
pub(super) fn connect(pid: u32, path: &str) -> Result<Session, ProbeError> {
    let lines = Lines::connect(&place(pid, path)?).map_err(|e| unreached(pid, e.to_string()))?;
    Ok(Session::over(pid, lines))
}

/// Where a path of the process is here: it may have a root of its own.
fn place(pid: u32, path: &str) -> Result<PathBuf, ProbeError> {
    let below = Path::new(path).strip_prefix("/").map_err(|e| unreached(pid, e.to_string()))?;
    Ok(discover::file(pid, "root").join(below))
}

fn unreached(pid: u32, cause: String) -> ProbeError {
    failed(message!("node/connect", pid: name(pid.to_string())), cause)
}

/// Messages as lines.
pub(super) struct Lines {
    stream: UnixStream,
    /// Of a line that is not whole yet.
    rest: Vec<u8>,
    whole: VecDeque<String>,
}

impl Lines {
    fn connect(path: &Path) -> io::Result<Self> {
        let stream = UnixStream::connect(path)?;
        stream.set_read_timeout(Some(READ))?;
        stream.set_write_timeout(Some(END_DEADLINE))?;
        Ok(Self { stream, rest: Vec::new(), whole: VecDeque::new() })
    }

    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\n").as_bytes())
    }

    /// The next line; `None` where nothing comes for a moment, or until `end`. An error where the other side has gone, or a line is too long.
    pub(super) fn next(&mut self, end: Instant) -> io::Result<Option<String>> {
        if let Some(line) = self.whole.pop_front() {
            return Ok(Some(line));
        }
        let mut part = vec![0; 64 * 1024];
        while Instant::now() <= end {
            let n = match self.stream.read(&mut part) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => n,
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => return Ok(None),
                Err(e) => return Err(e),
            };
            let mut lines = part[..n].split(|b| *b == b'\n');
            self.rest.extend_from_slice(lines.next().unwrap_or_default());
            for begun in lines {
                let line = std::mem::replace(&mut self.rest, begun.to_vec());
                self.whole.push_back(String::from_utf8_lossy(&line).into_owned());
            }
            if self.rest.len() > MOST {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            if let Some(line) = self.whole.pop_front() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Says that nothing follows, and waits until the other side has gone.
    pub(super) fn close(mut self) {
        let end = Instant::now() + END_DEADLINE;
        let _said = self.stream.shutdown(Shutdown::Write).is_ok();
        while Instant::now() < end && self.next(end).is_ok() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_cut_and_a_silent_other_side_is_no_end() {
        let (ours, mut theirs) = UnixStream::pair().expect("a pair");
        ours.set_read_timeout(Some(Duration::from_millis(20))).expect("option");
        let end = Instant::now() + Duration::from_secs(20);
        let mut lines = Lines { stream: ours, rest: Vec::new(), whole: VecDeque::new() };
        theirs.write_all(b"{\"id\":1}\n{\"id\"").expect("write");
        assert_eq!(lines.next(end).expect("read").as_deref(), Some("{\"id\":1}"));
        assert_eq!(lines.next(end).expect("read"), None);
        theirs.write_all(b":2}\n\n").expect("write");
        assert_eq!(lines.next(end).expect("read").as_deref(), Some("{\"id\":2}"));
        assert_eq!(lines.next(end).expect("read").as_deref(), Some(""));
        drop(theirs);
        assert!(lines.next(end).is_err());
        lines.close();
    }
}
