//! Runs the containers of a pod as processes of this machine, and does to them what a kubelet would.

use super::manifest::{Action, Container, Role};
use super::rules;
use super::rules::{Effect, Kind};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// How long a process that ended stays ended: a kubelet looks at its containers once a second. The back-off that grows from the second restart on is left out.
const RESTART_AFTER: Duration = Duration::from_secs(1);
/// Longer than any manifest's budget.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often the pod is looked at.
const STEP: Duration = Duration::from_millis(20);

/// A pod that runs; killed when dropped.
pub(crate) struct Pod {
    began: Instant,
    containers: Vec<Running>,
}

struct Running {
    spec: Container,
    start: Box<dyn Fn() -> Command>,
    rules: rules::Container,
    child: Option<Child>,
    /// When it is started again.
    again: Duration,
    starts: u32,
    under_way: Vec<(Kind, Child, Duration)>,
}

impl Pod {
    /// Nothing runs yet; `start` says how the container of a manifest is run.
    pub(crate) fn new(containers: &[Container], start: impl Fn(&Container) -> Box<dyn Fn() -> Command>) -> Self {
        let running = |spec: &Container| {
            let numbers: Vec<_> = spec.probes.iter().map(|p| (p.kind, p.numbers)).collect();
            Running {
                start: start(spec),
                rules: rules::Container::new(&numbers),
                spec: spec.clone(),
                child: None,
                again: Duration::ZERO,
                starts: 0,
                under_way: Vec::new(),
            }
        };
        let containers = containers.iter().filter(|c| c.role != Role::Init).map(running).collect();
        Self { began: Instant::now(), containers }
    }

    /// Goes on until `holds`, which is asked at each step; `run` says how a command inside a container is run.
    pub(crate) fn until(&mut self, what: &str, run: &dyn Fn(&[String]) -> Command, mut holds: impl FnMut(&Self) -> bool) {
        let began = Instant::now();
        loop {
            let now = self.began.elapsed();
            for container in &mut self.containers {
                container.step(now, run);
            }
            if holds(self) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "never came: {what}");
            std::thread::sleep(STEP);
        }
    }

    /// Whether a service would send it requests: all its containers are ready.
    pub(crate) fn is_ready(&self) -> bool {
        self.containers.iter().all(|c| c.child.is_some() && c.rules.is_ready())
    }

    /// How often a container was started.
    pub(crate) fn starts(&self, name: &str) -> u32 {
        self.containers.iter().find(|c| c.spec.name == name).expect("a container of this name").starts
    }

    /// Ends the process of a container, as the kernel does where memory is short.
    pub(crate) fn kill(&mut self, name: &str) {
        let container = self.containers.iter_mut().find(|c| c.spec.name == name).expect("a container of this name");
        container.child.as_mut().expect("it runs").kill().expect("it ends");
    }
}

impl Running {
    fn step(&mut self, now: Duration, run: &dyn Fn(&[String]) -> Command) {
        if self.child.as_mut().is_some_and(|c| c.try_wait().expect("our own process").is_some()) {
            self.ended(now);
        }
        if self.child.is_none() {
            if now < self.again {
                return;
            }
            self.child = Some((self.start)().spawn().expect("it starts"));
            self.starts += 1;
            self.rules.begins(now);
        }
        for kind in self.rules.due(now) {
            let probe = self.spec.probes.iter().find(|p| p.kind == kind).expect("it has one");
            let timeout = Duration::from_secs(probe.numbers.timeout_s.into());
            match &probe.action {
                Action::Get { port, path } => {
                    let is_good = status(*port, path, timeout).is_some_and(|s| (200..400).contains(&s));
                    self.answered(kind, now, is_good);
                }
                Action::Exec(command) => self.under_way.push((kind, run(command).spawn().expect("it starts"), now + timeout)),
            }
        }
        let (mut done, mut left) = (Vec::new(), Vec::new());
        for (kind, mut child, until) in self.under_way.drain(..) {
            match child.try_wait().expect("our own process") {
                Some(status) => done.push((kind, status.success())),
                None if now < until => left.push((kind, child, until)),
                None => {
                    end(&mut child);
                    done.push((kind, false));
                }
            }
        }
        self.under_way = left;
        for (kind, is_good) in done {
            self.answered(kind, now, is_good);
        }
    }

    fn answered(&mut self, kind: Kind, now: Duration, is_good: bool) {
        if self.rules.answered(kind, now, is_good) == Effect::Restart {
            self.ended(now);
        }
    }

    fn ended(&mut self, now: Duration) {
        self.rules.ends();
        self.again = now + RESTART_AFTER;
        self.child.iter_mut().for_each(end);
        self.child = None;
        self.under_way.iter_mut().for_each(|(_, child, _)| end(child));
        self.under_way.clear();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ended(Duration::ZERO);
    }
}

fn end(child: &mut Child) {
    drop(child.kill());
    drop(child.wait());
}

/// The status that a GET is answered with, in time.
pub(crate) fn status(port: u16, path: &str, timeout: Duration) -> Option<u16> {
    let mut stream = TcpStream::connect_timeout(&SocketAddr::from(([127, 0, 0, 1], port)), timeout).ok()?;
    stream.set_read_timeout(Some(timeout)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: kube-probe\r\nconnection: close\r\n\r\n").ok()?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).ok()?;
    std::str::from_utf8(head.get(9..12)?).ok()?.parse().ok()
}
