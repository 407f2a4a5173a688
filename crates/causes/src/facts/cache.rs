//! A cache server that requests wait for: how much of their wait is the server's, by its own clock, and which commands occupy its one
//! thread. Nothing is said of a server that does not speak for itself.

use diagnose::frames::Part;
use diagnose::level::{CacheServer, Level};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Claim, Hypothesis, LEAST_GROWTH_SHARE, Status};
use model::{Message, Run, Series, Timestamp, message, sensor, signal};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share of the response from which a wait that does not grow is worth a name. As for other services: a guess.
    WORTH_A_NAME = 0.5;
    /// Least wait per request that is worth one, milliseconds: below this stacks do not see enough. Source: LEDGER section 9 point 8.
    LEAST_WAIT_MS = 1.0;
    /// Share of the wait that the server's own round trips must explain. A guess: the rest may be the network's, the client's queue, its
    /// missing core.
    BY_SERVER = 0.5;
    /// Share of the server's round trip that commands must make for it to be theirs. A guess: time to write a large answer counts for no
    /// command.
    BY_COMMANDS = 0.3;
    /// How much later than a command ends the log is read that tells who sent it, seconds. Source: the probe reads once a second.
    LOG_LAG_S = 1.5;
}

/// Commands that may wait on purpose for what somebody else sends.
const WAITING: [&str; 10] = ["blpop", "brpop", "brpoplpush", "blmove", "blmpop", "bzpopmin", "bzpopmax", "bzmpop", "xread", "xreadgroup"];

/// Commands that wait on purpose, and those by which the tool itself asks.
const NOT_AT_WORK: [&str; 16] = [
    "blpop",
    "brpop",
    "brpoplpush",
    "blmove",
    "blmpop",
    "bzpopmin",
    "bzpopmax",
    "bzmpop",
    "wait",
    "waitaof",
    "subscribe",
    "psubscribe",
    "info",
    "slowlog|get",
    "latency|latest",
    "ping",
];

/// A command during a level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Command {
    /// As the server calls it: `keys`.
    pub(crate) name: String,
    /// How often in a second.
    pub(crate) per_s: f64,
    /// What one takes on the server's thread, milliseconds.
    pub(crate) each_ms: f64,
    /// Share of the time in which it has the thread, 0 to 1.
    pub(crate) share: f64,
    /// Pattern of the keys, and who sends it, as far as the log of slow commands tells; else empty.
    pub(crate) keys: String,
    pub(crate) whose: String,
}

impl Command {
    /// What everybody's commands wait for it on average, at least, milliseconds: who comes while it is at work waits for half of one.
    pub(crate) fn keeps_waiting_ms(&self) -> f64 {
        self.share * self.each_ms / 2.0
    }

    /// Who sends it, where that is known.
    pub(crate) fn sender(&self) -> Message {
        match self.whose.as_str() {
            "" => Message::default(),
            "target" => message!("facts/sent-by-service"),
            other => message!("facts/sent-by-client", client: name(other)),
        }
    }

    /// `KEYS order:*`.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.name.replace('|', " ").to_ascii_uppercase(), self.keys).trim_end().to_owned()
    }
}

/// A cache that requests wait for at the heaviest level.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'a> {
    pub(crate) level: &'a Level,
    pub(crate) server: &'a CacheServer,
    /// Waiting for caches, milliseconds per request, there and at the lightest level.
    pub(crate) wait_ms: f64,
    pub(crate) light_ms: f64,
    /// Share of the growth of the response time that this wait is.
    pub(crate) growth: f64,
    /// Share of the wait that the server's own round trips explain.
    pub(crate) by_server: f64,
    /// Commands by the time that others wait for them, most first.
    pub(crate) commands: Vec<Command>,
}

