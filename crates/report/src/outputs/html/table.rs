//! Tables: a row begins with what it is of; figures stand at the right of their columns.

use maud::{Markup, Render, html};

/// A column.
pub(crate) struct Column {
    name: String,
    is_figure: bool,
}

/// A column of words.
pub(crate) fn words(name: impl Into<String>) -> Column {
    Column { name: name.into(), is_figure: false }
}

/// A column of figures.
pub(crate) fn figures(name: impl Into<String>) -> Column {
    Column { name: name.into(), is_figure: true }
}

/// What stands in a cell.
pub(crate) fn cell(of: impl Render) -> Markup {
    of.render()
}

/// Something that may not be known.
pub(crate) fn known(text: Option<String>) -> Markup {
    cell(text.unwrap_or_else(|| "–".to_owned()))
}

/// A table that scrolls by itself where the page is narrow. Each row has a cell for each column; what it is of stands in the first column of words. `class`:
/// `wide` for sentences, `stack` for cells that stand below one another on a narrow page.
pub(crate) fn table(class: &str, caption: &str, columns: &[Column], rows: impl IntoIterator<Item = Vec<Markup>>) -> Markup {
    let of = columns.iter().position(|c| !c.is_figure).unwrap_or(0);
    html! {
        div class="scroll" tabindex="0" {
            table class=(class) {
                @if !caption.is_empty() { caption { (caption) } }
                thead { tr { @for c in columns { th scope="col" class=[c.class()] { (c.name) } } } }
                tbody {
                    @for cells in rows {
                        tr { @for (i, (cell, column)) in cells.iter().zip(columns).enumerate() { (column.cell(i == of, cell)) } }
                    }
                }
            }
        }
    }
}

impl Column {
    fn class(&self) -> Option<&'static str> {
        self.is_figure.then_some("num")
    }

    fn cell(&self, is_head: bool, of: &Markup) -> Markup {
        html! {
            @if is_head { th scope="row" class=[self.class()] { (of) } }
            @else { td class=[self.class()] data-label=(self.name) { (of) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_begins_with_what_it_is_of_and_names_its_cells() {
        let html = table("", "", &[words("route"), figures("p95")], [vec![cell("/a<b>"), known(None)]]).into_string();
        assert!(html.contains("<th scope=\"row\">/a&lt;b&gt;</th><td class=\"num\" data-label=\"p95\">–</td>"), "{html}");
        assert!(!html.contains("<caption"));
    }
}
