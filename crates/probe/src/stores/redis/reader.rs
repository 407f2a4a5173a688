//! Asks the server once a second what it has counted, what was slow, and what delayed it.

use super::connect::{Address, text};
use super::info::Info;
use super::latency::{self, Latest};
use super::slow_log::{self, ENTRIES, Entry};
use super::told::Told;
use crate::discover::sockets_of;
use crate::process::ticker::Reading;
use crate::{Context, ProbeError};
use model::{Component, ComponentKind, Message, Observation, Sensor, Sink, Timestamp, message, sensor, signal};
use redis::{Connection, FromRedisValue, RedisError};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);
/// Questions that may fail in a row before the sensor counts as lost.
const FAILURES: u32 = 3;
/// What the tool calls itself at the server, so that its owner knows whose connections they are.
const OWN_NAME: &str = "tightspot";
/// Longest name of a client that is kept.
const LONGEST_NAME: usize = 40;

/// Totals, by what [`Info`] tells of them.
const GAUGES: [&str; 7] = [
    signal::CACHE_CLIENTS,
    signal::CACHE_CLIENTS_BLOCKED,
    signal::CACHE_MEMORY,
    signal::CACHE_MEMORY_RESIDENT,
    signal::CACHE_APPENDED,
    signal::CACHE_FORK_TIME,
    signal::CACHE_SAVING,
];

pub(super) struct Reader {
    address: Address,
    conn: Option<Connection>,
    sink: Arc<dyn Sink>,
    pids: Vec<u32>,
    addresses: Vec<SocketAddr>,
    told: Told,
    /// Last entry of the log of slow commands that was read.
    last_slow: Option<i64>,
    /// Number and seconds of slow commands by command, keys and who sent them.
    slow: BTreeMap<(String, String, String), (f64, f64)>,
    delays: Option<Latest>,
    failures: u32,
    lost: bool,
}

impl Reader {
    /// Connects, names the server and says what it is set to. Where the target knows it by another address than the tool, that one counts.
    pub(super) fn open(cx: &Context, address: &Address) -> Result<(Self, String), ProbeError> {
        let refused = |e: RedisError| super::connect::refused(address, &e);
        let mut conn = address.dial().map_err(refused)?;
        // a server that refuses is asked under no name
        let _named = redis::cmd("CLIENT").arg("SETNAME").arg(OWN_NAME).query::<()>(&mut conn).is_ok();
        let answer: String = redis::cmd("INFO").arg("all").query(&mut conn).map_err(refused)?;
        let info = Info::read(&answer);
        let addresses = address.leads_to();
        let at = cx.target.peers.iter().filter_map(|p| p.address.parse().ok()).find(|p| addresses.contains(p));
        let at = at.or(addresses.first().copied()).map_or("unknown".to_owned(), |a| a.to_string());
        let store = format!("{}:{at}", super::STORE.name());
        let limit = (info.most_clients > 0).then_some(info.most_clients);
        cx.sink.observe(Observation::Component(Component { id: store.clone(), kind: ComponentKind::Cache, limit, detail: info.version }));
        let mut new = Self {
            address: address.clone(),
            conn: Some(conn),
            sink: Arc::clone(&cx.sink),
            pids: cx.processes().map(|t| t.pid).collect(),
            addresses,
            told: Told::new(Arc::clone(&cx.sink), &store),
            last_slow: None,
            slow: BTreeMap::new(),
            delays: None,
            failures: 0,
            lost: false,
        };
        new.settings();
        // what was there before is not the run's
        new.last_slow = new.slow_commands().and_then(|all| all.last().map(|e| e.id));
        new.delays = new.delays();
        Ok((new, store))
    }

