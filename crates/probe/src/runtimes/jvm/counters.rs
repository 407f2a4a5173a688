//! The JVM's own counters, from the file that it keeps for such readers (`hsperfdata`): no attach, no cost in the target.
//!
//! Layout (version 2.0): magic 0xcafec0c0, byte order, major, minor, accessible, used, overflow, modification time, entry offset, entries;
//! each entry: length, name offset, vector length, type, flags, unit, variability, data offset. Tested on JDK 17 and 25.

use crate::process::ticker::Reading;
use crate::{Context, ProbeError, discover};
use model::series::labels;
use model::{Message, Observation, Series, Sink as _, Timestamp, message, signal};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(500);
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xc0, 0xc0];

/// Reads the counters of one JVM.
pub(super) struct Counters {
    path: PathBuf,
    cx: Context,
}

impl Counters {
    /// The file that they are read from.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Finds the file of the target.
    pub(super) fn open(cx: &Context) -> Result<Self, ProbeError> {
        let pid = cx.target.pid;
        let fail = |cause: Message| ProbeError {
            name: "counters-not-readable",
            operation: message!("jvm/read-counters", pid: name(pid.to_string())),
            cause,
            help: message!("jvm/with-counters"),
        };
        let maps = discover::text(&discover::file(pid, "maps")).unwrap_or_default();
        let path = mapped(pid, &maps).into_iter().find(|p| p.exists()).ok_or_else(|| fail(message!("jvm/no-counters")))?;
        let counters = Self { path, cx: cx.clone() };
        parse(&fs::read(&counters.path).map_err(|e| fail(e.to_string().into()))?).map_err(fail)?;
        Ok(counters)
    }
}

/// Where the file of counters that a process has mapped may be read. By its number alone another file could be meant: one that a process left that had the number
/// before. The path is told as the process sees it; a file that was deleted is read through its mapping.
fn mapped(pid: u32, maps: &str) -> Vec<PathBuf> {
    let path_of = |line: &str| line.find('/').map(|at| line[at..].to_owned()).filter(|path| path.contains("/hsperfdata_"));
    let Some((line, path)) = maps.lines().find_map(|line| Some((line, path_of(line)?))) else { return Vec::new() };
    let addresses = line.split(' ').next().unwrap_or_default();
    let by_path = Some(format!("/proc/{pid}/root{path}")).filter(|p| !p.ends_with(" (deleted)"));
    by_path.into_iter().chain([format!("/proc/{pid}/map_files/{addresses}")]).map(PathBuf::from).collect()
}

impl Reading for Counters {
    fn read(&mut self) -> Option<Duration> {
        let t = Timestamp::now();
        let values = fs::read(&self.path).ok().and_then(|b| parse(&b).ok())?;
        let get = |name: &str| values.get(name).copied().map(|v| v as f64);
        let frequency = get("sun.os.hrt.frequency").filter(|f| *f > 0.0).unwrap_or(1e9);
        let tell = |signal: &str, l, v: Option<f64>| {
            if let Some(v) = v {
                let mut s = Series::new(signal, l);
                s.push(t, v);
                self.cx.sink.observe(Observation::Series(s));
            }
        };
        let none = model::Labels::new;
        let seconds = |name: &str| get(name).map(|v| v / frequency);
        for i in 0..3 {
            let l = || labels([("collector", ["young", "old", "concurrent"][i])]);
            tell(signal::GC_COUNT, l(), get(&format!("sun.gc.collector.{i}.invocations")));
            tell(signal::GC_TIME, l(), seconds(&format!("sun.gc.collector.{i}.time")));
        }
        // with collectors that have no generations these are absent
        tell(signal::HEAP_OLD_USED, none(), get("sun.gc.generation.1.space.0.used"));
        tell(signal::HEAP_OLD_MAX, none(), get("sun.gc.generation.1.maxCapacity"));
        tell(signal::HEAP_EDEN_SIZE, none(), get("sun.gc.generation.0.space.0.capacity"));
        tell(signal::STOP_COUNT, none(), get("sun.rt.safepoints"));
        tell(signal::STOP_TIME, none(), seconds("sun.rt.safepointTime"));
        let loaded = get("java.cls.loadedClasses").map(|a| a + get("java.cls.sharedLoadedClasses").unwrap_or(0.0));
        tell(signal::CODE_LOADED, none(), loaded);
        tell(signal::COMPILATIONS, none(), get("sun.ci.totalCompiles").or_else(|| get("sun.ci.standardCompiles")));
        tell(signal::COMPILATION_TIME, none(), seconds("java.ci.totalTime"));
        tell(signal::CODE_INVALIDATED, none(), get("sun.ci.totalInvalidates"));
        tell(signal::RUNTIME_THREADS, none(), get("java.threads.live"));
        Some(INTERVAL)
    }
}

