//! The proxy: copies bytes both ways, and holds back the first byte of each answer for the delay.
//!
//! A call is a turn: bytes to the other side, then bytes back. The delay is taken once per turn, not per packet or chunk, so that the dose is
//! known whatever the sizes; it fits HTTP/1.1, and databases and caches whose client waits for each answer. With several calls under way
//! on one connection (HTTP/2, pipelining) turns are not calls, and the dose is not what it says.
//!
//! ```text
//!  client --- request ---> [edge] --- request ---> server
//!  client <-- answer -- delay [edge] <-- answer --- server
//! ```

use super::control::Standing;
use model::{Message, message};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes copied at a time.
const CHUNK: usize = 32 * 1024;
const STACK: usize = 128 * 1024;
/// Time between two tries where no connection can be taken: without it a lack of file descriptors fills a core.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// How long a delay lasts after the last word of the connection that asked for it. Source: whatever ends the tool, all is as before within
/// 10 s.
const LEASE: Duration = Duration::from_secs(5);

/// Calls that were delayed since the delay was last changed, and by how much in all.
#[derive(Debug, Default)]
pub struct Turns {
    count: AtomicU64,
    total_ns: AtomicU64,
}

/// An edge that stands: where it leads, and its delay.
#[derive(Debug)]
pub struct Edge {
    listen: String,
    to: String,
    /// What was asked for last.
    asked_ns: AtomicU64,
    /// Until when that lasts, since `began`.
    until_ns: AtomicU64,
    began: Instant,
    lease: Duration,
    turns: Turns,
    /// Number of the connection that set the delay: when it ends, so does the delay.
    holder: Mutex<u64>,
    /// What the system said when a connection could not be taken for the first time.
    refused: OnceLock<String>,
}

/// Stands at `listen` and leads to `to`, commanded through a socket in `folder` (named after the port). Returns at once; threads do the rest
/// until the process ends.
pub fn serve(listen: &str, to: &str, folder: &Path) -> io::Result<Arc<Edge>> {
    serve_with(listen, to, folder, LEASE)
}

/// The same with delays that last for `lease`.
pub(super) fn serve_with(listen: &str, to: &str, folder: &Path, lease: Duration) -> io::Result<Arc<Edge>> {
    let listener = TcpListener::bind(listen)?;
    let address = listener.local_addr()?;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let socket = folder.join(format!("{}.sock", address.port()));
    // Ours is the port, so a socket of this name is of an edge that is gone.
    drop(std::fs::remove_file(&socket));
    let control = UnixListener::bind(&socket)?;
    let edge = Arc::new(Edge {
        listen: address.to_string(),
        to: to.to_owned(),
        asked_ns: AtomicU64::new(0),
        until_ns: AtomicU64::new(0),
        began: Instant::now(),
        lease,
        turns: Turns::default(),
        holder: Mutex::new(0),
        refused: OnceLock::new(),
    });
    let (calls, commands) = (Arc::clone(&edge), Arc::clone(&edge));
    spawn("ts-edge", move || {
        for client in listener.incoming() {
            let Some(client) = calls.taken(client) else { continue };
            let edge = Arc::clone(&calls);
            // Without a thread the connection is closed, which the client sees.
            drop(spawn("ts-edge-call", move || edge.connection(&client)));
        }
    })?;
    spawn("ts-edge-control", move || {
        for (number, line) in control.incoming().enumerate() {
            let Some(line) = commands.taken(line) else { continue };
            let edge = Arc::clone(&commands);
            drop(spawn("ts-edge-line", move || edge.commanded(&line, number as u64 + 1)));
        }
    })?;
    Ok(edge)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(work)
}

impl Edge {
    /// How it stands.
    pub fn standing(&self) -> Standing {
        let (count, total) = (self.turns.count.load(SeqCst), self.turns.total_ns.load(SeqCst));
        Standing {
            listen: self.listen.clone(),
            to: self.to.clone(),
            delay_ms: self.delay_ns() as f64 / 1e6,
            turns: count,
            mean_ms: total as f64 / 1e6 / count.max(1) as f64,
        }
    }

    /// Why connections could not be taken, since one was not: each is tried again. Always the first reason.
    pub fn trouble(&self) -> Option<Message> {
        self.refused.get().map(|error| message!("edge_delay/takes-none", error: name(error)))
    }

    /// A connection that was taken; where it was not, some time passes before the next try.
    pub(super) fn taken<C>(&self, connection: io::Result<C>) -> Option<C> {
        connection
            .inspect_err(|e| {
                self.refused.get_or_init(|| e.to_string());
                thread::sleep(PAUSE);
            })
            .ok()
    }

