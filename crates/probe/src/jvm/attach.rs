//! The HotSpot attach protocol, spoken by ourselves: no JDK is needed on our side.
//!
//! A file `.attach_pid<PID>` in the target's working directory and a SIGQUIT make the JVM open a socket; each command is one connection.
//! SIGQUIT kills what is not a JVM, so that is checked first. Source: HotSpot's attachListener_linux; tested on JDK 17 and 25.
#![expect(unsafe_code, reason = "kill and geteuid of libc")]

use crate::ProbeError;
use crate::discover::{self, status_value};
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longest wait for the socket after SIGQUIT. A JVM in a long collection answers late.
const SOCKET_DEADLINE: Duration = Duration::from_secs(10);
/// Longest wait for the answer to a command.
const ANSWER_DEADLINE: Duration = Duration::from_secs(30);

/// A JVM that commands can be sent to.
#[derive(Debug, Clone)]
pub(super) struct Jvm {
    pid: u32,
    socket: PathBuf,
}

fn refused(pid: u32, cause: impl Into<String>, help: impl Into<String>) -> ProbeError {
    ProbeError { name: "attach-refused", operation: format!("attach to pid {pid}"), cause: cause.into(), help: help.into() }
}

impl Jvm {
    /// Makes the JVM listen, if it does not yet.
    pub(super) fn open(pid: u32) -> Result<Self, ProbeError> {
        let proc = PathBuf::from(format!("/proc/{pid}"));
        let maps = fs::read_to_string(proc.join("maps")).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => refused(pid, "there is no such process", ""),
            _ => refused(pid, format!("its memory map cannot be read: {e}"), "run the tool as the user of the service, or as root (sudo)"),
        })?;
        if !maps.contains("libjvm.so") {
            return Err(refused(pid, "no libjvm.so in its memory map: not a Java virtual machine", ""));
        }
        let command = fs::read(proc.join("cmdline")).unwrap_or_default();
        if command.split(|b| *b == 0).any(|a| a == b"-XX:+DisableAttachMechanism") {
            return Err(refused(pid, "it was started with -XX:+DisableAttachMechanism", "restart the service without that flag"));
        }
        let owner = fs::metadata(&proc).map(|m| m.uid()).unwrap_or(0);
        // SAFETY: geteuid cannot fail and touches no memory.
        let own = unsafe { libc::geteuid() };
        if own != 0 && own != owner {
            return Err(refused(pid, format!("it belongs to uid {owner}, this tool runs as uid {own}"), format!("sudo -u '#{owner}' tightspot ...")));
        }
        let inner = inner_pid(&proc).unwrap_or(pid);
        let jvm = Self { pid, socket: proc.join(format!("root/tmp/.java_pid{inner}")) };
        if !is_listening(&jvm.socket) {
            jvm.wake(inner, &proc, owner)?;
        }
        Ok(jvm)
    }

    fn wake(&self, inner: u32, proc: &Path, owner: u32) -> Result<(), ProbeError> {
        let name = format!(".attach_pid{inner}");
        let trigger = [proc.join("cwd").join(&name), proc.join("root/tmp").join(&name)]
            .into_iter()
            .find(|p| fs::File::create(p).is_ok())
            .ok_or_else(|| refused(self.pid, "neither its working directory nor its /tmp can be written", "run the tool as root (sudo)"))?;
        // the JVM accepts only a trigger of its own user
        drop(std::os::unix::fs::chown(&trigger, Some(owner), None));
        // SAFETY: kill touches no memory; the process is a JVM, for which SIGQUIT is a request and not an end.
        unsafe { libc::kill(self.pid as libc::pid_t, libc::SIGQUIT) };
        let began = Instant::now();
        let mut open = false;
        while !open && began.elapsed() < SOCKET_DEADLINE {
            std::thread::sleep(Duration::from_millis(2));
            open = is_listening(&self.socket);
        }
        drop(fs::remove_file(&trigger));
        if open { Ok(()) } else { Err(refused(self.pid, format!("it opened no socket within {} s", SOCKET_DEADLINE.as_secs()), "is it stopped, or started with -Xrs (which ignores SIGQUIT)?")) }
    }

    /// Sends a command with up to three arguments; returns what the JVM says after its return code.
    pub(super) fn command(&self, command: &str, arguments: [&str; 3]) -> Result<String, ProbeError> {
        let fail = |e: io::Error| ProbeError {
            name: "attach-failed",
            operation: format!("send {command} to the JVM of pid {}", self.pid),
            cause: e.to_string(),
            help: String::new(),
        };
        let mut stream = UnixStream::connect(&self.socket).map_err(fail)?;
        stream.set_read_timeout(Some(ANSWER_DEADLINE)).map_err(fail)?;
        let mut message = b"1\0".to_vec();
        for part in [command].iter().chain(&arguments) {
            message.extend_from_slice(part.as_bytes());
            message.push(0);
        }
        stream.write_all(&message).map_err(fail)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).map_err(fail)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (code, rest) = answer.split_once('\n').unwrap_or((&answer, ""));
        if code.trim() == "0" { Ok(rest.to_owned()) } else { Err(refused(self.pid, format!("{command} answered {}", answer.trim().replace('\n', " ")), "-XX:+EnableDynamicAgentLoading allows agents where they are refused")) }
    }

    /// Loads a native agent (or calls it again); its own result must be 0.
    pub(super) fn load(&self, library: &Path, options: &str) -> Result<(), ProbeError> {
        let answer = self.command("load", [&library.to_string_lossy(), "true", options])?;
        // JDK 9 and later: "return code: 0"; JDK 8: "0"; a library that cannot be loaded: a sentence
        let code = answer.trim().strip_prefix("return code:").unwrap_or(answer.trim()).trim();
        match code {
            "0" | "" => Ok(()),
            other => Err(ProbeError {
                name: "agent-refused",
                operation: format!("load {} into pid {}", library.file_name().unwrap_or_default().to_string_lossy(), self.pid),
                cause: other.replace('\n', " "),
                help: "-XX:+EnableDynamicAgentLoading allows agents where they are refused".to_owned(),
            }),
        }
    }
}

fn is_listening(socket: &Path) -> bool {
    UnixStream::connect(socket).is_ok()
}

/// The process id inside the target's own namespace: the last of `NSpid`.
fn inner_pid(proc: &Path) -> Option<u32> {
    let status = discover::text(&proc.join("status"))?;
    status_value(&status, "NSpid")?.split_whitespace().next_back()?.parse().ok()
}
