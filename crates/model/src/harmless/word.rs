//! Single words: what a name, a number, a plain word and a path of a file look like, and placeholders.

use super::HIDDEN;

/// Longest name that is kept.
const LONGEST: usize = 64;
/// Most letters and digits that are mixed within a plain word: `v2`, `oauth2` and a short id, but no token.
const MIXED: usize = 8;
/// Longest run of letters in a plain word, and of digits.
const LETTERS: usize = 24;
const DIGITS: usize = 20;
/// What a placeholder is while a text is taken apart: a character for private use.
const FIRST_MARK: u32 = 0xE000;
const LAST_MARK: u32 = 0xF8FF;
/// The dose in a command of the user.
const DOSE: &str = "{value}";

/// Words that switch something.
const SWITCHES: [&str; 10] = ["true", "false", "on", "off", "yes", "no", "auto", "none", "always", "never"];
/// Last words of names whose numbers are sizes, counts and times.
const COUNTS: [&str; 23] = [
    "port",
    "ports",
    "size",
    "threads",
    "workers",
    "worker",
    "processes",
    "connections",
    "instances",
    "replicas",
    "cpus",
    "max",
    "min",
    "count",
    "limit",
    "concurrency",
    "backlog",
    "timeout",
    "interval",
    "rate",
    "idle",
    "spare",
    "cores",
];
/// Last words of names whose words say a way of working.
const MODES: [&str; 8] = ["active", "profile", "profiles", "env", "environment", "mode", "level", "format"];

/// The text with each placeholder (`{{name}}`, `{value}`) as one character, and the placeholders.
pub(super) fn lift(text: &str) -> (String, Vec<String>) {
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let length = if here.starts_with("{{") { here.find("}}").map(|e| e + 2) } else { here.starts_with(DOSE).then_some(DOSE.len()) };
        let mark = u32::try_from(found.len()).ok().and_then(|n| char::from_u32(FIRST_MARK + n)).filter(|c| is_mark(*c));
        let (Some(length), Some(mark)) = (length, mark) else {
            out.push('{');
            rest = &here[1..];
            continue;
        };
        found.push(here[..length].to_owned());
        out.push(mark);
        rest = &here[length..];
    }
    out.push_str(rest);
    (out, found)
}

/// The placeholders back in their places.
pub(super) fn put_back(text: &str, found: &[String]) -> String {
    let placeholder = |c: char| found.get((c as u32).checked_sub(FIRST_MARK)? as usize);
    text.chars().fold(String::new(), |out, c| match placeholder(c) {
        Some(p) => out + p,
        None => out + c.encode_utf8(&mut [0; 4]),
    })
}

pub(super) fn is_mark(c: char) -> bool {
    (FIRST_MARK..=LAST_MARK).contains(&(c as u32))
}

/// Whether it consists of placeholders alone.
pub(super) fn is_placeholder(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_mark)
}

/// Whether it reads like words and numbers of people (`get-members`, `v2`, `42`), and not like a token.
pub(super) fn is_plain(text: &str) -> bool {
    let separates = |c: char| "._~-".contains(c) || is_mark(c);
    if text.is_empty() || text.len() > LONGEST || !text.chars().all(|c| c.is_ascii_alphanumeric() || separates(c)) {
        return false;
    }
    let mut mixed = 0;
    text.split(separates).all(|part| {
        let letters = part.bytes().all(|b| b.is_ascii_alphabetic());
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        mixed += if letters || digits { 0 } else { part.len() };
        mixed <= MIXED && (!letters || part.len() <= LETTERS) && part.len() <= LETTERS.max(DIGITS)
    })
}

/// Whether it can be the name of an option, a parameter or a variable.
pub(super) fn is_name(text: &str) -> bool {
    let plain = text.replace(['_', '[', ']'], "-");
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && is_plain(&plain)
}

/// A number with an optional unit, short enough to be no secret: `8080`, `0.5`, `512m`, `30s`.
pub(super) fn is_number(text: &str) -> bool {
    is_amount(text, 5)
}

/// The same with so many digits at most.
pub(super) fn is_amount(text: &str, most: usize) -> bool {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = &text[number.len()..];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let shape = number.bytes().all(|b| b.is_ascii_digit() || b == b'.') && number.matches('.').count() <= 1;
    shape
        && (1..=most).contains(&digits)
        && ["", "k", "m", "g", "t", "b", "s", "ms", "us", "mb", "gb", "%"].contains(&&*unit.to_ascii_lowercase())
}

