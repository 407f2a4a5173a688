//! CSV: a row a second. Units are in the names of the columns; figures are unrounded; what is unknown is empty.

use crate::load::{LoadReport, SecondRow};
use crate::{Output, RenderError, TextOptions};

const SECONDS: &str = "t_s,span_s,planned,done,answered,errors,dropped,in_flight,mean_ms,p50_ms,p95_ms,p99_ms,max_ms,generator_cpu\n";

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Seconds;

struct Seconds;

impl Output<LoadReport> for Seconds {
    fn id(&self) -> &'static str {
        "csv"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".csv"]
    }

    fn about(&self) -> &'static str {
        "a row a second"
    }

    fn render(&self, report: &LoadReport, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(csv_seconds(report).into_bytes())
    }
}

/// The rows of the series under a head line.
fn csv_seconds(report: &LoadReport) -> String {
    report.series.rows().iter().fold(SECONDS.to_owned(), |out, r| out + &row(r))
}

fn row(r: &SecondRow) -> String {
    let ms = |ns: f64| if r.answered > 0 { (ns / 1e6).to_string() } else { String::new() };
    let latency = [r.mean_ns, r.p50_ns as f64, r.p95_ns as f64, r.p99_ns as f64, r.max_ns as f64].map(ms).join(",");
    let counts = [r.planned, r.done, r.answered, r.errors, r.dropped, r.in_flight].map(|n| n.to_string()).join(",");
    format!("{},{},{counts},{latency},{}\n", r.t_s, r.span_s, r.generator_cpu)
}

/// The cells of a line of RFC 4180.
#[cfg(test)]
pub(crate) fn cells(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let cell = all.last_mut().expect("there is always one");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            c => cell.push(c),
        }
    }
    assert!(!quoted, "quotes are closed: {line}");
    all
}

/// For the tests of tables.
#[cfg(test)]
pub(crate) fn every_row_has_the_columns_of_its_head(name: &str, table: &str) {
    let mut rows = table.lines().map(cells);
    let head = rows.next().expect("there is a head");
    let rows: Vec<_> = rows.collect();
    assert!(!rows.is_empty() && rows.iter().all(|r| r.len() == head.len()), "{name}:\n{table}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::fixture;

    #[test]
    fn every_second_has_the_columns_of_the_head() {
        for case in fixture::all() {
            every_row_has_the_columns_of_its_head(case.name, &csv_seconds(&case.report));
        }
    }

    #[test]
    fn sums_over_the_seconds_are_the_totals() {
        let r = fixture::good().report;
        let table = csv_seconds(&r);
        let done: u64 = table.lines().skip(1).map(|l| cells(l)[3].parse::<u64>().expect("a count")).sum();
        assert_eq!(done, r.totals.all());
    }
}
