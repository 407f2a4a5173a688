//! Reads an objective: `METRIC[{ROUTE}] OP VALUE [for TIME] [after TIME] [abort]`.

use super::{Metric, Op, Slo, Unit};
use std::fmt;
use std::str::FromStr;

const METRICS: &str = "p50, p99, p99.9 and other percentiles, mean, max, error_rate, drop_rate, checks, tps";
const TIME_UNITS: &str = "ns, us, ms, s, m";
const ENDINGS: &str = "for TIME, after TIME, abort, or the end";

/// Why a text is no objective.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SloError {
    /// The text as written.
    pub text: String,
    /// Where it goes wrong, characters from the start.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What is allowed there.
    pub allowed: String,
}

impl fmt::Display for SloError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = " ".repeat(crate::paragraph::columns(&self.text.chars().take(self.column).collect::<String>()));
        write!(f, "{}\n  {}\n  {blank}^ allowed: {}", self.what, self.text, self.allowed)
    }
}

impl std::error::Error for SloError {}

impl FromStr for Slo {
    type Err = SloError;

    fn from_str(text: &str) -> Result<Self, SloError> {
        let mut at = Cursor { text, chars: text.chars().collect(), next: 0 };
        let metric = metric(&mut at)?;
        let route = route(&mut at)?;
        let op = op(&mut at, metric)?;
        let limit = limit(&mut at, metric)?;
        let mut slo = Self { text: text.trim().to_owned(), metric, route, op, limit, window_s: None, after_s: 0.0, abort: false };
        endings(&mut at, &mut slo)?;
        Ok(slo)
    }
}

impl Slo {
    /// An objective of a scenario file, `p99 = "300ms"` or `tps = "500"`: at most the value, or at least where more is better.
    pub fn of_entry(key: &str, value: &str) -> Result<Self, SloError> {
        let mut at = Cursor { text: key, chars: key.chars().collect(), next: 0 };
        let op = if metric(&mut at)?.wants_more() { ">=" } else { "<=" };
        format!("{}{op}{}", key.trim(), value.trim()).parse()
    }
}

/// Where reading has got to.
struct Cursor<'a> {
    text: &'a str,
    chars: Vec<char>,
    next: usize,
}

impl Cursor<'_> {
    fn skip_blanks(&mut self) {
        self.take(char::is_whitespace);
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let from = self.next;
        while self.chars.get(self.next).is_some_and(|c| wanted(*c)) {
            self.next += 1;
        }
        self.chars[from..self.next].iter().collect()
    }

    fn eat(&mut self, token: &str) -> bool {
        let end = self.next + token.chars().count();
        let found = self.chars.get(self.next..end).is_some_and(|s| s.iter().copied().eq(token.chars()));
        if found {
            self.next = end;
        }
        found
    }

    fn error(&self, column: usize, what: impl Into<String>, allowed: impl Into<String>) -> SloError {
        SloError { text: self.text.to_owned(), column, what: what.into(), allowed: allowed.into() }
    }
}

