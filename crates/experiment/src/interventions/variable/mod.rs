//! An environment variable of a service that this tool has started, changed by restarts. Page: `variable.md`.

use super::{Intervention, Kind, Knob, Restore};
use crate::InterventionError;
use crate::service::Shared;
use model::{Message, message};

/// Beginning of the name of its knob.
const KNOB: &str = "env.";

/// For the registry.
pub const KIND: Kind = Kind::new("variable", include_str!("variable.md")).turned_by(Knob {
    name: KNOB,
    factor: None,
    restarts: true,
    open: |m| Ok(Box::new(Variable::open(m.own()?, m.name.strip_prefix(KNOB).unwrap_or(m.name), m.otherwise)?)),
});

/// A variable with numbers as values.
pub struct Variable {
    service: Shared,
    name: String,
    current: f64,
}

impl Variable {
    /// Variable `name`. Its present value is the one that the service was started with; where it has none, or no number, `otherwise`.
    pub fn open(service: &Shared, name: &str, otherwise: f64) -> Result<Self, InterventionError> {
        let sound = !name.is_empty() && !name.contains(['=', '\0']);
        if !sound {
            return Err(InterventionError::new(format!("change the variable {name:?}"), "that is no name of a variable"));
        }
        let current = service.lock().launch().variable(name).and_then(|v| v.trim().parse().ok()).unwrap_or(otherwise);
        Ok(Self { service: service.clone(), name: name.to_owned(), current })
    }
}

impl Intervention for Variable {
    fn name(&self) -> &'static str {
        "variable"
    }

    fn subject(&self) -> Message {
        message!("variable/subject", variable: name(&self.name), command: name(self.service.lock().launch().shown()))
    }

    fn unit(&self) -> &'static str {
        ""
    }

    fn current(&self) -> f64 {
        self.current
    }

    /// The service is ours, and ends with us.
    fn before(&self) -> Result<Restore, InterventionError> {
        Ok(Restore::nothing())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        self.service.lock().restart(|l| l.variables.push((self.name.clone(), dose.to_string()))).map(|()| dose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{Launch, Service};

    fn sleeper(variables: &[(&str, &str)]) -> Shared {
        let variables = variables.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let launch = Launch { words: vec!["sleep".to_owned(), "600".to_owned()], variables };
        Shared::new(Service::start(launch, Box::new(|| Ok(())), || false, crate::service::LONGEST_START).unwrap())
    }

    #[test]
    fn the_variable_is_that_of_the_process_after_a_restart() {
        let service = sleeper(&[("TIGHTSPOT_TEST_SIZE", "4")]);
        let mut variable = Variable::open(&service, "TIGHTSPOT_TEST_SIZE", 1.0).unwrap();
        assert_eq!(variable.current(), 4.0);
        let before = service.lock().pid();
        assert_eq!(variable.apply(8.0), Ok(8.0));
        let after = service.lock().pid();
        let environment = std::fs::read(format!("/proc/{after}/environ")).unwrap();
        assert!(String::from_utf8_lossy(&environment).contains("TIGHTSPOT_TEST_SIZE=8\0"));
        assert_ne!(before, after);
        assert!(!std::path::Path::new(&format!("/proc/{before}")).exists());
    }

    #[test]
    fn without_a_value_the_given_one_counts_as_present() {
        let service = sleeper(&[("TIGHTSPOT_TEST_WORD", "many")]);
        assert_eq!(Variable::open(&service, "TIGHTSPOT_TEST_WORD", 16.0).unwrap().current(), 16.0);
        assert_eq!(Variable::open(&service, "TIGHTSPOT_TEST_NONE", 2.0).unwrap().current(), 2.0);
        assert!(Variable::open(&service, "A=B", 2.0).is_err());
    }
}
