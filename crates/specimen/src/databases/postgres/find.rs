//! Which PostgreSQL to run: one that is installed, else one from Maven Central.

use super::super::Kind;
use super::super::guest::Guest;
use super::{Binaries, fetch};
use crate::Error;
use crate::watch::Watch;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs that are needed; the embedded binaries have no others.
const PROGRAMS: [&str; 2] = ["initdb", "postgres"];

/// The newest PostgreSQL of this machine, else embedded binaries from the cache or from Maven Central.
pub(crate) fn find(watch: Watch<'_>) -> Result<Binaries, Error> {
    if let Some(bin) = installed() {
        return binaries(&bin);
    }
    binaries(&fetch::embedded(watch)?)
}

/// The folder of an installed PostgreSQL.
pub(crate) fn installed() -> Option<PathBuf> {
    let named = std::env::var_os("TIGHTSPOT_POSTGRES_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let config = Command::new("pg_config").arg("--bindir").output().ok().and_then(|o| String::from_utf8(o.stdout).ok());
    let places = named.into_iter().chain(versions("/usr/lib/postgresql", "bin")).chain(versions("/usr", "bin"));
    places.chain(config.map(|c| PathBuf::from(c.trim()))).chain(std::env::split_paths(&path)).find(|bin| is_complete(bin))
}

fn is_complete(bin: &Path) -> bool {
    PROGRAMS.iter().all(|p| bin.join(p).is_file())
}

/// `/usr/lib/postgresql/15/bin`, `/usr/pgsql-16/bin`: newest first.
fn versions(root: &str, bin: &str) -> Vec<PathBuf> {
    let names = std::fs::read_dir(root).into_iter().flatten().flatten().filter_map(|f| f.file_name().into_string().ok());
    let mut found: Vec<(u32, PathBuf)> =
        names.filter_map(|n| Some((n.trim_start_matches("pgsql-").parse().ok()?, Path::new(root).join(n).join(bin)))).collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// The PostgreSQL in the folder `bin`, asked for its version.
pub(crate) fn binaries(bin: &Path) -> Result<Binaries, Error> {
    // a link on PATH is followed: PostgreSQL finds its libraries from where it really lies
    let real = bin.join("postgres").canonicalize().ok().and_then(|p| Some(p.parent()?.to_owned()));
    let bin = real.filter(|r| is_complete(r)).unwrap_or_else(|| bin.to_owned());
    Ok(Binaries { guest: Guest::of(Kind::Postgres, &bin.join("postgres"), &["--version"])?, bin })
}
