//! How many of the requests each of several processes served, by the kernel's own count of the segments with data that came to its listening port: a
//! request is one or more, and as many for each process, since one proxy (or one generator) sends them all. So it works for any runtime, and for workers
//! that share one port as for replicas with ports of their own: a connection belongs to the process that holds its descriptor.
//!
//! What came on a connection between two readings and its end is lost: behind a proxy that opens one for each request there is nothing to see, and who reads
//! the run finds fewer segments than requests.

use super::segments::row;
use super::sock_diag::{FAMILIES, Question, SockDiag};
use super::threads::Totals;
use super::ticker::{Reading, Ticker};
use crate::discover;
use crate::{Context, Probe, ProbeError};
use model::series::labels;
use model::{Observation, Phase, Sensor, SensorState, Series, Sink, Target, Timestamp, sensor, signal, view};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// How often connections are counted: one that ends meanwhile loses what came since. A choice.
const INTERVAL: Duration = Duration::from_millis(500);

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
            Ticker::start("ts-served", counts, &cx.spare_cpus, false).map_err(|e| failed(e.to_string(), "see `ulimit -u`"))
        });
        let id = sensor::SERVED.to_owned();
        cx.sink.observe(Observation::Sensor(match &started {
            Ok(_) => Sensor { id, state: SensorState::On, reason: String::new(), unlock: String::new() },
            Err(e) => Sensor { id, state: SensorState::Off, reason: e.to_string(), unlock: e.help.clone() },
        }));
        self.ticker = Some(started?);
        Ok(())
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.begin();
        }
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        if let Some(t) = &self.ticker {
            t.end();
        }
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.ticker = None;
        Ok(())
    }
}

fn failed(cause: String, help: &str) -> ProbeError {
    let operation = "count the requests of each process".to_owned();
    ProbeError { name: "requests-not-counted", operation, cause, help: help.to_owned() }
}

struct Counts {
    processes: Vec<Target>,
    diag: SockDiag,
    totals: Totals,
    sink: Arc<dyn Sink>,
}

impl Counts {
    fn open(processes: &[Target], sink: Arc<dyn Sink>) -> Result<Self, ProbeError> {
        let elsewhere = "the kernel tells of connections of this network namespace alone (sock_diag)";
        let mut open = None;
        for p in processes {
            discover::socket_inodes(p.pid)
                .map_err(|e| failed(format!("pid {}: {e}", p.pid), "run the tool as the user of all processes, or as root"))?;
            let diag =
                SockDiag::open(p).ok_or_else(|| failed(format!("pid {}: {elsewhere}", p.pid), "run the tool where all processes run"))?;
            open = Some(diag);
        }
        let diag = open.ok_or_else(|| failed("there is no process".to_owned(), ""))?;
        Ok(Self { processes: processes.to_vec(), diag, totals: Totals::default(), sink })
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
            self.diag.each(Question { family, port, info: true }, |body| rows.extend(row(body)))?;
        }
        let now = rows.iter().filter_map(|r| Some((r.inode, *owner.get(&u64::from(r.inode))?, [u64::from(r.received), 0])));
        Some(self.totals.update(self.processes.len(), now).into_iter().map(|[received, _]| received).collect())
    }
}

impl Reading for Counts {
    fn read(&mut self) -> Option<Duration> {
        if let Some(all) = self.read_all() {
            let t = Timestamp::now();
            for (p, n) in self.processes.iter().zip(all) {
                let mut s = Series::new(signal::SERVED_SEGMENTS, labels([(view::PROCESS, &p.pid.to_string())]));
                s.push(t, n as f64);
                self.sink.observe(Observation::Series(s));
            }
        }
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

    #[test]
    fn each_request_counts_for_the_process_that_holds_the_connection() {
        let here = TcpListener::bind("127.0.0.1:0").expect("free port");
        let port = here.local_addr().expect("address").port();
        // the other one is a child with a port of its own: it takes connections and answers nobody
        let script = "import socket,time\ns=socket.socket();s.bind(('127.0.0.1',0));s.listen(8)\nprint(s.getsockname()[1],flush=True)\nc,_=s.accept()\nwhile True:\n  d=c.recv(99)\n  c.sendall(d)";
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
        counts.read();
        let run = model::Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
        assert_eq!(run.series_of(signal::SERVED_SEGMENTS).count(), 2);
    }
}
