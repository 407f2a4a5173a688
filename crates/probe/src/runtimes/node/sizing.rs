//! Sizes of the connection pools of a Node process (`sizes.js`): read, and changed in the objects of their libraries. Page: `node.md`.

use super::cdp::Session;
use super::entry::{self, Entered};
use super::gauges::{POOLS, close_inspector, expression, parse};
use super::heap;
use super::relay::Client;
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
    /// Of `target`. Nothing is attached yet: each call goes in where it is not inside, and out again.
    pub(super) fn open(target: &Target) -> Self {
        Self { target: target.clone() }
    }
}

impl sizing::Sizing for Sizing {
    fn read(&self) -> Result<Vec<Size>, ProbeError> {
        self.inside(|session| self.ask(session, None))
    }

    fn set(&self, wanted: &Size, _renew: bool) -> Result<Size, ProbeError> {
        self.inside(|session| self.resize(session, wanted))
    }
}

/// How the script says that it cannot tell which pool is meant.
const GONE: &str = "there is none of this name any more";

fn is_gone(e: &ProbeError) -> bool {
    e.cause.text().is_some_and(|said| said.contains(GONE))
}

impl Sizing {
    /// Goes in, does something there over a session, and goes out again.
    fn inside<T>(&self, work: impl FnOnce(&mut Session) -> Result<T, ProbeError>) -> Result<T, ProbeError> {
        let Entered { mut session, inspector, note, .. } = entry::enter(&self.target, Client::Sizing, None)?;
        // asked for first: then it goes though this process may be killed
        let asked = if inspector.to_close { close_inspector(&mut session) } else { Ok(()) };
        let done = asked.and_then(|()| work(&mut session));
        session.close();
        if inspector.to_close {
            inspector.confirm_closed()?;
        }
        note.into_iter().for_each(Note::erase);
        done
    }

    fn resize(&self, session: &mut Session, wanted: &Size) -> Result<Size, ProbeError> {
        let failed = |cause: Message| ProbeError {
            name: "size-not-set",
            operation: message!("runtimes/resize-one", name: name(&wanted.name), pid: name(self.target.pid.to_string())),
            cause,
            help: Message::default(),
        };
        let began = Instant::now();
        loop {
            let all =
                self.ask(session, Some(wanted)).map_err(|e| if is_gone(&e) { failed(message!("node/none-or-several")) } else { e })?;
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

    /// Walks through the heap for the pools; with `wanted`, makes that the size of one before.
    fn ask(&self, session: &mut Session, wanted: Option<&Size>) -> Result<Vec<Size>, ProbeError> {
        let pid = self.target.pid;
        let wanted = wanted.map_or(json!(null), |s| json!([s.name, s.max]));
        let function = format!(
            "function() {{ const pools = []; ({})(this, pools); return new Promise((done, fail) => setImmediate(() => \
             {{ try {{ done(({})(pools, {wanted})) }} catch (e) {{ fail(e) }} }})) }}",
            expression(POOLS),
            expression(SIZES)
        );
        let said = heap::walk(session, pid, &function)?;
        let all: Vec<(String, f64, f64)> = parse(&said, message!("runtimes/read-sizes", pid: name(pid.to_string())))?;
        let size = |(name, largest, open): (String, f64, f64)| {
            let max = largest as u32;
            Size { of: Resizable::ConnectionPool, name, max, min: max, total: open as u32 }
        };
        Ok(all.into_iter().map(size).collect())
    }
}
