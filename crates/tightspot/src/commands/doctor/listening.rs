//! `tightspot doctor` without a service: what listens on this machine, and the command that diagnoses it. Nobody is sent anything.

use crate::output::said;
use model::message;
use probe::discover::Listener;
use serde_json::{Value, json};

/// Programs that speak no HTTP, by the beginnings of their names: no command is given for them.
const NO_HTTP: [&str; 11] =
    ["postgres", "mysqld", "mariadbd", "redis-server", "valkey-server", "memcached", "mongod", "sshd", "systemd", "dnsmasq", "cupsd"];

/// A line for each, and what is left over in one.
pub(super) fn lines(all: &[Listener]) -> Vec<String> {
    if all.is_empty() {
        return vec![said(&message!("doctor/nothing-listens"))];
    }
    let (services, others): (Vec<&Listener>, Vec<&Listener>) = all.iter().partition(|l| command(l).is_some());
    let mut lines: Vec<String> = services.iter().filter_map(|l| Some(format!("  {:<46} {}", command(l)?, who(l)))).collect();
    if !lines.is_empty() {
        lines.insert(0, said(&message!("doctor/services")));
    }
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|l| format!("{} {}", l.port, who(l))).collect();
        lines.push(said(&message!("doctor/others", others: name(others.join(", ")))));
    }
    lines
}

/// As programs read it.
pub(super) fn document(all: &[Listener]) -> Value {
    let one = |l: &Listener| {
        let t = l.target.as_ref();
        json!({
            "port": l.port, "pid": t.map(|t| t.pid), "name": t.map(|t| &t.name), "runtime": t.map(|t| t.runtime.name()),
            "framework": t.map(|t| &t.framework), "command": command(l),
        })
    };
    all.iter().map(one).collect()
}

fn command(l: &Listener) -> Option<String> {
    l.target.as_ref().filter(|t| !NO_HTTP.iter().any(|n| t.name.starts_with(n)))?;
    Some(format!("tightspot why http://localhost:{}/", l.port))
}

/// `java, jvm 21.0.8 · Spring Boot 3.4, pid 4127`.
fn who(l: &Listener) -> String {
    let Some(t) = &l.target else { return said(&message!("doctor/unseen-process")) };
    let runtime = [t.runtime.name(), &t.runtime_version].join(" ");
    let framework = if t.framework.is_empty() { String::new() } else { format!(" · {}", t.framework) };
    format!("{}, {}{framework}, pid {}", t.name, runtime.trim(), t.pid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Runtime, Target};

    fn listener(port: u16, name: &str, runtime: Runtime) -> Listener {
        let target = Target { pid: 7, port, name: name.to_owned(), runtime, ..Target::default() };
        Listener { port, target: Some(target) }
    }

    #[test]
    fn services_come_with_their_command_and_databases_do_not() {
        let all = [
            listener(8080, "java", Runtime::named("jvm")),
            listener(5432, "postgres", Runtime::named("native")),
            Listener { port: 9, target: None },
        ];
        let said = words::as_ids(|| lines(&all));
        assert!(
            said[0] == "doctor/services"
                && said[1].contains("tightspot why http://localhost:8080/")
                && said[1].ends_with("java, jvm, pid 7"),
            "{said:?}"
        );
        assert_eq!(said[2], "doctor/others(others: \"5432 postgres, native, pid 7, 9 doctor/unseen-process\")");
        assert_eq!(lines(&[]).len(), 1);
        assert_eq!(document(&all)[1]["command"], Value::Null);
    }
}
