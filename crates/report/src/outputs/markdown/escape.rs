//! Text that stands for itself in Markdown.

/// Signs that begin markup anywhere in a line.
const SIGNS: [char; 9] = ['\\', '`', '*', '_', '[', ']', '|', '~', '#'];

/// The same text without markup: names such as `<init>` and `__proto__` are shown as they are. Line feeds become spaces.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' => out.push(' '),
            c if SIGNS.contains(&c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn names_of_code_are_no_markup() {
        assert_eq!(escape("Shop.<init> | a_b*c"), "Shop.&lt;init&gt; \\| a\\_b\\*c");
        assert_eq!(escape("two\nlines & `code`"), "two lines &amp; \\`code\\`");
    }
}
