//! CSV: a row a second, and a row a route. Units are in the names of the columns; figures are unrounded; what is unknown is empty.

use super::latency::Latency;
use super::report::LoadReport;
use super::series::SecondRow;
use crate::percentile::carries;

const SECONDS: &str = "t_s,span_s,planned,done,answered,errors,dropped,in_flight,mean_ms,p50_ms,p95_ms,p99_ms,max_ms,generator_cpu\n";
const ROUTES: &str = "route,count,errors,achieved_per_s,mean_ms,min_ms,p50_ms,p90_ms,p95_ms,p99_ms,p99_9_ms,max_ms\n";

/// The head line of [`csv_seconds_row`].
pub fn csv_seconds_head() -> &'static str {
    SECONDS
}

/// One second, for a file that is written while the run goes on: it has every second, where a report keeps a bounded number.
pub fn csv_seconds_row(r: &SecondRow) -> String {
    let ms = |ns: f64| if r.answered > 0 { (ns / 1e6).to_string() } else { String::new() };
    let latency = [r.mean_ns, r.p50_ns as f64, r.p95_ns as f64, r.p99_ns as f64, r.max_ns as f64].map(ms).join(",");
    let counts = [r.planned, r.done, r.answered, r.errors, r.dropped, r.in_flight].map(|n| n.to_string()).join(",");
    format!("{},{},{counts},{latency},{}\n", r.t_s, r.span_s, r.generator_cpu)
}

/// The rows of the series under a head line.
pub fn csv_seconds(report: &LoadReport) -> String {
    report.series.rows().iter().fold(SECONDS.to_owned(), |out, r| out + &csv_seconds_row(r))
}

/// A row a route under a head line; a run without routes has one for all requests.
pub fn csv_routes(report: &LoadReport) -> String {
    let mut out = ROUTES.to_owned();
    if report.routes.is_empty() {
        let t = &report.totals;
        out += &route(&report.target, t.all(), t.errors(), report.achieved_per_s, &report.latency.response);
    }
    for r in &report.routes {
        out += &route(&r.name, r.count, r.errors, r.per_s, &r.response);
    }
    out
}

fn route(name: &str, count: u64, errors: u64, per_s: f64, l: &Latency) -> String {
    let any = |ns: f64| if l.count > 0 { (ns / 1e6).to_string() } else { String::new() };
    let at = |q: f64, ns: u64| if carries(l.count, q) { any(ns as f64) } else { String::new() };
    let latency = [
        any(l.mean_ns),
        any(l.min_ns as f64),
        at(0.5, l.p50_ns),
        at(0.9, l.p90_ns),
        at(0.95, l.p95_ns),
        at(0.99, l.p99_ns),
        at(0.999, l.p99_9_ns),
        any(l.max_ns as f64),
    ];
    format!("{},{count},{errors},{per_s},{}\n", quoted(name), latency.join(","))
}

/// A cell of text: quoted where RFC 4180 asks for it, and where a spreadsheet would take it for a formula.
fn quoted(text: &str) -> String {
    let text = crate::paragraph::clean(text, false);
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::fixture;

    #[test]
    fn every_row_has_the_columns_of_its_head() {
        for case in fixture::all() {
            for table in [csv_seconds(&case.report), csv_routes(&case.report)] {
                let mut rows = table.lines().map(cells);
                let head = rows.next().expect("there is a head");
                let rows: Vec<_> = rows.collect();
                assert!(!rows.is_empty() && rows.iter().all(|r| r.len() == head.len()), "{}:\n{table}", case.name);
            }
        }
    }

    #[test]
    fn sums_over_the_seconds_are_the_totals() {
        let r = fixture::good().report;
        let table = csv_seconds(&r);
        let done: u64 = table.lines().skip(1).map(|l| cells(l)[3].parse::<u64>().expect("a count")).sum();
        assert_eq!(done, r.totals.all());
    }

    #[test]
    fn names_cannot_break_a_row_or_start_a_formula() {
        for (name, want) in [("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1"), ("GET /a", "GET /a")] {
            assert_eq!(quoted(name), want);
        }
        assert_eq!(cells("\"a,b\",1,\"c\"\"d\""), ["a,b", "1", "c\"d"]);
    }

    /// A line of RFC 4180.
    fn cells(line: &str) -> Vec<String> {
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
}
