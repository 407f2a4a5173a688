//! Embedded PostgreSQL binaries: a jar from Maven Central that holds a tar, kept in the cache.

use crate::child::{Proc, Streams, last_lines};
use crate::error::OrFail;
use crate::spawn::Confine;
use crate::watch::Watch;
use crate::{Error, ErrorKind, dirs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const VERSION: &str = "16.4.0";
const LIMIT: Duration = Duration::from_secs(300);

/// The folder with `initdb` and `postgres`.
pub(crate) fn embedded(watch: Watch<'_>) -> Result<PathBuf, Error> {
    let root = dirs::cache()?.join("postgres");
    dirs::make(&root)?;
    let _only_one = dirs::lock(&root.join("lock"))?;
    let done = root.join(VERSION);
    if done.join("bin/postgres").is_file() {
        return Ok(done.join("bin"));
    }
    let arch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64v8",
        other => {
            let e = Error::new(ErrorKind::Postgres, "fetch embedded PostgreSQL binaries").seen(format!("there are none for {other}"));
            return Err(e.help("install PostgreSQL, or set TIGHTSPOT_POSTGRES_BIN to the folder of its programs"));
        }
    };
    let fresh = root.join("fresh");
    drop(std::fs::remove_dir_all(&fresh)); // what a broken attempt left
    dirs::make(&fresh)?;
    let jar = download(arch, &fresh, watch)?;
    unpack(&jar, &fresh, watch)?;
    std::fs::remove_file(&jar).or_fail(ErrorKind::Postgres, || format!("delete {}", jar.display()))?;
    std::fs::rename(&fresh, &done).or_fail(ErrorKind::Postgres, || format!("rename {} to {}", fresh.display(), done.display()))?;
    Ok(done.join("bin"))
}

fn download(arch: &str, to: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
    let artifact = format!("embedded-postgres-binaries-linux-{arch}");
    let jar = to.join(format!("{artifact}-{VERSION}.jar"));
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy", "-Dmdep.useBaseVersion=true"]);
    maven.arg(format!("-Dartifact=io.zonky.test.postgres:{artifact}:{VERSION}:jar")).arg(format!("-DoutputDirectory={}", to.display()));
    let url = format!("https://repo1.maven.org/maven2/io/zonky/test/postgres/{artifact}/{VERSION}/{artifact}-{VERSION}.jar");
    let mut curl = Command::new("curl");
    curl.args(["-fsSL", "--retry", "2", "-o"]).arg(&jar).arg(url);

    let mut failed = Error::new(ErrorKind::Postgres, "fetch embedded PostgreSQL binaries from Maven Central")
        .help("install PostgreSQL, or set TIGHTSPOT_POSTGRES_BIN to the folder of its programs");
    for (name, command) in [("mvn", maven), ("curl", curl)] {
        match run(name, command, to, watch) {
            Ok(()) if jar.is_file() => return Ok(jar),
            Ok(()) => failed = failed.seen(format!("{name} ended well but left no {}", jar.display())),
            Err(e) if e.kind == ErrorKind::Interrupted => return Err(e),
            Err(e) => failed = failed.seen(e),
        }
    }
    Err(failed)
}

/// The jar is a zip with one `.txz` in it.
fn unpack(jar: &Path, to: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let mut unzip = Command::new("unzip");
    unzip.args(["-q", "-o", "-j"]).arg(jar).arg("*.txz").arg("-d").arg(to);
    let mut extract = Command::new("jar");
    extract.arg("xf").arg(jar).current_dir(to);
    run("unzip", unzip, to, watch).or_else(|_| run("jar", extract, to, watch))?;
    let names = std::fs::read_dir(to).or_fail(ErrorKind::Postgres, || format!("read {}", to.display()))?.flatten().map(|f| f.path());
    let archive = names.into_iter().find(|p| p.extension().is_some_and(|e| e == "txz"));
    let archive = archive.ok_or_else(|| Error::new(ErrorKind::Postgres, format!("unpack {}", jar.display())).seen("it holds no .txz"))?;
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(to);
    run("tar", tar, to, watch).map_err(|e| e.help("install tar and xz"))?;
    std::fs::remove_file(&archive).or_fail(ErrorKind::Postgres, || format!("delete {}", archive.display()))
}

fn run(name: &str, command: Command, folder: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let log = folder.join(format!("{name}.log"));
    let mut proc = Proc::start(name, command, Confine::default(), &log, Streams::default())?;
    match watch.until(Instant::now() + LIMIT, || Ok(proc.ended()))? {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(Error::new(ErrorKind::Postgres, format!("run {name}")).seen(status).seen(last_lines(&log))),
        None => Err(Error::new(ErrorKind::Postgres, format!("run {name}")).seen(format!("no end after {} s", LIMIT.as_secs()))),
    }
}
