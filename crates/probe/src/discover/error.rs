//! Why a target could not be found, in words that tell the user what to do about it.

use model::{Message, message};

/// Why discovery failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{name}: {cause}")]
pub struct DiscoverError {
    /// Stable kebab-case name: `nothing-listens`, `permission-denied`, `no-such-process`, `several-processes`, `not-this-machine`.
    pub name: &'static str,
    /// What was seen against what is needed.
    pub cause: Message,
    /// What helps: a command, or what was found instead.
    pub help: Message,
}

impl DiscoverError {
    pub(super) fn nothing_listens(port: u16, host: &str, nearby: &[(u16, String)]) -> Self {
        let list: Vec<String> = nearby.iter().map(|(p, who)| format!("{p} ({who})")).collect();
        let help = if list.is_empty() {
            message!("discover/start-first")
        } else {
            message!("discover/start-first-others", others: name(list.join(", ")))
        };
        Self { name: "nothing-listens", cause: message!("discover/nothing-listens", at: name(format!("{host}:{port}"))), help }
    }

    pub(super) fn not_this_machine(host: &str) -> Self {
        Self {
            name: "not-this-machine",
            cause: message!("discover/not-this-machine", host: name(host)),
            help: message!("discover/run-it-there"),
        }
    }

    /// `what` is told as the subject of a sentence.
    pub(super) fn permission_denied(what: Message, uid: u32) -> Self {
        let own = super::proc::own_uid().to_string();
        Self {
            name: "permission-denied",
            cause: message!("discover/of-another-user", what: (what), owner: name(uid.to_string()), own: name(own)),
            help: message!("discover/as-that-user", command: name(format!("sudo -u '#{uid}' ..."))),
        }
    }

    pub(super) fn no_such_process(pid: u32) -> Self {
        let cause = message!("discover/no-such-process", pid: name(pid.to_string()));
        Self { name: "no-such-process", cause, help: message!("discover/see-what-runs", command: name("ps -e")) }
    }

    pub(super) fn several(port: u16, who: &[(u32, String)]) -> Self {
        let list: Vec<String> = who.iter().map(|(pid, name)| format!("{pid} ({name})")).collect();
        Self {
            name: "several-processes",
            cause: message!("discover/unrelated", port: name(port.to_string()), processes: name(list.join(", "))),
            help: message!("discover/name-one"),
        }
    }
}
