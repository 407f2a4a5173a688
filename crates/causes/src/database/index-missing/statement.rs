//! What a statement wants, as far as its text without values tells.

/// What a statement selects, in lower case; `None` where it has no condition with a value, or puts rows together in groups.
fn selection(statement: &str) -> Option<String> {
    let s = statement.to_ascii_lowercase();
    let (head, condition) = s.split_once(" where ")?;
    (condition.contains('?') && !condition.contains(" group by ")).then(|| head.to_owned())
}

/// Aggregates that need every row of the condition.
const SUMS: [&str; 6] = ["sum(", "avg(", "array_agg(", "string_agg(", "json_agg(", "jsonb_agg("];

/// Whether the statement counts rows under a condition with a value, or leaves doubles out, and sums nothing else up: whether these are few
/// is not seen.
pub(super) fn may_be_few(statement: &str) -> bool {
    selection(statement)
        .is_some_and(|head| ["count(", "select distinct "].iter().any(|f| head.contains(f)) && !SUMS.iter().any(|f| head.contains(f)))
}

/// Whether the statement has a condition with a value and puts nothing together: then it wants few of the rows that it reads.
pub(super) fn selects_few(statement: &str) -> bool {
    let sums = |head: &str| SUMS.iter().chain(&["count(", "min(", "max(", "select distinct "]).any(|f| head.contains(f));
    selection(statement).is_some_and(|head| !sums(&head))
}
