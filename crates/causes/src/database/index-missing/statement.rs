//! What a statement wants, as far as its text without values tells.

/// What a statement selects, in lower case; `None` where it has no condition with a value, or puts rows together in groups.
fn selection(statement: &str) -> Option<String> {
    let s = statement.to_ascii_lowercase();
    let (head, condition) = s.split_once(" where ")?;
    (condition.contains('?') && !condition.contains(" group by ")).then(|| head.to_owned())
}

/// Aggregates that need every row of the condition.
const SUMS: [&str; 6] = ["sum(", "avg(", "array_agg(", "string_agg(", "json_agg(", "jsonb_agg("];

/// Whether the statement may want few rows though it puts them together: it counts rows under a condition with a value, or leaves doubles
/// out, or asks for those of which a column has a given value. How many these are is not seen.
pub(super) fn may_be_few(statement: &str) -> bool {
    let counts = |head: &str| ["count(", "select distinct "].iter().any(|f| head.contains(f)) && !SUMS.iter().any(|f| head.contains(f));
    selection(statement).is_some_and(|head| counts(&head)) || has_equality(statement)
}

/// How a condition begins that a column has one of some given values, without blanks.
const EQUALITIES: [&str; 4] = ["=?", "=any(?", "=any(array[?", "in(?"];

/// Whether a condition of the statement is that a column has a given value, or one of several.
fn has_equality(statement: &str) -> bool {
    let condition = statement.to_ascii_lowercase().split_once(" where ").map(|(_, c)| c.replace(' ', "")).unwrap_or_default();
    let at = |f: &str| condition.match_indices(f).any(|(i, _)| !condition[..i].ends_with(['<', '>', '!']));
    EQUALITIES.iter().any(|f| at(f))
}

/// Whether the statement has a condition with a value and puts nothing together: then it wants few of the rows that it reads.
pub(super) fn selects_few(statement: &str) -> bool {
    let sums = |head: &str| SUMS.iter().chain(&["count(", "min(", "max(", "select distinct "]).any(|f| head.contains(f));
    selection(statement).is_some_and(|head| !sums(&head))
}
