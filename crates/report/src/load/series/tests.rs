//! Rows of runs of any length: how many there are, and what is in them.

use super::*;
use hdrhistogram::Histogram;
use model::Traffic;
use proptest::prelude::*;

fn row(i: u64, ms: &[u64]) -> SecondRow {
    let mut h = Histogram::<u64>::new(3).expect("3 digits are allowed");
    for ms in ms {
        h.record(ms * 1_000_000).expect("it grows");
    }
    let mut bytes = Vec::new();
    V2Serializer::new().serialize(&h, &mut bytes).expect("a vector takes all bytes");
    let n = ms.len() as u64;
    SecondRow { t_s: i as f64, span_s: 1.0, steady: true, planned: n, done: n, answered: n, ..SecondRow::default() }.timed(bytes)
}

#[test]
fn a_run_of_any_length_takes_no_more_rows_than_ten_minutes_and_loses_no_request() {
    // seconds of the run, rows kept, length of each but the last
    for (seconds, rows, length) in [
        (1, 1, 1.0),
        (599, 599, 1.0),
        (600, 600, 1.0),
        (601, 301, 2.0),
        (1_200, 600, 2.0),
        (1_201, 301, 4.0),
        (3_600, 450, 8.0),
        (86_400, 338, 256.0),
        (7 * 86_400, 591, 1_024.0),
    ] {
        let all: Series = (0..seconds).map(|i| SecondRow { t_s: i as f64, span_s: 1.0, done: i % 7, ..SecondRow::default() }).collect();
        let all = all.rows();
        assert_eq!((all.len(), all[0].span_s), (rows, length), "{seconds} s");
        assert_eq!(all.iter().map(|r| r.done).sum::<u64>(), (0..seconds).map(|i| i % 7).sum::<u64>(), "{seconds} s");
        assert!(all.windows(2).all(|w| (w[0].t_s + w[0].span_s - w[1].t_s).abs() < 1e-6), "{seconds} s: no gap between rows");
        assert!(all[..all.len() - 1].iter().all(|r| r.span_s == length), "{seconds} s: one length for all rows but the last");
    }
}

fn readable(rows: &[SecondRow], of: fn(&SecondRow) -> &Vec<u8>) -> Histogram<u64> {
    let (sum, unreadable) = hdr::merge(rows.iter().map(|r| of(r).as_slice()));
    assert_eq!(unreadable, 0);
    sum
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    /// Whatever seconds are pushed: nothing is lost, and each row has the figures of the seconds that went into it.
    #[test]
    fn rows_amount_to_the_seconds_that_went_into_them(
        seconds in proptest::collection::vec((0_u64..30_000, 0_u64..4, 0_u64..3, 0_u64..90), 1..700)
    ) {
        let pushed: Vec<SecondRow> = seconds.iter().enumerate().map(|(i, (ms, answers, given_up, in_flight))| SecondRow {
            done: answers + given_up,
            errors: *given_up,
            given_up: *given_up,
            given_up_ns: given_up * 1_000,
            in_flight: *in_flight,
            service_hdr: row(0, &[*ms]).response_hdr,
            ..row(i as u64, &vec![*ms; *answers as usize])
        }).collect();
        let all: Series = pushed.iter().cloned().collect();
        prop_assert!(all.rows().len() <= MOST_ROWS);
        let mut rest = pushed.as_slice();
        for kept in all.rows() {
            let parts;
            (parts, rest) = rest.split_at(kept.span_s.round() as usize);
            let sum = |of: fn(&SecondRow) -> u64| parts.iter().map(of).sum::<u64>();
            prop_assert_eq!((kept.done, kept.answered, kept.errors), (sum(|r| r.done), sum(|r| r.answered), sum(|r| r.errors)));
            prop_assert_eq!((kept.given_up, kept.given_up_ns), (sum(|r| r.given_up), sum(|r| r.given_up_ns)));
            prop_assert_eq!((kept.t_s, kept.in_flight), (parts[0].t_s, parts[parts.len() - 1].in_flight));
            let response = readable(parts, |r| &r.response_hdr);
            prop_assert_eq!(kept.p95_ns, hdr::summary(&response).p95_ns as u64);
            prop_assert_eq!(readable(std::slice::from_ref(kept), |r| &r.response_hdr), response);
            prop_assert_eq!(readable(std::slice::from_ref(kept), |r| &r.service_hdr), readable(parts, |r| &r.service_hdr));
        }
        prop_assert!(rest.is_empty());
    }
}

#[test]
fn joined_rows_have_the_percentiles_of_all_their_requests() {
    let (a, b) = (row(0, &[1; 90]), row(1, &[100; 10]));
    let both = a.and(&b);
    assert_eq!((both.done, both.span_s), (100, 2.0));
    assert_eq!((both.p50_ns / 1_000_000, both.p95_ns / 1_000_000), (1, 100));
    assert!((both.mean_ns / 1e6 - 10.9).abs() < 0.05, "{}", both.mean_ns);
}

#[test]
fn a_second_of_the_engine_keeps_what_was_given_up_apart() {
    let at = |s: i64| Timestamp::from_ns(s * 1_000_000_000);
    let errors = [("timeout", 3), ("server-error", 2)].map(|(name, n)| (name.to_owned(), n)).into();
    let s = LoadSecond { start: at(12), end: at(13), planned: 100, ok: 90, errors, generator_cpu_ns: 300_000_000, ..LoadSecond::default() };
    let traffic = Some(Traffic { dropped: 4, ..Traffic::default() });
    let r = SecondRow::of(&LoadSecond { generator_spin_ns: 100_000_000, traffic, ..s }, at(10), 7);
    assert_eq!(r.dropped, 4);
    assert_eq!((r.t_s, r.done, r.answered, r.errors, r.given_up, r.given_up_ns), (2.0, 95, 92, 5, 3, 21));
    assert!((r.generator_cpu - 0.2).abs() < 1e-9);
}
