//! The HotSpot attach protocol, spoken by ourselves: no JDK is needed on our side.
//!
//! A file `.attach_pid<PID>` in the target's working directory and a SIGQUIT make the JVM open a socket; each command is one connection.
//! SIGQUIT kills what is not a JVM, so that is checked first. Source: HotSpot's attachListener_linux; tested on JDK 17 and 25.
#![expect(unsafe_code, reason = "kill, setresuid and setresgid of libc")]

use super::exchange::owner;
use crate::ProbeError;
use crate::discover::{self, status_value};
use model::{Message, message};
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest wait for the socket after SIGQUIT. A JVM in a long collection answers late.
const SOCKET_DEADLINE: Duration = Duration::from_secs(10);
/// Longest wait for the answer to a command.
const ANSWER_DEADLINE: Duration = Duration::from_secs(30);
/// Longest answer that is taken. Stacks of ten thousand threads are less.
const MOST: usize = 16 << 20;

/// A JVM that commands can be sent to.
#[derive(Debug, Clone)]
pub(super) struct Jvm {
    pid: u32,
    /// Name of the socket in the target's /tmp.
    socket: String,
    tmp: Arc<fs::File>,
    /// User and group to be while connecting: the JVM talks to its own user, and older ones not even to root.
    user: Option<(u32, u32)>,
}

fn refused(pid: u32, cause: impl Into<Message>, help: impl Into<Message>) -> ProbeError {
    let operation = message!("contract/attach", pid: name(pid.to_string()));
    ProbeError { name: "attach-refused", operation, cause: cause.into(), help: help.into() }
}

