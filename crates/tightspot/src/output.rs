//! The only place that writes to stdout and stderr. stdout is the result, stderr everything else.
//!
//! A reader that is gone (`| head`, a closed terminal) never ends the process here: something may have to be put back first. It stops the
//! command in order, what is still to be said is dropped, and [`end`] lets the process end as any Unix tool does.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use model::{Message, message};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use words::Lang;

/// Whether stdout has its result.
static RESULT_IS_OUT: AtomicBool = AtomicBool::new(false);
/// Whether somebody who was to read is gone.
static READER_GONE: AtomicBool = AtomicBool::new(false);
/// Why the result could not be written, when nobody is gone: a full disk.
static NOT_WRITTEN: Mutex<Option<io::Error>> = Mutex::new(None);

/// The language of all that is said to the user; English until [`speak`] was called.
static LANG: OnceLock<Lang> = OnceLock::new();

/// Chooses the language, once.
pub(crate) fn speak(lang: Lang) {
    let _chosen_before = LANG.set(lang).is_err();
}

/// The language of the user.
pub(crate) fn lang() -> Lang {
    LANG.get().copied().unwrap_or_default()
}

/// The words of a message, in the language of the user.
pub(crate) fn said(m: &Message) -> String {
    words::say(m, lang())
}

/// The words of a message in English: what is kept, and what programs read.
pub(crate) fn english(m: &Message) -> String {
    words::say(m, Lang::En)
}

/// The result of a command.
pub(crate) fn result(text: &str) {
    rendered(format!("{}\n", text.trim_end_matches('\n')).as_bytes());
}

/// The result as an output has rendered it.
pub(crate) fn rendered(bytes: &[u8]) {
    RESULT_IS_OUT.store(true, Ordering::Relaxed);
    if let Err(e) = write(io::stdout(), bytes) {
        *NOT_WRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(e);
    }
}

/// A warning for the user, beside the result.
pub(crate) fn warning(text: &Message) {
    note(&said(&message!("failure/warning", says: name(text))));
}

/// A line for the user that is not the result.
pub(crate) fn note(line: &str) {
    say(&format!("{line}\n"));
}

/// A line that replaces itself on a terminal.
pub(crate) fn status(line: &str) {
    say(&format!("\r\x1b[2K{line}"));
}

/// Ends a self-replacing line.
pub(crate) fn clear_status() {
    say("\r\x1b[2K");
}

/// An error; with `--json` its JSON goes to stdout as well, unless a result is there already: programs read one document in any case.
pub(crate) fn error(failure: &Failure, json: bool) {
    note(&failure.to_string());
    if json && !RESULT_IS_OUT.load(Ordering::Relaxed) {
        error_document(failure);
    }
}

/// What is said beside the result may be lost.
fn say(text: &str) {
    drop(write(io::stderr(), text.as_bytes()));
}

/// Writes all of it at once. An error is not that of a reader who is gone.
fn write(mut to: impl Write, bytes: &[u8]) -> io::Result<()> {
    match to.write_all(bytes).and_then(|()| to.flush()) {
        // a terminal that is closed answers EIO
        Err(e) if e.kind() == ErrorKind::BrokenPipe || e.raw_os_error() == Some(libc::EIO) => {
            READER_GONE.store(true, Ordering::SeqCst);
            interrupt::stop();
            Ok(())
        }
        done => done,
    }
}

/// Whether the user wants to stop: has said so, or was to read and is gone. A reader that is gone is noticed by a line to it, and off a
/// terminal minutes may pass without one: whoever has something changed meanwhile asks here.
pub(crate) fn is_to_stop() -> bool {
    interrupt::panic_if_asked();
    if !interrupt::requested() && is_a_reader_gone() {
        READER_GONE.store(true, Ordering::SeqCst);
        interrupt::stop();
    }
    interrupt::requested()
}

#[expect(unsafe_code, reason = "poll of libc, which the standard library has not")]
fn is_a_reader_gone() -> bool {
    let look_at = |fd| libc::pollfd { fd, events: 0, revents: 0 };
    let mut both = [look_at(libc::STDOUT_FILENO), look_at(libc::STDERR_FILENO)];
    // SAFETY: the array is ours and its length is given; with a time of 0 the call returns at once.
    let told = unsafe { libc::poll(both.as_mut_ptr(), both.len() as libc::nfds_t, 0) };
    told > 0 && both.iter().any(|of| of.revents & (libc::POLLERR | libc::POLLHUP) != 0)
}

/// The last of a command, when everything is put back: the exit code, unless the result could not be written. Where a reader is gone the
/// process ends by SIGPIPE, silently; what is not restored weighs more.
pub(crate) fn end(code: Exit) -> ExitCode {
    if let Some(e) = NOT_WRITTEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take() {
        let what = message!("failure/result-not-written", error: name(e.to_string()));
        note(&Failure::new(Exit::Usage, "result-not-written", what).to_string());
        return Exit::Usage.into();
    }
    if READER_GONE.load(Ordering::SeqCst) && code != Exit::NotRestored {
        end_by_sigpipe();
    }
    code.into()
}

#[expect(unsafe_code, reason = "restores the default action of a signal and raises it")]
fn end_by_sigpipe() {
    // SAFETY: SIG_DFL is always a valid disposition; raising a signal touches no memory.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::raise(libc::SIGPIPE);
    }
}

/// The JSON of an error, which stands in for the result.
pub(crate) fn error_document(failure: &Failure) {
    result(&format!("{:#}", serde_json::json!({ "schema_version": "1.0", "error": failure.json() })));
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
    let asked = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|w| *w >= 40);
    asked.or_else(|| terminal_width(libc::STDOUT_FILENO).filter(|w| *w >= 40)).unwrap_or(120)
}

/// Width of the terminal behind stderr, as it is; 80 where it does not say.
pub(crate) fn status_width() -> usize {
    terminal_width(libc::STDERR_FILENO).unwrap_or(80)
}

#[expect(unsafe_code, reason = "TIOCGWINSZ fills a struct that we own")]
fn terminal_width(of: libc::c_int) -> Option<usize> {
    // SAFETY: winsize is plain integers for which zero is valid, and the ioctl only writes into it.
    let (failed, size) = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        (libc::ioctl(of, libc::TIOCGWINSZ, &raw mut size) != 0, size)
    };
    (!failed && size.ws_col > 0).then(|| usize::from(size.ws_col))
}
