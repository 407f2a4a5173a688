//! Closed queueing networks with one class of requests, exactly: what mean value analysis gives (Reiser & Lavenberg 1980), by Buzen's
//! convolution 1973.
//!
//! A station is a set of equal servers with one queue (product form: processor sharing, or first come first served with exponential
//! service); thinking and plain delays have no queue. With G the normalising constant, throughput X(N) = G(N - 1) / G(N). MVA's own
//! recursion loses all digits with several servers and many users (a probability left over from 1); sums of positive terms, kept as
//! logarithms, do not.
//!
//! Pools that are held while other stations are visited, locks inside of them, priorities and blocking have no product form: this is then a
//! model, not the truth.

/// A station that requests queue at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// Visits x service time per request, in seconds; positive.
    pub demand_s: f64,
    /// Equal servers; at least 1.
    pub servers: u32,
}

/// The network with some number of users.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Users, each thinking or having one request inside.
    pub users: usize,
    /// Requests per second.
    pub throughput_per_s: f64,
    /// Mean time from the end of thinking to the answer, in seconds.
    pub response_s: f64,
    /// Mean number of requests at each station, waiting or in service. Busy servers are throughput x demand.
    pub inside: Vec<f64>,
}

/// Solves for 1 to `users` users. `None` without anywhere to spend time, or a demand, think time or number of servers that is not possible.
pub fn solve(stations: &[Station], think_s: f64, users: usize) -> Option<Vec<Solution>> {
    let possible = stations.iter().all(|s| s.demand_s > 0.0 && s.demand_s.is_finite() && s.servers > 0);
    let somewhere = think_s > 0.0 || !stations.is_empty();
    if !(possible && somewhere && think_s >= 0.0 && think_s.is_finite()) {
        return None;
    }
    let factors: Vec<Vec<f64>> = stations.iter().map(|s| factor(s.demand_s, |n| n.min(s.servers as usize) as f64, users)).collect();
    let thinking = if think_s > 0.0 { factor(think_s, |n| n as f64, users) } else { empty(users) };
    let all = factors.iter().fold(thinking.clone(), |g, f| convolve(&g, f));
    let without: Vec<Vec<f64>> = (0..factors.len())
        .map(|i| factors.iter().enumerate().filter(|(j, _)| *j != i).fold(thinking.clone(), |g, (_, f)| convolve(&g, f)))
        .collect();
    let at = |users: usize| {
        let throughput_per_s = (all[users - 1] - all[users]).exp();
        let chance = |i: usize, n: usize| (factors[i][n] + without[i][users - n] - all[users]).exp();
        let inside = (0..factors.len()).map(|i| (1..=users).map(|n| n as f64 * chance(i, n)).sum()).collect();
        Solution { users, throughput_per_s, response_s: users as f64 / throughput_per_s - think_s, inside }
    };
    Some((1..=users).map(at).collect())
}

/// ln of demand^n / (rate(1) rate(2) ... rate(n)) for n from 0.
fn factor(demand_s: f64, rate: impl Fn(usize) -> f64, users: usize) -> Vec<f64> {
    let mut ln = vec![0.0];
    for n in 1..=users {
        ln.push(ln[n - 1] + (demand_s / rate(n)).ln());
    }
    ln
}

/// The factor of a place where nobody can be.
fn empty(users: usize) -> Vec<f64> {
    std::iter::once(0.0).chain(std::iter::repeat_n(f64::NEG_INFINITY, users)).collect()
}

/// ln of the convolution of two sequences given as logarithms.
fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    (0..a.len())
        .map(|n| {
            let term = |k: usize| a[k] + b[n - k];
            let most = (0..=n).map(term).fold(f64::NEG_INFINITY, f64::max);
            if most == f64::NEG_INFINITY { most } else { most + (0..=n).map(|k| (term(k) - most).exp()).sum::<f64>().ln() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn station(demand_s: f64, servers: u32) -> Station {
        Station { demand_s, servers }
    }

    fn throughput(stations: &[Station], think_s: f64, users: usize) -> f64 {
        solve(stations, think_s, users).unwrap().pop().unwrap().throughput_per_s
    }

    #[test]
    fn few_users_meet_no_queue_and_many_meet_the_bottleneck() {
        let s = [station(0.010, 1), station(0.040, 2)];
        assert!((throughput(&s, 0.1, 1) - 1.0 / 0.15).abs() < 1e-9);
        assert!((throughput(&s, 0.1, 400) - 50.0).abs() < 1e-6);
    }

    #[test]
    fn more_servers_than_users_are_a_plain_delay() {
        assert!((throughput(&[station(0.01, 1), station(0.05, 64)], 0.0, 20) - throughput(&[station(0.01, 1)], 0.05, 20)).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(solve(&[], 0.0, 3).is_none() && solve(&[station(0.0, 1)], 1.0, 3).is_none() && solve(&[station(1.0, 0)], 1.0, 3).is_none());
    }

    #[test]
    fn users_who_only_think_never_wait() {
        assert!((throughput(&[], 0.5, 3) - 6.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn everybody_is_somewhere(raw in prop::collection::vec((0.001..0.1_f64, 1_u32..5), 1..4), think in 0.0..1.0_f64, users in 1_usize..40) {
            let stations: Vec<Station> = raw.into_iter().map(|(d, c)| station(d, c)).collect();
            let last = solve(&stations, think, users).unwrap().pop().unwrap();
            let inside = last.inside.iter().sum::<f64>() + last.throughput_per_s * think;
            prop_assert!((inside - users as f64).abs() < 1e-6 * users as f64, "{inside} of {users}");
            prop_assert!(last.inside.iter().zip(&stations).all(|(n, s)| *n >= last.throughput_per_s * s.demand_s - 1e-9));
        }

        #[test]
        fn throughput_scales_as_one_over_time(raw in prop::collection::vec((0.001..0.1_f64, 1_u32..5), 1..4), think in 0.0..1.0_f64, scale in 0.1..10.0_f64) {
            let stations: Vec<Station> = raw.iter().map(|(d, c)| station(*d, *c)).collect();
            let slower: Vec<Station> = raw.iter().map(|(d, c)| station(d * scale, *c)).collect();
            let (fast, slow) = (throughput(&stations, think, 12), throughput(&slower, think * scale, 12));
            prop_assert!((slow * scale / fast - 1.0).abs() < 1e-9);
        }
    }
}
