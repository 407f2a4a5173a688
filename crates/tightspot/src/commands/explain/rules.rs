//! `tightspot explain rules`: the rules of the judge in the order in which they are asked; and one of them alone.

use diagnose::judge::{Effect, RULES, Rule};
use model::{Message, message};
use report::hanging_line;
use words::{Lang, say};

/// What all of them are listed by.
pub(super) const ALL: &str = "rules";

/// Number, id, what it does and when it holds: a line each; then what the words for what it does mean.
pub(super) fn table(lang: Lang, width: usize) -> String {
    let longest = |word: fn(&Rule) -> &'static str| RULES.iter().map(|r| word(r).len()).max().unwrap_or(0);
    let (id, effect) = (longest(|r| r.id), longest(|r| r.effect.name()));
    let mut lines = vec![say(&message!("explain/rules"), lang), String::new()];
    for (place, r) in (1..).zip(RULES) {
        let head = format!("{place:>2}  {:<id$}  {:<effect$}  ", r.id, r.effect.name());
        lines.push(beside(&head, &say(&when(r), lang), width));
    }
    lines.push(String::new());
    for (i, r) in RULES.iter().enumerate() {
        if RULES[..i].iter().all(|earlier| earlier.effect.name() != r.effect.name()) {
            lines.push(beside(&format!("{:<effect$}  ", r.effect.name()), &say(&does(r.effect), lang), width));
        }
    }
    lines.join("\n")
}

/// The rule with this id.
pub(super) fn page(id: &str, lang: Lang, width: usize) -> Option<String> {
    let (place, r) = (1_u8..).zip(RULES).find(|(_, r)| r.id == id)?;
    let all = RULES.len() as f64;
    let title = message!("explain/rule", rule: name(r.id), place: Count(f64::from(place)), all: Count(all));
    let lines = [beside("", &say(&when(r), lang), width), beside(&format!("{}:  ", r.effect.name()), &say(&does(r.effect), lang), width)];
    Some(format!("{}\n\n{}", say(&title, lang), lines.join("\n\n")))
}

/// The ids of all.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|r| r.id)
}

/// `text` after `head`, which ends with two blanks or is empty, and under itself.
fn beside(head: &str, text: &str, width: usize) -> String {
    hanging_line(&format!("{head}{text}"), head.len() + 1, width)
}

/// When it holds: the text lies beside the judge.
fn when(r: &Rule) -> Message {
    Message { id: format!("judge/{}-rule", r.id).into(), args: Vec::new() }
}

/// What it does then.
fn does(effect: Effect) -> Message {
    match effect {
        Effect::Refuses(_) => message!("explain/refuses"),
        Effect::ForbidsNames => message!("explain/forbids-names"),
        Effect::LowersEvidence => message!("explain/lowers-evidence"),
        Effect::ForbidsCleanBill => message!("explain/forbids-clean-bill"),
        Effect::Clears => message!("explain/clears"),
        Effect::ForbidsClearing => message!("explain/forbids-clearing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_rule_has_a_name_of_its_own_and_says_when_it_holds_in_each_language() {
        assert_eq!(ids().collect::<BTreeSet<_>>().len(), RULES.len());
        for (r, lang) in RULES.iter().flat_map(|r| Lang::ALL.map(|lang| (r, lang))) {
            assert!(words::has(&when(r), lang) && words::has(&does(r.effect), lang), "{} in {}", r.id, lang.code());
        }
    }

    #[test]
    fn all_rules_are_listed_in_their_order_with_what_they_do_and_each_has_a_page() {
        for lang in Lang::ALL {
            let table = table(lang, 400);
            let at: Vec<usize> = (1..).zip(RULES).map(|(i, r)| table.find(&format!("{i:>2}  {} ", r.id)).expect(r.id)).collect();
            assert!(at.is_sorted(), "{table}");
            for r in RULES {
                let (page, when) = (page(r.id, lang, 400).expect(r.id), say(&when(r), lang));
                assert!(table.contains(&format!("{}  ", r.effect.name())) && table.contains(&when) && page.contains(&when), "{page}");
            }
        }
        assert_eq!(page("moon-too-far", Lang::En, 80), None);
    }

    #[test]
    fn a_long_text_goes_on_under_itself() {
        assert_eq!(beside(" 1  a  ", "when it holds", 15), " 1  a  when it\n       holds");
        assert_eq!(beside("", "when it holds", 8), "when it\nholds");
    }
}
