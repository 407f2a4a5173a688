//! Wakers without a runtime: whoever is woken is put on a list, and the event loop works the list off.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Wake, Waker};

/// The lists of one generator thread. The locks are there because a waker has to be fit for any thread; nobody else takes them.
#[derive(Debug, Default)]
pub(super) struct Bell {
    links: Mutex<VecDeque<u32>>,
    seats: Mutex<Vec<u32>>,
}

impl Bell {
    /// Wakes the connection `number`.
    pub(super) fn of_link(self: &Arc<Self>, number: u32) -> Waker {
        Waker::from(Arc::new(Ring { bell: Arc::clone(self), number, seat: false }))
    }

    /// Wakes whoever waits on the seat `number`.
    pub(super) fn of_seat(self: &Arc<Self>, number: u32) -> Waker {
        Waker::from(Arc::new(Ring { bell: Arc::clone(self), number, seat: true }))
    }

    /// Wakes the connection `number` from outside.
    pub(super) fn ring(&self, number: u32) {
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        if links.back() != Some(&number) {
            links.push_back(number);
        }
    }

    /// The connection that was woken first.
    pub(super) fn next_link(&self) -> Option<u32> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Whether a connection was woken.
    pub(super) fn is_rung(&self) -> bool {
        !self.links.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Swaps the seats that were woken for `list`, which is empty.
    pub(super) fn take_seats(&self, list: &mut Vec<u32>) {
        std::mem::swap(list, &mut self.seats.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

struct Ring {
    bell: Arc<Bell>,
    number: u32,
    seat: bool,
}

impl Wake for Ring {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if self.seat {
            self.bell.seats.lock().unwrap_or_else(PoisonError::into_inner).push(self.number);
        } else {
            self.bell.ring(self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_woken_is_on_the_list_once_in_a_row() {
        let bell = Arc::new(Bell::default());
        let (a, b, seat) = (bell.of_link(1), bell.of_link(2), bell.of_seat(7));
        for waker in [&a, &a, &b, &seat, &a] {
            waker.wake_by_ref();
        }
        assert_eq!([bell.next_link(), bell.next_link(), bell.next_link(), bell.next_link()], [Some(1), Some(2), Some(1), None]);
        let mut seats = Vec::new();
        bell.take_seats(&mut seats);
        assert_eq!((seats, bell.is_rung()), (vec![7], false));
    }
}
