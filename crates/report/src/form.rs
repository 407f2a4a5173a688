//! Forms that several results have, and that are called and chosen in the same way: an output of one of these is its rendering and nothing else.

use crate::{Output, RenderError, TextOptions};

/// Writes a result as text, ended by a line feed.
type Render<R> = fn(&R, &TextOptions) -> String;

/// A result in one of these forms.
pub(crate) struct Form<R: 'static> {
    id: &'static str,
    endings: &'static [&'static str],
    about: &'static str,
    render: Render<R>,
}

impl<R> Form<R> {
    /// The document itself.
    pub(crate) const fn json(render: Render<R>) -> Self {
        Self { id: "json", endings: &[".json"], about: "the whole document, for programs", render }
    }

    /// A page of one file.
    pub(crate) const fn html(render: Render<R>) -> Self {
        Self { id: "html", endings: &[".html", ".htm"], about: "a page to send around", render }
    }

    /// A summary for a review.
    pub(crate) const fn markdown(render: Render<R>) -> Self {
        Self { id: "markdown", endings: &[".md"], about: "the summary as Markdown, for a pull request", render }
    }

    /// What the terminal shows; `about` in a few words of help.
    pub(crate) const fn text(about: &'static str, render: Render<R>) -> Self {
        Self { id: "text", endings: &[".txt"], about, render }
    }
}

impl<R> Output<R> for Form<R> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn endings(&self) -> &'static [&'static str] {
        self.endings
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn render(&self, result: &R, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok((self.render)(result, options).into_bytes())
    }
}
