//! The files and folders that `-o` names: which output writes each, told before any load, and none of them costs the result when it cannot be written.

mod folder;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use ::report::{Output, Outputs, TextOptions};
use model::{Message, message};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

/// Files for a result `R`, each with its output.
pub(crate) struct Files<R: 'static>(Vec<(PathBuf, &'static dyn Output<R>)>);

impl<R> Files<R> {
    /// Refuses a name that no output writes, and a file that cannot be written.
    pub(crate) fn check(paths: &[PathBuf], outputs: &Outputs<R>) -> Result<Self, Failure> {
        Self::in_form(None, paths, outputs)
    }

    /// The same where the result is asked for in a form: one that is a folder is written to the path that no ending tells of, and has to have one.
    pub(crate) fn in_form(form: Option<&'static dyn Output<R>>, paths: &[PathBuf], outputs: &Outputs<R>) -> Result<Self, Failure> {
        let form = form.filter(|f| f.folder().is_some());
        let mut all: Vec<(PathBuf, &'static dyn Output<R>)> = Vec::new();
        for path in paths {
            let of_folder = || form.or_else(|| outputs.all().find(|o| path.is_dir() && o.folder().is_some()));
            let output = outputs.of_file(path).or_else(|e| of_folder().ok_or(e));
            let output = output.map_err(|e| Failure::new(Exit::Usage, "output", e.to_string()).help(message!("failure/ending-says")))?;
            match output.folder() {
                Some(of) => folder::check(path, of.names())?,
                None => writable(path).map_err(|e| unwritten(path, &e).help(advice(path, &e)))?,
            }
            all.push((path.clone(), output));
        }
        match form.filter(|f| all.iter().all(|(_, o)| o.id() != f.id())) {
            Some(f) => {
                let what = message!("failure/folder-without-path", form: name(f.id()));
                Err(Failure::new(Exit::Usage, "output", what).help(format!("--format {} -o page/", f.id())))
            }
            None => Ok(Self(all)),
        }
    }

    /// Whether a form goes to these files alone: no person reads it on a terminal, and one of them has it.
    pub(crate) fn take(&self, form: &dyn Output<R>) -> bool {
        !["text", "json"].contains(&form.id()) && self.outputs().any(|o| o.id() == form.id())
    }

    /// What writes them.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &'static dyn Output<R>> + '_ {
        self.0.iter().map(|(_, output)| *output)
    }

