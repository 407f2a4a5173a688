//! The same for programs: texts in English, and beside them what they were made of.

use super::{counts, layer};
use crate::output::english;
use logs::{Figure, Reading, Seen, step};
use model::Value;
use serde_json::{Value as Json, json};

/// The document.
pub(super) fn document(reading: &Reading) -> Json {
    json!({
        "schema_version": "1.0",
        "log": {
            "lines": reading.lines, "known": reading.known, "belonging": reading.belonging, "unknown": reading.unknown,
            "text": english(&counts(reading)),
        },
        "messages": reading.messages.iter().map(message).collect::<Vec<_>>(),
    })
}

fn message(seen: &Seen) -> Json {
    let (known, proves, open) = (seen.known, seen.known.proves(&seen.told), seen.known.leaves_open(&seen.told));
    let next =
        known.next.iter().filter_map(|id| step(id)).map(|s| json!({ "id": s.id, "command": s.command, "shows": english(&s.shows()) }));
    json!({
        "id": known.id, "title": known.title, "count": seen.count, "first": seen.first, "last": seen.last, "line": seen.line,
        "figures": seen.figures.iter().map(figure).collect::<Vec<_>>(),
        "layer": known.layer, "refused_by": english(&layer(seen)),
        "proves": english(&proves), "proves_message": report::words(&proves),
        "leaves_open": english(&open), "leaves_open_message": report::words(&open),
        "fits": known.causes, "mistaken_for": known.mistaken, "next": next.collect::<Vec<_>>(),
    })
}

fn figure(f: &Figure) -> Json {
    let unit = match f.first {
        Value::Ms(_) => "ms",
        Value::Seconds(_) => "s",
        _ => "",
    };
    json!({ "name": f.name, "unit": unit, "first": f.first.figure(), "least": f.least.figure(), "most": f.most.figure() })
}
