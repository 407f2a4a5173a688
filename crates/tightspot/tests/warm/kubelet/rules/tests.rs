//! Tables of what the rules do: the numbers of probes, their answers in turn, and what comes of it.

use super::Kind::{Liveness, Readiness, Startup};
use super::*;

fn at(s: u64) -> Duration {
    Duration::from_secs(s)
}

fn every(period_s: u32, failure: u32) -> Numbers {
    Numbers { period_s, failure, ..Numbers::default() }
}

/// A probe and its answers in turn, `+` and `-`.
type Asked<'a> = (Kind, Numbers, &'a str);

/// What happens to a container, second by second, until it is restarted or answers run out.
fn course(probes: &[Asked<'_>]) -> String {
    let numbers: Vec<(Kind, Numbers)> = probes.iter().map(|(kind, numbers, _)| (*kind, *numbers)).collect();
    let mut answers: Vec<(Kind, std::str::Chars<'_>)> = probes.iter().map(|(kind, _, all)| (*kind, all.chars())).collect();
    let (mut container, mut told) = (Container::new(&numbers), Vec::new());
    container.begins(at(0));
    if container.is_ready() {
        told.push("0 ready".to_owned());
    }
    for s in 0..600 {
        loop {
            let due = container.due(at(s));
            if due.is_empty() {
                break;
            }
            for kind in due {
                let of = answers.iter_mut().find(|a| a.0 == kind).expect("its answers");
                let Some(answer) = of.1.next() else { return told.join(", ") };
                let effect = match container.answered(kind, at(s), answer == '+') {
                    Effect::None => "",
                    Effect::Started => " started",
                    Effect::Ready => " ready",
                    Effect::NotReady => " not ready",
                    Effect::Restart => " restart",
                };
                let name = ["startup", "readiness", "liveness"][kind as usize];
                told.push(format!("{s} {name}{answer}{effect}"));
                if effect == " restart" {
                    assert!(!container.is_ready() && container.due(at(1_000)).is_empty());
                    return told.join(", ");
                }
            }
        }
    }
    told.join(", ")
}

#[test]
fn probes_do_what_their_numbers_say() {
    let twice = Numbers { success: 2, ..every(5, 2) };
    let late = Numbers { initial_delay_s: 7, ..every(5, 3) };
    let table: &[(&[Asked<'_>], &str)] = &[
        // nothing is asked: a container that runs takes traffic
        (&[], "0 ready"),
        // a startup probe that fails so many times in a row has it restarted
        (&[(Startup, every(2, 3), "---")], "0 startup-, 2 startup-, 4 startup- restart"),
        // one good answer is enough, and it is not asked again
        (&[(Startup, every(2, 3), "--+")], "0 startup-, 2 startup-, 4 startup+ started"),
        // until then the other two are not sent
        (
            &[(Startup, every(2, 9), "--+"), (Readiness, every(3, 1), "-+"), (Liveness, every(10, 1), "++")],
            "0 startup-, 2 startup-, 4 startup+ started, 4 readiness-, 4 liveness+, 7 readiness+ ready",
        ),
        // and their delays have not begun
        (
            &[(Startup, every(2, 9), "-+"), (Readiness, late, "+"), (Liveness, late, "+")],
            "0 startup-, 2 startup+ started, 9 readiness+ ready, 9 liveness+",
        ),
        (&[(Readiness, late, "-+")], "7 readiness-, 12 readiness+ ready"),
        // failures count in a row only, and a container that is not ready lives on
        (
            &[(Readiness, every(5, 2), "+-+--+")],
            "0 readiness+ ready, 5 readiness-, 10 readiness+, 15 readiness-, 20 readiness- not ready, 25 readiness+ ready",
        ),
        (&[(Readiness, twice, "+-++")], "0 readiness+, 5 readiness-, 10 readiness+, 15 readiness+ ready"),
        // a liveness probe has it restarted, ready or not; without a readiness probe it is ready while it lives
        (&[(Liveness, every(10, 2), "+-+--")], "0 ready, 0 liveness+, 10 liveness-, 20 liveness+, 30 liveness-, 40 liveness- restart"),
        // the numbers that a manifest leaves out
        (&[(Liveness, Numbers::default(), "---")], "0 ready, 0 liveness-, 10 liveness-, 20 liveness- restart"),
    ];
    for (probes, expected) in table {
        assert_eq!(course(probes), *expected, "{probes:?}");
    }
}

#[test]
fn a_container_that_starts_again_is_asked_from_the_beginning() {
    let mut c = Container::new(&[(Startup, every(2, 2)), (Readiness, every(5, 1))]);
    c.begins(at(0));
    assert_eq!(c.due(at(0)), [Startup]);
    assert_eq!(c.answered(Startup, at(0), true), Effect::Started);
    assert_eq!(c.due(at(0)), [Readiness]);
    assert_eq!(c.answered(Readiness, at(0), true), Effect::Ready);
    c.ends();
    assert!(!c.is_ready() && c.due(at(9)).is_empty());
    c.begins(at(10));
    // ready it is not, one failure of before is forgotten, and an answer to a probe of before is nobody's
    assert_eq!(c.due(at(10)), [Startup]);
    assert_eq!(c.answered(Readiness, at(10), true), Effect::None);
    assert_eq!(c.answered(Startup, at(10), false), Effect::None);
    assert!(!c.is_ready());
}

#[test]
fn a_probe_is_not_sent_while_it_is_under_way_and_at_once_when_it_took_longer_than_its_period() {
    let mut c = Container::new(&[(Startup, every(5, 3))]);
    c.begins(at(0));
    assert_eq!(c.due(at(0)), [Startup]);
    assert!(c.due(at(12)).is_empty());
    assert_eq!(c.answered(Startup, at(13), false), Effect::None);
    assert_eq!(c.due(at(13)), [Startup]);
}

#[test]
fn a_budget_is_failures_times_the_period_or_the_timeout() {
    assert_eq!(Numbers { initial_delay_s: 3, ..every(2, 225) }.budget_s(), 453);
    assert_eq!(Numbers { timeout_s: 450, ..every(5, 1) }.budget_s(), 450);
}
