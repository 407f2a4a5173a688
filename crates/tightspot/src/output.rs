//! The only place that writes to stdout and stderr. stdout is the result, stderr everything else.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is where printing happens")]

use crate::failure::Failure;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether stdout has its result.
static RESULT_IS_OUT: AtomicBool = AtomicBool::new(false);

/// The result of a command.
pub(crate) fn result(text: &str) {
    RESULT_IS_OUT.store(true, Ordering::Relaxed);
    println!("{}", text.trim_end_matches('\n'));
}

/// A line for the user that is not the result.
pub(crate) fn note(line: &str) {
    eprintln!("{line}");
}

/// A line that replaces itself on a terminal.
pub(crate) fn status(line: &str) {
    eprint!("\r\x1b[2K{line}");
}

/// Ends a self-replacing line.
pub(crate) fn clear_status() {
    eprint!("\r\x1b[2K");
}

/// An error; with `--json` its JSON goes to stdout as well, unless a result is there already: programs read one document in any case.
pub(crate) fn error(failure: &Failure, json: bool) {
    eprintln!("{failure}");
    if json && !RESULT_IS_OUT.load(Ordering::Relaxed) {
        let doc = serde_json::json!({ "schema_version": "1.0", "error": failure.json() });
        println!("{doc:#}");
    }
}

/// Whether stderr is a terminal.
pub(crate) fn stderr_is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Whether stdout is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Width of the terminal behind stdout, or 120 where there is none.
pub(crate) fn width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|w| *w >= 40).unwrap_or_else(terminal_width)
}

#[expect(unsafe_code, reason = "TIOCGWINSZ fills a struct that we own")]
fn terminal_width() -> usize {
    // SAFETY: winsize is plain integers for which zero is valid, and the ioctl only writes into it.
    let size = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        if libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) != 0 {
            return 120;
        }
        size
    };
    if size.ws_col >= 40 { usize::from(size.ws_col) } else { 120 }
}

/// `tightspot ... | head` ends like any Unix tool instead of panicking.
#[expect(unsafe_code, reason = "restores the default action of a signal, before any thread exists")]
pub(crate) fn die_quietly_on_closed_pipes() {
    // SAFETY: called first in main; SIG_DFL is always a valid disposition.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}
