//! The kernel calls that std does not offer: epoll with nanosecond time-outs, connecting without waiting, placing a thread.
#![expect(unsafe_code, reason = "system calls; each passes only memory that lives through the call")]

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;

/// An event as epoll reports it: flags and the token given at registration.
pub(crate) type Event = libc::epoll_event;

/// Something can be read, or the peer has closed or reset.
pub(crate) const READABLE: u32 = (libc::EPOLLIN | libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR) as u32;
/// Something can be written, or a connect has ended.
pub(crate) const WRITABLE: u32 = (libc::EPOLLOUT | libc::EPOLLHUP | libc::EPOLLERR) as u32;
/// The peer will send no more.
pub(crate) const PEER_CLOSED: u32 = (libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR) as u32;

/// An epoll instance. Sockets are registered once, edge-triggered, for both directions: no call per request.
pub(crate) struct Epoll {
    fd: OwnedFd,
    /// Whether the kernel has `epoll_pwait2` (5.11 and later); else time-outs are rounded down to milliseconds.
    nanoseconds: bool,
}

impl Epoll {
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: takes flags, returns a descriptor that nobody else owns.
        let fd = check(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
        // SAFETY: `fd` was just made and is owned here only.
        Ok(Self { fd: unsafe { OwnedFd::from_raw_fd(fd) }, nanoseconds: true })
    }

    /// Registers `stream`; closing it unregisters.
    pub(crate) fn add(&self, stream: &impl AsRawFd, token: u64) -> io::Result<()> {
        let flags = libc::EPOLLIN | libc::EPOLLOUT | libc::EPOLLRDHUP | libc::EPOLLET;
        let mut event = Event { events: flags as u32, u64: token };
        // SAFETY: `event` lives through the call; both descriptors are open.
        check(unsafe { libc::epoll_ctl(self.fd.as_raw_fd(), libc::EPOLL_CTL_ADD, stream.as_raw_fd(), &raw mut event) })?;
        Ok(())
    }

    /// Waits at most `timeout_ns` (0: just looks) and returns how many events were filled in.
    pub(crate) fn wait(&mut self, events: &mut [Event], timeout_ns: i64) -> io::Result<usize> {
        let (fd, at, room) = (self.fd.as_raw_fd(), events.as_mut_ptr(), events.len() as libc::c_int);
        if self.nanoseconds && timeout_ns > 0 {
            let time = libc::timespec { tv_sec: timeout_ns / 1_000_000_000, tv_nsec: timeout_ns % 1_000_000_000 };
            let no_mask = std::ptr::null::<libc::sigset_t>();
            // SAFETY: `at` has room for `room` events, `time` lives through the call, the mask may be null.
            let n = unsafe { libc::syscall(libc::SYS_epoll_pwait2, fd, at, room, &raw const time, no_mask, 8_usize) };
            if n >= 0 {
                return Ok(n as usize);
            }
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => return Ok(0),
                Some(libc::ENOSYS | libc::EPERM) => self.nanoseconds = false,
                _ => return Err(error),
            }
        }
        let ms = (timeout_ns / 1_000_000).clamp(0, 60_000) as libc::c_int;
        // SAFETY: `at` has room for `room` events.
        match check(unsafe { libc::epoll_wait(fd, at, room, ms) }) {
            Ok(n) => Ok(n as usize),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(0),
            Err(e) => Err(e),
        }
    }
}

/// Begins to connect and returns at once; the outcome is an event (writable) and [`TcpStream::take_error`].
pub(crate) fn begin_connect(to: SocketAddr) -> io::Result<TcpStream> {
    let family = if to.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
    // SAFETY: plain numbers in, a descriptor out.
    let fd = check(unsafe { libc::socket(family, libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, 0) })?;
    // SAFETY: `fd` is a socket that was just made; the stream owns it from here.
    let stream = unsafe { TcpStream::from_raw_fd(fd) };
    stream.set_nodelay(true)?;
    // SAFETY: an address of zeros is valid for both structures.
    let mut v4: libc::sockaddr_in = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    let mut v6: libc::sockaddr_in6 = unsafe { std::mem::zeroed() };
    let (at, length) = match to {
        SocketAddr::V4(a) => {
            v4.sin_family = libc::AF_INET as libc::sa_family_t;
            v4.sin_port = a.port().to_be();
            v4.sin_addr.s_addr = u32::from_ne_bytes(a.ip().octets());
            ((&raw const v4).cast::<libc::sockaddr>(), size_of::<libc::sockaddr_in>())
        }
        SocketAddr::V6(a) => {
            v6.sin6_family = libc::AF_INET6 as libc::sa_family_t;
            v6.sin6_port = a.port().to_be();
            v6.sin6_addr.s6_addr = a.ip().octets();
            v6.sin6_scope_id = a.scope_id();
            ((&raw const v6).cast::<libc::sockaddr>(), size_of::<libc::sockaddr_in6>())
        }
    };
    // SAFETY: `at` points to a filled address of `length` bytes that lives through the call.
    match check(unsafe { libc::connect(fd, at, length as libc::socklen_t) }) {
        Ok(_) => Ok(stream),
        Err(e) if e.raw_os_error() == Some(libc::EINPROGRESS) => Ok(stream),
        Err(e) => Err(e),
    }
}

