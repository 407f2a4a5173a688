//! What the requests of a diagnosed run carried: statuses, bytes, and a row for each route. Of the same levels as `requests.total`; `null` where
//! the run does not know it.

use super::{Latency, Requests};
use diagnose::Diagnosis;
use model::{Attempt, Carried, Outcome, Run};
use serde::Serialize;
use stats::hdr::summary_of;
use std::collections::BTreeMap;

/// `requests` of a diagnosed run.
#[derive(Debug, Serialize)]
pub(crate) struct RequestsOfWhy {
    #[serde(flatten)]
    pub shared: Requests,
    #[serde(flatten)]
    pub traffic: Traffic,
    /// By name; requests that ended before a route was chosen for them are in none.
    pub routes: Option<Vec<Route>>,
}

/// What some requests carried.
#[derive(Debug, Serialize)]
pub(crate) struct Traffic {
    /// Answers by status.
    pub statuses: Option<BTreeMap<u16, u64>>,
    pub bytes_in: Option<u64>,
    pub bytes_out: Option<u64>,
}

/// One route.
#[derive(Debug, Serialize)]
pub(crate) struct Route {
    pub name: String,
    pub count: u64,
    pub errors: u64,
    pub achieved_per_s: f64,
    pub latency_ms: Latency,
    #[serde(flatten)]
    pub traffic: Traffic,
}

type Request = (Attempt, Carried);

impl RequestsOfWhy {
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let any_open = d.levels.iter().any(|l| l.phase.is_open());
        let levels = || d.levels.iter().filter(|l| l.phase.is_open() == any_open);
        let all = levels().flat_map(|l| run.carried_of(&l.phase.id)).map(|(a, c)| Some((a, c?)));
        // a row is of all its requests or it is not made
        let known = all.collect::<Option<Vec<Request>>>().filter(|all| !all.is_empty());
        let span_s: f64 = levels().map(diagnose::level::Level::span_s).sum();
        Self {
            shared: Requests::of(run, d),
            traffic: Traffic::of(known.as_deref()),
            routes: known.as_deref().map(|all| routes(run, all, span_s)),
        }
    }
}

impl Traffic {
    fn of(requests: Option<&[Request]>) -> Self {
        let mut statuses = BTreeMap::new();
        for (_, c) in requests.into_iter().flatten().filter(|(_, c)| c.status != 0) {
            *statuses.entry(c.status).or_insert(0) += 1;
        }
        Self {
            statuses: requests.map(|_| statuses),
            bytes_in: requests.map(|all| all.iter().map(|(_, c)| c.bytes_in).sum()),
            bytes_out: requests.and_then(|all| all.iter().map(|(_, c)| c.bytes_out.map(u64::from)).sum()),
        }
    }
}

/// In the order of the run's table.
fn routes(run: &Run, all: &[Request], span_s: f64) -> Vec<Route> {
    let name = |c: &Carried| run.info.routes.get(usize::from(c.route?));
    let mut names: Vec<&String> = Vec::new();
    for n in &run.info.routes {
        if !names.contains(&n) {
            names.push(n);
        }
    }
    let of = |name_of_row: &&String| all.iter().filter(|(_, c)| name(c) == Some(*name_of_row)).copied().collect::<Vec<_>>();
    names.iter().map(|n| ((*n).clone(), of(n))).filter(|(_, own)| !own.is_empty()).map(|(n, own)| route(n, &own, span_s)).collect()
}

fn route(name: String, own: &[Request], span_s: f64) -> Route {
    let ended: Vec<i64> = own.iter().filter(|(a, _)| a.outcome != Outcome::Censored).map(|(a, _)| a.response_ns()).collect();
    Route {
        name,
        count: own.len() as u64,
        errors: own.iter().filter(|(a, _)| a.outcome != Outcome::Ok).count() as u64,
        achieved_per_s: ended.len() as f64 / span_s.max(1e-9),
        latency_ms: Latency::of(&summary_of(ended)),
        traffic: Traffic::of(Some(own)),
    }
}
