//! The account of the heaviest open level, largest part first. Load that is closed is shown only when nothing else was measured, because its
//! account closes by construction.

use super::page::Page;
use crate::document::{Document, Ledger, Part};
use crate::figures::{ms, per_s, percent};
use diagnose::VerdictStatus;

/// Writes the account; nothing when no level was measured.
pub(super) fn where_time_goes(page: &mut Page, doc: &Document, status: VerdictStatus) {
    let heaviest = doc.ledger.iter().rev().find(|l| l.open).or(doc.ledger.last());
    let Some(l) = heaviest else { return };
    page.labelled(&format!("where time goes at {}", per_s(l.level_per_s)), [format!("of {} mean response", ms(l.response_ms))]);
    page.rows(&account(l));
    page.continued(&remarks(l, status, doc.verdict.evidence_name));
}

/// Share, time, name.
fn account(l: &Ledger) -> Vec<([String; 2], String)> {
    let mut major: Vec<&Part> = l.parts.iter().filter(|p| !p.minor).collect();
    major.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let mut rows: Vec<_> = major.into_iter().map(part).collect();
    if l.minor_ms > 0.0 {
        rows.push(([percent(l.minor_share), ms(l.minor_ms)], "smaller parts".to_owned()));
    }
    let error = format!("unexplained (± {})", ms(l.unexplained_se_ms));
    rows.push(([percent(l.unexplained_share), ms(l.unexplained_ms)], error));
    rows
}

/// A figure that is only a bound has no share.
fn part(p: &Part) -> ([String; 2], String) {
    let name = p.path.replace('/', " › ");
    match p.at_most_ms {
        Some(most) => ([String::new(), format!("<= {}", ms(most))], name),
        None => ([percent(p.share), ms(p.ms)], name),
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
