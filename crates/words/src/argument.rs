//! Arguments as texts get them: figures written, with their unit.

use crate::figures::{bytes, count, figure, ms, per_s, percent, seconds};
use crate::{Lang, say};
use fluent_bundle::FluentValue;
use model::Value;

/// What a text gets for an argument. Numbers of things stay numbers, so that a text can choose between one and many; [`written`] writes them.
pub(crate) fn fluent(value: &Value, lang: Lang) -> FluentValue<'static> {
    match value {
        Value::Ms(v) => ms(*v).into(),
        Value::Seconds(v) => seconds(*v).into(),
        Value::Share(v) => percent(*v).into(),
        Value::PerSecond(v) => per_s(*v).into(),
        Value::Bytes(v) => bytes(*v).into(),
        Value::Count(v) | Value::Times(v) if v.is_finite() => seen(*v).into(),
        Value::Cores(v) | Value::Count(v) | Value::Times(v) => figure(*v).into(),
        Value::Name(name) => name.clone().into(),
        Value::Kind(kind) => kind.clone().into_owned().into(),
        Value::Message(m) => say(m, lang).into(),
        Value::List(all) => all.iter().map(|m| say(m, lang)).filter(|t| !t.is_empty()).collect::<Vec<_>>().join("; ").into(),
    }
}

/// A number of things in a text; `None` for what is no number.
pub(crate) fn written(value: &FluentValue) -> Option<String> {
    let FluentValue::Number(n) = value else { return None };
    let whole = n.value.fract() == 0.0 && (0.0..1e15).contains(&n.value);
    Some(if whole { count(n.value as u64) } else { figure(n.value) })
}

/// Whole numbers are exact; others are rounded before the text sees them, so that it chooses by what is read.
fn seen(v: f64) -> f64 {
    if v.fract() == 0.0 { v } else { format!("{v:.2e}").parse().unwrap_or(v) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(v: &Value) -> String {
        match fluent(v, Lang::En) {
            FluentValue::String(text) => text.into_owned(),
            number => written(&number).unwrap_or_else(|| panic!("{number:?}")),
        }
    }

    #[test]
    fn figures_have_their_unit_and_no_more_digits_than_are_read() {
        use Value::{Bytes, Cores, Count, Ms, PerSecond, Seconds, Share, Times};
        let cases = [
            (Ms(512.4), "512 ms"),
            (Ms(5.0), "5 ms"),
            (Ms(-3.21), "-3.21 ms"),
            (Seconds(12.5), "12.5 s"),
            (Share(0.631), "63 %"),
            (Share(0.004), "0.4 %"),
            (PerSecond(2775.3), "2,780/s"),
            (PerSecond(2.5), "2.5/s"),
            (Cores(0.3), "0.3"),
            (Bytes(12_000.0), "12 kB"),
            (Count(3.0), "3"),
            (Count(3.444), "3.44"),
            (Count(28_232.0), "28,232"),
            (Count(0.048), "0.048"),
            (Times(1.86), "1.86"),
            (Ms(f64::NAN), "? ms"),
            (Count(f64::INFINITY), "?"),
        ];
        for (value, text) in cases {
            assert_eq!(read(&value), text, "{value:?}");
        }
    }
}
