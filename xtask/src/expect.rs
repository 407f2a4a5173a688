//! `cargo xtask expect CAUSE < result.json`: whether a result of `tightspot` names the cause. For scripts that must fail when it does not, and
//! may ask again when it says nothing.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// What a list of verdicts comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// All name the cause: a line each.
    Met(Vec<String>),
    /// None names another cause, and at least one says that nothing can be said: its line.
    Abstained(String),
}

/// Reads a report (`{verdict: {status, cause, reason}}`) or a list of bench results (`[{verdict, cause, reason}]`).
///
/// # Errors
/// Another cause than `cause` is named, the service is called healthy, or the text is no result.
pub(crate) fn cause(json: &str, cause: &str) -> Result<Expectation> {
    let result: Value = serde_json::from_str(json).context("the result is not JSON")?;
    let all = result.as_array().map_or_else(|| vec![&result], |list| list.iter().collect());
    ensure!(!all.is_empty(), "the result is an empty list: nothing was judged");
    let mut abstained = None;
    let mut met = Vec::new();
    for one in all {
        let (status, named, reason) = match &one["verdict"] {
            Value::Object(verdict) => (verdict.get("status"), verdict.get("cause"), verdict.get("reason")),
            status => (Some(status), one.get("cause"), one.get("reason")),
        };
        let text = |v: Option<&Value>| v.and_then(Value::as_str).unwrap_or("none").to_owned();
        let (status, named) = (text(status), text(named));
        if ["inconclusive", "generator_limited"].contains(&status.as_str()) {
            abstained = Some(format!("the verdict is {status}: {}", text(reason)));
            continue;
        }
        ensure!(status == "found" && named == cause, "the verdict is {status}: {named}; expected found: {cause}");
        met.push(format!("verdict as expected: {named}"));
    }
    Ok(abstained.map_or(Expectation::Met(met), Expectation::Abstained))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_found_cause_of_that_name_passes() {
        for (json, expected) in [
            (r#"{"verdict": {"status": "found", "cause": "a-b"}}"#, "met"),
            (r#"[{"case": "x", "verdict": "found", "cause": "a-b"}]"#, "met"),
            (r#"[{"verdict": "found", "cause": "a-b"}, {"verdict": "none", "cause": null}]"#, "wrong"),
            (r#"{"verdict": {"status": "inconclusive", "cause": "a-b"}}"#, "abstained"),
            (r#"[{"verdict": "generator_limited"}, {"verdict": "found", "cause": "a-b"}]"#, "abstained"),
            (r#"[{"verdict": "generator_limited"}, {"verdict": "found", "cause": "c"}]"#, "wrong"),
            (r#"{"verdict": {"status": "found", "cause": "c"}, "hypotheses": [{"cause": "a-b"}]}"#, "wrong"),
            ("[]", "wrong"),
            ("", "wrong"),
        ] {
            let got = match cause(json, "a-b") {
                Ok(Expectation::Met(_)) => "met",
                Ok(Expectation::Abstained(_)) => "abstained",
                Err(_) => "wrong",
            };
            assert_eq!(got, expected, "{json}");
        }
    }
}
