//! Figures as they are written: with the unit, and as many digits as anyone reads.

use crate::{Lang, say};
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};
use fluent_bundle::{FluentValue, types::FluentNumberStyle};
use model::Value;

/// What a text gets for an argument. Numbers of things stay numbers, so that a text can choose between one and many.
pub(crate) fn fluent(value: &Value, lang: Lang) -> FluentValue<'static> {
    match value {
        Value::Ms(v) => unit(*v, "ms").into(),
        Value::Seconds(v) => unit(*v, "s").into(),
        Value::Share(v) => percent(*v).into(),
        Value::PerSecond(v) => finite(*v, |v| format!("{}/s", rounded(v, usize::from(v < 9.95)))).into(),
        Value::Cores(v) => finite(*v, |v| format!("{v:.2}")).into(),
        Value::Bytes(v) => bytes(*v).into(),
        Value::Count(v) | Value::Times(v) if v.is_finite() => number(*v),
        Value::Count(_) | Value::Times(_) => UNKNOWN.into(),
        Value::Name(name) => name.clone().into(),
        Value::Kind(kind) => kind.clone().into_owned().into(),
        Value::Message(m) => say(m, lang).into(),
        Value::List(all) => all.iter().map(|m| say(m, lang)).filter(|t| !t.is_empty()).collect::<Vec<_>>().join("; ").into(),
    }
}

/// What stands for a figure that there is not.
const UNKNOWN: &str = "?";

fn finite(v: f64, text: impl Fn(f64) -> String) -> String {
    if v.is_finite() { text(v) } else { UNKNOWN.to_owned() }
}

/// `v` with `digits` after the point, and no zeros at its end.
fn rounded(v: f64, digits: usize) -> String {
    let text = format!("{v:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `512 ms`, `51.2 ms`, `5.1 ms`, `0.51 ms`.
fn unit(v: f64, unit: &str) -> String {
    let digits = match v.abs() {
        a if a >= 99.95 => 0,
        a if a >= 0.995 || a == 0.0 => 1,
        _ => 2,
    };
    finite(v, |v| format!("{v:.digits$} {unit}"))
}

/// `63 %`, `0.4 %`.
fn percent(share: f64) -> String {
    let p = share * 100.0;
    finite(p, |p| {
        let text = rounded(p, usize::from(p.abs() < 0.95));
        format!("{} %", if text == "-0" { "0" } else { &text })
    })
}

/// `512 B`, `12 kB`, `3.4 MB`.
fn bytes(v: f64) -> String {
    let (v, unit) = match v {
        v if v < 1e3 => (v, "B"),
        v if v < 1e6 => (v / 1e3, "kB"),
        v if v < 1e9 => (v / 1e6, "MB"),
        v => (v / 1e9, "GB"),
    };
    finite(v, |v| format!("{} {unit}", rounded(v, usize::from(v < 9.95))))
}

/// `12`, `3.4`, `3`: a number that is rounded before the text sees it.
fn number(v: f64) -> FluentValue<'static> {
    let parts = match v.abs() {
        a if a < 0.995 => 100.0,
        a if a < 9.95 => 10.0,
        _ => 1.0,
    };
    let value = (v * parts).round() / parts;
    let options = FluentNumberOptions { style: FluentNumberStyle::Decimal, ..FluentNumberOptions::default() };
    FluentValue::Number(FluentNumber::new(value, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(v: &Value) -> String {
        match fluent(v, Lang::En) {
            FluentValue::Number(n) => n.as_string().into_owned(),
            FluentValue::String(text) => text.into_owned(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn figures_have_their_unit_and_no_more_digits_than_are_read() {
        use Value::{Bytes, Cores, Count, Ms, PerSecond, Seconds, Share, Times};
        let cases = [
            (Ms(512.4), "512 ms"),
            (Ms(51.24), "51.2 ms"),
            (Ms(5.0), "5.0 ms"),
            (Ms(0.512), "0.51 ms"),
            (Ms(-3.21), "-3.2 ms"),
            (Ms(0.0), "0.0 ms"),
            (Seconds(12.5), "12.5 s"),
            (Share(0.631), "63 %"),
            (Share(0.004), "0.4 %"),
            (Share(0.0), "0 %"),
            (Share(-0.0002), "0 %"),
            (PerSecond(190.6), "191/s"),
            (PerSecond(2.5), "2.5/s"),
            (Cores(0.3), "0.30"),
            (Bytes(12_000.0), "12 kB"),
            (Bytes(3_400_000.0), "3.4 MB"),
            (Count(3.0), "3"),
            (Count(3.44), "3.4"),
            (Count(200.4), "200"),
            (Count(0.048), "0.05"),
            (Times(1.86), "1.9"),
            (Ms(f64::NAN), "?"),
            (Count(f64::INFINITY), "?"),
        ];
        for (value, text) in cases {
            assert_eq!(written(&value), text, "{value:?}");
        }
    }
}
