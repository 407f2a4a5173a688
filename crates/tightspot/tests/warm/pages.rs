//! The files and commands of docs/warm as they stand there, with ports and programs of this machine in place of those of the example: `tightspot` is the one
//! that was built, asked for little so that a test does not last minutes, and `java` is the service of these tests.

use super::calibrates::free_port;
use super::{ALL, HOW, PORT, QUICK};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Good answers that the gate asks for here. The service is cold for the first hundred.
pub(crate) const ASKED: u64 = 200;
/// Longer than a gate of these tests takes, whatever else the machine does.
const PATIENCE: Duration = Duration::from_secs(300);

/// An example of a page, brought to this machine.
pub(crate) struct Here {
    folder: tempfile::TempDir,
    /// In place of 8080.
    pub(crate) service: u16,
    /// In place of 7718.
    pub(crate) gate: u16,
    /// In place of 8000.
    pub(crate) front: u16,
}

impl Here {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let here = Self { folder, service: free_port(), gate: free_port(), front: free_port() };
        let own = std::env::current_exe().expect("this test").display().to_string();
        here.program("java", &format!("exec env {HOW}={ALL} {PORT}={} '{own}' acts_as_a_service --exact --nocapture", here.service));
        let (tool, quick) = (env!("CARGO_BIN_EXE_tightspot"), QUICK.join(" "));
        here.program("tightspot", &format!("case \"$2\" in wait|serve) exec '{tool}' \"$@\" {quick};; esac\nexec '{tool}' \"$@\""));
        here
    }

    /// A file of docs/warm.
    pub(crate) fn file(&self, name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/warm").join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let ports = [("8080", "{service}", self.service), ("7718", "{gate}", self.gate), ("8000", "{front}", self.front)];
        // in two steps: the digits of one may be in another
        let text = ports.iter().fold(text, |text, (example, name, _)| text.replace(example, name));
        ports.iter().fold(text, |text, (_, name, here)| text.replace(name, &here.to_string()))
    }

    /// The command of a page (a line that is set in by four spaces) that begins so, without what is said of it.
    pub(crate) fn command(&self, page: &str, begins: &str) -> String {
        let text = self.file(page);
        let mut commands = text.lines().filter_map(|l| l.strip_prefix("    ")).filter(|l| l.starts_with(begins));
        let command = commands.next().unwrap_or_else(|| panic!("{page} has no command {begins}"));
        command.split("  # ").next().unwrap_or_default().trim_end().to_owned()
    }

    /// Writes a file and says where.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("written");
        path
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a program of a shell script.
    pub(crate) fn program(&self, name: &str, script: &str) -> PathBuf {
        let path = self.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        path
    }

    /// A command whose program, wherever the example has it, is looked for here first. Nobody reads what it says.
    pub(crate) fn run(&self, command: &[String]) -> Command {
        let name = Path::new(&command[0]).file_name().expect("a program");
        let own = self.path("bin").join(name);
        let mut c = Command::new(if own.exists() { own.as_os_str() } else { name });
        let path = std::env::var("PATH").unwrap_or_default();
        c.args(&command[1..]).env("PATH", format!("{}:{path}", self.path("bin").display()));
        c.env("TIGHTSPOT_LANG", "en").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        c
    }

    /// A line for a shell.
    pub(crate) fn sh(&self, line: &str) -> Command {
        self.run(&["sh", "-c", line].map(str::to_owned))
    }

    /// The service, cold.
    pub(crate) fn start_service(&self) -> Group {
        Group::start(&mut self.run(&["java".to_owned()]))
    }
}

/// How many requests the service that is asked had answered before; `None` where somebody else answers.
pub(crate) fn answered(port: u16) -> Option<u64> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    write!(stream, "GET /products HTTP/1.1\r\nhost: shop\r\n\r\n").ok()?;
    let (mut answer, mut part) = (String::new(), [0; 1024]);
    while !answer.contains("\r\n\r\n") {
        let n = stream.read(&mut part).ok().filter(|n| *n > 0)?;
        answer.push_str(&String::from_utf8_lossy(&part[..n]));
    }
    let line = answer.lines().find_map(|l| l.strip_prefix("x-answered: "))?;
    answer.starts_with("HTTP/1.1 200").then(|| line.trim().parse().expect("a number"))
}

/// A process and all that it starts; killed when dropped.
pub(crate) struct Group(Child);

impl Group {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.process_group(0).spawn().unwrap_or_else(|e| panic!("{command:?}: {e}")))
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("our own process").is_some()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let kill = format!("kill -s KILL -- -{}", self.0.id());
        drop(Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status());
        drop(self.0.wait());
    }
}

/// Waits for a condition.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "never came: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Words of a command line without quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// A number of seconds that an option of a command has: `120s` or `120`.
pub(crate) fn seconds(command: &[String], option: &str) -> u32 {
    let at = command.iter().position(|w| w == option).unwrap_or_else(|| panic!("{command:?} has no {option}"));
    command[at + 1].trim_end_matches('s').parse().expect("seconds")
}

/// Whether the machine has a program; a loud word where it has not.
pub(crate) fn has(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).stdout(Stdio::null()).status();
    let found = found.is_ok_and(|s| s.success());
    if !found {
        skipped(&format!("there is no {program} on this machine"));
    }
    found
}

#[expect(clippy::print_stderr, reason = "a skip is loud")]
pub(crate) fn skipped(why: &str) {
    eprintln!("SKIPPED (1): {why}");
}
