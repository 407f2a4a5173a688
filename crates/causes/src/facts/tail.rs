//! Causes of slow requests that are events: which share of the slowest requests falls to them.

use diagnose::claim::REQUESTS;
use diagnose::tail::{Source, SourceKind, Standing, Tail};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, LEAST_GROWTH_SHARE, Stability, Status};
use model::sensor::{EVENT_LOOP, RUNTIME_COUNTERS};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the slow requests from which events are told beside another cause. A guess.
    TOLD = 0.1;
}

/// Largest risk ratio that is told: what is beyond says no more.
const MOST_TIMES: f64 = 1000.0;

/// A cause that consists of events of some kinds.
pub(crate) struct Events {
    /// Id of the cause.
    pub(crate) id: &'static str,
    /// Its page.
    pub(crate) page: &'static str,
    /// Whether it may be named.
    pub(crate) stability: Stability,
    /// Its decoys.
    pub(crate) decoys: &'static [&'static str],
    /// What its events are called: `collections`, `stops`, `turns`.
    pub(crate) what: &'static str,
    /// Which kinds belong to it.
    pub(crate) is_of: fn(SourceKind) -> bool,
    /// The intervention that brings such events about, where there is one.
    pub(crate) by: Option<&'static str>,
    /// What is known of them beyond that.
    pub(crate) more: fn(&Analysis) -> Option<Message>,
    /// What is seen of them where nobody asked about the slowest requests; it is told beside the verdict.
    pub(crate) unasked: fn(&Analysis) -> Option<Message>,
    /// What cures it.
    pub(crate) fix: fn(&Analysis) -> Message,
}

impl Cause for Events {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn stability(&self) -> Stability {
        self.stability
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        self.decoys
    }

    fn brought_about_by(&self) -> Option<&'static str> {
        self.by
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some(tail) = &a.tail else {
            let Some(seen) = (self.unasked)(a) else {
                return Hypothesis::new(self.id, Status::NotApplicable, message!("tail/not-asked", option: name("--tail")));
            };
            let mut h = Hypothesis::new(self.id, Status::Secondary, seen);
            (h.evidence, h.fix) = (EvidenceLevel::Coincides, (self.fix)(a));
            h.observed.clone_from(&h.reason);
            return h;
        };
        if ![RUNTIME_COUNTERS, EVENT_LOOP].iter().any(|s| a.run.sees(s)) {
            let mut h = Hypothesis::new(self.id, Status::NotObservable, a.unseen(RUNTIME_COUNTERS));
            h.missing = vec![RUNTIME_COUNTERS];
            return h;
        }
        let mut h = Hypothesis::new(self.id, Status::Rejected, Message::default());
        h.expected = message!("tail/expected", what: kind(self.what));
        h.falsifier = message!("tail/falsifier", what: kind(self.what));
        let of: Vec<&Source> = tail.sources.iter().filter(|s| (self.is_of)(s.kind)).collect();
        if of.is_empty() {
            h.reason = message!("tail/none-seen", what: kind(self.what));
        } else {
            self.judge(a, tail, &of, &mut h);
        }
        h.observed.clone_from(&h.reason);
        h
    }
}

impl Events {
    fn judge(&self, a: &Analysis, tail: &Tail, of: &[&Source], h: &mut Hypothesis) {
        h.weight = of.iter().map(|s| s.share).sum();
        let first = of[0];
        // where some kinds explain, those that do not are not told among them
        let told = || of.iter().filter(|s| s.standing == first.standing);
        let number: f64 = told().map(|s| s.events as f64).sum();
        let seen = message!(
            "tail/seen",
            what: kind(self.what),
            number: Count(number),
            mean: Ms(told().map(|s| s.mean_ms * s.events as f64).sum::<f64>() / number.max(1.0)),
            longest: Ms(told().map(|s| s.longest_ms).fold(0.0, f64::max))
        );
        if first.standing != Standing::Explains {
            let why = first.standing.name();
            h.reason = message!("tail/does-not-explain", seen: (seen), why: kind(why), spikes: Count(tail.spikes as f64));
            return;
        }
        let risk = first.association.map_or(1.0, |a| a.risk_ratio).min(MOST_TIMES);
        let falls = message!(
            "tail/falls-to",
            share: Share(h.weight),
            limit: Ms(tail.limit_ms),
            seen: (seen.clone()),
            times: Times(risk)
        );
        h.reason = message!("tail/says", says: List([Some(falls), (self.more)(a)].into_iter().flatten().collect()));
        h.fix = (self.fix)(a);
        let slow = message!("tail/claim-share", share: Share(h.weight), seen: (seen));
        h.claims = vec![
            Claim::at(&tail.level, "share_of_slow", h.weight, "1", slow).from(&[REQUESTS]),
            Claim::at(&tail.level, "limit_ms", tail.limit_ms, "ms", message!("tail/claim-limit", limit: Ms(tail.limit_ms)))
                .from(&[REQUESTS]),
        ];
        // where the slowest requests are hardly slower than the others there is nothing to be cured
        let matters = tail.is_long();
        h.status = match h.weight {
            w if w >= LEAST_GROWTH_SHARE.get() && matters => Status::Supported,
            w if w >= TOLD.get() => Status::Secondary,
            _ => Status::Rejected,
        };
        if h.status == Status::Supported {
            h.evidence = EvidenceLevel::Explains;
        }
    }
}
