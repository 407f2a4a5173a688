//! The options of one call: `start,file=/x/gauges,interval_us=10000,lease_ms=3000,walk=1`, or
//! `resize,file=/x/answer,kind=1,name=706f6f6c,max=20,min=20,renew=1` with the name as hexadecimal digits of its UTF-8.

use std::time::Duration;

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Start the thread.
    Start,
    /// End the thread and wait for it.
    Stop,
    /// Write the sizes of all pools and executors into the file.
    Sizes,
    /// Change the size of one, and write what it is then.
    Resize,
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
    /// What to resize.
    pub size: Size,
}

/// What one pool or executor is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// One of [`crate::layout::kind`].
    pub kind: u64,
    /// Its name.
    pub name: String,
    /// Most connections or threads.
    pub max: i32,
    /// Connections kept idle, or core threads.
    pub min: i32,
    /// Whether the connections there are are to be replaced, so that a smaller pool becomes smaller.
    pub renew: bool,
}

impl Options {
    /// `None` for options this version does not understand.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let action = match parts.next()? {
            "start" => Action::Start,
            "stop" => Action::Stop,
            "sizes" => Action::Sizes,
            "resize" => Action::Resize,
            _ => return None,
        };
        let mut options = Self {
            action,
            file: String::new(),
            interval: Duration::from_millis(10),
            lease: Duration::from_secs(3),
            walk: false,
            size: Size::default(),
        };
        for part in parts {
            let (key, value) = part.split_once('=')?;
            match key {
                "file" => value.clone_into(&mut options.file),
                "interval_us" => options.interval = Duration::from_micros(value.parse::<u64>().ok()?.max(1000)),
                "lease_ms" => options.lease = Duration::from_millis(value.parse::<u64>().ok()?.max(100)),
                "walk" => options.walk = value == "1",
                "kind" => options.size.kind = value.parse().ok()?,
                "name" => options.size.name = unhex(value)?,
                "max" => options.size.max = value.parse().ok().filter(|n| *n > 0)?,
                "min" => options.size.min = value.parse().ok().filter(|n| *n >= 0)?,
                "renew" => options.size.renew = value == "1",
                _ => return None,
            }
        }
        let whole = action != Action::Resize || (options.size.max > 0 && options.size.kind > 0);
        (!options.file.is_empty() && whole).then_some(options)
    }
}

/// The text behind pairs of hexadecimal digits: a name may hold commas.
fn unhex(digits: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
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
        for text in ["resize,file=/x", "resize,file=/x,kind=1,max=0", "resize,file=/x,kind=1,max=2,name=7", "resize,file=/x,max=2,kind=one"]
        {
            assert_eq!(Options::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_may_hold_what_separates_options() {
        let o = Options::parse("resize,file=/x,kind=1,name=612c623d63,max=30,min=10,renew=1").expect("these are all known");
        assert_eq!(o.size, Size { kind: 1, name: "a,b=c".to_owned(), max: 30, min: 10, renew: true });
    }
}