    /// Writes them all. What fails is told with the command that writes it again from what is kept: `report RUN`.
    pub(crate) fn write(&self, result: &R, look: &TextOptions, cli: &Cli, again: &str) -> Result<(), Failure> {
        let plain = TextOptions { color: false, ..look.clone() };
        let mut failed = None;
        for (path, output) in &self.0 {
            let written = match output.folder() {
                Some(of) => of.files(result, &plain).map_err(io::Error::other).and_then(|files| folder::write(path, &files)),
                None => output.render(result, &plain).map_err(io::Error::other).and_then(|bytes| std::fs::write(path, bytes)),
            };
            if let Err(e) = written {
                let store = cli.store.as_ref().map(|s| format!(" --store {}", s.display())).unwrap_or_default();
                let again = message!(
                    "failure/again-from-the-run",
                    command: name(again),
                    store: name(store),
                    file: name(path.to_string_lossy())
                );
                failed = Some(failed.unwrap_or_else(|| unwritten(path, &e)).help(again));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

fn unwritten(path: &Path, e: &io::Error) -> Failure {
    let what = message!("failure/write-file", file: name(path.to_string_lossy()), error: name(e.to_string()));
    Failure::new(Exit::Usage, "report-not-written", what)
}

/// Whether the file can be opened for writing; leaves everything as it was.
pub(crate) fn writable(path: &Path) -> io::Result<()> {
    // opening a pipe would wait for its reader, and opening a device may do whatever the device does
    if path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        return Ok(());
    }
    let is_new = path.symlink_metadata().is_err();
    OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    if is_new { std::fs::remove_file(path) } else { Ok(()) }
}

fn advice(path: &Path, e: &io::Error) -> Message {
    match (e.kind(), path.parent()) {
        (io::ErrorKind::NotFound, Some(folder)) => format!("mkdir -p {}", folder.display()).into(),
        _ => message!("failure/file-that-can-be-written"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::said;
    use clap::Parser as _;

    #[test]
    fn looking_whether_a_file_can_be_written_leaves_no_trace() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (new, old) = (folder.path().join("new.json"), folder.path().join("old.json"));
        std::fs::write(&old, "kept").expect("a writable folder");
        let checked = Files::check(&[new.clone(), old.clone()], &::report::OUTPUTS).map(|f| f.0.len());
        assert_eq!(checked.ok(), Some(2));
        assert!(!new.exists());
        assert_eq!(std::fs::read_to_string(&old).expect("it is there"), "kept");
    }

    #[test]
    fn a_file_that_cannot_be_written_in_the_end_is_told_with_the_command_that_writes_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("out");
        std::fs::create_dir(&out).expect("a writable folder");
        let (lost, whole) = (out.join("x.json"), folder.path().join("x.csv"));
        let Ok(files) = Files::check(&[lost.clone(), whole.clone()], &::report::load::OUTPUTS) else { panic!("both can be written") };
        std::fs::remove_dir(&out).expect("it is empty");
        let cli = Cli::try_parse_from(["tightspot", "--store", "/s", "runs", "list"]).expect("arguments");
        let failure =
            files.write(&::report::load::LoadReport::default(), &TextOptions::default(), &cli, "report 7f3a").expect_err("one is lost");
        assert_eq!((failure.name.as_str(), failure.exit), ("report-not-written", Exit::Usage));
        let again = format!("tightspot report 7f3a --store /s -o {} ", lost.display());
        assert!(failure.help.iter().any(|h| said(h).starts_with(&again)), "{failure}");
        assert!(whole.exists(), "one that fails does not keep the others from being written");
    }

    #[test]
    fn a_name_without_output_and_a_folder_that_is_not_there_are_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let refused = |name: &str| Files::check(&[folder.path().join(name)], &::report::OUTPUTS).err().expect("it is refused");
        assert!(refused("x.nothing").name == "output" && refused("x.nothing").to_string().contains(".json"));
        let gone = refused("gone/x.json");
        assert!(gone.help.iter().any(|h| h.text().is_some_and(|h| h.starts_with("mkdir -p "))), "{gone}");
        assert_eq!(Files::check(&[PathBuf::new()], &::report::OUTPUTS).err().expect("it is refused").name, "output");
    }

    fn form(id: &str) -> Option<&'static dyn Output<::report::Judged>> {
        ::report::OUTPUTS.named(id).ok()
    }

    #[test]
    fn a_form_that_is_a_folder_is_written_to_the_path_without_ending() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let paths = ["page", "page.json"].map(|p| folder.path().join(p));
        let Ok(files) = Files::in_form(form("html-dir"), &paths, &::report::OUTPUTS) else { panic!("both can be written") };
        assert_eq!(files.outputs().map(Output::id).collect::<Vec<_>>(), ["html-dir", "json"]);
        assert!(files.take(form("html-dir").expect("it is one")) && !files.take(form("json").expect("it is one")));
    }

    #[test]
    fn a_form_that_is_a_folder_has_to_have_a_path() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for paths in [&[][..], &[folder.path().join("page.json")]] {
            let refused = Files::in_form(form("html-dir"), paths, &::report::OUTPUTS).err().expect("it is refused").to_string();
            assert!(refused.contains("html-dir") && refused.contains("-o page/"), "{refused}");
        }
        assert!(Files::in_form(form("html"), &[], &::report::OUTPUTS).is_ok());
    }

    #[test]
    fn a_folder_that_is_there_needs_no_slash() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let Ok(files) = Files::check(&[folder.path().to_owned()], &::report::OUTPUTS) else { panic!("it is empty") };
        assert_eq!(files.outputs().map(Output::id).collect::<Vec<_>>(), ["html-dir"]);
    }
}
