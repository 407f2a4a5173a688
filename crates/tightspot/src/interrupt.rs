//! Ctrl-C: the first stops the load and still reports what was measured, the second leaves at once after detaching, the third kills.
//! SIGTERM does the same. A terminal or a reader that is gone stops in order, however often it says so: whoever went away is in no hurry.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Starts listening for SIGINT, SIGTERM and SIGHUP.
pub(crate) fn listen() -> std::io::Result<()> {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // the third signal takes the process down at once: two flags must be set before
        let twice = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&twice))?;
        on(signal, move || {
            if COUNT.fetch_add(1, Ordering::SeqCst) >= 1 {
                twice.store(true, Ordering::SeqCst);
            }
        })?;
    }
    // under nohup it stays ignored
    if is_ignored(signal_hook::consts::SIGHUP) { Ok(()) } else { on(signal_hook::consts::SIGHUP, stop) }
}

#[expect(unsafe_code, reason = "signal-hook's register is unsafe; the actions only store into atomics")]
fn on(signal: i32, action: impl Fn() + Send + Sync + 'static) -> std::io::Result<()> {
    // SAFETY: the actions are async-signal-safe: atomic operations only.
    unsafe { signal_hook::low_level::register(signal, action) }.map(|_| ())
}

#[expect(unsafe_code, reason = "sigaction of libc, which only reads")]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: sigaction is plain data for which zero is valid, and without a new action the call only writes into it.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut now) == 0 && now.sa_sigaction == libc::SIG_IGN
    }
}

/// Stops in order, as the first Ctrl-C does. Saying it again changes nothing.
pub(crate) fn stop() {
    COUNT.fetch_max(1, Ordering::SeqCst);
}

/// Whether the user wants to stop.
pub(crate) fn requested() -> bool {
    COUNT.load(Ordering::SeqCst) > 0
}

/// For trials of what a broken promise of our own leaves behind: breaks one, once the file is there that `TIGHTSPOT_TEST_PANIC` names.
pub(crate) fn panic_if_asked() {
    static FILE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let file = FILE.get_or_init(|| std::env::var_os("TIGHTSPOT_TEST_PANIC").map(PathBuf::from));
    // a second one, while everything is put back, would end the process
    let is_asked = !std::thread::panicking() && file.as_ref().is_some_and(|f| f.exists());
    assert!(!is_asked, "TIGHTSPOT_TEST_PANIC asks for it");
}

/// Whether the user wants to leave without a report.
pub(crate) fn at_once() -> bool {
    COUNT.load(Ordering::SeqCst) > 1
}
