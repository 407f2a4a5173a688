//! What a chart of lines is made of.

use maud::{Markup, html};

/// A figure, and the smallest and largest that it stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Reading {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

impl Reading {
    /// One that stands for itself.
    pub(crate) fn at(x: f64, y: f64) -> Self {
        Self { x, y, low: y, high: y }
    }
}

/// One line. Lines differ by colour and by dashes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub name: String,
    /// Which colour and dashes: 0 to 5.
    pub look: usize,
    pub readings: Vec<Reading>,
    /// Readings further apart are not joined.
    pub gap: f64,
    /// Whether its dots are empty: readings of another kind than those of the other lines.
    pub hollow: bool,
}

/// A stretch behind the lines.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Span {
    pub from: f64,
    pub to: f64,
    pub title: String,
    /// Its class: `quiet`, `level`, `read`.
    pub class: &'static str,
}

/// What a line looks like, for the list of lines.
pub(crate) fn key(look: usize) -> Markup {
    html! { svg class="key" width="26" height="10" aria-hidden="true" { path class={ "line k" (look) } d="M0 5 26 5" {} } }
}

/// The lines by name.
pub(crate) fn names(lines: &[Line]) -> Markup {
    html! { ul class="legend" { @for l in lines { li { (key(l.look)) (l.name) } } } }
}
