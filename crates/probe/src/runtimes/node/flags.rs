//! What the arguments of a process and its NODE_OPTIONS say of its inspector, read as Node reads them.

use crate::discover;
use model::{Message, message};
use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::Path;

/// Options with a value of its own word, so that what follows is not yet the script.
const WITH_VALUE: [&str; 9] =
    ["-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file", "--title"];
/// The file that Node reads without being told its name.
const CONFIG: &str = "node.config.json";
/// Largest file of settings that is read.
const MOST: u64 = 1 << 20;
/// Where words stand, as texts choose by it.
const LINE: &str = "line";
const OPTIONS: &str = "options";

/// Where a process would open its inspector.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Flags {
    /// Port that it was told to use.
    pub(super) port: Option<u16>,
    /// Why it may be reached from elsewhere, once it is open.
    pub(super) reachable: Option<Message>,
}

/// The words of NODE_OPTIONS.
fn node_options(pid: u32) -> io::Result<Vec<String>> {
    let raw = fs::read(discover::file(pid, "environ"))?;
    let text = String::from_utf8_lossy(&raw);
    let options = text.split('\0').find_map(|v| v.strip_prefix("NODE_OPTIONS=")).unwrap_or_default();
    Ok(options.split_whitespace().map(|w| w.replace(['"', '\\'], "")).collect())
}

/// How many threads V8 was given for its helpers, where Node was told: the last word holds, and those of the command line come last.
pub(super) fn v8_pool_size(pid: u32) -> Option<usize> {
    let words = node_options(pid).unwrap_or_default().into_iter().chain(discover::arguments(pid));
    size_in(&words.collect::<Vec<_>>())
}

fn size_in(words: &[String]) -> Option<usize> {
    let value = |(i, word): (usize, &String)| match word.replace('_', "-").strip_prefix("--v8-pool-size")? {
        "" => words.get(i + 1)?.parse().ok(),
        value => value.strip_prefix('=')?.parse().ok(),
    };
    words.iter().enumerate().rev().find_map(value)
}

impl Flags {
    pub(super) fn of(pid: u32) -> Self {
        let mut flags = Self::default();
        match node_options(pid) {
            Ok(words) => flags.read(OPTIONS, &words),
            Err(e) => {
                flags.reachable = Some(message!("node/environment-not-readable", error: name(e.to_string())));
            }
        }
        let arguments = discover::arguments(pid);
        let own = arguments.get(1..).unwrap_or_default();
        flags.read(LINE, own);
        flags.read_files(&discover::file(pid, "cwd"), own);
        flags
    }

    /// Takes words in their order: what comes later holds. Addresses count wherever they stand, also behind the script: rather one refusal
    /// too many than an inspector that strangers reach.
    fn read(&mut self, place: &'static str, words: &[String]) {
        let (mut script_seen, mut before) = (false, "");
        for (i, word) in words.iter().enumerate() {
            let (name, value) = word.split_once('=').map_or((word.as_str(), None), |(n, v)| (n, Some(v)));
            let name = name.replace('_', "-");
            script_seen |= !word.starts_with('-') && !WITH_VALUE.contains(&before) && !is_port_option(before);
            before = word;
            let value = match name.as_str() {
                "--inspect" | "--inspect-brk" | "--inspect-wait" | "--inspect-brk-node" => value,
                n if is_port_option(n) => value.or_else(|| words.get(i + 1).map(String::as_str)),
                _ => None,
            };
            let Some((host, port)) = value.map(host_and_port) else { continue };
            if !script_seen {
                self.port = port.or(self.port);
            }
            if !is_loopback(host) {
                let names = || message!("node/names-an-address", option: name(&name), place: kind(place), address: name(host));
                self.reachable.get_or_insert_with(names);
            }
        }
    }

