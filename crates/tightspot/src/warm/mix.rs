//! What is sent to warm a service up: the requests of a URL or a scenario, marked as what they are, and by default none that change something.

use crate::cli::{GateArgs, RequestArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::request;
use load::{Scenario, Step};
use model::message;

/// Marks the requests, so that a service can leave them out of what it counts.
const MARK: (&str, &str) = ("X-Warmup", "1");
/// Methods that change nothing (RFC 9110, 9.2.1).
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];

/// The scenario of the arguments, marked; refused where it may change something and nobody allowed that.
pub(super) fn scenario(args: &RequestArgs, gate: &GateArgs) -> Result<Scenario, Failure> {
    let scenario = request::scenario_with(args, &[(MARK.0.to_owned(), MARK.1.to_owned())])?;
    let unsafe_steps: Vec<&str> = scenario.all_steps().filter(|s| !is_safe(s)).map(|s| s.name.as_str()).collect();
    if unsafe_steps.is_empty() || gate.allow_unsafe {
        return Ok(scenario);
    }
    Err(Failure::new(Exit::Usage, "not-safe", message!("warm/not-safe", steps: name(unsafe_steps.join(", "))))
        .why(message!("warm/sent-thousands-of-times"))
        .help(message!("warm/leave-out-or-allow")))
}

fn is_safe(step: &Step) -> bool {
    SAFE.contains(&step.method.as_str())
}
