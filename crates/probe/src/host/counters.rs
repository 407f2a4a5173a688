//! Parsers of the host-wide counters: CPU states, pressure, listen queues.

use crate::discover::Socket;

/// CPU time of one CPU, clock ticks, in the order of [`STATES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CpuTicks {
    pub(super) cpu: u32,
    pub(super) ticks: [u64; 5],
}

/// Values of the label `state`.
pub(super) const STATES: [&str; 5] = ["busy", "idle", "iowait", "steal", "softirq"];

/// CPUs of /proc/stat. Busy is user, nice, system and hard interrupts; time of guests is already in user and nice.
pub(super) fn cpu_ticks(stat: &str) -> Vec<CpuTicks> {
    let row = |line: &str| -> Option<CpuTicks> {
        let mut f = line.strip_prefix("cpu")?.split_ascii_whitespace();
        let cpu = f.next()?.parse().ok()?;
        let n: Vec<u64> = f.map_while(|x| x.parse().ok()).collect();
        let [user, nice, system, idle, iowait, irq, softirq, steal, ..] = n[..] else { return None };
        Some(CpuTicks { cpu, ticks: [user + nice + system + irq, idle, iowait, steal, softirq] })
    };
    // The first line sums all CPUs up: its number is missing, so the field after `cpu` is a counter. Told by the blank.
    stat.lines().filter(|l| !l.starts_with("cpu ")).map_while(row).collect()
}

/// Seconds in which some task was stalled, of a file of /proc/pressure.
pub(super) fn pressure_some_s(text: &str) -> Option<f64> {
    let total = text.lines().find(|l| l.starts_with("some "))?.rsplit_once("total=")?.1;
    total.trim().parse::<u64>().ok().map(|us| us as f64 / 1e6)
}

/// Connections that wait to be accepted on `port`, of sockets that listen.
pub(super) fn accept_queue(listening: &[Socket], port: u16) -> Option<u64> {
    listening.iter().filter(|s| s.local.port() == port).map(|s| u64::from(s.rx_queue)).reduce(|a, b| a + b)
}

/// Overflows of listen queues, of /proc/net/netstat (a line of names, then one of values).
pub(super) fn listen_overflows(netstat: &str) -> Option<u64> {
    let mut lines = netstat.lines().filter_map(|l| l.strip_prefix("TcpExt:"));
    let (names, values) = (lines.next()?, lines.next()?);
    let at = names.split_ascii_whitespace().position(|n| n == "ListenOverflows")?;
    values.split_ascii_whitespace().nth(at)?.parse().ok()
}

/// Bytes that a process wrote to files of a disk, of /proc/PID/io: counted when a page of the cache becomes dirty.
pub(super) fn file_writes(io: &str) -> Option<u64> {
    io.lines().find_map(|l| l.strip_prefix("write_bytes:"))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_to_files_are_not_all_that_is_written() {
        // Recorded with `cat /proc/PID/io` on kernel 6.18, shortened.
        let io = "rchar: 323934931\nwchar: 323929600\nsyscr: 632687\nread_bytes: 0\nwrite_bytes: 32768\ncancelled_write_bytes: 0\n";
        assert_eq!(file_writes(io), Some(32768));
        assert_eq!(file_writes(""), None);
    }

    #[test]
    fn cpu_states_are_read_without_the_sum_line() {
        // Recorded with `head -3 /proc/stat` on kernel 6.18.
        let stat = "cpu  23828 0 5172 217516 419 0 600 39 0 0\ncpu0 15207 1 2121 106266 46 2 377 16 0 0\n\
                    cpu1 8621 0 3050 111250 372 0 223 23 0 0\nintr 1 2 3\n";
        let all = cpu_ticks(stat);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0], CpuTicks { cpu: 0, ticks: [17331, 106_266, 46, 16, 377] });
        assert_eq!(all[1].cpu, 1);
    }

    #[test]
    fn pressure_is_seconds() {
        // Recorded with `cat /proc/pressure/cpu` on kernel 6.18.
        let cpu = "some avg10=21.75 avg60=36.05 avg300=20.66 total=108830719\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
        assert_eq!(pressure_some_s(cpu), Some(108.830_719));
    }

    #[test]
    fn the_queue_of_a_port_is_that_of_all_that_listen_at_it() {
        let row =
            |port: &str, queue| Socket::parse(&format!("0: 0100007F:{port} 00000000:0000 0A 00000000:0000000{queue} 00:0 0 0 0 17891"));
        let all: Vec<Socket> = [row("1F91", 3), row("1F90", 7), row("1F90", 2)].into_iter().flatten().collect();
        assert_eq!(accept_queue(&all, 8080), Some(9));
        assert_eq!(accept_queue(&all, 80), None);
    }

    #[test]
    fn overflows_stand_below_their_name() {
        let netstat = "TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 0 12 14\nIpExt: InOctets\nIpExt: 5\n";
        assert_eq!(listen_overflows(netstat), Some(12));
    }
}
