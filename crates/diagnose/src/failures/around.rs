//! What a group of failed requests follows from, by what was seen meanwhile.

use super::decline::good_rate;
use super::group::{Group, Kind, Tallied};
use super::layer::{Layer, Seen, layer};
use super::{Because, Failed, Load};
use crate::cause::Cause;
use crate::judge::WAITED;
use crate::level::{TOO_MANY, calls_were_watched, endpoints, pools};
use crate::saturation::ResourceKind;
use crate::verdict::{Diagnosis, VerdictStatus};
use model::event::TARGET_DIED;
use model::{Outcome, Run, Timestamp, signal};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of the rate of what limits from which that counts as reached. A guess: a tenth below it, queues are long already.
    AT_LIMIT = 0.9;
    /// Connections that the listen queue turned away for each failed request, at least, for these to be turned away there. Source: the meaning of "most".
    TURNED_AWAY = 0.5;
    /// Calls that another service refused for each failed request, at least, for the requests to fail by them. A guess: for most of them one.
    REFUSED = 0.5;
    /// The same at most; where failed requests took as long as good ones, which may have tried again as well, for each request. A guess: a few tries each.
    REFUSED_AT_MOST = 5.0;
    /// Refused calls per request in phases in which no request fails so, as a share of those where some do, beyond which they are usual. A guess.
    USUALLY_REFUSED = 0.1;
    /// Share of the failures that must be of phases in which calls were watched, for those others that are alike to be taken for the same. A guess: a quarter; while
    /// the limit is searched nobody watches, and most requests fail there.
    IN_SIGHT = 0.25;
    /// Share of the failures that must end when a process does, to be cut off by that. Source: the meaning of "most".
    CUT_OFF = 0.5;
    /// Share of the time in which requests wait for a pool's connection that failures of its time limit must be, by Little's law. A guess: others wait and get one.
    WAITED_FOR_POOL = 0.5;
}

/// Nanoseconds from the end of a process within which a request that fails is cut off by it: connections are told of it at once.
const CUT_OFF_NS: i64 = 1_000_000_000;

/// A run, and what is said of it.
pub(super) struct Around<'a> {
    pub(super) run: &'a Run,
    pub(super) d: &'a Diagnosis,
    /// The cause that is named.
    pub(super) named: Option<&'a dyn Cause>,
    pub(super) tallied: &'a Tallied<'a>,
}

