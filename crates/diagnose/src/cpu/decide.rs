//! Which frame of a stack says what its CPU is used for.
//!
//! A stack has many frames with a purpose: `page controller > template engine > message source > properties > HashMap`. Ranks (`purpose.rs`) say how much each
//! tells. The rule, from the leaf outwards, up to and with the first frame that is the service's own code or that passes the request on:
//!
//! 1. The first *topic* (messages, validation, logging, the driver) is what the CPU is used for, whatever it does inside: a logger that formats dates, wakes a
//!    thread and looks up classes is logging.
//! 2. Else, where an *area* (rendering, mapping, serialising) or own code is met first, and a *work* lies inside it (patterns, exceptions, look-ups of files),
//!    it is that work, asked for by the area: a reader can do something about "looking up files", and little about "rendering".
//! 3. Else it is the area itself, or the package by its own name, or own code. What own code does by *means* of the platform is told with it: `own code:
//!    collections`. A callback of own code that runs inside a collection's loop over own data is such a scan too.
//! 4. Where nothing of that is met, the means itself is all that is known.
//!
//! The outermost work and means inside count: who asks for `String.format` gets "formatting", whatever formatting is made of. But an exception that is made
//! inside is that, unless a look-up makes it: who parses dates asks for none. And where a thread wakes another, gives way or takes a lock, that is the means: a
//! queue that wakes its reader is no work of a collection.

use super::purpose::{Purpose, Rank};

/// What one frame is, for this rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What<'a> {
    /// The service's own code.
    Own,
    /// A package that no table knows.
    Package(&'a str),
    /// By a table.
    Known(Purpose),
    /// Nothing is known: it belongs to whoever calls it.
    Nothing,
}

impl What<'_> {
    /// Whether it is of the platform's collections or texts; `None` of what belongs to its caller.
    pub(super) fn is_of_elements(self) -> Option<bool> {
        match self {
            What::Nothing => None,
            What::Known(p) => Some(p.is_of_elements()),
            What::Own | What::Package(_) => Some(false),
        }
    }
}

/// A frame, and whether it passes the request on to more code inside, so that what lies there is not its own.
pub(super) type Seen<'a> = (What<'a>, bool);

/// What was decided of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decided<'a> {
    pub(super) purpose: Purpose,
    /// Name of a package that no table knows; else empty.
    pub(super) package: &'a str,
    /// What it is done by, where that is known besides.
    pub(super) by: Option<Purpose>,
    /// The frame that decided.
    pub(super) at: Option<usize>,
    /// The frame of own code that asks for it, or is it.
    pub(super) own: Option<usize>,
}

/// By the rule above; `stack` has the outermost frame first.
pub(super) fn decide<'a>(stack: &[Seen<'a>]) -> Decided<'a> {
    let own = stack.iter().rposition(|(what, _)| *what == What::Own).filter(|own| !stack[*own + 1..].iter().any(|(_, passes)| *passes));
    let (mut means, mut work, mut area): (Option<usize>, Option<usize>, Option<usize>) = (None, None, None);
    let purpose = |i: usize| match stack[i].0 {
        What::Known(p) => p,
        What::Package(_) => Purpose::Package,
        What::Own => Purpose::Own,
        What::Nothing => Purpose::Platform,
    };
    let decided = |at: usize, by: Option<usize>| Decided {
        purpose: purpose(at),
        package: if let What::Package(name) = stack[at].0 { name } else { "" },
        by: by.map(purpose),
        at: Some(at),
        own,
    };
    for (i, (what, passes_on)) in stack.iter().enumerate().rev() {
        match what {
            What::Nothing => {}
            What::Own => {
                area = area.or(Some(i));
                break;
            }
            What::Package(_) => area = area.or(Some(i)),
            What::Known(p) => match p.rank() {
                // another layer lies inside what it passed on
                Rank::Topic if *passes_on && area.is_some() => break,
                Rank::Topic => return decided(i, work.or(area).or(means)),
                Rank::Area => area = area.or(Some(i)),
                Rank::Work if area.is_none() && work.is_none_or(|w| purpose(w) != Purpose::Exceptions || *p == Purpose::Lookup) => {
                    work = Some(i);
                }
                Rank::Means if area.is_none() && !means.is_some_and(|m| purpose(m).is_contention()) => means = Some(i),
                Rank::Work | Rank::Means => {}
            },
        }
        if *passes_on {
            break;
        }
    }
    match (area, work) {
        (_, Some(w)) => decided(w, means.filter(|m| *m > w)),
        (Some(a), None) => decided(a, means.or_else(|| scan(stack, a))),
        (None, None) => means.map_or(Decided { purpose: Purpose::Platform, package: "", by: None, at: None, own }, |m| decided(m, None)),
    }
}

