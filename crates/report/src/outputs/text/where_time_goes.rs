//! The account of the heaviest open level in one paragraph. Load that is closed is shown only when nothing else was measured, because its
//! account closes by construction.

use super::page::Page;
use crate::document::{Document, Ledger, Part};
use crate::figures::{ms, per_s, percent, with_error};
use diagnose::VerdictStatus;

/// Writes the paragraph; nothing when no level was measured.
pub(super) fn where_time_goes(page: &mut Page, doc: &Document, status: VerdictStatus) {
    let heaviest = doc.ledger.iter().rev().find(|l| l.open).or(doc.ledger.last());
    let Some(l) = heaviest else { return };
    let mut paragraphs = vec![account(l)];
    paragraphs.extend(remarks(l, status, doc.verdict.evidence_name));
    page.labelled(&format!("where time goes at {}", per_s(l.level_per_s)), paragraphs);
}

fn account(l: &Ledger) -> String {
    let mut major: Vec<&Part> = l.parts.iter().filter(|p| !p.minor).collect();
    major.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let mut items: Vec<String> = major.into_iter().map(part).collect();
    if l.minor_ms > 0.0 {
        items.push(format!("smaller parts {} ({})", percent(l.minor_share), ms(l.minor_ms)));
    }
    items.push(format!("unexplained {} ({} ms)", percent(l.unexplained_share), with_error(l.unexplained_ms, l.unexplained_se_ms)));
    format!("of {}: {}", ms(l.response_ms), items.join(" · "))
}

fn part(p: &Part) -> String {
    let name = p.path.replace('/', " › ");
    match p.at_most_ms {
        Some(most) => format!("{name} <= {}", ms(most)),
        None => format!("{name} {} ({})", percent(p.share), ms(p.ms)),
    }
}

fn remarks(l: &Ledger, status: VerdictStatus, evidence: &str) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(bound) = l.run_queue_bound_ms.filter(|b| *b > 0.0) {
        all.push(format!("waiting for a core: <= {}, overlapping the waits above", ms(bound)));
    }
    if !l.has_stacks {
        all.push("no stacks: what happens inside the service is not accounted for".to_owned());
    } else if !l.open {
        all.push("load was closed: the account closes by construction and proves nothing".to_owned());
    } else if !l.closes {
        all.push(format!("the account does not close: more than {} unexplained", ms(l.tolerance_ms)));
    }
    if l.proves_little {
        let carried = match status {
            VerdictStatus::Found => format!("; the verdict ({evidence}) rests on capacity (limit / time held) and the scheduler's figures"),
            VerdictStatus::None => "; the verdict rests on capacity (limit / time held) and the scheduler's figures".to_owned(),
            VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited => String::new(),
        };
        all.push(format!("requests this short prove little by their account{carried}"));
    }
    all
}
