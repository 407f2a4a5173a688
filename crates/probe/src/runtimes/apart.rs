//! Work inside a service that must come to its end whatever becomes of this process: the tool is started once more for it, in a process group of its own, and tells
//! on its stdout how far it is. So a tool that is killed or stopped in the middle leaves nothing half done there.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

/// Program and first arguments.
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// Says once how such a process is started; the name of a runtime and words of its own follow. It is to call [`super::enter`] with them. Without it this process
/// does the work itself.
pub fn enters_by(program: Vec<OsString>) {
    drop(PROGRAM.set(program));
}

/// Starts one, and gives what it tells; `None` where that cannot be.
pub(super) fn start(runtime: &str, words: &[String]) -> Option<(Child, ChildStdout)> {
    let [program, first @ ..] = PROGRAM.get()?.as_slice() else { return None };
    let mut command = Command::new(program);
    command.args(first).arg(runtime).args(words).process_group(0);
    // who reads this tool's stderr does not wait for the end of that process
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let told = child.stdout.take()?;
    Some((child, told))
}
