//! One request of a scenario, from its parts to a template.

use super::mistake::Mistake;
use super::names::{Names, Wrong};
use crate::flow::{Check, Extract, Think};
use crate::target::Endpoint;
use crate::template::{Draft, Part, Place, Template, split};
use model::harmless;
use std::fmt;

/// One request of a scenario.
#[derive(Clone)]
pub struct Step {
    /// Name, for reports.
    pub name: String,
    /// Share among the steps, relative to the sum of all weights.
    pub weight: u32,
    /// Method.
    pub method: String,
    /// Path and query with placeholders.
    pub path: String,
    /// Statuses that count as good; empty: all below 400.
    pub expect: Vec<u16>,
    /// Requests that are ready to be sent; where the scenario is not stateless, an example.
    pub(crate) template: Template,
    pub(crate) draft: Draft,
    pub(crate) think: Think,
    pub(crate) checks: Vec<Check>,
    pub(crate) extracts: Vec<Extract>,
    /// Index of its first check among those of the scenario.
    pub(crate) first_check: usize,
    /// Index of its route.
    pub(crate) route: usize,
    /// It has a cookie header of its own, which stands in for the jar.
    pub(crate) own_cookies: bool,
}

impl Step {
    /// Whether a status is what the scenario wants.
    pub(crate) fn accepts(&self, status: u16) -> bool {
        if self.expect.is_empty() { status < 400 } else { self.expect.contains(&status) }
    }

    pub(crate) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// Whether sending it twice does what sending it once does (RFC 9110, 9.2.2).
    pub(crate) fn is_idempotent(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "PUT" | "DELETE" | "TRACE")
    }
}

/// Without the serialised bytes: they may hold secrets.
impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("name", &self.name).field("weight", &self.weight).field("expect", &self.expect).finish_non_exhaustive()
    }
}

/// What a step is called that has no name of its own.
pub(crate) fn route(method: &str, path: &str) -> String {
    format!("{method} {}", harmless::path(path))
}

/// Where in a step a fault lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spot {
    Request,
    Header(String),
    Body,
    Extract(String),
}

impl Spot {
    /// The command line's word for it.
    pub(crate) fn option(&self) -> &'static str {
        match self {
            Self::Request => "url",
            Self::Header(_) => "--header",
            Self::Body => "--body",
            Self::Extract(_) => "extract",
        }
    }
}

/// Something in a step that cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) place: Spot,
    pub(crate) text: String,
    pub(crate) allowed: String,
}

impl Fault {
    pub(crate) fn to_mistake(&self, source: &str, line: usize) -> Mistake {
        Mistake::new(source, line, self.text.clone(), &self.allowed)
    }
}

/// A step as written.
#[derive(Debug, Clone)]
pub(crate) struct StepDraft {
    pub(crate) name: String,
    pub(crate) weight: u32,
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<String>,
    /// Whether the service is asked to close the connection after the answer.
    pub(crate) close: bool,
    pub(crate) expect: Vec<u16>,
    pub(crate) think: Think,
    pub(crate) checks: Vec<Check>,
    /// Without the index of their variable.
    pub(crate) extracts: Vec<Extract>,
}

impl StepDraft {
    /// A request and nothing else.
    pub(crate) fn request(method: String, path: String) -> Self {
        let name = route(&method, &path);
        let (weight, think) = (1, Think::None);
        let (headers, expect, checks, extracts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { name, weight, method, path, headers, body: None, close: false, expect, think, checks, extracts }
    }

    /// Checks and takes apart; returns every fault. Header values `file:` are looked up in the folder of `names`.
    pub(crate) fn build(self, endpoint: &Endpoint, names: &mut Names<'_>) -> Result<Step, Vec<Fault>> {
        let mut faults = Faults::default();
        let target = faults.parts(names, &Spot::Request, Place::Path, &self.path);
        if !is_token(&self.method) {
            faults.add(
                &Spot::Request,
                format!("method {:?} is none", harmless::name(&self.method)),
                "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
            );
        }
        if !self.path.starts_with('/') || literal_part(&self.path).contains(|c: char| c.is_ascii_control() || c == ' ') {
            faults.add(&Spot::Request, format!("path {:?} cannot be sent", harmless::path(&self.path)), "a path from / on, spaces as %20");
        }
        let headers = self.headers(endpoint, names, &mut faults);
        // RFC 9110, 8.6: methods that mean a body say so even when it is empty.
        let empty = matches!(self.method.as_str(), "POST" | "PUT" | "PATCH").then_some("");
        let body = self.body.as_deref().or(empty).map(|b| faults.parts(names, &Spot::Body, Place::Body, b));
        for e in &self.extracts {
            if let Err((text, allowed)) = names.check_variable(&e.name) {
                faults.add(&Spot::Extract(e.name.clone()), text, &allowed);
            }
        }
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let own_cookies = self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("cookie"));
        let draft = Draft { method: self.method.clone(), target, headers, body };
        let template = Template::of(Vec::new());
        let Self { name, weight, method, path, expect, think, checks, mut extracts, .. } = self;
        for e in &mut extracts {
            e.variable = names.variable(&e.name);
        }
        Ok(Step { name, weight, method, path, expect, template, draft, think, checks, extracts, first_check: 0, route: 0, own_cookies })
    }

