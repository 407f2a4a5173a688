//! What an output is, and how one is chosen: by its name or by the ending of a file. Whoever offers a choice to users (values of `--format`,
//! help, refusals) asks [`Outputs`], so an output is one folder and nothing else.

use crate::TextOptions;
use std::fmt;
use std::path::Path;

/// A form in which a result `R` is written.
pub trait Output<R>: Sync {
    /// Its name for `--format`, kebab-case.
    fn id(&self) -> &'static str;

    /// Endings of the paths that ask for it (`.json`), in lower case. Help and refusals name the first.
    fn endings(&self) -> &'static [&'static str];

    /// What it is, in a few words of help.
    fn about(&self) -> &'static str;

    /// The result in this form; text ends with a line feed.
    fn render(&self, result: &R, options: &TextOptions) -> Result<Vec<u8>, RenderError>;

    /// How it is written where it is several files in a folder; `None` for one file.
    fn folder(&self) -> Option<&dyn Folder<R>> {
        None
    }
}

/// An output that is a folder: its ending is `/`, and it cannot be printed.
pub trait Folder<R> {
    /// Names of the files that it may have. The one to open is the last.
    fn names(&self) -> &'static [&'static str];

    /// The files, in the order in which they are to be written. Each says somewhere that it is of this tool, so that it may be replaced.
    fn files(&self, result: &R, options: &TextOptions) -> Result<Vec<NamedFile>, RenderError>;
}

/// A file of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name in the folder.
    pub name: &'static str,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

/// Whether a file of a folder is of this tool: what it says without being asked, in any of them.
pub fn is_ours(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|w| w.eq_ignore_ascii_case(MARK))
}

const MARK: &[u8] = b"tightspot";

/// Why a result cannot be put into a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError(pub String);

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenderError {}

/// A name or a file that no output answers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoOutput {
    /// What was asked for.
    pub wanted: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

impl fmt::Display for NoOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no output is known for {} (allowed: {})", self.wanted, self.known.join(", "))
    }
}

impl std::error::Error for NoOutput {}