/// What requests wait for, or the hypothesis that says why it cannot be said.
pub(crate) fn asked<'a>(a: &'a Analysis, id: &'static str) -> Result<Asked<'a>, Box<Hypothesis>> {
    let not = |status, why: Message| Box::new(Hypothesis::new(id, status, why));
    let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
        return Err(not(Status::NotApplicable, message!("facts/no-level")));
    };
    let wait_ms = heavy.part_ms(Part::Cache);
    if wait_ms <= 0.0 {
        return Err(not(Status::NotApplicable, message!("facts/no-cache")));
    }
    let worst = |x: &&CacheServer, y: &&CacheServer| {
        let ms = |c: &CacheServer| c.asked_ms().unwrap_or(c.round_trip_ms);
        ms(x).total_cmp(&ms(y))
    };
    let Some(server) = heavy.caches.iter().max_by(worst) else {
        let mut h = not(Status::NotObservable, a.unseen(sensor::CACHE));
        h.missing = vec![sensor::CACHE];
        return Err(h);
    };
    // who waits at all has asked at least once
    let asked_ms = server.turns.unwrap_or(0.0).max(1.0) * server.round_trip_ms;
    Ok(Asked {
        level: heavy,
        server,
        wait_ms,
        light_ms: light.part_ms(Part::Cache),
        growth: a.growth.share(a.growth.cache_ms),
        by_server: (asked_ms / wait_ms).min(1.0),
        commands: commands(a.run, &server.store, heavy.window),
    })
}

impl Asked<'_> {
    /// The hypothesis of a cause of this server before it is judged: what was seen, and where requests wait for it.
    pub(crate) fn hypothesis(&self, id: &'static str, expected: Message, falsifier: Message) -> Hypothesis {
        let site = self.level.samples.as_ref().and_then(|s| s.top_site(Part::Cache, None)).map(|s| s.site.clone()).unwrap_or_default();
        Hypothesis {
            expected,
            falsifier,
            observed: self.observed(),
            component: self.server.store.clone(),
            site,
            ..Hypothesis::new(id, Status::Rejected, Message::default())
        }
    }

    /// Makes it one that holds: its weight is the share of the growth, or of the response, that is the server's. Where the service itself
    /// is full, it stands beside.
    pub(crate) fn support(&self, a: &Analysis, h: &mut Hypothesis) {
        h.status = if Self::service_is_full(a) { Status::Secondary } else { Status::Supported };
        h.weight = self.growth.max(self.wait_ms / self.level.response_ms).min(1.0) * self.by_server;
        h.claims = self.claims();
    }

    /// What was seen, in one line.
    pub(crate) fn observed(&self) -> Message {
        message!(
            "facts/cache-asked",
            light: Ms(self.light_ms),
            wait: Ms(self.wait_ms),
            rate: PerSecond(self.level.throughput_per_s),
            trip: Ms(self.server.round_trip_ms),
            longest: Ms(self.server.longest_ms)
        )
    }

    /// What all commands together make everybody wait, milliseconds.
    pub(crate) fn commands_ms(&self) -> f64 {
        self.commands.iter().map(Command::keeps_waiting_ms).sum()
    }

    /// Whether commands make the server's round trip what it is.
    pub(crate) fn is_by_commands(&self, ms: f64) -> bool {
        ms >= BY_COMMANDS.get() * self.server.round_trip_ms
    }

    /// The observation that nobody waits for it for long.
    pub(crate) fn little(&self) -> Option<Message> {
        let worth = self.growth >= LEAST_GROWTH_SHARE.get() || self.wait_ms >= WORTH_A_NAME.get() * self.level.response_ms;
        let is_little = !worth || self.wait_ms < LEAST_WAIT_MS.get();
        is_little.then(|| message!("facts/cache-little", wait: Ms(self.wait_ms), response: Ms(self.level.response_ms)))
    }

    /// The observation that speaks against the server, whatever it does: nobody waits for it for long, or who waits does so on this side.
    pub(crate) fn against(&self) -> Option<Message> {
        self.little().or_else(|| self.innocent())
    }

    fn innocent(&self) -> Option<Message> {
        (self.by_server < BY_SERVER.get()).then(
            || message!("facts/cache-innocent", trip: Ms(self.server.round_trip_ms), share: Share(self.by_server), wait: Ms(self.wait_ms)),
        )
    }

    /// Whether something of the service's own is full: the cache is then not what limits it.
    pub(crate) fn service_is_full(a: &Analysis) -> bool {
        a.is_saturated(ResourceKind::TargetCpu) || a.is_saturated(ResourceKind::EventLoop)
    }

    /// Claims that both causes rest on.
    fn claims(&self) -> Vec<Claim> {
        let store = |c: Claim| c.from_labelled(&[signal::CACHE_ROUND_TRIP], "store", &self.server.store);
        vec![
            Claim::at(self.level, "cache_wait_ms", self.wait_ms, "ms", self.observed()).from(self.level.part_series(Part::Cache)),
            store(Claim::at(
                self.level,
                "cache_round_trip_ms",
                self.server.round_trip_ms,
                "ms",
                message!("facts/cache-trip", trip: Ms(self.server.round_trip_ms), longest: Ms(self.server.longest_ms)),
            )),
        ]
    }

    /// Commands that may wait on purpose, with how many were sent per request, most first; the server counts one when it ends.
    pub(crate) fn waiting(&self, run: &Run) -> Vec<(String, f64)> {
        let (from, to) = self.level.window;
        let of_level = self.of(run, signal::CACHE_COMMAND_CALLS).filter(|s| WAITING.contains(&s.label("command")));
        let counted =
            of_level.filter_map(|s| Some((s.label("command").to_ascii_uppercase(), s.increase(from, to)? / self.level.requests as f64)));
        let mut all: Vec<(String, f64)> = counted.filter(|(_, n)| *n > 0.0).collect();
        all.sort_by(|x, y| y.1.total_cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
        all
    }

    /// Mean of a gauge of the server during the level.
    pub(crate) fn mean(&self, run: &Run, signal: &str) -> Option<f64> {
        let (from, to) = self.level.window;
        self.of(run, signal).find_map(|s| s.mean(from, to))
    }

    /// Increase of a total of the server during the level, 0 where it was not counted.
    pub(crate) fn increase(&self, run: &Run, signal: &str) -> f64 {
        let (from, to) = self.level.window;
        self.of(run, signal).filter_map(|s| s.increase(from, to)).sum()
    }

    /// Last reading of the server up to the end of the level.
    pub(crate) fn reading(&self, run: &Run, signal: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let is = |s: &&Series| labels.iter().all(|(label, v)| s.label(label) == *v);
        self.of(run, signal).find(is).and_then(|s| s.v[..s.t.partition_point(|t| *t <= self.level.window.1)].last().copied())
    }

    /// Series of the server.
    pub(crate) fn of<'r>(&'r self, run: &'r Run, signal: &'r str) -> impl Iterator<Item = &'r Series> {
        run.series_of(signal).filter(|s| s.label("store") == self.server.store)
    }
}

