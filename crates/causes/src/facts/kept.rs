//! Work of requests whose result is meant to be kept: a token that an issuer lets live for an hour, keys, credentials, settings. Which
//! frames these are
//! is data of the runtimes (`issue-token`, `fetch-shared`, `load-credentials`, `load-key`).

use super::calls::in_calls;
use super::queueing::{inside_ms, queueing};
use super::stacks::{Picked, Stack, cpu_share_where, has, seconds_where, time_where};
use diagnose::Analysis;
use diagnose::frames::Role;
use diagnose::level::{Endpoint, Level, endpoints};

diagnose::thresholds! {
    /// Share of the seconds of a level in which such work must be seen: whoever renews a token does so in one of them, and those who need
    /// it wait
    /// there together. A guess: half.
    LEAST_SECONDS = 0.5;
    /// Seconds of all levels in which credentials must be seen being loaded until they count as loaded for each request. A guess: what is
    /// loaded
    /// when it is first needed is loaded in one.
    LEAST_LOADS = 3.0;
    /// Share of the calls to an endpoint that must say what the one before it said for all of them to ask the same. A guess: an assertion
    /// changes from second to second; of ten users one in ten asks twice in a row by chance.
    ASK_THE_SAME = 0.9;
    /// Share of the time in all calls that such calls must be to be those that fetch. A guess: three quarters, for of calls over TLS nobody
    /// tells what they ask.
    MOST_OF_CALLS = 0.75;
    /// Time of calls to an endpoint as a multiple of what requests are seen waiting for calls, up to which they are the requests' own.
    /// Source: LEDGER section 9 point 8, the tolerance of an account.
    MORE_THAN_WAITED = 1.15;
    /// Calls that must have been seen under light load for their time there. A guess: it is known to a fifth then.
    FEWEST_CALLS = 20.0;
}

/// Such work at one level.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Kept {
    /// All of it.
    pub(crate) all: Picked,
    /// Asking for a token or for what is the same for all, with what is needed to ask.
    pub(crate) fetching: Picked,
    /// Reading and parsing credentials and keys.
    pub(crate) loading: Picked,
    /// The part of it that is on the CPU, as a share of the CPU of requests by the same samples, 0 to 1.
    pub(crate) cpu_share: f64,
    /// Share of the seconds in which it is seen, 0 to 1.
    pub(crate) seconds: f64,
}

impl Kept {
    /// At `level`; `None` without stacks of request threads.
    pub(crate) fn at(a: &Analysis, level: &Level) -> Option<Self> {
        let all = time_where(a, level, is_kept)?;
        Some(Self {
            fetching: time_where(a, level, fetches)?,
            loading: time_where(a, level, loads)?,
            cpu_share: cpu_share_where(a, level, is_kept),
            seconds: seconds_where(a, level, is_kept) / (level.seconds.len() as f64).max(1.0),
            all,
        })
    }

    /// Whether it is seen all the time, so that requests do it.
    pub(crate) fn is_steady(&self) -> bool {
        self.seconds >= LEAST_SECONDS.get()
    }
}

/// Whether the same is fetched or loaded each time: credentials are loaded again and again, what is fetched is the same for all, or the
/// calls that fetch it were seen to say the same. A token or a key alone may be one user's.
pub(crate) fn is_the_same(a: &Analysis) -> bool {
    asked_the_same(a).is_some() || {
        let loaded: f64 = a.levels.iter().map(|l| seconds_where(a, l, |s| has(s, Role::LoadCredentials))).sum();
        let shared: f64 = a.levels.iter().map(|l| seconds_where(a, l, |s| has(s, Role::FetchShared))).sum();
        loaded >= LEAST_LOADS.get() || shared >= LEAST_LOADS.get()
    }
}

/// The endpoint that fetching goes to, where its calls say the same: most of the time in calls is with it, and it is no more than that.
pub(crate) fn asked_the_same(a: &Analysis) -> Option<Endpoint> {
    let (e, ms) = said_again(a)?;
    let level = a.heavy()?;
    (ms >= MOST_OF_CALLS.get() * in_calls_ms(a, level) && may_be_waited_for(a, level, ms)).then_some(e)
}

/// Whether calls that take so long of a request, milliseconds, are no more than requests are seen waiting for calls: what runs beside them
/// calls as well.
pub(crate) fn may_be_waited_for(a: &Analysis, level: &Level, ms: f64) -> bool {
    ms > 0.0 && ms <= MORE_THAN_WAITED.get() * in_calls_ms(a, level).min(in_server_ms(level))
}

