//! `failures`: requests that failed, times without an answer, and fewer answers under more load, each with a sentence and what it follows from.

use super::{Words, since_start_s};
use diagnose::Diagnosis;
use diagnose::failures::{Because, Decline as Declined, Failed, Load, Silence as Silent, Stopped};
use model::{Message, Outcome, Run, message};
use serde::Serialize;
use words::figures::per_s;

#[derive(Debug, Default, Serialize)]
pub(crate) struct Failures {
    /// The largest group first, over all phases but warm-up and trials.
    pub requests: Vec<FailedRequests>,
    pub silences: Vec<Silence>,
    /// `null` where answers do not get fewer while load grows.
    pub decline: Option<Decline>,
}

/// Requests that failed alike.
#[derive(Debug, Serialize)]
pub(crate) struct FailedRequests {
    pub sentence: Words,
    /// Who refused them.
    pub layer: &'static str,
    pub outcome: &'static str,
    /// `null` where there was no answer, or its status was not kept.
    pub status: Option<u16>,
    pub count: u64,
    /// All requests of the phases in which they were seen.
    pub of: u64,
    /// From the first to the last of them.
    pub t0_s: f64,
    pub t1_s: f64,
    /// The first phase with one.
    pub phase: String,
    /// Its load: one of the two is `null`.
    pub connections: Option<u32>,
    pub offered_per_s: Option<f64>,
    /// From plan to end; `null` where single requests were not kept.
    pub mean_ms: Option<f64>,
    /// `said`, `ended`, `peer`, `cause`, `limit` or `unexplained`.
    pub because: &'static str,
    /// The named cause, where it is that.
    pub cause: Option<&'static str>,
}

/// A time in which requests were under way and none was answered well.
#[derive(Debug, Serialize)]
pub(crate) struct Silence {
    pub sentence: Words,
    pub phase: String,
    pub t0_s: f64,
    pub t1_s: f64,
    /// Answers that would have come at the phase's rate.
    pub missed: f64,
    /// `ended`, `runtime`, `failed`, `locked`, `pool`, `workers`, `unwatched` (the service is hardly watched while its limit is looked for) or `unexplained`.
    pub because: &'static str,
    /// That in words.
    #[serde(skip)]
    why: Message,
}

/// Good answers per second of the best phase and of the one with most load.
#[derive(Debug, Serialize)]
pub(crate) struct Decline {
    pub sentence: Words,
    pub phase: String,
    /// When that phase began.
    pub t0_s: f64,
    pub best_per_s: f64,
    pub heaviest_per_s: f64,
    /// Whether most of the loss is requests that fail; else it is not explained.
    pub fails: bool,
}

impl Failures {
    pub(super) fn of(run: &Run, d: &Diagnosis) -> Self {
        let all = &d.failures;
        Self {
            requests: all.groups.iter().map(|f| FailedRequests::of(run, f)).collect(),
            silences: all.silences.iter().map(|s| Silence::of(run, s)).collect(),
            decline: all.decline.as_ref().map(|x| Decline::of(run, x)),
        }
    }

    /// Requests and silences in words; silences of one reason together, and the decline where requests fail in it.
    pub(crate) fn errors(&self) -> impl Iterator<Item = Words> {
        let requests = self.requests.iter().map(|f| f.sentence.clone());
        requests.chain(self.silences_together()).chain(self.decline.iter().filter(|d| d.fails).map(|d| d.sentence.clone()))
    }

    /// All of it in words, silences of one reason together.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = Words> {
        self.errors().chain(self.decline.iter().filter(|d| !d.fails).map(|d| d.sentence.clone()))
    }

    fn silences_together(&self) -> Vec<Words> {
        let mut reasons: Vec<&str> = Vec::new();
        for s in &self.silences {
            if !reasons.contains(&s.because) {
                reasons.push(s.because);
            }
        }
        let of = |reason: &&str| {
            let all: Vec<&Silence> = self.silences.iter().filter(|s| s.because == *reason).collect();
            if let [one] = all[..] { one.sentence.clone() } else { Words::of(&several(&all)) }
        };
        reasons.iter().map(of).collect()
    }

    /// Moments of a clock: when it began, for how long, and its sentence.
    pub(crate) fn moments(&self) -> impl Iterator<Item = (f64, f64, &Words)> {
        let begins = self.requests.iter().map(|f| (f.t0_s, 0.0, &f.sentence));
        let silences = self.silences.iter().map(|s| (s.t0_s, s.t1_s - s.t0_s, &s.sentence));
        begins.chain(silences).chain(self.decline.iter().map(|d| (d.t0_s, 0.0, &d.sentence)))
    }
}

