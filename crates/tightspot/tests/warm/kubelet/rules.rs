//! When the probes of a container are sent and what their answers do, as Kubernetes documents it (Pod Lifecycle; Configure Liveness, Readiness and Startup
//! Probes). No clock and no process: whoever drives it has them.
//!
//! Left out on purpose: the back-off before a restart, graceful ends, and chance (the phase of a kubelet's ticker). The page says that delays of the other two
//! probes begin when the startup probe has succeeded; the kubelet's own code counts all of them from the start of the container. The page is followed here.

use std::time::Duration;

/// What a probe decides about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Whether the container has started: until then the others are not sent.
    Startup,
    /// Whether it takes traffic.
    Readiness,
    /// Whether it is to live on.
    Liveness,
}

/// The numbers of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) initial_delay_s: u32,
    pub(crate) period_s: u32,
    pub(crate) timeout_s: u32,
    pub(crate) success: u32,
    pub(crate) failure: u32,
}

impl Default for Numbers {
    /// What holds where a manifest says nothing.
    fn default() -> Self {
        Self { initial_delay_s: 0, period_s: 10, timeout_s: 1, success: 1, failure: 3 }
    }
}

impl Numbers {
    /// For how long a container may fail this probe: each failure takes its period, or its timeout where that is longer.
    pub(crate) fn budget_s(&self) -> u32 {
        self.initial_delay_s + self.failure * self.period_s.max(self.timeout_s)
    }
}

/// What an answer does to the container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing, or it stays as it is.
    None,
    /// It has started.
    Started,
    /// It takes traffic from now on.
    Ready,
    /// It takes none from now on.
    NotReady,
    /// It is killed and started again.
    Restart,
}

/// A probe and its answers so far.
#[derive(Debug)]
struct Probe {
    kind: Kind,
    numbers: Numbers,
    /// When it is sent next; `None`: not for now.
    next: Option<Duration>,
    /// It was sent, and has not answered.
    is_under_way: bool,
    /// The last answer, and how often it came in a row.
    last: (bool, u32),
}

/// A container, as its probes have it. Moments are counted from any beginning.
#[derive(Debug)]
pub(crate) struct Container {
    probes: Vec<Probe>,
    is_ready: bool,
}

impl Container {
    pub(crate) fn new(probes: &[(Kind, Numbers)]) -> Self {
        let probe = |&(kind, numbers)| Probe { kind, numbers, next: None, is_under_way: false, last: (false, 0) };
        Self { probes: probes.iter().map(probe).collect(), is_ready: false }
    }

    /// Its process has started, for the first time or again.
    pub(crate) fn begins(&mut self, now: Duration) {
        self.ends();
        if self.has(Kind::Startup) {
            self.begin(now, |kind| kind == Kind::Startup);
        } else {
            self.started(now);
        }
    }

    /// Its process has ended.
    pub(crate) fn ends(&mut self) {
        self.is_ready = false;
        for p in &mut self.probes {
            (p.next, p.is_under_way, p.last) = (None, false, (false, 0));
        }
    }

    /// The probes that are to be sent now; each must be answered ([`Self::answered`]) before it is sent again.
    pub(crate) fn due(&mut self, now: Duration) -> Vec<Kind> {
        let due = |p: &&mut Probe| !p.is_under_way && p.next.is_some_and(|next| next <= now);
        let send = |p: &mut Probe| {
            p.is_under_way = true;
            p.kind
        };
        self.probes.iter_mut().filter(due).map(send).collect()
    }

    /// A probe was answered, well or not; no answer within its timeout is none.
    pub(crate) fn answered(&mut self, kind: Kind, now: Duration, is_good: bool) -> Effect {
        let Some(p) = self.probes.iter_mut().find(|p| p.kind == kind && p.is_under_way) else { return Effect::None };
        p.is_under_way = false;
        // one that took longer than its period is sent again at once
        p.next = p.next.map(|sent| now.max(sent + Duration::from_secs(p.numbers.period_s.into())));
        p.last = if p.last.0 == is_good { (is_good, p.last.1 + 1) } else { (is_good, 1) };
        if p.last.1 < if is_good { p.numbers.success } else { p.numbers.failure } {
            return Effect::None;
        }
        match (kind, is_good) {
            (Kind::Startup, true) => {
                p.next = None;
                self.started(now);
                Effect::Started
            }
            (Kind::Startup | Kind::Liveness, false) => {
                self.ends();
                Effect::Restart
            }
            (Kind::Readiness, good) if good != self.is_ready => {
                self.is_ready = good;
                if good { Effect::Ready } else { Effect::NotReady }
            }
            (Kind::Readiness | Kind::Liveness, _) => Effect::None,
        }
    }

    /// Whether it takes traffic.
    pub(crate) fn is_ready(&self) -> bool {
        self.is_ready
    }

    fn has(&self, kind: Kind) -> bool {
        self.probes.iter().any(|p| p.kind == kind)
    }

    fn started(&mut self, now: Duration) {
        self.is_ready = !self.has(Kind::Readiness);
        self.begin(now, |kind| kind != Kind::Startup);
    }

    fn begin(&mut self, now: Duration, which: impl Fn(Kind) -> bool) {
        for p in self.probes.iter_mut().filter(|p| which(p.kind)) {
            p.next = Some(now + Duration::from_secs(p.numbers.initial_delay_s.into()));
        }
    }
}

#[cfg(test)]
mod tests {
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
}
