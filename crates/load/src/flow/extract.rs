//! Values taken out of an answer into variables.

use super::answer::{Answer, short, text_of};
use super::cookies::Jar;
use regex::bytes::Regex;
use serde_json_path::JsonPath;

/// Where in the answer to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Body,
    Header(String),
    /// Of this answer, or else of the user's jar.
    Cookie(String),
}

/// What of it to take.
#[derive(Debug, Clone)]
pub(crate) enum Take {
    All,
    /// The first value at a path of the body.
    Json(JsonPath),
    /// The first group of the first match, or the whole match.
    Regex(Regex),
}

/// One extraction.
#[derive(Debug, Clone)]
pub(crate) struct Extract {
    /// Name of the variable.
    pub(crate) name: String,
    /// Its index.
    pub(crate) variable: usize,
    pub(crate) source: Source,
    pub(crate) take: Take,
    pub(crate) default: Option<String>,
}

impl Extract {
    /// Puts the value into `out`; the error says what is missing.
    pub(crate) fn run(&self, answer: &Answer<'_>, jar: &Jar, out: &mut String) -> Result<(), String> {
        let found = self.find(answer, jar, out);
        if found.is_err()
            && let Some(default) = &self.default
        {
            out.clear();
            out.push_str(default);
            return Ok(());
        }
        found
    }

    fn find(&self, answer: &Answer<'_>, jar: &Jar, out: &mut String) -> Result<(), String> {
        out.clear();
        let text = match &self.source {
            Source::Body => answer.body,
            Source::Header(name) => answer.header(name).ok_or_else(|| format!("there is no header {name}"))?,
            Source::Cookie(name) => answer.cookie(name).or_else(|| jar.get(name)).ok_or_else(|| format!("there is no cookie {name}"))?,
        };
        match &self.take {
            Take::All => out.push_str(&String::from_utf8_lossy(text)),
            Take::Json(path) => match answer.json()?.query_first(path) {
                Some(value) => text_of(value, out),
                None => return Err("there is no value at its path".to_owned()),
            },
            Take::Regex(regex) => {
                let found = regex.captures(text).ok_or_else(|| format!("{} does not match", short(regex.as_str())))?;
                let group = found.get(1).or_else(|| found.get(0));
                out.push_str(&String::from_utf8_lossy(group.map_or(b"", |g| g.as_bytes())));
            }
        }
        Ok(())
    }

    pub(crate) fn needs_head(&self) -> bool {
        self.source != Source::Body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"HTTP/1.1 201 Created\r\nLocation: /orders/17?x=1\r\nSet-Cookie: SESSION=abc; Path=/\r\n\r\n";
    const BODY: &[u8] = br#"{"token": "t 1", "n": 5, "list": [{"id": 7}], "null": null}"#;

    fn run(source: Source, take: Take, default: Option<&str>) -> Result<String, String> {
        let e = Extract { name: "x".to_owned(), variable: 0, source, take, default: default.map(str::to_owned) };
        let mut out = "old".to_owned();
        e.run(&Answer::new(HEAD, BODY), &Jar::default(), &mut out).map(|()| out)
    }

    fn json(path: &str) -> Take {
        Take::Json(JsonPath::parse(path).expect("a path"))
    }

    fn regex(text: &str) -> Take {
        Take::Regex(Regex::new(text).expect("a regex"))
    }

    #[test]
    fn values_come_from_body_header_and_cookie() {
        assert_eq!(run(Source::Body, json("$.token"), None).as_deref(), Ok("t 1"));
        assert_eq!(run(Source::Body, json("$.n"), None).as_deref(), Ok("5"));
        assert_eq!(run(Source::Body, json("$..id"), None).as_deref(), Ok("7"));
        assert_eq!(run(Source::Body, json("$.list[0]"), None).as_deref(), Ok("{\"id\":7}"));
        assert_eq!(run(Source::Body, regex("\"n\": (\\d+)"), None).as_deref(), Ok("5"));
        assert_eq!(run(Source::Body, regex("t \\d"), None).as_deref(), Ok("t 1"));
        assert_eq!(run(Source::Body, regex("(?i)T \\d"), None).as_deref(), Ok("t 1"));
        assert_eq!(run(Source::Header("location".to_owned()), Take::All, None).as_deref(), Ok("/orders/17?x=1"));
        assert_eq!(run(Source::Header("location".to_owned()), regex("orders/(\\d+)"), None).as_deref(), Ok("17"));
        assert_eq!(run(Source::Cookie("SESSION".to_owned()), Take::All, None).as_deref(), Ok("abc"));
    }

    #[test]
    fn what_is_missing_is_said_unless_there_is_a_default() {
        for (source, take, text) in [
            (Source::Body, json("$.gone"), "there is no value at its path"),
            (Source::Body, json("$.null"), "there is no value at its path"),
            (Source::Body, regex("z(\\d)"), "\"z(\\\\d)\" does not match"),
            (Source::Header("etag".to_owned()), Take::All, "there is no header etag"),
            (Source::Cookie("session".to_owned()), Take::All, "there is no cookie session"),
        ] {
            assert_eq!(run(source.clone(), take.clone(), None), Err(text.to_owned()));
            assert_eq!(run(source, take, Some("d")).as_deref(), Ok("d"));
        }
    }
}
