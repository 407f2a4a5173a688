//! The kernel's table of TCP sockets, asked over netlink (`sock_diag`, what `ss` shows): much cheaper than /proc/net/tcp, where the table is large.

use super::sockets::{self, ESTABLISHED};
use socket2::{Domain, Protocol, Socket, Type};
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// `NETLINK_SOCK_DIAG`, `SOCK_DIAG_BY_FAMILY`, `NLM_F_REQUEST | NLM_F_DUMP`: linux/netlink.h, linux/inet_diag.h.
pub(crate) const SOCK_DIAG: i32 = 4;
const BY_FAMILY: u16 = 20;
const DUMP: u16 = 0x301;
const MESSAGE_ERROR: u16 = 2;
const MESSAGE_DONE: u16 = 3;
/// `INET_DIAG_INFO`: the attribute with `tcp_info`.
pub(crate) const INFO: u16 = 2;
/// Length of a message's head, and of what stands before the attributes of an answer (`nlmsghdr`, `inet_diag_msg`).
pub(crate) const HEAD: usize = 16;
pub(crate) const ANSWER: usize = 72;
/// Living connections, of the states.
pub(crate) const LIVING: u32 = 1 << ESTABLISHED;
/// Both families.
pub(crate) const FAMILIES: [i32; 2] = [libc::AF_INET, libc::AF_INET6];
/// An answer that takes longer than this is given up. A choice.
const PATIENCE: Duration = Duration::from_millis(500);

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    /// One of [`FAMILIES`].
    pub(crate) family: i32,
    /// Local port of the connections; 0 for all.
    pub(crate) port: u16,
    /// In which states: a bit for each, as the kernel numbers them.
    pub(crate) states: u32,
    /// Whether `tcp_info` is wanted.
    pub(crate) info: bool,
}

/// An open way to ask.
pub(crate) struct SockDiag {
    socket: Socket,
    sequence: u32,
    buffer: Vec<u8>,
}

impl SockDiag {
    /// `None` where the kernel does not tell (no sock_diag) or tells of another network namespace than that of process `pid`.
    pub(crate) fn open(pid: u32) -> Option<Self> {
        if !sockets::is_in_our_network(pid).ok()? {
            return None;
        }
        let socket = Socket::new(Domain::from(libc::AF_NETLINK), Type::DGRAM, Some(Protocol::from(SOCK_DIAG))).ok()?;
        socket.set_read_timeout(Some(PATIENCE)).ok()?;
        Some(Self { socket, sequence: 0, buffer: vec![0; 64 * 1024] })
    }

    /// Calls `row` with each socket that answers the question: an `inet_diag_msg` with its attributes. `None` when the kernel gave no full answer.
    pub(crate) fn each(&mut self, question: Question, mut row: impl FnMut(&[u8])) -> Option<()> {
        self.sequence += 1;
        self.socket.send(&message(question, self.sequence)).ok()?;
        loop {
            let n = self.socket.read(&mut self.buffer).ok()?;
            if parse(&self.buffer[..n], self.sequence, &mut row)? {
                return Some(());
            }
        }
    }
}

fn message(q: Question, sequence: u32) -> [u8; HEAD + 56] {
    let mut m = [0; HEAD + 56];
    m[..4].copy_from_slice(&((HEAD + 56) as u32).to_ne_bytes());
    m[4..6].copy_from_slice(&BY_FAMILY.to_ne_bytes());
    m[6..8].copy_from_slice(&DUMP.to_ne_bytes());
    m[8..12].copy_from_slice(&sequence.to_ne_bytes());
    (m[16], m[17], m[18]) = (q.family as u8, libc::IPPROTO_TCP as u8, u8::from(q.info) << (INFO - 1));
    m[20..24].copy_from_slice(&q.states.to_ne_bytes());
    m[24..26].copy_from_slice(&q.port.to_be_bytes());
    m
}

/// Reads the messages of one datagram; `Some(true)` when the answer is complete, `None` when it is an error. Answers to an older
/// question (one that was given up) are skipped.
fn parse(mut data: &[u8], sequence: u32, row: &mut impl FnMut(&[u8])) -> Option<bool> {
    while data.len() >= HEAD {
        let length = (u32_at(data, 0)? as usize).max(HEAD);
        let message = data.get(..length)?;
        let kind = u16_at(message, 4)?;
        if u32_at(message, 8)? == sequence {
            match kind {
                // what went wrong in the middle stands in the end: a negative number
                MESSAGE_DONE => return u32_at(message, HEAD).is_none_or(|code| code.cast_signed() >= 0).then_some(true),
                MESSAGE_ERROR => return None,
                BY_FAMILY => row(&message[HEAD..]),
                _ => {}
            }
        }
        data = data.get(length.next_multiple_of(4)..).unwrap_or_default();
    }
    Some(false)
}

/// Calls `each` with every message of a datagram that was not asked for.
pub(crate) fn messages(mut data: &[u8], mut each: impl FnMut(&[u8])) {
    while let Some(message) = u32_at(data, 0).and_then(|length| data.get(..(length as usize).max(HEAD))) {
        each(message);
        data = data.get(message.len().next_multiple_of(4)..).unwrap_or_default();
    }
}

/// The address at a place of an answer, an IPv4 one inside IPv6 as IPv4; `None` beyond the end.
pub(crate) fn ip(body: &[u8], at: usize) -> Option<IpAddr> {
    let address = body.get(at..at + 16)?;
    Some(if i32::from(body[0]) == libc::AF_INET {
        IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&address[..4]).ok()?))
    } else {
        IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(address).ok()?)).to_canonical()
    })
}

/// The number at a place; `None` beyond the end.
pub(crate) fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_ne_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

/// Likewise.
pub(crate) fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(data.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng as _, SeedableRng as _};

    #[test]
    fn whatever_comes_is_read_to_its_end() {
        for seed in 0..5000 {
            let mut random = SmallRng::seed_from_u64(seed);
            let mut bytes = vec![0; random.random_range(0..600)];
            random.fill(bytes.as_mut_slice());
            // lengths and kinds that might be meant
            for length in bytes.chunks_mut(16) {
                length.iter_mut().take(4).skip(1).for_each(|b| *b = 0);
            }
            let mut rows = 0;
            let _answer = parse(&bytes, 0, &mut |_| rows += 1);
            messages(&bytes, |m| assert!(m.len() >= HEAD));
            assert!(rows <= bytes.len() / HEAD, "seed {seed}");
        }
    }

    #[test]
    fn an_answer_that_ends_in_an_error_is_none() {
        let done = |code: i32| {
            let mut m = vec![0; HEAD + 4];
            m[0] = (HEAD + 4) as u8;
            m[4..6].copy_from_slice(&MESSAGE_DONE.to_ne_bytes());
            m[HEAD..].copy_from_slice(&code.to_ne_bytes());
            parse(&m, 0, &mut |_| {})
        };
        assert_eq!((done(0), done(-2)), (Some(true), None));
    }

    #[test]
    fn what_is_cut_off_is_no_answer_and_no_panic() {
        for n in 0..40 {
            assert!(parse(&[1; 40][..n], 1, &mut |_| panic!("no row")).is_none_or(|done| !done));
            messages(&[1; 40][..n], |_| panic!("no message"));
        }
    }
}
