//! Where requests go while some pass: which processes receive data at their ports, and to whom processes pass data on. By the kernel's counts for each
//! connection, read again and again, because a connection may live for a moment only.

use super::connection::{Row, row};
use crate::discover::sock_diag::{FAMILIES, LIVING, Question, SockDiag};
use crate::discover::socket_inodes;
use model::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Pause between two readings. A choice: a request that opens a connection of its own through a proxy keeps it for a millisecond or more.
const PAUSE: Duration = Duration::from_millis(1);

/// Most times that requests are sent: on a busy machine all connections of one look may have been opened and closed between two readings, and a look that saw
/// none of the requests says nothing. A choice.
const LOOKS: usize = 5;

/// Segments with data while requests passed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Traffic {
    /// That came to a process at one of its ports.
    pub(crate) served: BTreeMap<(u32, u16), u32>,
    /// That the processes sent over connections that they opened themselves, by whom they went to.
    pub(crate) passed_on: BTreeMap<SocketAddr, u32>,
}

/// Connections by inode: whose they are, and their counts.
type Connections = BTreeMap<u32, (u32, Row)>;

/// What passes through `processes`, which listen on `ports`, while `ask` sends requests; it is asked again where none of them was seen. `None` where the kernel does not tell.
pub(crate) fn while_asking(processes: &[u32], ports: &BTreeSet<u16>, ask: &mut dyn FnMut()) -> Option<Traffic> {
    let target = Target { pid: *processes.first()?, ..Target::default() };
    let mut diag = SockDiag::open(target.pid)?;
    let mut traffic = look(&mut diag, processes, ports, ask)?;
    for _ in 1..LOOKS {
        if !traffic.served.is_empty() || !traffic.passed_on.is_empty() {
            break;
        }
        traffic = look(&mut diag, processes, ports, ask)?;
    }
    Some(traffic)
}

fn look(diag: &mut SockDiag, processes: &[u32], ports: &BTreeSet<u16>, ask: &mut dyn FnMut()) -> Option<Traffic> {
    let before = read(diag, processes)?;
    let done = AtomicBool::new(false);
    let mut seen = thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let mut seen = Connections::new();
            while !done.load(Ordering::Relaxed) {
                // a reading that fails is one fewer
                seen.extend(read(diag, processes).unwrap_or_default());
                thread::sleep(PAUSE);
            }
            seen.extend(read(diag, processes).unwrap_or_default());
            seen
        });
        // also where asking panics: nobody watches on for ever
        let over = Over(&done);
        ask();
        drop(over);
        watching.join().ok()
    })?;
    seen.retain(|inode, (_, now)| before.get(inode).is_none_or(|(_, then)| then != now));
    let mut traffic = Traffic::default();
    for (inode, (pid, now)) in seen {
        let (sent, received) = before.get(&inode).map_or((0, 0), |(_, then)| (then.sent, then.received));
        if ports.contains(&now.local) {
            *traffic.served.entry((pid, now.local)).or_default() += now.received.saturating_sub(received);
        } else {
            *traffic.passed_on.entry(now.remote).or_default() += now.sent.saturating_sub(sent);
        }
    }
    traffic.served.retain(|_, n| *n > 0);
    traffic.passed_on.retain(|_, n| *n > 0);
    Some(traffic)
}

/// Says so when it goes.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn read(diag: &mut SockDiag, processes: &[u32]) -> Option<Connections> {
    let owner: BTreeMap<u64, u32> =
        processes.iter().flat_map(|pid| socket_inodes(*pid).unwrap_or_default().into_iter().map(|inode| (inode, *pid))).collect();
    let mut all = Connections::new();
    for family in FAMILIES {
        diag.each(Question { family, port: 0, states: LIVING, info: true }, |body| {
            let of = |r: Row| Some((r.inode, (*owner.get(&u64::from(r.inode))?, r)));
            all.extend(row(body).and_then(of));
        })?;
    }
    Some(all)
}
