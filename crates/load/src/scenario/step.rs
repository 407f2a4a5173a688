//! One request of a scenario, from its parts to bytes that are ready to send.

use super::mistake::Mistake;
use crate::data::Table;
use crate::target::Endpoint;
use crate::template::{Draft, Part, Place, Template, split};
use std::fmt;
use std::path::Path;

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
    pub(crate) template: Template,
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

/// Where in a step a fault lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spot {
    Request,
    Header(String),
    Body,
}

impl Spot {
    /// The command line's word for it.
    pub(crate) fn option(&self) -> &'static str {
        match self {
            Self::Request => "url",
            Self::Header(_) => "--header",
            Self::Body => "--body",
        }
    }
}

/// Something in a step that cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) place: Spot,
    text: String,
    allowed: String,
}

impl Fault {
    pub(crate) fn to_mistake(&self, source: &str, line: usize) -> Mistake {
        Mistake { source: source.to_owned(), line, text: self.text.clone(), allowed: self.allowed.clone() }
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
    pub(crate) expect: Vec<u16>,
}

impl StepDraft {
    /// Checks and serialises; returns every fault. Header values `file:` are looked up in `folder`.
    pub(crate) fn build(self, endpoint: &Endpoint, table: &Table, folder: &Path) -> Result<Step, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut fault = |place: &Spot, text: String, allowed: String| faults.push(Fault { place: place.clone(), text, allowed });
        let mut parts = |place: Spot, text: &str| -> Vec<Part> {
            split(text, table).unwrap_or_else(|unknown| {
                let allowed = if table.columns.is_empty() { "none, there is no data file".to_owned() } else { table.columns.join(", ") };
                for name in unknown {
                    fault(&place, format!("placeholder {{{{{name}}}}} is no column of the data"), allowed.clone());
                }
                Vec::new()
            })
        };
        let line = parts(Spot::Request, &format!("{} {} HTTP/1.1\r\n", self.method, self.path));
        let mut head: Vec<(Place, Part)> = line.into_iter().map(|p| (Place::Path, p)).collect();
        let mut headers = Vec::new();
        for (name, value) in &self.headers {
            let spot = Spot::Header(name.clone());
            let found = match look_up(value, folder) {
                // What was looked up is sent as it is: a secret with braces is not a placeholder.
                Ok(Some(secret)) => Ok(vec![Part::Literal(secret)]),
                Ok(None) => Ok(parts(spot.clone(), value)),
                Err(text) => Err(text),
            };
            headers.push((name, spot, found));
        }
        // RFC 9110, 8.6: methods that mean a body say so even when it is empty.
        let empty = matches!(self.method.as_str(), "POST" | "PUT" | "PATCH").then_some("");
        let body = self.body.as_deref().or(empty).map(|b| parts(Spot::Body, b));
        if !is_token(&self.method) {
            fault(&Spot::Request, format!("method {:?} is none", self.method), "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS".to_owned());
        }
        if !self.path.starts_with('/') || literal_part(&self.path).contains(|c: char| c.is_ascii_control() || c == ' ') {
            fault(&Spot::Request, format!("path {:?} cannot be sent", self.path), "a path from / on, spaces as %20".to_owned());
        }
        let mut has = [false; 2];
        for (name, spot, value) in headers {
            let value = value.unwrap_or_else(|text| {
                fault(&spot, text, "env:NAME, file:PATH or text".to_owned());
                Vec::new()
            });
            let one_line = |p: &Part| !matches!(p, Part::Literal(t) if t.contains(['\r', '\n', '\0']));
            if !is_token(name) || !value.iter().all(one_line) {
                fault(&spot, format!("header {name:?} cannot be sent"), "a name of letters, digits and -, a value of one line".to_owned());
            }
            if ["content-length", "transfer-encoding", "connection"].iter().any(|n| name.eq_ignore_ascii_case(n)) {
                fault(&spot, format!("header {name:?} is set by the generator"), "any other header".to_owned());
            }
            has[0] |= name.eq_ignore_ascii_case("host");
            has[1] |= name.eq_ignore_ascii_case("user-agent");
            head.push((Place::Header, Part::Literal(format!("{name}: "))));
            head.extend(value.into_iter().map(|p| (Place::Header, p)));
            head.push((Place::Header, Part::Literal("\r\n".to_owned())));
        }
        for (given, line) in has.into_iter().zip([format!("host: {}\r\n", endpoint.authority()), "user-agent: tightspot\r\n".to_owned()]) {
            if !given {
                head.push((Place::Header, Part::Literal(line)));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let template = Template::build(&Draft { head, body }, table).map_err(|(row, value)| {
            let text = format!("value {value:?} of data row {row} cannot stand in a header");
            vec![Fault { place: Spot::Request, text, allowed: "values of one line".to_owned() }]
        })?;
        let Self { name, weight, method, path, expect, .. } = self;
        Ok(Step { name, weight, method, path, expect, template })
    }
}

/// Value of `env:NAME` or `file:PATH`; `None` for plain text.
fn look_up(value: &str, folder: &Path) -> Result<Option<String>, String> {
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

/// Whether `text` is a token of RFC 9110.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}
