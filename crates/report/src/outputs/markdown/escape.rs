//! Text that stands for itself in Markdown.

/// Signs that begin markup anywhere in a line.
const SIGNS: [char; 9] = ['\\', '`', '*', '_', '[', ']', '|', '~', '#'];

/// The same text without markup: names such as `<init>` and `__proto__` are shown as they are. Line feeds become spaces, and what would call
/// a user (`@Transactional`) stands as code.
pub(crate) fn escape(text: &str) -> String {
    text.split([' ', '\n', '\r']).map(word).collect::<Vec<_>>().join(" ")
}

/// A paragraph of its own: one that begins with `/` is no command to the site that shows it.
pub(crate) fn paragraph(text: &str) -> String {
    let text = escape(text.trim_start());
    if text.starts_with('/') { format!("\\{text}") } else { text }
}

fn word(word: &str) -> String {
    if calls_a_user(word) && !word.contains(['`', '|']) {
        let bare = word.trim_end_matches([',', ';', '.', ':', ')']);
        return format!("`{bare}`{}", signs(&word[bare.len()..]));
    }
    signs(word)
}

fn calls_a_user(word: &str) -> bool {
    word.match_indices('@').any(|(at, _)| word[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric()))
}

fn signs(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c if SIGNS.contains(&c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{escape, paragraph};

    #[test]
    fn names_of_code_are_no_markup() {
        assert_eq!(escape("Shop.<init> | a_b*c"), "Shop.&lt;init&gt; \\| a\\_b\\*c");
        assert_eq!(escape("two\nlines & `code`"), "two lines &amp; \\`code\\`");
    }
    #[test]
    fn nobody_is_called_and_nothing_is_commanded() {
        assert_eq!(escape("keep @Transactional, on it"), "keep `@Transactional`, on it");
        assert_eq!(escape("a@ b, @|x|"), "a@ b, @\\|x\\|");
        assert_eq!(paragraph("/close"), "\\/close");
    }
}