/// All numeric counters by name.
fn parse(bytes: &[u8]) -> Result<BTreeMap<String, i64>, Message> {
    let value = |(name, at): (String, usize)| {
        let value = bytes.get(at..at + 8).ok_or_else(|| message!("jvm/counters-cut-short"))?;
        Ok((name, i64::from_le_bytes(value.try_into().expect("eight bytes"))))
    };
    places(bytes)?.into_iter().map(value).collect()
}

/// Where in the file the value of each numeric counter lies, by name. It stays there as long as the virtual machine runs.
pub(super) fn places(bytes: &[u8]) -> Result<BTreeMap<String, usize>, Message> {
    let short = || message!("jvm/counters-cut-short");
    if bytes.get(..4) != Some(&MAGIC) {
        return Err(message!("jvm/counters-not-such"));
    }
    if bytes.get(4) != Some(&1) {
        return Err(message!("jvm/counters-byte-order"));
    }
    let int = |at: usize| -> Result<usize, Message> {
        let b = bytes.get(at..at + 4).ok_or_else(short)?;
        Ok(u32::from_le_bytes(b.try_into().expect("four bytes")) as usize)
    };
    let (mut at, count) = (int(24)?, int(28)?);
    let mut places = BTreeMap::new();
    for _ in 0..count {
        let length = int(at)?;
        let name_at = at + int(at + 4)?;
        let is_vector = int(at + 8)? != 0;
        let kind = *bytes.get(at + 12).ok_or_else(short)?;
        let data = at + int(at + 16)?;
        if length == 0 {
            return Err(short());
        }
        if kind == b'J' && !is_vector {
            let name = bytes.get(name_at..).and_then(|b| b.split(|c| *c == 0).next()).ok_or_else(short)?;
            if bytes.len() < data + 8 {
                return Err(short());
            }
            places.insert(String::from_utf8_lossy(name).into_owned(), data);
        }
        at += length;
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::{mapped, parse};
    use model::message;
    use std::path::PathBuf;

    const RECORDED: &[u8] = include_bytes!("tests/recorded/hsperfdata-jdk17");

    #[test]
    fn the_counters_of_a_real_jvm_are_read_by_name() {
        let values = parse(RECORDED).expect("a real file");
        assert_eq!(values["sun.os.hrt.frequency"], 1_000_000_000);
        for name in [
            "sun.gc.collector.0.invocations",
            "sun.rt.safepoints",
            "sun.rt.safepointTime",
            "java.cls.loadedClasses",
            "sun.gc.generation.1.space.0.used",
            "sun.gc.generation.1.maxCapacity",
            "sun.gc.generation.0.space.0.capacity",
        ] {
            assert!(values.contains_key(name), "{name}");
        }
        // Four workers and main, at least.
        assert!(values["java.threads.live"] >= 5);
        assert!(values["java.ci.totalTime"] > 0);
    }

    #[test]
    fn every_cut_of_a_real_file_is_refused_or_read_without_a_panic() {
        for len in 0..RECORDED.len() {
            // Only that it returns is asked.
            let _answer = parse(&RECORDED[..len]).is_ok();
        }
    }

    #[test]
    fn what_is_not_such_a_file_is_refused_in_words() {
        assert_eq!(parse(b"GIF89a"), Err(message!("jvm/counters-not-such")));
        assert_eq!(parse(&[0xca, 0xfe, 0xc0, 0xc0, 1, 2, 0, 1]), Err(message!("jvm/counters-cut-short")));
    }

    #[test]
    fn the_file_is_the_one_that_is_mapped_and_no_other_with_the_number() {
        let maps = "7f00-7f10 r--p 00000000 fe:00 12 /usr/lib/jvm/lib/libjvm.so\n7fb6a4a00000-7fb6a4a08000 rw-s 00000000 fe:00 77                  /tmp/hsperfdata_nobody/42";
        let mapping = "/proc/7/map_files/7fb6a4a00000-7fb6a4a08000";
        assert_eq!(mapped(7, maps), ["/proc/7/root/tmp/hsperfdata_nobody/42", mapping].map(PathBuf::from));
        assert_eq!(mapped(7, &format!("{maps} (deleted)")), [PathBuf::from(mapping)]);
        assert_eq!(mapped(7, maps.lines().next().expect("one")), Vec::<PathBuf>::new());
    }
}
