//! Signals, sensors and frames: names of one runtime become those of all.

use super::super::{elements, field, text};
use rmpv::Value;

/// What changed its name. Collections of V8 and of the JVM are one signal.
const RENAMED: [(&str, &str); 24] = [
    ("jvm.cpu.count", "runtime.cpu.count"),
    ("jvm.gc.count", "runtime.gc.count"),
    ("jvm.gc.duration", "runtime.gc.time"),
    ("jvm.safepoint.count", "runtime.stop.count"),
    ("jvm.safepoint.time", "runtime.stop.time"),
    ("jvm.class.loaded", "runtime.code.loaded"),
    ("jvm.jit.compilations", "runtime.compilation.count"),
    ("jvm.jit.time", "runtime.compilation.time"),
    ("jvm.thread.count", "runtime.thread.count"),
    ("nodejs.eventloop.time", "runtime.eventloop.time"),
    ("nodejs.eventloop.delay", "runtime.eventloop.delay"),
    ("nodejs.threadpool.delay", "runtime.threadpool.delay"),
    ("nodejs.threadpool.size", "runtime.threadpool.size"),
    ("nodejs.async.time", "runtime.async.time"),
    ("nodejs.async.count", "runtime.async.count"),
    ("nodejs.async.site.time", "runtime.async.site.time"),
    ("nodejs.server.request.time", "http.server.request.time"),
    ("nodejs.server.request.count", "http.server.request.count"),
    ("nodejs.client.call.time", "http.client.call.time"),
    ("nodejs.client.call.count", "http.client.call.count"),
    ("nodejs.client.queue.time", "http.client.queue.time"),
    ("nodejs.client.commands", "store.client.commands"),
    ("v8js.gc.count", "runtime.gc.count"),
    ("v8js.gc.duration", "runtime.gc.time"),
];

/// Labels that changed their name with the signal.
const RELABELLED: (&str, &str, &str) = ("v8js.gc.", "kind", "collector");

/// Kinds of code by how it runs, whatever the language.
const KINDS: [(&str, &str); 2] = [("c1", "baseline"), ("javascript", "compiled")];

/// A series has the name of its signal.
pub(super) fn lift_series(series: &mut Value) {
    let old = text(series, "signal").to_owned();
    let (prefix, before, after) = RELABELLED;
    if old.starts_with(prefix)
        && let Some(Value::Map(labels)) = field(series, "labels")
    {
        for (key, _) in labels.iter_mut().filter(|(key, _)| key.as_str() == Some(before)) {
            *key = after.into();
        }
    }
    rename(series, "signal", &RENAMED);
}

/// The sensor that reads what a runtime counts.
pub(super) fn lift_sensor(sensor: &mut Value) {
    rename(sensor, "id", &[("jvm-counters", "runtime-counters")]);
}

/// Frames are interpreted, compiled quickly or compiled, in every language.
pub(super) fn lift_stacks(stacks: &mut Value) {
    for frame in elements(field(stacks, "frames")) {
        rename(frame, "kind", &KINDS);
    }
}

fn rename(map: &mut Value, key: &str, names: &[(&str, &str)]) {
    if let Some(value) = field(map, key)
        && let Some((_, new)) = names.iter().find(|(old, _)| value.as_str() == Some(old))
    {
        *value = (*new).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(pairs: &[(&str, Value)]) -> Value {
        Value::Map(pairs.iter().map(|(k, v)| ((*k).into(), v.clone())).collect())
    }

    #[test]
    fn collections_of_both_runtimes_are_one_signal_with_one_label() {
        let mut of_v8 = map(&[("signal", "v8js.gc.count".into()), ("labels", map(&[("kind", "minor".into())]))]);
        lift_series(&mut of_v8);
        assert_eq!(of_v8, map(&[("signal", "runtime.gc.count".into()), ("labels", map(&[("collector", "minor".into())]))]));
        let mut of_a_jvm = map(&[("signal", "jvm.gc.count".into()), ("labels", map(&[("collector", "young".into())]))]);
        lift_series(&mut of_a_jvm);
        assert_eq!(of_a_jvm, map(&[("signal", "runtime.gc.count".into()), ("labels", map(&[("collector", "young".into())]))]));
    }

    #[test]
    fn what_has_kept_its_name_stays() {
        let mut other = map(&[("signal", "process.cpu.time".into()), ("labels", map(&[("kind", "x".into())]))]);
        let before = other.clone();
        lift_series(&mut other);
        assert_eq!(other, before);
    }

    #[test]
    fn frames_tell_how_they_run() {
        let frame = |kind: &str| map(&[("method", "m".into()), ("kind", kind.into())]);
        let mut stacks = map(&[("frames", Value::Array(vec![frame("c1"), frame("javascript"), frame("native")]))]);
        lift_stacks(&mut stacks);
        assert_eq!(stacks, map(&[("frames", Value::Array(vec![frame("baseline"), frame("compiled"), frame("native")]))]));
    }
}
