//! Largest heap of a service that this tool has started, changed by restarts. Page: `heap-size.md`.

use super::{Intervention, Restore};
use crate::InterventionError;
use crate::service::{Launch, Shared};
use model::Runtime;

/// The page.
pub const PAGE: &str = include_str!("heap-size.md");

/// How a virtual machine is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Machine {
    Jvm,
    Node,
}

/// The largest heap, megabytes.
pub struct HeapSize {
    service: Shared,
    machine: Machine,
    current: f64,
}

impl HeapSize {
    /// Of a service whose target runs on `runtime`; where its command does not say how large the heap may be, `otherwise` counts as present.
    pub fn open(service: &Shared, runtime: Runtime, otherwise: f64) -> Result<Self, InterventionError> {
        let machine = match runtime {
            Runtime::Jvm => Machine::Jvm,
            Runtime::Node => Machine::Node,
            other => {
                return Err(InterventionError::new(
                    "change the heap",
                    format!("a {} process has no limit that is known here", other.name()),
                ));
            }
        };
        let current = machine.said(service.lock().launch()).unwrap_or(otherwise);
        Ok(Self { service: service.clone(), machine, current })
    }
}

impl Machine {
    /// The beginning of the argument.
    fn argument(self) -> &'static str {
        match self {
            Self::Jvm => "-Xmx",
            Self::Node => "--max-old-space-size=",
        }
    }

    /// The variable that adds arguments; those of the command hold against it.
    fn variable(self) -> &'static str {
        match self {
            Self::Jvm => "JAVA_TOOL_OPTIONS",
            Self::Node => "NODE_OPTIONS",
        }
    }

    fn with(self, megabytes: f64) -> String {
        match self {
            Self::Jvm => format!("-Xmx{megabytes:.0}m"),
            Self::Node => format!("--max-old-space-size={megabytes:.0}"),
        }
    }

    /// What the command says, megabytes.
    fn said(self, launch: &Launch) -> Option<f64> {
        let variable = launch.variable(self.variable()).unwrap_or_default();
        let words = variable.split_whitespace().chain(launch.words.iter().map(String::as_str));
        words.filter_map(|w| megabytes(w.strip_prefix(self.argument())?)).next_back()
    }

    fn set(self, launch: &mut Launch, megabytes: f64) {
        let argument = self.with(megabytes);
        let place = launch.words.iter_mut().rev().find(|w| w.starts_with(self.argument()));
        if let Some(place) = place {
            *place = argument;
            return;
        }
        let before = launch.variable(self.variable()).unwrap_or_default();
        launch.variables.push((self.variable().to_owned(), format!("{before} {argument}").trim().to_owned()));
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

    fn subject(&self) -> String {
        format!("largest heap of `{}`", self.service.lock().launch().words.join(" "))
    }

    fn unit(&self) -> &'static str {
        "MB"
    }

    fn current(&self) -> f64 {
        self.current
    }

    /// The service is ours, and ends with us.
    fn before(&self) -> Restore {
        Restore::Nothing
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.service.lock().restart(|l| self.machine.set(l, dose)).map(|()| dose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(words: &[&str], variables: &[(&str, &str)]) -> Launch {
        Launch {
            words: words.iter().map(|w| (*w).to_owned()).collect(),
            variables: variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        }
    }

    #[test]
    fn an_argument_of_the_command_is_replaced_because_it_would_hold_against_a_variable() {
        let mut l = launch(&["java", "-Xmx512m", "-jar", "a.jar"], &[]);
        assert_eq!(Machine::Jvm.said(&l), Some(512.0));
        Machine::Jvm.set(&mut l, 256.0);
        assert_eq!(l, launch(&["java", "-Xmx256m", "-jar", "a.jar"], &[]));
    }

    #[test]
    fn without_an_argument_the_variable_says_it_and_keeps_what_it_said() {
        let mut l = launch(&["./run.sh"], &[("JAVA_TOOL_OPTIONS", "-Dx=y")]);
        Machine::Jvm.set(&mut l, 256.0);
        assert_eq!(l.variable("JAVA_TOOL_OPTIONS").unwrap(), "-Dx=y -Xmx256m");
        assert_eq!(Machine::Jvm.said(&l), Some(256.0));
        let mut l = launch(&["node", "main.js"], &[("NODE_OPTIONS", "")]);
        Machine::Node.set(&mut l, 300.0);
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
