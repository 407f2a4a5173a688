//! How something is put back: data, which goes into the journal, and by which another process can restore after a kill.

use super::{InterventionError, Kind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// What an intervention notes of how it was before. Kept in the journal: fields are added, never renamed.
pub trait WayBack: Serialize + DeserializeOwned {
    /// Name of the intervention that reads it.
    const KIND: &'static str;
    /// Whether restoring may be tried again. Not where nobody knows what it does twice.
    const MAY_BE_REPEATED: bool = true;

    /// Puts it back, and sees that it is.
    fn restore(&self) -> Result<Restored, InterventionError>;

    /// What a person can do to put it back, when this program cannot.
    fn by_hand(&self) -> Vec<String>;
}

/// What restoring came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    /// It is as it was, and that was seen.
    AsBefore,
    /// The process is gone, and the change with it.
    Gone,
}

/// A way back without its type, as it stands in the journal: `{"kind":"pool-size","pid":421,...}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Restore {
    kind: String,
    #[serde(flatten)]
    before: Map<String, Value>,
}

/// Kind of what needs no way back.
const NOTHING: &str = "nothing";
/// How long to try before a restore counts as failed. A JVM in a long collection answers late. A guess.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(200);

impl Restore {
    /// Nothing stays changed.
    pub fn nothing() -> Self {
        Self { kind: NOTHING.to_owned(), before: Map::new() }
    }

    /// By `way`. An error where it cannot be written down (a path that is no text): then nothing may be changed.
    pub fn by<W: WayBack>(way: &W) -> Result<Self, InterventionError> {
        let failed = |seen: String| InterventionError::new(format!("note how {} is put back", W::KIND), seen);
        match serde_json::to_value(way).map_err(|e| failed(e.to_string()))? {
            Value::Object(before) => Ok(Self { kind: W::KIND.to_owned(), before }),
            other => Err(failed(format!("{other} has no fields"))),
        }
    }

    /// Whether there is nothing to put back.
    pub fn is_nothing(&self) -> bool {
        self.kind == NOTHING
    }

    /// Forgets how, once it is put back: a command may hold what nobody should keep. Says whether there was anything to forget.
    pub(crate) fn forget(&mut self) -> bool {
        !std::mem::take(&mut self.before).is_empty()
    }

    /// The typed way back, where it is one of `W`.
    pub fn way<W: WayBack>(&self) -> Option<W> {
        if self.kind == W::KIND { serde_json::from_value(Value::Object(self.before.clone())).ok() } else { None }
    }

    /// Puts it back and checks that it is. Tries again for some seconds, because the target may be busy with what was done to it.
    pub fn restore(&self) -> Result<Restored, InterventionError> {
        if self.is_nothing() {
            return Ok(Restored::AsBefore);
        }
        let way = self.known()?;
        let began = Instant::now();
        loop {
            match (way.restore)(self) {
                Err(_) if began.elapsed() < PATIENCE && way.may_be_repeated => std::thread::sleep(PAUSE),
                result => return result,
            }
        }
    }

    /// What a person can do to put it back, when this program cannot.
    pub fn by_hand(&self) -> Vec<String> {
        match self.known() {
            Ok(way) => (way.by_hand)(self),
            Err(_) if self.is_nothing() => Vec::new(),
            Err(e) => vec![format!("{e}: use the version of this tool that made the change")],
        }
    }

    fn known(&self) -> Result<Way, InterventionError> {
        Kind::named(&self.kind).and_then(|k| k.way_back).ok_or_else(|| self.unreadable("this version does not know it"))
    }

    fn unreadable(&self, seen: &str) -> InterventionError {
        InterventionError::new(format!("read how {:?} is put back", self.kind), seen)
    }
}

/// The functions of a [`WayBack`] without its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    restore: fn(&Restore) -> Result<Restored, InterventionError>,
    by_hand: fn(&Restore) -> Vec<String>,
    may_be_repeated: bool,
}

impl Way {
    pub(super) const fn of<W: WayBack>() -> Self {
        Self { restore: restore::<W>, by_hand: by_hand::<W>, may_be_repeated: W::MAY_BE_REPEATED }
    }
}

fn restore<W: WayBack>(noted: &Restore) -> Result<Restored, InterventionError> {
    noted.way::<W>().ok_or_else(|| noted.unreadable("fields are missing"))?.restore()
}

fn by_hand<W: WayBack>(noted: &Restore) -> Vec<String> {
    noted.way::<W>().map_or_else(Vec::new, |way| way.by_hand())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interventions::command::Commands;
    use crate::interventions::cpu_share::CpuBefore;
    use crate::interventions::edge_delay::EdgeBefore;
    use crate::interventions::{SizeBefore, pool_size, worker_threads};

    fn read(text: &str) -> Restore {
        let noted: Restore = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&noted).unwrap(), text, "it is written as it was read");
        noted
    }

    #[test]
    fn what_is_in_a_journal_can_be_read_by_later_versions() {
        // lines as version 0.1 writes them
        let sizes = |kind: &str| read(&format!(r#"{{"kind":"{kind}","pid":7,"start_ticks":9,"name":"orders","max":10,"min":5}}"#));
        let before = SizeBefore { pid: 7, start_ticks: 9, name: "orders".to_owned(), max: 10, min: 5 };
        assert_eq!(sizes("pool-size"), Restore::by(&pool_size::Before(before.clone())).unwrap());
        assert_eq!(sizes("worker-threads"), Restore::by(&worker_threads::Before(before)).unwrap());
        let command = Commands { command: "true".into(), check: None };
        assert_eq!(read(r#"{"kind":"command","command":"true","check":null}"#), Restore::by(&command).unwrap());
        let edge = EdgeBefore { socket: "/run/edge".into() };
        assert_eq!(read(r#"{"kind":"edge-delay","socket":"/run/edge"}"#), Restore::by(&edge).unwrap());
        let cpus = CpuBefore::Affinity { pid: 7, start_ticks: 9, cpus: vec![0, 1], others: vec![(8, vec![1])] };
        let text = r#"{"kind":"cpu-share","by":"affinity","pid":7,"start_ticks":9,"cpus":[0,1],"others":[[8,[1]]]}"#;
        assert_eq!(read(text), Restore::by(&cpus).unwrap());
        let nothing = read(r#"{"kind":"nothing"}"#);
        assert_eq!((nothing.restore(), nothing), (Ok(Restored::AsBefore), Restore::nothing()));
    }

    #[test]
    fn what_a_later_version_changed_is_not_taken_for_restored() {
        let noted = read(r#"{"kind":"dns-delay","ms":5}"#);
        assert!(noted.restore().unwrap_err().seen.to_string().contains("does not know"));
        assert!(noted.by_hand()[0].contains("version"), "{:?}", noted.by_hand());
        let cut = read(r#"{"kind":"edge-delay"}"#);
        assert!(cut.way::<EdgeBefore>().is_none());
    }

    #[test]
    fn everything_that_stays_changed_can_be_put_back_by_hand() {
        let before = SizeBefore { pid: 7, start_ticks: 9, name: "orders".to_owned(), max: 10, min: 5 };
        let lines = Restore::by(&pool_size::Before(before)).unwrap().by_hand().join("\n");
        assert!(lines.contains("restart the service") && lines.contains("10"), "{lines}");
    }
}