impl Around<'_> {
    /// A group with who refused it and why.
    pub(super) fn failed(&self, (outcome, status, never_sent): Kind, g: &Group) -> Option<Failed> {
        let (outcome, between, first) = (Outcome::from_u8(outcome)?, g.between?, *g.phases.first()?);
        let phase = self.tallied.phases[first];
        let status = Some(status).filter(|s| *s > 0);
        let layer = layer(&self.seen(outcome, status, never_sent, g));
        Some(Failed {
            layer,
            outcome,
            status,
            count: g.count,
            of: g.phases.iter().map(|i| self.tallied.tallies[*i].sent).sum(),
            between,
            phase: phase.id.clone(),
            load: Load::of(phase),
            mean_ms: g.mean_ms(),
            because: self.because(layer, outcome, never_sent, g),
        })
    }

    fn windows<'a>(&'a self, g: &'a Group) -> impl Iterator<Item = (Timestamp, Timestamp)> + 'a {
        g.phases.iter().filter_map(|i| Some((self.tallied.phases[*i].start, self.tallied.phases[*i].end?)))
    }

    fn seen(&self, outcome: Outcome, status: Option<u16>, never_sent: bool, g: &Group) -> Seen {
        let overflows: f64 = self.windows(g).filter_map(|(from, to)| self.run.increase(signal::LISTEN_OVERFLOWS, from, to)).sum();
        let queued =
            |w: (Timestamp, Timestamp)| self.run.series_of(signal::LISTEN_QUEUE).any(|s| s.mean(w.0, w.1).is_some_and(|n| n >= 1.0));
        let (short_ms, long_ms) = g.spread_ms();
        let waited_s: f64 =
            self.windows(g).map(|w| pools(self.run, w, 1.0).iter().map(|p| p.pending).sum::<f64>() * w.1.seconds_since(w.0)).sum();
        let for_pool = waited_s >= WAITED_FOR_POOL.get() * g.count as f64 * short_ms / 1e3 && self.peer(g, false).is_none();
        Seen {
            outcome,
            status,
            never_sent,
            turned_away: self.windows(g).any(queued) && overflows >= TURNED_AWAY.get() * g.count as f64,
            spread_ms: (short_ms, long_ms),
            waited_for_pool: for_pool,
        }
    }

    fn because(&self, layer: Layer, outcome: Outcome, never_sent: bool, g: &Group) -> Because {
        let peer = |answers: bool| {
            self.peer(g, false).filter(|(_, status)| (*status > 0) == answers).map(|(name, status)| Because::Peer(name, status))
        };
        let tried_again = || {
            let limited = self.peer(g, true).filter(|(_, status)| *status == TOO_MANY && self.waited(g));
            limited.map(|(name, status)| Because::Peer(name, status))
        };
        let rest = || self.cause(layer, outcome, never_sent, g).or_else(|| self.limit(layer, g));
        match layer {
            Layer::Request | Layer::Check | Layer::Protocol => Because::Said,
            Layer::RateLimit => peer(true).unwrap_or(Because::Said),
            Layer::Connect | Layer::Closed | Layer::Gateway if self.ended(layer, g) => Because::Ended,
            Layer::Service | Layer::Unavailable | Layer::Gateway => {
                peer(true).or_else(rest).or_else(tried_again).or_else(|| peer(false)).unwrap_or(Because::Unexplained)
            }
            _ => rest().unwrap_or(Because::Unexplained),
        }
    }

    /// Whether most of them end when a process of the service does, or find nobody from then on.
    fn ended(&self, layer: Layer, g: &Group) -> bool {
        let cut_off = |t: Timestamp| {
            let near = |(from, to, _): &&(Timestamp, Timestamp, u64)| {
                to.ns_since(t) >= -CUT_OFF_NS && (layer == Layer::Connect || from.ns_since(t) <= CUT_OFF_NS)
            };
            g.ends.iter().filter(near).map(|(.., n)| n).sum::<u64>() as f64 > CUT_OFF.get() * g.count as f64
        };
        self.run.events.iter().any(|e| e.kind == TARGET_DIED && cut_off(e.t))
    }

    /// The endpoint of another service that refused most calls in their phases, where these are about as many as they are (with `tried_again`, as all requests
    /// of these phases) and hardly any were refused where nobody failed so; with the status of most refusals, 0 for no answer. By the phases in which calls were
    /// watched.
    fn peer(&self, g: &Group, tried_again: bool) -> Option<(String, u16)> {
        let window = |i: usize| Some((self.tallied.phases[i].start, self.tallied.phases[i].end?));
        let watched = |i: &usize| window(*i).is_some_and(|w| calls_were_watched(self.run, w));
        let seen: Vec<usize> = g.phases.iter().copied().filter(watched).collect();
        let failed = seen.iter().filter_map(|i| window(*i)).map(|w| g.ended_in(w)).sum::<u64>() as f64;
        if failed < IN_SIGHT.get() * g.count as f64 || seen.is_empty() {
            return None;
        }
        let mut refused: BTreeMap<String, (f64, u16)> = BTreeMap::new();
        for e in seen.iter().filter_map(|i| window(*i)).flat_map(|w| endpoints(self.run, w)) {
            if let Some(status) = e.refuses_with() {
                refused.entry(e.name.clone()).or_insert((0.0, status)).0 += e.refused();
            }
        }
        let (name, (calls, status)) = refused.into_iter().max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        let sent = |of: &dyn Fn(usize) -> bool| -> f64 {
            self.tallied.tallies.iter().enumerate().filter(|(i, _)| of(*i)).map(|(_, t)| t.sent as f64).sum()
        };
        let sent_here = sent(&|i| seen.contains(&i));
        let tries = REFUSED_AT_MOST.get() * if tried_again { sent_here } else { failed };
        if calls < REFUSED.get() * failed || calls > tries {
            return None;
        }
        let others = |i: usize| !g.phases.contains(&i) && watched(&i);
        let elsewhere: f64 = (0..self.tallied.phases.len())
            .filter(|i| others(*i))
            .filter_map(window)
            .flat_map(|w| endpoints(self.run, w))
            .filter(|e| e.name == name)
            .map(|e| e.refused())
            .sum();
        let usual = elsewhere / sent(&others).max(1.0);
        let here = calls / sent_here.max(1.0);
        (usual <= USUALLY_REFUSED.get() * here).then_some((name, status))
    }

    /// The named cause, where it explains such failures and these waited as it says; or where a pool runs dry by it.
    fn cause(&self, layer: Layer, outcome: Outcome, never_sent: bool, g: &Group) -> Option<Because> {
        let named = self.named.filter(|_| self.d.verdict.status == VerdictStatus::Found)?;
        let declared = named.explains_failures().contains(&outcome) && if named.keeps_requests_out() { never_sent } else { self.waited(g) };
        let pool_is_dry = layer == Layer::Pool && self.d.verdict.limit.as_ref().is_some_and(|l| l.kind == ResourceKind::ConnectionPool);
        (declared || pool_is_dry).then(|| Because::Cause(named.id()))
    }

    /// Whether they took about as long as good answers of their phases.
    fn waited(&self, g: &Group) -> bool {
        let (good, good_ms) = g.phases.iter().map(|i| &self.tallied.tallies[*i]).fold((0, 0.0), |(n, ms), t| (n + t.good, ms + t.good_ms));
        good > 0 && g.service_mean_ms() >= WAITED.get() * good_ms / good as f64
    }

    /// What is at its limit in their first phase, where they waited.
    fn limit(&self, layer: Layer, g: &Group) -> Option<Because> {
        let limit = self.d.verdict.limit.as_ref()?;
        let waits = matches!(layer, Layer::TimeLimit | Layer::Unfinished | Layer::AcceptQueue | Layer::Pool) || self.waited(g);
        if !waits {
            return None;
        }
        let phase = self.tallied.phases[*g.phases.first()?];
        let per_s = match Load::of(phase) {
            Load::PerSecond(rate) => rate,
            Load::Connections(_) => good_rate(self.run, phase)?.good,
        };
        (per_s >= AT_LIMIT.get() * limit.per_s).then(|| Because::Limit(limit.name.clone()))
    }
}
