//! The text of a dump: JSON as JDK 25 writes it.

use model::{Frame, FrameKind, Message, message};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "threadDump")]
    dump: Containers,
}

#[derive(Deserialize)]
struct Containers {
    #[serde(rename = "threadContainers")]
    containers: Vec<Container>,
}

#[derive(Deserialize)]
struct Container {
    threads: Vec<Thread>,
    /// As many as are listed, where the virtual machine keeps track of all.
    #[serde(default, rename = "threadCount")]
    count: Value,
}

#[derive(Deserialize)]
struct Thread {
    /// A number, in quotes or not.
    tid: Value,
    #[serde(default, rename = "virtual")]
    is_virtual: bool,
    state: Option<String>,
    /// The platform thread that runs it.
    carrier: Option<Value>,
    /// Innermost first.
    stack: Vec<String>,
}

/// Frames of each virtual thread that no carrier runs, by its number; outermost first. What its state tells and no Java frame does is a leaf of its own.
pub(super) fn without_carrier(json: &[u8]) -> Result<Vec<(u64, Vec<Frame>)>, Message> {
    let file: File = serde_json::from_slice(json).map_err(|e| message!("jvm/dump-not-readable", error: name(e.to_string())))?;
    if file.dump.containers.iter().any(|c| number(&c.count).is_some_and(|n| n > c.threads.len() as u64)) {
        return Err(message!("jvm/threads-not-tracked"));
    }
    let threads: Vec<Thread> = file.dump.containers.into_iter().flat_map(|c| c.threads).collect();
    if threads.iter().all(|t| t.state.is_none()) {
        return Err(message!("jvm/dumps-without-states"));
    }
    let unmounted = threads.into_iter().filter(|t| t.is_virtual && t.carrier.is_none());
    Ok(unmounted.filter_map(|t| Some((number(&t.tid)?, frames(&t)))).collect())
}

fn number(tid: &Value) -> Option<u64> {
    tid.as_u64().or_else(|| tid.as_str()?.parse().ok())
}

fn frames(thread: &Thread) -> Vec<Frame> {
    let leaf = match thread.state.as_deref() {
        // as the virtual machine's own frame is called in which a platform thread would wait
        Some("BLOCKED") => Some("ObjectMonitor::enter"),
        Some("RUNNABLE" | "NEW") => Some("[no carrier]"),
        _ => None,
    };
    let leaf = leaf.map(|method| Frame { class: String::new(), method: method.to_owned(), line: 0, kind: FrameKind::Native });
    thread.stack.iter().rev().map(|line| frame(line)).chain(leaf).collect()
}

/// `app//com.shop.Orders.place(Orders.java:41)`, `java.base/java.lang.Thread.run(Thread.java:1474)`, `Orders$$Lambda/0x00007f.run(Unknown Source)`.
fn frame(line: &str) -> Frame {
    let (name, source) = line.split_once('(').unwrap_or((line, ""));
    let (class, method) = name.rsplit_once('.').unwrap_or(("", name));
    let class = class.split_once("/0x").map_or(class, |(class, _)| class);
    let class = class.rsplit('/').next().unwrap_or(class);
    let line = source.trim_end_matches(')').rsplit_once(':').and_then(|(_, l)| l.parse().ok()).unwrap_or(0);
    Frame { class: class.to_owned(), method: method.to_owned(), line, kind: FrameKind::Compiled }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_lose_module_loader_and_hidden_name() {
        for (line, class, method, number) in [
            ("app//com.shop.Orders.place(Orders.java:41)", "com.shop.Orders", "place", 41),
            ("java.base/java.lang.Thread.run(Thread.java:1474)", "java.lang.Thread", "run", 1474),
            ("java.base@25.0.3/jdk.internal.misc.Unsafe.park(Native Method)", "jdk.internal.misc.Unsafe", "park", 0),
            ("app//com.shop.Orders$$Lambda/0x00007f4c.run(Unknown Source)", "com.shop.Orders$$Lambda", "run", 0),
            ("com.shop.Orders.<init>(Orders.java)", "com.shop.Orders", "<init>", 0),
        ] {
            let f = frame(line);
            assert_eq!((f.class.as_str(), f.method.as_str(), f.line), (class, method, number), "{line}");
        }
    }

    #[test]
    fn threads_without_a_carrier_are_told_and_others_are_not() {
        let dump = r#"{"threadDump": {"threadContainers": [{"container": "<root>", "threads": [
            {"tid": 1, "name": "main", "state": "WAITING", "stack": ["java.base/java.lang.Object.wait0(Native Method)"]},
            {"tid": 40, "virtual": true, "name": "a", "state": "WAITING", "stack": ["java.base/java.lang.VirtualThread.park(VirtualThread.java:5)", "app//S.a(S.java:7)"]},
            {"tid": "41", "virtual": true, "name": "b", "state": "BLOCKED", "blockedOn": "S@1", "stack": ["app//S.b(S.java:8)"]},
            {"tid": 42, "virtual": true, "name": "c", "state": "RUNNABLE", "stack": ["app//S.c(S.java:9)"]},
            {"tid": 43, "virtual": true, "name": "d", "state": "RUNNABLE", "carrier": 30, "stack": ["app//S.d(S.java:9)"]}
        ], "threadCount": 5}]}}"#;
        let seen = without_carrier(dump.as_bytes()).expect("a dump");
        let methods: Vec<(u64, Vec<&str>)> = seen.iter().map(|(id, f)| (*id, f.iter().map(|f| f.method.as_str()).collect())).collect();
        let expected = [(40, vec!["a", "park"]), (41, vec!["b", "ObjectMonitor::enter"]), (42, vec!["c", "[no carrier]"])];
        assert_eq!(methods, expected);
    }

    #[test]
    fn a_dump_without_states_is_refused() {
        let dump = r#"{"threadDump": {"threadContainers": [{"threads": [{"tid": "1", "name": "main", "stack": []}]}]}}"#;
        let why = without_carrier(dump.as_bytes()).expect_err("no states");
        assert!(why.is("jvm/dumps-without-states"), "{why}");
        assert!(without_carrier(b"Failed").is_err());
        let untracked =
            r#"{"threadDump": {"threadContainers": [{"threads": [{"tid": 1, "state": "WAITING", "stack": []}], "threadCount": 65}]}}"#;
        assert!(without_carrier(untracked.as_bytes()).expect_err("64 are missing").is("jvm/threads-not-tracked"));
    }
}
