//! Whether runs that are compared were asked the same: of the same URL, from the same scenario, with the same load.

use crate::kept;
use model::{Arrival, PhaseKind, Run};

/// What a run was asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    run: String,
    url: String,
    scenario: String,
    load: String,
}

impl Asked {
    pub(super) fn of(run: &Run) -> Self {
        Self {
            run: run.info.id.clone(),
            url: run.info.url.clone(),
            scenario: kept::scenario_file(&run.info).unwrap_or("none").to_owned(),
            load: load(run),
        }
    }
}

/// The load of a run in words. Rates of a diagnosis follow from the service, so they are no difference in what was asked.
fn load(run: &Run) -> String {
    let of_kind = |kind| run.phases.iter().filter(move |p| p.kind == kind);
    let asked: Vec<String> = of_kind(PhaseKind::Load).map(|p| arrival(&p.arrival)).collect();
    match (asked.is_empty(), of_kind(PhaseKind::StartUp).next()) {
        (false, _) => asked.join(" and "),
        (true, Some(_)) => "the first minute".to_owned(),
        (true, None) => "levels of a diagnosis".to_owned(),
    }
}

fn arrival(a: &Arrival) -> String {
    match a {
        Arrival::Closed { connections } => format!("{connections} busy connections"),
        Arrival::Open { rate_per_s, .. } => format!("{rate_per_s:.0}/s"),
        Arrival::Paced { users, every_ns } => format!("{users} users every {:.1} s", *every_ns as f64 / 1e9),
    }
}

/// A sentence for each thing that was not asked alike of all.
pub(super) fn differences(asked: &[Asked]) -> Vec<String> {
    type Thing = (&'static str, fn(&Asked) -> &str);
    let things: [Thing; 3] = [("URL", |a| &a.url), ("scenario", |a| &a.scenario), ("load", |a| &a.load)];
    let unlike = things.iter().filter(|(_, of)| asked.iter().any(|a| of(a) != of(&asked[0])));
    let sentence = |(what, of): &Thing| {
        let each: Vec<String> = asked.iter().map(|a| format!("{} ({})", of(a), a.run)).collect();
        format!("different {what}: {}", each.join(", "))
    };
    unlike.map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_alike_is_named_with_the_runs() {
        let a = Asked { run: "7f3a".into(), url: "http://a/".into(), scenario: "none".into(), load: "200/s".into() };
        let b = Asked { run: "1c2d".into(), url: "http://b/".into(), ..a.clone() };
        assert_eq!(differences(&[a.clone(), b]), ["different URL: http://a/ (7f3a), http://b/ (1c2d)"]);
        assert_eq!(differences(&[a.clone(), Asked { run: "1c2d".into(), ..a }]), Vec::<String>::new());
    }
}
