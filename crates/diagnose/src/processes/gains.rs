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
            may_be_higher: c.may_be_higher,
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
            next_limit: first.next_limit.as_ref().map(|n| Ceiling {
                per_s: each.iter().map(next).sum(),
                may_be_higher: each.iter().all(Prediction::is_at_least),
                ..n.clone()
            }),
        });
    }
    // the first of those that are cured to reach its own limit stops all
    let at = |f: fn(&Prediction) -> f64| of.iter().zip(&each).filter_map(move |(v, p)| Some((f(p) / dealt(v)?, p)));
    let bound_per_s = at(|p| p.bound_per_s).map(|(per_s, _)| per_s).min_by(f64::total_cmp)?;
    let (own, stops) = at(|p| p.model_per_s).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let lower = lowest(others).filter(|l| l.per_s < own).map(|l| Ceiling { per_s: l.per_s.max(now_per_s), ..l });
    let next = stops.next_limit.as_ref();
    let next = next.map(|n| Ceiling { per_s: own.max(now_per_s), may_be_higher: stops.is_at_least(), ..n.clone() });
    let model_per_s = lower.as_ref().map_or(own, |l| l.per_s);
    Some(Prediction { now_per_s, bound_per_s, model_per_s, next_limit: lower.or(next) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::processes::combine::open;
    use crate::saturation::ResourceKind;
    use model::Message;

    fn voice(pid: u32) -> Voice {
        Voice {
            pid,
            port: 0,
            share: Some(0.5),
            per_s: 100.0,
            inside_ms: None,
            is_blind: false,
            hold_ms: None,
            cpu_ms: None,
            verdict: open(Message::default()),
            hypotheses: Vec::new(),
        }
    }

    /// 100/s; cured, `bound` by itself, and a CPU that lets 400/s through or, with `may_be_higher`, more.
    fn made(bound: f64, may_be_higher: bool) -> Prediction {
        let next = Ceiling { per_s: 400.0, name: message!("saturation/event-loop"), kind: ResourceKind::EventLoop, may_be_higher };
        Prediction { now_per_s: 100.0, bound_per_s: bound, model_per_s: bound.min(400.0), next_limit: Some(next) }
    }

    #[test]
    fn all_together_give_at_least_so_much_only_where_what_stops_them_may_be_higher() {
        let (a, b) = (voice(1), voice(2));
        for (first, second, others, at_least, why) in [
            (made(900.0, true), made(900.0, true), false, true, "each of both"),
            (made(900.0, true), made(900.0, false), false, false, "one of both"),
            (made(900.0, true), made(900.0, true), true, true, "the one that is cured"),
            (made(250.0, true), made(900.0, true), true, false, "it stops by its own bound"),
        ] {
            let all = [&a, &b];
            let (of, rest): (&[&Voice], &[&Voice]) = if others { (&all[..1], &all[1..]) } else { (&all, &[]) };
            let p = prediction(of, rest, |v| Some(if v.pid == 1 { first.clone() } else { second.clone() })).expect("they say");
            assert_eq!(p.is_at_least(), at_least, "{why}: {p:?}");
        }
    }
}
