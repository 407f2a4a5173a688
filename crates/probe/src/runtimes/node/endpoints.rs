//! Calls of the target to other services, by what they ask for (`endpoints.js`).

use crate::endpoint::kept;
use std::collections::BTreeMap;

/// Makes what counts them.
pub(super) const ENDPOINTS: &str = include_str!("endpoints.js");
/// Method, host and path, milliseconds, how many by status, how many were held against the one before, and how many of these said the same.
pub(super) type Endpoint = (String, f64, Vec<(u16, f64)>, f64, f64);

/// Running totals by endpoint as it may be kept: seconds, calls by status, and calls that were compared and that repeated each other. Several may be one by then.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Totals {
    pub(super) seconds: BTreeMap<String, f64>,
    pub(super) calls: BTreeMap<(String, u16), f64>,
    pub(super) compared: BTreeMap<String, (f64, f64)>,
}

impl Totals {
    pub(super) fn of(all: &[Endpoint]) -> Self {
        let mut out = Self::default();
        for (asked, ms, statuses, compared, repeated) in all {
            let name = kept(asked);
            let of = out.compared.entry(name.clone()).or_default();
            *of = (of.0 + compared, of.1 + repeated);
            for (status, count) in statuses {
                *out.calls.entry((name.clone(), *status)).or_default() += count;
            }
            *out.seconds.entry(name).or_default() += ms / 1e3;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_one_endpoint_when_it_is_kept_is_counted_as_one() {
        let all = [
            ("BREW h:80 /pots".to_owned(), 500.0, vec![(200, 2.0)], 1.0, 1.0),
            ("STIR h:80 /pots".to_owned(), 1500.0, vec![(200, 3.0), (0, 1.0)], 3.0, 0.0),
        ];
        let name = || "* h:80/pots".to_owned();
        let calls = [((name(), 200), 5.0), ((name(), 0), 1.0)].into();
        let want = Totals { seconds: [(name(), 2.0)].into(), calls, compared: [(name(), (4.0, 1.0))].into() };
        assert_eq!(Totals::of(&all), want);
    }
}
