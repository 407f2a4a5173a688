//! What the page holds for its scripts: the series and call trees that its drawings are made of, and words in its language. Scripts take the place of drawings
//! where they may run (`web/`); without them this is never read.
//!
//! It is base64 of a gzip stream of JSON, in a JSON string: small, and nothing in it can become a mark of the page.

mod calls;
mod series;
mod words;

use super::timeline::Timeline;
use super::view::View;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::{Compression, GzBuilder};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;

#[derive(Serialize)]
struct Data {
    words: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<series::Timeline>,
    labels: Vec<calls::Label>,
    calls: Vec<calls::Calls>,
}

/// The element with all of it.
pub(super) fn data(view: &View, timeline: Option<&Timeline>) -> Markup {
    let (labels, calls) = calls::of(view);
    let data = Data { words: words::of(view), timeline: timeline.map(|t| series::of(view, t)), labels, calls };
    let json = serde_json::to_vec(&data).expect("it has no keys that JSON does not know");
    html! { script type="application/json" id="page-data" { (PreEscaped(format!("\"{}\"", packed(&json)))) } }
}

/// The same bytes for the same data: the stream names no time.
fn packed(json: &[u8]) -> String {
    let mut gz = GzBuilder::new().write(Vec::new(), Compression::best());
    let bytes = gz.write_all(json).and_then(|()| gz.finish()).expect("writes into memory");
    BASE64.encode(bytes)
}

/// Six significant digits: more than a chart shows, fewer than JSON would write.
fn short(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Read as _;

    /// What a page holds, as its scripts read it.
    pub(in super::super) fn unpacked(page: &str) -> serde_json::Value {
        let text = page.split("id=\"page-data\">\"").nth(1).and_then(|t| t.split('"').next()).expect("it is there");
        let mut json = String::new();
        flate2::read::GzDecoder::new(&*BASE64.decode(text).expect("base64")).read_to_string(&mut json).expect("gzip");
        serde_json::from_str(&json).expect("JSON")
    }

    #[test]
    fn figures_are_as_short_as_charts_need_them() {
        assert_eq!([short(0.0), short(1.0 / 3.0), short(123_456_789.0)], [0.0, 0.333_333, 123_457_000.0]);
    }

    #[test]
    fn the_same_data_is_packed_alike() {
        assert_eq!(packed(b"{}"), packed(b"{}"));
    }
}
