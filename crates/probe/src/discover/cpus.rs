//! Lists of CPUs: what a process may use, what the machine has online, what is left for the tool.

use super::proc;
use model::Target;
use std::path::Path;

/// Parses the kernel's form of a list: `0-3,8,10-11`.
pub fn parse_list(text: &str) -> Vec<u32> {
    let range = |part: &str| -> Option<std::ops::RangeInclusive<u32>> {
        let (a, b) = part.split_once('-').unwrap_or((part, part));
        Some(a.trim().parse().ok()?..=b.trim().parse().ok()?)
    };
    text.split(',').filter_map(range).flatten().collect()
}

/// Writes a list the way the kernel does: `0-3,8`.
pub fn format_list(cpus: &[u32]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < cpus.len() {
        let first = cpus[at];
        while at + 1 < cpus.len() && cpus[at + 1] == cpus[at] + 1 {
            at += 1;
        }
        out.push(if cpus[at] == first { first.to_string() } else { format!("{first}-{}", cpus[at]) });
        at += 1;
    }
    out.join(",")
}

/// CPUs that process (or thread) `pid` may run on; empty when it is gone.
pub fn allowed(pid: u32) -> Vec<u32> {
    let status = proc::text(&proc::file(pid, "status")).unwrap_or_default();
    parse_list(proc::status_value(&status, "Cpus_allowed_list").unwrap_or(""))
}

/// CPUs that are online.
pub fn online() -> Vec<u32> {
    parse_list(proc::text(Path::new("/sys/devices/system/cpu/online")).unwrap_or_default().trim())
}

/// CPUs that this tool may use and `target` may not: the place for samplers and load. Empty when the target may use them all.
pub fn spare_cpus(target: &Target) -> Vec<u32> {
    let online = online();
    let mut own = allowed(std::process::id());
    own.retain(|c| online.contains(c) && !target.cpus.contains(c));
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_written_as_the_kernel_does() {
        for (text, cpus) in [("0", vec![0]), ("0-1", vec![0, 1]), ("0-2,5,7-8", vec![0, 1, 2, 5, 7, 8]), ("", vec![])] {
            assert_eq!(parse_list(text), cpus, "{text}");
            assert_eq!(format_list(&cpus), text);
        }
    }

    #[test]
    fn spare_cpus_are_those_the_target_may_not_use() {
        let all = allowed(std::process::id());
        let target = Target { cpus: all[1..].to_vec(), ..Target::default() };
        assert_eq!(spare_cpus(&target), vec![all[0]]);
        assert!(spare_cpus(&Target { cpus: all, ..Target::default() }).is_empty());
    }
}
