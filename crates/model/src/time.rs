//! One clock: nanoseconds of the host's `CLOCK_MONOTONIC`. A foreign clock is converted at the probe, once.

use serde::{Deserialize, Serialize};

/// A point on the host's monotonic clock, in nanoseconds.
///
/// ```
/// use model::Timestamp;
/// let t = Timestamp::from_ns(1_500_000_000);
/// assert_eq!(t.plus_ns(500).ns_since(t), 500);
/// assert!((t.seconds_since(Timestamp::from_ns(0)) - 1.5).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The present moment.
    pub fn now() -> Self {
        Self(clock_ns(libc::CLOCK_MONOTONIC))
    }

    /// A timestamp from nanoseconds of `CLOCK_MONOTONIC`.
    pub const fn from_ns(ns: i64) -> Self {
        Self(ns)
    }

    /// Nanoseconds of `CLOCK_MONOTONIC`.
    pub const fn ns(self) -> i64 {
        self.0
    }

    /// This moment shifted by `ns` nanoseconds (negative: earlier); the first or last that there is, where that would be beyond.
    #[must_use]
    pub const fn plus_ns(self, ns: i64) -> Self {
        Self(self.0.saturating_add(ns))
    }

    /// Signed nanoseconds from `earlier` to `self`; as many as can be told, where they are more.
    pub const fn ns_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Signed seconds from `earlier` to `self`.
    pub fn seconds_since(self, earlier: Self) -> f64 {
        self.ns_since(earlier) as f64 / 1e9
    }
}

/// Wall-clock nanoseconds since 1970 (`CLOCK_REALTIME`): for naming and display only, never for differences.
pub fn unix_now_ns() -> i64 {
    clock_ns(libc::CLOCK_REALTIME)
}

#[expect(unsafe_code, reason = "clock_gettime writes into a timespec that we own")]
fn clock_ns(clock: libc::clockid_t) -> i64 {
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `ts` is a valid, writable timespec for the length of the call.
    let rc = unsafe { libc::clock_gettime(clock, &raw mut ts) };
    assert_eq!(rc, 0, "clock_gettime works for the two clocks that every Linux has");
    ts.tv_sec * 1_000_000_000 + ts.tv_nsec
}