impl Jvm {
    /// Makes the JVM listen, if it does not yet.
    pub(super) fn open(pid: u32) -> Result<Self, ProbeError> {
        let proc = PathBuf::from(format!("/proc/{pid}"));
        let maps = fs::read_to_string(proc.join("maps")).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => refused(pid, message!("contract/no-such-process"), ""),
            _ => refused(pid, message!("jvm/map-not-readable", error: name(e.to_string())), message!("contract/as-user-or-root")),
        })?;
        if !maps.contains("libjvm.so") {
            return Err(refused(pid, message!("jvm/no-jvm"), ""));
        }
        let command = fs::read(proc.join("cmdline")).unwrap_or_default();
        if command.split(|b| *b == 0).any(|a| a == b"-XX:+DisableAttachMechanism") {
            return Err(refused(pid, message!("jvm/attach-disabled"), message!("jvm/without-that-flag")));
        }
        let (owner, group) = owner(pid).ok_or_else(|| refused(pid, message!("contract/no-such-process"), ""))?;
        let own = discover::own_uid();
        if own != 0 && own != owner {
            return Err(refused(
                pid,
                message!("jvm/of-another-user", owner: name(owner.to_string()), own: name(own.to_string())),
                format!("sudo -u '#{owner}' tightspot ..."),
            ));
        }
        let inner = inner_pid(&proc).unwrap_or(pid);
        // Held open, so that the socket is reached through it also by a thread that may not look into /proc/PID/root.
        let tmp = fs::File::open(proc.join("root/tmp"))
            .map_err(|e| refused(pid, message!("jvm/tmp-not-open", error: name(e.to_string())), message!("contract/as-root")))?;
        let jvm =
            Self { pid, socket: format!(".java_pid{inner}"), tmp: Arc::new(tmp), user: (own == 0 && owner != 0).then_some((owner, group)) };
        if jvm.connect().is_err() {
            jvm.wake(inner, &proc, owner)?;
        }
        Ok(jvm)
    }

    fn connect(&self) -> io::Result<UnixStream> {
        let path = format!("/proc/self/fd/{}/{}", self.tmp.as_raw_fd(), self.socket);
        let Some((uid, gid)) = self.user else { return UnixStream::connect(path) };
        let as_user = std::thread::scope(|s| {
            let path = &path;
            let thread = std::thread::Builder::new().name("ts-attach".to_owned());
            let joined = thread.spawn_scoped(s, move || become_user(uid, gid).and_then(|()| UnixStream::connect(path)))?.join();
            joined.unwrap_or_else(|_| Err(io::Error::other("the connecting thread ended early")))
        });
        as_user.or_else(|_| UnixStream::connect(&path))
    }

    fn wake(&self, inner: u32, proc: &Path, owner: u32) -> Result<(), ProbeError> {
        if !catches_quit(proc) {
            return Err(refused(self.pid, message!("jvm/no-handler"), message!("jvm/wait-or-without-xrs")));
        }
        let name = format!(".attach_pid{inner}");
        let trigger = Trigger::create([proc.join("cwd").join(&name), proc.join("root/tmp").join(&name)], owner)
            .ok_or_else(|| refused(self.pid, message!("jvm/nowhere-to-write"), message!("contract/as-root")))?;
        // SAFETY: kill touches no memory; the process is a JVM that handles SIGQUIT: a request and not an end.
        unsafe { libc::kill(self.pid as libc::pid_t, libc::SIGQUIT) };
        let began = Instant::now();
        let mut open = false;
        while !open && began.elapsed() < SOCKET_DEADLINE {
            std::thread::sleep(Duration::from_millis(2));
            open = self.connect().is_ok();
        }
        drop(trigger);
        if open {
            Ok(())
        } else {
            let cause = message!("jvm/no-socket", within: Seconds(SOCKET_DEADLINE.as_secs_f64()));
            Err(refused(self.pid, cause, message!("jvm/stopped-or-collecting")))
        }
    }

    /// Sends a command with up to three arguments; returns what the JVM says after its return code.
    pub(super) fn command(&self, command: &str, arguments: [&str; 3]) -> Result<String, ProbeError> {
        let failed = |cause: Message| ProbeError {
            name: "attach-failed",
            operation: message!("jvm/send", command: name(command), pid: name(self.pid.to_string())),
            cause,
            help: Message::default(),
        };
        let fail = |e: io::Error| failed(e.to_string().into());
        let mut stream = self.connect().map_err(fail)?;
        stream.set_write_timeout(Some(ANSWER_DEADLINE)).map_err(fail)?;
        let mut message = b"1\0".to_vec();
        for part in [command].iter().chain(&arguments) {
            message.extend_from_slice(part.as_bytes());
            message.push(0);
        }
        stream.write_all(&message).map_err(fail)?;
        let answer = heard(&mut stream, MOST, ANSWER_DEADLINE).map_err(failed)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (code, rest) = answer.split_once('\n').unwrap_or((&answer, ""));
        if code.trim() == "0" {
            return Ok(rest.to_owned());
        }
        let said = rest.trim().replace('\n', " ");
        let cause = match said.as_str() {
            "" => message!("jvm/answered", command: name(command), code: name(code.trim())),
            said => Message::verbatim(said),
        };
        Err(refused(self.pid, cause, help_for(&said)))
    }

    /// Loads a native agent (or calls it again); its own result must be 0.
    pub(super) fn load(&self, library: &Path, options: &str) -> Result<(), ProbeError> {
        let answer = self.command("load", [&library.to_string_lossy(), "true", options])?;
        // JDK 9 and later: "return code: 0"; JDK 8: "0"; a library that cannot be loaded: a sentence
        let code = answer.trim().strip_prefix("return code:").unwrap_or(answer.trim()).trim();
        match code {
            "0" | "" => Ok(()),
            other => Err(ProbeError {
                name: if other.parse::<i32>().is_ok() { "agent-failed" } else { "agent-refused" },
                operation: message!(
                    "jvm/load",
                    file: name(library.file_name().unwrap_or_default().to_string_lossy()),
                    pid: name(self.pid.to_string())
                ),
                cause: match other.parse::<i32>() {
                    Ok(_) => message!("jvm/returned", code: name(other)),
                    Err(_) => other.replace('\n', " ").into(),
                },
                help: help_for(other),
            }),
        }
    }
}

