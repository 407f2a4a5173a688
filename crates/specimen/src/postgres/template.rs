//! The template data folder: initialised and seeded once per seed and version, then copied for every start.
//!
//! Everything is done in single-user mode, with `postgres` itself: the embedded binaries have no client, and no port is needed. In this
//! mode a semicolon and a blank line end a statement.

use super::{Binaries, run};
use crate::case::Postgres;
use crate::dirs::{self, Private};
use crate::error::OrFail;
use crate::params::hash;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Part of the key: change it with anything below that changes what a template holds.
const LAYOUT: &str = "2";
/// The superuser of the cluster, reachable over the socket only.
const OWNER: &str = "postgres";

/// The template for `spec`, made now if it is not there. `seed` are the files of the specification, with their placeholders filled.
pub(crate) fn template(bin: &Binaries, spec: &Postgres, seed: &[PathBuf], cache: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    let _only_one = dirs::lock(&cache.join("template.lock"))?;
    let key = key(bin, spec, seed)?;
    let template = cache.join(format!("template-{key:016x}"));
    if template.is_dir() {
        return Ok(template);
    }
    watch.say(format!("seeding database {} ({})", spec.database, bin.version));
    let work = Private::create()?;
    let data = work.path().join("data");
    make(bin, spec, seed, work.path(), &data, watch)?;
    forget_others(cache);
    // a copy and then a rename: whoever sees the folder sees all of it
    let fresh = cache.join("template-fresh");
    drop(fs::remove_dir_all(&fresh)); // what a broken attempt left
    copy(&data, &fresh)?;
    fs::rename(&fresh, &template).or_fail(ErrorKind::Postgres, || format!("rename {}", fresh.display()))?;
    Ok(template)
}

/// Copies a data folder with owners and times, sharing blocks where the file system can.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let what = || format!("copy {} to {}", from.display(), to.display());
    let output = Command::new("cp").args(["-a", "--reflink=auto"]).arg(from).arg(to).output().or_fail(ErrorKind::Postgres, what)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Postgres, what()).seen(String::from_utf8_lossy(&output.stderr)).help("df -h shows where room is left"))
}

fn key(bin: &Binaries, spec: &Postgres, seed: &[PathBuf]) -> Result<u64, Error> {
    let mut all = format!("{LAYOUT} {} {:?} {spec:?}", bin.version, bin.user);
    for path in seed {
        let bytes = fs::read(path).or_fail(ErrorKind::Postgres, || format!("read {}", path.display()))?;
        write!(all, " {} {:016x}", bytes.len(), hash(&bytes)).expect("writing to a String cannot fail");
    }
    Ok(hash(all.as_bytes()))
}

fn make(bin: &Binaries, spec: &Postgres, seed: &[PathBuf], work: &Path, data: &Path, watch: Watch<'_>) -> Result<(), Error> {
    dirs::make(data)?;
    bin.give(data)?;
    let mut initdb = bin.command("initdb");
    initdb.arg("-D").arg(data).args(["-U", OWNER, "-E", "UTF8", "--locale=C", "--no-sync", "--auth-local=trust"]);
    initdb.arg("--auth-host=scram-sha-256");
    run("initdb", initdb, None, &work.join("initdb.log"), watch)?;

    statements(bin, spec, "postgres", &roles(spec), work, data, watch)
        .map_err(|e| Error { what: "create roles and database".to_owned(), ..e })?;
    for path in seed {
        watch.check()?;
        let text = fs::read_to_string(path).or_fail(ErrorKind::Postgres, || format!("read {}", path.display()))?;
        let text = format!("set role {};\n\n{}\n\n", spec.role, text.trim_end());
        statements(bin, spec, &spec.database, &text, work, data, watch).map_err(|e| {
            Error { what: format!("run {}", path.display()), ..e }
                .help("a statement ends with a semicolon and a blank line, and nowhere else")
        })?;
    }
    let mut sync = bin.command("initdb");
    sync.arg("-D").arg(data).arg("--sync-only");
    run("initdb --sync-only", sync, None, &work.join("sync.log"), watch)
}

/// Names and passwords were checked when the case was read.
fn roles(spec: &Postgres) -> String {
    let Postgres { database, role, password, .. } = spec;
    let mut sql = format!("create role {role} login password '{password}';\n\n");
    if let Some((monitor, password)) = &spec.monitor {
        write!(sql, "create role {monitor} login password '{password}' in role pg_monitor;\n\n").expect("writing to a String cannot fail");
    }
    if database != "postgres" {
        write!(sql, "create database {database} owner {role};\n\n").expect("writing to a String cannot fail");
    }
    sql
}

fn statements(bin: &Binaries, spec: &Postgres, database: &str, sql: &str, work: &Path, data: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let script = work.join("statements.sql");
    fs::write(&script, sql).or_fail(ErrorKind::Postgres, || format!("write {}", script.display()))?;
    let stdin = File::open(&script).or_fail(ErrorKind::Postgres, || format!("open {}", script.display()))?;
    let mut single = bin.command("postgres");
    single.args(["--single", "-j", "-D"]).arg(data);
    for setting in settings(spec).chain(["exit_on_error=true", "fsync=off", "maintenance_work_mem=256MB"].map(str::to_owned)) {
        single.arg("-c").arg(setting);
    }
    single.arg(database);
    run("postgres --single", single, Some(stdin), &work.join("single.log"), watch)
}

/// Settings of the case, as `name=value`.
pub(crate) fn settings(spec: &Postgres) -> impl Iterator<Item = String> {
    spec.settings.iter().map(|(name, value)| format!("{name}={value}"))
}

/// Templates of earlier seeds: hundreds of megabytes that nobody will ask for again.
fn forget_others(cache: &Path) {
    let old = fs::read_dir(cache).into_iter().flatten().flatten().filter(|f| f.file_name().to_string_lossy().starts_with("template-"));
    for folder in old {
        drop(fs::remove_dir_all(folder.path()));
    }
}
