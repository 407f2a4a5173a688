//! Objectives below the verdict: each with whether it holds, and up to which rate.

use super::figures::told;
use super::view::View;
use crate::outputs::text::Tone;
use maud::{Markup, html};
use model::message;

/// A line for each; nothing where none was asked for.
pub(super) fn objectives(view: &View) -> Markup {
    let all = view.lines.objectives();
    let class = |tone| match tone {
        Tone::Good => "grade good",
        Tone::Bad => "grade poor",
        Tone::Unsure | Tone::Label => "grade fair",
    };
    html! {
        @if !all.is_empty() {
            ul class="plain" aria-label=(view.say(message!("objectives/label"))) {
                @for o in &all { li { span class=(class(o.tone)) { (o.mark) } " " (told(&o.says)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::assets::Form;
    use super::super::html;
    use crate::{Judged, TextOptions, fixture};
    use words::as_ids;

    #[test]
    fn each_objective_has_a_line_with_its_mark_and_none_is_there_where_none_was_asked_for() {
        let case = fixture::found();
        let mut j = Judged::new(case.run, case.diagnosis);
        let page = |j: &Judged| as_ids(|| html(j, &TextOptions::default(), Form::File));
        assert!(!page(&j).contains("objectives/label"));
        j.run.info.objectives = vec!["mean<80ms".to_owned(), "mean<150ms".to_owned()];
        let page = page(&j);
        assert!(page.contains("aria-label=\"objectives/label\""), "{page}");
        assert!(page.contains("<span class=\"grade poor\">✖</span> objectives/holds-to(says: "), "{page}");
        assert!(page.contains("<span class=\"grade good\">✔</span> objectives/beyond(says: "), "{page}");
    }
}
