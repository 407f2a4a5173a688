//! Open queues in closed form, and how long they must be watched. Times are in the unit of the service time, rates in its inverse.
//!
//! Sources: Erlang 1917 (M/M/c); Kleinrock 1975 and 1976; Whitt, "Planning queueing simulations", 1989 (relaxation and run length).

/// Erlang's C: the chance that an arrival finds all of `servers` busy when `offered` = arrival rate x service time (below `servers`).
/// 1 when the queue is not stable.
///
/// ```
/// assert!((stats::queue::wait_probability(1, 0.5) - 0.5).abs() < 1e-12);
/// ```
pub fn wait_probability(servers: u32, offered: f64) -> f64 {
    let c = f64::from(servers);
    if offered >= c {
        return 1.0;
    }
    // Erlang's B by its recursion, which neither overflows nor cancels.
    let blocked = (1..=servers).fold(1.0, |b, k| offered * b / (f64::from(k) + offered * b));
    blocked / (1.0 - offered / c * (1.0 - blocked))
}

/// Mean response time of M/M/c; infinite when not stable.
pub fn response(servers: u32, arrivals: f64, service: f64) -> f64 {
    let free = f64::from(servers) - arrivals * service;
    if free <= 0.0 { f64::INFINITY } else { service + wait_probability(servers, arrivals * service) * service / free }
}

/// By how much the response time of M/M/c grows per unit by which every service gets longer, at fixed arrivals: dR/dS. 1 without
/// contention; large near saturation, which is what an added delay shows when something scarce is held during it (METHODS section 4.2, fact
/// 4).
pub fn amplification(servers: u32, arrivals: f64, service: f64) -> f64 {
    let step = 1e-5 * service;
    (response(servers, arrivals, service + step) - response(servers, arrivals, service - step)) / (2.0 * step)
}

/// Time in which an M/M/1 queue forgets its start: s / (1 - sqrt(rho))^2. Infinite from utilisation 1 on.
pub fn relaxation(service: f64, utilisation: f64) -> f64 {
    if utilisation < 1.0 { service / (1.0 - utilisation.max(0.0).sqrt()).powi(2) } else { f64::INFINITY }
}

/// How long M/M/1 must be watched for its mean number inside to be known within `relative_error` (95 %): 2 (1 + rho) z^2 / (rho (1 - rho)^2
/// e^2).
///
/// ```
/// // at half load and 1,000/s, 37 seconds for 5 %; at 0.9 eleven minutes
/// assert_eq!(stats::queue::run_length(0.001, 0.5, 0.05).round(), 37.0);
/// assert_eq!((stats::queue::run_length(0.001, 0.9, 0.05) / 60.0).round(), 11.0);
/// ```
pub fn run_length(service: f64, utilisation: f64, relative_error: f64) -> f64 {
    let z = 1.96_f64;
    service * 2.0 * (1.0 + utilisation) * z * z / (utilisation * (1.0 - utilisation).powi(2) * relative_error.powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_is_the_textbook_queue() {
        for rho in [0.1, 0.5, 0.9, 0.99] {
            assert!((response(1, rho, 1.0) * (1.0 - rho) - 1.0).abs() < 1e-12);
        }
        assert!(response(4, 4.0, 1.0).is_infinite() && relaxation(1.0, 1.0).is_infinite());
    }

    #[test]
    fn a_long_wait_for_ten_servers_amplifies_an_added_delay() {
        // METHODS section 4.2, fact 4: ten servers, 8 ms
        for (rho, expected) in [(0.5, 1.06), (0.7, 1.60), (0.8, 2.92), (0.9, 10.4), (0.95, 40.0)] {
            let a = amplification(10, rho * 10.0 / 8.0, 8.0);
            assert!((a / expected - 1.0).abs() < 0.02, "{rho}: {a} against {expected}");
        }
    }

    #[test]
    fn relaxation_grows_as_the_load_does() {
        let tau = [0.5, 0.7, 0.8, 0.9].map(|rho| relaxation(1.0, rho).round());
        assert_eq!(tau, [12.0, 37.0, 90.0, 380.0]);
    }
}