/// The collection inside which own code at `own` runs, where own code asked for that: a scan of its data.
fn scan(stack: &[Seen<'_>], own: usize) -> Option<usize> {
    if stack[own].0 != What::Own {
        return None;
    }
    let is_loop = |what: What<'_>| what == What::Known(Purpose::Collections);
    let outside = stack[..own].iter().rposition(|(what, _)| !is_loop(*what) && *what != What::Nothing)?;
    let inside = stack[outside + 1..own].iter().position(|(what, _)| is_loop(*what))?;
    (stack[outside].0 == What::Own).then_some(outside + 1 + inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Purpose::*;

    /// `own > rendering > messages`; `|` after a frame that passes the request on.
    fn stack(line: &'static str) -> Vec<Seen<'static>> {
        let known = [
            Rendering,
            Messages,
            Collections,
            Strings,
            Reflection,
            Lookup,
            Regex,
            Exceptions,
            Logging,
            Waking,
            Mapping,
            Driver,
            Network,
            Framework,
            Serialising,
            Validation,
            Formatting,
            Routing,
        ];
        let what = |name: &'static str| match name {
            "own" => What::Own,
            "-" => What::Nothing,
            _ => known.iter().find(|p| p.id() == name).map_or(What::Package(name), |p| What::Known(*p)),
        };
        line.split(" > ").map(|f| f.strip_suffix('|').map_or_else(|| (what(f), false), |f| (what(f), true))).collect()
    }

    #[test]
    fn the_frame_that_tells_most_decides() {
        for (line, purpose, by) in [
            // topics take what they are made of
            ("framework| > rendering > messages > lookup > collections", Messages, Some(Lookup)),
            ("own > logging > serialising > strings", Logging, Some(Serialising)),
            ("own > logging > collections > waking", Logging, Some(Waking)),
            ("own > mapping > driver > network", Driver, Some(Network)),
            ("own > validation > regex", Validation, Some(Regex)),
            // a work inside an area is told by itself
            ("framework| > rendering > lookup > collections", Lookup, Some(Collections)),
            ("own > serialising > exceptions", Exceptions, None),
            ("own > formatting > regex > strings", Formatting, Some(Strings)),
            ("own > formatting > exceptions > strings", Exceptions, Some(Strings)),
            ("own > lookup > exceptions", Lookup, None),
            ("own > regex", Regex, None),
            // areas take means
            ("own > mapping > reflection > collections", Mapping, Some(Reflection)),
            ("framework| > routing > collections", Routing, Some(Collections)),
            ("own > org.jsoup > strings", Package, Some(Strings)),
            // own code
            ("framework| > own", Own, None),
            ("framework| > own > collections > strings", Own, Some(Collections)),
            ("own > collections > own", Own, Some(Collections)),
            ("own > collections > own > strings", Own, Some(Strings)),
            ("framework > own", Own, None),
            // what is inside somebody who only passes requests on is not the outer one's
            ("logging| > routing", Routing, None),
            ("validation| > own > strings", Own, Some(Strings)),
            ("own > framework| > collections", Framework, Some(Collections)),
            // nothing known
            ("- > -", Platform, None),
            ("- > network > -", Network, None),
        ] {
            let d = decide(&stack(line));
            assert_eq!((d.purpose, d.by), (purpose, by), "{line}");
        }
    }

    #[test]
    fn own_code_asks_unless_it_only_passed_the_request_on() {
        for (line, own) in [("own > mapping", Some(0)), ("own > framework| > routing", None), ("own > framework| > own > mapping", Some(2))]
        {
            assert_eq!(decide(&stack(line)).own, own, "{line}");
        }
    }
}
