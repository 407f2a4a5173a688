//! GitLab: the verdict as a comment or as the summary of a job. See `gitlab.md` beside this file.

use crate::outputs::markdown::comment::{MOST_BYTES, comment};
use crate::{Judged, Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Judged> = &GitLab;

struct GitLab;

impl Output<Judged> for GitLab {
    fn id(&self) -> &'static str {
        "gitlab"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".gitlab.md"]
    }

    fn about(&self) -> &'static str {
        "a note on a merge request of GitLab"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(comment(j, options, MOST_BYTES).into_bytes())
    }
}
