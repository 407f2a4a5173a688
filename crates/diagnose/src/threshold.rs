//! Thresholds: figures that decide, each with what it is and where it comes from. They can be moved, to see what would be decided then: a verdict that
//! does not stand when a threshold is moved by as much as it may be wrong is told with that doubt, and `cargo xtask thresholds` moves each of them on all
//! kept runs.

use std::cell::RefCell;

/// Share of a threshold by which it may be wrong itself: none is known better. A guess.
pub(crate) const MAY_BE_WRONG_BY: f64 = 0.1;

/// A figure that decides.
#[derive(Debug)]
pub struct Threshold {
    /// Module and name: `causes::row_locked`, `LEAST_SHARE`.
    pub of: (&'static str, &'static str),
    /// The figure.
    pub value: f64,
    /// What it is, its unit, and its source, which may be a guess.
    pub about: &'static str,
}

thread_local! {
    static MOVED: RefCell<Vec<(&'static Threshold, f64)>> = const { RefCell::new(Vec::new()) };
    static READ: RefCell<Option<Vec<&'static Threshold>>> = const { RefCell::new(None) };
}

impl Threshold {
    /// The figure, as it is or as it is moved.
    pub fn get(&'static self) -> f64 {
        READ.with_borrow_mut(|read| {
            if let Some(read) = read.as_mut().filter(|read| !read.iter().any(|t| t.is(self))) {
                read.push(self);
            }
        });
        MOVED.with_borrow(|moved| moved.iter().find(|(t, _)| t.is(self)).map_or(self.value, |(_, factor)| self.value * factor))
    }

    /// `row-locked/least-share`.
    pub fn id(&self) -> String {
        let (module, name) = self.of;
        let module = module.split_once("::").map_or(module, |(_, inside)| inside);
        format!("{}/{}", module.replace("::", "/"), name).replace('_', "-").to_lowercase()
    }

    /// By how much it may be wrong: a tenth of it, and where it is a share, of what is left to the whole if that is less. Nine tenths that are used are not
    /// nearly all.
    pub fn may_be_wrong_by(&self) -> f64 {
        wrong_by(self.value)
    }

    /// The factor that moves it by a part of itself, and where it is a share, of what is left to the whole if that is less: 0.9 moved by a tenth is 0.91.
    pub fn factor(&self, part: f64) -> f64 {
        1.0 + part * smaller_side(self.value) / self.value
    }

    /// Whether it is held against shares.
    pub(crate) fn is_share(&self) -> bool {
        is_share(self.value)
    }

    /// Whether its source says that it is a guess.
    pub fn is_guess(&self) -> bool {
        self.about.to_lowercase().contains("guess")
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// See [`Threshold::may_be_wrong_by`].
pub(crate) fn wrong_by(value: f64) -> f64 {
    MAY_BE_WRONG_BY * smaller_side(value)
}

/// Of a share the smaller of it and its rest, of any other figure itself.
fn smaller_side(value: f64) -> f64 {
    if is_share(value) { value.min(1.0 - value) } else { value.abs() }
}

/// Whether a threshold of this value is one of a share: between nothing and the whole.
fn is_share(value: f64) -> bool {
    value > 0.0 && value < 1.0
}

/// What `f` gives when `t` is `factor` times as large, and no other is moved, in this thread.
pub fn moved<T>(t: &'static Threshold, factor: f64, f: impl FnOnce() -> T) -> T {
    all_moved(vec![(t, factor)], f)
}

/// What `f` gives when each of `those` is as many times as large as is said, and no other is moved, in this thread.
pub fn all_moved<T>(those: Vec<(&'static Threshold, f64)>, f: impl FnOnce() -> T) -> T {
    /// Puts back what was, also where `f` panics.
    struct Back(Vec<(&'static Threshold, f64)>);
    impl Drop for Back {
        fn drop(&mut self) {
            MOVED.set(std::mem::take(&mut self.0));
        }
    }
    let _back = Back(MOVED.replace(those));
    f()
}

/// Whether one is moved in this thread.
pub(crate) fn is_any_moved() -> bool {
    MOVED.with_borrow(|moved| !moved.is_empty())
}

/// What `f` gives, and the thresholds that it read in this thread, in order.
pub fn read_by<T>(f: impl FnOnce() -> T) -> (T, Vec<&'static Threshold>) {
    let before = READ.replace(Some(Vec::new()));
    let result = f();
    let read = READ.replace(before).unwrap_or_default();
    (result, read)
}

/// Thresholds with what they are as their documentation: `thresholds! { /// Least share of ... Source: ... \n pub LEAST = 0.5; }`.
#[macro_export]
macro_rules! thresholds {
    ($($(#[doc = $about:literal])+ $visible:vis $name:ident = $value:expr;)+) => {
        $(
            $(#[doc = $about])+
            $visible static $name: $crate::threshold::Threshold = $crate::threshold::Threshold {
                of: (module_path!(), stringify!($name)),
                value: $value,
                about: concat!($($about),+),
            };
        )+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    thresholds! {
        /// Share of the time that counts as most. A guess: half.
        MOST = 0.5;
        /// Milliseconds that count. Source: nowhere.
        LEAST_MS = 2.0;
    }

    #[test]
    fn one_that_is_moved_is_another_for_as_long_as_it_is() {
        let both = || (MOST.get(), LEAST_MS.get());
        assert_eq!(moved(&MOST, 1.1, both), (0.55, 2.0));
        assert_eq!(moved(&MOST, 1.1, || moved(&LEAST_MS, 0.5, both)), (0.5, 1.0));
        assert_eq!(all_moved(vec![(&MOST, 1.1), (&LEAST_MS, 2.0)], both), (0.55, 4.0));
        let panics = std::panic::catch_unwind(|| moved(&MOST, 3.0, || panic!("while it is moved")));
        assert_eq!((panics.is_err(), both()), (true, (0.5, 2.0)));
    }

    #[test]
    fn a_share_near_the_whole_is_known_better_than_one_in_the_middle() {
        let by = [0.05, 0.6, 0.95, 20.0].map(|v| (wrong_by(v) * 1e4).round() / 1e4);
        assert_eq!(by, [0.005, 0.04, 0.005, 2.0]);
    }

    #[test]
    fn what_was_read_is_known_once_each() {
        let (sum, read) = read_by(|| MOST.get() + LEAST_MS.get() + MOST.get());
        assert_eq!(
            (sum, read.iter().map(|t| t.id()).collect::<Vec<_>>()),
            (3.0, vec!["threshold/tests/most".to_owned(), "threshold/tests/least-ms".to_owned()])
        );
        assert!(MOST.is_guess() && !LEAST_MS.is_guess());
    }
}
