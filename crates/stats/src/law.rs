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
}
