//! When segments arrived, as the kernel noted it: an answer may be read late and is timed exactly all the same.
#![expect(unsafe_code, reason = "recvmsg and its control messages; each call passes only memory that lives through it")]

use std::io;
use std::net::TcpStream;
use std::os::fd::AsRawFd;

/// Room for one control message with a timespec; aligned as its header wants it.
#[repr(C, align(8))]
struct Control([u8; 64]);

/// Turns the notes on; segments that have arrived already carry none.
pub(super) fn enable(stream: &TcpStream) -> io::Result<()> {
    let on: libc::c_int = 1;
    let length = size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: `on` lives through the call and is `length` bytes long.
    let rc = unsafe { libc::setsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, (&raw const on).cast(), length) };
    if rc < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Reads, and tells when the last segment of what was read arrived, nanoseconds of `CLOCK_REALTIME`.
pub(super) fn read(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<(usize, Option<i64>)> {
    let mut control = Control([0; 64]);
    let mut piece = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: a message header of zeros is valid: no name, no pieces, no control.
    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
    message.msg_iov = &raw mut piece;
    message.msg_iovlen = 1;
    message.msg_control = (&raw mut control).cast();
    message.msg_controllen = size_of::<Control>() as _;
    // SAFETY: `message` points to `buffer` and `control`, which live through the call, with their lengths.
    let n = unsafe { libc::recvmsg(stream.as_raw_fd(), &raw mut message, 0) };
    if n < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut stamp = None;
    // SAFETY: the kernel has filled `message`; the macros walk within `msg_controllen`.
    let mut at = unsafe { libc::CMSG_FIRSTHDR(&raw const message) };
    while !at.is_null() {
        // SAFETY: `at` is a header inside `control`, which is aligned for it.
        let header = unsafe { &*at };
        if (header.cmsg_level, header.cmsg_type) == (libc::SOL_SOCKET, libc::SCM_TIMESTAMPNS) {
            // SAFETY: a message of this type carries a timespec.
            let time = unsafe { libc::CMSG_DATA(at).cast::<libc::timespec>().read_unaligned() };
            stamp = Some(time.tv_sec * 1_000_000_000 + time.tv_nsec);
        }
        // SAFETY: as for the first header.
        at = unsafe { libc::CMSG_NXTHDR(&raw const message, at) };
    }
    Ok((n as usize, stamp))
}

#[cfg(test)]
mod tests {
    use super::super::{Address, Readiness, Stream, Target, clock};
    use model::Timestamp;
    use std::io::Write;
    use std::net::TcpListener;
    use std::os::fd::AsRawFd;
    use std::time::Duration;

    /// ```text
    ///  server writes |--| segment arrives ............ 5 ms ............ | we read
    ///                |--- the stamp is in here ---|
    /// ```
    #[test]
    fn an_answer_that_is_read_late_is_stamped_with_its_arrival() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let target = Target { address: Address::Tcp(listener.local_addr().expect("bound")), tls: None };
        let mut stream = Stream::begin(&target).expect("a socket");
        stream.enable_stamps().expect("Linux");
        let (mut server, _) = listener.accept().expect("connecting");
        while stream.advance().expect("accepted") != Readiness::Ready {}
        let mut buffer = [0; 100];
        let mut stamped = 0;
        for round in 0..20 {
            let before = Timestamp::now().ns();
            server.write_all(b"answer").expect("open");
            let written = Timestamp::now().ns();
            std::thread::sleep(Duration::from_millis(5));
            wait_readable(&stream);
            let (n, stamp) = stream.read_stamped(&mut buffer).expect("has arrived");
            assert_eq!(n, 6);
            // The kernel begins to note shortly after it was asked to.
            let Some(stamp) = stamp else { continue };
            stamped += 1;
            let at = stamp + clock::realtime_offset_ns();
            let slack = 50_000;
            assert!(before - slack <= at && at <= written + slack, "round {round}: {before} .. {written}, stamp {at}");
        }
        assert!(stamped >= 15, "{stamped} of 20 carry a stamp");
        drop(server);
        wait_readable(&stream);
        assert_eq!(stream.read_stamped(&mut buffer).expect("closed").0, 0);
    }

    fn wait_readable(stream: &Stream) {
        let mut poll = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, which lives through the call.
        assert_eq!(unsafe { libc::poll(&raw mut poll, 1, 10_000) }, 1, "nothing arrived");
    }
}
