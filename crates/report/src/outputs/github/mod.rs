//! GitHub: the verdict as a comment or as the summary of a job. See `github.md` beside this file.

use crate::outputs::markdown::comment::{MOST_BYTES, comment};
use crate::{Judged, Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Judged> = &GitHub;

struct GitHub;

impl Output<Judged> for GitHub {
    fn id(&self) -> &'static str {
        "github"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".github.md"]
    }

    fn about(&self) -> &'static str {
        "a comment or a summary of a job of GitHub"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(comment(j, options, MOST_BYTES).into_bytes())
    }
}
