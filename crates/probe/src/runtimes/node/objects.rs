//! Where new objects are made, by V8's sampling of its heap (`objects.js`). V8 shows no lines there, and no functions that the compiler has
//! put into their callers: these count as their callers. Of which class the objects are it does not say.

use super::gauges::{API, Shared, lock, parse};
use super::profile::CallFrame;
use super::stacks::frame;
use crate::ProbeError;
use crate::interner::Interner;
use model::{Allocated, Arrival, Phase, PhaseKind, Timestamp, message};

pub(super) const OBJECTS: &str = include_str!("objects.js");
/// Bytes of new objects for which a sample stands: a full loop makes 100 to 1,000 MB/s, so that two seconds have 200 samples or more.
const BYTES_PER_SAMPLE: u32 = 1 << 20;
/// When it begins, milliseconds after the level: the last quarter of a usual level (8 s) alone is sampled, because a request costs more CPU meanwhile (by
/// bench/watching.sh +10.8 % where all of a level is sampled, +7.8 % where nothing is; the intervals lie over each other).
const AFTER_MS: u32 = 6_000;
/// The same in minutes of a load whose slowest requests are asked about: V8 keeps the samples in the service until they are read.
const BYTES_PER_SAMPLE_OF_TAIL: u32 = 32 << 20;
/// First version of Node whose V8 tells of objects that were collected since; one before would tell of those alone that live on.
const FIRST: u32 = 20;

/// A function: place of its caller in the list (-1: none), name, file, line and column (from 0 on), bytes, samples.
type Made = (i64, String, String, i64, i64, f64, u32);

/// Whether a Node of this `version` tells where objects are made.
pub(super) fn are_told(version: &str) -> bool {
    version.split('.').next().and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| major >= FIRST)
}

/// Samples from here on, where nobody else does and the load is heavy or its tail is asked about; gives whether it does.
pub(super) fn begin(session: &Shared, phase: &Phase) -> Result<bool, ProbeError> {
    let (bytes, after_ms) = match phase.arrival {
        _ if phase.kind == PhaseKind::Tail => (BYTES_PER_SAMPLE_OF_TAIL, 0),
        Arrival::Closed { .. } if phase.is_measured() => (BYTES_PER_SAMPLE, AFTER_MS),
        _ => return Ok(false),
    };
    Ok(lock(session).in_a_turn(&format!("{API}.makes({bytes}, {after_ms})"))?.as_bool().unwrap_or(false))
}

/// Ends it, and gives what was made in all of the phase, which began at `since`, as if it went on as in what was sampled of it.
pub(super) fn end(session: &Shared, since: Timestamp, folder: &str, interner: &mut Interner) -> Result<Vec<Allocated>, ProbeError> {
    let whole_ms = Timestamp::now().seconds_since(since) * 1e3;
    let value = lock(session).in_a_turn(&format!("{API}.made()"))?;
    let (sampled_ms, made): (f64, Vec<Made>) = parse(&value, message!("node/read-objects"))?;
    Ok(allocated(made, (whole_ms / sampled_ms.max(1.0)).max(1.0), folder, interner))
}

/// What was `made`, each byte `times`.
fn allocated(made: Vec<Made>, times: f64, folder: &str, interner: &mut Interner) -> Vec<Allocated> {
    let mut frames: Vec<(Option<usize>, u32)> = Vec::with_capacity(made.len());
    let mut out = Vec::new();
    for (caller, function_name, url, line_number, column_number, bytes, samples) in made {
        let frame = interner.frame(frame(&CallFrame { function_name, url, line_number, column_number }, folder));
        // a caller comes before whom it calls, so that no stack goes round in a circle
        let caller = usize::try_from(caller).ok().filter(|c| *c < frames.len());
        frames.push((caller, frame));
        if samples == 0 {
            continue;
        }
        let up = std::iter::successors(frames.last(), |(caller, _)| caller.and_then(|c| frames.get(c)));
        let mut stack: Vec<u32> = up.map(|(_, frame)| *frame).collect();
        stack.reverse();
        out.push(Allocated { stack: interner.stack(stack), class: String::new(), bytes: (bytes * times) as u64, samples });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // Answer of objects.js on Node 20.20.2, shortened.
    const MADE: &str = r#"[[-1,"","node:internal/http",10,4,0,0],[0,"list","/app/src/list.js",7,2,4194304,1],[1,"map","",-1,-1,12582912,3],[7,"odd","",0,0,1,1]]"#;

    #[test]
    fn what_was_made_has_the_stack_of_its_function() {
        let mut interner = Interner::default();
        let all = allocated(serde_json::from_str(MADE).expect("it parses"), 4.0, "/app", &mut interner);
        let Some(model::Observation::Stacks { frames, stacks }) = interner.take() else { panic!("stacks are told") };
        let told = |a: &Allocated| {
            let name = |f: &u32| format!("{} {}", frames[*f as usize].class, frames[*f as usize].method);
            (stacks[a.stack as usize].iter().map(name).collect::<Vec<_>>().join(" > "), a.bytes, a.samples)
        };
        assert_eq!(
            all.iter().map(told).collect::<Vec<_>>(),
            [
                ("node:internal/http (anonymous) > src/list.js list".to_owned(), 16_777_216, 1),
                ("node:internal/http (anonymous) > src/list.js list >  map".to_owned(), 50_331_648, 3),
                (" odd".to_owned(), 4, 1),
            ]
        );
    }

    #[test]
    fn only_versions_that_tell_of_collected_objects_are_asked() {
        assert_eq!(["18.20.8", "20.20.2", "24.1.0", "x"].map(are_told), [false, true, true, false]);
    }
}
