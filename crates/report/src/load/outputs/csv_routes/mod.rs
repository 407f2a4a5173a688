//! CSV: a row a route. Units are in the names of the columns; figures are unrounded; what is unknown is empty.

use crate::load::{Latency, LoadReport};
use crate::percentile::carries;
use crate::{Output, RenderError, TextOptions};

const ROUTES: &str = "route,count,errors,achieved_per_s,mean_ms,min_ms,p50_ms,p90_ms,p95_ms,p99_ms,p99_9_ms,max_ms\n";

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Routes;

struct Routes;

impl Output<LoadReport> for Routes {
    fn id(&self) -> &'static str {
        "csv-routes"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".routes.csv", "routes.csv"]
    }

    fn about(&self) -> &'static str {
        "a row a route"
    }

    fn render(&self, report: &LoadReport, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(csv_routes(report).into_bytes())
    }
}

/// A row a route under a head line; a run without routes has one for all requests.
fn csv_routes(report: &LoadReport) -> String {
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
    use crate::load::outputs::csv::{cells, every_row_has_the_columns_of_its_head};

    #[test]
    fn every_route_has_the_columns_of_the_head() {
        for case in fixture::all() {
            every_row_has_the_columns_of_its_head(case.name, &csv_routes(&case.report));
        }
    }

    #[test]
    fn names_cannot_break_a_row_or_start_a_formula() {
        for (name, want) in [("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1"), ("GET /a", "GET /a")] {
            assert_eq!(quoted(name), want);
        }
        assert_eq!(cells("\"a,b\",1,\"c\"\"d\""), ["a,b", "1", "c\"d"]);
    }
}
