//! Styles and scripts of the page, and what its policy allows of them. The script and a part of the styles are built from `web/` and committed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

/// The style sheet.
pub(crate) const STYLE: &str = concat!(include_str!("style.css"), include_str!("assets/page.css"));
/// The script.
pub(crate) const SCRIPT: &str = include_str!("assets/page.js");

/// Where styles and script of a page are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// All in one file.
    File,
    /// In files beside it.
    Folder,
    /// Styles in the file, and no script: what it shows needs none.
    Still,
}

fn hash(of: &str) -> String {
    BASE64.encode(Sha256::digest(of.as_bytes()))
}

/// Nothing may be loaded, and no other style and no other script applies than those of the page.
static OF_FILE: LazyLock<String> = LazyLock::new(|| {
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
});

/// The same without any script.
static OF_STILL: LazyLock<String> =
    LazyLock::new(|| format!("default-src 'none'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; form-action 'none'", hash(STYLE)));

/// The same with files of the folder. A page that lies on a disk has no origin that all browsers agree upon, so that is named as well.
const OF_FOLDER: &str = "default-src 'none'; script-src 'self' file:; style-src 'self' file:; base-uri 'none'; form-action 'none'";

impl Form {
    /// The policy of a page, as its `meta` says it.
    pub(crate) fn policy(self) -> &'static str {
        match self {
            Self::File => &OF_FILE,
            Self::Folder => OF_FOLDER,
            Self::Still => &OF_STILL,
        }
    }
}
