//! How requests arrive where a scenario file says it: in its `[load]`.

use load::profile::Profile;
use load::{LoadMode, LoadSpec, Pattern, Quantity, Scenario, WhenFull};
use model::Arrival;

/// Connections of closed load for which no number is given.
pub(crate) const CONNECTIONS: u32 = 50;
/// Requests in flight at most, of open load for which no number is given.
pub(crate) const MOST_IN_FLIGHT: u32 = 1000;

/// The load that the file asks for, on connections of so many streams; closed load where it names no height.
pub(crate) fn of_file(file: &LoadSpec, streams: u32) -> Pattern {
    let profile = |first: Option<f64>| match (first, file.stages.is_empty()) {
        (Some(first), true) => Profile::constant(first),
        (first, _) => Profile::stages(first.unwrap_or(0.0), &file.stages),
    };
    let streams = f64::from(streams);
    let users = file.users.map(f64::from).or(file.connections.map(|c| f64::from(c) * streams));
    let staged_rate = !file.stages.is_empty() && file.stages_of == Quantity::RatePerS;
    if file.rate_per_s.is_some() || staged_rate {
        return Pattern::Open {
            rate: profile(file.rate_per_s),
            poisson: file.poisson,
            max_in_flight: file.max_in_flight.or(file.connections).unwrap_or(MOST_IN_FLIGHT),
            when_full: file.when_full,
        };
    }
    let users = if file.stages.is_empty() { Some(users.unwrap_or(f64::from(CONNECTIONS) * streams)) } else { users };
    Pattern::Closed { users: profile(users) }
}

/// Open load of one rate, requests per second.
pub(crate) fn open(rate_per_s: f64) -> Pattern {
    Pattern::Open { rate: Profile::constant(rate_per_s), poisson: false, max_in_flight: MOST_IN_FLIGHT, when_full: WhenFull::Queue }
}

/// Users of a scenario with a period keep it, where its steps do not do so themselves.
pub(crate) fn keeping_the_period(pattern: Pattern, scenario: &Scenario) -> Pattern {
    match (pattern, scenario.every_ns()) {
        (Pattern::Closed { users }, Some(every_ns)) if scenario.is_stateless() => Pattern::Paced { users, every_ns },
        (other, _) => other,
    }
}

/// The load that the file of the scenario means; `None` where it names no height, or leaves it to be found.
pub(crate) fn meant(scenario: &Scenario) -> Option<Pattern> {
    let file = scenario.load();
    let says = file.rate_per_s.is_some() || file.users.is_some() || file.connections.is_some() || !file.stages.is_empty();
    (says && file.mode != Some(LoadMode::FindKnee)).then(|| keeping_the_period(of_file(file, 1), scenario))
}

/// A load for the record, which knows no stages: at its largest.
pub(crate) fn arrival(pattern: &Pattern, streams: u32) -> Arrival {
    match pattern {
        Pattern::Closed { users } => Arrival::Closed { connections: (users.peak().ceil() as u32).div_ceil(streams) },
        Pattern::Open { rate, poisson, max_in_flight, .. } => {
            Arrival::Open { rate_per_s: rate.peak(), poisson: *poisson, max_connections: max_in_flight.div_ceil(streams) }
        }
        Pattern::Paced { users, every_ns } => Arrival::Paced { users: users.peak().ceil() as u32, every_ns: *every_ns },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a scenario file with these tables means.
    fn meant_by(tables: &str) -> Option<Pattern> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("s.toml");
        let text = format!("[target]\nurl = \"http://localhost:1\"\n{tables}\n[[scenario.step]]\nrequest = \"GET /\"\n");
        std::fs::write(&path, text).expect("a file");
        meant(&Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}")))
    }

    #[test]
    fn a_load_is_meant_where_its_height_is_named() {
        assert_eq!(meant_by(""), None);
        assert_eq!(meant_by("[load]\nduration = \"2m\""), None);
        assert_eq!(meant_by("[load]\nmode = \"find-knee\"\nmax_rate = 300"), None);
        assert_eq!(meant_by("[load]\nrate = 96\nduration = \"2m\""), Some(open(96.0)));
        let users = Profile::constant(2500.0);
        assert_eq!(meant_by("[load]\nusers = 2500"), Some(Pattern::Closed { users: users.clone() }));
        let paced = Pattern::Paced { users, every_ns: 1_000_000_000 };
        assert_eq!(meant_by("[load]\nusers = 2500\n[scenario]\nevery = \"1s\""), Some(paced));
    }
}
