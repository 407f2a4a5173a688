//! How many of the requests each of several processes served, by the kernel's own count of the segments with data that came to its listening port: a
//! request is one or more, and as many for each process, since one proxy (or one generator) sends them all. So it works for any runtime, and for workers
//! that share one port as for replicas with ports of their own: a connection belongs to the process that holds its descriptor.
//!
//! Connections come and go: behind some proxies each request has one of its own. The kernel tells of each that ends, to whoever may ask (`CAP_NET_ADMIN`).
//! Others lose what came on a connection between the last reading and its end, and who reads the run finds fewer segments than requests.

use super::connection::row;
use super::destroyed::Destroyed;
use super::ticker::{Reading, Ticker};
use crate::discover;
use crate::discover::sock_diag::{FAMILIES, LIVING, Question, SockDiag};
use crate::{Context, Probe, ProbeError};
use model::series::labels;
use model::{Message, Observation, Phase, Series, Sink, Target, Timestamp, message, sensor, signal, view};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked who has ended, and how many of these looks there are for each reading of those that live. Choices: the first by the room that the kernel
/// has for messages, the second by what a reading costs (a millisecond for each port).
const INTERVAL: Duration = Duration::from_millis(100);
const READING_EVERY: u32 = 5;

/// Counts for all processes of the target at once, while a phase is on.
#[derive(Default)]
pub struct ServedProbe {
    ticker: Option<Ticker<Counts>>,
}

impl ServedProbe {
    /// A probe that is not attached.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Probe for ServedProbe {
    fn name(&self) -> &'static str {
        "served"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = Counts::open(&cx.processes().cloned().collect::<Vec<_>>(), Arc::clone(&cx.sink)).and_then(|counts| {
            Ticker::start("ts-served", counts, &cx.spare_cpus, false)
                .map_err(|e| failed(e.to_string().into(), message!("contract/see-ulimit")))
        });
        cx.tell(sensor::SERVED, &started);
        self.ticker = Some(started?);
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.begin();
            t.reading().tell();
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.end();
            t.reading().tell();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.ticker = None;
        Ok(())
    }
}

fn failed(cause: Message, help: Message) -> ProbeError {
    ProbeError { name: "requests-not-counted", operation: message!("process/count-requests"), cause, help }
}

struct Counts {
    processes: Vec<Target>,
    diag: SockDiag,
    destroyed: Option<Destroyed>,
    /// Connections that were seen alive: whose they are, and what had come.
    alive: BTreeMap<u64, (usize, u64)>,
    /// What came on those that have ended, in the order of the processes.
    ended: Vec<u64>,
    looks: u32,
    sink: Arc<dyn Sink>,
}

impl Counts {
    fn open(processes: &[Target], sink: Arc<dyn Sink>) -> Result<Self, ProbeError> {
        let mut open = None;
        for p in processes {
            let of = |why: Message| crate::of_process::named(p.pid, &why);
            discover::socket_inodes(p.pid).map_err(|e| failed(of(e.to_string().into()), message!("process/as-user-of-all")))?;
            let elsewhere = || failed(of(message!("process/this-network-alone")), message!("process/where-all-run"));
            open = Some(SockDiag::open(p.pid).ok_or_else(elsewhere)?);
        }
        let diag = open.ok_or_else(|| failed(message!("process/none"), Message::default()))?;
        let ended = vec![0; processes.len()];
        Ok(Self { processes: processes.to_vec(), diag, destroyed: Destroyed::open(), alive: BTreeMap::new(), ended, looks: 0, sink })
    }

    /// Segments so far, in the order of the processes.
    fn read_all(&mut self) -> Option<Vec<u64>> {
        let mut owner: BTreeMap<u64, usize> = BTreeMap::new();
        for (i, p) in self.processes.iter().enumerate() {
            owner.extend(discover::socket_inodes(p.pid).ok()?.into_iter().map(|inode| (inode, i)));
        }
        let ports: BTreeSet<u16> = self.processes.iter().map(|p| p.port).filter(|p| *p != 0).collect();
        let mut rows = Vec::new();
        for (family, port) in FAMILIES.into_iter().flat_map(|f| ports.iter().map(move |p| (f, *p))) {
            self.diag.each(Question { family, port, states: LIVING, info: true }, |body| rows.extend(row(body)))?;
        }
        for r in rows {
            if let Some(i) = owner.get(&u64::from(r.inode)) {
                self.alive.insert(r.cookie, (*i, u64::from(r.received)));
            }
        }
        self.read_ended();
        let mut all = self.ended.clone();
        self.alive.values().for_each(|(i, n)| all[*i] += n);
        Some(all)
    }

