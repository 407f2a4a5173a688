//! A small JVM to attach to: `agents/jvm/testapp`, compiled once per test run.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex};

/// Classes compiled from the sources in the repository, or why there are none.
static CLASSES: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../agents/jvm/testapp");
    // not below the target folder: other users, as which some tests start a JVM, may not be allowed there
    let out = std::env::temp_dir().join(format!("tightspot-testapp-{}", crate::discover::uid(std::process::id()).unwrap_or(0)));
    fs::create_dir_all(&out).map_err(|e| format!("create {}: {e}", out.display()))?;
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(&out).arg("-sourcepath").arg(&sources).arg(sources.join("TestApp.java"));
    match javac.output() {
        Ok(o) if o.status.success() => Ok(out),
        Ok(o) => panic!("the test application does not compile: {}", String::from_utf8_lossy(&o.stderr)),
        Err(e) => Err(format!("no javac: {e}")),
    }
});

/// JVMs are attached to one at a time: the tests look at threads and files by name.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Where the test application runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Like the test itself.
    Here,
    /// As this user.
    AnotherUser(u32),
    /// With process ids, mounts and a /tmp of its own.
    Container,
}

/// A running test application; ends with this value.
pub(super) struct Java {
    child: Child,
    pub(super) pid: u32,
    _turn: std::sync::MutexGuard<'static, ()>,
}

impl Java {
    /// Starts it with more JVM `flags`; `None` (and said so) where that cannot be done.
    pub(super) fn start(flags: &[&str], place: Place) -> Option<Self> {
        let java = std::env::var_os("TIGHTSPOT_TEST_JAVA").unwrap_or_else(|| "java".into());
        Self::start_on(Path::new(&java), flags, place)
    }

    /// The same on another virtual machine than the usual one.
    pub(super) fn start_on(java: &Path, flags: &[&str], place: Place) -> Option<Self> {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let classes = match &*CLASSES {
            Ok(classes) => classes,
            Err(why) => return skip(why),
        };
        if place != Place::Here && crate::discover::uid(std::process::id()) != Some(0) {
            return skip("needs root to start a JVM as another user or in a container");
        }
        let mut command = match place {
            Place::Container => {
                let mut c = Command::new("unshare");
                c.args(["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c"]);
                c.arg("mount --bind \"$0\" /mnt && mount -t tmpfs none /tmp && exec \"$@\"").arg(classes).arg(java);
                c
            }
            _ => Command::new(java),
        };
        command.args(["-Xmx64m", "-XX:+UseSerialGC"]).args(flags).arg("-cp").arg(if place == Place::Container {
            Path::new("/mnt")
        } else {
            classes
        });
        command.arg("TestApp");
        if let Place::AnotherUser(uid) = place {
            command.uid(uid).gid(uid).current_dir("/");
        }
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = match spawned {
            Ok(child) => child,
            Err(e) => return skip(&format!("cannot start a JVM there: {e}")),
        };
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.as_mut().expect("piped"));
        while line.trim() != "ready" {
            line.clear();
            assert!(out.read_line(&mut line).expect("a pipe can be read") > 0, "the test application ended early");
        }
        let outer = child.id();
        let pid = match place {
            Place::Container => {
                let children = fs::read_to_string(format!("/proc/{outer}/task/{outer}/children")).expect("alive");
                children.trim().parse().expect("one child")
            }
            _ => outer,
        };
        Some(Self { child, pid, _turn: turn })
    }

    /// Kernel names of the threads, sorted.
    pub(super) fn threads(&self) -> Vec<String> {
        let dir = PathBuf::from(format!("/proc/{}/task", self.pid));
        let tasks = crate::discover::numbers(&dir).expect("alive");
        let mut names: Vec<String> =
            tasks.iter().filter_map(|t| fs::read_to_string(dir.join(format!("{t}/comm"))).ok()).map(|n| n.trim().to_owned()).collect();
        names.sort();
        names
    }

    /// Paths of open files that have `part` in them.
    pub(super) fn open_files(&self, part: &str) -> Vec<String> {
        let dir = fs::read_dir(format!("/proc/{}/fd", self.pid)).expect("alive");
        let links = dir.flatten().filter_map(|e| fs::read_link(e.path()).ok());
        links.map(|l| l.to_string_lossy().into_owned()).filter(|l| l.contains(part)).collect()
    }

    /// Whether it still runs.
    pub(super) fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a child of ours").is_none()
    }

    /// Ends it and tells what it printed after `ready`.
    pub(super) fn end(&mut self) -> String {
        self.child.kill().expect("a child of ours");
        let mut said = String::new();
        std::io::Read::read_to_string(self.child.stdout.as_mut().expect("piped"), &mut said).expect("a pipe can be read");
        said
    }
}

impl Drop for Java {
    fn drop(&mut self) {
        // It is gone either way.
        let _ended = self.child.kill().and_then(|()| self.child.wait()).is_ok();
    }
}

/// An installed virtual machine that tells the states of virtual threads; `None` (and said so) where there is none.
pub(super) fn with_states() -> Option<PathBuf> {
    let homes = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|e| e.path());
    let version = |home: &Path| -> Option<u32> {
        let release = fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|l| l.strip_prefix("JAVA_VERSION=\""))?;
        version.split(['.', '"']).next()?.parse().ok()
    };
    let java = homes.filter(|home| version(home).is_some_and(|v| v >= 25)).map(|home| home.join("bin/java")).min();
    if java.is_none() {
        skip("needs JDK 25 or later below /usr/lib/jvm");
    }
    java
}

#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
pub(super) fn skip(reason: &str) -> Option<Java> {
    eprintln!("skipped: {reason}");
    None
}
