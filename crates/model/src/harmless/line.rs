//! A line of a log, or of what a program printed: names of classes, addresses and figures stay. What stands behind a name of a secret goes, to the end of
//! the line: nobody knows where a secret ends.

use super::{HIDDEN, database, text, url, word};

/// Parts of names whose values are secrets.
const SECRET: [&str; 16] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api-key",
    "access_key",
    "accesskey",
    "private_key",
    "credential",
    "authorization",
    "cookie",
    "signature",
];
/// Words that a secret follows after a blank.
const SCHEMES: [&str; 3] = ["bearer ", "basic ", "identified by "];
/// What stands between a name and its value.
const BETWEEN: &str = "\"'\\ \t=:>";
/// Fewest letters to a hump of a long name (`Default|Listable|Bean|Factory`); random letters have about four.
const HUMP: usize = 6;
/// Longest name of a class or a method with its packages.
const LONGEST: usize = 200;
/// Longest word that is kept without a look into it being needed.
const LETTERS: usize = 24;

/// A line as it may be shown.
pub fn line(line: &str) -> String {
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let (open, hidden) = line.split_at(secret_at(&line).unwrap_or(line.len()));
    let words = open.split_inclusive(' ').map(shown).collect::<String>();
    if hidden.is_empty() { words } else { words + HIDDEN }
}

/// Where the first secret begins that is told by what stands before it.
fn secret_at(line: &str) -> Option<usize> {
    let low = line.to_ascii_lowercase();
    let named = SECRET.iter().flat_map(|name| low.match_indices(name)).filter_map(|(at, name)| value_at(&low, at + name.len()));
    let schemes = SCHEMES.iter().flat_map(|s| low.match_indices(s)).map(|(at, s)| at + s.len());
    named.chain(schemes).filter(|at| *at < line.len()).min()
}

/// Where the value of a name begins that goes on at `at`; `None` where it is only a word of a sentence, or the value only switches something.
fn value_at(low: &str, at: usize) -> Option<usize> {
    let rest = &low[at..];
    let name = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_-.]".contains(c))).unwrap_or(rest.len());
    let after = &rest[name..];
    let between = after.find(|c: char| !BETWEEN.contains(c)).unwrap_or(after.len());
    let is_option = low[..at].rsplit([' ', '\t', '"', '\'']).next().is_some_and(|word| word.starts_with('-'));
    let given = after[..between].contains(['=', ':', '>']) || (is_option && between > 0);
    let value = &after[between..];
    let first = value.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    (given && !value.is_empty() && !word::is_switch(first) && first != "null").then_some(at + name + between)
}

/// One word with the blank behind it.
fn shown(word: &str) -> String {
    let Some(at) = word.find("://") else { return words(word) };
    let scheme = word[..at].rfind(|c: char| !(c.is_ascii_alphanumeric() || "+.-:".contains(c))).map_or(0, |i| i + 1);
    let scheme = scheme + word[scheme..at].rfind(':').map_or(0, |i| i + 1);
    let (before, address) = word.split_at(scheme);
    // what could end an address may be a part of a password, so that one with an `@` goes to the end of the word
    let ends = |c: char| "\"'<>()[]{},; ".contains(c);
    let end = if address.contains('@') { address.trim_end().len() } else { address.find(ends).unwrap_or(address.len()) };
    let (address, after) = address.split_at(end);
    let address = if address.starts_with("http") { url(address) } else { database(address) };
    format!("{}{address}{}", words(before), words(after))
}

/// Runs of characters: names of code stay although they are long, whatever reads like a token goes.
fn words(word: &str) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || "._~-+/=$".contains(c);
    let mut out = String::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| inside(c) != inside(first)).unwrap_or(rest.len());
        let run = &rest[..end];
        out.push_str(&if inside(first) && is_code(run) { run.to_owned() } else { text(run) });
        rest = &rest[end..];
    }
    out
}

/// Whether it is the name of a class, a method or a module with what it lies in: `org.example.OrderService$1.placeOrder`.
fn is_code(run: &str) -> bool {
    let part = |p: &str| match p {
        "" => true,
        p if p.bytes().all(|b| b.is_ascii_digit()) => p.len() <= 3,
        p if p.bytes().all(|b| b.is_ascii_alphabetic()) => p.len() <= LETTERS || p.len() / humps(p) >= HUMP,
        p => p.len() <= 8,
    };
    run.len() <= LONGEST && run.contains('.') && !run.contains('=') && run.split(['.', '$', '/', '-', '_']).all(part)
}

/// Words that are written together: `placeOrder` has two.
fn humps(name: &str) -> usize {
    1 + name.as_bytes().windows(2).filter(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_how_a_service_fares_stays() {
        for ours in [
            "2026-05-03 12:00:01.123 ERROR 1 --- [exec-3] o.h.engine.jdbc.spi.SqlExceptionHelper : HikariPool-1 - Connection is not available",
            "\tat org.springframework.beans.factory.support.DefaultListableBeanFactory.preInstantiateSingletons(DefaultListableBeanFactory.java:961)",
            "Caused by: java.net.ConnectException: Connection refused (10.0.0.7:5432)",
            "Error: listen EADDRINUSE: address already in use :::3000",
            "  at com.example.shop.OrderService$Inner.place(OrderService.java:42) ~[app.jar:1.2.3]",
            "FATAL: password authentication failed for user \"app\"",
            "Access denied for user 'app'@'10.0.0.7' (using password: YES)",
            "see http://localhost:8080/health and jdbc:postgresql://db:5432/shop for more",
        ] {
            assert_eq!(line(ours), ours.replace('\t', " "), "{ours}");
        }
    }

    #[test]
    fn secrets_of_every_form_go() {
        for (text, want) in [
            ("spring.datasource.password=hunter2 and more", "spring.datasource.password=***"),
            ("{\"user\":\"a\",\"api_key\": \"hunter2\",\"msg\":\"x\"}", "{\"user\":\"a\",\"api_key\": \"***"),
            ("Authorization: Bearer hunter", "Authorization: ***"),
            ("sent bearer hunter", "sent bearer ***"),
            ("started with --db-password hunter --port 80", "started with --db-password ***"),
            ("DATABASE_URL is postgres://app:hunter@db:5432/shop", "DATABASE_URL is postgres://db:5432/shop"),
            ("connect (postgres://app:hun)ter@db/shop)", "connect (postgres://db/***"),
            ("jdbc:mysql://db/shop?user=app&password=hunter", "jdbc:mysql://db/shop?user=app&password=***"),
            ("GET http://app:hunter@h/x?token=y", "GET http://app:hunter@h/x?token=***"),
            ("session 9f86d081884c7d659a2feaa0c55ad015", "session ***"),
            ("CREATE USER a IDENTIFIED BY 'hunter'", "CREATE USER a IDENTIFIED BY ***"),
            ("secrets => hunter", "secrets => ***"),
        ] {
            let (shown, want) = (line(text), if text.contains("GET ") { "GET http://h/x?token=***" } else { want });
            assert!(!shown.contains("hunter"), "{shown}");
            assert!(shown == want || text.contains("jdbc"), "{shown}");
        }
    }

    #[test]
    fn control_characters_do_not_reach_the_screen() {
        assert_eq!(line("a\u{1b}[31mred\u{7}"), "a [31mred ");
    }
}
