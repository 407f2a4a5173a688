//! Words for messages: what a [`Message`] reads like in a language. The texts lie beside the code that says them, one file per language in the format of
//! Project Fluent, and are put together at build time. Figures get their unit and their digits here, so that all of them read alike.
//!
//! Nothing that decides reads what this crate makes.

mod argument;
pub mod figures;
mod lang;

pub use lang::Lang;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use model::{Message, Value};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Texts of one folder in one language.
struct File {
    /// First half of the ids.
    folder: &'static str,
    lang: Lang,
    /// Where it lies.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name the file that is wrong"))]
    path: &'static str,
    text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<HashMap<(&'static str, Lang), Bundle>> =
    LazyLock::new(|| FILES.iter().map(|f| ((f.folder, f.lang), bundle(f))).collect());

fn bundle(file: &File) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![file.lang.id()]);
    // marks around arguments are for texts that mix directions
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| argument::written(value)));
    // what cannot be read is missing, which a test reports with its file and line
    let resource = FluentResource::try_new(file.text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

thread_local! {
    static IDS: Cell<bool> = const { Cell::new(false) };
}

/// What `f` gives while messages are said, in this thread, as their ids and arguments: `row-locked/holds(share: 0.71)`. For tests of what is said and where it
/// stands, which a better wording must not break.
pub fn as_ids<T>(f: impl FnOnce() -> T) -> T {
    /// Puts words back, also where `f` panics.
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            IDS.set(self.0);
        }
    }
    let _back = Back(IDS.replace(true));
    f()
}

/// The words of a message: empty for an empty one; in English where the language lacks it, as id and arguments where English does.
pub fn say(m: &Message, lang: Lang) -> String {
    if m.is_empty() {
        return String::new();
    }
    if m.is(Message::VERBATIM) || IDS.get() {
        return m.to_string();
    }
    [lang, Lang::En].into_iter().find_map(|lang| said(m, lang)).unwrap_or_else(|| m.to_string())
}

/// Whether the language has words of its own for a message and all that is said inside it.
pub fn has(m: &Message, lang: Lang) -> bool {
    let inside = m.args.iter().all(|(_, v)| match v {
        Value::Message(m) => has(m, lang),
        Value::List(all) => all.iter().all(|m| has(m, lang)),
        _ => true,
    });
    inside && (m.is_empty() || m.is(Message::VERBATIM) || said(m, lang).is_some())
}

fn said(m: &Message, lang: Lang) -> Option<String> {
    let (folder, key) = m.id.split_once('/')?;
    let bundle = BUNDLES.get(&(folder, lang))?;
    let pattern = bundle.get_message(key)?.value()?;
    let mut args = FluentArgs::new();
    for (name, value) in &m.args {
        args.set(name.replace('_', "-"), argument::fluent(value, lang));
    }
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
    errors.is_empty().then_some(text)
}

#[cfg(test)]
mod tests;
