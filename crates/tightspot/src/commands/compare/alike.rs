//! Whether runs that are compared were asked the same: of the same URL, from the same scenario, with the same load.

use crate::kept;
use model::{Arrival, Message, PhaseKind, Run, message};

/// What a run was asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    run: String,
    url: Message,
    scenario: Message,
    load: Message,
}

impl Asked {
    pub(super) fn of(run: &Run) -> Self {
        Self {
            run: run.info.id.clone(),
            url: Message::verbatim(&run.info.url),
            scenario: kept::scenario_file(&run.info).map_or_else(|| message!("commands/no-scenario"), Message::verbatim),
            load: load(run),
        }
    }
}

/// The load of a run in words. Rates of a diagnosis follow from the service, so they are no difference in what was asked.
fn load(run: &Run) -> Message {
    let of_kind = |kind| run.phases.iter().filter(move |p| p.kind == kind);
    let asked = of_kind(PhaseKind::Load).map(|p| arrival(&p.arrival));
    let together = asked.reduce(|first, next| message!("commands/asked-together", first: (first), next: (next)));
    match (together, of_kind(PhaseKind::StartUp).next()) {
        (Some(load), _) => load,
        (None, Some(_)) => message!("commands/asked-first-minute"),
        (None, None) => message!("commands/asked-levels"),
    }
}

fn arrival(a: &Arrival) -> Message {
    match a {
        Arrival::Closed { connections } => message!("commands/asked-connections", connections: name(connections.to_string())),
        Arrival::Open { rate_per_s, .. } => Message::verbatim(format!("{rate_per_s:.0}/s")),
        Arrival::Paced { users, every_ns } => {
            message!("commands/asked-users", users: name(users.to_string()), every: name(format!("{:.1} s", *every_ns as f64 / 1e9)))
        }
    }
}

/// A sentence for each thing that was not asked alike of all.
pub(super) fn differences(asked: &[Asked]) -> Vec<Message> {
    type Thing = (&'static str, fn(&Asked) -> &Message);
    let things: [Thing; 3] = [("url", |a| &a.url), ("scenario", |a| &a.scenario), ("load", |a| &a.load)];
    let unlike = things.iter().filter(|(_, of)| asked.iter().any(|a| of(a) != of(&asked[0])));
    let sentence = |(what, of): &Thing| {
        let each = asked.iter().map(|a| message!("commands/asked-of-run", what: (of(a).clone()), run: name(&a.run)));
        let each = each.reduce(|first, next| message!("commands/asked-each", first: (first), next: (next))).unwrap_or_default();
        message!("commands/asked-unlike", what: kind(*what), each: (each))
    };
    unlike.map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_alike_is_named_with_the_runs() {
        let load = message!("commands/asked-connections", connections: name("16"));
        let a = Asked { run: "7f3a".into(), url: "http://a/".into(), scenario: message!("commands/no-scenario"), load };
        let b = Asked { run: "1c2d".into(), url: "http://b/".into(), ..a.clone() };
        let of_run = |what: &Message, run: &str| message!("commands/asked-of-run", what: (what.clone()), run: name(run));
        let unlike = |what: &'static str, first: &Message, next: &Message| {
            let each = message!("commands/asked-each", first: (of_run(first, "7f3a")), next: (of_run(next, "1c2d")));
            message!("commands/asked-unlike", what: kind(what), each: (each))
        };
        assert_eq!(differences(&[a.clone(), b.clone()]), [unlike("url", &a.url, &b.url)]);
        let faster = Asked { run: "1c2d".into(), load: "200/s".into(), ..a.clone() };
        assert_eq!(differences(&[a.clone(), faster.clone()]), [unlike("load", &a.load, &faster.load)]);
        assert!(differences(&[a.clone(), Asked { run: "1c2d".into(), ..a }]).is_empty());
    }
}
