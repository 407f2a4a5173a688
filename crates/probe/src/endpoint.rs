//! Names of what is asked of other services: method, host and the words of the path.

use model::harmless;
use std::collections::{BTreeMap, BTreeSet};

/// Methods that have a name; others are told with a star.
pub(crate) const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// What stands for a part of a path that is no word; and what does so for [`harmless`].
const ANY: (&str, &str) = ("{id}", "{value}");
/// Most words in one place of a path that have a name, and most such places. As on Node (`endpoints.js`).
const MOST_WORDS: usize = 20;
const MOST_PLACES: usize = 500;
/// Longest word.
const LONGEST: usize = 24;

/// `GET host:port/path` as it may be kept, of method, host and path with a blank between each.
pub(crate) fn kept(asked: &str) -> String {
    let mut words = asked.splitn(3, ' ').map(str::to_owned);
    let [method, host, path] = std::array::from_fn(|_| words.next().unwrap_or_default());
    let method = if METHODS.contains(&method.as_str()) { method.as_str() } else { "*" };
    let url = harmless::url(&format!("{host}{path}").replace(ANY.0, ANY.1));
    format!("{method} {}", url.replace(ANY.1, ANY.0))
}

/// What stands at each place of the paths that were seen: a place with many words has ids.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<String, BTreeSet<String>>);

impl Places {
    /// The path with `{id}` for all that is no word in small letters, or is one of many in its place.
    pub(crate) fn template(&mut self, host: &str, path: &str) -> String {
        let mut template = String::new();
        for part in path.strip_prefix('/').unwrap_or(path).split('/') {
            let word = self.word(&format!("{host}{template}"), part);
            template.push('/');
            template.push_str(word);
        }
        template
    }

    fn word<'p>(&mut self, place: &str, part: &'p str) -> &'p str {
        if part.is_empty() {
            return part;
        }
        if !is_word(part) || !self.0.contains_key(place) && self.0.len() >= MOST_PLACES {
            return ANY.0;
        }
        let words = self.0.entry(place.to_owned()).or_default();
        if words.len() < MOST_WORDS {
            words.insert(part.to_owned());
        }
        if words.contains(part) { part } else { ANY.0 }
    }
}

/// `items`, `v2`, `get-all.json`.
fn is_word(part: &str) -> bool {
    let version = part.strip_prefix('v').is_some_and(|n| (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()));
    let letters = part.starts_with(|c: char| c.is_ascii_lowercase()) && part.bytes().all(|b| b.is_ascii_lowercase() || b"._-".contains(&b));
    version || letters && part.len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_kept_without_what_may_be_secret() {
        for (asked, want) in [
            ("GET stock:8081 /items/{id}/level", "GET stock:8081/items/{id}/level"),
            ("BREW 10.0.0.7:80 /pots", "* 10.0.0.7:80/pots"),
            ("POST user:secret@stock /items", "POST stock/items"),
        ] {
            assert_eq!(kept(asked), want);
        }
    }

    #[test]
    fn a_path_is_told_by_its_words() {
        let mut places = Places::default();
        for (path, want) in [
            ("/items/7/level", "/items/{id}/level"),
            ("/api/v2/get-all.json", "/api/v2/get-all.json"),
            ("/u/Jane/9f86d081884c7d65", "/u/{id}/{id}"),
            ("/", "/"),
            ("/a//b/", "/a//b/"),
        ] {
            assert_eq!(places.template("stock", path), want);
        }
    }

    #[test]
    fn many_words_in_one_place_are_ids() {
        let mut places = Places::default();
        let names: Vec<String> = (b'a'..=b'z').map(|c| char::from(c).to_string().repeat(3)).collect();
        let told: BTreeSet<String> = names.iter().map(|n| places.template("stock", &format!("/users/{n}/orders"))).collect();
        assert_eq!(told.len(), MOST_WORDS + 1, "{told:?}");
        assert!(told.contains("/users/{id}/orders"));
        assert_eq!(places.template("price", "/users/zzz"), "/users/zzz", "another service has places of its own");
    }
}
