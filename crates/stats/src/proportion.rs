//! Intervals of a proportion from few trials. Wilson's score interval: `(p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`. Unlike the textbook
//! interval it stays within 0 and 1 and has its level for small n and for p near the ends. Source: Wilson 1927; Brown, Cai and DasGupta 2001.

/// 97.5th percentile of the standard normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The 95 % interval of `successes` of `trials`; from 0 to 1 where there was none.
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (trials as f64, Z_95 * Z_95);
    let p = successes as f64 / n;
    let middle = p + z2 / (2.0 * n);
    let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z2 / n;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_statsmodels() {
        // statsmodels.stats.proportion.proportion_confint(x, n, method="wilson")
        for (x, n, low, high) in [(8, 10, 0.490_162_5, 0.943_317_8), (0, 10, 0.0, 0.277_532_8), (96, 100, 0.901_629_8, 0.984_331_7)] {
            let (a, b) = wilson(x, n);
            assert!((a - low).abs() < 1e-4 && (b - high).abs() < 1e-4, "{x}/{n}: {a} {b}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
