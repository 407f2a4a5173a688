//! What is to be loaded: scenario, permission, first answer.

use crate::cli::RequestArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use load::transport::TlsOptions;
use load::{Mix, ProbeFailure, Protocol, RequestSpec, RowOrder, Scenario, ScenarioError, Way, probe_once};
use model::{Message, message};
use probe::discover;
use std::path::Path;
use std::time::Duration;

/// How to get to the target.
pub(crate) fn way(args: &RequestArgs) -> Way {
    let tls = TlsOptions {
        insecure: args.insecure,
        cacert: args.cacert.clone(),
        cert: args.cert.clone(),
        key: args.key.clone(),
        ..TlsOptions::default()
    };
    let protocol = if args.http2 { Protocol::Http2 { streams: 1 } } else { Protocol::Http1 };
    let (connect_to, unix, allowed) = (args.connect_to.clone(), args.unix_socket.clone(), args.allow_host.clone());
    Way { tls, connect_to, unix, protocol, allowed }
}

/// The only scenario of the arguments.
pub(crate) fn scenario(args: &RequestArgs) -> Result<Scenario, Failure> {
    scenario_with(args, &[])
}

/// The same, with these headers on every request that does not have them.
pub(crate) fn scenario_with(args: &RequestArgs, more: &[(String, String)]) -> Result<Scenario, Failure> {
    match &args.scenario {
        Some(file) => Scenario::from_file_with(file, more).map_err(|e| not_a_scenario(&e)),
        None => of_request(args, more),
    }
}

/// The scenarios of the arguments, which run together; never none.
pub(crate) fn scenarios(args: &RequestArgs) -> Result<Vec<Scenario>, Failure> {
    match &args.scenario {
        Some(file) => Scenario::all_from_file(file).map_err(|e| not_a_scenario(&e)),
        None => of_request(args, &[]).map(|only| vec![only]),
    }
}

/// The scenario of a mix at the place of the URL, with the headers of the arguments and these.
pub(crate) fn mixed(args: &RequestArgs, mix: &mut Mix, more: &[(String, String)]) -> Result<Scenario, Failure> {
    let url = with_scheme(args.url.as_deref().unwrap_or_default());
    mix.scenario(&url, &headers_and(args, more)?, args.no_keepalive).map_err(|e| not_a_scenario(&e))
}

fn of_request(args: &RequestArgs, more: &[(String, String)]) -> Result<Scenario, Failure> {
    Scenario::from_request(&RequestSpec {
        url: with_scheme(args.url.as_deref().unwrap_or_default()),
        method: args.method.clone().unwrap_or_default(),
        headers: headers_and(args, more)?,
        body: body(args)?,
        data: args.data.clone(),
        order: RowOrder::Random,
        close: args.no_keepalive,
    })
    .map_err(|e| not_a_scenario(&e))
}

fn not_a_scenario(e: &ScenarioError) -> Failure {
    Failure::new(Exit::Usage, "scenario", e.to_string())
}

fn with_scheme(url: &str) -> String {
    if url.contains("://") { url.to_owned() } else { format!("http://{url}") }
}

/// All headers that the arguments ask for, and those of `more` that are not among them.
fn headers_and(args: &RequestArgs, more: &[(String, String)]) -> Result<Vec<(String, String)>, Failure> {
    let mut all = headers(args)?;
    let has = |name: &str| all.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
    let more: Vec<(String, String)> = more.iter().filter(|(name, _)| !has(name)).cloned().collect();
    all.extend(more);
    Ok(all)
}

