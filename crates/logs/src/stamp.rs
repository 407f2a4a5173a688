//! The time at which a line was written, as it stands there: forms of common loggers. It is read for people and never reckoned with, because many forms say
//! neither day nor zone.

use regex::Regex;
use std::sync::LazyLock;
use std::time::{Duration, UNIX_EPOCH};

/// Characters at the beginning of a line among which its time stands: behind the names that collectors of logs put before it.
const HEAD: usize = 100;
/// Where it may stand in a line of JSON.
const JSON_HEAD: usize = 8 * 1024;

/// A day and a time, in the order in which they are tried.
const FORMS: [&str; 7] = [
    // 2026-05-03T12:00:01.123+09:00, with a blank or a comma as well
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?(?:Z|[+-][0-9]{2}:?[0-9]{2})?",
    // Go and nginx
    r"[0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?",
    // access logs
    r"[0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}:[0-9]{2}:[0-9]{2}:[0-9]{2} [+-][0-9]{4}",
    // Tomcat
    r"[0-9]{2}-[A-Z][a-z]{2}-[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?",
    // NestJS
    r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}, [0-9]{1,2}:[0-9]{2}:[0-9]{2} [AP]M",
    // syslog
    r"^(?:<[0-9]{1,3}>)?[A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2}",
    // the time of day alone, and seconds since the virtual machine was started
    r"^\[?(?:[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,6})?|[0-9]{1,9}\.[0-9]{3}s)",
];
/// Seconds or milliseconds since 1970 under a usual name.
const EPOCH: &str = r#""(?:time|ts|timestamp|@timestamp|instant)": ?([0-9]{13}|[0-9]{10}(?:\.[0-9]{1,9})?)[,}]"#;

static FORM: LazyLock<Vec<Regex>> = LazyLock::new(|| FORMS.iter().map(|f| Regex::new(f).expect("it is a pattern")).collect());
static SINCE_1970: LazyLock<Regex> = LazyLock::new(|| Regex::new(EPOCH).expect("it is a pattern"));

/// The time of a line.
pub(crate) fn of(line: &str) -> Option<String> {
    let json = line.trim_start().starts_with('{');
    let head = beginning(line, if json { JSON_HEAD } else { HEAD });
    let written = FORM.iter().find_map(|form| form.find(head)).map(|m| m.as_str().trim_start_matches(['[', '<']).to_owned());
    written.or_else(|| SINCE_1970.captures(head).and_then(|c| since_1970(&c[1])))
}

fn since_1970(digits: &str) -> Option<String> {
    let number: f64 = digits.parse().ok()?;
    let ms = if digits.len() == 13 { number } else { (number * 1000.0).round() };
    let at = UNIX_EPOCH.checked_add(Duration::from_millis(ms as u64))?;
    Some(humantime::format_rfc3339_millis(at).to_string())
}

/// So many bytes of it at most, up to the end of a character.
pub(crate) fn beginning(line: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_common_loggers_are_read_as_they_stand() {
        for (line, want) in [
            ("2026-05-03 12:00:01,123 ERROR [main] x", "2026-05-03 12:00:01,123"),
            ("app-7f6d | 2026-05-03T12:00:01.123+09:00  WARN 1 --- x", "2026-05-03T12:00:01.123+09:00"),
            ("{\"level\":\"error\",\"@timestamp\":\"2026-05-03T12:00:01Z\"}", "2026-05-03T12:00:01Z"),
            ("{\"level\":50,\"time\":1777809601123,\"msg\":\"x\"}", "2026-05-03T12:00:01.123Z"),
            ("{\"level\":\"info\",\"ts\":1777809601.5,\"msg\":\"x\"}", "2026-05-03T12:00:01.500Z"),
            ("2026/05/03 12:00:01 [error] 7#7: x", "2026/05/03 12:00:01"),
            ("10.0.0.1 - - [03/May/2026:12:00:01 +0900] \"GET / HTTP/1.1\" 503 0", "03/May/2026:12:00:01 +0900"),
            ("03-May-2026 12:00:01.123 SEVERE [main] x", "03-May-2026 12:00:01.123"),
            ("[Nest] 42  - 05/03/2026, 12:00:01 PM   ERROR x", "05/03/2026, 12:00:01 PM"),
            ("May  3 12:00:01 host kernel: x", "May  3 12:00:01"),
            ("12:00:01.123 [main] ERROR x", "12:00:01.123"),
            ("[12.345s][info][gc] GC(3) Pause", "12.345s"),
        ] {
            assert_eq!(of(line).as_deref(), Some(want), "{line}");
        }
    }

    #[test]
    fn a_figure_is_no_time() {
        for line in
            ["", "Caused by: java.net.SocketTimeoutException: Read timed out", "in 1777809601123 ms", "{\"time\":12}", "took 12:00 h"]
        {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
