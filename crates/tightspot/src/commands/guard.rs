//! `tightspot guard`, which no user calls: the process that puts changes back, and ends what was started, where the tool that started it
//! cannot.

use crate::cli::GuardArgs;
use crate::exit::Exit;
use crate::output::{self, said};
use experiment::{Journal, guardian};
use model::Target;
use probe::{discover, runtimes};
use std::time::{Duration, Instant};

/// Longest wait for a tool that ends to be gone: its pipe closes before it is.
const ENDS: Duration = Duration::from_secs(1);

/// Listens on stdin to the tool that started it. What it restored is said on stderr, which is the tool's.
pub(crate) fn run(args: &GuardArgs) -> Exit {
    runtimes::stands_in_for((args.tool, args.started));
    let exit = keep(args);
    clean_up(args);
    exit
}

/// What a tool that is gone had inside a service goes as well. One that only stands still may go on; whatever it has there ends by itself.
fn clean_up(args: &GuardArgs) {
    let tool = Target { pid: args.tool, start_ticks: args.started, ..Target::default() };
    let end = Instant::now() + ENDS;
    while discover::is_alive(&tool) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    for left in runtimes::recover() {
        output::note(&said(&left));
    }
}

fn keep(args: &GuardArgs) -> Exit {
    let journal = Journal::in_folder(&args.state);
    // no result goes to this stdout: the tool listens there
    match guardian::keep(std::io::stdin(), std::io::stdout(), &journal, (args.tool, args.started)) {
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
    let (pid, started) = discover::own_identity();
    if let Ok(exe) = std::env::current_exe() {
        let words = ["guard", "--tool", &pid.to_string(), "--started", &started.to_string()].map(Into::into);
        guardian::is_started_by([exe.into_os_string()].into_iter().chain(words).collect());
    }
}
