//! HTML: the page of a verification. It is the page of a verdict in frame, styles and drawings, and has no script.

mod drawings;
mod sections;

pub(crate) use drawings::quantile;

use crate::form;
use crate::outputs::html::assets::Form;
use crate::outputs::html::figures::told;
use crate::outputs::html::frame::{Frame, date};
use crate::outputs::html::tiles::{Tile, tiles};
use crate::verification::Verification;
use crate::verification::said::{Said, headline};
use crate::{Output, TextOptions};
use maud::{Markup, html};
use model::message;
use words::figures::{count, figure, percent};

pub(crate) const OUTPUT: &dyn Output<Verification> = &form::Form::html(render);

fn render(v: &Verification, options: &TextOptions) -> String {
    page(&Said { v, lang: options.lang })
}

fn page(said: &Said) -> String {
    let sections: Vec<_> =
        [sections::measured(said), sections::pairs(said), sections::shift(said), sections::held(said), Some(sections::appendix(said))]
            .into_iter()
            .flatten()
            .collect();
    let says = said.say(headline(said.v));
    let of = said.v.after.as_deref().unwrap_or_default();
    Frame {
        lang: said.lang,
        form: Form::Still,
        version: env!("CARGO_PKG_VERSION"),
        title: said.say(message!("html/title", service: name(of), says: name(&says))),
        ribbon: ribbon(said),
        first: (message!("html/verdict"), top(said, &says)),
        sections: &sections,
        data: Markup::default(),
    }
    .page()
}

fn ribbon(said: &Said) -> Markup {
    html! {
        header class="ribbon" {
            p class="service" { @for (name, what) in said.sides() { @if let Some(what) = what { span { (name) ": " strong { (what) } } } } }
            ul {
                @if !said.v.started_at.is_empty() { li { time datetime=(said.v.started_at) { (date(&said.v.started_at)) } } }
                @if !said.v.run.is_empty() { li { (said.say(message!("html/run", run: name(&said.v.run)))) } }
            }
        }
    }
}

/// The answer, what it rests on, and the figures that matter.
fn top(said: &Said, says: &str) -> Markup {
    let (tone, glyph) = match said.answer() {
        "improved" => ("good", "✔"),
        "worse" => ("bad", "✖"),
        "same" => ("neutral", "="),
        _ => ("unsure", "?"),
    };
    html! {
        section id="verdict" class={ "verdict " (tone) } aria-labelledby="headline" {
            p class="kind" { span class="glyph" aria-hidden="true" { (glyph) } (said.say(message!("verification/answer", answer: kind(said.answer())))) }
            h1 id="headline" { (told(says)) }
            @for line in said.lead() { p class="lead" { (told(&line)) } }
            (tiles(&figures(said), said.lang))
        }
    }
}

fn figures(said: &Said) -> Vec<Tile> {
    let Some(m) = said.v.metrics.first() else { return Vec::new() };
    let interval = match m.ci {
        [Some(low), Some(high)] => message!("verification/tile-interval", low: Times(low), high: Times(high)),
        _ => message!("verification/tile-no-interval"),
    };
    let ratio = Tile {
        label: message!("verification/metric", metric: kind(said.metric())),
        figure: format!("×{}", figure(m.ratio)),
        note: said.say(interval),
    };
    let pairs = Tile {
        label: message!("verification/tile-pairs"),
        figure: count(m.pairs as u64),
        note: said.say(message!("verification/tile-sign-flip", p: name(figure(m.sign_flip_p)))),
    };
    let noise = said.v.noise.as_ref().map(|n| Tile {
        label: message!("verification/tile-noise"),
        figure: percent(n.detectable),
        note: said.say(message!("verification/tile-scatter", scatter: Share(n.sd))),
    });
    [ratio, pairs].into_iter().chain(noise).collect()
}
