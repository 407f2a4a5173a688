//! Text: the answer with its interval, and how each quantile moved.

use crate::form::Form;
use crate::verification::said::Said;
use crate::verification::{Moved, Verification};
use crate::{Output, TextOptions};
use model::message;

pub(crate) const OUTPUT: &dyn Output<Verification> = &Form::text("the answer, for people", render);

fn render(v: &Verification, options: &TextOptions) -> String {
    let said = Said { v, lang: options.lang };
    let lines = [answer(&said), smallest(&said), moved(&said)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n") + "\n"
}

fn answer(said: &Said) -> Option<String> {
    let m = said.v.metrics.first()?;
    let word = said.say(message!("verification/answer", answer: kind(said.answer()))).to_uppercase();
    Some(said.say(
        message!("verification/text-answer", answer: name(word), metric: name(m.name.as_deref().unwrap_or_default()), says: (m.sentence())),
    ))
}

fn smallest(said: &Said) -> Option<String> {
    let smallest = said.v.metrics.first()?.smallest_effect?;
    Some(format!("  {}", said.say(message!("verification/text-smallest", share: name(format!("{:.0} %", smallest * 100.0))))))
}

fn moved(said: &Said) -> Option<String> {
    let p = |x: f64| (x - 1.0) * 100.0;
    let one =
        |m: &Moved| format!("p{} {:+.0} % ({:+.0}..{:+.0})", (m.quantile * 1000.0).round() / 10.0, p(m.ratio), p(m.band[0]), p(m.band[1]));
    let all: Vec<String> = said.v.shift.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("  {}", said.say(message!("verification/text-shift", moved: name(all.join(" · "))))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verification::fixture;
    use words::{Lang, as_ids};

    fn said(lang: Lang) -> String {
        let bytes = OUTPUT.render(&fixture::better(), &TextOptions { lang, ..TextOptions::default() }).expect("it renders");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn the_answer_stands_first_with_its_interval() {
        let text = as_ids(|| said(Lang::En));
        let says = r#"verification/sentence(answer: improved, pairs: 8, moved: "+110.0 % (+105.0 .. +115.0 %)", robust: "#;
        let answer = r#"verification/text-answer(answer: "VERIFICATION/ANSWER(ANSWER: IMPROVED)", metric: "throughput", says: "#;
        assert!(text.starts_with(&format!("{answer}{says}")), "{text}");
        assert!(text.contains("\n  verification/text-smallest(share: \"3 %\")\n") && text.contains("p50 -52 % (-55..-50) · "), "{text}");
        assert_ne!(said(Lang::Ko), said(Lang::En));
    }
}
