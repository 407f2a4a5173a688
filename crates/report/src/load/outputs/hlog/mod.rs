//! HdrHistogram log (version 1.3, compressed V2 histograms of nanoseconds), as HistogramLogProcessor and other tools read it.
//!
//! Intervals without a tag are the response from the plan; those tagged `uncorrected` count from sending.

use crate::load::LoadReport;
use crate::{Output, RenderError, TextOptions};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};
use std::time::{Duration, UNIX_EPOCH};

const NS_PER_MS: f64 = 1e6;

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Hlog;

struct Hlog;

impl Output<LoadReport> for Hlog {
    fn id(&self) -> &'static str {
        "hlog"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".hlog"]
    }

    fn about(&self) -> &'static str {
        "HdrHistogram log"
    }

    fn render(&self, report: &LoadReport, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(hlog(report).into_bytes())
    }
}

/// One interval: its start and length in seconds, its histogram and its tag.
struct Interval {
    t_s: f64,
    span_s: f64,
    histogram: Histogram<u64>,
    tag: Option<Tag<'static>>,
}

/// The log: an interval a row of the series; one for the whole run when rows have no histograms.
pub(crate) fn hlog(report: &LoadReport) -> String {
    let mut out = Vec::new();
    let mut serializer = V2DeflateSerializer::new();
    let started = UNIX_EPOCH + Duration::from_nanos(report.started_unix_ns.max(0).unsigned_abs());
    let comment = format!("[Logged with tightspot {}]", report.tool_version);
    let mut writer = IntervalLogWriterBuilder::new()
        .add_comment(&comment)
        .add_comment("[Histogram log format version 1.3]")
        .with_start_time(started)
        .with_base_time(started)
        .with_max_value_divisor(NS_PER_MS)
        .begin_log_with(&mut out, &mut serializer)
        .expect("a vector takes all bytes");
    for i in intervals(report) {
        let seconds = |s: f64| Duration::from_secs_f64(s.max(0.0));
        writer.write_histogram(&i.histogram, seconds(i.t_s), seconds(i.span_s), i.tag).expect("a vector takes all bytes");
    }
    String::from_utf8(out).expect("the log is text")
}

fn intervals(report: &LoadReport) -> Vec<Interval> {
    let tag = || Tag::new("uncorrected");
    let mut all = Vec::new();
    for r in report.series.rows() {
        for (bytes, tag) in [(&r.response_hdr, None), (&r.service_hdr, tag())] {
            if !bytes.is_empty() {
                let (histogram, _) = stats::hdr::merge([bytes.as_slice()]);
                all.push(Interval { t_s: r.t_s, span_s: r.span_s, histogram, tag });
            }
        }
    }
    if all.is_empty() {
        for (latency, tag) in [(&report.latency.response, None), (&report.latency.service, tag())] {
            let histogram = latency.histogram.clone();
            all.extend(histogram.map(|histogram| Interval { t_s: 0.0, span_s: report.duration_s, histogram, tag }));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::fixture;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    #[test]
    fn the_log_reads_back_with_every_request_at_its_time() {
        let r = fixture::good().report;
        let log = hlog(&r);
        assert!(log.starts_with("#[Logged with tightspot 0.1.0]\n#[Histogram log format version 1.3]\n#[StartTime: "), "{log:.120}");
        let entries: Vec<_> = IntervalLogIterator::new(log.as_bytes()).map(|e| e.expect("it parses")).collect();
        let intervals: Vec<_> = entries
            .iter()
            .filter_map(|e| match e {
                LogEntry::Interval(i) if i.tag().is_none() => Some(i),
                _ => None,
            })
            .collect();
        assert_eq!(intervals.len(), r.series.rows().len());
        assert_eq!(intervals[1].start_timestamp().as_millis(), 1_000);
        // `HISTF`: a compressed V2 histogram in base64, the only kind that the Java tools take
        assert!(intervals.iter().all(|i| i.encoded_histogram().starts_with("HISTF")));
        let max_ms = intervals.iter().map(|i| i.max()).fold(0.0, f64::max);
        assert!((max_ms - r.latency.response.max_ns as f64 / 1e6).abs() < 0.01 * max_ms, "{max_ms}");
    }

    #[test]
    fn a_run_without_seconds_is_one_interval() {
        let mut r = fixture::good().report;
        r.series = crate::load::Series::default();
        let log = hlog(&r);
        assert_eq!(log.lines().filter(|l| !l.starts_with('#')).count(), 2);
        assert!(log.contains("Tag=uncorrected,"));
    }
}
