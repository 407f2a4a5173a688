//! Where servers differ in how they read a statement: what is a literal, what a name, what a comment.
//!
//! Each is read by its usual settings. A text in double quotes that MySQL reads as a name under ANSI_QUOTES goes with the literals; a
//! backslash before a quote escapes it also where NO_BACKSLASH_ESCAPES is on, which a session does not tell.

use std::iter::Peekable;
use std::str::Chars;

/// Whose rules a statement follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
}

impl Dialect {
    /// Whether what stands between two of `quote` is a literal.
    pub(super) fn is_literal(self, quote: char) -> bool {
        quote == '\'' || (quote == '"' && self == Self::MySql)
    }

    /// Whether what stands between two of `quote` is a name.
    pub(super) fn is_name(self, quote: char) -> bool {
        match self {
            Self::Postgres => quote == '"',
            Self::MySql => quote == '`',
        }
    }

    /// Whether the letter may stand before a quote as a part of the literal: `b'01'`.
    pub(super) fn is_prefix(self, letter: char) -> bool {
        match letter.to_ascii_lowercase() {
            'b' | 'x' | 'n' => true,
            'e' => self == Self::Postgres,
            _ => false,
        }
    }

    /// Whether a backslash escapes in a literal with this letter before it.
    pub(super) fn escapes(self, prefix: Option<char>) -> bool {
        self == Self::MySql || prefix.is_some_and(|c| c.eq_ignore_ascii_case(&'e'))
    }

    /// Whether `$` begins a parameter or a literal; with MySQL it is a letter.
    pub(super) fn has_dollars(self) -> bool {
        self == Self::Postgres
    }

    /// Whether a comment to the end of the line begins with `first`, before `rest`. MySQL wants a blank behind two dashes: `5--3` is 8.
    pub(super) fn is_line_comment(self, first: char, rest: &Peekable<Chars<'_>>) -> bool {
        let mut ahead = rest.clone();
        match (self, first) {
            (Self::MySql, '#') => true,
            (Self::Postgres, '-') => ahead.next() == Some('-'),
            (Self::MySql, '-') => ahead.next() == Some('-') && ahead.next().is_none_or(|c| c.is_whitespace() || c.is_control()),
            _ => false,
        }
    }

    /// Whether comments may hold comments.
    pub(super) fn nests_comments(self) -> bool {
        self == Self::Postgres
    }
}

#[cfg(test)]
mod tests {
    use super::super::normalise::normalise;
    use super::Dialect::{MySql, Postgres};

    #[test]
    fn nothing_that_a_user_of_mysql_wrote_is_kept() {
        let table = [
            (r#"select * from t where a = "canary""#, "select * from t where a = ?"),
            (r"select * from t where n = 'O\'B' and s='canary'", "select * from t where n = ? and s=?"),
            (r#"select * from t where n = "O\"B" and s="canary""#, "select * from t where n = ? and s=?"),
            (r"select * from t where p = 'c:\\' and s = 'canary'", "select * from t where p = ? and s = ?"),
            (r#"select "it's", 'a "canary" b', "c""d""#, "select ?, ?, ?"),
            ("select 'it''s canary', 1", "select ?, ?"),
            ("select 0xCA9A77, x'CA9A77', X'CA', b'0101', B'01', 0b0101, N'canary', n'canary'", "select ?, ?, ?, ?, ?, ?, ?, ?"),
            ("select _utf8mb4'canary', _binary \"canary\"", "select _utf8mb4?, _binary ?"),
            ("select 1 # canary's\n from t", "select ? from t"),
            ("select 1 -- canary's\n from t", "select ? from t"),
            ("select 1 --\tcanary", "select ?"),
            ("select 1 --- canary", "select ? -"),
            ("select 1 --", "select ?"),
            ("select /*+ canary */ /*!40001 canary */ 1 /* canary /* it's */ from t where a = 'canary'", "select ? from t where a = ?"),
            ("insert into t values ('canary', \"canary\"), ('canary', \"c\")", "insert into t values (?, ?)"),
            ("select @\"canary\", a->'$.canary', a->>\"$.canary\"", "select @?, a->?, a->>?"),
            (r"select * from t where n = 'canary\", "select * from t where n = ?"),
            ("select * from t where n = \"canary", "select * from t where n = ?"),
        ];
        for (sql, want) in table {
            assert_eq!(normalise(sql, MySql), want, "{sql}");
            assert!(!want.contains("canary"));
        }
    }

    #[test]
    fn names_and_signs_of_mysql_stay() {
        let table = [
            ("select `Name 1`, `it's`, `a\\`, `b``c` from `T`", "select `Name 1`, `it's`, `a\\`, `b``c` from `T`"),
            ("select t1.c$2, $a from tab_3 t1", "select t1.c$2, $a from tab_3 t1"),
            ("select a--1, a - -1 from t", "select a--?, a - -? from t"),
            ("select date'2026-01-01', e from one", "select date?, e from one"),
        ];
        for (sql, want) in table {
            assert_eq!(normalise(sql, MySql), want, "{sql}");
        }
    }

    #[test]
    fn postgres_is_read_by_its_own_rules() {
        let table = [
            (r#"select "Name" from t where n = 'a\' and b = 'x'"#, r#"select "Name" from t where n = ? and b = ?"#),
            ("select 1 --why\n from t", "select ? from t"),
            ("select a # 3, `b` from t", "select a # ?, `b` from t"),
            ("select 1 /* a /* b */ 'c' */ from t", "select ? from t"),
        ];
        for (sql, want) in table {
            assert_eq!(normalise(sql, Postgres), want, "{sql}");
        }
    }
}
