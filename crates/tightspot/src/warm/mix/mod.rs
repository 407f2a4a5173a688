//! What is sent to warm a service up: the requests of a URL or a scenario, or a mix as users sent it, marked as what they are, and by default none that change
//! something.

mod log;
mod recorded;

use crate::cli::{Cli, MixArgs, RequestArgs, WarmLoadArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::request;
use load::{Mix, Scenario, Step, Way};
use model::{Message, message};
use serde_json::{Value, json};
use std::sync::Arc;

/// Marks the requests, so that a service can leave them out of what it counts.
const MARK: (&str, &str) = ("X-Warmup", "1");
/// Methods that change nothing (RFC 9110, 9.2.1).
const SAFE: [&str; 3] = ["GET", "HEAD", "OPTIONS"];
/// Routes that are told.
const TOLD: usize = 8;

/// What is sent, and where.
pub(super) struct Sent {
    pub(super) scenario: Arc<Scenario>,
    pub(super) way: Way,
    /// The place as it is told.
    pub(super) url: String,
    /// Whether it is a mix as users sent it: single requests of it may be answered in another way by now.
    pub(super) is_mix: bool,
    /// What there is to know of the mix; null where it is none.
    pub(super) mix: Value,
}

/// What a mix was made of.
struct Source {
    /// File or run.
    name: String,
    /// Requests that were read.
    requests: u64,
    /// What was left out and why, each with how often.
    left_out: Vec<(&'static str, u64)>,
    note: Option<Message>,
}

/// What the arguments say is to be sent; refused where it would go to another machine, or may change something and nobody allowed that.
pub(super) fn sent(cli: &Cli, args: &RequestArgs, mix: &MixArgs, load: &WarmLoadArgs, progress: &Progress) -> Result<Sent, Failure> {
    let mut of = Mix::new(load.seed);
    let source = match (&mix.access_log, &mix.run) {
        (Some(file), _) => Some(log::read(file, &mut of)?),
        (None, Some(run)) => Some(recorded::read(cli, run, &mut of)?),
        (None, None) => None,
    };
    let way = request::way(args);
    let sent = match source {
        None => {
            let scenario = scenario(args, load)?;
            Sent { url: scenario.url(), scenario: Arc::new(scenario), way, is_mix: false, mix: Value::Null }
        }
        Some(source) => {
            let scenario = request::mixed(args, &mut of, &mark())?;
            let url = format!("{}://{}/", scenario.endpoint().scheme(), scenario.endpoint().authority());
            let mix = told(&source, &mut of, progress);
            Sent { url, scenario: Arc::new(scenario), way, is_mix: true, mix }
        }
    };
    request::check_host(&sent.scenario, &sent.way)?;
    Ok(sent)
}

fn mark() -> [(String, String); 1] {
    [(MARK.0.to_owned(), MARK.1.to_owned())]
}

/// The scenario of the arguments, marked.
fn scenario(args: &RequestArgs, load: &WarmLoadArgs) -> Result<Scenario, Failure> {
    let scenario = request::scenario_with(args, &mark())?;
    let unsafe_steps: Vec<&str> = scenario.all_steps().filter(|s| !is_safe(s)).map(|s| s.name.as_str()).collect();
    if unsafe_steps.is_empty() || load.allow_unsafe {
        return Ok(scenario);
    }
    Err(Failure::new(Exit::Usage, "not-safe", message!("warm/not-safe", steps: name(unsafe_steps.join(", "))))
        .why(message!("warm/sent-thousands-of-times"))
        .help(message!("warm/leave-out-or-allow")))
}

fn is_safe(step: &Step) -> bool {
    SAFE.contains(&step.method.as_str())
}

/// Tells what the mix is, and returns the same for programs. Routes are told by their templates, never by a path.
fn told(source: &Source, mix: &mut Mix, progress: &Progress) -> Value {
    let routes = mix.routes();
    let used: u64 = routes.iter().map(|r| r.requests).sum();
    let left_out: Vec<(&str, u64)> = source.left_out.iter().copied().filter(|(_, n)| *n > 0).collect();
    let why: Vec<Message> = left_out.iter().map(|(why, n)| message!("warm/left-out", number: Count(*n as f64), why: kind(*why))).collect();
    let (used_f, all, count) = (used as f64, source.requests as f64, routes.len() as f64);
    let what = message!("warm/mix", source: name(&source.name), used: Count(used_f), all: Count(all), routes: Count(count));
    progress.say(if why.is_empty() { what } else { message!("warm/mix-left-out", mix: (what), why: (why)) });
    for route in routes.iter().take(TOLD) {
        progress.say(message!("warm/mix-route", share: Share(route.requests as f64 / used_f), route: name(&route.name)));
    }
    if routes.len() > TOLD {
        progress.say(message!("warm/mix-more-routes", number: Count((routes.len() - TOLD) as f64)));
    }
    if let Some(note) = &source.note {
        progress.say(note.clone());
    }
    let route = |r: &load::MixRoute| json!({ "route": r.name, "requests": r.requests, "kept": r.kept });
    let left_out: serde_json::Map<String, Value> = left_out.into_iter().map(|(why, n)| (why.to_owned(), n.into())).collect();
    json!({
        "source": source.name, "requests_read": source.requests, "requests_used": used,
        "routes": routes.iter().map(route).collect::<Vec<_>>(), "left_out": left_out,
    })
}
