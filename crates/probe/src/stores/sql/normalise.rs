//! Statements without their literals: what was executed, not for whom. Also what keeps personal data out of the run file.

use super::Dialect;
use super::collapse::{columns, lists, rows};
use std::iter::Peekable;
use std::str::Chars;

/// Longest statement kept, characters.
const LONGEST: usize = 200;

/// The statement with literals and parameters replaced by `?`, comments removed, blanks and lists collapsed (columns too when it
/// is long), cut at 200 characters.
pub(crate) fn normalise(sql: &str, dialect: Dialect) -> String {
    let mut out = String::with_capacity(sql.len().min(512));
    let mut rest = sql.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            quote if dialect.is_literal(quote) => skip_quoted(&mut rest, quote, dialect.escapes(None), &mut out),
            prefix if dialect.is_prefix(prefix) && !in_word(&out) && rest.peek() == Some(&'\'') => {
                rest.next();
                skip_quoted(&mut rest, '\'', dialect.escapes(Some(prefix)), &mut out);
            }
            quote if dialect.is_name(quote) => copy_name(&mut rest, quote, &mut out),
            '$' if dialect.has_dollars() && !in_word(&out) => dollar(&mut rest, &mut out),
            '-' | '#' if dialect.is_line_comment(c, &rest) => {
                rest.find(|c| *c == '\n');
                blank(&mut out);
            }
            '/' if rest.peek() == Some(&'*') => {
                rest.next();
                skip_comment(&mut rest, dialect.nests_comments());
                blank(&mut out);
            }
            '0'..='9' if !in_word(&out) => skip_number(&mut rest, &mut out),
            '.' if !in_word(&out) && rest.peek().is_some_and(char::is_ascii_digit) => skip_number(&mut rest, &mut out),
            c if c.is_whitespace() => blank(&mut out),
            c => out.push(c),
        }
    }
    let text = rows(&lists(out.trim_end_matches([' ', ';'])));
    columns(&text, LONGEST).chars().take(LONGEST).collect()
}

/// Whether the last character written is part of a word, so that a digit or quote prefix that follows belongs to it.
fn in_word(out: &str) -> bool {
    out.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '"')
}

fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with([' ', '(']) {
        out.push(' ');
    }
}

/// Behind the opening quote. A statement that the server has cut ends inside.
fn skip_quoted(rest: &mut Peekable<Chars<'_>>, quote: char, backslash: bool, out: &mut String) {
    while let Some(c) = rest.next() {
        match c {
            '\\' if backslash => drop(rest.next()),
            c if c == quote && rest.peek() == Some(&quote) => drop(rest.next()),
            c if c == quote => break,
            _ => {}
        }
    }
    out.push('?');
}

fn copy_name(rest: &mut Peekable<Chars<'_>>, quote: char, out: &mut String) {
    out.push(quote);
    for c in rest.by_ref() {
        out.push(c);
        if c == quote {
            break;
        }
    }
}

/// `$1` is a parameter; `$tag$ ... $tag$` is a literal.
fn dollar(rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push('?');
    if rest.peek().is_some_and(char::is_ascii_digit) {
        while rest.next_if(char::is_ascii_digit).is_some() {}
        return;
    }
    let mut tag = String::new();
    while let Some(c) = rest.next_if(|c| c.is_alphanumeric() || *c == '_') {
        tag.push(c);
    }
    if rest.next_if_eq(&'$').is_none() {
        out.pop();
        out.push('$');
        out.push_str(&tag);
        return;
    }
    let close = format!("${tag}$");
    let mut inside = String::new();
    while !inside.ends_with(&close) {
        let Some(c) = rest.next() else { return };
        inside.push(c);
    }
}

/// Behind the opening signs.
fn skip_comment(rest: &mut Peekable<Chars<'_>>, nests: bool) {
    let mut depth = 1;
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('*', Some('/')) => {
                rest.next();
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
            ('/', Some('*')) if nests => {
                rest.next();
                depth += 1;
            }
            _ => {}
        }
    }
}

/// Behind the first character: digits, a fraction, an exponent with its sign, hexadecimal digits.
fn skip_number(rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    let mut last = ' ';
    while let Some(c) =
        rest.next_if(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || (matches!(c, '+' | '-') && matches!(last, 'e' | 'E')))
    {
        last = c;
    }
    out.push('?');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(table: &[(&str, &str)]) {
        for (sql, want) in table {
            assert_eq!(normalise(sql, Dialect::Postgres), *want, "{sql}");
        }
    }

    #[test]
    fn literals_of_every_kind_become_question_marks() {
        check(&[
            ("select * from t where a = 'x' and b = 12", "select * from t where a = ? and b = ?"),
            ("select 'it''s', E'a\\'b', B'01', x'ff', n'q'", "select ?, ?, ?, ?, ?"),
            ("select 1.5, .5, 1e-3, 2E+4, 0xFF, 1_000", "select ?, ?, ?, ?, ?, ?"),
            ("select $$it's$$, $fn$ $$ $fn$", "select ?, ?"),
            ("select $1, $12::int", "select ?, ?::int"),
            ("select -5 + a", "select -? + a"),
        ]);
    }

    #[test]
    fn names_keep_their_digits_and_quotes() {
        check(&[
            ("select t1.c2 from tab_3 t1", "select t1.c2 from tab_3 t1"),
            (r#"select "Name 1", "it's" from "T""#, r#"select "Name 1", "it's" from "T""#),
            ("select date '2026-01-01' from one", "select date ? from one"),
        ]);
    }

    #[test]
    fn comments_and_blanks_go() {
        check(&[
            ("/* app:/orders */ select 1 -- why\n from t;", "select ? from t"),
            ("select /* a /* nested */ 'b' */ 1\n\t ,  2", "select ? , ?"),
            ("  select\n1  ;  ", "select ?"),
            ("", ""),
        ]);
    }

    #[test]
    fn what_the_server_has_cut_shows_no_half_literal() {
        check(&[
            ("select * from t where name = 'Jane D", "select * from t where name = ?"),
            ("select $q$ half", "select ?"),
            ("select 1 /* half", "select ?"),
        ]);
    }

    #[test]
    fn long_statements_are_cut_at_a_character() {
        let cut = normalise(&format!("select {}", "ä, ".repeat(300)), Dialect::Postgres);
        assert_eq!(cut.chars().count(), LONGEST);
    }
}
