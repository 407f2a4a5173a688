//! How many connections to the target hold bytes that it has not read, at random moments: by Little's law, how long a request lies there before a
//! thread of the target takes it, whatever keeps that thread (no core, a full pool of workers, a listen queue).

use super::ticker::Reading;
use crate::discover::sock_diag::{ANSWER, FAMILIES, LIVING, Question, SockDiag, u32_at};
use crate::gaps::Gaps;
use model::{Labels, Observation, Series, Sink, Target, Timestamp, signal};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Mean time between two readings: 200 in a level of 8 s. Asking takes 0.8 ms of a core, whatever the number of connections (the kernel goes through its
/// whole table; 24 GB of memory).
const MEAN: Duration = Duration::from_millis(40);
/// Readings after which both families are asked again, and not only those that had connections. A choice: once in two seconds.
const BOTH_EVERY: u32 = 50;
/// A reading may take this part of the time at most: with many connections it comes less often. A choice.
const LARGEST_PART: u32 = 20;
/// Place of `idiag_rqueue` in `inet_diag_msg`: of a living connection, the bytes that were not read.
const UNREAD: usize = 56;

/// Counts until dropped.
pub(super) struct Unread {
    diag: SockDiag,
    port: u16,
    /// Those that had connections when both were asked.
    families: Vec<i32>,
    readings: u32,
    gaps: Gaps,
    sink: Arc<dyn Sink>,
}

impl Unread {
    /// `None` where the kernel does not tell, or where the target's port is not known.
    pub(super) fn open(target: &Target, sink: Arc<dyn Sink>) -> Option<Self> {
        let seed = target.start_ticks ^ u64::from(target.pid);
        (target.port != 0).then_some(())?;
        let (diag, port, gaps) = (SockDiag::open(target.pid)?, target.port, Gaps::new(MEAN, seed));
        Some(Self { diag, port, families: Vec::new(), readings: 0, gaps, sink })
    }

    /// Connections with bytes that wait; those that nobody has accepted yet are among them.
    fn count(&mut self) -> Option<u32> {
        if self.readings.is_multiple_of(BOTH_EVERY) || self.families.is_empty() {
            self.families = FAMILIES.to_vec();
        }
        self.readings += 1;
        let mut waiting = 0;
        let mut in_use = Vec::new();
        for family in std::mem::take(&mut self.families) {
            let mut all = 0;
            let unread = |body: &[u8]| body.len() >= ANSWER && u32_at(body, UNREAD).is_some_and(|bytes| bytes > 0);
            self.diag.each(Question { family, port: self.port, states: LIVING, info: false }, |body| {
                all += 1;
                waiting += u32::from(unread(body));
            })?;
            if all > 0 {
                in_use.push(family);
            }
        }
        self.families = in_use;
        Some(waiting)
    }
}

impl Reading for Unread {
    fn read(&mut self) -> Option<Duration> {
        let (began, t) = (Instant::now(), Timestamp::now());
        if let Some(n) = self.count() {
            let mut s = Series::new(signal::UNREAD_CONNECTIONS, Labels::new());
            s.push(t, f64::from(n));
            self.sink.observe(Observation::Series(s));
        }
        Some(self.gaps.next().max(began.elapsed() * LARGEST_PART))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    struct Nobody;
    impl Sink for Nobody {
        fn observe(&self, _: Observation) {}
    }

    #[test]
    fn a_connection_counts_until_its_bytes_are_read_accepted_or_not() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            let Ok(server) = TcpListener::bind(address) else {
                assert!(address.starts_with('['), "IPv4 is there");
                continue;
            };
            let at = server.local_addr().expect("address");
            let target = Target { pid: std::process::id(), port: at.port(), ..Target::default() };
            let mut unread = Unread::open(&target, Arc::new(Nobody)).expect("sock_diag");
            let mut clients = [(); 3].map(|()| TcpStream::connect(at).expect("connect"));
            assert_eq!(unread.count(), Some(0));
            for c in &mut clients {
                c.write_all(b"GET /").expect("write");
            }
            assert_eq!(unread.count(), Some(3));
            let (mut served, _) = server.accept().expect("accept");
            served.read_exact(&mut [0; 5]).expect("read");
            assert_eq!(unread.count(), Some(2));
            served.write_all(b"what the client has not read is not ours").expect("write");
            assert_eq!(unread.count(), Some(2));
        }
    }
}
