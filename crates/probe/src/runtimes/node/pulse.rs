//! Small messages to a socket inside the target, at random moments: how long each lies there is how long anything waits for the event
//! loop (arrivals at random see the mean), and as long as they come the gauges know that the tool lives.

use crate::gaps::Gaps;
use crate::host::affinity;
use model::Timestamp;
use std::net::{Ipv4Addr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Mean time between two messages. What a message costs the loop was measured with the rest (page); 400 readings in a level of 8 s.
const MEAN: Duration = Duration::from_millis(20);
/// Length of the token by which the gauges know a message of ours.
pub(super) const TOKEN: usize = 16;

/// Sends until dropped.
pub(super) struct Pulse {
    /// Whether messages ask for a reading; else they only say that the tool lives.
    measuring: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Pulse {
    /// Starts sending to `ports` of this machine, in turn.
    pub(super) fn start(ports: Vec<u16>, token: [u8; TOKEN], cpus: &[u32]) -> std::io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let (measuring, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (theirs, end, cpus) = (Arc::clone(&measuring), Arc::clone(&stop), cpus.to_vec());
        let thread = std::thread::Builder::new().name("ts-pulse".to_owned()).spawn(move || {
            // improvements, not needs
            let _pinned = cpus.is_empty() || affinity::pin_current_thread(&cpus).is_ok();
            let _raised = affinity::raise_priority().is_ok();
            let mut gaps = Gaps::new(MEAN, u64::from_le_bytes(token[..8].try_into().unwrap_or_default()));
            for port in ports.iter().cycle().take_while(|_| !end.load(Ordering::Relaxed)) {
                let sent = if theirs.load(Ordering::Relaxed) { Timestamp::now().ns() as u64 } else { 0 };
                let mut message = [0; TOKEN + 8];
                message[..TOKEN].copy_from_slice(&token);
                message[TOKEN..].copy_from_slice(&sent.to_le_bytes());
                // a full queue on the other side: the loop is blocked, and enough messages lie there to tell
                let _sent = socket.send_to(&message, (Ipv4Addr::LOCALHOST, *port)).is_ok();
                std::thread::park_timeout(gaps.next());
            }
        })?;
        Ok(Self { measuring, stop, thread: Some(thread) })
    }

    /// Readings on or off.
    pub(super) fn measure(&self, on: bool) {
        self.measuring.store(on, Ordering::Relaxed);
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ended = thread.join().is_ok();
        }
    }
}
