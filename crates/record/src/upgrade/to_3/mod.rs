//! From schema 2 to 3: words of one product give way to those that all of its kind share.

mod names;
mod peers;
mod sessions;

use super::{elements, field, text};
use rmpv::Value;

/// Lifts each observation of a batch; kinds that have not changed stay as they are.
#[expect(clippy::unnecessary_wraps, reason = "a step may fail, this one does not")]
pub(super) fn lift(mut observations: Value) -> Result<Value, String> {
    for observation in elements(Some(&mut observations)) {
        let kind = text(observation, "kind").to_owned();
        let Some(content) = field(observation, "is") else { continue };
        match kind.as_str() {
            "environment" => peers::lift(content),
            "sessions" => sessions::lift(content),
            "series" => {
                sessions::lift_labels(content);
                names::lift_series(content);
            }
            "sensor" => names::lift_sensor(content),
            "stacks" => names::lift_stacks(content),
            _ => {}
        }
    }
    Ok(observations)
}
