//! A mix: requests as they were seen, put together by route, each with the share that it had. What becomes of it is a scenario that sends them again.
//!
//! A route is told by what its paths have in common ([`template`]). Of each a random sample of its requests is kept, so that parameters vary as they did, and
//! each of them is sent as often as the requests that it stands for were seen. How much is kept is bounded, however much is seen. Paths are sent and never shown: a route is named by its template.

mod route;
mod template;

use crate::random::Random;
use crate::scenario::{MixedRequest, Scenario, ScenarioError};
use route::{Asked, Kept};
use std::collections::BTreeMap;
use template::{Key, rare_siblings};

/// Templates that are told apart; what comes when there are so many is counted as `other`. A choice.
const MOST_TEMPLATES: usize = 10_000;
/// Share below which routes are put together as `other`, and that `other` gets at the least: whoever is to tell whether a route still changes needs some answers of
/// it every second. A choice: ten of 200/s.
const RARE: f64 = 0.05;
/// Requests kept of each route, and of `other`. A choice.
const KEPT: usize = 50;
const KEPT_OF_OTHER: usize = 200;
/// What steps weigh together, so that shares of a hundred thousandth come out.
const WEIGHT: f64 = 1e7;
/// The name of all that is rare.
const OTHER: &str = "other";

/// Requests by route.
#[derive(Debug)]
pub struct Mix {
    routes: BTreeMap<Key, Kept>,
    other: Kept,
    random: Random,
}

/// A route of a mix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MixRoute {
    /// `GET /products/{id}`, or `other`.
    pub name: String,
    /// Requests that were seen.
    pub requests: u64,
    /// How many of them are sent again and again.
    pub kept: usize,
}

impl Mix {
    /// Nothing yet; `seed` is of what is kept.
    pub fn new(seed: u64) -> Self {
        Self { routes: BTreeMap::new(), other: Kept::default(), random: Random::new(seed, 0x6D69_7800) }
    }

    /// Adds a request that was seen so many times. `target`: path and query.
    pub fn add(&mut self, method: &str, target: &str, times: u64) {
        let key = Key::of(method, target);
        let asked = || Asked { method: method.to_owned(), target: target.to_owned() };
        if !self.routes.contains_key(&key) && self.routes.len() >= MOST_TEMPLATES {
            // what once could not be joined is not looked at again for each request: in the end all of it is
            if self.other.seen == 0 {
                self.join_siblings();
            }
            if self.routes.len() >= MOST_TEMPLATES {
                return self.other.add(asked, times, KEPT_OF_OTHER, &mut self.random);
            }
        }
        self.routes.entry(key).or_default().add(asked, times, KEPT, &mut self.random);
    }

    /// The routes, the most frequent first, `other` last.
    pub fn routes(&mut self) -> Vec<MixRoute> {
        self.sorted().into_iter().map(|(name, k)| MixRoute { name, requests: k.seen, kept: k.requests.len() }).collect()
    }

    /// The scenario that sends the mix to the place of `url`, with `headers` on every request.
    pub fn scenario(&mut self, url: &str, headers: &[(String, String)], close: bool) -> Result<Scenario, ScenarioError> {
        let all = self.sorted();
        let total: u64 = all.iter().map(|(_, k)| k.seen).sum();
        let steps = all.iter().flat_map(|(name, kept)| {
            let share = (kept.seen as f64 / total.max(1) as f64).max(RARE);
            let weight = WEIGHT * share / kept.seen.max(1) as f64;
            kept.requests.iter().map(move |(asked, stands_for)| MixedRequest {
                route: name.clone(),
                method: asked.method.clone(),
                path: asked.target.clone(),
                weight: (weight * *stands_for as f64).round().max(1.0) as u32,
            })
        });
        Scenario::from_mix(url, headers, close, steps.collect())
    }

    fn sorted(&mut self) -> Vec<(String, Kept)> {
        self.join_siblings();
        let total: u64 = self.other.seen + self.routes.values().map(|k| k.seen).sum::<u64>();
        let mut other = self.other.clone();
        let mut all = Vec::new();
        for (key, kept) in &self.routes {
            if (kept.seen as f64) < RARE * total as f64 {
                other.join(kept.clone(), KEPT_OF_OTHER, &mut self.random);
            } else {
                all.push((key.name(), kept.clone()));
            }
        }
        all.sort_by(|(a, x), (b, y)| y.seen.cmp(&x.seen).then(a.cmp(b)));
        all.extend((other.seen > 0).then(|| (OTHER.to_owned(), other)));
        all
    }

