//! Commands, and statements of a database: text that is read as it is, and taken as a whole.

use maud::{Markup, html};

/// A command in a box of its own, of which a click takes all.
pub(crate) fn command(text: &str) -> Markup {
    html! { pre class="command" tabindex="0" { code { (text) } } }
}

/// A sentence, the commands in it (`tightspot ...` up to a semicolon or the end) set as code.
pub(crate) fn with_commands(text: &str) -> Markup {
    let Some(at) = text.find("tightspot ") else { return super::figures::told(text) };
    let (before, rest) = text.split_at(at);
    let end = rest.find([';', '·']).or_else(|| rest.find(". ")).unwrap_or(rest.len());
    let (line, after) = rest.split_at(end);
    html! { (super::figures::told(before)) code class="inline" { (line.trim_end()) } (with_commands(after)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_sentence_are_code() {
        let html = with_commands("test it: tightspot prove URL --run 7f3a; or again: tightspot why URL").into_string();
        assert_eq!(
            html,
            "test it: <code class=\"inline\">tightspot prove URL --run 7f3a</code>; or again: <code class=\"inline\">tightspot why URL</code>"
        );
    }
}
