//! The account of the heaviest open level, largest part first. Load that is closed is shown only when nothing else was measured, because its
//! account closes by construction.

use super::lines::Lines;
use super::page::Page;
use crate::document::{Ledger, Part, Words};
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{ms, per_s, percent};
use words::{Lang, say};

/// Writes the account; nothing when no level was measured.
pub(super) fn where_time_goes(page: &mut Page, lines: &Lines, status: VerdictStatus) {
    let (doc, lang) = (lines.doc, lines.lang);
    let heaviest = doc.ledger.iter().rev().find(|l| l.open).or(doc.ledger.last());
    let Some(l) = heaviest else { return };
    let label = message!("account/where", rate: name(per_s(l.level_per_s)));
    page.labelled(&say(&label, lang), [say(&message!("account/of-response", response: name(ms(l.response_ms))), lang)]);
    page.rows(&account(l, lang, lines.most.parts));
    if lines.most.remarks || !l.closes {
        page.continued(&remarks(l, status, doc.verdict.evidence_name).iter().map(|m| say(m, lang)).collect::<Vec<_>>());
    }
}

/// Share, time, name: the `most` largest parts, and the rest in one row.
pub(crate) fn account(l: &Ledger, lang: Lang, most: usize) -> Vec<([String; 2], String)> {
    let mut major: Vec<&Part> = l.parts.iter().filter(|p| !p.minor).collect();
    major.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let rest = major.split_off(most.min(major.len()));
    let (rest_ms, rest_share) = rest.iter().fold((l.minor_ms, l.minor_share), |(ms, share), p| (ms + p.ms, share + p.share));
    let mut rows: Vec<_> = major.into_iter().map(|p| part(l, p, lang)).collect();
    if rest_ms > 0.0 {
        rows.push(([percent(rest_share), ms(rest_ms)], say(&message!("account/smaller"), lang)));
    }
    let error = message!("account/unexplained-with-error", error: name(ms(l.unexplained_se_ms)));
    rows.push(([percent(l.unexplained_share), ms(l.unexplained_ms)], say(&error, lang)));
    rows
}

/// Its name, behind that of its group where it has one.
pub(crate) fn part_name(l: &Ledger, p: &Part, lang: Lang) -> String {
    let group = p.group.as_ref().and_then(|path| l.groups.iter().find(|g| g.path == *path));
    group.map(|g| &g.name).into_iter().chain([&p.name]).map(|w: &Words| w.say(lang)).collect::<Vec<_>>().join(" › ")
}

/// A figure that is only a bound has no share.
fn part(l: &Ledger, p: &Part, lang: Lang) -> ([String; 2], String) {
    let name = part_name(l, p, lang);
    match p.at_most_ms {
        Some(most) => ([String::new(), format!("<= {}", ms(most))], name),
        None => ([percent(p.share), ms(p.ms)], name),
    }
}

/// What has to be known of an account.
pub(crate) fn remarks(l: &Ledger, status: VerdictStatus, evidence: &'static str) -> Vec<Message> {
    let mut all = Vec::new();
    if let Some(bound) = l.run_queue_bound_ms.filter(|b| *b > 0.0) {
        all.push(message!("account/core-wait", most: name(ms(bound))));
    }
    if !l.has_stacks {
        all.push(message!("account/no-stacks"));
    } else if !l.open {
        all.push(message!("account/closed-load"));
    } else if !l.closes {
        all.push(message!("account/not-closing", tolerance: name(ms(l.tolerance_ms))));
    }
    if l.proves_little {
        all.push(match status {
            VerdictStatus::Found => message!("account/proves-little-found", evidence: kind(evidence)),
            VerdictStatus::None => message!("account/proves-little-none"),
            VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited => message!("account/proves-little"),
        });
    }
    all
}
