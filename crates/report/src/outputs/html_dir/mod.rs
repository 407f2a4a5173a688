//! HTML as a folder: the page with its styles and its script in files beside it, for servers that forbid both inside a page. See `html_dir.md` beside this
//! file; the page itself is made by `html`.

use crate::outputs::html;
use crate::{Folder, Judged, NamedFile, Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Judged> = &HtmlDir;

struct HtmlDir;

impl Output<Judged> for HtmlDir {
    fn id(&self) -> &'static str {
        "html-dir"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["/"]
    }

    fn about(&self) -> &'static str {
        "that page as a folder, for servers that forbid inline styles"
    }

    fn render(&self, _: &Judged, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Err(RenderError("html-dir is a folder of files and no single one".to_owned()))
    }

    fn folder(&self) -> Option<&dyn Folder<Judged>> {
        Some(self)
    }
}

impl Folder<Judged> for HtmlDir {
    fn names(&self) -> &'static [&'static str] {
        &html::NAMES
    }

    fn files(&self, j: &Judged, options: &TextOptions) -> Result<Vec<NamedFile>, RenderError> {
        Ok(html::NAMES.into_iter().zip(html::files(j, options)).map(|(name, bytes)| NamedFile { name, bytes }).collect())
    }
}

#[cfg(test)]
mod tests;
