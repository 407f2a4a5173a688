//! Why a service is not warm yet, and what could not be asked: values that rules and tests read, with a message for people.

use model::{Message, message};

/// The four conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Enough requests were answered.
    Coverage,
    /// Compilers and loaders are quiet.
    Quiet,
    /// Response times no longer change.
    Steady,
    /// All of it stays so at twice the rate.
    Burst,
}

/// What is still missing: `class` is the number of a class, beside what was seen stands what is asked.
#[expect(missing_docs, reason = "each field has the name of what it holds")]
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// A class has too few good answers.
    ClassAnswers { class: usize, seen: u64, asked: u64 },
    /// All classes together have too few.
    Answers { seen: u64, asked: u64 },
    /// Too many requests fail.
    Failed { share: f64, asked: f64 },
    /// Compilers are at work.
    Compiling { cores: f64, asked: f64 },
    /// Code is being loaded.
    Loading { per_s: f64, asked: f64 },
    /// Compiled code was thrown away.
    Invalidated { count: f64, windows: usize },
    /// A quota stops the service: its warm-up has too little CPU.
    Throttled { share: f64 },
    /// The conditions hold, but not for long enough.
    NotHeld { windows: usize, asked: usize },
    /// There are too few windows to tell whether response times change.
    TooShort { windows: usize, asked: usize },
    /// From one window to the next the response of a class changed.
    Jumped { class: usize, share: f64, asked: f64 },
    /// The response of a class may still be changing: all that is shown of its change lies between these.
    Changing { class: usize, low: f64, high: f64, asked: f64 },
    /// Levels of windows come and go, though they do not drift.
    Uneven { class: usize, spread: f64, asked: f64 },
    /// Above what this class takes when it is warm.
    AboveReference { class: usize, p95_ms: f64, warm_ms: f64 },
    /// The rate has yet to be doubled.
    BurstToCome,
    /// At twice the rate compilers came to work.
    BurstCompiling { cores: f64, asked: f64 },
    /// At twice the rate the response of a class was longer, by this factor.
    BurstChanged { class: usize, times: f64, asked: f64 },
    /// At twice the rate the response of a class was shorter, by this factor: whether it stays so is seen next.
    BurstFaster { class: usize, times: f64 },
    /// At the rate again the response of a class was not as before the rate was doubled, but this many times as long.
    AfterBurst { class: usize, times: f64 },
    /// At twice the rate requests failed.
    BurstFailed { share: f64, asked: f64 },
}

/// What is not seen of a service, so that it could not be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Compiler threads.
    Compilers,
    /// Loading of classes.
    Loading,
    /// Code thrown away.
    Invalidation,
    /// Stops by a quota.
    Throttling,
    /// What the service takes when it is warm.
    Reference,
}

impl Condition {
    /// A stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coverage => "coverage",
            Self::Quiet => "quiet",
            Self::Steady => "steady",
            Self::Burst => "burst",
        }
    }
}

impl Reason {
    /// The condition that does not hold.
    pub fn condition(&self) -> Condition {
        match self {
            Self::ClassAnswers { .. } | Self::Answers { .. } | Self::Failed { .. } => Condition::Coverage,
            Self::Compiling { .. } | Self::Loading { .. } | Self::Invalidated { .. } | Self::Throttled { .. } | Self::NotHeld { .. } => {
                Condition::Quiet
            }
            Self::TooShort { .. } | Self::Jumped { .. } | Self::Changing { .. } | Self::Uneven { .. } | Self::AboveReference { .. } => {
                Condition::Steady
            }
            Self::BurstToCome
            | Self::BurstCompiling { .. }
            | Self::BurstChanged { .. }
            | Self::BurstFaster { .. }
            | Self::AfterBurst { .. }
            | Self::BurstFailed { .. } => Condition::Burst,
        }
    }

