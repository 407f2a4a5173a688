//! The options of one call: `start,file=/x/gauges,interval_us=10000,lease_ms=3000,walk=1`.

use std::time::Duration;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Start the thread.
    Start,
    /// End the thread and wait for it.
    Stop,
}

/// One call's options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// What to do.
    pub action: Action,
    /// The file to map.
    pub file: String,
    /// Time between two readings.
    pub interval: Duration,
    /// How long the heartbeat may stand still.
    pub lease: Duration,
    /// Whether to walk the heap at once.
    pub walk: bool,
}

impl Options {
    /// `None` for options this version does not understand.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let action = match parts.next()? {
            "start" => Action::Start,
            "stop" => Action::Stop,
            _ => return None,
        };
        let mut options =
            Self { action, file: String::new(), interval: Duration::from_millis(10), lease: Duration::from_secs(3), walk: false };
        for part in parts {
            let (key, value) = part.split_once('=')?;
            match key {
                "file" => value.clone_into(&mut options.file),
                "interval_us" => options.interval = Duration::from_micros(value.parse::<u64>().ok()?.max(1000)),
                "lease_ms" => options.lease = Duration::from_millis(value.parse::<u64>().ok()?.max(100)),
                "walk" => options.walk = value == "1",
                _ => return None,
            }
        }
        (!options.file.is_empty()).then_some(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_options_of_a_start() {
        let o = Options::parse("start,file=/x/gauges,interval_us=20000,lease_ms=500,walk=1").expect("these are all known");
        assert_eq!((o.action, o.file.as_str(), o.walk), (Action::Start, "/x/gauges", true));
        assert_eq!((o.interval, o.lease), (Duration::from_millis(20), Duration::from_millis(500)));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for text in ["", "begin,file=/x", "start", "start,file=/x,colour=red", "start,file=/x,interval_us=fast"] {
            assert_eq!(Options::parse(text), None, "{text}");
        }
    }
}
