//! Markdown: the answer with its interval, what was held equal, and the pairs folded, for a pull request.

use crate::form::Form;
use crate::outputs::markdown::{escape, list, paragraph, table};
use crate::verification::said::{Said, headline, with_interval};
use crate::verification::{Pair, Verification};
use crate::{Output, TextOptions};
use model::{Message, message};
use words::figures::count;

pub(crate) const OUTPUT: &dyn Output<Verification> = &Form::markdown(render);

fn render(v: &Verification, options: &TextOptions) -> String {
    let said = Said { v, lang: options.lang };
    let page = [top(&said), measured(&said), shift(&said), held(&said), pairs(&said)];
    page.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn part(said: &Said, title: Message, body: String) -> String {
    if body.is_empty() { body } else { format!("### {}\n\n{body}", escape(&said.say(title))) }
}

fn top(said: &Said) -> String {
    let glyph = match said.answer() {
        "improved" => "✔",
        "worse" => "✖",
        "same" => "=",
        _ => "?",
    };
    let head = format!("## {glyph} {}", escape(&said.say(headline(said.v))));
    let sides = said.sides().into_iter().filter_map(|(name, what)| Some(format!("{name}: {}", what?)));
    let lead = said.lead().into_iter().map(|l| paragraph(&l));
    [head].into_iter().chain(lead).chain([list(sides)]).filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn measured(said: &Said) -> String {
    let Some(m) = said.v.metrics.first() else { return String::new() };
    let means = m.means.map_or([String::new(), String::new()], |m| m.map(|x| said.written(x)));
    let [before, after] = said.sides().map(|(name, _)| name);
    let ratio = match m.ci {
        [Some(low), Some(high)] => with_interval(m.ratio, [low, high]),
        _ => format!("×{}", words::figures::figure(m.ratio)),
    };
    let head = [String::new(), before, after, said.say(message!("verification/after-by-before"))];
    let row = [said.measured()].into_iter().chain(means).chain([ratio]).collect();
    let rows = table(&head, [row]);
    let notes = [said.noise(), Some(said.say(message!("verification/nothing-predicted")))];
    let notes = notes.into_iter().flatten().map(|n| paragraph(&n));
    part(said, message!("verification/measured"), [rows].into_iter().chain(notes).collect::<Vec<_>>().join("\n\n"))
}

fn shift(said: &Said) -> String {
    if said.v.shift.is_empty() {
        return String::new();
    }
    let head = [message!("verification/quantile-column"), message!("verification/after-by-before")].map(|m| said.say(m));
    let rows = said.v.shift.iter().map(|m| vec![super::html::quantile(m.quantile), with_interval(m.ratio, m.band)]);
    let note = paragraph(&said.say(message!("verification/shift-note")));
    part(said, message!("verification/shift"), format!("{note}\n\n{}", table(&head, rows)))
}

fn held(said: &Said) -> String {
    part(said, message!("verification/held"), list(said.held().into_iter().chain(said.left_out())))
}

/// The pairs, folded: who doubts opens them.
fn pairs(said: &Said) -> String {
    if said.v.pairs.is_empty() {
        return String::new();
    }
    let [before, after] = said.sides().map(|(name, _)| name);
    let head = [
        said.say(message!("verification/pair-column")),
        said.say(message!("verification/first-column")),
        before,
        after,
        said.say(message!("verification/counts-column")),
    ];
    let row = |p: &Pair| {
        let counts = said.say(message!("verification/counts", is: kind(if p.counts { "yes" } else { "no" })));
        vec![count(p.number as u64), said.first(p), said.written(p.before), said.written(p.after), counts]
    };
    let title = said.say(message!("verification/pairs")).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<details><summary>{title}</summary>\n\n{}\n\n</details>", table(&head, said.v.pairs.iter().map(row)))
}