    /// Of a connection that was never seen alive the port tells whose it was, where it is that of one process only.
    fn read_ended(&mut self) {
        let Self { processes, destroyed: Some(destroyed), alive, ended, .. } = self else { return };
        destroyed.each(|r| {
            let at_its_port = || {
                let mut all = processes.iter().enumerate().filter(|(_, p)| p.port == r.local);
                all.next().map(|(i, _)| i).filter(|_| all.next().is_none())
            };
            if let Some(i) = alive.remove(&r.cookie).map(|(i, _)| i).or_else(at_its_port) {
                ended[i] += u64::from(r.received);
            }
        });
    }

    fn tell(&mut self) {
        let Some(all) = self.read_all() else { return };
        let t = Timestamp::now();
        for (p, n) in self.processes.iter().zip(all) {
            let mut s = Series::new(signal::SERVED_SEGMENTS, labels([(view::PROCESS, &p.pid.to_string())]));
            s.push(t, n as f64);
            self.sink.observe(Observation::Series(s));
        }
    }
}

impl Reading for Counts {
    fn read(&mut self) -> Option<Duration> {
        if self.looks.is_multiple_of(READING_EVERY) {
            self.tell();
        } else {
            self.read_ended();
        }
        self.looks += 1;
        Some(INTERVAL)
    }
}

#[cfg(test)]
#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::process::{Child, Command, Stdio};
    use std::sync::Mutex;

    struct Ended(Child);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _gone = self.0.kill().is_ok() && self.0.wait().is_ok();
        }
    }

    fn ask_once(stream: &mut TcpStream) {
        stream.write_all(b"GET ").expect("write");
        stream.read_exact(&mut [0; 4]).expect("answer");
    }

    #[test]
    fn each_request_counts_for_the_process_that_holds_the_connection() {
        let here = TcpListener::bind("127.0.0.1:0").expect("free port");
        let port = here.local_addr().expect("address").port();
        // the other one is a child with a port of its own: it takes connections and answers nobody
        let script = "import socket,time\ns=socket.socket();s.bind(('127.0.0.1',0));s.listen(8)\nprint(s.getsockname()[1],flush=True)\nwhile True:\n  c,_=s.accept()\n  while True:\n    d=c.recv(99)\n    if not d: break\n    c.sendall(d)\n  c.close()";
        let Ok(child) = Command::new("python3").args(["-c", script]).stdout(Stdio::piped()).spawn() else {
            eprintln!("SKIPPED: no python3 to be the other process");
            return;
        };
        let mut child = Ended(child);
        let mut line = String::new();
        BufReader::new(child.0.stdout.take().expect("piped")).read_line(&mut line).expect("its port");
        let other: u16 = line.trim().parse().expect("a port");
        let target = |pid, port| Target { pid, port, ..Target::default() };
        let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let sink = Arc::<Mutex<Vec<Observation>>>::clone(&seen);
        let mut counts = Counts::open(&[target(std::process::id(), port), target(child.0.id(), other)], sink).expect("sock_diag");
        let mut to_us = TcpStream::connect(("127.0.0.1", port)).expect("connect");
        let (mut us, _) = here.accept().expect("accept");
        let mut to_other = TcpStream::connect(("127.0.0.1", other)).expect("connect");
        let mut answer = [0; 4];
        let mut ask = |stream: &mut TcpStream, times: u32, serve: &mut dyn FnMut()| {
            for _ in 0..times {
                stream.write_all(b"GET ").expect("write");
                serve();
                stream.read_exact(&mut answer).expect("answer");
            }
        };
        let mut request = [0; 4];
        let mut serve = || {
            us.read_exact(&mut request).expect("request");
            us.write_all(b"okay").expect("answer");
        };
        ask(&mut to_other, 1, &mut || {});
        let before = counts.read_all().expect("read");
        ask(&mut to_us, 3, &mut serve);
        ask(&mut to_other, 7, &mut || {});
        let after = counts.read_all().expect("read");
        let grown: Vec<u64> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
        assert_eq!(grown, [3, 7]);
        if counts.destroyed.is_some() {
            drop((to_us, to_other));
            let mut short = TcpStream::connect(("127.0.0.1", other)).expect("connect");
            drop(us);
            ask_once(&mut short);
            drop(short);
            let patience = std::time::Instant::now() + Duration::from_secs(20);
            while counts.read_all().expect("read") != [after[0], after[1] + 1] {
                assert!(
                    std::time::Instant::now() < patience,
                    "{:?} after {after:?}: what an ended connection received stays counted",
                    counts.read_all()
                );
                std::thread::sleep(Duration::from_millis(5));
            }
        } else {
            eprintln!("SKIPPED in part: without CAP_NET_ADMIN the kernel does not tell of connections that end");
        }
        counts.tell();
        let run = model::Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
        assert_eq!(run.series_of(signal::SERVED_SEGMENTS).count(), 2);
    }
}
