//! `tightspot guard`, which no user calls: the process that puts changes back where the tool that started it cannot.

use crate::cli::GuardArgs;
use crate::exit::Exit;
use crate::output::{self, said};
use experiment::{Journal, guardian};
use probe::discover;

/// Listens on stdin to the tool that started it. What it restored is said on stderr, which is the tool's.
pub(crate) fn run(args: &GuardArgs) -> Exit {
    let journal = Journal::in_folder(&args.state);
    match guardian::keep(std::io::stdin(), &journal, (args.tool, args.started)) {
        Ok(all) => {
            for r in &all {
                output::note(&said(&r.sentence()));
            }
            if all.iter().any(|r| r.failed().is_some()) { Exit::NotRestored } else { Exit::Done }
        }
        Err(e) => {
            output::warning(&format!("{}: {e}", journal.path().display()).into());
            Exit::NotRestored
        }
    }
}

/// How the tool that runs here starts one.
pub(crate) fn prepare() {
    let pid = std::process::id();
    let started = discover::by_pid(pid, None).map_or(0, |t| t.start_ticks);
    if let Ok(exe) = std::env::current_exe() {
        let words = ["guard", "--tool", &pid.to_string(), "--started", &started.to_string()].map(Into::into);
        guardian::is_started_by([exe.into_os_string()].into_iter().chain(words).collect());
    }
}
