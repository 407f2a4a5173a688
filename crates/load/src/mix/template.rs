//! What the paths of a route have in common: parts that are numbers, or that read like a key or a token, are places. So are parts of which many different ones
//! stand in one place, each of them rarely.
//!
//! Whatever is a place is never shown: what `model::harmless` would hide in a path is one.

use model::harmless;
use std::collections::{BTreeMap, BTreeSet};

/// Stands for a part that varies.
const PLACE: &str = "{id}";
/// Digits from which on a part is a number with something around it (`sku-10023`), and not a word with a version (`v2`, `oauth2`). A choice.
const DIGITS: usize = 3;
/// Share of the requests of a place below which a word there is rare, and how many rare ones make it a place. Choices.
const RARE_WORD: f64 = 0.02;
const MANY: usize = 20;

/// Method and parts of a path: what a route is told by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    method: String,
    parts: Vec<String>,
}

impl Key {
    /// Of a request.
    pub(super) fn of(method: &str, target: &str) -> Self {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        Self { method: method.to_owned(), parts: path.split('/').skip(1).map(part).collect() }
    }

    /// `GET /products/{id}`.
    pub(super) fn name(&self) -> String {
        format!("{} /{}", self.method, self.parts.join("/"))
    }
}

fn part(text: &str) -> String {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let number = digits > 0 && (digits == text.len() || digits >= DIGITS);
    if number || harmless::path(text) != text { PLACE.to_owned() } else { text.to_owned() }
}

/// Routes that are to be one where many rare ones stand in the same place, as near to the root as there are any: their keys, and for each the key that it is to
/// have.
pub(super) fn rare_siblings(all: &[(&Key, u64)]) -> Option<(Vec<Key>, Vec<Key>)> {
    let all = || all.iter().copied();
    let deepest = all().map(|(k, _)| k.parts.len()).max()?;
    (0..deepest).find_map(|depth| {
        let mut words: BTreeMap<(&str, &[String]), BTreeMap<&str, u64>> = BTreeMap::new();
        for (key, seen) in all().filter(|(k, _)| k.parts.len() > depth && k.parts[depth] != PLACE) {
            let place = words.entry((key.method.as_str(), &key.parts[..depth])).or_default();
            *place.entry(&key.parts[depth]).or_default() += seen;
        }
        let rare: BTreeMap<_, BTreeSet<&str>> = words
            .into_iter()
            .map(|(place, words)| {
                let total: u64 = words.values().sum();
                (place, words.into_iter().filter(|(_, n)| (*n as f64) < RARE_WORD * total as f64).map(|(w, _)| w).collect())
            })
            .filter(|(_, rare): &(_, BTreeSet<&str>)| rare.len() > MANY)
            .collect();
        let joins = |k: &&Key| {
            k.parts.len() > depth && rare.get(&(k.method.as_str(), &k.parts[..depth])).is_some_and(|r| r.contains(k.parts[depth].as_str()))
        };
        let from: Vec<Key> = all().map(|(k, _)| k).filter(joins).cloned().collect();
        let with_place = |k: &Key| {
            let mut key = k.clone();
            key.parts[depth] = PLACE.to_owned();
            key
        };
        let to = from.iter().map(with_place).collect();
        (!from.is_empty()).then_some((from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keys_and_tokens_are_places_and_words_are_not() {
        for (target, name) in [
            ("/", "GET /"),
            ("/products/42?page=2", "GET /products/{id}"),
            ("/api/v2/oauth2/login", "GET /api/v2/oauth2/login"),
            ("/orders/550e8400-e29b-41d4-a716-446655440000/lines/7", "GET /orders/{id}/lines/{id}"),
            ("/sku-10023", "GET /{id}"),
            ("/reset/hunter2hunter2", "GET /reset/{id}"),
            ("/a//b/", "GET /a//b/"),
            ("/caf%C3%A9;jsessionid=1", "GET /{id}"),
            ("/index.html", "GET /index.html"),
        ] {
            assert_eq!(Key::of("GET", target).name(), name);
        }
    }

    #[test]
    fn few_words_in_a_place_are_routes_of_their_own() {
        let keys: Vec<Key> = ["/a/x", "/b/x", "/c/x"].iter().map(|t| Key::of("GET", t)).collect();
        assert_eq!(rare_siblings(&keys.iter().map(|k| (k, 1)).collect::<Vec<_>>()), None);
    }
}
