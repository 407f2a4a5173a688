//! The JVM's own counters, from the file that it keeps for such readers (`hsperfdata`): no attach, no cost in the target.
//!
//! Layout (version 2.0): magic 0xcafec0c0, byte order, major, minor, accessible, used, overflow, modification time, entry offset, entries;
//! each entry: length, name offset, vector length, type, flags, unit, variability, data offset. Tested on JDK 17 and 25.

use super::exchange::owner;
use crate::process::ticker::Reading;
use crate::{Context, ProbeError, discover};
use model::series::labels;
use model::{Message, Observation, Series, Sink as _, Timestamp, message, signal};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const INTERVAL: Duration = Duration::from_millis(500);
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xc0, 0xc0];
/// Largest file that is read; one of JDK 17 has 32 kB.
pub(super) const MOST: u64 = 16 << 20;
/// Bytes of an entry before its name.
const ENTRY: usize = 20;

/// Reads the counters of one JVM.
pub(super) struct Counters {
    path: PathBuf,
    /// User of the target, to whom the file belongs.
    user: u32,
    cx: Context,
}

impl Counters {
    /// The file that they are read from, opened anew.
    pub(super) fn file(&self) -> Result<File, Message> {
        own_file(&self.path, self.user)
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
        let (user, _) = owner(pid).ok_or_else(|| fail(message!("contract/no-such-process")))?;
        let counters = Self { path, user, cx: cx.clone() };
        counters.values().map_err(fail)?;
        Ok(counters)
    }

    fn values(&self) -> Result<BTreeMap<String, i64>, Message> {
        parse(&discover::contents(&self.file()?, MOST).map_err(|e| Message::from(e.to_string()))?)
    }
}

/// The file at `path`, opened, if it is what a virtual machine of `user` keeps there. What lies in a folder of the target's may be
/// anything; a mapping is a link of the kernel's to what the process has mapped.
fn own_file(path: &Path, user: u32) -> Result<File, Message> {
    let not_its_own = || message!("jvm/counters-not-its-own", most: Bytes(MOST as f64));
    // `/proc/PID/map_files/FROM-TO`
    let is_mapping = path.components().nth(3).is_some_and(|part| part.as_os_str() == "map_files");
    let file = discover::regular(path, MOST, is_mapping).map_err(|e| match e.kind() {
        std::io::ErrorKind::InvalidInput => not_its_own(),
        _ => e.to_string().into(),
    })?;
    let belongs_to = file.metadata().map_err(|e| Message::from(e.to_string()))?.uid();
    if belongs_to == user { Ok(file) } else { Err(not_its_own()) }
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
        let values = self.values().ok()?;
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
    let mut places = BTreeMap::new();
    each(bytes, |e| {
        if e.kind == b'J' && e.length == 0 {
            if bytes.len() < e.data + 8 {
                return Err(message!("jvm/counters-cut-short"));
            }
            places.insert(String::from_utf8_lossy(e.name).into_owned(), e.data);
        }
        Ok(())
    })?;
    Ok(places)
}

/// Where in the file the text of that name lies, and how long it may be.
pub(super) fn text_place(bytes: &[u8], name: &str) -> Option<(usize, usize)> {
    let mut place = None;
    let is_it = |e: &Entry<'_>| e.kind == b'B' && e.length > 0 && e.name == name.as_bytes() && bytes.len() >= e.data + e.length;
    let found = each(bytes, |e| {
        place = place.or(is_it(&e).then_some((e.data, e.length)));
        Ok(())
    });
    found.ok().and(place)
}

/// A counter as the file has it.
struct Entry<'a> {
    name: &'a [u8],
    /// The letter of its type: `J` a number, `B` letters.
    kind: u8,
    /// Elements; none where it is no list.
    length: usize,
    /// Where the value begins.
    data: usize,
}

/// All counters of a file, one after another.
fn each<'a>(bytes: &'a [u8], mut one: impl FnMut(Entry<'a>) -> Result<(), Message>) -> Result<(), Message> {
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
    for _ in 0..count {
        let (size, name_at, length) = (int(at)?, at + int(at + 4)?, int(at + 8)?);
        let kind = *bytes.get(at + 12).ok_or_else(short)?;
        let data = at + int(at + 16)?;
        if size < ENTRY {
            return Err(short());
        }
        if matches!(kind, b'J' | b'B') {
            // within its entry: a file of entries that all name its whole rest would be read for hours
            let name = bytes.get(name_at..(at + size).min(bytes.len())).and_then(|b| b.split(|c| *c == 0).next()).ok_or_else(short)?;
            one(Entry { name, kind, length, data })?;
        }
        at += size;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MOST, mapped, own_file, parse};
    use model::message;
    use rand::rngs::SmallRng;
    use rand::{Rng as _, SeedableRng as _};
    use std::fs::File;
    use std::os::unix::fs::symlink;
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
    fn a_file_with_other_bytes_is_refused_or_read_without_a_panic() {
        for seed in 0..2000 {
            let mut random = SmallRng::seed_from_u64(seed);
            let mut bytes = RECORDED.to_vec();
            for _ in 0..random.random_range(1..16) {
                let at = random.random_range(0..bytes.len());
                bytes[at] = random.random();
            }
            // Only that it returns is asked.
            let _answer = parse(&bytes).is_ok();
        }
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

    #[test]
    fn what_is_no_file_of_the_service_itself_is_not_read() {
        let dir = std::env::temp_dir().join(format!("tightspot-test-counters-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("the temporary folder can be written");
        let own = crate::discover::uid(std::process::id()).expect("ours");
        std::fs::write(dir.join("real"), RECORDED).expect("written");
        File::create(dir.join("large")).and_then(|f| f.set_len(MOST + 1)).expect("written");
        symlink(dir.join("real"), dir.join("link")).expect("a link");
        assert!(own_file(&dir.join("real"), own).is_ok());
        let not_its_own = message!("jvm/counters-not-its-own", most: Bytes(MOST as f64));
        for (name, user) in [("real", own + 1), ("large", own), ("link", own), ("", own), ("/dev/zero", own)] {
            assert_eq!(own_file(&dir.join(name), user).map(drop), Err(not_its_own.clone()), "{name}");
        }
        std::fs::remove_dir_all(&dir).expect("ours");
    }

    #[test]
    fn entries_that_overlap_or_name_all_that_follows_end_at_once() {
        let file = |length: u32, count: u32, rest: usize| {
            let mut all = vec![0xca, 0xfe, 0xc0, 0xc0, 1, 2, 0, 1];
            all.resize(24, 0);
            all.extend([32_u32, count].map(u32::to_le_bytes).concat());
            // length, where its name begins, no vector, a number, where its value lies
            all.extend([length, 20, 0, u32::from(b'J'), 24].map(u32::to_le_bytes).concat());
            all.resize(all.len() + rest, b'x');
            all
        };
        assert_eq!(parse(&file(1, u32::MAX, 1000)), Err(message!("jvm/counters-cut-short")), "shorter than an entry");
        assert_eq!(parse(&file(u32::MAX, u32::MAX, 1000)), Err(message!("jvm/counters-cut-short")), "beyond the end");
        let one = parse(&file(40, 1, 1 << 20)).expect("one entry");
        assert_eq!(one.keys().map(String::len).collect::<Vec<_>>(), [20], "its name ends with the entry");
    }
}
