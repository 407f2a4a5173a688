//! The machine itself.

use super::{cpus, proc};
use model::Host;
use std::path::Path;

/// Name, kernel, CPUs and memory of this machine; unknown values are empty or 0.
pub fn host_info() -> Host {
    let line = |path: &str| proc::text(Path::new(path)).unwrap_or_default().trim().to_owned();
    Host {
        name: line("/proc/sys/kernel/hostname"),
        kernel: line("/proc/sys/kernel/osrelease"),
        cpus: cpus::online().len() as u32,
        memory_bytes: memory_bytes(&line("/proc/meminfo")).unwrap_or(0),
    }
}

fn memory_bytes(meminfo: &str) -> Option<u64> {
    let kib = proc::status_value(meminfo, "MemTotal")?.strip_suffix("kB")?.trim();
    kib.parse::<u64>().ok().map(|k| k * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_this_machine_is_known() {
        let h = host_info();
        assert!(!h.name.is_empty() && h.kernel.contains('.') && h.cpus > 0 && h.memory_bytes > 1 << 20, "{h:?}");
    }
}
