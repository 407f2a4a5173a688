//! What the pairs say, as text and as JSON.

use super::{Side, levels};
use serde_json::json;
use stats::paired::{Ratio, ratio};

/// A watched side against the one that was not, of each pair.
struct Ratios {
    throughput: Option<Ratio>,
    cpu: Option<Ratio>,
    all_told: Option<Ratio>,
    /// CPU of the service, milliseconds: for each level, and once where no level was watched before.
    turning_ms: f64,
    starting_ms: f64,
}

impl Ratios {
    fn of(pairs: &[(Side, Side)]) -> Self {
        let of = |value: fn(Side) -> f64| ratio(&pairs.iter().map(|(off, on)| (value(*off), value(*on))).collect::<Vec<_>>());
        let arms = f64::from(pairs.iter().map(|(_, on)| on.arms).sum::<u32>()).max(1.0);
        let mean_ms = |value: fn(&Side) -> f64| pairs.iter().map(|(_, on)| value(on)).sum::<f64>() * 1e3 / arms;
        let (turning_ms, both_ms) = (mean_ms(|s| s.turning_s), mean_ms(|s| s.starting_s));
        let starting_ms = (both_ms - turning_ms).max(0.0);
        Self { throughput: of(Side::per_s), cpu: of(Side::cpu_ms), all_told: of(Side::all_told_ms), turning_ms, starting_ms }
    }
}

/// One document.
pub(super) fn json(pairs: &[(Side, Side)]) -> String {
    let r = Ratios::of(pairs);
    let side = |r: Option<Ratio>| r.map(|r| json!({ "ratio": r.ratio, "ci95": [r.low, r.high] }));
    let rows: Vec<_> = pairs
        .iter()
        .map(|(off, on)| json!({ "off_per_s": off.per_s(), "on_per_s": on.per_s(), "off_cpu_ms": off.cpu_ms(), "on_cpu_ms": on.cpu_ms() }))
        .collect();
    let doc = json!({
        "schema_version": "1.0",
        "pairs": rows,
        "throughput": side(r.throughput),
        "cpu_per_request": side(r.cpu),
        "cpu_per_request_all_told": side(r.all_told),
        "turning_on_and_off_cpu_ms": r.turning_ms,
        "first_start_cpu_ms": r.starting_ms,
    });
    format!("{doc:#}")
}

/// A line for each pair, and what they say together.
pub(super) fn text(pairs: &[(Side, Side)]) -> String {
    let r = Ratios::of(pairs);
    let mut lines: Vec<String> = pairs.iter().zip(1..).map(|((off, on), n)| line(n, *off, *on)).collect();
    lines.push(format!("watching changes throughput by {}, CPU per request by {}", percent(r.throughput), percent(r.cpu)));
    lines.push(format!(
        "turning it on and off takes {:.0} ms of the service's CPU for each level, before and after its load; with that, spread over the {} s of a level, CPU per request changes by {}",
        r.turning_ms,
        levels::LEVEL.as_secs(),
        percent(r.all_told)
    ));
    lines.push(format!("the first level that is watched takes {:.0} ms more, before its load", r.starting_ms));
    lines.join("\n")
}

/// One pair.
pub(super) fn line(n: u32, off: Side, on: Side) -> String {
    format!(
        "pair {n:>2}  {:>8.1}/s -> {:>8.1}/s   {:.3} ms -> {:.3} ms of CPU per request",
        off.per_s(),
        on.per_s(),
        off.cpu_ms(),
        on.cpu_ms()
    )
}

fn percent(r: Option<Ratio>) -> String {
    let p = |x: f64| (x - 1.0) * 100.0;
    r.map_or_else(
        || "an unknown amount".to_owned(),
        |r| format!("{:+.1} % (95 % interval {:+.1} .. {:+.1} %)", p(r.ratio), p(r.low), p(r.high)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_spread_over_a_level_and_counts() {
        // 1000/s for 2 s with 0.5 ms each; watched 0.52 ms, 40 ms for turning, 140 ms for that and the start
        let off = Side { arms: 1, answered: 2000, seconds: 2.0, cpu_s: 1.0, ..Side::default() };
        let on = Side { cpu_s: 1.04, turning_s: 0.04, starting_s: 0.14, ..off };
        let pairs = [(off, on); 3];
        let r = Ratios::of(&pairs);
        let near = |r: Option<Ratio>, x: f64| r.is_some_and(|r| (r.ratio - x).abs() < 1e-9);
        assert!(near(r.throughput, 1.0) && near(r.cpu, 1.04), "{}", text(&pairs));
        // 40 ms over the 8,000 requests of a level are 0.005 ms each
        assert!(near(r.all_told, 1.05), "{}", text(&pairs));
        assert!((r.turning_ms - 40.0).abs() < 1e-6 && (r.starting_ms - 100.0).abs() < 1e-6);
    }
}
