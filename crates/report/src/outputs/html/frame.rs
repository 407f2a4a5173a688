//! What stands around the content of every page: head, ribbon, list of sections, footer. The page of a verdict and those that hold two states against each
//! other share it.

use super::assets::{Form, SCRIPT, STYLE};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use model::{Message, message};
use words::{Lang, say};

/// A part of the page with a heading.
pub(crate) struct Section {
    pub(crate) id: &'static str,
    pub(crate) title: Message,
    pub(crate) body: Markup,
}

/// A page.
pub(crate) struct Frame<'a> {
    pub(crate) lang: Lang,
    pub(crate) form: Form,
    /// Version of the tool.
    pub(crate) version: &'a str,
    /// What a browser shows for it.
    pub(crate) title: String,
    /// What it is of, and when that was.
    pub(crate) ribbon: Markup,
    /// The first section, which has the id `verdict`, and its name in the list of sections.
    pub(crate) first: (Message, Markup),
    pub(crate) sections: &'a [Section],
    /// What its script reads; empty where it has none.
    pub(crate) data: Markup,
}

impl Frame<'_> {
    /// The whole page, ended by a line feed.
    pub(crate) fn page(self) -> String {
        let all = html! {
            (DOCTYPE)
            html lang=(self.lang.code()) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(self.form.policy());
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content={ "tightspot " (self.version) };
                    @if self.form != Form::Folder { link rel="icon" href="data:,"; }
                    title { (self.title) }
                    @match self.form {
                        Form::File | Form::Still => { style { (PreEscaped(STYLE)) } }
                        Form::Folder => { link rel="stylesheet" href="page.css"; }
                    }
                }
                body {
                    a class="skip" href="#verdict" { (say(&message!("html/skip"), self.lang)) }
                    (patterns())
                    div class="sheet" {
                        (self.ribbon)
                        div class="columns" {
                            (self.outline())
                            main {
                                (self.first.1)
                                @for s in self.sections { (self.section(s)) }
                                footer { p { (say(&message!("html/footer", version: name(self.version)), self.lang)) } }
                            }
                        }
                    }
                    (self.data)
                    @match self.form {
                        Form::File => { script { (PreEscaped(SCRIPT)) } }
                        Form::Folder => { script src="page.js" {} }
                        Form::Still => {}
                    }
                }
            }
        };
        harmless(&all.into_string()) + "\n"
    }

    fn section(&self, s: &Section) -> Markup {
        let heading = format!("{}-heading", s.id);
        html! {
            section id=(s.id) aria-labelledby=(heading) {
                h2 id=(heading) { a href={ "#" (s.id) } { (say(&s.title, self.lang)) } }
                (s.body)
            }
        }
    }

    fn outline(&self) -> Markup {
        html! {
            nav class="outline" aria-label=(say(&message!("html/outline"), self.lang)) {
                ol {
                    li { a href="#verdict" { (say(&self.first.0, self.lang)) } }
                    @for s in self.sections { li { a href={ "#" (s.id) } { (say(&s.title, self.lang)) } } }
                }
            }
        }
    }
}

/// `2026-11-18 11:06 UTC` of ISO 8601.
pub(crate) fn date(iso: &str) -> String {
    let minutes = iso.get(..16).unwrap_or(iso);
    format!("{} UTC", minutes.replace('T', " "))
}

/// What fills areas that no colour stands for.
fn patterns() -> Markup {
    html! {
        svg class="defs" width="0" height="0" aria-hidden="true" {
            defs {
                pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect class="hatch-ground" width="6" height="6" {}
                    rect class="hatch-stroke" width="2" height="6" {}
                }
            }
        }
    }
}

/// Names come from the service under test: what could hide or reorder text is dropped, wherever it stands.
fn harmless(page: &str) -> String {
    page.lines().map(|line| crate::paragraph::clean(line, false)).collect::<Vec<_>>().join("\n")
}
