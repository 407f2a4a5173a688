//! Study: does the comparison of two variants keep its promises? (METHODS section 2)

use super::figure::{Bar, Figure};
use super::noise::{Drift, Noise};
use stats::anytime;
use stats::gst::Design;
use stats::interval::{Outcome, judge, margin};

const TIMES: usize = 20_000;
const TWO_THOUSAND: usize = 2_000;
const MDE: f64 = 0.03;

/// A machine on which pairs of trials are run: drift from trial to trial (phi 0.95, sd 3 %), 3 % trial noise, one pair in ten with four
/// times the noise.
struct Machine {
    /// By how much (log) the second trial of a pair is faster, whatever runs.
    second_is_faster: f64,
    /// ABBA or BAAB by coin, or AB always.
    random_order: bool,
    /// By how much (log) B is faster.
    effect: f64,
}

impl Machine {
    fn pairs(&self, n: usize, noise: &mut Noise) -> Vec<f64> {
        let mut drift = Drift::new(0.95, 0.03, noise);
        let mut trial = |wild: bool, noise: &mut Noise| drift.next(noise) + noise.normal(if wild { 0.12 } else { 0.03 });
        let mut first_is_a = true;
        (0..n)
            .map(|i| {
                // A block is two pairs; the second pair is the mirror image of the first.
                first_is_a = if i % 2 == 0 { !self.random_order || noise.coin() } else { first_is_a != self.random_order };
                let wild = noise.chance(0.1);
                let (first, second) = (trial(wild, noise), trial(wild, noise) + self.second_is_faster);
                self.effect + if first_is_a { second - first } else { first - second }
            })
            .collect()
    }
}

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    let design = Design::standard();
    let mut all = false_alarms(&design, noise);
    all.extend(power(&design, noise));
    all.extend(on_a_machine(&design, noise));
    all
}

fn draw(n: usize, mut one: impl FnMut() -> f64) -> Vec<f64> {
    (0..n).map(|_| one()).collect()
}

/// Whether the boundary is crossed at any look, and after how many pairs the test was over.
fn run(design: &Design, values: &[f64]) -> (bool, usize) {
    let crossed = design.looks().iter().find(|l| design.read(&values[..l.pairs]).is_some_and(|r| r.crossed()));
    crossed.map_or((false, values.len()), |l| (true, l.pairs))
}

fn false_alarms(design: &Design, noise: &mut Noise) -> Vec<Figure> {
    type Kind = fn(&mut Noise) -> f64;
    let kinds: [(&str, Kind); 3] = [
        ("normal", |n| n.normal(1.0)),
        ("one in ten wild", |n| n.contaminated(1.0)),
        ("double exponential", |n| n.double_exponential(1.0)),
    ];
    let mut all = Vec::new();
    for (name, kind) in kinds {
        let gst = (0..TIMES).map(|_| run(design, &draw(20, || kind(noise))).0);
        all.push(Figure::share(format!("false alarms, 8 looks, {name} differences"), gst.collect::<Vec<_>>(), Bar::AtMost(0.06)));
        let anytime = (0..TIMES).map(|_| {
            let values = draw(40, || kind(noise));
            (5..=40).any(|n| anytime::e_value(&values[..n], anytime::G).is_some_and(|e| e >= 20.0))
        });
        all.push(Figure::share(
            format!("false alarms, anytime-valid to 40 pairs, {name} differences"),
            anytime.collect::<Vec<_>>(),
            Bar::AtMost(0.05),
        ));
    }
    let peeking = (0..TIMES).map(|_| {
        let values = draw(20, || noise.normal(1.0));
        [6, 10, 15, 20]
            .iter()
            .any(|n| stats::describe::t_statistic(&values[..*n]).is_some_and(|t| stats::dist::t_two_sided(t, *n as f64 - 1.0) < 0.05))
    });
    all.push(Figure::share("for comparison: plain t at 6, 10, 15 and 20 pairs", peeking.collect::<Vec<_>>(), Bar::AtLeast(0.06)));
    let one_sided = (0..TIMES).map(|_| run(design, &draw(20, || noise.exponential(1.0) - 1.0)).0);
    all.push(Figure::share(
        "for comparison: 8 looks, one-sided exponential differences",
        one_sided.collect::<Vec<_>>(),
        Bar::AtLeast(0.06),
    ));
    all
}

