//! The table of a sweep, for people and as JSON. No arithmetic but rounding.

use super::Found;
use crate::why::verify::print::percent;
use experiment::rounds::Held;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// As JSON.
pub(super) fn json(f: &Found) -> Value {
    let rows: Vec<Value> = f
        .sweep
        .rows()
        .iter()
        .map(|r| {
            json!({
                "value": r.value, "rounds": r.rounds, "per_s": r.per_s.0, "ci": [r.per_s.1.low, r.per_s.1.high], "spread": r.spread,
                "p95_ms": r.p95_ms, "cpu_ms_per_request": r.cpu_ms, "stable": r.held == Held::Stable, "held": r.held.name(), "in_best_set": r.in_best_set, "is_current": r.is_current,
                "against_current": r.against_current.map(|(ratio, i)| json!({ "ratio": ratio, "ci": [i.low, i.high] })),
                "limit": f.limits.get(&r.value.to_string()),
            })
        })
        .collect();
    let confirmed = f.confirmed.as_ref().map(crate::why::verify::print::measured);
    json!({
        "schema_version": "1.0", "knob": f.name, "unit": f.unit, "connections": f.connections, "settings": rows,
        "recommended": f.sweep.recommended(), "at_edge": f.sweep.at_edge(), "confirmed": confirmed,
    })
}

/// For people.
pub(super) fn table(f: &Found, ascii: bool) -> String {
    let mut out = String::new();
    let mark = if ascii { "*" } else { "●" };
    let line = |out: &mut String, cells: [&str; 9]| {
        let [value, rounds, per_s, spread, stable, p95, against, best, limit] = cells;
        writeln!(out, "{value:>10} {rounds:>6}  {per_s:<30} {spread:>7} {stable:<6} {p95:>8}  {against:<30} {best:>4}  {limit}")
            .expect("a String takes everything");
    };
    line(&mut out, [&f.name, "rounds", "throughput (95 % interval)", "spread", "stable", "p95 ms", "against the present", "best", "limit"]);
    for r in f.sweep.rows() {
        let (low, high) = (r.per_s.1.low, r.per_s.1.high);
        let against = match r.against_current {
            _ if r.is_current => "(present setting)".to_owned(),
            Some((ratio, i)) => percent(ratio, i),
            None => "-".to_owned(),
        };
        let limit = f.limits.get(&r.value.to_string()).map_or("", String::as_str);
        let stable = match r.held {
            Held::Stable => "yes",
            Held::Unstable => "no",
            Held::Failing => "fails",
            Held::Unknown => "-",
        };
        let per_s = format!("{:.0}/s ({low:.0}..{high:.0})", r.per_s.0);
        let (value, rounds) = (r.value.to_string(), r.rounds.to_string());
        let (spread, p95) = (format!("x{:.2}", r.spread), format!("{:.1}", r.p95_ms));
        let best = if r.in_best_set { mark } else { "" };
        line(&mut out, [&value, &rounds, &per_s, &spread, stable, &p95, &against, best, limit]);
    }
    let edge = if f.sweep.at_edge() { "; it is the smallest or largest that was tried: the best may lie beyond" } else { "" };
    let wavers = |v: f64| f.sweep.rows().iter().any(|r| r.value == v && r.held == Held::Unstable);
    let said = match f.sweep.recommended() {
        Some(v) => {
            let differs = if wavers(v) { "; its rounds differ by more than three tenths" } else { "" };
            format!("recommended: {} = {v}, the most conservative of those that may be the best{edge}{differs}", f.name)
        }
        None => "no recommendation: too few rounds, or no setting was stable".to_owned(),
    };
    writeln!(out, "{said}").expect("a String takes everything");
    if let Some(c) = &f.confirmed {
        writeln!(out, "confirmed in fresh pairs: {}", crate::why::verify::print::sentence(c)).expect("a String takes everything");
    }
    out
}