    fn ask<T: FromRedisValue>(&mut self, words: &[&str]) -> Result<T, RedisError> {
        let conn = match &mut self.conn {
            Some(conn) => conn,
            none => none.insert(self.address.dial()?),
        };
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]);
        let answer = command.query(conn);
        if answer.as_ref().is_err_and(|e| e.code().is_none()) {
            // an answer that comes too late would be taken for that to the next question
            self.conn = None;
        }
        answer
    }

    /// Three settings, where the server tells them: one whose owner is somebody else may not.
    fn settings(&mut self) {
        let mut of = |name: &str| self.ask::<Vec<String>>(&["CONFIG", "GET", name]).ok().and_then(|pair| pair.into_iter().nth(1));
        let always = of("appendonly").zip(of("appendfsync")).map(|(on, when)| f64::from(u8::from(on == "yes" && when == "always")));
        let mut number = |name: &str, by: f64| of(name).and_then(|v| v.parse::<f64>().ok()).map(|v| if v < 0.0 { -1.0 } else { v * by });
        let slow = number("slowlog-log-slower-than", 1e-6);
        let watches = number("latency-monitor-threshold", 1e-3).map(|s| if s == 0.0 { -1.0 } else { s });
        for (name, v) in [("appendfsync-always", always), ("slowlog-threshold", slow), ("latency-threshold", watches)] {
            if let Some(v) = v {
                self.told.gauge(signal::CACHE_SETTING, [("setting", name)], v);
            }
        }
    }

    fn slow_commands(&mut self) -> Option<Vec<Entry>> {
        self.ask(&["SLOWLOG", "GET", &ENTRIES.to_string()]).ok().map(slow_log::entries)
    }

    fn delays(&mut self) -> Option<Latest> {
        self.ask(&["LATENCY", "LATEST"]).ok().map(latency::latest)
    }

    fn take(&mut self) -> Result<(), RedisError> {
        let start = Timestamp::now();
        let answer: String = self.ask(&["INFO", "all"])?;
        let took_ns = Timestamp::now().ns_since(start);
        self.told.at(start.plus_ns(took_ns / 2));
        let info = Info::read(&answer);
        for (signal, v) in info.figures {
            if GAUGES.contains(&signal) {
                self.told.gauge(signal, [], v);
            } else {
                self.told.total(signal, [], v);
            }
        }
        for (command, (calls, s)) in &info.commands {
            self.told.total(signal::CACHE_COMMAND_CALLS, [("command", command)], *calls);
            self.told.total(signal::CACHE_COMMAND_TIME, [("command", command)], *s);
        }
        self.take_slow();
        if let Some(now) = self.delays() {
            for (event, s) in latency::new(self.delays.as_ref().unwrap_or(&Latest::new()), &now) {
                self.told.gauge(signal::CACHE_DELAY, [("event", event)], s);
            }
            self.delays = Some(now);
        }
        Ok(())
    }

    fn take_slow(&mut self) {
        let Some(all) = self.slow_commands() else { return };
        self.told.gauge(signal::CACHE_SLOW_LENGTH, [], all.len() as f64);
        let new: Vec<Entry> = all.into_iter().filter(|e| self.last_slow.is_none_or(|last| e.id > last) && e.name != OWN_NAME).collect();
        let own = if new.is_empty() { BTreeSet::new() } else { self.own_ends() };
        for e in new {
            self.last_slow = Some(e.id);
            let key = (e.command.clone(), e.keys.clone(), whose(&e, &own));
            let sum = self.slow.entry(key).or_default();
            *sum = (sum.0 + 1.0, sum.1 + e.took_s);
        }
        for ((command, keys, whose), (count, s)) in &self.slow {
            let of = [("command", command.as_str()), ("keys", keys.as_str()), ("whose", whose.as_str())];
            self.told.total(signal::CACHE_SLOW_COUNT, of, *count);
            self.told.total(signal::CACHE_SLOW_TIME, of, *s);
        }
    }

    /// The target's ends of its connections to the server.
    fn own_ends(&self) -> BTreeSet<SocketAddr> {
        let sockets = self.pids.iter().filter_map(|pid| sockets_of(*pid).ok()).flatten();
        sockets.filter(|s| self.addresses.contains(&s.remote)).map(|s| s.local).collect()
    }

    fn lose(&mut self, reason: Message) {
        self.lost = true;
        self.sink.observe(Observation::Sensor(Sensor::lost(sensor::CACHE, reason)));
    }
}

/// Who sent a command: the target, or what is known of another client.
fn whose(e: &Entry, own: &BTreeSet<SocketAddr>) -> String {
    match e.client {
        Some(client) if own.contains(&client) => "target".to_owned(),
        _ if !e.name.is_empty() => e.name.chars().take(LONGEST_NAME).collect(),
        Some(client) => client.ip().to_string(),
        None => String::new(),
    }
}

impl Reading for Reader {
    fn read(&mut self) -> Option<Duration> {
        if self.lost {
            return None;
        }
        match self.take() {
            Ok(()) => self.failures = 0,
            Err(e) => {
                self.failures += 1;
                if self.failures >= FAILURES {
                    self.lose(message!("redis/reading-failed", error: name(text(&e))));
                    return None;
                }
            }
        }
        Some(EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sent_a_command_is_told_without_the_port() {
        let entry = |client: &str, name: &str| Entry {
            id: 1,
            took_s: 0.1,
            command: "keys".into(),
            keys: "*".into(),
            client: client.parse().ok(),
            name: name.into(),
        };
        let own: BTreeSet<SocketAddr> = ["127.0.0.1:40000".parse().expect("address")].into();
        let table = [
            (entry("127.0.0.1:40000", "shop"), "target"),
            (entry("127.0.0.1:40001", "admin"), "admin"),
            (entry("10.0.0.9:40001", ""), "10.0.0.9"),
            (entry("", ""), ""),
        ];
        for (e, want) in table {
            assert_eq!(whose(&e, &own), want, "{e:?}");
        }
    }
}
