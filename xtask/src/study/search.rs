//! Study: does the search find the capacity? (METHODS section 1.3)

use super::figure::{Bar, Figure};
use super::noise::Noise;
use stats::capacity::{Estimate, Search};

const TIMES: usize = 500;

/// The figures.
pub(super) fn figures(noise: &mut Noise) -> Vec<Figure> {
    // k = 4.4 / width of the zone in which the share of passes falls from 90 to 10 %
    let knees = [("4 %", 110.0, Bar::AtLeast(0.90)), ("18 %", 24.4, Bar::AtLeast(0.90)), ("37 %", 11.9, Bar::None)];
    let mut all = Vec::new();
    for (width, k, bar) in knees {
        let found: Vec<(f64, Estimate)> = (0..TIMES).filter_map(|_| search(k, noise)).collect();
        let error = |(truth, e): &(f64, Estimate)| (e.capacity_per_s / truth).ln().abs();
        all.push(Figure::share(format!("knee {width} wide: capacity within 5 %"), found.iter().map(|f| error(f) <= 0.05), bar));
        let covered = found.iter().map(|(truth, e)| e.low_per_s <= *truth && *truth <= e.high_per_s);
        all.push(Figure::share(format!("knee {width} wide: 90 % interval covers"), covered, Bar::None));
        let errors: Vec<f64> = found.iter().map(error).collect();
        all.push(Figure::mean(format!("knee {width} wide: mean error (log)"), &errors, Bar::None));
        let trials: Vec<f64> = found.iter().map(|(_, e)| e.trials as f64).collect();
        all.push(Figure::mean(format!("knee {width} wide: trials"), &trials, Bar::None));
    }
    all
}

/// One search on a service whose pass probability falls around its capacity; one trial in fifty lies, and the saturated throughput is known
/// to 3 %.
fn search(k: f64, noise: &mut Noise) -> Option<(f64, Estimate)> {
    let truth = noise.uniform(350.0, 1_100.0);
    let mut search = Search::new(1_000.0 * noise.normal(0.03).exp())?;
    while !search.estimate().done {
        let rate = search.next_per_s();
        let pass = noise.chance(1.0 / (1.0 + (k * (rate / truth).ln()).exp()));
        let lies = noise.chance(0.02);
        search.record(rate, pass != lies);
    }
    Some((truth, search.estimate()))
}
