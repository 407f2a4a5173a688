//! What is said, apart from the words: an id and typed arguments. The words of each id stand in files beside the code that says it, one file per language
//! (`en.ftl`, `ko.ftl`); the crate `words` puts them together. Rules and tests read ids and arguments, and never a text.
//!
//! An id is `FOLDER/KEY`: the folder in which the file lies, and the name of the message in it.

mod convert;
pub(crate) mod kept;

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One argument, with its unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Milliseconds.
    Ms(f64),
    /// Seconds.
    Seconds(f64),
    /// A part of a whole, 0 to 1.
    Share(f64),
    /// A number of things, a mean number among them.
    Count(f64),
    /// A number of times as much.
    Times(f64),
    /// A rate, per second.
    PerSecond(f64),
    /// Cores of CPU.
    Cores(f64),
    /// Bytes.
    Bytes(f64),
    /// A name of the user's system (a method, a pool, a statement, a process), said as it is in every language.
    Name(String),
    /// One of several words of the language: the file chooses by it.
    Kind(Cow<'static, str>),
    /// Something said inside.
    Message(Box<Message>),
    /// Several things said, in their order.
    List(Vec<Message>),
}

/// Something to say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Message {
    /// `FOLDER/KEY`; empty where there is nothing to say.
    pub id: Cow<'static, str>,
    /// Arguments by name, in the order in which they were given.
    pub args: Vec<(Cow<'static, str>, Value)>,
}

impl Message {
    /// Id of a text that is said as it is, in every language: what another program said, and what an older version kept.
    pub const VERBATIM: &'static str = "verbatim";

    /// Without arguments.
    pub const fn new(id: &'static str) -> Self {
        Self { id: Cow::Borrowed(id), args: Vec::new() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.args.push((Cow::Borrowed(name), value));
        self
    }

    /// A text as it is.
    pub fn verbatim(text: impl Into<String>) -> Self {
        Self::new(Self::VERBATIM).with("text", Value::Name(text.into()))
    }

    /// The text, where it is one that is said as it is.
    pub fn text(&self) -> Option<&str> {
        match self.arg("text") {
            Some(Value::Name(text)) if self.is(Self::VERBATIM) => Some(text),
            _ => None,
        }
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// Whether its id is `id`.
    pub fn is(&self, id: &str) -> bool {
        self.id == id
    }

    /// The argument of this name.
    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }

    /// The figure of this name: of an argument that is one.
    pub fn figure(&self, name: &str) -> Option<f64> {
        self.arg(name).and_then(Value::figure)
    }

    /// Whether `id` is said, here or inside.
    pub fn says(&self, id: &str) -> bool {
        self.is(id) || self.inside().any(|m| m.says(id))
    }

    /// The first message with `id`, this one or one inside it.
    pub fn find(&self, id: &str) -> Option<&Self> {
        if self.is(id) { Some(self) } else { self.inside().find_map(|m| m.find(id)) }
    }

    /// What is said inside it.
    fn inside(&self) -> impl Iterator<Item = &Self> {
        self.args.iter().flat_map(|(_, v)| match v {
            Value::Message(m) => std::slice::from_ref(&**m),
            Value::List(all) => all,
            _ => &[],
        })
    }
}

impl Value {
    /// The figure, where it is one.
    pub fn figure(&self) -> Option<f64> {
        match self {
            Self::Ms(v)
            | Self::Seconds(v)
            | Self::Share(v)
            | Self::Count(v)
            | Self::Times(v)
            | Self::PerSecond(v)
            | Self::Cores(v)
            | Self::Bytes(v) => Some(*v),
            Self::Name(_) | Self::Kind(_) | Self::Message(_) | Self::List(_) => None,
        }
    }

    /// A name: a text, or a message that stands where a text of somebody else may stand too.
    pub fn name(name: impl Into<Self>) -> Self {
        name.into()
    }

    /// One of several words.
    pub fn kind(kind: &'static str) -> Self {
        Self::Kind(Cow::Borrowed(kind))
    }
}

/// For tests and logs: `row-locked/waits(rows: 3.1, of: 4)`. Users read what the crate `words` makes of it.
impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(text) = self.text() {
            return f.write_str(text);
        }
        f.write_str(&self.id)?;
        for (i, (name, value)) in self.args.iter().enumerate() {
            write!(f, "{}{name}: {value}", if i == 0 { "(" } else { ", " })?;
        }
        f.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{name:?}"),
            Self::Kind(kind) => f.write_str(kind),
            Self::Message(m) => write!(f, "{m}"),
            Self::List(all) => all.iter().enumerate().try_for_each(|(i, m)| write!(f, "{}{m}", if i == 0 { "" } else { " + " })),
            // to six digits: the rest differs with the order in which sums were made
            figure => {
                let figure = figure.figure().unwrap_or(f64::NAN);
                let rounded = format!("{figure:.5e}");
                write!(f, "{}", rounded.parse().unwrap_or(figure))
            }
        }
    }
}

/// A [`Message`]: `message!("row-locked/waits", rows: Count(3.1), ms: Ms(12.0), site: name(site), why: inner)`. What follows each name is a variant of
/// [`Value`] or one of its constructors with its argument, or a message, or a list of them, in parentheses: `why: (inner)`.
#[macro_export]
macro_rules! message {
    ($id:literal $(, $name:ident : $kind:tt $(($value:expr))?)* $(,)?) => {
        $crate::Message::new($id)$(.with(stringify!($name), $crate::message!(@value $kind $(($value))?)))*
    };
    (@value $kind:ident ($value:expr)) => { $crate::Value::$kind($value) };
    (@value ($value:expr)) => { $crate::Value::from($value) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_an_id_and_what_it_was_given() {
        let inner = message!("facts/grown", share: Share(0.62));
        let m = message!("row-locked/waits", rows: Count(3.0), site: name("Order.save"), why: (inner.clone()), what: kind("rows"));
        assert_eq!((m.figure("rows"), m.figure("site"), m.arg("why")), (Some(3.0), None, Some(&Value::from(inner))));
        assert!(m.is("row-locked/waits") && m.says("facts/grown") && !m.says("facts/none"));
        assert_eq!(m.find("facts/grown").and_then(|m| m.figure("share")), Some(0.62));
        assert_eq!(m.to_string(), "row-locked/waits(rows: 3, site: \"Order.save\", why: facts/grown(share: 0.62), what: rows)");
    }

    #[test]
    fn a_text_of_somebody_else_is_kept_as_it_is() {
        assert_eq!(Message::verbatim("attach: permission denied").to_string(), "attach: permission denied");
        assert!(Message::default().is_empty() && Message::from("").is_empty());
        let denied = Message::from("permission denied");
        assert_eq!(Value::name(&denied), Value::name("permission denied"));
    }
}
