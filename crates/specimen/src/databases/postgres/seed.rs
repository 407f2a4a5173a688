//! How a PostgreSQL is initialised and seeded.
//!
//! Everything is done in single-user mode, with `postgres` itself: the embedded binaries have no client, and no port is needed. In this
//! mode a semicolon and a blank line end a statement.

use super::super::template::{self, Work, settings};
use super::Binaries;
use crate::case::Database;
use crate::error::OrFail;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Part of the key: change it with anything below that changes what a template holds.
const LAYOUT: &str = "2";
/// The superuser of the cluster, reachable over the socket only.
const OWNER: &str = "postgres";

/// The template for `spec`, made now if it is not there. `seed` are the files of the specification, with their placeholders filled.
pub(crate) fn template(bin: &Binaries, spec: &Database, seed: &[PathBuf], cache: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    template::template(&bin.guest, LAYOUT, spec, seed, cache, watch, |work| make(bin, spec, seed, work, watch))
}

fn make(bin: &Binaries, spec: &Database, seed: &[PathBuf], work: Work<'_>, watch: Watch<'_>) -> Result<(), Error> {
    let mut initdb = bin.command("initdb");
    initdb.arg("-D").arg(work.data).args(["-U", OWNER, "-E", "UTF8", "--locale=C", "--no-sync", "--auth-local=trust"]);
    initdb.arg("--auth-host=scram-sha-256");
    bin.guest.run("initdb", initdb, None, &work.folder.join("initdb.log"), watch)?;

    statements(bin, spec, "postgres", &roles(spec), work, watch)
        .map_err(|e| Error { what: "create roles and database".to_owned(), ..e })?;
    for path in seed {
        watch.check()?;
        let text = fs::read_to_string(path).or_fail(ErrorKind::Postgres, || format!("read {}", path.display()))?;
        let text = format!("set role {};\n\n{}\n\n", spec.role, text.trim_end());
        statements(bin, spec, &spec.database, &text, work, watch).map_err(|e| {
            Error { what: format!("run {}", path.display()), ..e }
                .help("a statement ends with a semicolon and a blank line, and nowhere else")
        })?;
    }
    let mut sync = bin.command("initdb");
    sync.arg("-D").arg(work.data).arg("--sync-only");
    bin.guest.run("initdb --sync-only", sync, None, &work.folder.join("sync.log"), watch)
}

/// Names and passwords were checked when the case was read.
fn roles(spec: &Database) -> String {
    let Database { database, role, password, .. } = spec;
    let mut sql = format!("create role {role} login password '{password}';\n\n");
    if let Some((monitor, password)) = &spec.monitor {
        write!(sql, "create role {monitor} login password '{password}' in role pg_monitor;\n\n").expect("writing to a String cannot fail");
    }
    if database != "postgres" {
        write!(sql, "create database {database} owner {role};\n\n").expect("writing to a String cannot fail");
    }
    sql
}

fn statements(bin: &Binaries, spec: &Database, database: &str, sql: &str, work: Work<'_>, watch: Watch<'_>) -> Result<(), Error> {
    let script = work.folder.join("statements.sql");
    fs::write(&script, sql).or_fail(ErrorKind::Postgres, || format!("write {}", script.display()))?;
    let stdin = File::open(&script).or_fail(ErrorKind::Postgres, || format!("open {}", script.display()))?;
    let mut single = bin.command("postgres");
    single.args(["--single", "-j", "-D"]).arg(work.data);
    for setting in settings(spec).chain(["exit_on_error=true", "fsync=off", "maintenance_work_mem=256MB"].map(str::to_owned)) {
        single.arg("-c").arg(setting);
    }
    single.arg(database);
    bin.guest.run("postgres --single", single, Some(stdin), &work.folder.join("single.log"), watch)
}
