//! Texts and messages as arguments, and texts as messages.

use super::{Message, Value};
use std::borrow::Cow;

impl From<Message> for Value {
    fn from(m: Message) -> Self {
        Self::Message(Box::new(m))
    }
}

/// A name where it is a text that is said as it is.
impl From<&Message> for Value {
    fn from(m: &Message) -> Self {
        m.text().map_or_else(|| m.clone().into(), Self::from)
    }
}

impl From<String> for Value {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<&String> for Value {
    fn from(name: &String) -> Self {
        Self::Name(name.clone())
    }
}

impl From<&str> for Value {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(name: Cow<'_, str>) -> Self {
        Self::Name(name.into_owned())
    }
}

/// A text as it is; nothing to say where it is empty.
impl From<&str> for Message {
    fn from(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { Self::verbatim(text) }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for Message {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Vec<Message>> for Value {
    fn from(all: Vec<Message>) -> Self {
        Self::List(all)
    }
}
