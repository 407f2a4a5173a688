//! Isotonic regression: the rising (or falling) curve nearest to the points, in least squares, with no other shape assumed.
//!
//! Pool adjacent violators: Ayer et al. 1955; Barlow et al. 1972. Neighbours out of order are replaced by their weighted mean until none
//! are. Smooths a curve of throughput or latency over load for the eye; a single wild point is spread over its neighbours, not removed.

/// Fitted values of `y`, in order, never falling. `weights` are positive, such as numbers of trials; `None` when the lengths differ or a
/// weight or value is not.
///
/// ```
/// let w = [1.0, 1.0, 1.0, 2.0];
/// assert_eq!(stats::isotonic::rising(&[1.0, 4.0, 2.0, 3.0], &w).unwrap(), [1.0, 3.0, 3.0, 3.0]);
/// assert_eq!(stats::isotonic::falling(&[1.0, 4.0, 2.0, 3.0], &w).unwrap(), [2.6, 2.6, 2.6, 2.6]);
/// ```
pub fn rising(y: &[f64], weights: &[f64]) -> Option<Vec<f64>> {
    if y.len() != weights.len() || !y.iter().all(|v| v.is_finite()) || !weights.iter().all(|w| *w > 0.0 && w.is_finite()) {
        return None;
    }
    let mut pools: Vec<Pool> = Vec::new();
    for (value, weight) in y.iter().zip(weights) {
        let mut pool = Pool { mean: *value, weight: *weight, members: 1 };
        while let Some(before) = pools.pop_if(|before| before.mean >= pool.mean) {
            pool = pool.with(&before);
        }
        pools.push(pool);
    }
    Some(pools.iter().flat_map(|p| std::iter::repeat_n(p.mean, p.members)).collect())
}

/// Fitted values of `y`, in order, never rising.
pub fn falling(y: &[f64], weights: &[f64]) -> Option<Vec<f64>> {
    let mirrored: Vec<f64> = y.iter().map(|v| -v).collect();
    Some(rising(&mirrored, weights)?.into_iter().map(|v| -v).collect())
}

struct Pool {
    mean: f64,
    weight: f64,
    members: usize,
}

impl Pool {
    fn with(&self, other: &Self) -> Self {
        let weight = self.weight + other.weight;
        let mean = (self.mean * self.weight + other.mean * other.weight) / weight;
        Self { mean, weight, members: self.members + other.members }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_rises_already_stays() {
        assert_eq!(rising(&[1.0, 2.0, 5.0], &[1.0; 3]).unwrap(), [1.0, 2.0, 5.0]);
        assert_eq!((rising(&[], &[]), rising(&[1.0], &[0.0]), rising(&[f64::NAN], &[1.0])), (Some(vec![]), None, None));
    }

    proptest! {
        #[test]
        fn fits_rise_and_keep_the_weighted_mean(points in prop::collection::vec((-9.0..9.0_f64, 0.1..5.0_f64), 1..40)) {
            let (y, w): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
            let fit = rising(&y, &w).unwrap();
            prop_assert!(fit.windows(2).all(|p| p[0] <= p[1]));
            let sum = |v: &[f64]| v.iter().zip(&w).map(|(v, w)| v * w).sum::<f64>();
            prop_assert!((sum(&fit) - sum(&y)).abs() < 1e-8);
        }
    }
}
