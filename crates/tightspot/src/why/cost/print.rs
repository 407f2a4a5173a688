//! What the pairs say, as text and as JSON.

use super::{Side, levels};
use serde_json::{Value, json};
use stats::describe::mean;
use stats::paired::{Ratio, adjusted, ratio, steadied};

/// A watched side against the one that was not: as it is, and as if the machine had been alike on both. Where the fixed work itself differs by watching, that is no
/// machine that differs, for pairs are interleaved: then only what goes with it from pair to pair is taken out.
#[derive(Clone, Copy)]
struct Change {
    plain: Option<Ratio>,
    adjusted: Option<Ratio>,
}

/// What the pairs say.
struct Changes {
    throughput: Change,
    cpu: Change,
    all_told: Change,
    /// CPU of a piece of fixed work.
    piece: Option<Ratio>,
    /// Whether that differs by more than chance.
    differs: bool,
    /// CPU of the service, milliseconds: for each level, and once where no level was watched before.
    turning_ms: f64,
    starting_ms: f64,
}

impl Changes {
    fn of(pairs: &[(Side, Side)]) -> Self {
        let sides = |value: fn(Side) -> f64| pairs.iter().map(|(off, on)| (value(*off), value(*on))).collect::<Vec<_>>();
        let pieces = sides(|s| s.piece_s);
        let piece = ratio(&pieces);
        let differs = piece.is_some_and(differs);
        let alike = if differs { steadied } else { adjusted };
        let change = |value| Change { plain: ratio(&sides(value)), adjusted: alike(&sides(value), &pieces) };
        let mean_ms = |value: fn(&Side) -> f64| mean(&pairs.iter().map(|(_, on)| value(on) * 1e3).collect::<Vec<_>>());
        let (turning_ms, both_ms) = (mean_ms(|s| s.turning_s), mean_ms(|s| s.starting_s));
        Self {
            throughput: change(Side::per_s),
            cpu: change(Side::cpu_ms),
            all_told: change(Side::all_told_ms),
            piece,
            differs,
            turning_ms,
            starting_ms: (both_ms - turning_ms).max(0.0),
        }
    }
}

/// One document.
pub(super) fn json(pairs: &[(Side, Side)]) -> String {
    let c = Changes::of(pairs);
    let one = |r: Option<Ratio>| r.map(|r| json!({ "ratio": r.ratio, "ci95": [r.low, r.high] }));
    let both = |c: Change| json!({ "measured": one(c.plain), "machine_alike": one(c.adjusted) });
    let side = |s: &Side| json!({ "per_s": s.per_s(), "cpu_ms": s.cpu_ms(), "fixed_work_ms": s.piece_s * 1e3 });
    let rows: Vec<Value> = pairs.iter().map(|(off, on)| json!({ "off": side(off), "on": side(on) })).collect();
    let doc = json!({
        "schema_version": "2.0",
        "pairs": rows,
        "throughput": both(c.throughput),
        "cpu_per_request": both(c.cpu),
        "cpu_per_request_all_told": both(c.all_told),
        "fixed_work": one(c.piece),
        "fixed_work_differs": c.differs,
        "turning_on_and_off_cpu_ms": c.turning_ms,
        "first_start_cpu_ms": c.starting_ms,
    });
    format!("{doc:#}")
}

/// A line for each pair, and what they say together.
pub(super) fn text(pairs: &[(Side, Side)]) -> String {
    let c = Changes::of(pairs);
    let mut lines: Vec<String> = pairs.iter().zip(1..).map(|((off, on), n)| line(n, *off, *on)).collect();
    let level_s = levels::LEVEL.as_secs();
    lines.extend([
        format!("watched against not watched, with 95 % intervals; in brackets {}:", brackets(c.differs)),
        format!("  throughput                {}", percents(c.throughput)),
        format!("  CPU per request           {}", percents(c.cpu)),
        format!("  with turning on and off   {}", percents(c.all_told)),
        format!("  a piece of fixed work     {}", percent(c.piece)),
        format!(
            "turning on and off takes {:.0} ms of the service's CPU for each level of {level_s} s, before and after its load",
            c.turning_ms
        ),
        format!("the first level that is watched takes {:.0} ms more, before its load", c.starting_ms),
    ]);
    lines.join("\n")
}

