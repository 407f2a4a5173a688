//! How a MariaDB is initialised and seeded.
//!
//! Everything is done in bootstrap mode, with the server's program itself: no client and no port are needed. In this mode a semicolon at
//! the end of a line ends a statement, and the first that fails ends the run.

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
/// Whence roles log in.
const HOST: &str = "127.0.0.1";

/// The template for `spec`, made now if it is not there. `seed` are the files of the specification, with their placeholders filled.
pub(crate) fn template(bin: &Binaries, spec: &Database, seed: &[PathBuf], cache: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    template::template(&bin.guest, LAYOUT, spec, seed, cache, watch, |work| make(bin, spec, seed, work, watch))
}

fn make(bin: &Binaries, spec: &Database, seed: &[PathBuf], work: Work<'_>, watch: Watch<'_>) -> Result<(), Error> {
    let mut install = bin.command(&bin.installer, work.data);
    install.args(["--auth-root-authentication-method=normal", "--skip-test-db"]);
    install.args(settings(spec).map(|setting| format!("--{setting}")));
    bin.guest.run("mariadb-install-db", install, None, &work.folder.join("install.log"), watch)?;

    statements(bin, spec, &roles(spec), work, watch).map_err(|e| Error { what: "create roles and database".to_owned(), ..e })?;
    for path in seed {
        watch.check()?;
        let text = fs::read_to_string(path).or_fail(ErrorKind::MySql, || format!("read {}", path.display()))?;
        let text = format!("use {};\n{}\n", spec.database, text.trim_end());
        statements(bin, spec, &text, work, watch).map_err(|e| {
            Error { what: format!("run {}", path.display()), ..e }
                .help("a statement ends with a semicolon at the end of a line, and nowhere else")
        })?;
    }
    Ok(())
}

/// Names and passwords were checked when the case was read. The superuser is left with its socket only. Who may do nothing in a database may not
/// enter it, and SHOW VIEW reads no row.
fn roles(spec: &Database) -> String {
    let Database { database, role, password, .. } = spec;
    let mut sql = format!(
        "flush privileges;\ndrop user if exists root@'127.0.0.1', root@'::1';\ncreate database {database} character set utf8mb4;\n\
         create user {role}@'{HOST}' identified by '{password}';\ngrant all on {database}.* to {role}@'{HOST}';\n"
    );
    if let Some((monitor, password)) = &spec.monitor {
        write!(
            sql,
            "create user {monitor}@'{HOST}' identified by '{password}';\ngrant process on *.* to {monitor}@'{HOST}';\n\
             grant select on performance_schema.* to {monitor}@'{HOST}';\ngrant show view on {database}.* to {monitor}@'{HOST}';\n"
        )
        .expect("writing to a String cannot fail");
    }
    sql
}

fn statements(bin: &Binaries, spec: &Database, sql: &str, work: Work<'_>, watch: Watch<'_>) -> Result<(), Error> {
    let script = work.folder.join("statements.sql");
    fs::write(&script, sql).or_fail(ErrorKind::MySql, || format!("write {}", script.display()))?;
    let stdin = File::open(&script).or_fail(ErrorKind::MySql, || format!("open {}", script.display()))?;
    let mut bootstrap = bin.command(&bin.server, work.data);
    bootstrap.args(settings(spec).map(|setting| format!("--{setting}")));
    bootstrap.args(["--bootstrap", "--skip-networking", "--innodb_flush_log_at_trx_commit=0"]);
    bin.guest.run("mariadbd --bootstrap", bootstrap, Some(stdin), &work.folder.join("bootstrap.log"), watch)
}
