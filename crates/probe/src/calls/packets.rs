//! Packets of this network namespace, as the kernel hands them over (`AF_PACKET`): their beginnings alone, and those that were asked for. Needs `CAP_NET_RAW`.
#![allow(unsafe_code, reason = "the standard library has no packet sockets; every structure is our own and lives through the call")]

use super::filter::CAPTURED;
use libc::sock_filter;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Room for packets that were not taken yet, bytes.
const ROOM: libc::c_int = 4 << 20;
/// Most that are told of at once. A choice.
pub(super) const AT_ONCE: usize = 256;
/// Room for the time of a packet, in words of 8 bytes.
const CONTROL: usize = 8;

/// Since Linux 4.20: linux/if_packet.h.
const PACKET_IGNORE_OUTGOING: libc::c_int = 23;

/// Hands over packets until it is dropped.
pub(super) struct Packets {
    socket: OwnedFd,
    buffer: Box<[u8; CAPTURED]>,
}

impl Packets {
    /// Those that the program takes; `of_loopback`: of those of this machine to itself alone, where nothing else has any cost. Errors: no permission.
    pub(super) fn of(mut program: Vec<sock_filter>, of_loopback: bool) -> io::Result<Self> {
        // of no protocol, so that nothing comes before the filter is there
        // SAFETY: takes no pointers.
        let fd = unsafe { libc::socket(libc::AF_PACKET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, 0) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new, and nobody else's.
        let packets = Self { socket: unsafe { OwnedFd::from_raw_fd(fd) }, buffer: Box::new([0; CAPTURED]) };
        let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
        packets.set(libc::SOL_SOCKET, libc::SO_ATTACH_FILTER, &filter)?;
        packets.set(libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, &1_i32)?;
        // without these more of them are lost under a great load, which is seen, or the kernel copies what it then drops
        let room = |option| packets.set(libc::SOL_SOCKET, option, &ROOM);
        let _granted = room(libc::SO_RCVBUFFORCE).or_else(|_| room(libc::SO_RCVBUF)).is_ok();
        // SAFETY: all zeroes is a valid sockaddr_ll: all interfaces.
        let mut of: libc::sockaddr_ll = unsafe { std::mem::zeroed() };
        of.sll_family = libc::AF_PACKET as u16;
        of.sll_protocol = (libc::ETH_P_ALL as u16).to_be();
        if of_loopback {
            let _granted = packets.set(libc::SOL_PACKET, PACKET_IGNORE_OUTGOING, &1_i32).is_ok();
            // SAFETY: the name ends with a zero. 0 where there is none: all interfaces.
            of.sll_ifindex = unsafe { libc::if_nametoindex(c"lo".as_ptr()) }.cast_signed();
        }
        // SAFETY: a sockaddr_ll of the size given.
        let rc = unsafe { libc::bind(fd, (&raw const of).cast(), size_of::<libc::sockaddr_ll>() as libc::socklen_t) };
        if rc == 0 { Ok(packets) } else { Err(io::Error::last_os_error()) }
    }

    fn set<T>(&self, level: libc::c_int, option: libc::c_int, value: &T) -> io::Result<()> {
        // SAFETY: the size given is that of the value.
        let rc = unsafe {
            let fd = self.socket.as_raw_fd();
            libc::setsockopt(fd, level, option, (&raw const *value).cast(), size_of::<T>() as libc::socklen_t)
        };
        if rc == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Tells of those that have come, some at a time: when each passed, nanoseconds since 1970 by a clock that may be set meanwhile, and its beginning from the IP header
    /// on. Answers with their number. Whoever waits for one in the kernel is woken by who sends it, at the sender's cost: ask again later.
    pub(super) fn each(&mut self, mut passed: impl FnMut(i64, &[u8])) -> io::Result<usize> {
        let mut n = 0;
        // whoever asks looks at the clock now and then
        while n < AT_ONCE {
            let Some((at_ns, length)) = self.next()? else { break };
            n += 1;
            passed(at_ns, &self.buffer[..length]);
        }
        Ok(n)
    }

    /// When the next one passed, and how much of it is in the buffer; `None` where there is none.
    fn next(&mut self) -> io::Result<Option<(i64, usize)>> {
        let mut control = [0_u64; CONTROL];
        let mut data = libc::iovec { iov_base: self.buffer.as_mut_ptr().cast(), iov_len: CAPTURED };
        // SAFETY: all zeroes is a valid msghdr: nothing is wanted.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        (message.msg_iov, message.msg_iovlen) = (&raw mut data, 1);
        (message.msg_control, message.msg_controllen) = (control.as_mut_ptr().cast(), size_of_val(&control) as _);
        // SAFETY: buffer and control are as large as is said.
        let n = unsafe { libc::recvmsg(self.socket.as_raw_fd(), &raw mut message, 0) };
        let Ok(length) = usize::try_from(n) else {
            let e = io::Error::last_os_error();
            let none =
                matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) || e.raw_os_error() == Some(libc::ENETDOWN);
            return if none { Ok(None) } else { Err(e) };
        };
        // SAFETY: the message is as the kernel filled it.
        let head = unsafe { libc::CMSG_FIRSTHDR(&raw const message) };
        // SAFETY: a head that is not null lies within our control, aligned for it, as its data does.
        let at = unsafe {
            let is_time = |h: &libc::cmsghdr| h.cmsg_level == libc::SOL_SOCKET && h.cmsg_type == libc::SCM_TIMESTAMPNS;
            head.as_ref().filter(|h| is_time(h)).map(|_| libc::CMSG_DATA(head).cast::<libc::timespec>().read_unaligned())
        };
        let at_ns = at.map_or(0, |t| t.tv_sec * 1_000_000_000 + t.tv_nsec);
        Ok(Some((at_ns, length)))
    }

    /// How many were lost since the last question, because there was no room.
    pub(super) fn lost(&self) -> u32 {
        // SAFETY: all zeroes is a valid tpacket_stats.
        let mut counts: libc::tpacket_stats = unsafe { std::mem::zeroed() };
        let mut size = size_of::<libc::tpacket_stats>() as libc::socklen_t;
        // SAFETY: the size given is that of the structure.
        let rc = unsafe {
            let fd = self.socket.as_raw_fd();
            libc::getsockopt(fd, libc::SOL_PACKET, libc::PACKET_STATISTICS, (&raw mut counts).cast(), &raw mut size)
        };
        if rc == 0 { counts.tp_drops } else { 0 }
    }
}
