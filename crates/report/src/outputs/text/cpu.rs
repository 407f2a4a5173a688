//! What a full core does: its parts, the one that a reader should look at first, and what going without each would give.

use super::lines::Lines;
use super::page::Page;
use crate::document::{Cpu, CpuPart};
use model::message;
use words::figures::{bytes, ms, per_s, percent};
use words::say;

/// Smallest part for which it is said what the service could do without it: less would be lost in the noise.
const WORTH: f64 = 0.1;
/// Share in no sample from which it has a row.
const UNSEEN: f64 = 0.01;
/// How much the CPU of a request must differ from that at light load to be told.
const DIFFERS: f64 = 0.1;

/// Writes it; nothing where no core is full, or the CPU was not divided.
pub(super) fn what_the_core_does(page: &mut Page, lines: &Lines) {
    let Some(cpu) = lines.doc.cpu.last().filter(|c| c.full && !c.parts.is_empty() && lines.most.cpu_parts > 0) else { return };
    let of = lines.say(&message!("text/cpu-of", ms: Ms(cpu.ms), rate: PerSecond(cpu.per_s)));
    page.labelled(&lines.say(&message!("text/label-cpu")), [of]);
    let shown = cpu.parts.len().min(lines.most.cpu_parts);
    let rest: f64 = cpu.parts[shown..].iter().map(|p| p.ms).sum();
    let mut rows: Vec<([String; 2], String)> = cpu.parts[..shown].iter().map(|p| row(cpu, p.ms, part(lines, p))).collect();
    if rest > 0.0 {
        rows.push(row(cpu, rest, say(&message!("account/smaller"), lines.lang)));
    }
    if cpu.unseen_share >= UNSEEN {
        rows.push(row(cpu, cpu.unseen_ms, say(&message!("text/cpu-unseen"), lines.lang)));
    }
    page.rows(&rows);
    if lines.most.remarks {
        page.continued(&[remarks(lines, cpu)]);
    }
}

fn row(cpu: &Cpu, part_ms: f64, text: String) -> ([String; 2], String) {
    let share = if cpu.ms > 0.0 { part_ms / cpu.ms } else { 0.0 };
    ([percent(share), ms(part_ms)], text)
}

/// `rendering pages: TemplateEngine.process, asked for by Shelf.show:41; without it about 560/s`.
pub(crate) fn part(lines: &Lines, p: &CpuPart) -> String {
    let mut text = p.name.say(lines.lang).to_owned();
    let is_own = p.purpose == "own";
    if let Some(method) = p.own.as_ref().filter(|_| is_own).or(p.method.as_ref()).or(p.does.as_ref()) {
        text = lines.say(&message!("text/cpu-by", what: name(&text), method: name(method)));
    }
    if let Some(own) = p.own.as_ref().filter(|_| !is_own) {
        text = match p.purpose {
            "collector" => lines.say(&message!("text/cpu-made", what: name(&text), share: Share(p.own_share), own: name(own))),
            _ => lines.say(&message!("text/cpu-for", what: name(&text), own: name(own))),
        };
    }
    match p.without_per_s.filter(|_| p.share >= WORTH) {
        Some(rate) => lines.say(&message!("text/cpu-without", what: name(&text), rate: name(per_s(rate)))),
        None => text,
    }
}

/// How the CPU of a request grew, what threads cost each other, and where there is more.
fn remarks(lines: &Lines, cpu: &Cpu) -> String {
    let differs = (cpu.light_ms - cpu.ms).abs() >= DIFFERS * cpu.ms;
    let all = [
        differs.then(|| message!("text/cpu-light", ms: Ms(cpu.light_ms))),
        (cpu.contention_ms >= WORTH * cpu.ms).then(|| message!("text/cpu-contention", ms: Ms(cpu.contention_ms))),
        cpu.bytes.map(|b| message!("text/cpu-bytes", bytes: name(bytes(b)))),
        Some(message!("text/cpu-tree", run: name(&lines.doc.run.id))),
    ];
    all.iter().flatten().map(|m| lines.say(m)).collect::<Vec<_>>().join("; ")
}
