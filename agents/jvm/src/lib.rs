//! The library that Tightspot loads into a running HotSpot JVM: reads pool and worker gauges from live objects, and changes the sizes of
//! pools and executors for an experiment.
//!
//! One daemon thread, no bytecode changed, no Java code, no object kept alive (weak references). It ends by itself when the tool
//! is gone. A failure is silence plus a word in the mapped file ([`layout`]); a panic is caught and never reaches the JVM. A changed size
//! stays until it is changed back: that is the tool's promise, which it keeps by a journal.
//!
//! Options: `start,file=PATH[,interval_us=N][,lease_ms=N][,walk=1]`, `stop,file=PATH`, `sizes,file=PATH` and
//! `resize,file=PATH,kind=N,name=HEX,max=N,min=N[,renew=1]`.

mod find;
mod gauge;
mod jni;
mod jvmti;
pub mod layout;
mod mapping;
mod options;
mod session;
mod size;

use options::{Action, Options};
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Result of a call that did what was asked (or wrote into the file why not).
const OK: i32 = 0;
/// Result of a call with options that cannot be understood, or a file that cannot be mapped.
const BAD_OPTIONS: i32 = 1;
/// Result of a `stop` after which the thread was still there.
const NOT_STOPPED: i32 = 2;

/// Called by the JVM for each `load` over its attach socket.
///
/// # Safety
/// The JVM passes itself and a terminated string (or null).
#[expect(unsafe_code, reason = "the entry point that JVMTI prescribes")]
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnAttach(vm: *mut c_void, options: *const c_char, _reserved: *mut c_void) -> i32 {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        // A panic message belongs in nobody's log: this hook is this library's own.
        std::panic::set_hook(Box::new(|_| {}));
        if options.is_null() {
            return BAD_OPTIONS;
        }
        // SAFETY: a terminated string that lives for the length of the call, see above.
        let text = unsafe { CStr::from_ptr(options) };
        // SAFETY: the JVM passes a pointer to itself, valid until the process ends.
        let vm = unsafe { jni::Vm::new(vm) };
        match text.to_str().ok().and_then(Options::parse) {
            Some(options) if options.action == Action::Start => session::start(vm, options),
            Some(options) if options.action == Action::Stop => session::stop(&options),
            Some(options) => size::answer(vm, options),
            None => BAD_OPTIONS,
        }
    }));
    attempt.unwrap_or(BAD_OPTIONS)
}