    /// For people; `classes` are the names of the classes.
    pub fn message(&self, classes: &[String]) -> Message {
        let of = |class: usize| classes.get(class).cloned().unwrap_or_default();
        match *self {
            Self::ClassAnswers { class, seen, asked } => {
                message!("reasons/class-answers", class: name(of(class)), seen: Count(seen as f64), asked: Count(asked as f64))
            }
            Self::Answers { seen, asked } => message!("reasons/answers", seen: Count(seen as f64), asked: Count(asked as f64)),
            Self::Failed { share, asked } => message!("reasons/failed", share: Share(share), asked: Share(asked)),
            Self::Compiling { cores, asked } => message!("reasons/compiling", cores: Cores(cores), asked: Cores(asked)),
            Self::Loading { per_s, asked } => message!("reasons/loading", rate: PerSecond(per_s), asked: PerSecond(asked)),
            Self::Invalidated { count, windows } => message!("reasons/invalidated", count: Count(count), windows: Count(windows as f64)),
            Self::Throttled { share } => message!("reasons/throttled", share: Share(share)),
            Self::NotHeld { windows, asked } => message!("reasons/not-held", windows: Count(windows as f64), asked: Count(asked as f64)),
            Self::TooShort { windows, asked } => message!("reasons/too-short", windows: Count(windows as f64), asked: Count(asked as f64)),
            Self::Jumped { class, share, asked } => message!(
                "reasons/jumped",
                class: name(of(class)),
                way: kind(if share < 0.0 { "down" } else { "up" }),
                share: Share(share.abs()),
                asked: Share(asked)
            ),
            Self::Changing { class, low, high, asked } => message!(
                "reasons/changing",
                class: name(of(class)),
                low: name(signed(low)),
                high: name(signed(high)),
                asked: Share(asked)
            ),
            Self::Uneven { class, spread, asked } => {
                message!("reasons/uneven", class: name(of(class)), spread: Share(spread), asked: Share(asked))
            }
            Self::AboveReference { class, p95_ms, warm_ms } => {
                message!("reasons/above-reference", class: name(of(class)), p95: Ms(p95_ms), warm: Ms(warm_ms))
            }
            Self::BurstToCome => message!("reasons/burst-to-come"),
            Self::BurstCompiling { cores, asked } => message!("reasons/burst-compiling", cores: Cores(cores), asked: Cores(asked)),
            Self::BurstChanged { class, times, asked } => {
                message!("reasons/burst-changed", class: name(of(class)), times: Times(times), asked: Times(asked))
            }
            Self::BurstFaster { class, times } => message!("reasons/burst-faster", class: name(of(class)), times: Times(times)),
            Self::AfterBurst { class, times } => message!("reasons/after-burst", class: name(of(class)), times: Times(times)),
            Self::BurstFailed { share, asked } => message!("reasons/burst-failed", share: Share(share), asked: Share(asked)),
        }
    }
}

impl Absent {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Compilers, Self::Loading, Self::Invalidation, Self::Throttling, Self::Reference];

    /// A stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compilers => "compilers",
            Self::Loading => "loading",
            Self::Invalidation => "invalidation",
            Self::Throttling => "throttling",
            Self::Reference => "reference",
        }
    }

    /// For people.
    pub fn message(self) -> Message {
        match self {
            Self::Compilers => message!("reasons/no-compilers"),
            Self::Loading => message!("reasons/no-loading"),
            Self::Invalidation => message!("reasons/no-invalidation"),
            Self::Throttling => message!("reasons/no-throttling"),
            Self::Reference => message!("reasons/no-reference"),
        }
    }
}

/// `-4.2 %`: with its sign, which a share does not have.
pub fn signed(share: f64) -> String {
    format!("{:+.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_its_class_and_what_is_asked() {
        let m = Reason::ClassAnswers { class: 1, seen: 40, asked: 500 }.message(&["GET /a".to_owned(), "GET /b".to_owned()]);
        assert_eq!(m.to_string(), "reasons/class-answers(class: \"GET /b\", seen: 40, asked: 500)");
        assert_eq!((signed(-0.042), signed(0.3)), ("-4.2 %".to_owned(), "+30.0 %".to_owned()));
    }

    #[test]
    fn what_is_seen_at_twice_the_rate_belongs_to_the_burst() {
        let burst = [Reason::BurstToCome, Reason::BurstCompiling { cores: 0.4, asked: 0.15 }];
        assert!(burst.iter().all(|r| r.condition() == Condition::Burst && r.condition().name() == "burst"));
    }
}
