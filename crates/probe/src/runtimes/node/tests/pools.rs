//! What `pools.js` reads of objects that are none of ours, and how many pools it keeps: run by the Node of the machine, without a probe.

use super::super::gauges::{POOLS, expression};
use super::service::skipped;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What `pools.js` beside this file says; `None` (said aloud) where there is no Node.
fn told() -> Option<Value> {
    let node = std::env::var("TIGHTSPOT_TEST_NODE").unwrap_or_else(|_| "node".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/runtimes/node/tests/pools.js");
    let Ok(mut child) = Command::new(node).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        skipped();
        return None;
    };
    child.stdin.take().expect("piped").write_all(expression(POOLS).as_bytes()).expect("it reads");
    let out = child.wait_with_output().expect("it ends");
    assert!(out.status.success(), "{}", out.status);
    Some(serde_json::from_slice(&out.stdout).expect("JSON"))
}

#[test]
fn no_getter_and_no_trap_of_the_application_is_run() {
    let Some(told) = told() else { return };
    assert_eq!(told["sprung"], 0, "{told}");
    let found = json!([
        ["http-agent", "http", [0, 0, 0, 1, 0]],
        ["mysql2", "pool", [2, 0, 3, 4, 2]],
        ["ioredis", "client", [0, 0, 1, 1, 2]],
        ["sequelize", "pool", [2, 1, 3, 6, 1]],
        ["mariadb", "pool", [2, 1, 3, 4, 1]]
    ]);
    assert_eq!((&told["told"]["found"], &told["told"]["workers"]), (&found, &json!(1)), "who is named by a getter has no name");
}

#[test]
fn pools_beyond_those_that_are_kept_are_counted() {
    let Some(told) = told() else { return };
    assert_eq!((&told["kept"], &told["left"]), (&json!(16), &json!(9)), "{told}");
}
