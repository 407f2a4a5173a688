//! An output that is a folder: refused where something else lies there, and written so that whoever opens its page meanwhile sees the old one or the new.

use crate::exit::Exit;
use crate::failure::Failure;
use ::report::{NamedFile, is_ours};
use model::{Message, message};
use std::io;
use std::path::Path;

/// Ends the name of a file that is not complete yet.
const UNFINISHED: &str = ".part";

/// Refuses a path at which no such folder can be, before any load; leaves everything as it was.
pub(super) fn check(path: &Path, names: &[&str]) -> Result<(), Failure> {
    let folder = || path.display().to_string();
    let refused = |what: Message| Failure::new(Exit::Usage, "output", what).help(message!("failure/a-folder-of-its-own"));
    match foreign(path, names) {
        Ok(Some(file)) => Err(refused(message!("failure/not-our-folder", folder: name(folder()), file: name(file)))),
        Ok(None) => can_be_made(path).map_err(|e| super::unwritten(path, &e).help(super::advice(path, &e))),
        Err(e) if e.kind() == io::ErrorKind::NotADirectory => Err(refused(message!("failure/not-a-folder", folder: name(folder())))),
        Err(e) => Err(super::unwritten(path, &e).help(super::advice(path, &e))),
    }
}

/// The first name in a folder that is no file of ours; `None` of a folder that is empty or not there.
fn foreign(path: &Path, names: &[&str]) -> io::Result<Option<String>> {
    let entries = match std::fs::read_dir(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().into_owned();
        let is_known = names.contains(&file.as_str()) && entry.file_type()?.is_file() && is_ours(&std::fs::read(entry.path())?);
        let is_left_over = entry.file_type()?.is_file() && file.strip_suffix(UNFINISHED).is_some_and(|f| names.contains(&f));
        if !is_known && !is_left_over {
            found.push(file);
        }
    }
    Ok(found.into_iter().min())
}

/// Whether files can be made in it, or it beside what is there.
fn can_be_made(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return tempfile::Builder::new().tempfile_in(path).map(drop);
    }
    std::fs::create_dir(path)?;
    std::fs::remove_dir(path)
}

/// Writes the files, each complete under another name first, in their order: the page that people open is the last.
pub(super) fn write(path: &Path, files: &[NamedFile]) -> io::Result<()> {
    if !path.is_dir() {
        std::fs::create_dir(path)?;
    }
    // the load took minutes: something else may lie there by now
    if let Some(file) = foreign(path, &files.iter().map(|f| f.name).collect::<Vec<_>>())? {
        return Err(io::Error::other(format!("{file} lies there, which is no file of such a page")));
    }
    for f in files {
        std::fs::write(path.join(format!("{}{UNFINISHED}", f.name)), &f.bytes)?;
    }
    files.iter().try_for_each(|f| std::fs::rename(path.join(format!("{}{UNFINISHED}", f.name)), path.join(f.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const NAMES: [&str; 2] = ["a.css", "index.html"];

    fn page(says: &str) -> Vec<NamedFile> {
        NAMES.iter().map(|name| NamedFile { name, bytes: format!("/* tightspot */ {says}").into_bytes() }).collect()
    }

    fn names_in(path: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(path)
            .expect("it is there")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn place() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("page");
        (folder, path)
    }

    #[test]
    fn looking_leaves_no_trace_and_a_page_replaces_a_page() {
        let (_folder, path) = place();
        check(&path, &NAMES).expect("there is nothing");
        assert!(!path.exists());
        for says in ["first", "second"] {
            write(&path, &page(says)).expect("it can be written");
            assert_eq!(names_in(&path), NAMES);
            assert!(std::fs::read_to_string(path.join("index.html")).expect("text").contains(says));
            check(&path, &NAMES).expect("it is ours");
        }
    }

    #[test]
    fn what_is_not_ours_is_named_and_kept() {
        let (_folder, path) = place();
        std::fs::create_dir(&path).expect("a writable folder");
        check(&path, &NAMES).expect("it is empty");
        for (file, text) in [("notes.txt", "tightspot"), ("index.html", "a page of somebody else")] {
            std::fs::write(path.join(file), text).expect("a writable folder");
            let refused = check(&path, &NAMES).expect_err("it is refused");
            assert!(refused.to_string().contains(file) && refused.exit == Exit::Usage, "{refused}");
            assert_eq!(std::fs::read_to_string(path.join(file)).expect("text"), text);
            std::fs::remove_file(path.join(file)).expect("a writable folder");
        }
    }

    #[test]
    fn what_an_end_in_between_left_is_written_over() {
        let (_folder, path) = place();
        write(&path, &page("first")).expect("it can be written");
        std::fs::write(path.join("a.css.part"), "half").expect("a writable folder");
        check(&path, &NAMES).expect("it is ours");
        write(&path, &page("second")).expect("it can be written");
        assert_eq!(names_in(&path), NAMES);
    }

    #[test]
    fn a_link_in_place_of_an_unfinished_file_is_refused_and_what_it_leads_to_is_kept() {
        let (folder, path) = place();
        let elsewhere = folder.path().join("elsewhere");
        std::fs::write(&elsewhere, "mine").expect("a writable folder");
        std::fs::create_dir(&path).expect("a writable folder");
        std::os::unix::fs::symlink(&elsewhere, path.join("a.css.part")).expect("a link");
        check(&path, &NAMES).expect_err("it is refused");
        write(&path, &page("first")).expect_err("it came meanwhile");
        assert_eq!(std::fs::read_to_string(&elsewhere).expect("text"), "mine");
    }

    #[test]
    fn a_file_in_the_way_and_a_folder_that_is_not_there_are_refused() {
        let (folder, path) = place();
        std::fs::write(&path, "tightspot").expect("a writable folder");
        let in_the_way = check(&path, &NAMES).expect_err("it is refused");
        assert!(in_the_way.name == "output" && in_the_way.to_string().contains("page"), "{in_the_way}");
        let gone = check(&folder.path().join("gone/page"), &NAMES).expect_err("it is refused").to_string();
        assert!(gone.contains("mkdir -p"), "{gone}");
    }
}
