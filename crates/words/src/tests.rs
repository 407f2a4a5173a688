//! Every text is there in every language, with the arguments that it is given.

use super::{BUNDLES, FILES, Lang, has, say};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use model::{Message, message};
use std::collections::{BTreeMap, BTreeSet};

/// Messages of a file with the arguments that their texts use.
fn texts(file: &super::File) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(file.text).unwrap_or_else(|(_, errors)| {
        let of = |e: &fluent_syntax::parser::ParserError| format!("line {}: {e}", file.text[..e.pos.start].matches('\n').count() + 1);
        panic!("{}: {}", file.path, errors.iter().map(of).collect::<Vec<_>>().join("; "))
    });
    let mut found = BTreeMap::new();
    for entry in &resource.body {
        if let Entry::Message(m) = entry {
            let mut used = BTreeSet::new();
            of_pattern(m.value.as_ref().unwrap_or_else(|| panic!("{}: {} has no text", file.path, m.id.name)), &mut used);
            let twice = found.insert(m.id.name.to_owned(), used);
            assert!(twice.is_none(), "{}: {} is there twice", file.path, m.id.name);
        }
    }
    found
}

fn of_pattern(pattern: &Pattern<&str>, used: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, used);
        }
    }
}

fn of_expression(expression: &Expression<&str>, used: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, used),
        Expression::Select { selector, variants } => {
            of_inline(selector, used);
            for v in variants {
                of_pattern(&v.value, used);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, used: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => drop(used.insert(id.name.to_owned())),
        InlineExpression::Placeable { expression } => of_expression(expression, used),
        _ => {}
    }
}

/// What the sources say: each `message!("FOLDER/KEY", name: ...)` with the names of its arguments.
mod source;

#[test]
fn each_folder_has_its_texts_in_every_language() {
    let mut folders: BTreeMap<&str, Vec<Lang>> = BTreeMap::new();
    for f in FILES {
        folders.entry(f.folder).or_default().push(f.lang);
    }
    for (folder, mut langs) in folders {
        langs.sort();
        assert_eq!(langs, Lang::ALL, "folder {folder} needs one file per language, and no other folder may have its name");
    }
    assert_eq!(BUNDLES.len(), FILES.len());
}

#[test]
fn languages_say_the_same_messages_of_the_same_arguments() {
    for en in FILES.iter().filter(|f| f.lang == Lang::En) {
        let ko = FILES.iter().find(|f| f.folder == en.folder && f.lang == Lang::Ko).expect("the test above");
        let (said, other) = (texts(en), texts(ko));
        let missing: Vec<_> = said.keys().filter(|k| !other.contains_key(*k)).collect();
        let more: Vec<_> = other.keys().filter(|k| !said.contains_key(*k)).collect();
        assert!(missing.is_empty() && more.is_empty(), "{}: missing {missing:?}, not in English {more:?}", ko.path);
    }
}