impl FailedRequests {
    fn of(run: &Run, f: &Failed) -> Self {
        let (connections, offered_per_s) = match f.load {
            Load::Connections(n) => (Some(n), None),
            Load::PerSecond(rate) => (None, Some(rate)),
        };
        let t0_s = since_start_s(run, f.between.0);
        let (because, cause) = match &f.because {
            Because::Said => ("said", None),
            Because::Ended => ("ended", None),
            Because::Peer(..) => ("peer", None),
            Because::Cause(cause) => ("cause", Some(*cause)),
            Because::Limit(_) => ("limit", None),
            Because::Unexplained => ("unexplained", None),
        };
        Self {
            sentence: Words::of(&failed(f, t0_s)),
            layer: f.layer.id(),
            outcome: f.outcome.name(),
            status: f.status,
            count: f.count,
            of: f.of,
            t0_s,
            t1_s: since_start_s(run, f.between.1),
            phase: f.phase.clone(),
            connections,
            offered_per_s,
            mean_ms: f.mean_ms,
            because,
            cause,
        }
    }
}

fn failed(f: &Failed, t0_s: f64) -> Message {
    let says = message!(
        "failures/failed",
        count: Count(f.count as f64),
        of: Count(f.of as f64),
        layer: kind(f.layer.id()),
        status: name(status(f)),
        from: Seconds(t0_s),
        load: (load(f.load))
    );
    let says = match f.mean_ms {
        Some(ms) => message!("failures/after", says: (says), time: Ms(ms)),
        None => says,
    };
    let why = match &f.because {
        Because::Said => return says,
        Because::Ended => message!("failures/ended"),
        Because::Peer(endpoint, 0) => message!("failures/peer-silent", endpoint: name(endpoint)),
        Because::Peer(endpoint, status) => message!("failures/peer", endpoint: name(endpoint), status: name(status.to_string())),
        Because::Cause(cause) => message!("failures/cause", cause: name(*cause)),
        Because::Limit(limit) => message!("failures/limit", limit: (limit.clone())),
        Because::Unexplained => message!("failures/unexplained"),
    };
    message!("failures/because", says: (says), why: (why))
}

/// The status, or of which hundred it is where it was not kept.
fn status(f: &Failed) -> String {
    let hundred = if f.outcome == Outcome::ClientError { "4xx" } else { "5xx" };
    f.status.map_or_else(|| hundred.to_owned(), |s| s.to_string())
}

fn load(l: Load) -> Message {
    match l {
        Load::Connections(n) => message!("failures/connections", connections: Count(f64::from(n))),
        Load::PerSecond(rate) => message!("failures/rate", rate: name(per_s(rate))),
    }
}

impl Silence {
    fn of(run: &Run, s: &Silent) -> Self {
        let (t0_s, t1_s) = (since_start_s(run, s.between.0), since_start_s(run, s.between.1));
        let (because, pool) = match &s.because {
            Stopped::Ended => ("ended", ""),
            Stopped::Runtime => ("runtime", ""),
            Stopped::Failed => ("failed", ""),
            Stopped::Pool(pool) => ("pool", pool.as_str()),
            Stopped::Locked => ("locked", ""),
            Stopped::Workers => ("workers", ""),
            Stopped::Unwatched => ("unwatched", ""),
            Stopped::Unexplained => ("unexplained", ""),
        };
        let why = message!("failures/no-answer", why: kind(because), pool: name(pool));
        let sentence = message!(
            "failures/silence",
            span: Seconds(t1_s - t0_s),
            from: Seconds(t0_s),
            missed: Count(s.missed.round()),
            why: (why.clone())
        );
        Self { sentence: Words::of(&sentence), phase: s.phase.clone(), t0_s, t1_s, missed: s.missed, because, why }
    }
}

/// Silences of one reason.
fn several(all: &[&Silence]) -> Message {
    let (first, last) = (all[0], all[all.len() - 1]);
    message!(
        "failures/silences",
        times: Count(all.len() as f64),
        span: Seconds(all.iter().map(|s| s.t1_s - s.t0_s).sum()),
        from: Seconds(first.t0_s),
        to: Seconds(last.t1_s),
        why: (first.why.clone())
    )
}

impl Decline {
    fn of(run: &Run, d: &Declined) -> Self {
        let sentence = message!(
            "failures/decline",
            best: PerSecond(d.best.1),
            before: (load(d.best.0)),
            heaviest: PerSecond(d.heaviest.1),
            now: (load(d.heaviest.0)),
            fails: kind(if d.fails { "yes" } else { "no" })
        );
        let begun = run.phase(&d.phase).map_or(0.0, |p| since_start_s(run, p.start));
        Self {
            sentence: Words::of(&sentence),
            phase: d.phase.clone(),
            t0_s: begun,
            best_per_s: d.best.1,
            heaviest_per_s: d.heaviest.1,
            fails: d.fails,
        }
    }
}
