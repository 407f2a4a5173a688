//! A delay on the calls that go over one edge: from the service to another service, a cache or a database. Page: `edge-delay.md`.
//!
//! The edge is a proxy that stands in the way all the time, at delay zero too, so that what it costs itself is no part of the effect. It is a
//! process of its own (`tightspot edge`), commanded over a Unix socket; a delay lasts only as long as the connection that asked for it.

mod control;
mod proxy;

pub use control::{Standing, folder, standing};
pub use proxy::{Edge, Turns, serve};

use super::{Intervention, Restore, Restored};
use crate::InterventionError;
use std::path::{Path, PathBuf};

/// The page.
pub const PAGE: &str = include_str!("edge-delay.md");

/// Longest delay of a call, milliseconds.
const MOST_MS: f64 = 60_000.0;

/// An edge whose calls are delayed. A dose is milliseconds per call.
pub struct EdgeDelay {
    socket: PathBuf,
    edge: Standing,
    /// The connection that holds the delay: with it the delay ends.
    line: control::Line,
}

impl EdgeDelay {
    /// Connects to the edge behind `socket`.
    pub fn open(socket: &Path) -> Result<Self, InterventionError> {
        let mut line = control::Line::open(socket)?;
        let edge = line.show()?;
        Ok(Self { socket: socket.to_owned(), edge, line })
    }
}

impl Intervention for EdgeDelay {
    fn name(&self) -> &'static str {
        "edge-delay"
    }

    fn subject(&self) -> String {
        format!("delay of each call from {} to {}", self.edge.listen, self.edge.to)
    }

    fn unit(&self) -> &'static str {
        "ms"
    }

    fn current(&self) -> f64 {
        self.edge.delay_ms
    }

    fn before(&self) -> Restore {
        Restore::EdgeDelay { socket: self.socket.clone() }
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        if !(0.0..=MOST_MS).contains(&dose) {
            return Err(InterventionError::new(self.subject(), format!("{dose} ms is not 0 to {MOST_MS}")));
        }
        self.line.delay(dose)
    }
}

/// Takes the delay away, and sees that it is. An edge that is gone delays nothing.
pub(super) fn restore(socket: &Path) -> Result<Restored, InterventionError> {
    let Ok(mut line) = control::Line::open(socket) else { return Ok(Restored::Gone) };
    line.delay(0.0)?;
    match line.show()?.delay_ms {
        0.0 => Ok(Restored::AsBefore),
        ms => Err(InterventionError::new(format!("take the delay off {}", socket.display()), format!("it still is {ms} ms"))),
    }
}

#[cfg(test)]
mod tests;
