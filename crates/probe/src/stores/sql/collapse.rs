//! Lists of literals in a statement: their length makes no other statement.

/// `IN (?, ?, ?)` becomes `IN (?)`: the length of the list makes no other statement.
pub(super) fn lists(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['(', '[']) {
        let (head, tail) = rest.split_at(open + 1);
        out.push_str(head);
        let lower = head[..open].trim_end().to_ascii_lowercase();
        let is_list = lower.ends_with(" in") || lower.ends_with("array");
        let end = tail.find([')', ']']).unwrap_or(tail.len());
        rest = if is_list && tail[..end].contains('?') && tail[..end].chars().all(|c| matches!(c, '?' | ',' | ' ' | '-')) {
            out.push('?');
            &tail[end..]
        } else {
            tail
        };
    }
    out + rest
}

/// `VALUES (?, ?), (?, ?)` becomes `VALUES (?, ?)`.
pub(super) fn rows(text: &str) -> String {
    let Some(at) = text.to_ascii_lowercase().find("values") else { return text.to_owned() };
    // Lowering keeps the length of ASCII, which is all that is lowered.
    let (head, all) = text.split_at(at + "values".len());
    let Some(end) = all.find(')') else { return text.to_owned() };
    let (first, mut rest) = all.split_at(end + 1);
    while let Some(next) = rest.strip_prefix(',').and_then(|r| r.trim_start().strip_prefix(first.trim_start())) {
        rest = next;
    }
    format!("{head}{first}{rest}")
}

/// `select a, b, c from t` becomes `select … from t` when the text is longer than `longest` characters: what is read matters less than
/// from where.
pub(super) fn columns(text: &str, longest: usize) -> String {
    // Lowering keeps the length of ASCII, which is all that is lowered.
    let lower = text.to_ascii_lowercase();
    if text.chars().count() <= longest || !lower.starts_with("select ") {
        return text.to_owned();
    }
    let mut depth = 0_i32;
    let from = lower.bytes().enumerate().find_map(|(at, byte)| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        (depth == 0 && lower.as_bytes()[at..].starts_with(b" from ")).then_some(at)
    });
    from.map_or_else(|| text.to_owned(), |at| format!("{}…{}", &text[.."select ".len()], &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::super::Dialect;
    use super::super::normalise::normalise;
    use super::columns;

    #[test]
    fn lists_of_any_length_are_one_statement() {
        let table = [
            ("select * from t where id in (1, 2, 3) and x=4", "select * from t where id in (?) and x=?"),
            ("select * from t where id IN ($1,$2,$3)", "select * from t where id IN (?)"),
            ("select * from t where id = any(array[1,2])", "select * from t where id = any(array[?])"),
            ("select * from t where id in (select 1)", "select * from t where id in (select ?)"),
            ("select coalesce(1, 2)", "select coalesce(?, ?)"),
            ("insert into t values (1,'a'), (2,'b'),(3,'c') returning id", "insert into t values (?,?) returning id"),
        ];
        for (sql, want) in table {
            assert_eq!(normalise(sql, Dialect::Postgres), want, "{sql}");
        }
    }

    #[test]
    fn long_lists_of_columns_give_way_to_the_table() {
        let table = [
            ("select a, b from t where x=?", "select a, b from t where x=?"),
            ("select a.id, a.name, a.street, a.city, a.e_mail from a where x=?", "select … from a where x=?"),
            ("SELECT (select max(i) from b), a.street, a.city, a.e_mail FROM a", "SELECT … FROM a"),
            (
                "update a set street=?, city=?, e_mail=?, name=? from b where x=?",
                "update a set street=?, city=?, e_mail=?, name=? from b where x=?",
            ),
            (
                "select a.id, a.name, a.street, a.city, a.e_mail, a.postcode, a.cut",
                "select a.id, a.name, a.street, a.city, a.e_mail, a.postcode, a.cut",
            ),
        ];
        for (sql, want) in table {
            assert_eq!(columns(sql, 40), want, "{sql}");
        }
    }
}
