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
/// out, or asks for those of which a column has a given value. How many these are, its text does not tell.
pub(super) fn may_be_few(statement: &str) -> bool {
    let counts = |head: &str| ["count(", "select distinct "].iter().any(|f| head.contains(f)) && !SUMS.iter().any(|f| head.contains(f));
    selection(statement).is_some_and(|head| counts(&head)) || !columns_with_values(statement).is_empty()
}

/// A column as a statement names it: what stands before its point, and its name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    of: Option<String>,
    name: String,
}

impl Named {
    /// Whether it is a column of `table`, called `column`: by that table, or by the name that the statement gives to it. Without either it
    /// can be no other's, for then the statement would be refused.
    pub(super) fn is(&self, table: &str, column: &str, statement: &str) -> bool {
        let table = table.to_ascii_lowercase();
        let called = |of: &String| {
            let lower = statement.to_ascii_lowercase();
            let words: Vec<&str> = tokens(&lower).into_iter().map(bare).filter(|t| *t != "as").collect();
            *of == table || words.windows(2).any(|w| w == [table.as_str(), of.as_str()])
        };
        self.name.eq_ignore_ascii_case(column) && self.of.as_ref().is_none_or(called)
    }
}

/// Columns of which a condition of the statement is that they have a given value, or one of several: `c.id = ?`, `id = any(?)`,
/// `id in (?)`.
pub(super) fn columns_with_values(statement: &str) -> Vec<Named> {
    let lower = statement.to_ascii_lowercase();
    let Some((_, condition)) = lower.split_once(" where ") else { return Vec::new() };
    let tokens = tokens(condition);
    let has_value = |after: &[&str]| matches!(after, ["=", "?", ..] | ["=", "any", "(", "?" | "array", ..] | ["in", "(", "?", ..]);
    let column = |i: usize| has_value(&tokens[i + 1..]).then(|| tokens[i]).filter(|t| is_name(t));
    let named = |token: &str| {
        let (of, name) = token.rsplit_once('.').map_or((None, token), |(of, name)| (Some(bare(of).to_owned()), name));
        Named { of, name: bare(name).to_owned() }
    };
    (0..tokens.len()).filter_map(column).map(named).collect()
}

/// Whether rows may fulfil one of several conditions: then none of them says how many there are.
pub(super) fn has_alternatives(statement: &str) -> bool {
    tokens(&statement.to_ascii_lowercase()).contains(&"or")
}

/// A name without its schema and its quotes.
fn bare(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name).trim_matches(['"', '`'])
}

/// Names, signs of comparison together, and all else one by one.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || "_.\"`".contains(c) => 'a',
        '<' | '>' | '=' | '!' => '=',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let mut all = Vec::new();
    let mut from = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (i, (_, c)) in chars.iter().enumerate() {
        let end = chars.get(i + 1).map_or(text.len(), |(at, _)| *at);
        let goes_on = chars.get(i + 1).is_some_and(|(_, next)| class(*next) == class(*c) && matches!(class(*c), 'a' | '=' | ' '));
        if !goes_on {
            all.extend(Some(&text[from..end]).filter(|t| !t.trim().is_empty()));
            from = end;
        }
    }
    all
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || "_\"`".contains(c))
}

/// Whether the statement has a condition with a value and puts nothing together: then it wants few of the rows that it reads.
pub(super) fn selects_few(statement: &str) -> bool {
    let sums = |head: &str| SUMS.iter().chain(&["count(", "min(", "max(", "select distinct "]).any(|f| head.contains(f));
    selection(statement).is_some_and(|head| !sums(&head))
}
