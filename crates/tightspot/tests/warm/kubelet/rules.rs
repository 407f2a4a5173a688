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
mod tests;
