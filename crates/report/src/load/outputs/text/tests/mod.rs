//! The text of runs of known figures.

mod promises;

use super::text;
use crate::TextOptions;
use crate::load::fixture::{self, Case};
use insta::assert_snapshot;

fn opts(width: usize) -> TextOptions {
    TextOptions { width, ..TextOptions::default() }
}

fn at_80(c: &Case) -> String {
    text(&c.report, &opts(80))
}

#[test]
fn a_good_run_begins_with_rate_latency_errors_and_validity() {
    assert_snapshot!(at_80(&fixture::good()), @r"
    ✔ 500 req/s  p50 1.17 ms · p99 3.08 ms · errors 0 % · VALID
      GET http://127.0.0.1:8080/orders · open, 500/s evenly spaced · 30 s · seed 1
      SLO         ✔ p99<300ms: 3.08 ms
                  ✔ error_rate<0.1%: 0 %
                  ✔ tps>=490: 500/s
                  ✔ p95<200ms for 10s: at worst 2.31 ms from 0 s to 10 s
      latency, ms    min   mean    p50    p90    p95    p99  p99.9  p99.99    max
      response      0.82   1.32   1.17   1.97   2.31   3.08   4.28    4.28   4.28
      uncorrected    0.8    1.3   1.15   1.95   2.29   3.06   4.26    4.26   4.26
        late        0.02   0.02   0.02   0.02   0.02   0.02   0.02    0.02   0.02
        connect      0.2  0.235   0.23      -      -      -      -       -   0.27
        sending    0.012  0.012  0.012  0.012  0.012  0.012  0.012   0.012  0.012
        waiting     0.72   1.17   1.03   1.75   2.06   2.75   3.83    3.83   3.83
        receiving   0.08   0.13  0.115  0.195  0.229  0.306  0.425   0.425  0.425
      responses, ms
        0.7 – 1  4,530   30 %  ████████████████████▌
        1 – 1.5  6,600   44 %  ██████████████████████████████
        1.5 – 2  2,460   16 %  ███████████
          2 – 3  1,230  8.2 %  █████▌
          3 – 5    180  1.2 %  █
      answers     15,000 with status 200
      data        in 3.08 MB (102 kB/s, 205 B an answer) · out 915 kB (30.5 kB/s)
      network     8 connections opened
      generator   VALID · 18 % of a core · 8.91 MB
                  send lag p50 0.009 ms, p99 0.041 ms, max 0.388 ms
                  requests left 2 ± 0.021 ms apart, p99 2.06 ms
                  economical pacing · on cpu 1
      run         7f3a
    ");
}

#[test]
fn waiting_for_a_turn_is_put_into_a_sentence() {
    assert_snapshot!(at_80(&fixture::waiting()), @r"
    ✖ 500 req/s  p50 1.5 ms · p99 191 ms · errors 0 % · VALID
      GET http://127.0.0.1:8080/orders · open, 500/s evenly spaced · 30 s · seed 1
      requests waited 20 ms on average for their turn: a tool that times from
        sending would print p99 1.89 ms instead of 191 ms
      SLO         ✖ p99<100ms: 191 ms
      latency, ms    min   mean    p50    p90    p95    p99  p99.9  p99.99    max
      response       1.1   21.5    1.5    101    151    191    200     201    201
      uncorrected    1.1    1.5    1.5   1.82   1.86   1.89    1.9     1.9    1.9
        late       0.001     20  0.001   99.5    150    190    199     200    200
        connect      0.2  0.235   0.23      -      -      -      -       -   0.27
        sending    0.012  0.012  0.012  0.012  0.012  0.012  0.012   0.012  0.012
        waiting    0.991   1.35   1.35   1.64   1.67    1.7   1.71    1.71   1.71
        receiving   0.11   0.15   0.15  0.182  0.186  0.189   0.19    0.19   0.19
      responses, ms
            1 – 2  12,000   80 %  ██████████████████████████████
            2 – 5      45  0.3 %  ▌
           5 – 10      75  0.5 %  ▌
          10 – 20     150    1 %  ▌
          20 – 50     450    3 %  █
         50 – 100     750    5 %  ██
        100 – 200   1,500   10 %  ████
        200 – 500      30  0.2 %  ▌
      answers     15,000 with status 200
      data        in 3.08 MB (102 kB/s, 205 B an answer) · out 915 kB (30.5 kB/s)
      network     8 connections opened
      generator   VALID · 18 % of a core · 8.91 MB
                  send lag p50 0.009 ms, p99 0.041 ms, max 0.388 ms
                  requests left 2 ± 0.021 ms apart, p99 2.06 ms
                  economical pacing · on cpu 1
      run         7f3a
    ");
}

#[test]
fn an_invalid_run_says_so_first_and_judges_nothing() {
    assert_snapshot!(at_80(&fixture::invalid()), @r"
    ! 300 req/s  p50 470 ms · p99 967 ms · errors 0 % · INVALID
      GET http://127.0.0.1:8080/orders · open, 500/s as Poisson arrivals · 10 s ·
        achieved 300/s of 500/s planned · seed 1
      INVALID, this says nothing about the service: requests left late: send lag p99
        48.1 ms, at most 1 ms is allowed; the generator was busy 97 % of its core,
        above 70 % it is the limit itself
      SLO         ? p99<300ms: 967 ms; not judged: the generator was the limit
                    (requests left late: send lag p99 48.1 ms, at most 1 ms is
                    allowed)
                  ✔ max<5s: 970 ms
                  ? p99.99<1s; not judged: not enough requests: p99.99 takes 10,001,
                    there were 3,000
      latency, ms    min   mean    p50    p75    p90    p95    p99  p99.9    max
      response        40    505    470    755    870    955    967    970    970
      uncorrected      1    1.5    1.5   1.75    1.9   1.95   1.99      2      2
        late          39    504    468    754    868    954    965    968    968
        connect      0.2  0.235   0.23   0.25      -      -      -      -   0.27
        sending    0.012  0.012  0.012  0.012  0.012  0.012  0.012  0.012  0.012
        waiting    0.901   1.35   1.35   1.57   1.71   1.75   1.79    1.8    1.8
        receiving    0.1   0.15   0.15  0.175   0.19  0.195  0.199    0.2    0.2
      responses, ms
            30 – 50  100  3.3 %  ███▌
            50 – 70  200  6.7 %  ██████▌
           70 – 100    0    0 %
          100 – 150   99  3.3 %  ███▌
          150 – 200  201  6.7 %  ██████▌
          200 – 300  300   10 %  ██████████
          300 – 500  600   20 %  ████████████████████
          500 – 700  600   20 %  ████████████████████
        700 – 1,000  900   30 %  ██████████████████████████████
      answers     3,000 with status 200
      data        in 615 kB (61.5 kB/s, 205 B an answer) · out 183 kB (18.3 kB/s)
      network     8 connections opened
      dropped     2,000 of 5,000 planned requests: the cap was reached
      generator   INVALID · 97 % of a core · waited for a core 1.2 %
                  send lag p50 21 ms, p99 48.1 ms, max 97 ms
                  requests left 3.33 ± 0.021 ms apart, p99 3.39 ms
                  precise pacing · shares a core with the service
      run         7f3a
    ");
}

#[test]
fn failures_come_by_kind_with_a_sample_and_the_objectives_they_broke() {
    assert_snapshot!(at_80(&fixture::failing()), @r"
    ✖ 500 req/s  p50 1.17 ms · p99 >= 3.08 ms · errors 1.2 % · VALID · aborted after
      30 s
      scenario checkout.toml · http://127.0.0.1:8080 · open, 500/s evenly spaced ·
        30 s · seed 1
      aborted: error_rate<1% abort: 1.2 % in the 30 s until 30 s
      SLO         ✖ error_rate<1% abort: 1.2 %
                  ✔ p99<20ms: 3.08 ms
                  ✖ p99{create-order}<20ms: 31.7 ms
                  ? p99.9{sign-in, once a user}<1s; not judged: not enough requests:
                    p99.9 takes 1,001, there were 50
                  ✖ checks>=99%: 97 %
                  ✔ tps>=490: 500/s
      latency, ms      min   mean    p50    p90    p95    p99  p99.9  p99.99    max
      response (>=)   0.82   1.32   1.17   1.97   2.31   3.08   4.28    4.28   4.28
      uncorrected      0.8    1.3   1.15   1.95   2.29   3.06   4.26    4.26   4.26
        late          0.02   0.02   0.02   0.02   0.02   0.02   0.02    0.02   0.02
        connect        0.2  0.235   0.23      -      -      -      -       -   0.27
        sending      0.012  0.012  0.012  0.012  0.012  0.012  0.012   0.012  0.012
        waiting       0.72   1.17   1.03   1.75   2.06   2.75   3.83    3.83   3.83
        receiving     0.08   0.13  0.115  0.195  0.229  0.306  0.425   0.425  0.425
      responses, ms
        0.7 – 1  4,530   30 %  ████████████████████▌
        1 – 1.5  6,600   44 %  ██████████████████████████████
        1.5 – 2  2,460   16 %  ███████████
          2 – 3  1,230  8.2 %  █████▌
          3 – 5    180  1.2 %  █
      routes, ms                     requests  errors  req/s  mean   p50   p95   p99
      create-order                      3,000     170    100    17    17  30.5  31.7
      GET /orders/{id} with ever...    11,950      10    398  1.32  1.17  2.31  3.08
      sign-in, once a user                 50       0   1.67  64.5    64    87     -
      errors      180 of 15,000 requests (1.2 %)
                  140  status 503, from 3.2 s to 28.9 s: 503 Service Unavailable:
                       GET /orders/17
                   30  timeout, from 11.3 s to 21.3 s: no complete answer within
                       10 s: POST /orders
                   10  connection refused, from 11.2 s to 11.5 s: connect
                       127.0.0.1:8080: connection refused (os error 111)
      checks      ✖ status is 201: passed 94 %, 170 failed
                  ✔ body has an id: passed 100 %
      answers     14,820 with status 200 · 140 with status 503
      data        in 3.08 MB (102 kB/s, 206 B an answer) · out 915 kB (30.5 kB/s)
      network     8 connections opened · 7 failed to open · 3 requests sent again
      traces      152 requests with a trace context, slowest from sending:
                  4bf92f3577b34da6a3ce929d0e0e4736 10,000 ms POST /orders,
                  00f067aa0ba902b7e2d9c4aa1b8c0d31 31.6 ms create-order
      generator   VALID · 14 % of a core · 4 % more in active waiting · 8.91 MB
                  send lag p50 0.009 ms, p99 0.041 ms, max 0.388 ms
                  requests left 2 ± 0.021 ms apart, p99 2.06 ms
                  economical pacing · on cpu 1
      end         the last answer came 9.98 s after the last request
      warning     ports-run-low: 28,000 of 28,232 local ports were in use
      run         7f3a
    ");
}

#[test]
fn a_run_that_was_cut_short_shows_bounds_and_only_the_percentiles_it_can() {
    assert_snapshot!(at_80(&fixture::cut_short()), @r"
    ! 25 req/s  mean >= 1.21 ms · p50 1.01 ms · max >= 2.87 ms · errors 25 % ·
      SUSPECT · interrupted after 1.2 s
      GET http://127.0.0.1:8080/orders · closed, 10 connections · 1.2 s · seed 1
      SUSPECT: generator and service share a core, each takes time from the other
      SLO         ? p99<300ms; not judged: not enough requests: p99 takes 101, there
                    were 40
                  ? mean<300ms: 1.21 ms; not judged: 10 requests were cut off, so
                    mean may be larger
                  ? p90<10s for 5s; not judged: the run had no 5 s to look at
      latency, ms      min   mean    p50    p75    p90    p95    max
      response (>=)  0.828   1.21   1.01   1.35   1.77   2.06   2.87
      uncorrected    0.808   1.29   1.13   1.49   1.87    2.3   2.85
        late          0.02   0.02   0.02   0.02   0.02   0.02   0.02
        connect        0.2  0.235   0.23   0.25      -      -   0.27
        sending      0.012  0.012  0.012  0.012  0.012  0.012  0.012
        waiting      0.728   1.16   1.02   1.34   1.69   2.07   2.56
        receiving    0.081  0.129  0.113  0.149  0.188   0.23  0.285
      responses, ms
        0.5 – 1  19   48 %  ██████████████████████████████
        1 – 1.5  13   32 %  ████████████████████▌
        1.5 – 2   5   12 %  ████████
        2 – 2.5   2    5 %  ███
        2.5 – 3   1  2.5 %  █▌
      errors      10 of 40 requests (25 %)
                  10  cut off: still unanswered when the run ended
      answers     30 with status 200
      data        in 6.15 kB (5.12 kB/s, 205 B an answer) · out 1.83 kB (1.52 kB/s)
      network     8 connections opened
      generator   SUSPECT · 18 % of a core · 8.91 MB
                  send lag p50 0.009 ms, p99 0.041 ms, max 0.388 ms
                  economical pacing · on cpu 1
    ");
}

#[test]
fn scenarios_have_a_table_of_their_own() {
    let s = at_80(&fixture::several());
    let table: Vec<&str> = s.lines().skip_while(|l| !l.contains("scenarios, ms")).take(7).collect();
    assert_snapshot!(table.join("\n"), @r"
    scenarios, ms  requests  errors  req/s  mean   p50   p95   p99   max
    poll             13,000       0    433  1.32  1.17  2.32  3.12  5.91
    sale              2,000      12    100  1.32  1.17  2.32  3.11  4.97
    routes, ms      requests  errors  req/s  mean   p50   p95   p99   max
    poll/GET /news    13,000       0    433  1.32  1.17  2.32  3.12  5.91
    sale/look          1,500       2     75  1.32  1.17  2.32  3.11  4.97
    sale/buy             500      10     25  1.32  1.17  2.32  3.11  4.97
    ");
    assert!(s.contains("poll: requests left 2 ± 0.021 ms apart"), "{s}");
}
