//! The bytes of a request, from a step and the session of whom it is for.

use super::{Session, unix_now_s};
use crate::random::Random;
use crate::scenario::{Cookies, Scenario};
use crate::template::{Made, Part, fit};
use std::io::Write;

impl Scenario {
    /// Appends the request of `step` to `out`. The same session gives the same bytes until `absorb`, `next` or `begin` (`{{timestamp_ms}}`
    /// apart), so that a request can be sent again.
    pub fn render(&self, step: usize, session: &Session, out: &mut Vec<u8>) {
        let s = self.step(step);
        let mut random = Random::new(session.visit, 1);
        // One request at a time in `out`: others may stand before it.
        let fill = |part: &Part, place, out: &mut Vec<u8>| match part {
            Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
            Part::Column { feeder, column } => {
                let rows = &self.feeders[*feeder].table.rows;
                fit(rows[session.rows[*feeder] as usize][*column].as_bytes(), place, out);
            }
            Part::Variable(index) => fit(session.vars[*index].text.as_bytes(), place, out),
            Part::Made(made) => make(*made, session, &mut random, out),
        };
        s.draft.write(out, session.follow.as_ref(), fill, |out, target| {
            if self.flow.cookies != Cookies::Off && !s.own_cookies {
                session.jar.write(out, target, unix_now_s);
            }
        });
    }

    /// The path and query of the request at hand.
    pub(super) fn target(&self, step: usize, session: &Session) -> Vec<u8> {
        let mut request = Vec::new();
        self.render(step, session, &mut request);
        let line = request.split(|b| *b == b'\r').next().unwrap_or_default();
        line.split(|b| *b == b' ').nth(1).unwrap_or_default().to_owned()
    }
}

/// Appends a made value; none of them needs encoding anywhere.
fn make(made: Made, session: &Session, random: &mut Random, out: &mut Vec<u8>) {
    const WRITES: &str = "writing into a vector does not fail";
    match made {
        Made::Uuid => {
            let (a, b) = (random.next(), random.next());
            let (high, low) = ((a & !0xF000) | 0x4000, (b & !(0b11 << 62)) | (0b10 << 62));
            write!(
                out,
                "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
                high >> 32,
                (high >> 16) & 0xFFFF,
                high & 0xFFFF,
                low >> 48,
                low & 0xFFFF_FFFF_FFFF
            )
        }
        Made::RandomInt(from, to) => {
            let span = to.abs_diff(from);
            let more = if span == u64::MAX { random.next() } else { random.below(span + 1) };
            write!(out, "{}", from.wrapping_add_unsigned(more))
        }
        Made::TimestampMs => write!(out, "{}", model::time::unix_now_ns() / 1_000_000),
        Made::Iteration => write!(out, "{}", session.iteration),
        Made::User => write!(out, "{}", session.user),
    }
    .expect(WRITES);
}
