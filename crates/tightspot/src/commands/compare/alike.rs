//! Whether runs that are compared were asked the same: of the same URL, from the same scenario, with the same load.

use crate::kept;
use model::{Arrival, Message, PhaseKind, Run, message};

/// What a run was asked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    run: String,
    url: Message,
    /// The URL without what says nothing of the service: a port of this machine.
    place: String,
    scenario: Message,
    load: Message,
}

impl Asked {
    pub(super) fn of(run: &Run) -> Self {
        Self {
            run: run.info.id.clone(),
            url: Message::verbatim(&run.info.url),
            place: place(&run.info.url),
            scenario: kept::scenario_file(&run.info).map_or_else(|| message!("commands/no-scenario"), Message::verbatim),
            load: load(run),
        }
    }
}

/// Two states of a service run on two ports of one machine.
fn place(url: &str) -> String {
    let local = url.split_once("://").and_then(|(scheme, rest)| {
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit());
        let host = authority.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(authority, |(host, _)| host);
        matches!(host, "localhost" | "127.0.0.1" | "[::1]").then(|| format!("{scheme}://localhost{path}"))
    });
    local.unwrap_or_else(|| url.to_owned())
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
    type Thing = (&'static str, fn(&Asked) -> &Message, fn(&Asked, &Asked) -> bool);
    let things: [Thing; 3] = [
        ("url", |a| &a.url, |a, b| a.place == b.place),
        ("scenario", |a| &a.scenario, |a, b| a.scenario == b.scenario),
        ("load", |a| &a.load, |a, b| a.load == b.load),
    ];
    let unlike = things.iter().filter(|(.., alike)| asked.iter().any(|a| !alike(a, &asked[0])));
    let sentence = |(what, of, _): &Thing| {
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
    fn ports_of_this_machine_are_no_difference() {
        assert_eq!(place("http://127.0.0.1:8080/members/1?full"), place("http://localhost:8081/members/1?full"));
        assert_ne!(place("http://127.0.0.1:8080/members/1"), place("http://127.0.0.1:8080/members/2"));
        assert_ne!(place("http://a:8080/"), place("http://a:8081/"));
        assert_eq!(place("http://[::1]/x"), place("http://[::1]:80/x"));
        assert_ne!(place("http://localhost:8080/x"), place("https://localhost:8443/x"));
        assert_ne!(place("http://localhost:8080?a=1"), place("http://localhost:8080?a=2"));
    }

    #[test]
    fn what_was_not_asked_alike_is_named_with_the_runs() {
        let load = message!("commands/asked-connections", connections: name("16"));
        let of_url = |url: &str| Asked {
            run: "7f3a".into(),
            url: url.into(),
            place: place(url),
            scenario: message!("commands/no-scenario"),
            load: load.clone(),
        };
        let a = of_url("http://a/");
        let b = Asked { run: "1c2d".into(), ..of_url("http://b/") };
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
