//! The server's account of itself: the text of INFO, in figures.

use model::signal;
use std::collections::BTreeMap;

/// What one answer says.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Info {
    /// `Redis 7.0.15`, `Valkey 8.0.1`.
    pub(super) version: String,
    /// Most clients that it allows; 0 when it does not say.
    pub(super) most_clients: u64,
    /// Running totals and readings by signal.
    pub(super) figures: Vec<(&'static str, f64)>,
    /// Calls and seconds by command.
    pub(super) commands: BTreeMap<String, (f64, f64)>,
}

/// Fields that are a figure as they stand, with what to multiply them by.
const FIGURES: [(&str, &str, f64); 14] = [
    ("connected_clients", signal::CACHE_CLIENTS, 1.0),
    ("blocked_clients", signal::CACHE_CLIENTS_BLOCKED, 1.0),
    ("keyspace_hits", signal::CACHE_HITS, 1.0),
    ("keyspace_misses", signal::CACHE_MISSES, 1.0),
    ("evicted_keys", signal::CACHE_EVICTED, 1.0),
    ("expired_keys", signal::CACHE_EXPIRED, 1.0),
    ("used_memory", signal::CACHE_MEMORY, 1.0),
    ("used_memory_rss", signal::CACHE_MEMORY_RESIDENT, 1.0),
    ("aof_delayed_fsync", signal::CACHE_FSYNC_DELAYED, 1.0),
    ("aof_current_size", signal::CACHE_APPENDED, 1.0),
    ("total_forks", signal::CACHE_FORKS, 1.0),
    ("latest_fork_usec", signal::CACHE_FORK_TIME, 1e-6),
    ("rdb_saves", SAVES, 1.0),
    ("aof_rewrites", SAVES, 1.0),
];

/// Copies of servers older than 6.2, which do not count them.
const SAVES: &str = "";

impl Info {
    /// Reads the text of `INFO all`.
    pub(super) fn read(text: &str) -> Self {
        let fields: BTreeMap<&str, &str> = text.lines().filter_map(|l| l.trim_end().split_once(':')).collect();
        let number = |key: &str| fields.get(key).and_then(|v| v.parse::<f64>().ok());
        let (name, version) = fields
            .get("valkey_version")
            .map_or_else(|| ("Redis", fields.get("redis_version").copied().unwrap_or_default()), |v| ("Valkey", *v));
        let known = FIGURES.iter().filter(|(_, signal, _)| *signal != SAVES);
        let mut figures: Vec<(&'static str, f64)> = known.filter_map(|(key, s, by)| Some((*s, number(key)? * by))).collect();
        if number("total_forks").is_none() {
            let saves = FIGURES.iter().filter(|(_, s, _)| *s == SAVES).filter_map(|(key, ..)| number(key)).reduce(|a, b| a + b);
            figures.extend(saves.map(|n| (signal::CACHE_FORKS, n)));
        }
        let both = |user: &str, system: &str| Some(number(user)? + number(system)?);
        let cpu = both("used_cpu_user_main_thread", "used_cpu_sys_main_thread").or_else(|| both("used_cpu_user", "used_cpu_sys"));
        figures.extend(cpu.map(|s| (signal::CACHE_CPU_TIME, s)));
        let saving = ["rdb_bgsave_in_progress", "aof_rewrite_in_progress"].iter().filter_map(|key| number(key)).reduce(f64::max);
        figures.extend(saving.map(|s| (signal::CACHE_SAVING, s)));
        Self {
            version: format!("{name} {version}"),
            most_clients: number("maxclients").unwrap_or(0.0) as u64,
            figures,
            commands: fields
                .iter()
                .filter_map(|(key, v)| Some((key.strip_prefix("cmdstat_")?.to_ascii_lowercase(), command(v)?)))
                .collect(),
        }
    }
}

/// Calls and seconds of `calls=3,usec=42,usec_per_call=14.00,...`.
fn command(text: &str) -> Option<(f64, f64)> {
    let of = |key: &str| text.split(',').find_map(|p| p.strip_prefix(key)?.strip_prefix('=')?.parse::<f64>().ok());
    Some((of("calls")?, of("usec")? / 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(info: &Info, signal: &str) -> Option<f64> {
        info.figures.iter().find(|(s, _)| *s == signal).map(|(_, v)| *v)
    }

    #[test]
    fn an_answer_of_redis_7_is_read() {
        let info = Info::read(include_str!("tests/recorded/info-7.0.15.txt"));
        assert_eq!((info.version.as_str(), info.most_clients), ("Redis 7.0.15", 10_000));
        assert_eq!(info.commands["keys"], (1.0, 14e-6));
        assert_eq!(info.commands["slowlog|get"].0, 1.0);
        assert_eq!(figure(&info, signal::CACHE_CPU_TIME), Some(0.129_712));
        assert_eq!(figure(&info, signal::CACHE_FORKS), Some(0.0));
        assert_eq!(figure(&info, signal::CACHE_FSYNC_DELAYED), None, "nothing is appended to a file");
        assert_eq!(figure(&info, signal::CACHE_SAVING), Some(0.0));
    }

    #[test]
    fn older_servers_and_others_are_read_as_far_as_they_tell() {
        let old =
            Info::read("redis_version:5.0.3\r\nused_cpu_sys:1.5\r\nused_cpu_user:2.5\r\nrdb_saves:2\r\ncmdstat_GET:calls=4,usec=8\r\n");
        assert_eq!(old.version, "Redis 5.0.3");
        assert_eq!((figure(&old, signal::CACHE_CPU_TIME), figure(&old, signal::CACHE_FORKS)), (Some(4.0), Some(2.0)));
        assert_eq!(old.commands["get"], (4.0, 8e-6));
        assert_eq!(Info::read("redis_version:7.2.4\r\nvalkey_version:8.0.1\r\n").version, "Valkey 8.0.1");
        assert_eq!(Info::read("").version, "Redis ");
    }
}
