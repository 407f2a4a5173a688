//! Embedded PostgreSQL binaries: a jar from Maven Central that holds a tar, kept in the cache.

use super::super::Kind;
use super::super::maven::{Jar, none_for, run, unzip};
use crate::error::OrFail;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "16.4.0";
const HELP: &str = "install PostgreSQL, or set TIGHTSPOT_POSTGRES_BIN to the folder of its programs";

/// The folder with `initdb` and `postgres`.
pub(crate) fn embedded(watch: Watch<'_>) -> Result<PathBuf, Error> {
    let arch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64v8",
        other => return Err(none_for(Kind::Postgres, other, HELP)),
    };
    let artifact = format!("embedded-postgres-binaries-linux-{arch}");
    let jar = Jar { kind: Kind::Postgres, group: "io.zonky.test.postgres", artifact, version: VERSION, help: HELP };
    let folder = jar.unpacked(watch, |folder| folder.join("bin/postgres").is_file(), |jar, to| unpack(jar, to, watch))?;
    Ok(folder.join("bin"))
}

/// The jar is a zip with one `.txz` in it.
fn unpack(jar: &Path, to: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    unzip(Kind::Postgres, jar, "*.txz", true, to, watch)?;
    let names = std::fs::read_dir(to).or_fail(ErrorKind::Postgres, || format!("read {}", to.display()))?.flatten().map(|f| f.path());
    let archive = names.into_iter().find(|p| p.extension().is_some_and(|e| e == "txz"));
    let archive = archive.ok_or_else(|| Error::new(ErrorKind::Postgres, format!("unpack {}", jar.display())).seen("it holds no .txz"))?;
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(to);
    run(ErrorKind::Postgres, "tar", tar, to, watch).map_err(|e| e.help("install tar and xz"))?;
    std::fs::remove_file(&archive).or_fail(ErrorKind::Postgres, || format!("delete {}", archive.display()))?;
    Ok(to.to_owned())
}
