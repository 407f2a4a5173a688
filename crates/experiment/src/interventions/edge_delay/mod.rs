//! A delay on the calls that go over one edge: from the service to another service, a cache or a database. Page: `edge-delay.md`.
//!
//! The edge is a proxy that stands in the way all the time, at delay zero too, so that what it costs itself is no part of the effect. It is
//! a process of its own (`tightspot edge`), commanded over a Unix socket; a delay lasts only as long as the connection that asked for it,
//! and as that says that it is there.

mod control;
mod held;
mod proxy;

pub use control::{Standing, folder, standing};
pub use proxy::{Edge, Turns, serve};

use super::{Intervention, Kind, Knob, Restore, Restored, WayBack};
use crate::InterventionError;
use diagnose::Factor;
use held::Held;
use model::{Message, message};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// For the registry.
pub const KIND: Kind = Kind::new("edge-delay", include_str!("edge-delay.md")).put_back_by::<EdgeBefore>().turned_by(Knob {
    name: "remote-delay-ms",
    factor: Some(Factor::RemoteTime),
    restarts: false,
    open: |m| Err(InterventionError::new(format!("turn {}", m.name), "a delay is for `prove`, not for a sweep")),
});

/// Longest delay of a call, milliseconds.
const MOST_MS: f64 = 60_000.0;

/// An edge whose calls are delayed. A dose is milliseconds per call.
pub struct EdgeDelay {
    socket: PathBuf,
    edge: Standing,
    /// With it the delay ends.
    held: Held,
}

impl EdgeDelay {
    /// Connects to the edge behind `socket`.
    pub fn open(socket: &Path) -> Result<Self, InterventionError> {
        let mut line = control::Line::open(socket)?;
        let edge = line.show()?;
        Ok(Self { socket: socket.to_owned(), edge, held: Held::by(line)? })
    }
}

impl Intervention for EdgeDelay {
    fn name(&self) -> &'static str {
        "edge-delay"
    }

    fn subject(&self) -> Message {
        message!("edge_delay/subject", from: name(&self.edge.listen), to: name(&self.edge.to))
    }

    fn unit(&self) -> &'static str {
        "ms"
    }

    fn current(&self) -> f64 {
        self.edge.delay_ms
    }

    fn before(&self) -> Result<Restore, InterventionError> {
        Restore::by(&EdgeBefore { socket: self.socket.clone() })
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        let refused = |why: Message| InterventionError::new(format!("delay each call from {} to {}", self.edge.listen, self.edge.to), why);
        if !(0.0..=MOST_MS).contains(&dose) {
            return Err(refused(format!("{dose} ms is not 0 to {MOST_MS}").into()));
        }
        if self.held.has_lapsed() {
            return Err(refused(message!("edge_delay/lapsed")));
        }
        self.held.delay(dose)
    }
}

/// An edge without a delay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeBefore {
    /// The socket by which the edge is commanded.
    pub socket: PathBuf,
}

impl WayBack for EdgeBefore {
    const KIND: &'static str = KIND.name;

    /// Takes the delay away, and sees that it is. An edge that is gone delays nothing.
    fn restore(&self) -> Result<Restored, InterventionError> {
        let Some(mut line) = control::Line::open_if_there(&self.socket)? else { return Ok(Restored::Gone) };
        line.delay(0.0)?;
        match line.show()?.delay_ms {
            0.0 => Ok(Restored::AsBefore),
            ms => Err(InterventionError::new(format!("take the delay off {}", self.socket.display()), format!("it still is {ms} ms"))),
        }
    }

    fn by_hand(&self) -> Vec<String> {
        vec!["end the `tightspot edge` process, or this tool: the delay ends with it".to_owned()]
    }
}

#[cfg(test)]
mod tests;
