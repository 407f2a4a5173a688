//! Files that each request opens.

use super::lines::Lines;
use model::message;

/// Most of them. A choice: JSON and the page have all.
const MOST: usize = 3;

/// A line each, as many as failures may have.
pub(super) fn files(lines: &Lines) -> Vec<String> {
    let heaviest = lines.doc.ledger.last().map(|l| l.phase.as_str());
    let again = lines.doc.files.iter().filter(|f| Some(f.phase.as_str()) == heaviest && f.each_request);
    let line = |f: &crate::document::File| match f.bytes {
        Some(size) => message!("text/file-opened-of-size", file: name(&f.name), size: Bytes(size), times: Count(f.per_request)),
        None => message!("text/file-opened", file: name(&f.name), times: Count(f.per_request)),
    };
    again.take(lines.most.failures.min(MOST)).map(|f| lines.say(&line(f))).collect()
}
