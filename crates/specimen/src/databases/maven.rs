//! Programs of a database from a jar of Maven Central, kept in the cache for all cases.

use super::Kind;
use super::guest::to_end;
use crate::child::Streams;
use crate::error::OrFail;
use crate::watch::Watch;
use crate::{Error, ErrorKind, dirs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// A jar with the programs of a database in it.
pub(super) struct Jar<'a> {
    pub(super) kind: Kind,
    pub(super) group: &'a str,
    pub(super) artifact: String,
    pub(super) version: &'a str,
    /// What helps where it cannot be had.
    pub(super) help: &'a str,
}

impl Jar<'_> {
    /// The folder with what `unpack` makes of the jar. It is given the jar and a folder that holds nothing else, and says where in it the
    /// programs lie. `is_complete` says whether a folder has them.
    pub(super) fn unpacked(
        &self,
        watch: Watch<'_>,
        is_complete: impl Fn(&Path) -> bool,
        unpack: impl FnOnce(&Path, &Path) -> Result<PathBuf, Error>,
    ) -> Result<PathBuf, Error> {
        let kind = self.kind.failed();
        let root = dirs::cache()?.join(self.kind.process());
        dirs::make(&root)?;
        let _only_one = dirs::lock(&root.join("lock"))?;
        let done = root.join(self.version);
        if is_complete(&done) {
            return Ok(done);
        }
        watch.say(format!("no {} is installed: taking embedded binaries from Maven Central", self.kind.title()));
        let fresh = root.join("fresh");
        drop(std::fs::remove_dir_all(&fresh)); // what a broken attempt left
        dirs::make(&fresh)?;
        let jar = self.download(&fresh, watch)?;
        let folder = unpack(&jar, &fresh)?;
        if !is_complete(&folder) {
            return Err(Error::new(kind, format!("unpack {}", jar.display())).seen("programs are missing in it").help(self.help));
        }
        drop(std::fs::remove_file(&jar)); // where the folder is that of the jar
        drop(std::fs::remove_dir_all(&done));
        std::fs::rename(&folder, &done).or_fail(kind, || format!("rename {} to {}", folder.display(), done.display()))?;
        drop(std::fs::remove_dir_all(&fresh));
        Ok(done)
    }

    fn download(&self, to: &Path, watch: Watch<'_>) -> Result<PathBuf, Error> {
        let Self { group, artifact, version, .. } = self;
        let jar = to.join(format!("{artifact}-{version}.jar"));
        let mut maven = Command::new("mvn");
        maven.args(["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy", "-Dmdep.useBaseVersion=true"]);
        maven.arg(format!("-Dartifact={group}:{artifact}:{version}:jar")).arg(format!("-DoutputDirectory={}", to.display()));
        let url = format!("https://repo1.maven.org/maven2/{}/{artifact}/{version}/{artifact}-{version}.jar", group.replace('.', "/"));
        let mut curl = Command::new("curl");
        curl.args(["-fsSL", "--retry", "2", "-o"]).arg(&jar).arg(url);

        let what = format!("fetch embedded {} binaries from Maven Central", self.kind.title());
        let mut failed = Error::new(self.kind.failed(), what).help(self.help);
        for (name, command) in [("mvn", maven), ("curl", curl)] {
            match run(self.kind.failed(), name, command, to, watch) {
                Ok(()) if jar.is_file() => return Ok(jar),
                Ok(()) => failed = failed.seen(format!("{name} ended well but left no {}", jar.display())),
                Err(e) if e.kind == ErrorKind::Interrupted => return Err(e),
                Err(e) => failed = failed.seen(e),
            }
        }
        Err(failed)
    }
}

/// Unpacks what `files` names of a jar: by unzip, else by the JDK.
pub(super) fn unzip(kind: Kind, jar: &Path, files: &str, flat: bool, to: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let mut unzip = Command::new("unzip");
    unzip.args(["-q", "-o"]).args(flat.then_some("-j")).arg(jar).arg(files).arg("-d").arg(to);
    let mut extract = Command::new("jar");
    extract.arg("xf").arg(jar).current_dir(to);
    run(kind.failed(), "unzip", unzip, to, watch).or_else(|_| run(kind.failed(), "jar", extract, to, watch))
}

/// Runs one of the tools that fetching needs.
pub(super) fn run(kind: ErrorKind, name: &str, command: Command, folder: &Path, watch: Watch<'_>) -> Result<(), Error> {
    to_end(kind, &format!("run {name}"), command, Streams::default(), &folder.join(format!("{name}.log")), LIMIT, watch)
}

/// No jar is for this processor.
pub(super) fn none_for(kind: Kind, arch: &str, help: &str) -> Error {
    Error::new(kind.failed(), format!("fetch embedded {} binaries", kind.title())).seen(format!("there are none for {arch}")).help(help)
}
