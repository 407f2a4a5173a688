//! Operational laws of queueing. Source: Denning & Buzen, "The Operational Analysis of Queueing Network Models", 1978.

/// Little's law: mean number inside = throughput x mean time inside. Gives the time inside, in seconds.
///
/// ```
/// // 10 of 10 connections busy at 190 requests per second: each is held 52.6 ms
/// assert!((stats::law::time_inside_s(10.0, 190.0) - 0.0526).abs() < 1e-4);
/// ```
pub fn time_inside_s(mean_number: f64, throughput_per_s: f64) -> f64 {
    if throughput_per_s > 0.0 { mean_number / throughput_per_s } else { 0.0 }
}

/// Utilisation law turned round: `servers` of one kind, each held `hold_s` per request, cap the throughput at this rate per second.
pub fn capacity_per_s(servers: f64, hold_s: f64) -> f64 {
    if hold_s > 0.0 { servers / hold_s } else { f64::INFINITY }
}

/// The most that saving `saved_s` can give, from the slope of 1/throughput over an added delay: 1 / (1/X - slope x saved). In product-form
/// closed networks 1/X is convex in every demand (Whiteley 1958, McLeod 1959), so slowing down bounds speeding up; elsewhere it is a rule
/// of thumb. Infinite when the saving is all there is.
///
/// ```
/// // 250/s, limited by 10 connections: 1 ms less per hold gives at most 256/s
/// assert!((stats::law::throughput_bound_per_s(250.0, 0.1, 0.001) - 256.4).abs() < 0.05);
/// ```
pub fn throughput_bound_per_s(throughput_per_s: f64, slope: f64, saved_s: f64) -> f64 {
    let left = 1.0 / throughput_per_s - slope * saved_s;
    if left > 0.0 { 1.0 / left } else { f64::INFINITY }
}

/// Share of the CPU in the limit, from what taking `taken` (0 to 1) of it leaves of the throughput: -ln(X'/X) / -ln(1 - taken).
pub fn cpu_share(throughput_ratio: f64, taken: f64) -> f64 {
    throughput_ratio.ln() / (1.0 - taken).ln()
}

/// Mean extra time that stops of the world add to a request that arrives at a random moment, in seconds: sum of D^2 / 2T.
/// Only the number and the total are known, so the pauses count as equally long: a lower bound.
pub fn pause_exposure_s(pauses: f64, total_s: f64, window_s: f64) -> f64 {
    if pauses < 1.0 || window_s <= 0.0 {
        return 0.0;
    }
    let each = total_s / pauses;
    pauses * each * each / (2.0 * window_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighteen_pauses_of_47_ms_in_8_s_expose_a_request_to_2_5_ms() {
        let e = pause_exposure_s(18.0, 0.84, 7.9);
        assert!((e - 0.00248).abs() < 1e-4, "{e}");
    }

    #[test]
    fn no_throughput_holds_nothing() {
        assert_eq!(time_inside_s(3.0, 0.0), 0.0);
        assert!(capacity_per_s(10.0, 0.0).is_infinite());
    }

    #[test]
    fn the_bound_of_a_limit_that_is_made_of_one_time_is_exact() {
        // ten connections held 40 ms: 250/s, slope 1/10
        assert!((throughput_bound_per_s(250.0, 0.1, 0.020) - 500.0).abs() < 1e-9);
        assert!(throughput_bound_per_s(250.0, 0.1, 0.040).is_infinite());
    }

    #[test]
    fn a_cpu_that_is_all_of_the_limit_takes_the_throughput_with_it() {
        assert!((cpu_share(0.8, 0.2) - 1.0).abs() < 1e-12);
        assert_eq!(cpu_share(1.0, 0.2), 0.0);
    }
}