/// The same for a Unix socket, where the outcome is there at once. A queue that is full refuses: no event tells when it has room.
pub(crate) fn begin_connect_unix(path: &Path) -> io::Result<UnixStream> {
    // SAFETY: plain numbers in, a descriptor out.
    let fd = check(unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC, 0) })?;
    // SAFETY: `fd` is a socket that was just made; the stream owns it from here.
    let stream = unsafe { UnixStream::from_raw_fd(fd) };
    // SAFETY: an address of zeros is valid.
    let mut to: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    to.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() >= to.sun_path.len() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path of the Unix socket is too long"));
    }
    for (place, byte) in to.sun_path.iter_mut().zip(bytes) {
        *place = *byte as libc::c_char;
    }
    // SAFETY: `to` is a whole address that lives through the call.
    let connected = check(unsafe { libc::connect(fd, (&raw const to).cast(), size_of::<libc::sockaddr_un>() as libc::socklen_t) });
    match connected {
        Ok(_) => Ok(stream),
        Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
            Err(io::Error::new(io::ErrorKind::ConnectionRefused, "the queue of the Unix socket is full"))
        }
        Err(e) => Err(e),
    }
}

/// Waits until `stream` can be read (or written, if asked for), at most so long.
pub(crate) fn wait_for(stream: &impl AsRawFd, write: bool, longest: std::time::Duration) -> io::Result<()> {
    let events = if write { libc::POLLIN | libc::POLLOUT } else { libc::POLLIN };
    let mut poll = libc::pollfd { fd: stream.as_raw_fd(), events, revents: 0 };
    let ms = longest.as_millis().clamp(1, 60_000) as libc::c_int;
    // SAFETY: one entry, which lives through the call.
    match check(unsafe { libc::poll(&raw mut poll, 1, ms) }) {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(e) => Err(e),
    }
}

/// Binds the calling thread to `cpus`.
pub(crate) fn pin(cpus: &[u32]) -> io::Result<()> {
    // SAFETY: a set of zeros is the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for cpu in cpus.iter().filter(|c| **c < libc::CPU_SETSIZE as u32) {
        // SAFETY: the index is below CPU_SETSIZE.
        unsafe { libc::CPU_SET(*cpu as usize, &mut set) };
    }
    // SAFETY: `set` is a whole cpu_set_t.
    check(unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) }).map(drop)
}

/// Real-time priority of the generator: above the samplers of the probes (1), which may take milliseconds at a time.
const PRIORITY: i32 = 10;

/// Asks for real-time priority for the calling thread.
pub(crate) fn real_time() -> io::Result<()> {
    let priority = libc::sched_param { sched_priority: PRIORITY };
    // SAFETY: `priority` lives through the call; 0 is the calling thread.
    check(unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const priority) }).map(drop)
}

/// Gives real-time priority back.
pub(crate) fn usual_priority() -> io::Result<()> {
    let none = libc::sched_param { sched_priority: 0 };
    // SAFETY: `none` lives through the call; 0 is the calling thread.
    check(unsafe { libc::sched_setscheduler(0, libc::SCHED_OTHER, &raw const none) }).map(drop)
}

/// Lets the kernel wake the calling thread on time instead of up to 50 us late.
pub(crate) fn exact_timers() {
    // SAFETY: takes numbers only; a refusal costs precision, which is measured anyway.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1_usize, 0_usize, 0_usize, 0_usize) };
}

/// Sleeps until a moment of the monotonic clock, nanoseconds; a signal may end it early.
pub(crate) fn sleep_until(moment_ns: i64) {
    let time = libc::timespec { tv_sec: moment_ns / 1_000_000_000, tv_nsec: moment_ns % 1_000_000_000 };
    // SAFETY: `time` lives through the call; what is left of an absolute time is not asked for.
    unsafe { libc::clock_nanosleep(libc::CLOCK_MONOTONIC, libc::TIMER_ABSTIME, &raw const time, std::ptr::null_mut()) };
}

/// CPU time of the calling thread, nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `ts` is writable for the length of the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut ts) };
    ts.tv_sec as u64 * 1_000_000_000 + ts.tv_nsec as u64
}

/// Raises the soft limit of open descriptors to the hard one and returns it.
pub(crate) fn raise_descriptor_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is writable, then readable, for the length of each call.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) != 0 {
            return u64::MAX;
        }
        let raised = libc::rlimit { rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max };
        if libc::setrlimit(libc::RLIMIT_NOFILE, &raw const raised) == 0 { raised.rlim_cur } else { limit.rlim_cur }
    }
}

fn check(rc: libc::c_int) -> io::Result<libc::c_int> {
    if rc < 0 { Err(io::Error::last_os_error()) } else { Ok(rc) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_unix_socket_with_a_full_queue_refuses_at_once() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("deaf.sock");
        let deaf = UnixListener::bind(&path).expect("a free path");
        // SAFETY: numbers only; listening again shortens the queue.
        check(unsafe { libc::listen(deaf.as_raw_fd(), 1) }).expect("it listens already");
        let waiting: Vec<_> = (0..10).map(|_| begin_connect_unix(&path)).collect();
        assert!(waiting[0].is_ok());
        let full = waiting[9].as_ref().expect_err("nobody accepts");
        assert_eq!((full.kind(), full.to_string()), (io::ErrorKind::ConnectionRefused, "the queue of the Unix socket is full".to_owned()));
    }
}
