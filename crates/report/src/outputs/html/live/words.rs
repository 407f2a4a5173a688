//! Texts that scripts show. What they put in stands in braces.

use super::super::view::View;
use model::{Message, message};
use std::collections::BTreeMap;

/// By the names that scripts know.
pub(super) fn of(view: &View) -> BTreeMap<&'static str, String> {
    all().into_iter().map(|(id, text)| (id, view.say(text))).collect()
}

fn all() -> [(&'static str, Message); 14] {
    [
        ("copy", message!("html/copy")),
        ("copied", message!("html/copied")),
        ("nearer", message!("html/zoom-in")),
        ("further", message!("html/zoom-out")),
        ("whole-run", message!("html/whole-run")),
        ("timeline-keys", message!("html/timeline-keys")),
        ("search", message!("html/search-function")),
        ("found", message!("html/found-share", share: name("{share}"))),
        ("turn", message!("html/turn-calls")),
        ("whole", message!("html/whole-calls")),
        ("calls-level", message!("html/level")),
        ("calls-keys", message!("html/calls-keys")),
        ("calls-label", message!("html/calls-label", level: name("{level}"))),
        ("in-itself", message!("html/in-itself", ms: name("{ms}"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::words::{Lang, say};

    #[test]
    fn scripts_find_where_to_put_things_in_every_language() {
        for lang in Lang::ALL {
            let texts: BTreeMap<&str, String> = all().into_iter().map(|(id, text)| (id, say(&text, lang))).collect();
            for (id, place) in [("found", "{share}"), ("calls-label", "{level}"), ("in-itself", "{ms}")] {
                assert!(texts[id].contains(place), "{}", texts[id]);
            }
        }
    }
}
