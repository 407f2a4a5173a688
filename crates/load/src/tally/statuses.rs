//! Answers by their status.

/// `(status, answers)`, by ascending status. A service uses a handful of them, so a look-up is a comparison or two.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Statuses(pub(crate) Vec<(u16, u64)>);

impl Statuses {
    /// Counts one answer.
    pub(crate) fn count(&mut self, status: u16) {
        self.more(status, 1);
    }

    fn more(&mut self, status: u16, n: u64) {
        if let Some((_, count)) = self.0.iter_mut().find(|(s, _)| *s == status) {
            *count += n;
        } else {
            let at = self.0.partition_point(|(s, _)| *s < status);
            self.0.insert(at, (status, n));
        }
    }

    /// Adds those of another thread or window.
    pub(crate) fn add(&mut self, o: &Self) {
        for (status, n) in &o.0 {
            self.more(*status, *n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_in_order() {
        let of = |list: &[u16]| {
            let mut all = Statuses::default();
            for status in list {
                all.count(*status);
            }
            all
        };
        let mut sum = of(&[503, 200, 200]);
        sum.add(&of(&[404, 200]));
        assert_eq!(sum.0, [(200, 3), (404, 1), (503, 1)]);
    }
}
