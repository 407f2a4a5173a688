//! The parts of a page, each without a body where there is nothing to say.

use super::{escape, list, paragraph, table};
use crate::outputs::text::tail::{self, unexplained};
use crate::outputs::text::{Lines, account_rows, cpu_part, mark, start};
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{ms, per_s, percent};

/// A part with its title.
pub(crate) struct Section {
    title: String,
    body: String,
}

impl Section {
    fn empty() -> Self {
        Self { title: String::new(), body: String::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    pub(crate) fn open(&self) -> String {
        format!("### {}\n\n{}", escape(&self.title), self.body)
    }

    /// Who doubts opens it. The title stands in HTML, where no backslash hides a sign.
    pub(crate) fn folded(&self) -> String {
        let title = self.title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<details><summary>{title}</summary>\n\n{}\n\n</details>", self.body)
    }
}

fn titled(title: &str, body: &str) -> Section {
    Section { title: title.trim().to_owned(), body: body.to_owned() }
}

fn label(lines: &Lines, m: &Message) -> String {
    lines.say(m).trim().to_owned()
}

/// The sentence, the id, and whose it is; then what happens and what a cure gives.
pub(crate) fn verdict(lines: &Lines, status: VerdictStatus) -> String {
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
    let says = says.into_iter().filter(|s| !s.is_empty()).map(|s| paragraph(&s));
    [head].into_iter().chain(says).collect::<Vec<_>>().join("\n\n")
}

/// Whether each objective holds, and up to where.
pub(crate) fn objectives(lines: &Lines) -> Section {
    let all = lines.objectives().into_iter().map(|o| format!("{} {}", o.mark, o.says));
    titled(&label(lines, &message!("objectives/label")), &list(all))
}

pub(crate) fn evidence(lines: &Lines, status: VerdictStatus) -> Section {
    let evidence = if status == VerdictStatus::Found { lines.evidence() } else { Vec::new() };
    titled(&label(lines, &message!("text/label-evidence")), &list(evidence.into_iter().chain(lines.experiments())))
}

/// What a full core does.
pub(crate) fn core(lines: &Lines) -> Section {
    let Some(cpu) = lines.doc.cpu.last().filter(|c| c.full && !c.parts.is_empty()) else { return Section::empty() };
    let title = lines.say(&message!("text/cpu-of", ms: Ms(cpu.ms), rate: PerSecond(cpu.per_s)));
    let rows = cpu.parts.iter().take(lines.most.cpu_parts).map(|p| vec![cpu_part(lines, p), percent(p.share), ms(p.ms)]);
    let head = [label(lines, &message!("text/label-cpu")), String::new(), String::new()];
    titled(&title, &table(&head, rows))
}

/// What failed, and what that follows from.
pub(crate) fn failures(lines: &Lines) -> Section {
    titled(&label(lines, &message!("text/label-errors")), &list(lines.errors()))
}

/// A start, second by second.
pub(crate) fn start(lines: &Lines) -> Section {
    let Some(start) = lines.doc.start.as_ref().filter(|s| !s.seconds.is_empty()) else { return Section::empty() };
    let head = start::COLUMNS.map(|c| lines.say(&message!("text/start-column", what: kind(c))));
    let shown = start.seconds.iter().filter(|s| start::SHOWN.contains(&s.second)).map(|s| start::row(s).to_vec());
    let warm = start::warm(start, lines.say(&message!("text/start-warm"))).to_vec();
    let says = list([lines.say(&start::lost(start)), lines.say(&start::minute(start))]);
    titled(&label(lines, &message!("text/label-start")), &format!("{says}\n\n{}", table(&head, shown.chain([warm]))))
}

/// The slowest requests.
pub(crate) fn tail(lines: &Lines) -> Section {
    let Some(tail) = &lines.doc.tail else { return Section::empty() };
    let say = |m: Message| lines.say(&m);
    let head = tail::COLUMNS.map(|c| say(message!("text/tail-column", what: kind(c))));
    let rows = tail.sources.iter().map(|s| tail::row(s, &say)).chain([unexplained(tail, &say)]).map(|r| r.to_vec());
    let says = list([say(tail::percentiles(tail)), say(tail::spikes(tail))]);
    titled(&label(lines, &message!("text/label-tail")), &format!("{says}\n\n{}", table(&head, rows)))
}

/// Where the time goes at the heaviest open level.
pub(crate) fn account(lines: &Lines) -> Section {
    let ledger = &lines.doc.ledger;
    let Some(l) = ledger.iter().rev().find(|l| l.open).or(ledger.last()) else { return Section::empty() };
    let title = lines.say(&message!("account/where", rate: name(per_s(l.level_per_s))));
    let head = [lines.say(&message!("account/of-response", response: name(ms(l.response_ms)))), String::new(), String::new()];
    let rows = account_rows(l, lines.lang, lines.most.parts).into_iter().map(|([share, ms], what)| vec![what, share, ms]);
    titled(&title, &table(&head, rows))
}

/// Diffs that show the fix, and what it costs.
pub(crate) fn examples(lines: &Lines) -> Section {
    let Some(fix) = lines.shown_fix() else { return Section::empty() };
    let shown = fix.examples.iter().map(|e| format!("{}\n\n{}", escape(e.title), fenced("diff", &e.diff)));
    let caution = fix.caution.iter().map(|c| paragraph(c.say(lines.lang)));
    titled(&label(lines, &message!("markdown/examples")), &shown.chain(caution).collect::<Vec<_>>().join("\n\n"))
}

/// Code between fences that are longer than any in it.
fn fenced(language: &str, code: &str) -> String {
    let most = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(most.max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}")
}

/// What it is not, what holds besides, what could not be seen.
pub(crate) fn rejected(lines: &Lines, status: VerdictStatus) -> [Section; 3] {
    if status == VerdictStatus::GeneratorLimited {
        return [Section::empty(), Section::empty(), Section::empty()];
    }
    let not = titled(&label(lines, &message!("text/label-not")), &list(lines.rejected()));
    let also = titled(&label(lines, &message!("text/label-also")), &list(lines.others()));
    let unseen = titled(&label(lines, &message!("text/label-unseen")), &list(lines.unseen()));
    [not, also, unseen]
}

pub(crate) fn fix(lines: &Lines) -> Section {
    titled(&label(lines, &message!("text/label-fix")), &list(lines.fixes()))
}

pub(crate) fn quality(lines: &Lines, status: VerdictStatus) -> Section {
    let says = list(lines.quality(status).into_iter().chain([lines.run()]));
    titled(&label(lines, &message!("text/label-quality")), &says)
}
