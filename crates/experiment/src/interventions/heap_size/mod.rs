//! Largest heap of a service that this tool has started, changed by restarts. Page: `heap-size.md`.

use super::{Intervention, Kind, Knob, Restore};
use crate::InterventionError;
use crate::service::{Launch, Shared};
use model::{Message, Target, message};
use probe::runtimes::{self, HeapOption};

/// For the registry.
pub const KIND: Kind = Kind::new("heap-size", include_str!("heap-size.md")).turned_by(Knob {
    name: "heap-mb",
    factor: None,
    restarts: true,
    open: |m| Ok(Box::new(HeapSize::open(m.own()?, m.target, m.otherwise)?)),
});

/// The largest heap, megabytes.
pub struct HeapSize {
    service: Shared,
    machine: Machine,
    current: f64,
}

impl HeapSize {
    /// Of a service whose process is `target`; where its command does not say how large the heap may be, `otherwise` counts as present.
    pub fn open(service: &Shared, target: &Target, otherwise: f64) -> Result<Self, InterventionError> {
        let pid = target.pid;
        let machine = Machine::of(target)?;
        let said = machine.said(service.lock().launch());
        let elsewhere = probe::discover::arguments(pid).into_iter().find(|a| machine.limit(a).is_some());
        if let (None, Some(argument)) = (said, elsewhere) {
            let seen = format!("it runs with {argument}, which is not among the words of the command: another limit would have no effect");
            return Err(InterventionError {
                help: "let the command name the limit".into(),
                ..InterventionError::new("change the heap", seen)
            });
        }
        Ok(Self { service: service.clone(), machine, current: said.unwrap_or(otherwise) })
    }
}

/// How the runtime of the service is told.
struct Machine(HeapOption);

impl Machine {
    fn of(target: &Target) -> Result<Self, InterventionError> {
        let unknown = || format!("a {} process has no limit that is known here", target.runtime.name());
        runtimes::of(&target.runtime).heap().map(Self).ok_or_else(|| InterventionError::new("change the heap", unknown()))
    }

    fn with(&self, megabytes: f64) -> String {
        format!("{}{megabytes:.0}{}", self.0.arguments[0], self.0.unit)
    }

    /// What an argument says, megabytes; `None` where it is another.
    fn limit(&self, argument: &str) -> Option<f64> {
        self.0.arguments.iter().find_map(|a| megabytes(argument.strip_prefix(a)?))
    }

    /// What the command says, megabytes. A word may be a command line of its own (`sh -c "java -Xmx1g ..."`).
    fn said(&self, launch: &Launch) -> Option<f64> {
        let variable = launch.variable(self.0.variable).unwrap_or_default();
        let words = variable.split_whitespace().chain(launch.words.iter().flat_map(|w| w.split_whitespace()));
        words.filter_map(|w| self.limit(w)).next_back()
    }

    fn set(&self, launch: &mut Launch, megabytes: f64) {
        let argument = self.with(megabytes);
        let mut replaced = false;
        for word in &mut launch.words {
            let old: Vec<String> = word.split_whitespace().filter(|w| self.limit(w).is_some()).map(str::to_owned).collect();
            for old in old {
                *word = word.replace(&old, &argument);
                replaced = true;
            }
        }
        if replaced {
            return;
        }
        let before = launch.variable(self.0.variable).unwrap_or_default();
        launch.variables.push((self.0.variable.to_owned(), format!("{before} {argument}").trim().to_owned()));
    }
}

/// `512m`, `2g`, and a bare number of megabytes as Node has it (a bare number of bytes of a JVM is far above that).
fn megabytes(text: &str) -> Option<f64> {
    let unit = text.chars().last()?.to_ascii_lowercase();
    let number: f64 = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?;
    Some(match unit {
        'g' => number * 1024.0,
        'm' => number,
        'k' => number / 1024.0,
        _ if number >= 1e6 => number / (1024.0 * 1024.0),
        _ => number,
    })
}

impl Intervention for HeapSize {
    fn name(&self) -> &'static str {
        "heap-size"
    }

    fn subject(&self) -> Message {
        message!("heap_size/subject", command: name(self.service.lock().launch().shown()))
    }

    fn unit(&self) -> &'static str {
        "MB"
    }

    fn current(&self) -> f64 {
        self.current
    }

    /// The service is ours, and ends with us.
    fn before(&self) -> Result<Restore, InterventionError> {
        Ok(Restore::nothing())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.service.lock().restart(|l| self.machine.set(l, dose)).map(|()| dose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Runtime;

    fn machine(runtime: &str) -> Machine {
        Machine::of(&Target { runtime: Runtime::named(runtime), ..Target::default() }).expect("it has a limit")
    }

    fn launch(words: &[&str], variables: &[(&str, &str)]) -> Launch {
        Launch {
            words: words.iter().map(|w| (*w).to_owned()).collect(),
            variables: variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        }
    }

    #[test]
    fn an_argument_of_the_command_is_replaced_because_it_would_hold_against_a_variable() {
        let mut l = launch(&["java", "-Xmx512m", "-jar", "a.jar"], &[]);
        assert_eq!(machine("jvm").said(&l), Some(512.0));
        machine("jvm").set(&mut l, 256.0);
        assert_eq!(l, launch(&["java", "-Xmx256m", "-jar", "a.jar"], &[]));
        let mut l = launch(&["sh", "-c", "exec java -XX:MaxHeapSize=1g -jar a.jar"], &[]);
        machine("jvm").set(&mut l, 256.0);
        assert_eq!(l.words[2], "exec java -Xmx256m -jar a.jar");
        let mut l = launch(&["node", "--max_old_space_size=512", "main.js"], &[]);
        machine("node").set(&mut l, 300.0);
        assert_eq!(l.words[1], "--max-old-space-size=300");
    }

    #[test]
    fn without_an_argument_the_variable_says_it_and_keeps_what_it_said() {
        let mut l = launch(&["./run.sh"], &[("JAVA_TOOL_OPTIONS", "-Dx=y")]);
        machine("jvm").set(&mut l, 256.0);
        assert_eq!(l.variable("JAVA_TOOL_OPTIONS").unwrap(), "-Dx=y -Xmx256m");
        assert_eq!(machine("jvm").said(&l), Some(256.0));
        let mut l = launch(&["node", "main.js"], &[("NODE_OPTIONS", "")]);
        machine("node").set(&mut l, 300.0);
        assert_eq!(l.variable("NODE_OPTIONS").unwrap(), "--max-old-space-size=300");
    }

    #[test]
    fn sizes_are_read_in_all_their_forms() {
        for (text, want) in [("2g", 2048.0), ("512M", 512.0), ("1048576k", 1024.0), ("536870912", 512.0), ("300", 300.0)] {
            assert_eq!(megabytes(text), Some(want), "{text}");
        }
        assert_eq!(megabytes("much"), None);
    }
}
