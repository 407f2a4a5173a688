//! Calls of the target to other services, by what they ask for (`endpoints.js`).

use model::harmless;
use std::collections::BTreeMap;

/// Makes what counts them.
pub(super) const ENDPOINTS: &str = include_str!("endpoints.js");
/// Methods that have a name; others are told with a star.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// What stands for a part of a path that is no word; and what does so for [`harmless`].
const ANY: (&str, &str) = ("{id}", "{value}");

/// Method, host and path, milliseconds, and how many by status.
pub(super) type Endpoint = (String, f64, Vec<(u16, f64)>);

/// Running totals by endpoint as it may be kept: seconds, and calls by status. Several may be one by then.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Totals {
    pub(super) seconds: BTreeMap<String, f64>,
    pub(super) calls: BTreeMap<(String, u16), f64>,
}

impl Totals {
    pub(super) fn of(all: &[Endpoint]) -> Self {
        let mut out = Self::default();
        for (asked, ms, statuses) in all {
            let name = kept(asked);
            for (status, count) in statuses {
                *out.calls.entry((name.clone(), *status)).or_default() += count;
            }
            *out.seconds.entry(name).or_default() += ms / 1e3;
        }
        out
    }
}

/// `GET host:port/path` as it may be kept.
fn kept(asked: &str) -> String {
    let mut words = asked.splitn(3, ' ').map(str::to_owned);
    let [method, host, path] = std::array::from_fn(|_| words.next().unwrap_or_default());
    let method = if METHODS.contains(&method.as_str()) { method.as_str() } else { "*" };
    let url = harmless::url(&format!("{host}{path}").replace(ANY.0, ANY.1));
    format!("{method} {}", url.replace(ANY.1, ANY.0))
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
    fn what_is_one_endpoint_when_it_is_kept_is_counted_as_one() {
        let all =
            [("BREW h:80 /pots".to_owned(), 500.0, vec![(200, 2.0)]), ("STIR h:80 /pots".to_owned(), 1500.0, vec![(200, 3.0), (0, 1.0)])];
        let name = || "* h:80/pots".to_owned();
        let want = Totals { seconds: [(name(), 2.0)].into(), calls: [((name(), 200), 5.0), ((name(), 0), 1.0)].into() };
        assert_eq!(Totals::of(&all), want);
    }
}