fn power(design: &Design, noise: &mut Noise) -> Vec<Figure> {
    let mut all = Vec::new();
    for (effect, bar) in [(0.5, Bar::Between(0.48, 0.54)), (0.7, Bar::Between(0.77, 0.83)), (0.8, Bar::Between(0.87, 0.93))] {
        let found = (0..TIMES).map(|_| run(design, &draw(20, || effect + noise.normal(1.0))).0);
        all.push(Figure::share(format!("power at an effect of {effect} sd"), found.collect::<Vec<_>>(), bar));
    }
    for effect in [0.8, 1.0, 1.5, 2.0, 3.0] {
        let pairs: Vec<f64> = (0..TIMES).map(|_| run(design, &draw(20, || effect + noise.normal(1.0))).1 as f64).collect();
        all.push(Figure::mean(format!("mean pairs to a decision at {effect} sd"), &pairs, Bar::None));
    }
    all
}

fn on_a_machine(design: &Design, noise: &mut Noise) -> Vec<Figure> {
    let alarms = |second_is_faster: f64, random_order: bool, noise: &mut Noise| -> Vec<bool> {
        let machine = Machine { second_is_faster, random_order, effect: 0.0 };
        (0..TWO_THOUSAND).map(|_| run(design, &machine.pairs(20, noise)).0).collect()
    };
    let mut all = vec![
        Figure::share("A/A on a drifting machine: false alarms", alarms(0.0, true, noise), Bar::AtMost(0.06)),
        Figure::share("A/A, second trial of each pair 4 % faster, random order", alarms(0.04, true, noise), Bar::AtMost(0.06)),
        Figure::share("for comparison: the same in fixed order AB", alarms(0.04, false, noise), Bar::AtLeast(0.06)),
    ];
    for effect in [0.0, 0.02, 0.05, 0.10] {
        let machine = Machine { second_is_faster: 0.0, random_order: true, effect: f64::ln_1p(effect) };
        let covered = (0..TWO_THOUSAND).map(|_| at_the_end(design, &machine.pairs(20, noise)).0.contains(machine.effect));
        let what = format!("interval when it stops covers the truth, effect {:.0} %", 100.0 * effect);
        all.push(Figure::share(what, covered.collect::<Vec<_>>(), Bar::AtLeast(0.94)));
    }
    // An effect just as large as what matters, with little noise: "no material effect" is then the error.
    let edge = margin(MDE).high;
    let wrong = (0..TIMES).map(|_| at_the_end(design, &draw(20, || edge + noise.normal(0.02))).1 == Outcome::NoMaterialEffect);
    all.push(Figure::share("no material effect said of an effect that just matters", wrong.collect::<Vec<_>>(), Bar::AtMost(0.05)));
    let right = (0..TIMES).map(|_| at_the_end(design, &draw(20, || noise.normal(0.02))).1 == Outcome::NoMaterialEffect);
    all.push(Figure::share("no material effect said of none (pairs sd 2 %, margin 3 %)", right.collect::<Vec<_>>(), Bar::None));
    all
}

/// Interval and outcome where the experiment stops: an effect, no material effect, or the last look.
fn at_the_end(design: &Design, values: &[f64]) -> (stats::interval::Interval, Outcome) {
    let mut last = (stats::interval::Interval::EVERYTHING, Outcome::Open);
    for reading in design.looks().iter().filter_map(|l| design.read(&values[..l.pairs])) {
        last = (reading.interval, judge(reading.interval, MDE));
        if last.1 != Outcome::Open {
            break;
        }
    }
    last
}