fn metric(at: &mut Cursor) -> Result<Metric, SloError> {
    at.skip_blanks();
    let from = at.next;
    let word = at.take(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    let metric = match word.as_str() {
        "mean" | "avg" => Metric::Mean,
        "max" => Metric::Max,
        "error_rate" => Metric::ErrorRate,
        "drop_rate" => Metric::DropRate,
        "checks" => Metric::Checks,
        "tps" | "rps" => Metric::Tps,
        other => {
            let percentile = other.strip_prefix('p').and_then(|n| n.parse::<f64>().ok());
            match percentile.filter(|p| *p > 0.0 && *p < 100.0) {
                // 99.9 / 100 is not exactly the 0.999 that a reader of the figure means
                Some(p) => Metric::Quantile((p * 1e6).round() / 1e8),
                None if percentile.is_some() => return Err(at.error(from, format!("there is no {other}"), "above p0, below p100")),
                None if other.is_empty() => return Err(at.error(from, "an objective begins with what is measured", METRICS)),
                None => return Err(at.error(from, format!("{other} is not measured"), METRICS)),
            }
        }
    };
    at.skip_blanks();
    Ok(metric)
}

fn route(at: &mut Cursor) -> Result<Option<String>, SloError> {
    let from = at.next;
    if !at.eat("{") {
        return Ok(None);
    }
    // a route may have placeholders of its own: /orders/{id}
    let mut depth = 1;
    let mut name = String::new();
    while let Some(c) = at.chars.get(at.next).copied() {
        at.next += 1;
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        name.push(c);
    }
    if depth > 0 {
        return Err(at.error(from, "the route is not closed", "{ROUTE}"));
    }
    if name.trim().is_empty() {
        return Err(at.error(from, "the route has no name", "the name of a step, as in p99{checkout}<300ms"));
    }
    at.skip_blanks();
    Ok(Some(name.trim().to_owned()))
}

fn op(at: &mut Cursor, metric: Metric) -> Result<Op, SloError> {
    let from = at.next;
    let allowed = if metric.wants_more() { "> or >=" } else { "< or <=" };
    let op = if at.eat("<=") {
        Op::AtMost
    } else if at.eat(">=") {
        Op::AtLeast
    } else if at.eat("<") {
        Op::Below
    } else if at.eat(">") {
        Op::Above
    } else {
        return Err(at.error(from, format!("{metric} needs a comparison"), allowed));
    };
    if matches!(op, Op::Above | Op::AtLeast) != metric.wants_more() {
        return Err(at.error(from, format!("an objective says what has to hold, and of {metric} {allowed} does"), allowed));
    }
    Ok(op)
}

fn limit(at: &mut Cursor, metric: Metric) -> Result<f64, SloError> {
    match metric.unit() {
        Unit::Time => Ok(time_ns(at)?),
        Unit::Share => share(at),
        Unit::Rate => {
            let (value, _) = number(at, "a number per second: 500 or 500/s")?;
            at.skip_blanks();
            at.eat("/s");
            Ok(value)
        }
    }
}

/// A number that is not negative, and where it began.
fn number(at: &mut Cursor, allowed: &str) -> Result<(f64, usize), SloError> {
    at.skip_blanks();
    let from = at.next;
    let digits = at.take(|c| c.is_ascii_digit() || c == '.');
    match digits.parse::<f64>() {
        Ok(x) => Ok((x, from)),
        Err(_) if digits.is_empty() => Err(at.error(from, "a value is missing", allowed)),
        Err(_) => Err(at.error(from, format!("{digits} is no number"), allowed)),
    }
}

fn time_ns(at: &mut Cursor) -> Result<f64, SloError> {
    let (value, _) = number(at, "a time: 300ms, 1.5s")?;
    at.skip_blanks();
    let from = at.next;
    let unit = at.take(|c| c.is_alphabetic() || c == 'µ');
    let ns = match unit.as_str() {
        "ns" => 1.0,
        "us" | "µs" | "μs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        "m" | "min" => 60e9,
        "" => return Err(at.error(from, "a time needs a unit", TIME_UNITS)),
        other => return Err(at.error(from, format!("{other} is no unit of time"), TIME_UNITS)),
    };
    Ok(value * ns)
}

fn share(at: &mut Cursor) -> Result<f64, SloError> {
    let (value, from) = number(at, "a share: 0.1% or 0.001")?;
    at.skip_blanks();
    let share = if at.eat("%") { value / 100.0 } else { value };
    if share > 1.0 {
        return Err(at.error(from, "a share is at most 100 %", "0% to 100%, or 0 to 1"));
    }
    Ok(share)
}

fn endings(at: &mut Cursor, slo: &mut Slo) -> Result<(), SloError> {
    loop {
        at.skip_blanks();
        let from = at.next;
        let word = at.take(|c| !c.is_whitespace());
        let twice = |seen: bool| if seen { Err(at.error(from, format!("{word} stands here twice"), "each once")) } else { Ok(()) };
        match word.as_str() {
            "" => return Ok(()),
            "for" => {
                twice(slo.window_s.is_some())?;
                slo.window_s = Some(whole_seconds(at)?);
            }
            "after" => {
                twice(slo.after_s > 0.0)?;
                slo.after_s = whole_seconds(at)?;
            }
            "abort" => {
                twice(slo.abort)?;
                slo.abort = true;
            }
            other => return Err(at.error(from, format!("{other} means nothing here"), ENDINGS)),
        }
        // seconds of the run are kept of all requests together, and without checks
        if slo.route.is_some() {
            return Err(at.error(from, format!("{word} is not possible for a single route"), "the end"));
        }
        if slo.metric == Metric::Checks {
            return Err(at.error(from, format!("{word} is not possible for checks"), "the end"));
        }
    }
}

/// A time of at least a second, in seconds.
fn whole_seconds(at: &mut Cursor) -> Result<f64, SloError> {
    at.skip_blanks();
    let from = at.next;
    let s = time_ns(at)? / 1e9;
    if s < 1.0 { Err(at.error(from, "the run is looked at once a second", "1s or more")) } else { Ok(s) }
}
