//! How a run goes, in one line: for a terminal that rewrites it, and for a log that keeps it.

use crate::TextOptions;
use crate::paragraph::clean;
use crate::status_line;
use model::{Message, message};
use words::figures::{count, figure, ms, seconds, whole};

/// Seconds between the lines of a log.
pub const PLAIN_EVERY_S: f64 = 5.0;
/// Columns of the bar.
const BAR: usize = 8;

/// The present second.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LiveRow {
    /// Since the first planned moment, seconds.
    pub elapsed_s: f64,
    /// Planned length, seconds; `None` when a number of requests was asked for.
    pub total_s: Option<f64>,
    /// Requests asked for; `None` when a time was.
    pub total_requests: Option<u64>,
    /// Requests that have ended.
    pub done: u64,
    /// Of those, the ones that ended otherwise than well.
    pub errors: u64,
    /// Answers per second in the last second.
    pub rate_per_s: f64,
    /// Planned to done in the last second: median, nanoseconds; `None` without an answer.
    pub p50_ns: Option<u64>,
    /// 99th percentile of the same.
    pub p99_ns: Option<u64>,
    /// Requests in flight or waiting for a connection.
    pub in_flight: u64,
    /// CPU of the generator in the last second, without active waiting, in cores.
    pub generator_cpu: f64,
    /// Name of the present stage; empty when there is one only.
    pub stage: String,
}

/// One line for a terminal, without an end, never wider than asked for.
pub fn progress(row: &LiveRow, opts: &TextOptions) -> String {
    // what goes first when it gets narrow has the highest rank
    let say = |m: Message| words::say(&m, opts.lang);
    let mut parts: Vec<(u8, String)> =
        vec![(4, bar(row)), (0, say(clock(row))), (6, row.stage.clone()), (0, format!("{}/s", whole(row.rate_per_s)))];
    parts.push((1, say(latency(row))));
    parts.push((2, say(message!("load/err", errors: Count(row.errors as f64)))));
    parts.push((5, say(message!("load/in-flight", requests: Count(row.in_flight as f64)))));
    parts.push((3, say(message!("load/generator", share: Share(row.generator_cpu)))));
    status_line(parts, opts.width, opts.ascii)
}

/// One line for a log, without an end; every [`PLAIN_EVERY_S`].
pub fn plain_progress(row: &LiveRow, opts: &TextOptions) -> String {
    let clock = match row.stage.as_str() {
        "" => clock(row),
        stage => message!("load/in-stage", clock: (clock(row)), stage: name(stage)),
    };
    let line = message!(
        "load/plain",
        clock: (clock),
        rate: name(whole(row.rate_per_s)),
        latency: (latency(row)),
        errors: Count(row.errors as f64),
        requests: Count(row.done as f64),
        in_flight: Count(row.in_flight as f64),
        share: Share(row.generator_cpu)
    );
    clean(&words::say(&line, opts.lang), opts.ascii)
}

fn share(row: &LiveRow) -> Option<f64> {
    let of_time = row.total_s.filter(|t| *t > 0.0).map(|t| row.elapsed_s / t);
    let of_requests = row.total_requests.filter(|n| *n > 0).map(|n| row.done as f64 / n as f64);
    of_time.or(of_requests).map(|s| s.clamp(0.0, 1.0))
}

fn bar(row: &LiveRow) -> String {
    let Some(share) = share(row) else { return String::new() };
    let full = (share * BAR as f64).floor() as usize;
    format!("{}{}", "█".repeat(full), "░".repeat(BAR - full))
}

/// `12/30 s`, `12 s`, `1,200/5,000 requests`.
fn clock(row: &LiveRow) -> Message {
    let elapsed = row.elapsed_s.floor();
    match (row.total_s, row.total_requests) {
        (Some(total), _) => format!("{}/{}", count(elapsed as u64), seconds(total)).into(),
        (None, Some(total)) => message!("load/clock-requests", done: Count(row.done as f64), all: Count(total as f64)),
        (None, None) => format!("{} s", count(elapsed as u64)).into(),
    }
}

fn latency(row: &LiveRow) -> Message {
    match (row.p50_ns, row.p99_ns) {
        (Some(p50), Some(p99)) => format!("p50 {} p99 {}", figure(p50 as f64 / 1e6), ms(p99 as f64 / 1e6)).into(),
        (Some(p50), None) => format!("p50 {}", ms(p50 as f64 / 1e6)).into(),
        _ => message!("load/no-answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paragraph::columns;
    use words::{Lang, as_ids, say};

    fn row() -> LiveRow {
        LiveRow {
            elapsed_s: 12.3,
            total_s: Some(30.0),
            done: 24_512,
            errors: 3,
            rate_per_s: 1_998.4,
            p50_ns: Some(3_120_000),
            p99_ns: Some(12_410_000),
            in_flight: 14,
            generator_cpu: 0.181,
            ..LiveRow::default()
        }
    }

    fn at(width: usize) -> TextOptions {
        TextOptions { width, ..TextOptions::default() }
    }

    #[test]
    fn a_line_says_how_far_how_fast_how_slow_and_how_well() {
        let said = as_ids(|| progress(&row(), &at(200)));
        let own = "load/err(errors: 3)  load/in-flight(requests: 14)  load/generator(share: 0.181)";
        assert_eq!(said, format!("███░░░░░  12/30 s  1,998/s  p50 3.12 p99 12.4 ms  {own}"));
        let said = as_ids(|| plain_progress(&row(), &at(80)));
        let own = "errors: 3, requests: 24512, in_flight: 14, share: 0.181";
        assert_eq!(said, format!("load/plain(clock: 12/30 s, rate: \"1,998\", latency: p50 3.12 p99 12.4 ms, {own})"));
    }

    #[test]
    fn a_narrow_terminal_gets_less_and_not_two_lines() {
        let [errors, generator] = [message!("load/err", errors: Count(3.0)), message!("load/generator", share: Share(0.181))];
        let line = format!("12/30 s  1,998/s  p50 3.12 p99 12.4 ms  {}  {}", say(&errors, Lang::En), say(&generator, Lang::En));
        assert_eq!(progress(&row(), &at(columns(&line))), line);
        for width in 10..120 {
            let line = progress(&LiveRow { stage: "ramp to 5,000/s".to_owned(), ..row() }, &at(width));
            assert!(columns(&line) <= width && (width < 17 || line.contains("1,998/s")), "{width}: {line}");
        }
    }

    #[test]
    fn requests_are_counted_when_they_were_asked_for_and_nothing_is_promised_without_an_end() {
        let of_requests = LiveRow { total_s: None, total_requests: Some(50_000), ..row() };
        let said = |row: &LiveRow| as_ids(|| progress(row, &at(200)));
        assert!(said(&of_requests).starts_with("███░░░░░  load/clock-requests(done: 24512, all: 50000)  1,998/s"));
        let endless = LiveRow { total_s: None, p50_ns: None, p99_ns: None, ..row() };
        assert!(said(&endless).starts_with("12 s  1,998/s  load/no-answer"));
    }

    #[test]
    fn ascii_is_ascii() {
        let line = progress(&row(), &TextOptions { ascii: true, ..at(100) });
        assert!(line.is_ascii() && line.starts_with("###.....  12/30 s"), "{line}");
    }
}
