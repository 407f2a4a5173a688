//! The parts of the page, each empty where there is nothing to say.

use super::{escape, list, table};
use crate::outputs::text::tail::{self, unexplained};
use crate::outputs::text::{Lines, account_rows, cpu_part, mark, start};
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{ms, per_s, percent};

fn titled(title: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("### {}\n\n{body}", escape(title)) }
}

fn label(lines: &Lines, m: &Message) -> String {
    lines.say(m).trim().to_owned()
}

/// The sentence, the id, and whose it is; then what happens and what a cure gives.
pub(super) fn verdict(lines: &Lines, status: VerdictStatus) -> String {
    let v = &lines.doc.verdict;
    let (_, glyph) = mark(lines.doc, status);
    let id = v.cause.or(v.candidate.as_deref()).map(|id| format!(" `{id}`")).unwrap_or_default();
    let whose = v.whose_message.as_ref().map(|w| format!(" ({})", escape(w.say(lines.lang)))).unwrap_or_default();
    let head = format!("## {glyph} {}{id}{whose}", escape(v.headline.say(lines.lang)));
    let says = if status == VerdictStatus::Found {
        [lines.what_happens(), lines.gain().unwrap_or_else(|| lines.limit())]
    } else {
        [v.reason.say(lines.lang).to_owned(), lines.decide().unwrap_or_else(|| lines.limit())]
    };
    let says = says.into_iter().filter(|s| !s.is_empty()).map(|s| escape(&s));
    [head].into_iter().chain(says).collect::<Vec<_>>().join("\n\n")
}

pub(super) fn evidence(lines: &Lines, status: VerdictStatus) -> String {
    let evidence = if status == VerdictStatus::Found { lines.evidence() } else { Vec::new() };
    titled(&label(lines, &message!("text/label-evidence")), &list(evidence.into_iter().chain(lines.experiments())))
}

/// What a full core does.
pub(super) fn core(lines: &Lines) -> String {
    let Some(cpu) = lines.doc.cpu.last().filter(|c| c.full && !c.parts.is_empty()) else { return String::new() };
    let title = lines.say(&message!("text/cpu-of", ms: Ms(cpu.ms), rate: PerSecond(cpu.per_s)));
    let rows = cpu.parts.iter().take(lines.most.cpu_parts).map(|p| vec![cpu_part(lines, p), percent(p.share), ms(p.ms)]);
    let head = [label(lines, &message!("text/label-cpu")), String::new(), String::new()];
    titled(&title, &table(&head, rows))
}

/// A start, second by second.
pub(super) fn start(lines: &Lines) -> String {
    let Some(start) = lines.doc.start.as_ref().filter(|s| !s.seconds.is_empty()) else { return String::new() };
    let head = start::COLUMNS.map(|c| lines.say(&message!("text/start-column", what: kind(c))));
    let shown = start.seconds.iter().filter(|s| start::SHOWN.contains(&s.second)).map(|s| start::row(s).to_vec());
    let warm = start::warm(start, lines.say(&message!("text/start-warm"))).to_vec();
    let says = list([lines.say(&start::lost(start)), lines.say(&start::minute(start))]);
    titled(&label(lines, &message!("text/label-start")), &format!("{says}\n\n{}", table(&head, shown.chain([warm]))))
}

/// The slowest requests.
pub(super) fn tail(lines: &Lines) -> String {
    let Some(tail) = &lines.doc.tail else { return String::new() };
    let say = |m: Message| lines.say(&m);
    let head = tail::COLUMNS.map(|c| say(message!("text/tail-column", what: kind(c))));
    let rows = tail.sources.iter().map(|s| tail::row(s, &say)).chain([unexplained(tail, &say)]).map(|r| r.to_vec());
    let says = list([say(tail::percentiles(tail)), say(tail::spikes(tail))]);
    titled(&label(lines, &message!("text/label-tail")), &format!("{says}\n\n{}", table(&head, rows)))
}

/// Where the time goes at the heaviest open level.
pub(super) fn account(lines: &Lines) -> String {
    let ledger = &lines.doc.ledger;
    let Some(l) = ledger.iter().rev().find(|l| l.open).or(ledger.last()) else { return String::new() };
    let title = lines.say(&message!("account/where", rate: name(per_s(l.level_per_s))));
    let head = [lines.say(&message!("account/of-response", response: name(ms(l.response_ms)))), String::new(), String::new()];
    let rows = account_rows(l, lines.lang, lines.most.parts).into_iter().map(|([share, ms], what)| vec![what, share, ms]);
    titled(title.trim(), &table(&head, rows))
}

pub(super) fn rejected(lines: &Lines, status: VerdictStatus) -> String {
    if status == VerdictStatus::GeneratorLimited {
        return String::new();
    }
    let not = titled(&label(lines, &message!("text/label-not")), &list(lines.rejected()));
    let also = titled(&label(lines, &message!("text/label-also")), &list(lines.others()));
    let unseen = titled(&label(lines, &message!("text/label-unseen")), &list(lines.unseen()));
    [not, also, unseen].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("\n\n")
}

pub(super) fn fix(lines: &Lines) -> String {
    titled(&label(lines, &message!("text/label-fix")), &list(lines.fixes()))
}

/// Folded: who doubts opens it.
pub(super) fn quality(lines: &Lines, status: VerdictStatus) -> String {
    let title = label(lines, &message!("text/label-quality"));
    let says = list(lines.quality(status).into_iter().chain([lines.run()]));
    format!("<details><summary>{}</summary>\n\n{says}\n\n</details>", escape(&title))
}