fn commands(run: &Run, store: &str, (from, to): (Timestamp, Timestamp)) -> Vec<Command> {
    let span_s = to.seconds_since(from).max(1e-9);
    let of = |signal: &'static str| run.series_of(signal).filter(|s| s.label("store") == store);
    let calls: BTreeMap<&str, f64> =
        of(signal::CACHE_COMMAND_CALLS).filter_map(|s| Some((s.label("command"), s.increase(from, to)?))).collect();
    let mut all: Vec<Command> = of(signal::CACHE_COMMAND_TIME)
        .filter(|s| !NOT_AT_WORK.contains(&s.label("command")))
        .filter_map(|s| {
            let name = s.label("command");
            let n = calls.get(name).copied().filter(|n| *n > 0.0)?;
            let took_s = s.increase(from, to)?;
            let (keys, whose) = sender(run, store, name, (from, to.plus_ns((LOG_LAG_S.get() * 1e9) as i64)));
            Some(Command {
                name: name.to_owned(),
                per_s: n / span_s,
                each_ms: took_s / n * 1e3,
                share: (took_s / span_s).min(1.0),
                keys,
                whose,
            })
        })
        .collect();
    all.sort_by(|x, y| y.keeps_waiting_ms().total_cmp(&x.keeps_waiting_ms()).then_with(|| x.name.cmp(&y.name)));
    all
}

/// Whose commands of this name were slowest together, and on which keys, by the log.
fn sender(run: &Run, store: &str, command: &str, (from, to): (Timestamp, Timestamp)) -> (String, String) {
    let slow = run.series_of(signal::CACHE_SLOW_TIME).filter(|s| s.label("store") == store && s.label("command") == command);
    let with_time = slow.filter_map(|s| Some((s.increase(from, to)?, s))).filter(|(took_s, _)| *took_s > 0.0);
    let most = with_time.max_by(|x, y| x.0.total_cmp(&y.0));
    most.map(|(_, s)| (s.label("keys").to_owned(), s.label("whose").to_owned())).unwrap_or_default()
}
