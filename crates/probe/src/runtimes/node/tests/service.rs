//! Starts `service.js` with the Node of the machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

static STARTED: AtomicU32 = AtomicU32::new(0);

/// A running service; ended when dropped.
pub(super) struct Service {
    child: Child,
    log: PathBuf,
    pub(super) port: u16,
}

impl Service {
    /// `None` where there is no Node; `TIGHTSPOT_TEST_NODE=/path/to/node` chooses another.
    pub(super) fn start(flags: &[&str]) -> Option<Self> {
        Self::start_with(flags, "")
    }

    /// The same with NODE_OPTIONS.
    pub(super) fn start_with(flags: &[&str], options: &str) -> Option<Self> {
        let node = std::env::var("TIGHTSPOT_TEST_NODE").unwrap_or_else(|_| "node".to_owned());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/runtimes/node/tests/service.js");
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let log = std::env::temp_dir().join(format!("tightspot-test-node-{}-{number}.log", std::process::id()));
        let file = std::fs::File::create(&log).expect("the temporary folder can be written");
        let started = Command::new(node).env("NODE_OPTIONS", options).args(flags).arg(script).stdout(Stdio::piped()).stderr(file).spawn();
        let Ok(mut child) = started else {
            skipped();
            return None;
        };
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says its port");
        let port = line.trim().parse().expect("a port");
        Some(Self { child, log, port })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it wrote to its standard error, and how it ended if it did.
    pub(super) fn said(&mut self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        format!("{text} {:?}", self.child.try_wait())
    }

    /// Body of the answer to a request.
    pub(super) fn get(&self, path: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        // one that does not answer fails the test, and does not keep it
        stream.set_read_timeout(Some(std::time::Duration::from_secs(30)))?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        // the body has a length when it is sent at once
        Ok(body.to_owned())
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says why")]
pub(super) fn skipped() {
    eprintln!("skipped: there is no node on this machine");
}

impl Drop for Service {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_file(&self.log));
    }
}