#[test]
fn what_the_code_says_has_a_text_that_uses_no_argument_it_is_not_given() {
    let all: BTreeMap<(&str, Lang), _> = FILES.iter().map(|f| ((f.folder, f.lang), texts(f))).collect();
    let mut wrong = Vec::new();
    let mut said = BTreeSet::new();
    for call in source::calls() {
        let (folder, key) = call.id.split_once('/').unwrap_or_else(|| panic!("{}: {:?} is no FOLDER/KEY", call.place, call.id));
        said.insert((folder.to_owned(), key.to_owned()));
        for lang in Lang::ALL {
            match all.get(&(folder, lang)).and_then(|t| t.get(key)) {
                None => wrong.push(format!("{}: {} has no text in {}", call.place, call.id, lang.code())),
                Some(used) => {
                    let missing = used.iter().filter(|arg| !call.args.contains(*arg));
                    let told =
                        |arg| format!("{}: the text of {} in {} uses ${arg}, which it is not given", call.place, call.id, lang.code());
                    wrong.extend(missing.map(told));
                }
            }
        }
    }
    for ((folder, lang), texts) in &all {
        // what a rule, a cause and a line of a log say is looked up by their ids
        let by_id = |key: &str| {
            ["headline", "name", "caution", "cure-pays"].contains(&key)
                || ["-rule", "-proves", "-leaves-open", "-shows"].iter().any(|end| key.ends_with(end))
        };
        let unused = texts.keys().filter(|key| !by_id(key) && !said.contains(&((*folder).to_owned(), (*key).clone())));
        wrong.extend(unused.map(|key| format!("{folder}/{key} in {} is said nowhere", lang.code())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whatever_has_a_headline_of_its_own_among_the_causes_has_a_name() {
    let causes: Vec<_> = FILES.iter().filter(|f| f.path.contains("/causes/src/") && f.text.contains("\nheadline = ")).collect();
    assert!(causes.len() > 100, "{}", causes.len());
    for f in causes {
        assert!(f.text.starts_with("name = "), "{}: a name stands first", f.path);
    }
}

/// Words in small Latin letters that are names of code, of commands or of the field, in Korean as well. What has a sign or a digit in it is code anyway, and
/// so is what stands in quotes.
const NAMES: [&str; 48] = [
    "c",
    "chmod",
    "clears",
    "collapsed",
    "compare",
    "core",
    "cpuset",
    "curl",
    "doctor",
    "edge",
    "executor",
    "explain",
    "finally",
    "future",
    "hidepid",
    "hsperfdata",
    "http",
    "hypothesis",
    "inconclusive",
    "jcmd",
    "jmap",
    "ledger",
    "libuv",
    "limit",
    "load",
    "ms",
    "pid",
    "prove",
    "readiness",
    "release",
    "report",
    "request",
    "root",
    "runs",
    "show",
    "size",
    "speedscope",
    "stdout",
    "sudo",
    "superuser",
    "sweep",
    "taskset",
    "tightspot",
    "true",
    "ulimit",
    "use",
    "verify",
    "why",
];

#[test]
fn korean_has_no_english_words_but_names() {
    let mut found = Vec::new();
    for file in FILES.iter().filter(|f| f.lang == Lang::Ko) {
        let resource = fluent_syntax::parser::parse(file.text).unwrap_or_else(|(resource, _)| resource);
        for entry in &resource.body {
            let Entry::Message(m) = entry else { continue };
            let mut texts = Vec::new();
            if let Some(p) = &m.value {
                plain(p, &mut texts);
            }
            let words = texts
                .iter()
                .flat_map(|t| unquoted(t))
                .flat_map(|t| t.split(|c: char| !c.is_ascii_alphanumeric() && !"_.:/=+#-".contains(c)));
            let words = words.map(|w| w.trim_end_matches(['.', ':']));
            let english = words.filter(|w| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase()));
            found.extend(english.filter(|w| !NAMES.contains(w)).map(|w| format!("{}: {}: {w}", file.path, m.id.name)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The stretches of a text that do not stand in quotes.
fn unquoted(text: &str) -> impl Iterator<Item = &str> {
    text.split(['`', '\'']).step_by(2)
}

/// The text of a pattern with dots for its arguments, and the texts that it chooses from.
fn plain(pattern: &Pattern<&str>, texts: &mut Vec<String>) {
    let mut own = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => own.push_str(value),
            PatternElement::Placeable { expression } => {
                own.push_str("...");
                if let Expression::Select { variants, .. } = expression {
                    for v in variants {
                        plain(&v.value, texts);
                    }
                }
            }
        }
    }
    texts.push(own);
}

#[test]
fn a_message_without_a_text_is_told_by_its_id() {
    let m = message!("nowhere/nothing", ms: Ms(2.0));
    assert_eq!((say(&m, Lang::Ko), has(&m, Lang::En)), ("nowhere/nothing(ms: 2)".to_owned(), false));
    assert_eq!(say(&Message::verbatim("as it is"), Lang::Ko), "as it is");
    assert_eq!(say(&Message::default(), Lang::En), "");
}
