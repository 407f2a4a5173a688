//! Builds the parts of a case whose inputs changed. Named after what it does: `build.rs` means something else to Cargo.

use crate::case::{Build, Case};
use crate::child::{Proc, Streams, last_lines};
use crate::error::OrFail;
use crate::fill::{Names, fill};
use crate::params::hash;
use crate::spawn::Confine;
use crate::watch::Watch;
use crate::{Error, ErrorKind, dirs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A first build downloads what it depends on.
const LIMIT: Duration = Duration::from_secs(900);
/// What builds leave in source folders.
const LEFT_BY_BUILDS: [&str; 5] = ["target", "build", "node_modules", "dist", "__pycache__"];

/// Builds what changed. `cache` is the folder of the case; its `build` is `{build}`.
pub(crate) fn assemble(case: &Case, cache: &Path, watch: Watch<'_>) -> Result<(), Error> {
    let folder = build_folder(cache);
    dirs::make(&folder)?;
    let _only_one = dirs::lock(&cache.join("build.lock"))?;
    let names = names(case, cache);
    case.builds.iter().try_for_each(|build| one(case, build, cache, &names, watch))
}

/// `{build}` of a case.
pub(crate) fn build_folder(cache: &Path) -> PathBuf {
    cache.join("build")
}

/// The placeholders that builds and seeds know.
pub(crate) fn names(case: &Case, cache: &Path) -> Names {
    [("build", build_folder(cache)), ("case", case.folder.clone())].map(|(n, p)| (n.to_owned(), p.display().to_string())).into()
}

fn one(case: &Case, build: &Build, cache: &Path, names: &Names, watch: Watch<'_>) -> Result<(), Error> {
    let what = || format!("build {} of {}", build.name, case.id);
    let filled = |text: &str| {
        fill(text, names).map_err(|unknown| Error::new(ErrorKind::Build, what()).seen(format!("unknown: {}", unknown.join(", "))))
    };
    let run = filled(&build.run)?;
    let outputs = build.outputs.iter().map(|o| filled(o).map(PathBuf::from)).collect::<Result<Vec<_>, _>>()?;
    let dir = case.folder.join(&build.dir);
    let inputs = if build.inputs.is_empty() { vec![dir.clone()] } else { build.inputs.iter().map(|i| case.folder.join(i)).collect() };

    let mut state = hash(run.as_bytes());
    for input in &inputs {
        state = content(input, state).or_fail(ErrorKind::Build, || format!("read {}", input.display()))?;
    }
    let state = format!("{state:016x}");
    let stamp = cache.join(format!("{}.stamp", build.name));
    if outputs.iter().all(|o| o.exists()) && std::fs::read_to_string(&stamp).is_ok_and(|s| s == state) {
        return Ok(());
    }
    watch.say(format!("building {} of {}", build.name, case.id));
    for parent in outputs.iter().filter_map(|o| o.parent()) {
        dirs::make(parent)?;
    }
    drop(std::fs::remove_file(&stamp)); // a build that fails halfway leaves outputs that match nothing
    let log = cache.join(format!("{}.log", build.name));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(&run).current_dir(&dir);
    let mut proc = Proc::start(&build.name, shell, Confine::default(), &log, Streams::default())?;
    let help = || format!("cd {} && {run}", dir.display());
    match watch.until(Instant::now() + LIMIT, || Ok(proc.ended()))? {
        Some(status) if status.success() => (),
        Some(status) => return Err(Error::new(ErrorKind::Build, what()).seen(status).seen(last_lines(&log)).help(help())),
        None => {
            return Err(Error::new(ErrorKind::Build, what()).seen(format!("no end after {} s", LIMIT.as_secs())).seen(last_lines(&log)));
        }
    }
    if let Some(missing) = outputs.iter().find(|o| !o.exists()) {
        let seen = format!("it ended well but left no {}", missing.display());
        return Err(Error::new(ErrorKind::Build, what()).seen(seen).seen(last_lines(&log)).help(help()));
    }
    std::fs::write(&stamp, &state).or_fail(ErrorKind::Build, || format!("write {}", stamp.display()))
}

/// Names and contents below `path`, in a fixed order.
fn content(path: &Path, state: u64) -> std::io::Result<u64> {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let state = state.rotate_left(5) ^ hash(name);
    if !path.is_dir() {
        return Ok(state.rotate_left(5) ^ hash(&std::fs::read(path)?));
    }
    let mut entries: Vec<PathBuf> = std::fs::read_dir(path)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    entries.retain(|p| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        !(name.starts_with('.') || p.is_dir() && LEFT_BY_BUILDS.contains(&&*name))
    });
    entries.sort();
    entries.iter().try_fold(state, |state, entry| content(entry, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::fs;

    fn case(folder: &Path, run: &str) -> Case {
        let text = format!(
            "id = \"shop\"\ntitle = \"t\"\n[[build]]\nname = \"b\"\ndir = \"src\"\nrun = '{run}'\noutputs = [\"{{build}}/bin/out\"]\n\
             [[process]]\nname = \"p\"\ntarget = true\nstart = [\"p\"]\n[scenario.s]\nurl = \"http://x\"\n\
             [[variant]]\nname = \"after\"\ntruth = [\"none\"]\nscenario = \"s\"\n"
        );
        fs::create_dir_all(folder.join("src/target")).unwrap();
        fs::write(folder.join(crate::case::FILE), text).unwrap();
        Case::read(folder).unwrap().0
    }

    #[test]
    fn a_part_is_built_again_only_when_its_inputs_command_or_outputs_changed() {
        let root = tempfile::tempdir().unwrap();
        let (folder, cache) = (root.path().join("shop"), root.path().join("cache"));
        let said = RefCell::new(0);
        let count = |_: &str| *said.borrow_mut() += 1;
        let watch = Watch { progress: &count, interrupted: &|| false };
        let builds = |run: &str| {
            *said.borrow_mut() = 0;
            assemble(&case(&folder, run), &cache, watch).unwrap();
            *said.borrow()
        };
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/a"), "1").unwrap();
        assert_eq!(builds("cp a {build}/bin/out"), 1);
        assert_eq!(builds("cp a {build}/bin/out"), 0, "nothing changed");
        fs::write(folder.join("src/target/left"), "x").unwrap();
        assert_eq!(builds("cp a {build}/bin/out"), 0, "what builds leave is no input");
        fs::write(folder.join("src/a"), "2").unwrap();
        assert_eq!(builds("cp a {build}/bin/out"), 1, "an input changed");
        assert_eq!(fs::read_to_string(cache.join("build/bin/out")).unwrap(), "2");
        assert_eq!(builds("cp  a {build}/bin/out"), 1, "the command changed");
        fs::remove_file(cache.join("build/bin/out")).unwrap();
        assert_eq!(builds("cp  a {build}/bin/out"), 1, "the output is gone");
    }

    #[test]
    fn a_failed_build_shows_the_end_of_its_log_and_the_command() {
        let root = tempfile::tempdir().unwrap();
        let (folder, cache) = (root.path().join("shop"), root.path().join("cache"));
        let fail = |run| assemble(&case(&folder, run), &cache, Watch::silent()).unwrap_err();
        let e = fail("echo no compiler >&2; exit 3");
        assert_eq!((e.kind, e.what.as_str()), (ErrorKind::Build, "build b of shop"));
        assert!(e.to_string().contains("exit status: 3") && e.to_string().contains("no compiler"), "{e}");
        assert!(e.help.ends_with("src && echo no compiler >&2; exit 3"), "{}", e.help);
        assert!(fail("true").to_string().contains("it ended well but left no "));
    }
}
