//! Puts the windows of several threads together, second by second. The seconds of all threads begin at one moment; a thread that has no
//! more requests out ends earlier than others.

use super::PhaseEnd;
use crate::tally::Window;
use std::collections::VecDeque;

/// What one thread has reported and nobody has taken.
#[derive(Default)]
struct Lane {
    windows: VecDeque<Box<Window>>,
    end: Option<PhaseEnd>,
}

/// Windows of all threads.
pub(super) struct Gather {
    lanes: Vec<Lane>,
}

impl Gather {
    pub(super) fn new(threads: usize) -> Self {
        Self { lanes: (0..threads).map(|_| Lane::default()).collect() }
    }

    pub(super) fn window(&mut self, thread: u32, window: Box<Window>) {
        self.lanes[thread as usize].windows.push_back(window);
    }

    pub(super) fn ended(&mut self, thread: u32, end: PhaseEnd) {
        self.lanes[thread as usize].end = Some(end);
    }

    /// The next second, once every thread has reported it or has ended: the parts and whose they are, never empty.
    pub(super) fn next_whole(&mut self) -> Option<Vec<(u32, Box<Window>)>> {
        if self.lanes.iter().any(|l| l.windows.is_empty() && l.end.is_none()) {
            return None;
        }
        let parts: Vec<_> = self.lanes.iter_mut().enumerate().filter_map(|(i, l)| Some((i as u32, l.windows.pop_front()?))).collect();
        (!parts.is_empty()).then_some(parts)
    }

    /// Whether every thread has ended and everything was taken.
    pub(super) fn is_over(&self) -> bool {
        self.lanes.iter().all(|l| l.end.is_some() && l.windows.is_empty())
    }

    /// The end of the phase, over all threads that have ended.
    pub(super) fn into_end(self) -> PhaseEnd {
        self.lanes.into_iter().filter_map(|l| l.end).reduce(both).unwrap_or_default()
    }
}

fn both(a: PhaseEnd, b: PhaseEnd) -> PhaseEnd {
    let spacing = match (a.spacing, b.spacing) {
        (Some(a), Some(b)) => Some(Box::new(a.and(&b))),
        (a, b) => a.or(b),
    };
    let traced = match (a.traced, b.traced) {
        (Some(mut a), Some(b)) => {
            a.add(&b);
            Some(a)
        }
        (a, b) => a.or(b),
    };
    PhaseEnd {
        stop_at: a.stop_at.max(b.stop_at),
        end: a.end.max(b.end),
        stopped_early: a.stopped_early || b.stopped_early,
        overflowed: a.overflowed || b.overflowed,
        backlog_slope_per_s: a.backlog_slope_per_s + b.backlog_slope_per_s,
        in_flight_at_stop: a.in_flight_at_stop + b.in_flight_at_stop,
        connections: a.connections + b.connections,
        spacing,
        traced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(planned: u64) -> Box<Window> {
        let mut w = Window::new(1);
        w.counts.planned = planned;
        Box::new(w)
    }

    fn planned(parts: Option<Vec<(u32, Box<Window>)>>) -> Option<Vec<(u32, u64)>> {
        parts.map(|p| p.iter().map(|(t, w)| (*t, w.counts.planned)).collect())
    }

    #[test]
    fn seconds_come_whole_and_in_order_whoever_is_first() {
        let mut g = Gather::new(2);
        g.window(0, window(1));
        g.window(0, window(2));
        assert_eq!(planned(g.next_whole()), None);
        g.window(1, window(10));
        assert_eq!(planned(g.next_whole()), Some(vec![(0, 1), (1, 10)]));
        assert_eq!(planned(g.next_whole()), None);
        g.ended(1, PhaseEnd { end: 5, connections: 3, ..PhaseEnd::default() });
        assert_eq!(planned(g.next_whole()), Some(vec![(0, 2)]));
        assert!(!g.is_over());
        g.ended(0, PhaseEnd { end: 7, connections: 2, ..PhaseEnd::default() });
        assert!(g.is_over() && g.next_whole().is_none());
        let end = g.into_end();
        assert_eq!((end.end, end.connections), (7, 5));
    }
}