    /// Files of settings that the command line names may hold options of Node too.
    fn read_files(&mut self, cwd: &Path, words: &[String]) {
        for (i, word) in words.iter().enumerate() {
            let (name, value) = word.split_once('=').map_or((word.as_str(), None), |(n, v)| (n, Some(v)));
            let file = match name {
                "--env-file" | "--env-file-if-exists" | "--experimental-config-file" => {
                    value.or_else(|| words.get(i + 1).map(String::as_str))
                }
                "--experimental-default-config-file" => Some(CONFIG),
                _ => None,
            };
            let Some(file) = file else { continue };
            match discover::regular(&cwd.join(file), MOST, true).and_then(|f| discover::contents(&f, MOST)) {
                Ok(text) if String::from_utf8_lossy(&text).contains("inspect") => {
                    self.reachable.get_or_insert_with(|| message!("node/file-with-options", option: name(name)));
                }
                // what a pipe has told Node nobody can read again
                Err(e) if e.kind() == io::ErrorKind::InvalidInput => {
                    self.reachable.get_or_insert_with(|| message!("node/file-not-read", option: name(name), most: Bytes(MOST as f64)));
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
}

fn is_port_option(name: &str) -> bool {
    matches!(name, "--inspect-port" | "--debug-port" | "--inspect_port" | "--debug_port")
}

/// Host, empty where none is named, and port. As `SplitHostPort` of Node has it: what is no number is a host.
fn host_and_port(text: &str) -> (&str, Option<u16>) {
    let bare = |host: &'_ str| host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).map(str::len);
    if let Some(length) = bare(text) {
        return (&text[1..=length], None);
    }
    match text.rsplit_once(':') {
        None if text.bytes().all(|b| b.is_ascii_digit()) => ("", text.parse().ok()),
        None => (text, None),
        Some((host, port)) => (bare(host).map_or(host, |length| &host[1..=length]), port.parse().ok()),
    }
}

/// Whether only this machine reaches it; without a host Node takes 127.0.0.1. Other names than this one are not looked up.
fn is_loopback(host: &str) -> bool {
    host.is_empty() || host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Value;

    fn read(options: &str, line: &str) -> Flags {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut flags = Flags::default();
        flags.read(OPTIONS, &words(options));
        flags.read(LINE, &words(line));
        flags
    }

    /// Where an address stands that others reach.
    fn place(flags: &Flags) -> Option<Value> {
        flags.reachable.as_ref()?.arg("place").cloned()
    }

    #[test]
    fn addresses_of_this_machine_are_told_from_others() {
        for line in [
            "",
            "--inspect-port=0 a.js",
            "--inspect=localhost:1 a.js",
            "--inspect-port=127.0.0.1:2",
            "--inspect-port [::1]:3",
            "--inspect a.js",
        ] {
            assert_eq!(read("", line).reachable, None, "{line}");
        }
        for line in [
            "--inspect-port=0.0.0.0:9229 a.js",
            "--inspect-port 0.0.0.0:1 a.js",
            "--inspect=0.0.0.0 a.js",
            "--inspect_port=[::]:1",
            "--debug-port=shop:1",
            "-r ./x.js --inspect-port=[::] a.js",
            "a.js --inspect-brk=192.0.2.1:1",
            "--inspect-port=0.0.0.0:1 --inspect-port=127.0.0.1:1",
        ] {
            assert_eq!(place(&read("", line)), Some(Value::kind(LINE)), "{line}");
        }
        assert_eq!(place(&read("--inspect-port=0.0.0.0", "--inspect-port=1 a.js")), Some(Value::kind(OPTIONS)));
    }

    #[test]
    fn the_last_port_before_the_script_holds() {
        assert_eq!(read("--inspect-port=1", "--inspect-port=127.0.0.1:2 a.js --inspect-port=3").port, Some(2));
        assert_eq!(read("--inspect-port=1", "a.js").port, Some(1));
        assert_eq!(read("", "-r ./x.js --inspect-port 4 a.js").port, Some(4));
        assert_eq!(read("", "--inspect a.js").port, None);
    }

    #[test]
    fn a_file_of_settings_with_options_for_the_inspector_is_not_trusted() {
        let dir = std::env::temp_dir().join(format!("tightspot-test-node-flags-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("the temporary folder can be written");
        let of = |text: &str| {
            fs::write(dir.join(".env"), text).expect("written");
            let mut flags = Flags::default();
            flags.read_files(&dir, &["--env-file=.env".to_owned(), "a.js".to_owned()]);
            flags.reachable.is_some()
        };
        assert!(of("NODE_OPTIONS=--inspect-port=0.0.0.0") && !of("PORT=8080"));
        // a device without end, a file beyond all measure, none at all
        fs::File::create(dir.join("large")).and_then(|f| f.set_len(MOST + 1)).expect("written");
        for (file, said) in [("/dev/zero", Some("node/file-not-read")), ("large", Some("node/file-not-read")), ("none", None)] {
            let mut flags = Flags::default();
            flags.read_files(&dir, &[format!("--env-file={file}"), "a.js".to_owned()]);
            assert_eq!(flags.reachable.as_ref().map(|m| &*m.id), said, "{file}");
        }
        fs::remove_dir_all(&dir).expect("ours");
    }

    #[test]
    fn the_last_size_of_v8s_pool_holds() {
        let size = |text: &str| size_in(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let cases = [
            ("node app.js", None),
            ("node --v8-pool-size=2 app.js", Some(2)),
            ("--v8_pool_size=2 node --v8-pool-size 8 app.js", Some(8)),
            ("node --v8-pool-size=many app.js", None),
        ];
        for (words, expected) in cases {
            assert_eq!(size(words), expected, "{words}");
        }
    }
}