    /// Puts routes together whose paths differ in one part, of which there are many that are rare each: names of people, of articles.
    fn join_siblings(&mut self) {
        loop {
            let all: Vec<(&Key, u64)> = self.routes.iter().map(|(k, r)| (k, r.seen)).collect();
            let Some((from, to)) = rare_siblings(&all) else { return };
            let joined: Vec<Kept> = from.iter().filter_map(|key| self.routes.remove(key)).collect();
            for (kept, to) in joined.into_iter().zip(to) {
                self.routes.entry(to).or_default().join(kept, KEPT, &mut self.random);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(mix: &mut Mix) -> Vec<(String, u64)> {
        mix.routes().into_iter().map(|r| (r.name, r.requests)).collect()
    }

    fn name(text: &str, requests: u64) -> (String, u64) {
        (text.to_owned(), requests)
    }

    #[test]
    fn routes_are_told_by_templates_and_keep_their_shares() {
        let mut mix = Mix::new(1);
        for i in 0..600 {
            mix.add("GET", &format!("/products/{i}?page=2"), 1);
        }
        mix.add("GET", "/products", 300);
        mix.add("HEAD", "/products", 100);
        assert_eq!(names(&mut mix), [name("GET /products/{id}", 600), name("GET /products", 300), name("HEAD /products", 100)]);
        let scenario = mix.scenario("http://localhost:1/x", &[("X-Warmup".to_owned(), "1".to_owned())], false).expect("it can be sent");
        assert_eq!(scenario.routes(), ["GET /products/{id}", "GET /products", "HEAD /products"]);
        assert!(scenario.is_stateless() && scenario.steps().len() == 52);
        let weight = |route: &str| scenario.steps().iter().filter(|s| s.name == route).map(|s| u64::from(s.weight)).sum::<u64>();
        assert_eq!((weight("GET /products/{id}"), weight("HEAD /products")), (6_000_000, 1_000_000));
    }

    #[test]
    fn what_is_rare_is_one_route_that_is_sent_often_enough_to_be_judged() {
        let mut mix = Mix::new(1);
        mix.add("GET", "/a", 990);
        mix.add("GET", "/b", 6);
        mix.add("GET", "/c", 4);
        assert_eq!(names(&mut mix), [name("GET /a", 990), name("other", 10)]);
        let scenario = mix.scenario("http://localhost:1/", &[], false).expect("it can be sent");
        let weights: Vec<(&str, u32)> = scenario.steps().iter().map(|s| (s.path.as_str(), s.weight)).collect();
        assert_eq!(weights, [("/a", 9_900_000), ("/b", 300_000), ("/c", 200_000)]);
    }

    #[test]
    fn a_part_of_many_rare_words_is_a_place_and_frequent_words_beside_it_are_not() {
        let mut mix = Mix::new(1);
        for i in 0..60_u8 {
            let person = format!("{}{}", char::from(b'a' + i % 26), ["nn", "ob", "arl"][usize::from(i / 26)]);
            mix.add("GET", &format!("/people/{person}/orders"), 2);
        }
        mix.add("GET", "/people/me/orders", 400);
        assert_eq!(names(&mut mix), [name("GET /people/me/orders", 400), name("GET /people/{id}/orders", 120)]);
    }

    #[test]
    fn requests_of_a_joined_route_are_sent_as_often_as_those_they_stand_for() {
        let mut mix = Mix::new(1);
        for c in 'a'..='z' {
            // one of 26 was asked for ten times as often, which is rare as well beside what is asked for all the time
            mix.add("GET", &format!("/people/{c}"), if c == 'k' { 10 } else { 1 });
        }
        mix.add("GET", "/people/me", 1_965);
        assert_eq!(names(&mut mix), [name("GET /people/me", 1_965), name("other", 35)]);
        let scenario = mix.scenario("http://localhost:1/", &[], false).expect("it can be sent");
        let weight = |path: &str| scenario.steps().iter().find(|s| s.path == path).map(|s| s.weight);
        let (often, once) = (weight("/people/k").expect("it is kept"), weight("/people/l").expect("it is kept"));
        assert!(often.abs_diff(10 * once) < 10, "{often} {once}");
    }

    #[test]
    fn templates_that_could_not_be_joined_are_not_looked_at_again_before_the_end() {
        let mut mix = Mix::new(1);
        let letter = |i: usize| char::from(b'a' + (i % 20) as u8);
        // twenty words at most stand in each place, and 22 in one of them, none of which is rare
        for i in 0..MOST_TEMPLATES - 22 {
            mix.add("GET", &format!("/{}/{}/{}/{}", letter(i), letter(i / 20), letter(i / 400), letter(i / 8_000)), 1);
        }
        for c in 'a'..='v' {
            mix.add("GET", &format!("/a/people/{c}"), 1);
        }
        assert_eq!(mix.routes.len(), MOST_TEMPLATES);
        mix.add("GET", "/x", 1);
        assert_eq!((mix.routes.len(), mix.other.seen), (MOST_TEMPLATES, 1));
        // now 21 of the 22 are rare
        mix.add("GET", "/a/people/a", 10_000);
        mix.add("GET", "/y", 1);
        assert_eq!((mix.routes.len(), mix.other.seen), (MOST_TEMPLATES, 2));
        mix.join_siblings();
        assert_eq!(mix.routes.len(), MOST_TEMPLATES - 20);
    }

    #[test]
    fn what_is_kept_is_bounded_and_a_sample_of_all() {
        let mut mix = Mix::new(1);
        for i in 0..40_000 {
            mix.add("GET", &format!("/{i}"), 1);
        }
        let words =
            (0..MOST_TEMPLATES + 50).map(|i| (0..4).map(|d| char::from(b'a' + ((i / 26_usize.pow(d)) % 26) as u8)).collect::<String>());
        for (i, word) in words.enumerate() {
            mix.add("GET", &format!("/{word}/{}", ["x", "y"][i % 2]), 1);
        }
        assert!(mix.routes.len() <= MOST_TEMPLATES);
        let kept = &mix.routes[&Key::of("GET", "/7")];
        assert_eq!((kept.seen, kept.requests.len()), (40_000, KEPT));
        let late = kept.requests.iter().filter(|(a, _)| a.target[1..].parse::<u32>().expect("a number") >= 20_000).count();
        assert!((15..=35).contains(&late), "{late} of the second half");
    }

    #[test]
    fn what_would_be_a_placeholder_or_end_the_request_line_is_refused() {
        let mut mix = Mix::new(1);
        mix.add("GET", "/{{x}}", 1);
        assert!(mix.scenario("http://localhost:1/", &[], false).is_err());
    }
}
