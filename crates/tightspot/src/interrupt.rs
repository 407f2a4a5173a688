//! Ctrl-C: the first stops the load and still reports what was measured, the second leaves at once after detaching, the third kills.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Starts listening for SIGINT and SIGTERM.
pub(crate) fn listen() -> std::io::Result<()> {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // the third signal takes the process down at once: two flags must be set before
        let twice = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&twice))?;
        count(signal, twice)?;
    }
    Ok(())
}

#[expect(unsafe_code, reason = "signal-hook's register is unsafe; the action only stores into atomics")]
fn count(signal: i32, twice: Arc<AtomicBool>) -> std::io::Result<()> {
    // SAFETY: the action is async-signal-safe: atomic operations only.
    unsafe {
        signal_hook::low_level::register(signal, move || {
            if COUNT.fetch_add(1, Ordering::SeqCst) >= 1 {
                twice.store(true, Ordering::SeqCst);
            }
        })
    }
    .map(|_| ())
}

/// Whether the user wants to stop.
pub(crate) fn requested() -> bool {
    COUNT.load(Ordering::SeqCst) > 0
}

/// Whether the user wants to leave without a report.
pub(crate) fn at_once() -> bool {
    COUNT.load(Ordering::SeqCst) > 1
}
