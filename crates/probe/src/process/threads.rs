//! The threads of one process: names, time on a core, time waiting for one. Buffers are kept from reading to reading.

use crate::discover::{numbers, read_into};
use model::{ThreadSnapshot, ThreadStat, Timestamp};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// A thread is born with its parent's name and gives itself its own in its first moments on a core: a name read after this much CPU
/// time, nanoseconds, is taken for good; before, it is read again whenever the thread has run.
const SETTLED_NS: u64 = 1_000_000;

/// Reads all threads of a process.
pub struct ThreadTable {
    dir: PathBuf,
    /// Names, and the CPU time (nanoseconds) that the thread had used before its name was read.
    names: BTreeMap<u32, (String, u64)>,
    path: String,
    text: String,
}

impl ThreadTable {
    /// Of process `pid`.
    pub fn of(pid: u32) -> Self {
        Self { dir: PathBuf::from(format!("/proc/{pid}/task")), names: BTreeMap::new(), path: String::new(), text: String::new() }
    }

    /// Reads every thread; the moment is the middle of the reading. Fails where the process is gone.
    pub fn read(&mut self) -> std::io::Result<ThreadSnapshot> {
        let start = Timestamp::now();
        let mut snapshot = ThreadSnapshot::default();
        for tid in numbers(&self.dir)? {
            let Some((cpu_ns, run_queue_ns)) = self.file(tid, "schedstat").and_then(parse_schedstat) else { continue };
            snapshot.threads.push(ThreadStat { tid, cpu_ns, run_queue_ns });
        }
        for at in 0..snapshot.threads.len() {
            let ThreadStat { tid, cpu_ns, .. } = snapshot.threads[at];
            // Less CPU time than before: another thread under the same number.
            if self.names.get(&tid).is_none_or(|(_, then)| cpu_ns < *then || (*then < SETTLED_NS && cpu_ns != *then))
                && let Some(name) = self.file(tid, "comm").map(|n| n.trim_end_matches('\n').to_owned())
            {
                let old = self.names.insert(tid, (name.clone(), cpu_ns));
                if old.is_none_or(|(n, _)| n != name) {
                    snapshot.new_names.push((tid, name));
                }
            }
        }
        self.names.retain(|tid, _| snapshot.threads.binary_search_by_key(tid, |t| t.tid).is_ok());
        let now = Timestamp::now();
        snapshot.t = start.plus_ns(now.ns_since(start) / 2);
        Ok(snapshot)
    }

    /// Name of a thread of the last reading.
    pub fn name(&self, tid: u32) -> &str {
        self.names.get(&tid).map_or("", |(n, _)| n)
    }

    /// Voluntary and involuntary context switches of thread `tid`.
    pub(crate) fn switches(&mut self, tid: u32) -> Option<[u64; 2]> {
        parse_switches(self.file(tid, "status")?)
    }

    fn file(&mut self, tid: u32, name: &str) -> Option<&str> {
        self.path.clear();
        write!(self.path, "{}/{tid}/{name}", self.dir.display()).ok()?;
        read_into(&self.path, &mut self.text)?;
        Some(&self.text)
    }
}

/// Time on a core and time waiting for one, nanoseconds.
fn parse_schedstat(text: &str) -> Option<(u64, u64)> {
    let mut f = text.split_ascii_whitespace().map(str::parse);
    Some((f.next()?.ok()?, f.next()?.ok()?))
}

fn parse_switches(status: &str) -> Option<[u64; 2]> {
    let get = |key| crate::discover::status_value(status, key)?.parse().ok();
    Some([get("voluntary_ctxt_switches")?, get("nonvoluntary_ctxt_switches")?])
}

/// Totals over threads that come and go: what an ended thread had stays counted, so that the sum never falls.
#[derive(Default)]
pub(crate) struct Totals {
    alive: BTreeMap<u32, (usize, [u64; 2])>,
    ended: Vec<[u64; 2]>,
}

impl Totals {
    /// Takes the present values of all living threads, each with the number of its group, and gives the sum of each of `groups`.
    pub(crate) fn update(&mut self, groups: usize, now: impl Iterator<Item = (u32, usize, [u64; 2])>) -> Vec<[u64; 2]> {
        self.ended.resize(groups, [0; 2]);
        let new: BTreeMap<u32, (usize, [u64; 2])> = now.map(|(tid, group, v)| (tid, (group, v))).collect();
        for (tid, (group, v)) in &self.alive {
            // A lower value under the same number is another thread.
            if new.get(tid).is_none_or(|(_, n)| n[0] < v[0]) {
                add(&mut self.ended[*group], *v);
            }
        }
        self.alive = new;
        let mut sums = self.ended.clone();
        self.alive.values().for_each(|(group, v)| add(&mut sums[*group], *v));
        sums
    }
}

fn add(sum: &mut [u64; 2], v: [u64; 2]) {
    sum[0] += v[0];
    sum[1] += v[1];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedstat_and_switches_are_read() {
        // Recorded from /proc/PID/task/TID/{schedstat,status} on kernel 6.18.
        assert_eq!(parse_schedstat("1482734 920113 37\n"), Some((1_482_734, 920_113)));
        assert_eq!(parse_schedstat("\n"), None);
        assert_eq!(parse_switches("Name:\tjava\nvoluntary_ctxt_switches:\t37\nnonvoluntary_ctxt_switches:\t4\n"), Some([37, 4]));
    }

    #[test]
    fn totals_never_fall_when_threads_end_or_their_numbers_are_used_again() {
        let mut t = Totals::default();
        assert_eq!(t.update(2, [(1, 0, [10, 1]), (2, 1, [5, 5])].into_iter()), [[10, 1], [5, 5]]);
        assert_eq!(t.update(2, [(1, 0, [12, 1])].into_iter()), [[12, 1], [5, 5]], "thread 2 ended");
        assert_eq!(t.update(2, [(1, 0, [3, 0]), (3, 1, [1, 0])].into_iter()), [[15, 1], [6, 5]], "another thread 1");
        assert_eq!(t.update(2, std::iter::empty()), [[15, 1], [6, 5]]);
    }

    #[test]
    fn a_thread_is_named_once_and_again_only_when_its_name_changed() {
        let mut table = ThreadTable::of(std::process::id());
        let own = table.read().expect("own threads");
        assert!(own.new_names.iter().any(|(tid, _)| *tid == std::process::id()));
        let tids: Vec<u32> = own.threads.iter().map(|t| t.tid).collect();
        assert!(tids.is_sorted());
        assert!(!table.read().expect("own threads").new_names.iter().any(|(tid, _)| *tid == std::process::id()));
    }
}
