//! Old schemas: one function per version that lifts its observations to the next. Reading an old file climbs the chain.
//!
//! When a change to the vocabulary makes old files unreadable, raise [`CURRENT`] and append a step to the chain of
//! [`Chain::default`]. A new kind of observation raises it too, with a step that changes nothing, so that older programs say what they
//! lack. A field with a serde default needs neither. Steps work on plain values, so that they keep compiling when the vocabulary moves
//! on. They never change once released.

mod to_3;

use rmpv::Value;

/// The schema version that is written.
pub const CURRENT: u32 = 4;
/// The oldest version whose observations read as they are: those after it have kinds more, and nothing to lift.
pub(crate) const READS_AS_IT_IS: u32 = 3;

/// Lifts the observations of one batch (an array of `{kind, is}` maps) from one version to the next.
pub type Step = fn(Value) -> Result<Value, String>;

/// The steps from the oldest version that can be read up to [`CURRENT`].
#[derive(Debug, Clone)]
pub struct Chain {
    oldest: u32,
    steps: Vec<Step>,
}

impl Default for Chain {
    /// Version 1 is the first that was ever written. Version 2 has phases of kind `trial`, which version 1 does not know: nothing to lift.
    /// Version 3 speaks of sessions in words that all servers share, and of runtimes in words that all runtimes share; of each peer it says what
    /// it is. Version 4 has samples of answers: nothing to lift.
    fn default() -> Self {
        Self::new(1, vec![Ok, to_3::lift, Ok])
    }
}

impl Chain {
    /// A chain whose first step lifts version `oldest`.
    pub(crate) fn new(oldest: u32, steps: Vec<Step>) -> Self {
        assert_eq!(oldest as usize + steps.len(), CURRENT as usize, "one step per version, up to the current one");
        Self { oldest, steps }
    }

    /// The oldest version that can be read.
    pub fn oldest(&self) -> u32 {
        self.oldest
    }

    /// Whether `version` can be brought to the current one.
    pub fn reaches(&self, version: u32) -> bool {
        (self.oldest..=CURRENT).contains(&version)
    }

    /// Lifts `observations` from version `from` to [`CURRENT`].
    pub fn climb(&self, observations: Value, from: u32) -> Result<Value, String> {
        if !self.reaches(from) {
            return Err(format!("no way from schema {from} to {CURRENT}"));
        }
        let steps = (from..).zip(self.steps.iter().skip((from - self.oldest) as usize));
        steps
            .into_iter()
            .try_fold(observations, |value, (version, step)| step(value).map_err(|e| format!("upgrade from schema {version}: {e}")))
    }
}

/// Lifts `observations` from version `from` to [`CURRENT`] by the steps of this build.
pub fn to_current(observations: Value, from: u32) -> Result<Value, String> {
    Chain::default().climb(observations, from)
}

/// The value under `key` of a map, for steps.
pub fn field<'a>(map: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    match map {
        Value::Map(pairs) => pairs.iter_mut().find(|(k, _)| k.as_str() == Some(key)).map(|(_, v)| v),
        _ => None,
    }
}

/// The text under `key` of a map, or an empty one.
fn text<'a>(map: &'a Value, key: &str) -> &'a str {
    let found = map.as_map().and_then(|pairs| pairs.iter().find(|(k, _)| k.as_str() == Some(key)));
    found.and_then(|(_, value)| value.as_str()).unwrap_or_default()
}

/// The elements of a list; none of anything else.
fn elements(list: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    list.and_then(|value| if let Value::Array(all) = value { Some(all) } else { None }).into_iter().flatten()
}