/// Whether it is a word that switches something, which is never a secret.
pub fn is_switch(text: &str) -> bool {
    SWITCHES.contains(&text)
}

/// The value of an option or a variable `name`.
pub(super) fn value(name: &str, value: &str) -> String {
    let last = name.rsplit(['.', '-', '_', ':']).next().unwrap_or_default().to_ascii_lowercase();
    let word = |v: &str| v.len() <= 16 && v.bytes().all(|b| b.is_ascii_alphabetic());
    let harmless =
        is_switch(value) || is_placeholder(value) || COUNTS.contains(&&*last) && is_number(value) || MODES.contains(&&*last) && word(value);
    if harmless { value.to_owned() } else { HIDDEN.to_owned() }
}

/// The path of a file, or several with `:` between them: folders that read like tokens are hidden.
pub fn file(text: &str) -> String {
    let part = |p: &str| if p.is_empty() || p == "*" || is_plain(&p.replace('_', "-")) { p.to_owned() } else { HIDDEN.to_owned() };
    let one = |f: &str| f.split('/').map(part).collect::<Vec<_>>().join("/");
    text.split(':').map(one).collect::<Vec<_>>().join(":")
}

/// A text of somebody else: runs of characters that read like a token are hidden. For the few first words of an answer, and for words that
/// are meant to be shown; a short secret in plain letters is not told from a word.
pub fn text(text: &str) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || "._~-+/=".contains(c);
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| inside(c) != inside(first)).unwrap_or(rest.len());
        let run = &rest[..end];
        let harmless = !inside(first) || run.len() == 1 || is_plain(&run.replace(['+', '/', '='], "-"));
        out.push_str(if harmless { run } else { HIDDEN });
        rest = &rest[end..];
    }
    out
}

/// A name that somebody typed where a name was wanted.
pub fn name(text: &str) -> String {
    if is_name(text) { text.to_owned() } else { HIDDEN.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_people_are_told_from_tokens() {
        for plain in ["members", "42", "v2", "get-members", "getUserById", "2026-01-31", "1234567890123", "app-1.2.3.jar", "oauth2"] {
            assert!(is_plain(plain), "{plain}");
        }
        for token in
            ["550e8400-e29b-41d4-a716-446655440000", "hunter2hunter2", "ghp_16C7e42F292c6912", "a b", "x%20y", "eyJhbGciOiJ9.e30.t", ""]
        {
            assert!(!is_plain(token), "{token}");
        }
    }

    #[test]
    fn placeholders_come_back_where_they_stood() {
        let (text, found) = lift("/a/{{pick x/y.csv.c}}/{value}?b={{c}}{d");
        assert_eq!(text.chars().filter(|c| is_mark(*c)).count(), 3);
        assert_eq!(put_back(&text, &found), "/a/{{pick x/y.csv.c}}/{value}?b={{c}}{d");
    }

    #[test]
    fn values_stay_where_the_name_says_what_they_are() {
        for (n, v, want) in [
            ("server.port", "8080", "8080"),
            ("hikari.maximum-pool-size", "10", "10"),
            ("ssl", "true", "true"),
            ("NODE_ENV", "production", "production"),
            ("pin", "1234", HIDDEN),
            ("password", "hunter", HIDDEN),
            ("port", "123456789", HIDDEN),
        ] {
            assert_eq!(value(n, v), want, "{n}");
        }
    }

    #[test]
    fn a_text_of_somebody_else_loses_its_tokens() {
        assert_eq!(text("220 mail.example.org ESMTP\\r\\n"), "220 mail.example.org ESMTP\\r\\n");
        assert_eq!(text("{\"key\":\"9f86d081884c7d65\"}"), "{\"key\":\"***\"}");
    }

    #[test]
    fn files_lose_only_what_reads_like_a_token() {
        assert_eq!(file("/opt/shop/lib/*:app_1.jar"), "/opt/shop/lib/*:app_1.jar");
        assert_eq!(file("/run/9f86d081884c7d659a2f/x"), "/run/***/x");
    }
}