/// Time that a request is inside the server, milliseconds.
pub(crate) fn in_server_ms(level: &Level) -> f64 {
    level.served.event_loop().map_or_else(|| inside_ms(level), |l| l.inside_ms.unwrap_or(level.response_ms))
}

/// Time of a request in calls, milliseconds; fetching that no call is seen in is one.
fn in_calls_ms(a: &Analysis, level: &Level) -> f64 {
    let fetching_ms = Kept::at(a, level).map_or(0.0, |k| k.fetching.ms);
    in_calls(a, level).map_or(0.0, |c| c.all_ms).max(fetching_ms)
}

/// The endpoint of most time at the heaviest level whose calls say the same though the load varies, and its time, milliseconds per
/// request. `None` where the load sends the same request each time: then it may be what that request needs.
pub(crate) fn said_again(a: &Analysis) -> Option<(Endpoint, f64)> {
    in_the_same_words(a).into_iter().next()
}

/// The same of endpoints that give what is meant to be kept, where most of the time in calls is with it; and whether a token of it is the
/// service's own beyond doubt.
pub(crate) fn fetched_again(a: &Analysis) -> Option<(Endpoint, f64, bool)> {
    let level = a.heavy()?;
    let kept = |(e, ms): (Endpoint, f64)| gives_what_is_kept(&e.name).map(|beyond_doubt| (e, ms, beyond_doubt));
    in_the_same_words(a).into_iter().find_map(kept).filter(|(_, ms, _)| *ms >= MOST_OF_CALLS.get() * in_calls_ms(a, level))
}

/// Share of the growth of the response time that calls to this endpoint explain, with the queues that they make; 0 where they were not
/// seen under light load.
pub(crate) fn growth_by(a: &Analysis, endpoint: &str) -> f64 {
    let at = |l: &Level| endpoints(a.run, l.window).into_iter().find(|e| e.name == endpoint);
    if a.light().and_then(at).is_none_or(|e| e.seen < FEWEST_CALLS.get()) {
        return 0.0;
    }
    queueing(a, |l| at(l).map_or(0.0, |e| time_ms(&e, l)), |_| 0.0).share
}

/// Those whose calls say the same, by their time at the heaviest level, largest first.
fn in_the_same_words(a: &Analysis) -> Vec<(Endpoint, f64)> {
    let Some(level) = a.heavy().filter(|_| a.run.environment.load_varies) else { return Vec::new() };
    // one name for the many that have none says nothing of each
    let same = |e: &Endpoint| !e.name.starts_with('*') && e.repeated.is_some_and(|share| share >= ASK_THE_SAME.get());
    let timed = |e: Endpoint| {
        let ms = time_ms(&e, level);
        (e, ms)
    };
    endpoints(a.run, level.window).into_iter().filter(same).map(timed).collect()
}

fn time_ms(e: &Endpoint, level: &Level) -> f64 {
    e.calls * e.mean_ms / (level.requests as f64).max(1.0)
}

/// Ends of paths under which the keys that tokens are checked by, and what is said of their issuer, are asked for: they live for minutes at
/// least. Source: RFC 7517, RFC 8414 with OpenID Connect Discovery.
const KEPT: [&str; 3] = ["jwks", "jwks.json", "openid-configuration"];
/// Words of paths under which `token` is a workload's or an issuer's, which lives as long, and `certs` are an issuer's keys. Elsewhere a
/// token may be made for one use. Source: RFC 6749 and what common issuers and metadata servers of clouds call theirs.
const ISSUERS: [&str; 3] = ["oauth", "openid-connect", "service-accounts"];

/// Whether that is so beyond doubt, of endpoints that may give what is meant to be kept.
fn gives_what_is_kept(endpoint: &str) -> Option<bool> {
    let (path, end) = endpoint.rsplit_once('/')?;
    let issues = || path.split('/').any(|word| ISSUERS.contains(&word));
    match end {
        "token" => Some(issues()),
        "certs" => issues().then_some(true),
        _ => KEPT.contains(&end).then_some(true),
    }
}

fn fetches(s: &Stack<'_>) -> bool {
    has(s, Role::IssueToken) || has(s, Role::FetchShared)
}

fn loads(s: &Stack<'_>) -> bool {
    (has(s, Role::LoadCredentials) || has(s, Role::LoadKey)) && !fetches(s)
}

fn is_kept(s: &Stack<'_>) -> bool {
    fetches(s) || loads(s)
}
