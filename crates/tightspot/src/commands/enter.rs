//! `tightspot enter`, which no user calls: the part of attaching that comes to its end whatever becomes of the tool that started it.

use crate::cli::EnterArgs;
use crate::exit::Exit;
use crate::output;

/// Does it. What is told on stdout is for that tool, which may be gone.
pub(crate) fn run(args: &EnterArgs) -> Exit {
    probe::runtimes::enter(&args.runtime, &args.words, &mut |line| output::result(line));
    Exit::Done
}

/// How the tool that runs here starts one.
pub(crate) fn prepare() {
    if let Ok(exe) = std::env::current_exe() {
        probe::runtimes::enters_by(vec![exe.into_os_string(), "enter".into()]);
    }
}
