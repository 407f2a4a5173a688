//! `cargo xtask expect CAUSE < result.json`: whether a result of `tightspot` names the cause. For scripts that must fail when it does not.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Reads a report (`{verdict: {status, cause}}`) or a list of bench results (`[{verdict, cause}]`); all of them must name `cause`.
/// Gives one line per result.
pub(crate) fn cause(json: &str, cause: &str) -> Result<Vec<String>> {
    let result: Value = serde_json::from_str(json).context("the result is not JSON")?;
    let all = result.as_array().map_or_else(|| vec![&result], |list| list.iter().collect());
    ensure!(!all.is_empty(), "the result is an empty list: nothing was judged");
    let verdicts = all.into_iter().map(|one| {
        let (status, named) = match &one["verdict"] {
            Value::Object(verdict) => (verdict.get("status"), verdict.get("cause")),
            status => (Some(status), one.get("cause")),
        };
        let text = |v: Option<&Value>| v.and_then(Value::as_str).unwrap_or("none").to_owned();
        (text(status), text(named))
    });
    verdicts
        .map(|(status, named)| {
            ensure!(status == "found" && named == cause, "the verdict is {status}: {named}; expected found: {cause}");
            Ok(format!("verdict as expected: {named}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_found_cause_of_that_name_passes() {
        for (json, good) in [
            (r#"{"verdict": {"status": "found", "cause": "a-b"}}"#, true),
            (r#"[{"case": "x", "verdict": "found", "cause": "a-b"}]"#, true),
            (r#"[{"verdict": "found", "cause": "a-b"}, {"verdict": "none", "cause": null}]"#, false),
            (r#"{"verdict": {"status": "inconclusive", "cause": "a-b"}}"#, false),
            (r#"{"verdict": {"status": "found", "cause": "c"}, "hypotheses": [{"cause": "a-b"}]}"#, false),
            ("[]", false),
            ("", false),
        ] {
            assert_eq!(cause(json, "a-b").is_ok(), good, "{json}");
        }
    }
}
