//! A real Redis: started empty with its settings, reachable, stopped. Loud when there is none.

use super::super::Server;
use super::{answers, find, installed, start};
use crate::dirs::Private;
use crate::ports::Ports;
use crate::watch::Watch;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// The answer's lines as they are, without those that tell lengths.
fn ask(server: &Server, command: &str, lines: usize) -> Vec<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    write!(stream, "{command}\r\n").unwrap();
    let answer = BufReader::new(stream).lines().map(Result::unwrap);
    answer.filter(|line| !line.starts_with(['*', '$'])).take(lines).collect()
}

fn settings(all: &[(&str, &str)]) -> BTreeMap<String, String> {
    all.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect()
}

#[test]
fn every_start_is_empty_has_its_settings_and_ends_without_a_trace() {
    if installed().is_none() {
        writeln!(std::io::stderr(), "skipped: there is no Redis on this machine (redis-server)").unwrap();
        return;
    }
    let bin = find().unwrap();
    let mut ports = Ports::new();
    let mut launched = |given: &[(&str, &str)]| {
        let private = Private::create().unwrap();
        let server = start(&bin, &settings(given), private.path(), ports.free().unwrap(), Vec::new(), Watch::silent()).unwrap();
        (private, server)
    };
    let (_one_folder, mut one) = launched(&[("appendonly", "yes"), ("appendfsync", "always"), ("slowlog-log-slower-than", "0")]);
    let (_other_folder, mut other) = launched(&[]);
    assert_eq!(ask(&one, "SET seat 12", 1), ["+OK"]);
    assert_eq!(ask(&one, "DBSIZE", 1), [":1"]);
    assert_eq!(ask(&other, "DBSIZE", 1), [":0"], "it shares nothing");
    assert_eq!(ask(&one, "CONFIG GET appendfsync", 2), ["appendfsync", "always"]);
    assert_eq!(ask(&one, "CONFIG GET slowlog-log-slower-than", 2), ["slowlog-log-slower-than", "0"]);
    assert_eq!(ask(&other, "CONFIG GET appendonly", 2), ["appendonly", "no"]);
    assert_eq!(ask(&other, "CONFIG GET save", 2), ["save", ""]);
    let ports = [one.port, other.port];
    assert!(one.stop() && other.stop());
    assert!(!one.is_alive() && !ports.into_iter().any(answers));
}

#[test]
fn a_setting_that_redis_does_not_know_is_told_in_its_own_words() {
    if installed().is_none() {
        writeln!(std::io::stderr(), "skipped: there is no Redis on this machine (redis-server)").unwrap();
        return;
    }
    let private = Private::create().unwrap();
    let port = Ports::new().free().unwrap();
    let e = start(&find().unwrap(), &settings(&[("apendonly", "yes")]), private.path(), port, Vec::new(), Watch::silent()).unwrap_err();
    assert!(e.what == "start redis" && e.to_string().contains("apendonly"), "{e}");
}
