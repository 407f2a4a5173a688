//! Connections that end, as the kernel tells of each with its last counts (`SKNLGRP_INET_TCP_DESTROY`, what `ss -E` shows). Needs `CAP_NET_ADMIN`.
#![allow(unsafe_code, reason = "binding to groups of messages takes a plain struct that we own")]

use super::connection::{Row, row};
use crate::discover::sock_diag::{self, HEAD, SOCK_DIAG};
use socket2::{Domain, Protocol, Socket, Type};
use std::io::Read;
use std::os::fd::AsRawFd;

/// The bits of `SKNLGRP_INET_TCP_DESTROY` (1) and `SKNLGRP_INET6_TCP_DESTROY` (3): linux/sock_diag.h.
const GROUPS: u32 = 0b101;
/// Room for what ends between two looks, bytes: a message takes about a kilobyte of it.
const ROOM: usize = 4 << 20;

/// Listens until dropped.
pub(super) struct Destroyed {
    socket: Socket,
    buffer: Vec<u8>,
}

impl Destroyed {
    /// `None` where the kernel does not tell, or not to this user.
    pub(super) fn open() -> Option<Self> {
        let socket = Socket::new(Domain::from(libc::AF_NETLINK), Type::DGRAM, Some(Protocol::from(SOCK_DIAG))).ok()?;
        socket.set_nonblocking(true).ok()?;
        // SAFETY: all zeroes is a valid sockaddr_nl: any port, no group.
        let mut address: libc::sockaddr_nl = unsafe { std::mem::zeroed() };
        address.nl_family = libc::AF_NETLINK as libc::sa_family_t;
        address.nl_groups = GROUPS;
        // SAFETY: the address is a sockaddr_nl of the size given, for the length of the call.
        let rc = unsafe { libc::bind(socket.as_raw_fd(), (&raw const address).cast(), size_of::<libc::sockaddr_nl>() as libc::socklen_t) };
        (rc == 0).then_some(())?;
        // without it more of them are lost under a great load, and who counts sees that
        let _granted = has_room(&socket) || socket.set_recv_buffer_size(ROOM).is_ok();
        Some(Self { socket, buffer: vec![0; 16 * 1024] })
    }

    /// Calls `ended` with each connection that has ended since the last look.
    pub(super) fn each(&mut self, mut ended: impl FnMut(Row)) {
        loop {
            match self.socket.read(&mut self.buffer) {
                Ok(n) => sock_diag::messages(&self.buffer[..n], |message| row(&message[HEAD..]).into_iter().for_each(&mut ended)),
                // so many that some were dropped: the others are still there
                Err(e) if e.raw_os_error() == Some(libc::ENOBUFS) => {}
                Err(_) => return,
            }
        }
    }
}

/// Gives it that room beyond the limit of the machine, which is 400 messages by default; whether the kernel grants it.
fn has_room(socket: &Socket) -> bool {
    let room = ROOM as libc::c_int;
    // SAFETY: the option takes an int, of which the size is given, for the length of the call.
    let rc = unsafe {
        let value = (&raw const room).cast();
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_RCVBUFFORCE, value, size_of::<libc::c_int>() as libc::socklen_t)
    };
    rc == 0
}
