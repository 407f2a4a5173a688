//! Whether the service that was warmed up is still there. Where its process is known, that is looked at; else its port: while a service starts again, nobody
//! listens there.

use crate::interrupt;
use load::transport::Address;
use model::{Message, Target, message};
use probe::discover;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// How often the process is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How often the port is tried, each time by a connection. A guess: shorter than any restart, and nothing that a service notices.
const TRY_EVERY: Duration = Duration::from_millis(250);
/// A service that is up takes a connection at once.
const PATIENCE: Duration = Duration::from_secs(1);

/// A service that load was sent to.
#[derive(Debug)]
pub(super) struct Loaded {
    target: Option<Target>,
    address: Address,
}

impl Loaded {
    /// `address`: where it answered.
    pub(super) fn new(target: Option<Target>, address: Address) -> Self {
        Self { target, address }
    }

    /// Waits until it is gone, and says how that is known; `None` where the user stops it first.
    pub(super) fn outlived(&self) -> Option<Message> {
        let every = if self.target.is_some() { LOOK_EVERY } else { TRY_EVERY };
        let mut looked = Instant::now();
        while !interrupt::requested() {
            if looked.elapsed() >= every {
                looked = Instant::now();
                if let Some(gone) = self.gone() {
                    return Some(gone);
                }
            }
            std::thread::sleep(LOOK_EVERY);
        }
        None
    }

    fn gone(&self) -> Option<Message> {
        match &self.target {
            Some(t) => (!discover::is_alive(t)).then(|| message!("warm/opened-has-ended", pid: name(t.pid.to_string()))),
            None => refuses(&self.address).then(|| message!("warm/nobody-listens", address: name(self.address.to_string()))),
        }
    }
}

/// Whether nobody listens there. One that is too busy to take a connection is there.
fn refuses(address: &Address) -> bool {
    let tried: io::Result<()> = match address {
        Address::Tcp(at) => TcpStream::connect_timeout(at, PATIENCE).map(drop),
        Address::Unix(path) => UnixStream::connect(path).map(drop),
    };
    tried.is_err_and(|e| matches!(e.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_service_whose_process_is_not_known_is_gone_when_nobody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let tcp = Address::Tcp(listener.local_addr().expect("bound"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("s");
        let unix = Address::Unix(path.clone());
        assert!(refuses(&unix));
        let socket = UnixListener::bind(&path).expect("a socket");
        assert!(!refuses(&tcp) && !refuses(&unix));
        drop((listener, socket));
        assert!(refuses(&tcp) && refuses(&unix));
        let loaded = Loaded::new(None, tcp);
        assert!(loaded.outlived().is_some_and(|why| why.is("warm/nobody-listens")));
    }

    #[test]
    fn a_process_that_is_known_is_looked_at_and_not_its_port() {
        let mut child = std::process::Command::new("sleep").arg("600").spawn().expect("a process");
        let target = discover::by_pid(child.id(), Some(1)).expect("it runs");
        let loaded = Loaded::new(Some(target), Address::Tcp(([127, 0, 0, 1], 1).into()));
        assert_eq!(loaded.gone(), None);
        child.kill().expect("it ends");
        assert!(loaded.outlived().is_some_and(|why| why.is("warm/opened-has-ended")));
        child.wait().expect("it ended");
    }
}
