//! What a limit, or its cure, means for all processes together: where all are alike it adds up; where one is not, the service carries what that process
//! carries, divided by its share of the requests, because who deals them out goes on doing so.

use super::voice::Voice;
use crate::capacity::{Ceiling, Prediction};
use model::message;

/// What saturates first, of all.
pub(super) fn limit(all: &[&Voice]) -> Option<Ceiling> {
    let limits: Vec<&Ceiling> = all.iter().filter_map(|v| v.verdict.limit.as_ref()).collect();
    let first = limits.first()?;
    if limits.len() == all.len() && limits.iter().all(|c| c.kind == first.kind) {
        return Some(Ceiling { per_s: limits.iter().map(|c| c.per_s).sum(), ..(*first).clone() });
    }
    lowest(all)
}

/// The limit of the process that reaches its own first, as requests are dealt out.
fn lowest(all: &[&Voice]) -> Option<Ceiling> {
    let of = |v: &&Voice| {
        let c = v.verdict.limit.as_ref()?;
        Some(Ceiling {
            per_s: c.per_s / dealt(v)?,
            name: message!("processes/limit-of", limit: (c.name.clone()), pid: name(v.pid.to_string())),
            kind: c.kind,
        })
    };
    all.iter().filter_map(of).min_by(|a, b| a.per_s.total_cmp(&b.per_s))
}

fn dealt(v: &Voice) -> Option<f64> {
    v.share.filter(|s| *s > 0.0)
}

/// A prediction that each of `of` makes, where all others stay as they are; `None` where one of them makes none.
pub(super) fn prediction(of: &[&Voice], others: &[&Voice], made: impl Fn(&Voice) -> Option<Prediction>) -> Option<Prediction> {
    let each: Vec<Prediction> = of.iter().map(|v| made(v)).collect::<Option<_>>()?;
    let first = each.first()?;
    let now_per_s = of.iter().chain(others).map(|v| v.per_s).sum::<f64>();
    if others.is_empty() {
        let next = |p: &Prediction| p.next_limit.as_ref().map_or(p.model_per_s, |n| n.per_s);
        return Some(Prediction {
            now_per_s: each.iter().map(|p| p.now_per_s).sum(),
            bound_per_s: each.iter().map(|p| p.bound_per_s).sum(),
            model_per_s: each.iter().map(|p| p.model_per_s).sum(),
            next_limit: first.next_limit.as_ref().map(|n| Ceiling { per_s: each.iter().map(next).sum(), ..n.clone() }),
        });
    }
    // the first of those that are cured to reach its own limit stops all
    let first_at = |f: fn(&Prediction) -> f64| of.iter().zip(&each).filter_map(|(v, p)| Some(f(p) / dealt(v)?)).min_by(f64::total_cmp);
    let (bound_per_s, own) = (first_at(|p| p.bound_per_s)?, first_at(|p| p.model_per_s)?);
    let lower = lowest(others).filter(|l| l.per_s < own).map(|l| Ceiling { per_s: l.per_s.max(now_per_s), ..l });
    let next = first.next_limit.as_ref().map(|n| Ceiling { per_s: own.max(now_per_s), ..n.clone() });
    let model_per_s = lower.as_ref().map_or(own, |l| l.per_s);
    Some(Prediction { now_per_s, bound_per_s, model_per_s, next_limit: lower.or(next) })
}