    /// The delay as long as it lasts.
    fn delay_ns(&self) -> u64 {
        if self.now_ns() < self.until_ns.load(SeqCst) { self.asked_ns.load(SeqCst) } else { 0 }
    }

    fn now_ns(&self) -> u64 {
        self.began.elapsed().as_nanos() as u64
    }

    fn lasts_from_now(&self) {
        self.until_ns.store(self.now_ns().saturating_add(self.lease.as_nanos() as u64), SeqCst);
    }

    /// A word of connection `who`: where the delay is its own and has not lapsed, it lasts on. One that has lapsed does not come back:
    /// something else may have been counted on since.
    fn heard(&self, who: u64) {
        let holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner);
        if *holder == who && self.delay_ns() > 0 {
            self.lasts_from_now();
        }
    }

    fn set(&self, ms: f64, who: u64) {
        let mut holder = self.holder.lock().unwrap_or_else(PoisonError::into_inner);
        *holder = who;
        self.asked_ns.store((ms.clamp(0.0, 60_000.0) * 1e6) as u64, SeqCst);
        self.lasts_from_now();
        self.turns.count.store(0, SeqCst);
        self.turns.total_ns.store(0, SeqCst);
    }

    /// Takes commands until the line ends, and the delay with it. One that stands still keeps the line and not the delay.
    fn commanded(&self, line: &UnixStream, who: u64) {
        let mut answers = line;
        for command in BufReader::new(line).lines() {
            let Ok(command) = command else { break };
            match command.split_once(' ') {
                Some(("delay", ms)) => match ms.parse::<f64>() {
                    Ok(ms) if ms.is_finite() => self.set(ms, who),
                    _ => break,
                },
                _ if command == "show" => self.heard(who),
                _ => break,
            }
            if answers.write_all(self.standing().to_line().as_bytes()).is_err() {
                break;
            }
        }
        if *self.holder.lock().unwrap_or_else(PoisonError::into_inner) == who {
            self.set(0.0, 0);
        }
    }

    /// One connection, until both sides have ended.
    fn connection(self: &Arc<Self>, client: &TcpStream) {
        let Ok(server) = TcpStream::connect(&self.to) else {
            drop(client.shutdown(Shutdown::Both));
            return;
        };
        drop(client.set_nodelay(true).and_then(|()| server.set_nodelay(true)));
        let asked = Arc::new(AtomicBool::new(false));
        let (Ok(from_client), Ok(to_server)) = (client.try_clone(), server.try_clone()) else { return };
        let outward = Arc::clone(&asked);
        let there = spawn("ts-edge-out", move || copy(&from_client, &to_server, || outward.store(true, SeqCst)));
        copy(&server, client, || {
            if asked.swap(false, SeqCst) {
                self.hold_back();
            }
        });
        drop(client.shutdown(Shutdown::Both));
        drop(server.shutdown(Shutdown::Both));
        drop(there.map(thread::JoinHandle::join));
    }

    fn hold_back(&self) {
        let began = Instant::now();
        let delay = Duration::from_nanos(self.delay_ns());
        if !delay.is_zero() {
            thread::sleep(delay);
        }
        self.turns.count.fetch_add(1, SeqCst);
        self.turns.total_ns.fetch_add(began.elapsed().as_nanos() as u64, SeqCst);
    }
}

/// Copies until one side ends; `before` is called when bytes have come and before they go on.
fn copy(mut from: &TcpStream, mut to: &TcpStream, before: impl Fn()) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => break,
            Ok(n) => {
                before();
                if to.write_all(&chunk[..n]).is_err() {
                    break;
                }
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    // Nothing more will come this way; the other way may go on.
    drop(to.shutdown(Shutdown::Write));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_lasts_on_by_words_of_its_holder_alone() {
        let dir = tempfile::tempdir().unwrap();
        let edge = serve_with("127.0.0.1:0", "127.0.0.1:9", dir.path(), Duration::from_secs(3600)).unwrap();
        let until = || edge.until_ns.load(SeqCst);
        edge.set(30.0, 1);
        let first = until();
        edge.heard(2);
        assert_eq!(until(), first);
        edge.heard(1);
        assert!(until() > first && edge.standing().delay_ms == 30.0);
        edge.until_ns.store(0, SeqCst);
        edge.heard(1);
        assert_eq!((until(), edge.standing().delay_ms), (0, 0.0));
    }
}
