//! Peers of the target: addresses become peers of which nothing else is known.

use super::super::{elements, field};
use rmpv::Value;

/// `"127.0.0.1:5432"` becomes `{address, role, name, pid}` in `target.peers`.
pub(super) fn lift(environment: &mut Value) {
    let Some(target) = field(environment, "target") else { return };
    for peer in elements(field(target, "peers")) {
        if peer.is_str() {
            let address = std::mem::replace(peer, Value::Nil);
            let fields = [("address", address), ("role", "unknown".into()), ("name", "".into()), ("pid", Value::Nil)];
            *peer = Value::Map(fields.into_iter().map(|(key, value)| (key.into(), value)).collect());
        }
    }
}