/// All headers that the arguments ask for.
fn headers(args: &RequestArgs) -> Result<Vec<(String, String)>, Failure> {
    let mut all = Vec::new();
    for line in &args.headers {
        let (name, value) = line.split_once(':').ok_or_else(no_colon)?;
        all.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    all.extend(args.content_type.iter().map(|t| ("content-type".to_owned(), t.clone())));
    all.extend(args.accept.iter().map(|t| ("accept".to_owned(), t.clone())));
    if let Some(given) = &args.basic_auth {
        all.push(("authorization".to_owned(), basic(given)?));
    }
    Ok(all)
}

/// RFC 7617. Neither the name nor the password is ever repeated in a message.
fn basic(given: &str) -> Result<String, Failure> {
    let fail = |why: Message| Failure::new(Exit::Usage, "basic-auth", why).help(message!("failure/basic-auth-form"));
    let found = load::look_up(given, Path::new(".")).map_err(|why| fail(why.into()))?;
    let credentials = found.as_deref().unwrap_or(given);
    if !credentials.contains(':') {
        return Err(fail(message!("failure/no-colon-between")));
    }
    Ok(format!("Basic {}", BASE64_STANDARD.encode(credentials)))
}

fn body(args: &RequestArgs) -> Result<Option<String>, Failure> {
    let Some(path) = &args.body_file else { return Ok(args.body.clone()) };
    std::fs::read_to_string(path).map(Some).map_err(|e| {
        let what = message!("failure/read-file", file: name(path.to_string_lossy()), error: name(e.to_string()));
        Failure::new(Exit::Usage, "body-not-read", what).help(message!("failure/body-help"))
    })
}

/// Load goes to this machine only, unless the user says that the host is theirs. Said here before anything begins; the way holds it
/// whenever a name is looked up again.
pub(crate) fn check_host(scenario: &Scenario, way: &Way) -> Result<(), Failure> {
    if way.unix.is_some() {
        return Ok(());
    }
    way.addresses(scenario.endpoint()).map(drop).map_err(|e| match &e {
        load::LoadError::Elsewhere { host } => Failure::new(Exit::Usage, "host-not-allowed", unresolved(&e))
            .why(message!("failure/a-load-test-takes-down"))
            .help(format!("--allow-host {host}")),
        _ => Failure::new(Exit::Target, "host-not-resolved", unresolved(&e)),
    })
}

/// Requests that are sent for it to be seen who of several processes serves them: a proxy that deals them out in turn reaches a dozen. A choice.
const ASKED: usize = 24;

/// Sends a few requests, each over a connection of its own. What they come to does not matter.
pub(crate) fn ask_again(scenario: &Scenario, way: &Way, timeout: Duration) {
    for _ in 0..ASKED {
        let _answered = probe_once(scenario, way, timeout).is_ok();
    }
}

/// One request, so that a wrong address is said before any load.
pub(crate) fn check_answer(scenario: &Scenario, way: &Way, timeout: Duration) -> Result<(), Failure> {
    let fail = |name, e: &ProbeFailure| Failure::new(Exit::Target, name, seen(e));
    let streams = way.protocol.streams();
    match probe_once(scenario, way, timeout) {
        Ok(p) if p.streams < streams as usize => {
            let (allowed, asked) = (p.streams as f64, f64::from(streams));
            let what = message!("failure/too-many-streams", allowed: Count(allowed), asked: Count(asked));
            Err(Failure::new(Exit::Usage, "too-many-streams", what).help(message!("failure/fewer-streams", allowed: Count(allowed))))
        }
        // Where steps need what others gave them, an example of the first one may be refused.
        Ok(p) if p.accepted || !scenario.is_stateless() => Ok(()),
        Ok(p) => {
            let what = message!("failure/answer-not-accepted", status: name(p.status.to_string()));
            Err(Failure::new(Exit::Target, "answer-not-accepted", what)
                .why(message!("failure/route-that-fails"))
                .help(message!("failure/check-the-request")))
        }
        Err(e @ ProbeFailure::Refused { .. }) => {
            let port = scenario.endpoint().port;
            let listening = discover::by_url_port(port, &scenario.endpoint().host).err().map(|e| e.help).unwrap_or_default();
            Err(fail("nothing-listens", &e).help(listening))
        }
        Err(e @ ProbeFailure::NotHttp { .. }) => Err(fail("not-http", &e).help(message!("failure/give-the-http-port"))),
        Err(e @ ProbeFailure::Tls(_)) => Err(fail("tls", &e)),
        Err(e @ ProbeFailure::Http2 { .. }) => Err(fail("not-http2", &e)),
        Err(e @ ProbeFailure::TlsSeen { .. }) => Err(fail("tls-expected", &e).help(message!("failure/aim-at-https"))),
        Err(e) => Err(fail("no-answer", &e).help(message!("failure/is-it-the-http-port"))),
    }
}

/// What came of the first request. What TLS, HTTP/2 and the system say is said as it is.
pub(crate) fn seen(e: &ProbeFailure) -> Message {
    match e {
        ProbeFailure::Refused { address } => message!("failure/refused", address: name(address.to_string())),
        ProbeFailure::Timeout { operation, address, waited } => message!(
            "failure/nothing-within",
            what: kind(if operation.starts_with("connect") { "connect" } else { "answer" }),
            address: name(address.to_string()),
            waited: Seconds(waited.as_secs_f64())
        ),
        ProbeFailure::TlsSeen { address } => message!("failure/speaks-tls", address: name(address.to_string())),
        ProbeFailure::NotHttp { address, first } => {
            message!("failure/not-http", address: name(address.to_string()), first: name(first))
        }
        ProbeFailure::Closed { address } => message!("failure/closed", address: name(address.to_string())),
        ProbeFailure::Resolve(e) => unresolved(e),
        ProbeFailure::Tls(_) | ProbeFailure::Http2 { .. } | ProbeFailure::Io { .. } => e.to_string().into(),
    }
}

fn unresolved(e: &load::LoadError) -> Message {
    match e {
        load::LoadError::Resolve { host, cause } => message!("failure/resolve", host: name(host), error: name(cause)),
        load::LoadError::Elsewhere { host } => message!("failure/not-this-machine", host: name(host)),
        other => other.to_string().into(),
    }
}

fn no_colon() -> Failure {
    Failure::new(Exit::Usage, "header", message!("failure/header-without-colon")).help(message!("failure/header-form"))
}