/// All outputs of a kind of result.
pub struct Outputs<R: 'static>(&'static [&'static dyn Output<R>]);

impl<R> Outputs<R> {
    pub(crate) const fn new(all: &'static [&'static dyn Output<R>]) -> Self {
        Self(all)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn Output<R>> + use<R> {
        self.0.iter().copied()
    }

    /// The one with this name.
    pub fn named(&self, id: &str) -> Result<&'static dyn Output<R>, NoOutput> {
        let unknown = || NoOutput { wanted: id.to_owned(), known: self.all().map(Output::id).collect() };
        self.all().find(|o| o.id() == id).ok_or_else(unknown)
    }

    /// The one that writes this file: the longest ending that fits its name.
    pub fn of_file(&self, path: &Path) -> Result<&'static dyn Output<R>, NoOutput> {
        let name = path.to_string_lossy().to_lowercase();
        let fit = |o: &dyn Output<R>| o.endings().iter().filter(|e| name.ends_with(**e)).map(|e| e.len()).max();
        let best = self.all().filter_map(|o| Some((fit(o)?, o))).max_by_key(|(length, _)| *length);
        best.map(|(_, o)| o).ok_or_else(|| NoOutput { wanted: path.display().to_string(), known: self.endings() })
    }

    /// The ending that each goes by.
    pub fn endings(&self) -> Vec<&'static str> {
        self.all().filter_map(|o| o.endings().first().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::LoadReport;
    use crate::{Judged, fixture};
    use std::collections::BTreeSet;

    /// Names and endings are each given once, and every result comes out in every form; what is no text may end as it likes.
    fn holds<R>(outputs: &Outputs<R>, results: &[R], binary: &[&str]) {
        let ids: BTreeSet<&str> = outputs.all().map(Output::id).collect();
        let endings: Vec<&str> = outputs.all().flat_map(|o| o.endings().iter().copied()).collect();
        assert!(ids.contains("text") && ids.contains("json"), "{ids:?}");
        assert_eq!(ids.len(), outputs.all().count(), "{ids:?}");
        assert_eq!(endings.iter().collect::<BTreeSet<_>>().len(), endings.len(), "{endings:?}");
        for o in outputs.all() {
            assert!(o.id().chars().all(|c| c.is_ascii_lowercase() || c == '-') && !o.about().is_empty(), "{}", o.id());
            let [first, ..] = o.endings() else { panic!("{} has no ending", o.id()) };
            let is_ending = |e: &&str| *e == "/" || e.contains('.') && **e == e.to_lowercase();
            assert!(o.endings().iter().all(is_ending) && first.starts_with(['.', '/']), "{}", o.id());
            assert_eq!(*first == "/", o.folder().is_some(), "{}", o.id());
            for result in results {
                if let Some(folder) = o.folder() {
                    let files = folder.files(result, &TextOptions::default()).expect("it renders");
                    assert!(files.iter().all(|f| folder.names().contains(&f.name) && is_ours(&f.bytes)), "{}", o.id());
                    continue;
                }
                let bytes = o.render(result, &TextOptions::default()).expect("it renders");
                let is_text = bytes.ends_with(b"\n") && !bytes.contains(&0x1b);
                assert!(is_text || binary.contains(&o.id()), "{}", o.id());
            }
        }
    }

    #[test]
    fn every_output_has_names_of_its_own_and_writes_every_result() {
        let judged: Vec<Judged> = fixture::all().into_iter().map(|c| Judged::new(c.run, c.diagnosis)).collect();
        holds(&crate::OUTPUTS, &judged, &[]);
        let loads: Vec<LoadReport> = crate::load::fixture::all().into_iter().map(|c| c.report).collect();
        holds(&crate::load::OUTPUTS, &loads, &[]);
        holds(&crate::comparison::OUTPUTS, &crate::comparison::fixture::all(), &[]);
        holds(&crate::verification::OUTPUTS, &crate::verification::fixture::all(), &[]);
        holds(&crate::cpu::OUTPUTS, &[crate::cpu::fixture::one()], &["pprof"]);
    }

    #[test]
    fn the_ending_of_a_name_says_what_is_written() {
        let cases = [
            ("out/run.json", Some("json")),
            ("run.csv", Some("csv")),
            ("run.routes.csv", Some("csv-routes")),
            ("routes.csv", Some("csv-routes")),
            ("run.hlog", Some("hlog")),
            ("JUNIT.XML", Some("junit")),
            ("run.txt", Some("text")),
            ("run.nothing", None),
            ("json", None),
            ("run", None),
            ("out/", None),
            ("out.json/", None),
            ("", None),
        ];
        for (name, want) in cases {
            assert_eq!(crate::load::OUTPUTS.of_file(Path::new(name)).ok().map(Output::id), want, "{name}");
        }
    }

    #[test]
    fn a_path_that_ends_with_a_slash_is_a_folder() {
        for (path, want) in [("page/", "html-dir"), ("a.html/", "html-dir"), ("a/b.html", "html")] {
            assert_eq!(crate::OUTPUTS.of_file(Path::new(path)).ok().map(Output::id), Some(want), "{path}");
        }
    }

    #[test]
    fn what_no_output_answers_to_is_refused_with_what_there_is() {
        let refused = |r: Result<&dyn Output<Judged>, NoOutput>| r.err().map(|e| e.to_string()).expect("it is refused");
        let file = refused(crate::OUTPUTS.of_file(Path::new("run.nothing")));
        assert!(
            file.starts_with("no output is known for run.nothing (allowed: ") && file.contains(".json") && file.contains(".txt"),
            "{file}"
        );
        let name = refused(crate::OUTPUTS.named("nothing"));
        assert!(name.contains("nothing") && name.contains("json") && name.contains("text"), "{name}");
    }
}
