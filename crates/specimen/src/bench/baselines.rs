//! What simpler ways of looking would have said of the same run. Source: CAUSES section 4, point 11.
//!
//! They read the figures of our report, our account of the response time among them: more than the tools have that people use for this, so a
//! baseline is rather too good than too bad. Each names the cause that people conclude from what it points at.

use crate::case::Truth;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Below this utilisation nobody calls a resource the bottleneck. A guess, the usual rule of thumb.
const BUSY: f64 = 0.8;

/// Causes named; nothing where it points at nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baselines {
    /// The resource in use most at the heaviest level.
    pub highest_utilisation: Option<String>,
    /// The part of the response that grew most, from the lightest level to the heaviest.
    pub largest_change: Option<String>,
    /// The longest wait at the heaviest level, as a wall-clock profile shows it.
    pub top_wait: Option<String>,
}

impl Baselines {
    /// Reads the stable part of the tool's JSON.
    pub(super) fn of(report: &Value) -> Self {
        let ledgers: &[Value] = report["ledger"].as_array().map_or(&[], Vec::as_slice);
        let (Some(light), Some(heavy)) = (ledgers.first(), ledgers.last()) else { return Self::default() };
        // the same name stands in several groups
        let before = |path: &str| parts(light).find(|p| p.path == path).map_or(0.0, |p| p.ms);
        let largest = |list: Vec<(&str, f64)>| list.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|(id, _)| concluded(id));
        Self {
            highest_utilisation: busiest(report, heavy["phase"].as_str().unwrap_or_default()),
            largest_change: largest(parts(heavy).map(|p| (p.id, p.ms - before(p.path))).collect()),
            top_wait: largest(parts(heavy).filter(|p| p.id != "account/cpu").map(|p| (p.id, p.ms)).collect()),
        }
    }

    /// With their names.
    pub(super) fn named(&self) -> [(&'static str, Option<&str>); 3] {
        [
            ("highest utilisation", self.highest_utilisation.as_deref()),
            ("largest change", self.largest_change.as_deref()),
            ("top wait", self.top_wait.as_deref()),
        ]
    }
}

/// Whether a baseline's conclusion is the truth.
pub(super) fn is_right(named: Option<&str>, truth: &[String]) -> bool {
    match truth.first() {
        None => named.is_none(),
        Some(first) if first == Truth::NONE => named.is_none(),
        Some(first) => named == Some(first),
    }
}

/// A part of the account.
struct Part<'a> {
    path: &'a str,
    /// Of its name.
    id: &'a str,
    ms: f64,
}

fn parts(ledger: &Value) -> impl Iterator<Item = Part<'_>> {
    let list = ledger["parts"].as_array().into_iter().flatten();
    list.filter_map(|p| Some(Part { path: p["path"].as_str()?, id: p["name"]["id"].as_str()?, ms: p["ms"].as_f64()? }))
}

fn busiest(report: &Value, phase: &str) -> Option<String> {
    let of_phase = report["resources"].as_array().into_iter().flatten().filter(|r| r["phase"] == phase);
    let (kind, _) = of_phase
        .filter_map(|r| Some((r["kind"].as_str()?, r["utilisation"].as_f64()?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|(_, used)| *used >= BUSY)?;
    let cause = match kind {
        "target-cpu" => "cpu-hot-path",
        "database-cpu" => "database-cpu-saturated",
        "connection-pool" => "connection-pool-too-small",
        "workers" => "worker-threads-blocked-downstream",
        _ => return None,
    };
    Some(cause.to_owned())
}

/// What people conclude from a part of the account, by the id of its name.
fn concluded(part: &str) -> Option<String> {
    let cause = match part.strip_prefix("account/")? {
        "pool-wait" => "connection-pool-too-small",
        "remote" => "dependency-slow",
        "database" | "network" => "index-missing",
        "run-queue" | "cpu" => "cpu-hot-path",
        "lock" => "lock-contended",
        "logging" | "disk" => "logging-synchronous",
        "worker-queue" => "worker-threads-blocked-downstream",
        "stopped" => "collector-misfit",
        "poller" | "unread" => "accept-queue-overflows",
        _ => return None,
    };
    Some(cause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_points_at_its_own_thing() {
        let ledger = |phase: &str, parts: &[(&str, f64)]| {
            let parts: Vec<Value> = parts.iter().map(|(id, ms)| json!({"path": id, "name": {"id": id}, "ms": ms})).collect();
            json!({"phase": phase, "parts": parts})
        };
        let report = json!({
            "ledger": [
                ledger("light", &[("account/remote", 40.0), ("account/cpu", 5.0), ("account/pool-wait", 0.0)]),
                ledger("heavy", &[("account/remote", 41.0), ("account/cpu", 60.0), ("account/pool-wait", 30.0)]),
            ],
            "resources": [
                {"phase": "light", "kind": "target-cpu", "utilisation": 1.0},
                {"phase": "heavy", "kind": "connection-pool", "utilisation": 0.99},
                {"phase": "heavy", "kind": "target-cpu", "utilisation": 0.5},
            ],
        });
        let expected = Baselines {
            highest_utilisation: Some("connection-pool-too-small".to_owned()),
            largest_change: Some("cpu-hot-path".to_owned()),
            top_wait: Some("dependency-slow".to_owned()),
        };
        assert_eq!(Baselines::of(&report), expected);
        assert_eq!(Baselines::of(&json!({})), Baselines::default());
    }

    #[test]
    fn silence_is_right_on_a_healthy_service_only() {
        let truth = |id: &str| vec![id.to_owned()];
        assert!(is_right(None, &truth("none")) && !is_right(Some("x"), &truth("none")));
        assert!(is_right(Some("x"), &truth("x")) && !is_right(None, &truth("x")));
    }
}
