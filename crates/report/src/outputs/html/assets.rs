//! Styles and scripts of the page, and what its policy allows of them. The script and a part of the styles are built from `web/` and committed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

/// The style sheet.
pub(super) const STYLE: &str = concat!(include_str!("style.css"), include_str!("assets/page.css"));
/// The script.
pub(super) const SCRIPT: &str = include_str!("assets/page.js");

/// Where styles and script of a page are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// All in one file.
    File,
    /// In files beside it.
    Folder,
}

/// Nothing may be loaded, and no other style and no other script applies than those of the page.
static OF_FILE: LazyLock<String> = LazyLock::new(|| {
    let hash = |of: &str| BASE64.encode(Sha256::digest(of.as_bytes()));
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
});

/// The same with files of the folder. A page that lies on a disk has no origin that all browsers agree upon, so that is named as well.
const OF_FOLDER: &str = "default-src 'none'; script-src 'self' file:; style-src 'self' file:; base-uri 'none'; form-action 'none'";

impl Form {
    /// The policy of a page, as its `meta` says it.
    pub(super) fn policy(self) -> &'static str {
        match self {
            Self::File => &OF_FILE,
            Self::Folder => OF_FOLDER,
        }
    }
}
