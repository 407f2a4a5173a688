//! Why a target could not be found, in words that tell the user what to do about it.

/// Why discovery failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {cause}")]
pub struct DiscoverError {
    /// Stable kebab-case name: `nothing-listens`, `permission-denied`, `no-such-process`, `several-processes`, `not-this-machine`.
    pub name: &'static str,
    /// What was seen against what is needed.
    pub cause: String,
    /// What helps: a command, or what was found instead.
    pub help: String,
}

impl DiscoverError {
    pub(super) fn nothing_listens(port: u16, host: &str, nearby: &[(u16, String)]) -> Self {
        let list: Vec<String> = nearby.iter().map(|(p, who)| format!("{p} ({who})")).collect();
        let help = if list.is_empty() {
            "start the service first".to_owned()
        } else {
            format!("start the service first; what listens here: {}", list.join(", "))
        };
        Self { name: "nothing-listens", cause: format!("no process of this machine listens on {host}:{port}"), help }
    }

    pub(super) fn not_this_machine(host: &str) -> Self {
        Self {
            name: "not-this-machine",
            cause: format!("{host} is not an address of this machine"),
            help: "run the tool on the machine of the service, against 127.0.0.1".to_owned(),
        }
    }

    pub(super) fn permission_denied(what: &str, uid: u32) -> Self {
        Self {
            name: "permission-denied",
            cause: format!("{what} belongs to uid {uid}, this tool runs as uid {}", super::proc::own_uid()),
            help: format!("run the tool as that user (sudo -u '#{uid}' ...), or as root; in a container: CAP_SYS_PTRACE"),
        }
    }

    pub(super) fn no_such_process(pid: u32) -> Self {
        Self { name: "no-such-process", cause: format!("there is no process {pid}"), help: "see `ps -e` for what runs".to_owned() }
    }

    pub(super) fn several(port: u16, who: &[(u32, String)]) -> Self {
        let list: Vec<String> = who.iter().map(|(pid, name)| format!("{pid} ({name})")).collect();
        Self {
            name: "several-processes",
            cause: format!("port {port} is served by unrelated processes: {}", list.join(", ")),
            help: "name the one to watch with --pid".to_owned(),
        }
    }
}
