//! Waiting to try again what failed.

use super::stacks::{Picked, Stack, time_where};
use diagnose::Analysis;
use diagnose::frames::{FrameClass, Part, Place, Role};
use diagnose::level::Level;
use model::Frame;
use std::collections::BTreeSet;

diagnose::thresholds! {
    /// Share of the time until requests try again that must be known to be for calls. Source: the meaning of "most".
    MOST = 0.5;
}

/// Time in which request threads of `level` wait before they try again; `None` without stacks.
pub(crate) fn waiting_to_try_again(a: &Analysis, level: &Level) -> Option<Picked> {
    time_where(a, level, |s| waits_to_try_again(a, s))
}

/// The part of it, milliseconds per request, that does not count as time in calls already: some clients try again within themselves.
pub(crate) fn waiting_beside_calls_ms(a: &Analysis, level: &Level) -> f64 {
    let beside = |s: &Stack<'_>| waits_to_try_again(a, s) && a.stacks.language.classify(s).place != Place::Request(Part::Remote);
    time_where(a, level, beside).map_or(0.0, |w| w.ms)
}

/// Whether requests that wait to try again do so, for most of that time, in functions of the application that are seen in calls to other
/// services, and in no statement or command: else it may be something else that failed.
pub(crate) fn calls_are_tried_again(a: &Analysis, level: &Level) -> bool {
    let place = |s: &Stack<'_>| a.stacks.language.classify(s).place;
    let functions_of = |parts: &[Part]| -> BTreeSet<Function> {
        let one_of = |s: &Stack<'_>| !waits_to_try_again(a, s) && parts.iter().any(|p| place(s) == Place::Request(*p));
        a.stacks.each().filter(|s| one_of(s)).flat_map(|s| own(&s)).collect()
    };
    let (calls, stores) = (functions_of(&[Part::Remote]), functions_of(&[Part::Database, Part::Cache]));
    let ms = |pick: &dyn Fn(&Stack<'_>) -> bool| time_where(a, level, pick).map_or(0.0, |w| w.ms);
    let told_apart = |s: &Stack<'_>| own(s).last().is_some_and(|f| calls.contains(f) && !stores.contains(f));
    let all = ms(&|s| waits_to_try_again(a, s));
    all > 0.0 && ms(&|s| waits_to_try_again(a, s) && told_apart(s)) > MOST.get() * all
}

/// Class and name.
type Function = (String, String);

/// Functions of the application on a stack, outermost first.
fn own(stack: &Stack<'_>) -> Vec<Function> {
    stack.iter().filter(|(_, c)| c.is_application()).map(|(f, _)| (f.class.clone(), f.method.clone())).collect()
}

/// Whether the thread waits inside a retry, and in no call that the retry makes: the call is made by other code further towards the leaf.
fn waits_to_try_again(a: &Analysis, stack: &Stack<'_>) -> bool {
    let Some(retry) = stack.iter().rposition(|(_, c)| c.is(Role::Retry)) else { return false };
    let calls = |(_, c): &(&Frame, FrameClass)| {
        c.is_application() || [Role::HttpClient, Role::Driver, Role::CacheClient, Role::Socket].iter().any(|r| c.is(*r))
    };
    !stack[retry + 1..].iter().any(calls)
        && matches!(a.stacks.language.classify(stack).place, Place::Request(part) if part.is_wait() && part != Part::Stopped)
}
