//! Sizes of a JVM's pools and workers: read, and changed by their own setters. For experiments alone; no probe calls this.
//!
//! Each call loads the agent, has one answer, and leaves nothing in the target: no thread, no file, no reference; killed in the middle it leaves a
//! folder, which is noted. What a change leaves is the changed size itself, and putting it back is the caller's promise. Page: `jvm.md`.

use super::attach::Jvm;
use super::exchange::Exchange;
use super::layout::kind;
use super::library;
use crate::ProbeError;
use crate::discover::Stat;
use crate::journal::Note;
use crate::scratch::FOLDERS;
use crate::sizing::{self, Resizable, Size};
use model::{Message, Target, message};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// Room for the longest answer: 16 instances with names of 240 bytes.
const ANSWER_BYTES: usize = 16 * 1024;
/// Agents take options separated by commas, so a folder of this name is never used: the answer goes through the target's own /tmp.
const NO_SCRATCH: &str = "/nowhere,";

/// A JVM whose pools and workers can be resized.
pub(super) struct Sizing {
    pid: u32,
    jvm: Jvm,
    agent: std::path::PathBuf,
}

impl Sizing {
    /// Attaches to process `pid`; nothing is changed yet.
    pub(super) fn open(pid: u32) -> Result<Self, ProbeError> {
        let jvm = Jvm::open(pid)?;
        Ok(Self { pid, jvm, agent: library::install(pid)?.agent })
    }
}

impl sizing::Sizing for Sizing {
    fn read(&self) -> Result<Vec<Size>, ProbeError> {
        self.ask("sizes", "")
    }

    fn set(&self, wanted: &Size, renew: bool) -> Result<Size, ProbeError> {
        let kind = match wanted.of {
            Resizable::ConnectionPool => kind::HIKARI,
            Resizable::Workers => kind::TOMCAT,
        };
        let name = wanted.name.bytes().fold(String::new(), |mut hex, b| {
            write!(hex, "{b:02x}").expect("a String takes everything");
            hex
        });
        let options = format!(",kind={kind},name={name},max={},min={},renew={}", wanted.max, wanted.min, u8::from(renew));
        let mut all = self.ask("resize", &options)?;
        let resize = || message!("runtimes/resize-one", name: name(&wanted.name), pid: name(self.pid.to_string()));
        match all.pop().filter(|_| all.is_empty()) {
            Some(one) if (one.max, one.min) == (wanted.max, wanted.min) => Ok(one),
            Some(one) => {
                let cause = message!(
                    "runtimes/not-as-asked",
                    max: Count(f64::from(one.max)),
                    min: Count(f64::from(one.min)),
                    asked_max: Count(f64::from(wanted.max)),
                    asked_min: Count(f64::from(wanted.min))
                );
                Err(failed(resize(), cause))
            }
            None => Err(failed(resize(), message!("runtimes/several-of-this-name"))),
        }
    }

    fn collect_garbage(&self) -> Result<(), ProbeError> {
        self.jvm.command("jcmd", ["GC.run", "", ""]).map(drop)
    }
}

impl Sizing {
    fn read_sizes(&self) -> Message {
        message!("runtimes/read-sizes", pid: name(self.pid.to_string()))
    }

    fn ask(&self, action: &str, more: &str) -> Result<Vec<Size>, ProbeError> {
        let exchange = Exchange::create(self.pid, Path::new(NO_SCRATCH))?;
        // an aid: without it the folder stays after a kill, and holds sizes and names of pools
        let note = Note::of_folder(FOLDERS, &process(self.pid), exchange.folder());
        let answer = self.ask_over(&exchange, action, more);
        drop(exchange);
        note.into_iter().for_each(Note::erase);
        answer
    }

    fn ask_over(&self, exchange: &Exchange, action: &str, more: &str) -> Result<Vec<Size>, ProbeError> {
        let unread = |e: std::io::Error| failed(self.read_sizes(), e.to_string().into());
        let mut file = exchange.new_file("sizes", ANSWER_BYTES).map_err(unread)?;
        self.jvm.load(&self.agent, &format!("{action},file={}{more}", exchange.theirs("sizes").display()))?;
        let mut said = String::new();
        file.read_to_string(&mut said).map_err(unread)?;
        parse(&said).map_err(|why| failed(self.read_sizes(), why))
    }
}

/// A process as notes tell it from others.
fn process(pid: u32) -> Target {
    Target { pid, start_ticks: Stat::of(pid).map_or(0, |s| s.start_ticks), ..Target::default() }
}

fn failed(operation: Message, cause: Message) -> ProbeError {
    ProbeError { name: "size-not-set", operation, cause, help: Message::default() }
}

/// The sizes of an answer, or why there are none.
fn parse(said: &str) -> Result<Vec<Size>, Message> {
    let mut all = Vec::new();
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["done"] => return Ok(all),
            ["failed", ref why @ ..] => {
                return Err(match why {
                    ["gone"] => message!("runtimes/none-of-this-name"),
                    ["shape"] => message!("jvm/setters-not-known"),
                    other => message!("jvm/agent-failed", said: name(other.join(" "))),
                });
            }
            [of, name, max, min, total] => all.push(size(of, name, [max, min, total]).ok_or_else(|| message!("jvm/answer-no-sense"))?),
            _ => return Err(message!("jvm/answer-no-sense")),
        }
    }
    Err(message!("jvm/answer-not-whole"))
}

fn size(of: &str, name: &str, numbers: [&str; 3]) -> Option<Size> {
    let of = match of.parse::<u64>().ok()? {
        kind::HIKARI => Resizable::ConnectionPool,
        kind::TOMCAT => Resizable::Workers,
        _ => return None,
    };
    let bytes: Option<Vec<u8>> = (0..name.len()).step_by(2).map(|i| u8::from_str_radix(name.get(i..i + 2)?, 16).ok()).collect();
    let [max, min, total] = numbers.map(|n| n.parse().ok());
    Some(Size { of, name: String::from_utf8(bytes?).ok()?, max: max?, min: min?, total: total? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{journal, scratch};

    #[test]
    fn an_answer_counts_only_with_its_last_line() {
        let line = "1 6f7264657273 10 10 7\n";
        assert_eq!(
            parse(&format!("{line}done\n")),
            Ok(vec![Size { of: Resizable::ConnectionPool, name: "orders".to_owned(), max: 10, min: 10, total: 7 }])
        );
        assert!(parse(line).unwrap_err().is("jvm/answer-not-whole"));
        assert!(parse("").is_err());
    }

    #[test]
    fn the_folder_of_a_killed_tool_is_removed() {
        let folder = std::env::temp_dir().join(format!("tightspot-{}-folder", std::process::id()));
        std::fs::create_dir(&folder).expect("the temporary folder can be written");
        // a process id beyond the largest that Linux gives
        let note = journal::left_by((5_000_000, 1), FOLDERS, &process(std::process::id()), &[&folder.to_string_lossy()]);
        scratch::recover();
        assert!(!folder.exists() && !note.exists());
    }

    #[test]
    fn failures_and_nonsense_are_said() {
        assert!(parse("failed gone\n").unwrap_err().is("runtimes/none-of-this-name"));
        assert!(parse("9 6f 1 1 1\ndone\n").is_err() && parse("1 6 1 1 1\ndone\n").is_err() && parse("1 6f 1 -1 1\ndone\n").is_err());
    }
}