/// Whether a ratio differs from 1 by more than chance.
fn differs(r: Ratio) -> bool {
    r.low > 1.0 || r.high < 1.0
}

fn brackets(differs: bool) -> &'static str {
    if differs {
        "what the machine varied from pair to pair is taken out; the fixed work itself differs between the sides, so they are not made alike by it"
    } else {
        "as if the machine had been alike on both sides"
    }
}

/// One pair.
pub(super) fn line(n: u32, off: Side, on: Side) -> String {
    format!(
        "pair {n:>2}  {:>8.1}/s -> {:>8.1}/s   {:.3} -> {:.3} ms of CPU per request   fixed work {:.3} -> {:.3} ms",
        off.per_s(),
        on.per_s(),
        off.cpu_ms(),
        on.cpu_ms(),
        off.piece_s * 1e3,
        on.piece_s * 1e3
    )
}

fn percents(c: Change) -> String {
    format!("{} [{}]", percent(c.plain), percent(c.adjusted))
}

fn percent(r: Option<Ratio>) -> String {
    let p = |x: f64| (x - 1.0) * 100.0;
    r.map_or_else(|| "not known".to_owned(), |r| format!("{:+.1} % ({:+.1} .. {:+.1})", p(r.ratio), p(r.low), p(r.high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_is_spread_over_a_level_and_counts() {
        // 1000/s for 2 s with 0.5 ms each; watched 0.52 ms, 40 ms for turning, 140 ms for that and the start
        let off = Side { answered: 2000, seconds: 2.0, cpu_s: 1.0, piece_s: 1e-4, ..Side::default() };
        let on = Side { cpu_s: 1.04, turning_s: 0.04, starting_s: 0.14, ..off };
        let pairs = [(off, on); 3];
        let c = Changes::of(&pairs);
        let near = |r: Option<Ratio>, x: f64| r.is_some_and(|r| (r.ratio - x).abs() < 1e-9);
        assert!(near(c.throughput.plain, 1.0) && near(c.cpu.plain, 1.04), "{}", text(&pairs));
        // 40 ms over the 8,000 requests of a level are 0.005 ms each
        assert!(near(c.all_told.plain, 1.05), "{}", text(&pairs));
        assert!((c.turning_ms - 40.0).abs() < 1e-6 && (c.starting_ms - 100.0).abs() < 1e-6);
    }

    #[test]
    fn a_machine_that_slows_down_is_told_from_watching() {
        let side =
            |slow: f64, cost: f64| Side { answered: 1000, seconds: 1.0, cpu_s: slow * cost, piece_s: slow * 1e-4, ..Side::default() };
        let pairs = [(1.0, 1.3), (1.3, 1.1), (1.0, 1.2), (1.2, 1.0), (1.0, 1.1)].map(|(a, b)| (side(a, 1.0), side(b, 1.04)));
        let c = Changes::of(&pairs);
        assert!(!c.differs && c.cpu.plain.is_some_and(|r| r.ratio > 1.07), "{}", text(&pairs));
        assert!(c.cpu.adjusted.is_some_and(|r| (r.ratio - 1.04).abs() < 1e-6), "{}", text(&pairs));
    }

    #[test]
    fn fixed_work_that_watching_itself_makes_shorter_moves_no_figure() {
        let side = |slow: f64, cost: f64, piece: f64| Side {
            answered: 1000,
            seconds: 1.0,
            cpu_s: slow * cost,
            piece_s: slow * piece,
            ..Side::default()
        };
        let pairs =
            [(1.0, 1.02), (1.01, 1.0), (1.0, 0.99), (1.02, 1.01), (0.99, 1.0)].map(|(a, b)| (side(a, 1.0, 1e-4), side(b, 1.04, 0.93e-4)));
        let c = Changes::of(&pairs);
        let (plain, adjusted) = (c.cpu.plain.expect("pairs"), c.cpu.adjusted.expect("pairs"));
        assert!(c.differs && (plain.ratio - adjusted.ratio).abs() < 1e-9, "{}", text(&pairs));
        assert!(adjusted.high - adjusted.low < 1e-6 && plain.high - plain.low > 0.01, "{}", text(&pairs));
    }
}
