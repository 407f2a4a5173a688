//! A walk through the heap of a Node process for its event emitters, among which connection pools are.

use super::cdp::{Session, thrown};
use crate::ProbeError;
use serde_json::{Value, json};

/// Calls `function`, a `function` expression, with the array of all event emitters as `this`, and gives its value, which must be JSON; of a
/// promise that to which it comes. V8 collects garbage first, which stops the service. The function runs as an interrupt, at any place
/// of the application: nothing in it may schedule anything but an immediate.
pub(super) fn walk(s: &mut Session, pid: u32, function: &str) -> Result<Value, ProbeError> {
    walk_of(s, pid, "(process.getBuiltinModule || require)('node:events').prototype", function)
}

/// The same with all objects of the prototype that `expression` gives; null where it gives none.
pub(super) fn walk_of(s: &mut Session, pid: u32, expression: &str, function: &str) -> Result<Value, ProbeError> {
    let prototype = json!({
        "expression": expression,
        "includeCommandLineAPI": true, "objectGroup": "tightspot",
    });
    let found = s.call("Runtime.evaluate", &prototype).and_then(|r| {
        thrown(pid, &r)?;
        if r["result"]["objectId"].is_null() {
            return Ok(Value::Null);
        }
        let of = json!({ "prototypeObjectId": r["result"]["objectId"], "objectGroup": "tightspot" });
        let objects = s.call("Runtime.queryObjects", &of)?;
        let ask = json!({
            "objectId": objects["objects"]["objectId"], "returnByValue": true, "awaitPromise": true, "functionDeclaration": function,
        });
        let mut r = s.call("Runtime.callFunctionOn", &ask)?;
        thrown(pid, &r)?;
        Ok(r["result"]["value"].take())
    });
    s.call("Runtime.releaseObjectGroup", &json!({ "objectGroup": "tightspot" }))?;
    found
}
