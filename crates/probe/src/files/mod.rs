//! The files probe: which files the target opens, and how often, in short windows at random moments of a phase.

mod counts;
mod opens;
mod places;

use crate::windows::{Looks, Open, PATIENCE, Window, WindowProbe};
use crate::{Context, Probe, ProbeError};
use counts::{Counts, Opened};
use model::{Message, Series, Timestamp, message, sensor};
use opens::{Opening, Opens, Taken};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most file systems that are watched. A choice: beyond it lie other containers' layers.
const MOST_PLACES: usize = 8;

/// Counts the opens of one process while a phase is on; not attached.
pub(crate) fn probe() -> impl Probe {
    WindowProbe::of(Watch::open)
}

struct Watch {
    pid: u32,
    places: Vec<PathBuf>,
    folder: PathBuf,
    counts: Counts,
}

impl Watch {
    fn open(cx: &Context) -> Result<Self, ProbeError> {
        let pid = cx.target.pid;
        crate::process::check_alive(&cx.target)?;
        let of = |what: &str| PathBuf::from(format!("/proc/{pid}/{what}"));
        let unread = |e: io::Error| failed(e.to_string().into(), message!("contract/as-user-or-root"));
        let folder = fs::read_link(of("cwd")).map_err(unread)?;
        let mounts = fs::read_to_string(of("mountinfo")).map_err(unread)?;
        let mut places = places::places(&of("root"), &folder, &mounts);
        // a single file that is mounted lies on a file system of others
        places.retain(|p| p.is_dir());
        places.truncate(MOST_PLACES);
        if places.is_empty() {
            return Err(failed(message!("files/no-file-system"), Message::default()));
        }
        let watch = Self { pid, places, folder, counts: Counts::default() };
        watch.opens().map_err(|e| match e.raw_os_error() {
            Some(libc::EPERM) => failed(message!("files/needs-admin"), message!("contract/as-root")),
            _ => failed(e.to_string().into(), Message::default()),
        })?;
        Ok(watch)
    }

    /// Watches all places that can be watched, until it is dropped; an error where none can.
    fn opens(&self) -> io::Result<Opens> {
        let opens = Opens::new()?;
        let mut none = io::Error::from_raw_os_error(libc::ENOENT);
        let watched = self.places.iter().filter(|p| opens.watch(p).map_err(|e| none = e).is_ok()).count();
        if watched > 0 { Ok(opens) } else { Err(none) }
    }
}

impl Looks for Watch {
    const NAME: &'static str = "files";
    const SENSOR: &'static str = sensor::FILES;

    fn window(&mut self, open: &Open) -> io::Result<Vec<Series>> {
        // what is opened while the places are being marked may count: its time does
        let from = Timestamp::now();
        let mut opens = self.opens()?;
        let mut seen = Seen { pid: self.pid, threads: HashMap::new(), files: Opened::new(), opens: 0, whole: true };
        while open.still(seen.opens) {
            seen.take_from(&mut opens, PATIENCE)?;
        }
        let window = Window { from, to: Timestamp::now() };
        opens.close();
        while seen.take_from(&mut opens, Duration::ZERO)? {}
        // of a window of which a part was lost nothing is told
        let folder = &self.folder;
        Ok(if seen.whole { self.counts.take(window, seen.files, |p| places::shown(p, folder)) } else { Vec::new() })
    }

    fn lost(&self, e: &io::Error) -> Message {
        failed(e.to_string().into(), Message::default()).said()
    }
}

/// What a window has seen.
struct Seen {
    pid: u32,
    /// Whether a thread is the target's.
    threads: HashMap<i32, bool>,
    files: Opened,
    opens: usize,
    /// Nothing was lost.
    whole: bool,
}

impl Seen {
    /// Whether there may be more.
    fn take_from(&mut self, opens: &mut Opens, patience: Duration) -> io::Result<bool> {
        let taken = opens.each(patience, |o| self.take(o))?;
        self.whole &= taken != Taken::SomeLost;
        Ok(taken != Taken::None)
    }

    fn take(&mut self, o: Opening) {
        self.opens += 1;
        let pid = self.pid;
        let ours = self.threads.entry(o.by).or_insert_with(|| Path::new(&format!("/proc/{pid}/task/{}", o.by)).exists());
        if !*ours {
            return;
        }
        let Ok(path) = fs::read_link(format!("/proc/self/fd/{}", o.file.as_raw_fd())) else { return };
        let bytes = || File::from(o.file).metadata().map_or(0, |m| m.len());
        self.files.entry(path).or_insert_with(|| (0, bytes())).0 += 1;
    }
}

fn failed(cause: Message, help: Message) -> ProbeError {
    ProbeError { name: "files-not-watched", operation: message!("files/watch"), cause, help }
}

#[cfg(test)]
mod tests;
