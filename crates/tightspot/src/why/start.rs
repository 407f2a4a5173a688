//! `-- CMD`: starts the service, waits until it takes requests, and stops it with everything it started. No request of the scenario is sent
//! before the load begins: the first ones are what a start is judged by.

mod failed;

use crate::cli::{RequestArgs, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{output, request};
use experiment::InterventionError;
use experiment::service::{LONGEST_START, Launch, Look, Missing, Service, Shared};
use failed::END;
pub(super) use failed::{Failed, last_lines};
use load::{RequestSpec, Scenario, Way, probe_once};
use model::{Message, harmless, message};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Between two looks at the port, and between two requests to `--ready`: each of these costs a cold service some tens of milliseconds.
const LOOK: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(250);

/// How a service that is started here is waited for.
#[derive(Clone, Copy)]
pub(crate) struct Waiting<'a> {
    pub(crate) request: &'a RequestArgs,
    /// Where it says that it is ready.
    pub(crate) ready: Option<&'a str>,
    /// Longest wait, seconds.
    pub(crate) start_timeout: Option<f64>,
}

impl<'a> From<&'a WhyArgs> for Waiting<'a> {
    fn from(args: &'a WhyArgs) -> Self {
        Self { request: &args.request, ready: args.ready.as_deref(), start_timeout: args.start_timeout }
    }
}

/// Starts the command of the arguments, if there is one, and waits until the port answers and, where it was asked for, the service is ready.
pub(super) fn start(args: &WhyArgs, scenario: &Scenario, way: &Way, progress: &Progress) -> Result<Option<Shared>, Failed> {
    super::warm::check(&args.warmup)?;
    let waits = args.ready.is_some() || args.start_timeout.is_some();
    match args.command.first() {
        Some(program) => launch(args.into(), (program, &args.command), scenario, way, progress).map(|service| Some(Shared::new(service))),
        None if waits => {
            Err(Failure::new(Exit::Usage, "ready", message!("why/nothing-to-wait-for")).help(message!("why/give-command")).into())
        }
        None => Ok(None),
    }
}

/// Starts `words` for another command than those of this module, and waits as above.
pub(crate) fn service(args: Waiting, words: &[String], scenario: &Scenario, way: &Way, progress: &Progress) -> Result<Service, Failure> {
    let program = words.first().map_or("", String::as_str);
    launch(args, (program, words), scenario, way, progress).map_err(Failure::from)
}

/// `failure` with what this service, which was started here, wrote last, where it has ended.
pub(crate) fn with_its_end(service: &mut Service, failure: Failure) -> Failure {
    match service.ended(END) {
        Some(ended) => last_lines(failure, &ended.last_lines),
        None => failure,
    }
}

/// Starts `words`, called `program` where it is told, and waits as above.
pub(super) fn launch(
    args: Waiting,
    (program, words): (&str, &[String]),
    scenario: &Scenario,
    way: &Way,
    progress: &Progress,
) -> Result<Service, Failed> {
    let fail = |e: &InterventionError| {
        let what = message!("why/not-started", program: name(program), seen: (e.seen.clone()));
        Failure::new(Exit::Target, "service-not-started", what).help(e.help.clone())
    };
    let readiness = args.ready.map(|url| readiness(url, scenario, way)).transpose()?;
    let own = readiness.as_ref().unwrap_or(scenario);
    let resolved = |s: &Scenario| s.resolve().map_err(|e| fail(&InterventionError::new("", e.to_string())));
    let (own_addresses, loaded) = (resolved(own)?, resolved(scenario)?);
    // where the load goes to a proxy, that listens all along
    if listens(&own_addresses) {
        let taken = InterventionError::new("", message!("why/port-is-taken"));
        return Err(fail(&InterventionError { help: message!("why/stop-that-process"), ..taken }).into());
    }
    let silent = message!("why/silent", at: name(own.endpoint().authority()));
    let (way, timeout, asked) = (way.clone(), args.request.timeout, args.ready.map(harmless::url).unwrap_or_default());
    let look: Look = Box::new(move || {
        if !listens(&own_addresses) || !listens(&loaded) {
            return Err(Missing { what: silent.clone(), pause: LOOK });
        }
        let Some(readiness) = &readiness else { return Ok(()) };
        let not_yet = |seen: Message| Missing { what: message!("why/not-ready", url: name(&asked), seen: (seen)), pause: ASK };
        match probe_once(readiness, &way, timeout) {
            Ok(p) if p.accepted => Ok(()),
            Ok(p) => Err(not_yet(message!("why/answered", status: name(p.status.to_string())))),
            Err(e) => Err(not_yet(request::seen(&e))),
        }
    });
    progress.say(message!("why/start", program: name(program)));
    let launch = Launch { words: words.to_vec(), variables: Vec::new() };
    let longest = args.start_timeout.map_or(LONGEST_START, Duration::from_secs_f64);
    let service = Service::start(launch, look, output::is_to_stop, longest).map_err(|e| Failed::start(args, program, &e))?;
    let by = args.ready.map(|r| format!(", {}", harmless::url(r))).unwrap_or_default();
    progress.say(message!("why/ready", process: name(format!("pid {}{by}", service.pid()))));
    Ok(service)
}

