//! Sizes of the connection pools of a Node process (`sizes.js`): read, and changed in the objects of their libraries. Page: `node.md`.

use super::cdp::Session;
use super::gauges::{POOLS, close_inspector, expression, parse};
use super::heap;
use super::inspector::Inspector;
use super::{NOTES, OPENING};
use crate::ProbeError;
use crate::journal::Note;
use crate::sizing::{self, Resizable, Size};
use model::{Message, Target, message};
use serde_json::json;
use std::time::{Duration, Instant};

const SIZES: &str = include_str!("sizes.js");
/// How long busy connections beyond a smaller size are waited for, and how often they are looked at: each look walks the heap. Guesses.
const SHRINKS: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(500);

/// A Node process whose pools can be resized.
pub(super) struct Sizing {
    target: Target,
}

impl Sizing {
    /// Of `target`. Nothing is attached yet: each call opens the inspector where it is not open, and has it closed again.
    pub(super) fn open(target: &Target) -> Self {
        Self { target: target.clone() }
    }
}

impl sizing::Sizing for Sizing {
    fn read(&self) -> Result<Vec<Size>, ProbeError> {
        self.ask(None)
    }

    fn set(&self, wanted: &Size, _renew: bool) -> Result<Size, ProbeError> {
        let failed = |cause: Message| ProbeError {
            name: "size-not-set",
            operation: message!("runtimes/resize-one", name: name(&wanted.name), pid: name(self.target.pid.to_string())),
            cause,
            help: Message::default(),
        };
        let began = Instant::now();
        loop {
            let all = self.ask(Some(wanted)).map_err(|e| if is_gone(&e) { failed(message!("node/none-or-several")) } else { e })?;
            let one = all.into_iter().find(|s| s.name == wanted.name);
            let one = one.ok_or_else(|| failed(message!("runtimes/none-of-this-name")))?;
            if one.max != wanted.max {
                let (max, asked) = (f64::from(one.max), f64::from(wanted.max));
                return Err(failed(message!("runtimes/another-size", max: Count(max), asked: Count(asked))));
            }
            if one.total <= wanted.max {
                return Ok(one);
            }
            if began.elapsed() > SHRINKS {
                let (open, max) = (f64::from(one.total), f64::from(one.max));
                return Err(failed(message!("node/still-open", open: Count(open), max: Count(max))));
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// How the script says that it cannot tell which pool is meant.
const GONE: &str = "there is none of this name any more";

fn is_gone(e: &ProbeError) -> bool {
    e.cause.text().is_some_and(|said| said.contains(GONE))
}

impl Sizing {
    fn ask(&self, wanted: Option<&Size>) -> Result<Vec<Size>, ProbeError> {
        let found = Inspector::find(&self.target, None);
        // written before it is opened: should it not be closed here, the next command does
        let note = if found.is_none() { Note::write(NOTES, &self.target, &[])? } else { None };
        let mut may_open = false;
        let mut before_opening = || {
            may_open = true;
            if let Some(note) = &note {
                note.add(OPENING);
            }
        };
        let inspector = match found.map_or_else(|| Inspector::open(&self.target, &mut before_opening), Ok) {
            Ok(inspector) => inspector,
            Err(e) => {
                note.into_iter().filter(|_| !may_open).for_each(Note::erase);
                return Err(e);
            }
        };
        if let Some(note) = &note {
            note.add(&inspector.address.to_string());
        }
        let all = self.talk(&inspector, wanted);
        if !inspector.was_open {
            inspector.confirm_closed()?;
        }
        note.into_iter().for_each(Note::erase);
        all
    }

    fn talk(&self, inspector: &Inspector, wanted: Option<&Size>) -> Result<Vec<Size>, ProbeError> {
        let pid = self.target.pid;
        let mut session = Session::connect(pid, inspector.address, &inspector.url)?;
        if !inspector.was_open {
            // it waits until nobody is connected any more, so that the inspector goes even if this process is killed
            close_inspector(&mut session)?;
        }
        let wanted = wanted.map_or(json!(null), |s| json!([s.name, s.max]));
        let function = format!(
            "function() {{ const pools = []; ({})(this, pools); return new Promise((done, fail) => setImmediate(() => \
             {{ try {{ done(({})(pools, {wanted})) }} catch (e) {{ fail(e) }} }})) }}",
            expression(POOLS),
            expression(SIZES)
        );
        let said = heap::walk(&mut session, pid, &function);
        session.close();
        let all: Vec<(String, f64, f64)> = parse(&said?, message!("runtimes/read-sizes", pid: name(pid.to_string())))?;
        let size = |(name, largest, open): (String, f64, f64)| {
            let max = largest as u32;
            Size { of: Resizable::ConnectionPool, name, max, min: max, total: open as u32 }
        };
        Ok(all.into_iter().map(size).collect())
    }
}