/// What the other side says until it closes: no more than `most` bytes, and within `patience` in all, however it comes.
fn heard(stream: &mut UnixStream, most: usize, patience: Duration) -> Result<Vec<u8>, Message> {
    let late = || message!("jvm/answer-late", within: Seconds(patience.as_secs_f64()));
    let end = Instant::now() + patience;
    let (mut all, mut chunk) = (Vec::new(), vec![0; 64 << 10]);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        match stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut chunk)) {
            Ok(0) => return Ok(all),
            Ok(n) if all.len() + n > most => return Err(message!("jvm/answer-too-long", most: Bytes(most as f64))),
            Ok(n) => all.extend_from_slice(&chunk[..n]),
            Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(e) => return Err(e.to_string().into()),
        }
    }
}

fn help_for(said: &str) -> Message {
    if said.contains("EnableDynamicAgentLoading") { message!("jvm/with-dynamic-agents") } else { Message::default() }
}

/// The file that asks a JVM to listen; removed with this value.
struct Trigger(PathBuf);

impl Trigger {
    /// At the first place that can be written. The JVM accepts only one of its own user. A link at that place is not followed.
    fn create(places: [PathBuf; 2], owner: u32) -> Option<Self> {
        places.into_iter().find_map(|path| {
            drop(fs::remove_file(&path));
            let file = fs::OpenOptions::new().write(true).create_new(true).open(&path).ok()?;
            let trigger = Self(path);
            drop(std::os::unix::fs::fchown(&file, Some(owner), None));
            Some(trigger)
        })
    }
}

impl Drop for Trigger {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// Whether a process has a handler for SIGQUIT. Without one the signal ends it.
fn catches_quit(proc: &Path) -> bool {
    let status = discover::text(&proc.join("status")).unwrap_or_default();
    let caught = status_value(&status, "SigCgt").and_then(|v| u64::from_str_radix(v, 16).ok()).unwrap_or(0);
    caught & 1 << (libc::SIGQUIT - 1) != 0
}

/// Makes the calling thread, and no other, act as another user for good. The thread must end soon.
fn become_user(uid: u32, gid: u32) -> io::Result<()> {
    let keep = libc::c_long::from(-1);
    // SAFETY: plain system calls with numbers; unlike libc's functions they change the calling thread only.
    let rc = unsafe {
        if libc::syscall(libc::SYS_setresgid, keep, libc::c_long::from(gid), keep) == 0 {
            libc::syscall(libc::SYS_setresuid, keep, libc::c_long::from(uid), keep)
        } else {
            -1
        }
    };
    if rc == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The process id inside the target's own namespace: the last of `NSpid`.
fn inner_pid(proc: &Path) -> Option<u32> {
    let status = discover::text(&proc.join("status"))?;
    status_value(&status, "NSpid")?.split_whitespace().next_back()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// What is heard of somebody who does `says`, within so many bytes and milliseconds.
    fn of(says: impl FnOnce(UnixStream) + Send + 'static, most: usize, ms: u64) -> Result<Vec<u8>, Message> {
        let (mut ours, theirs) = UnixStream::pair().expect("a pair");
        thread::spawn(move || says(theirs));
        heard(&mut ours, most, Duration::from_millis(ms))
    }

    #[test]
    fn an_answer_is_heard_to_its_end() {
        assert_eq!(of(|mut s| s.write_all(b"0\nyes").expect("heard"), 5, 20_000), Ok(b"0\nyes".to_vec()));
        assert_eq!(of(drop, 5, 20_000), Ok(Vec::new()));
    }

    #[test]
    fn an_answer_without_end_is_given_up_by_its_length_or_by_the_time() {
        let floods = |mut s: UnixStream| while s.write_all(&[b'x'; 4096]).is_ok() {};
        assert_eq!(of(floods, 1 << 20, 20_000), Err(message!("jvm/answer-too-long", most: Bytes(f64::from(1 << 20)))));
        let trickles = |mut s: UnixStream| {
            while s.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(2));
            }
        };
        assert_eq!(of(trickles, 1 << 20, 50), Err(message!("jvm/answer-late", within: Seconds(0.05))));
    }
}
