//! The run that a command keeps: what it is called by, and where it lies.

use crate::cli::{Cli, shown};
use model::{RunInfo, Timestamp, harmless};
use record::{Store, Writer};
use std::path::Path;
use std::sync::Arc;

/// What a run that begins now is; its id is given by the store.
pub(crate) fn info(name: Option<&str>, url: &str, seed: u64) -> RunInfo {
    RunInfo {
        id: String::new(),
        name: name.unwrap_or_default().to_owned(),
        started_unix_ns: model::time::unix_now_ns(),
        started: Timestamp::now(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        command: shown::command_line(std::env::args_os()),
        url: harmless::url(url),
        seed,
        routes: Vec::new(),
        objectives: Vec::new(),
    }
}

/// Begins the file of the run in the store that the user chose.
pub(crate) fn begin(cli: &Cli, info: RunInfo) -> Result<Arc<Writer>, record::Error> {
    Store::open(cli.store.as_deref())?.begin(info)
}

/// The id of the run in the file at `path`.
pub(crate) fn id(path: &Path) -> String {
    path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Name of the scenario file that a run was made from, by its command line; `None` where it was made from a URL.
pub(crate) fn scenario_file(info: &RunInfo) -> Option<&str> {
    let mut words = info.command.split(' ').take_while(|w| *w != "--");
    let path = words.find_map(|w| match w {
        "-s" | "--scenario" => Some(None),
        _ => w.strip_prefix("--scenario=").map(Some),
    })?;
    path.or_else(|| words.next())?.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scenario_file_is_told_by_the_command_line() {
        let of = |command: &str| RunInfo { command: command.to_owned(), ..RunInfo::default() };
        let file = |command: &str| scenario_file(&of(command)).map(str::to_owned);
        assert_eq!(file("tightspot why -s load/shop.toml --json").as_deref(), Some("shop.toml"));
        assert_eq!(file("tightspot load --scenario=shop.toml").as_deref(), Some("shop.toml"));
        assert_eq!(file("tightspot load --scenario shop.toml").as_deref(), Some("shop.toml"));
        assert_eq!(file("tightspot why http://localhost/ -- server -s x"), None);
        assert_eq!(file("tightspot why -s"), None);
    }
}
