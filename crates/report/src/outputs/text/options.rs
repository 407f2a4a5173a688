//! How text is to look.

use words::Lang;

/// Narrowest width that is kept to; below it, labels alone would fill the line.
pub(super) const NARROWEST: usize = 40;

/// How text is to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextOptions {
    /// Columns of the terminal; at least 40 are used.
    pub width: usize,
    /// Language. One that ASCII cannot spell is none for `ascii`.
    pub lang: Lang,
    /// Whether to print ASCII only.
    pub ascii: bool,
    /// Whether to colour with ANSI sequences.
    pub color: bool,
    /// Whether the accounts of all levels follow the summary.
    pub ledger: bool,
    /// Where the run file is, to be printed last.
    pub run_path: Option<String>,
    /// Ids of the causes that the named one is mistaken for, and of those that are blamed often: they come first among the rejected, in this order.
    pub decoys: Vec<String>,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { width: 100, lang: Lang::En, ascii: false, color: false, ledger: false, run_path: None, decoys: Vec::new() }
    }
}

impl TextOptions {
    pub(crate) fn columns(&self) -> usize {
        self.width.max(NARROWEST)
    }
}
