//! What theory says: exact mean value analysis of closed networks and the formulas of single queues. The simulator is checked against these.

/// A station of a closed network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// Work per request, milliseconds.
    pub demand_ms: f64,
    /// Whether nobody waits for anybody there (an infinite server).
    pub delay: bool,
}

/// Throughput per millisecond and response time in milliseconds of a closed product-form network with `customers`.
///
/// Source: Reiser & Lavenberg, "Mean-Value Analysis of Closed Multichain Queuing Networks", JACM 27 (1980): with one more customer each
/// station is met as it is, on average, with one customer less.
pub fn mean_value(stations: &[Station], customers: u32) -> (f64, f64) {
    let mut inside = vec![0.0; stations.len()];
    let (mut per_ms, mut response) = (0.0, 0.0);
    for n in 1..=customers {
        let times: Vec<f64> =
            stations.iter().zip(&inside).map(|(s, q)| if s.delay { s.demand_ms } else { s.demand_ms * (1.0 + q) }).collect();
        response = times.iter().sum();
        per_ms = f64::from(n) / response;
        for (q, t) in inside.iter_mut().zip(&times) {
            *q = per_ms * t;
        }
    }
    (per_ms, response)
}

/// Mean time in an M/M/c queue, milliseconds: Erlang's formula for the share that waits (Kleinrock, "Queueing Systems" I, 1975, 3.5).
pub fn erlang_c_ms(per_ms: f64, service_ms: f64, servers: u32) -> f64 {
    let (a, c) = (per_ms * service_ms, f64::from(servers));
    let rho = a / c;
    // B(k) = a B(k-1) / (k + a B(k-1)) avoids factorials
    let blocked = (1..=servers).fold(1.0, |b, k| a * b / (f64::from(k) + a * b));
    let waits = blocked / (1.0 - rho * (1.0 - blocked));
    service_ms + waits * service_ms / (c * (1.0 - rho))
}

/// Mean time of a request on an M/G/1 processor-sharing server, milliseconds: only the mean of the work counts (Kleinrock, "Queueing
/// Systems" II, 1976, 4.4).
pub fn shared_ms(per_ms: f64, work_ms: f64) -> f64 {
    work_ms / (1.0 - per_ms * work_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_agree_where_they_meet() {
        // one server: 1/(mu - lambda)
        assert!((erlang_c_ms(0.5, 1.0, 1) - 2.0).abs() < 1e-12);
        assert!((shared_ms(0.5, 1.0) - 2.0).abs() < 1e-12);
        // one customer never waits
        let net = [Station { demand_ms: 3.0, delay: false }, Station { demand_ms: 7.0, delay: true }];
        assert_eq!(mean_value(&net, 1), (0.1, 10.0));
        // many customers: the slowest station sets the pace
        assert!((mean_value(&net, 200).0 - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn two_equal_stations_with_two_customers() {
        // Buzen: X = N / (D (N + M - 1)) for M balanced stations
        let net = [Station { demand_ms: 2.0, delay: false }; 2];
        assert!((mean_value(&net, 2).0 - 2.0 / (2.0 * 3.0)).abs() < 1e-12);
    }
}
