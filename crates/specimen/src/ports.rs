//! Free ports, below the range that the kernel hands to outgoing connections: nothing takes them between choosing and starting.

use crate::params::hash;
use crate::{Error, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};

const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

/// Hands out each port once.
#[derive(Debug)]
pub(crate) struct Ports {
    next: u16,
    left: u16,
}

impl Ports {
    /// Starts somewhere else in each launch, so that two launchers on one machine rarely try the same.
    pub(crate) fn new() -> Self {
        let salt = format!("{} {}", std::process::id(), model::Timestamp::now().ns());
        Self { next: (hash(salt.as_bytes()) % u64::from(COUNT)) as u16, left: COUNT }
    }

    /// A port on which nobody listens.
    pub(crate) fn free(&mut self) -> Result<u16, Error> {
        while self.left > 0 {
            let port = FIRST + self.next;
            self.next = (self.next + 1) % COUNT;
            self.left -= 1;
            if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Ok(port);
            }
        }
        Err(Error::new(ErrorKind::Launch, "find a free port").seen(format!("all ports from {FIRST} to {} are in use", FIRST + COUNT - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_free_and_different() {
        let mut ports = Ports::new();
        let got: Vec<u16> = (0..20).map(|_| ports.free().unwrap()).collect();
        assert!(got.iter().all(|p| (FIRST..FIRST + COUNT).contains(p)));
        assert_eq!(got.iter().collect::<std::collections::BTreeSet<_>>().len(), 20);
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, got[0])).unwrap();
        ports.next = got[0] - FIRST;
        assert_ne!(ports.free().unwrap(), got[0]);
        drop(taken);
    }
}