    /// The lines of the head.
    fn headers(&self, endpoint: &Endpoint, names: &mut Names<'_>, faults: &mut Faults) -> Vec<Part> {
        let (mut lines, mut has) = (Vec::new(), [false; 2]);
        for (name, value) in &self.headers {
            let spot = Spot::Header(name.clone());
            let value = match look_up(value, names.folder) {
                // What was looked up is sent as it is: a secret with braces is not a placeholder.
                Ok(Some(secret)) => vec![Part::Literal(secret)],
                Ok(None) => faults.parts(names, &spot, Place::Header, value),
                Err(text) => {
                    faults.add(&spot, text, "env:NAME, file:PATH or text");
                    Vec::new()
                }
            };
            let one_line = |p: &Part| !matches!(p, Part::Literal(t) if t.contains(['\r', '\n', '\0']));
            if !is_token(name) || !value.iter().all(one_line) {
                faults.add(
                    &spot,
                    format!("header {:?} cannot be sent", harmless::name(name)),
                    "a name of letters, digits and -, a value of one line",
                );
            }
            if ["content-length", "transfer-encoding", "connection"].iter().any(|n| name.eq_ignore_ascii_case(n)) {
                faults.add(&spot, format!("header {name:?} is set by the generator"), "any other header");
            }
            has[0] |= name.eq_ignore_ascii_case("host");
            has[1] |= name.eq_ignore_ascii_case("user-agent");
            lines.push(Part::Literal(format!("{name}: ")));
            lines.extend(value);
            lines.push(Part::Literal("\r\n".to_owned()));
        }
        if self.close {
            lines.push(Part::Literal("connection: close\r\n".to_owned()));
        }
        for (given, line) in has.into_iter().zip([format!("host: {}\r\n", endpoint.authority()), "user-agent: tightspot\r\n".to_owned()]) {
            if !given {
                lines.push(Part::Literal(line));
            }
        }
        lines
    }
}

/// The faults of one step.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, place: &Spot, text: String, allowed: &str) {
        self.0.push(Fault { place: place.clone(), text, allowed: allowed.to_owned() });
    }

    /// The parts of `text` at `place`.
    fn parts(&mut self, names: &mut Names<'_>, spot: &Spot, place: Place, text: &str) -> Vec<Part> {
        split(text, |name| names.resolve(name, place)).unwrap_or_else(|wrong: Vec<Wrong>| {
            for (text, allowed) in wrong {
                self.add(spot, text, &allowed);
            }
            Vec::new()
        })
    }
}

/// Value of `env:NAME` or `file:PATH`, which is looked up in `folder`; `None` for plain text. The error says what is not there.
pub fn look_up(value: &str, folder: &std::path::Path) -> Result<Option<String>, String> {
    if let Some(name) = value.strip_prefix("env:") {
        return std::env::var(name).map(Some).map_err(|_| format!("environment variable {name} is not set"));
    }
    if let Some(path) = value.strip_prefix("file:") {
        let text = std::fs::read_to_string(folder.join(path)).map_err(|e| format!("read {path}: {e}"))?;
        return Ok(Some(text.trim_end().to_owned()));
    }
    Ok(None)
}

/// `path` without its placeholders, which may hold spaces.
fn literal_part(path: &str) -> String {
    let mut pieces = path.split("{{");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, p| all + p.split_once("}}").map_or("", |(_, after)| after))
}

/// Headers whose values are secrets.
pub(crate) fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let exact = ["authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "apikey"].contains(&name.as_str());
    exact || ["token", "secret", "password"].iter().any(|w| name.ends_with(w))
}

/// Whether `value` of header `name` is a secret that stands in the file as it is.
pub(crate) fn is_literal_secret(name: &str, value: &str) -> bool {
    is_secret(name) && !value.is_empty() && !value.contains("{{") && !value.starts_with("env:") && !value.starts_with("file:")
}

/// Whether `text` is a token of RFC 9110.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}