fn listens(addresses: &[SocketAddr]) -> bool {
    addresses.iter().any(|a| TcpStream::connect_timeout(a, Duration::from_millis(300)).is_ok())
}

/// Where the service that is started listens itself: at the place of `--ready`, which may lie behind the proxy to which the load goes.
pub(super) fn place(args: &WhyArgs, scenario: &Scenario) -> (String, u16) {
    let ready = args.ready.as_deref().filter(|url| !url.starts_with('/'));
    let asked = ready.and_then(|url| Scenario::from_request(&RequestSpec { url: url.to_owned(), ..RequestSpec::default() }).ok());
    let endpoint = asked.as_ref().unwrap_or(scenario).endpoint();
    (endpoint.host.clone(), endpoint.port)
}

/// The request that asks whether the service is ready.
fn readiness(url: &str, scenario: &Scenario, way: &Way) -> Result<Scenario, Failure> {
    let endpoint = scenario.endpoint();
    let url = if url.starts_with('/') { format!("{}://{}{url}", endpoint.scheme(), endpoint.authority()) } else { url.to_owned() };
    let readiness = Scenario::from_request(&RequestSpec { url, close: true, ..RequestSpec::default() })
        .map_err(|e| Failure::new(Exit::Usage, "ready", e.to_string()).help(message!("why/ready-form")))?;
    request::check_host(&readiness, way)?;
    Ok(readiness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_asked_where_the_load_goes() {
        let of = |url: &str| Scenario::from_request(&RequestSpec { url: url.to_owned(), ..RequestSpec::default() }).unwrap();
        let ask = |ready: &str| readiness(ready, &of("http://localhost:8080/orders/1"), &Way::default());
        assert_eq!(ask("/health").unwrap().endpoint().authority(), "localhost:8080");
        assert_eq!(ask("http://127.0.0.1:8081/health").unwrap().endpoint().port, 8081);
        assert_eq!(ask("health").unwrap_err().name, "ready");
    }

    #[test]
    fn the_service_behind_a_proxy_is_where_it_says_that_it_is_ready() {
        use crate::cli::{Cli, Command};
        use clap::Parser as _;
        let place = |ready: &[&str]| {
            let words = ["tightspot", "why", "http://localhost:8080/orders"].iter().chain(ready).chain(&["--", "java"]);
            let Command::Why(args) = Cli::try_parse_from(words).unwrap().command else { panic!("why") };
            place(
                &args,
                &Scenario::from_request(&RequestSpec { url: args.request.url.clone().unwrap(), ..RequestSpec::default() }).unwrap(),
            )
            .1
        };
        assert_eq!([place(&[]), place(&["--ready", "/health"]), place(&["--ready", "http://localhost:9091/health"])], [8080, 8080, 9091]);
    }
}
