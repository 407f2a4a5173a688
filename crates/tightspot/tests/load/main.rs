//! `tightspot load` from end to end: the binary against a real server on loopback.

#[path = "../said/mod.rs"]
mod said;
#[path = "../../../load/tests/server/mod.rs"]
mod server;

mod ends;
mod gates;
mod outputs;
mod scenarios;

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The binary, with a store and a folder of its own.
struct Tool {
    home: tempfile::TempDir,
}

impl Tool {
    fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Writes a file into the folder.
    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("a writable folder");
        self.path(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        c.args(args).arg("--store").arg(self.path("runs")).current_dir(self.home.path()).env_remove("TIGHTSPOT_STORE");
        c
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary runs")
    }

    /// Runs and expects an exit code; returns what was printed on stdout.
    fn expect(&self, exit: i32, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(exit), "{args:?}\n{}\n{}", text(&out.stdout), text(&out.stderr));
        text(&out.stdout)
    }

    /// The same of a run that prints JSON.
    fn json(&self, exit: i32, args: &[&str]) -> Value {
        let out = self.expect(exit, args);
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}\n{out}"))
    }

    /// Runs, expects an exit code, and every one of `words` on stderr, which is returned.
    fn refuses(&self, exit: i32, args: &[&str], words: &[&str]) -> String {
        let out = self.run(args);
        let err = text(&out.stderr);
        assert_eq!(out.status.code(), Some(exit), "{args:?}\n{err}");
        for w in words {
            assert!(err.contains(w), "{w:?} is missing in:\n{err}");
        }
        err
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// The value at a path of keys and numbers (`slo.0.pass`).
fn at<'a>(v: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(v, |v, key| match key.parse::<usize>() {
        Ok(i) => &v[i],
        Err(_) => &v[key],
    })
}

/// A whole number at a path.
fn count(v: &Value, path: &str) -> u64 {
    at(v, path).as_u64().unwrap_or_else(|| panic!("{path} is {}", at(v, path)))
}
