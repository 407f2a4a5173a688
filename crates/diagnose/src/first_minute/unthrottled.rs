//! What a start would have lost if its quota had kept no CPU back: the same requests with the same work, served in the same order by all the CPUs that were free.

use super::{EARLY_S, Moment, seconds};
use model::{Attempt, Timestamp};

/// Work lost in the first ten seconds, seconds, if the process had had `cores`: of requests that arrive whatever the answers do (`all`, by their plans). Each
/// takes an equal part of the CPU time that the process used in the second in which it ended, with that of seconds before in which none did: within a second
/// answers come in bunches, because the quota stops all of them. A request then begins when the one before has ended, ends when its work is done on what the
/// compilers leave of `cores`, and takes `waits_ms` on top, which a warm one takes beside its CPU. `None` where the cores that were used are not seen.
///
/// Source: the recursion of a queue of one server, `end(n) = max(end(n - 1), arrival(n)) + work(n) / cores`.
pub(super) fn lost_s(all: &[Attempt], first: Timestamp, course: &[Moment], cores: f64, (warm_ms, waits_ms): (f64, f64)) -> Option<f64> {
    let used: Vec<(f64, f64)> = course.iter().map(|m| m.cores).collect::<Option<_>>()?;
    let second = |a: &Attempt| a.done.seconds_since(first).max(0.0) as usize;
    let mut in_order: Vec<Attempt> = all.iter().filter(|a| second(a) < used.len()).copied().collect();
    in_order.sort_by_key(|a| a.done);
    let (mut end_s, mut replayed) = (0.0_f64, Vec::with_capacity(in_order.len()));
    let mut from = 0;
    for served in in_order.chunk_by(|a, b| second(a) == second(b)) {
        let now = second(&served[0]);
        let takes = |(compilers, process): &(f64, f64)| {
            let work = (process - compilers).max(0.0);
            work / (cores - compilers).max(work).max(1e-9)
        };
        let each_s = used[from..=now].iter().map(takes).sum::<f64>() / served.len() as f64;
        from = now + 1;
        for a in served {
            let arrival = a.planned.seconds_since(first);
            end_s = end_s.max(arrival) + each_s;
            // nobody is slower for having more
            let takes_s = (end_s - arrival + waits_ms / 1e3).min(a.done.seconds_since(a.planned));
            replayed.push(Attempt { done: a.planned.plus_ns((takes_s * 1e9) as i64), ..*a });
        }
    }
    Some(seconds::seconds(&replayed, first).iter().take(EARLY_S).filter_map(|s| s.lost(warm_ms, true)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Outcome;

    /// A hundred requests a second for ten seconds, each with 4 ms of work, after three seconds in which each has `early_ms`, on `cores`; and what was seen.
    fn served(early_ms: f64, cores: f64) -> (Vec<Attempt>, Vec<Moment>) {
        let at = |s: f64| Timestamp::from_ns((s * 1e9) as i64);
        let mut end = 0.0_f64;
        let mut busy = vec![0.0_f64; 40];
        let one = |i: u32| {
            let planned = f64::from(i) / 100.0;
            let begin = end.max(planned);
            let work = if i < 300 { early_ms } else { 4.0 } / 1e3;
            end = begin + work / cores;
            busy[begin as usize] += work;
            Attempt { planned: at(planned), sent: at(planned), first_byte: at(end), done: at(end), outcome: Outcome::Ok }
        };
        let all = (0..1000).map(one).collect();
        (all, busy.into_iter().map(|c| Moment { cores: Some((0.0, c)), ..Moment::default() }).collect())
    }

    fn lost(all: &[Attempt], warm_ms: f64) -> f64 {
        seconds::seconds(all, Timestamp::from_ns(0)).iter().take(EARLY_S).filter_map(|s| s.lost(warm_ms, true)).sum()
    }

    #[test]
    fn what_fits_into_all_cpus_is_lost_to_the_quota() {
        // 8 ms a request want 0.8 cores: too much for half a core, enough for one
        let (all, course) = served(8.0, 0.5);
        let (quota, without) = (lost(&all, 8.0), lost_s(&all, Timestamp::from_ns(0), &course, 1.0, (8.0, 0.0)).unwrap());
        assert!(quota > 4.0 && without < 0.5, "{quota} {without}");
    }

    #[test]
    fn what_is_too_much_for_all_cpus_is_lost_without_the_quota_too() {
        let (all, course) = served(25.0, 0.5);
        let (quota, without) = (lost(&all, 8.0), lost_s(&all, Timestamp::from_ns(0), &course, 1.0, (8.0, 0.0)).unwrap());
        assert!(quota > 9.0 && without > 7.0 && without < quota, "{quota} {without}");
        // as many cores as there were change nothing
        let same = lost_s(&all, Timestamp::from_ns(0), &course, 0.5, (8.0, 0.0)).unwrap();
        assert!((same - quota).abs() < 0.3, "{quota} {same}");
    }

    #[test]
    fn compilers_take_their_part_of_all_cpus_too() {
        let (all, course) = served(4.0, 0.5);
        // of the same CPU time the compilers have all but a tenth, and leave next to nothing of half a core
        let compiling = |m: Moment| Moment { cores: m.cores.map(|(_, process)| (0.45, process + 0.45)), ..m };
        let course: Vec<Moment> = course.into_iter().map(compiling).collect();
        let lost = |cores| lost_s(&all, Timestamp::from_ns(0), &course, cores, (4.0, 0.0)).unwrap();
        assert!(lost(1.0) < 0.5 && lost(1.0) <= lost(0.5), "{} {}", lost(1.0), lost(0.5));
    }

    #[test]
    fn nothing_is_said_where_the_cores_are_not_seen() {
        let (all, _) = served(8.0, 0.5);
        assert_eq!(lost_s(&all, Timestamp::from_ns(0), &[Moment::default()], 1.0, (8.0, 0.0)), None);
    }
}
