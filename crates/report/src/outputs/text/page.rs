//! Lines of the summary: a label at the left, text beside it, wrapped under itself.

use super::TextOptions;
use crate::document::Words;
use crate::paragraph::{clean, columns, wrap};
use model::Message;

/// Columns before the text of a labelled line.
const INDENT: usize = 14;
/// Columns before the words of the headline.
const GLYPH: usize = 2;
const UNDER_WORDS: &str = "  ";

/// What a colour means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something is wrong.
    Bad,
    /// All is well.
    Good,
    /// It could not be told.
    Unsure,
    /// A label.
    Label,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Self::Bad => "1;31",
            Self::Good => "1;32",
            Self::Unsure => "1;33",
            Self::Label => "1",
        }
    }
}

/// A page being written.
pub(crate) struct Page<'a> {
    options: &'a TextOptions,
    out: String,
}

impl<'a> Page<'a> {
    pub(crate) fn new(options: &'a TextOptions) -> Self {
        Self { options, out: String::new() }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// The first lines: a glyph and words in colour, then the rest.
    pub(crate) fn headline(&mut self, tone: Tone, words: &str, rest: &str) {
        let (words, width) = (clean(words, self.options.ascii), self.options.columns());
        let mut lines = wrap(&words, width, width - GLYPH);
        let last = lines.pop().unwrap_or_default();
        let mut blank = "";
        for line in &lines {
            let line = self.paint(tone, line);
            self.out.extend([blank, &line, "\n"]);
            blank = UNDER_WORDS;
        }
        let glue = if rest.is_empty() { "" } else { "  " };
        let taken = blank.len() + columns(&last) + glue.len();
        self.block(&format!("{blank}{}{glue}", self.paint(tone, &last)), taken, GLYPH, rest);
    }

    /// The words of a message, in the language of the page.
    pub(crate) fn say(&self, m: &Message) -> String {
        words::say(m, self.options.lang)
    }

    /// A text of the document, in the language of the page.
    pub(crate) fn read<'w>(&self, w: &'w Words) -> &'w str {
        w.say(self.options.lang)
    }

    /// Columns of the page.
    pub(crate) fn width(&self) -> usize {
        self.options.columns()
    }

    /// A line as it is, the first `head` columns of it as a label. The caller sees to its width.
    pub(crate) fn line(&mut self, line: &str, head: usize) {
        let line = clean(line, self.options.ascii);
        let at = line.char_indices().nth(head).map_or(line.len(), |(i, _)| i);
        let (label, rest) = line.split_at(at);
        let words = label.trim_start();
        let blank = &label[..label.len() - words.len()];
        let label = if words.trim().is_empty() { words.to_owned() } else { self.paint(Tone::Label, words) };
        self.out.push_str(format!("{blank}{label}{rest}").trim_end());
        self.out.push('\n');
    }

    /// A row: figures, then a text, in bold where it matters. The caller sees to its width.
    pub(crate) fn row(&mut self, figures: &str, gap: &str, text: &str, matters: bool) {
        let text = clean(text, self.options.ascii);
        let text = if matters { self.paint(Tone::Label, &text) } else { text };
        self.out.push_str(format!("{figures}{gap}{text}").trim_end());
        self.out.push('\n');
    }

    /// A sentence of its own.
    pub(crate) fn sentence(&mut self, text: &str) {
        if !text.is_empty() {
            self.block("  ", 2, 4, text);
        }
    }

    /// Text beside a label, after a mark in colour.
    pub(crate) fn marked(&mut self, label: &str, tone: Tone, mark: &str, text: &str) {
        let (label, mark) = (clean(label, self.options.ascii), clean(mark, self.options.ascii));
        let pad = INDENT.saturating_sub(2 + columns(&label)).max(usize::from(!label.is_empty()) * 2);
        let start = format!("  {}{}{} ", self.label(&label), " ".repeat(pad), self.paint(tone, &mark));
        let taken = 2 + columns(&label) + pad + columns(&mark) + 1;
        self.block(&start, taken, INDENT + 2, text);
    }

    fn label(&self, label: &str) -> String {
        if label.is_empty() { String::new() } else { self.paint(Tone::Label, label) }
    }

    /// Text beside a label; later paragraphs start under the first. Without a paragraph, no label.
    pub(crate) fn labelled<S: AsRef<str>>(&mut self, label: &str, paragraphs: impl IntoIterator<Item = S>) {
        let mut paragraphs = paragraphs.into_iter();
        let Some(first) = paragraphs.next() else { return };
        let label = clean(label, self.options.ascii);
        let pad = INDENT.saturating_sub(2 + columns(&label)).max(2);
        let start = format!("  {}{}", self.paint(Tone::Label, &label), " ".repeat(pad));
        self.block(&start, 2 + columns(&label) + pad, INDENT, first.as_ref());
        self.continued(&paragraphs.collect::<Vec<_>>());
    }

    /// Paragraphs under the last label.
    pub(crate) fn continued<S: AsRef<str>>(&mut self, paragraphs: &[S]) {
        for text in paragraphs {
            self.block(&" ".repeat(INDENT), INDENT, INDENT, text.as_ref());
        }
    }

    /// Rows under the last label: cells to the right of their columns, then a text.
    pub(crate) fn rows<const N: usize>(&mut self, rows: &[([String; N], String)]) {
        let rows: Vec<_> = rows.iter().map(|(cells, text)| (cells.clone().map(|c| clean(&c, self.options.ascii)), text)).collect();
        let width = |i: usize| rows.iter().map(|(cells, _)| columns(&cells[i])).max().unwrap_or(0);
        let widths: [usize; N] = std::array::from_fn(width);
        for (cells, text) in &rows {
            let mut start = " ".repeat(INDENT);
            for (cell, width) in cells.iter().zip(widths) {
                start.push_str(&" ".repeat(width - columns(cell)));
                start.push_str(cell);
                start.push_str("  ");
            }
            let taken = columns(&start);
            self.block(&start, taken, taken, text);
        }
    }

    /// `text` after `start`, which takes `taken` columns; later lines begin at column `indent`.
    fn block(&mut self, start: &str, taken: usize, indent: usize, text: &str) {
        let text = clean(text, self.options.ascii);
        let width = self.options.columns();
        let lines = wrap(&text, width.saturating_sub(taken), width.saturating_sub(indent));
        for (i, line) in lines.iter().enumerate() {
            let line = if i == 0 { format!("{start}{line}") } else { format!("{}{line}", " ".repeat(indent)) };
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }

    fn paint(&self, tone: Tone, s: &str) -> String {
        if self.options.color { format!("\u{1b}[{}m{s}\u{1b}[0m", tone.code()) } else { s.to_owned() }
    }
}
