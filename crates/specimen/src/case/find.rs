//! Where cases lie.

use super::{Case, FILE, Truths};
use crate::{Error, ErrorKind};
use std::path::PathBuf;

const FOLDER: &str = "specimens";
/// Below it lie those that rebuild no report.
const SMALL: &str = "small";

/// Folders that hold cases, the nearest first.
fn places() -> Vec<PathBuf> {
    let here = PathBuf::from(FOLDER);
    let executable = std::env::current_exe().ok();
    // target/release/tightspot lies in the workspace
    let beside = executable.iter().flat_map(|exe| exe.ancestors().skip(1)).map(|folder| folder.join(FOLDER));
    let named = std::env::var_os("TIGHTSPOT_SPECIMENS").map(PathBuf::from);
    let mut places: Vec<PathBuf> = [here].into_iter().chain(beside).filter(|p| p.is_dir()).chain(named).collect();
    places.dedup();
    places.into_iter().flat_map(|p| [p.clone(), p.join(SMALL)]).collect()
}

pub(super) fn find(id: &str) -> Result<(Case, Truths), Error> {
    let is_plain = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if let Some(folder) = places().into_iter().map(|p| p.join(id)).find(|f| is_plain && f.join(FILE).is_file()) {
        return Case::read(&folder);
    }
    let searched: Vec<String> = places().iter().map(|p| p.display().to_string()).collect();
    let known = ids();
    let known = if known.is_empty() { "there is none".to_owned() } else { format!("there are {}", known.join(", ")) };
    Err(Error::new(ErrorKind::Case, format!("find specimen {id}"))
        .seen(format!("{known} (searched: {})", if searched.is_empty() { FOLDER.to_owned() } else { searched.join(", ") }))
        .help("run it inside the repository, or set TIGHTSPOT_SPECIMENS to the folder of the specimens"))
}

pub(super) fn ids() -> Vec<String> {
    let folders = places().into_iter().filter_map(|p| std::fs::read_dir(p).ok()).flatten().flatten();
    let mut ids: Vec<String> = folders.filter(|f| f.path().join(FILE).is_file()).filter_map(|f| f.file_name().into_string().ok()).collect();
    ids.sort();
    ids.dedup();
    ids
}
