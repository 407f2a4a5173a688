//! A page as its reader sees it. The test of the recorded runs reads pages with it as well.

/// What a reader reads of a part of the page: no marks, no drawings, no titles of boxes.
pub(crate) fn read(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        text.push(' ');
        rest = &rest[at..];
        let end = if rest.starts_with("<svg") { closing(rest) } else { rest.find('>').map_or(rest.len(), |e| e + 1) };
        rest = &rest[end..];
    }
    text.push_str(rest);
    ["&quot;", "&lt;", "&gt;", "&amp;"].iter().zip(["\"", "<", ">", "&"]).fold(text, |t, (mark, c)| t.replace(mark, c))
}

/// Behind the drawing that begins here, those inside it included.
fn closing(html: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &html[at..];
        let opens = rest.find("<svg").unwrap_or(usize::MAX);
        let closes = rest.find("</svg>").expect("a drawing ends");
        if opens < closes {
            depth += 1;
            at += opens + 4;
        } else {
            depth -= 1;
            at += closes + 6;
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The section with this id.
pub(crate) fn section<'a>(page: &'a str, id: &str) -> Option<&'a str> {
    let from = page.find(&format!("<section id=\"{id}\""))?;
    let to = page[from..].find("</section>")?;
    Some(&page[from..from + to])
}
