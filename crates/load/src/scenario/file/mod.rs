//! Scenarios from TOML, as docs/scenario-file.md describes it. Reads `[target] url`, `[[data]]`, `[scenario]` or `[[scenarios]]`, `[load]` and
//! `[slo]`; the other tables of the file belong to others.

mod data;
mod load;
mod reader;
mod stages;
mod step;

use super::assemble::Assembly;
use super::names::Names;
use super::{Cookies, FlowSpec, LoadSpec, Run, Scenario, ScenarioError, Step, nowhere};
use crate::flow::Feeder;
use crate::target::Endpoint;
use load::LOAD_KEYS;
use reader::Reader;
use std::ops::Range;
use std::path::Path;
use step::{STEP_KEYS, span_of};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const SCENARIO_KEYS: &str = "name, run, every, cookies, redirects, when_failed, step, setup, teardown";

/// What all scenarios of a file have in common.
struct Common {
    endpoint: Endpoint,
    prefix: String,
    feeders: Vec<Feeder>,
    /// For every request that does not have them.
    headers: Vec<(String, String)>,
}

/// The scenarios of `text`; `name` stands before each mistake, `folder` is where files are looked up. `headers` are given to every request that does not
/// have them.
pub(super) fn parse(text: &str, name: &str, folder: &Path, headers: &[(String, String)]) -> Result<Vec<Scenario>, ScenarioError> {
    let mut r = Reader { text, name, folder, mistakes: Vec::new() };
    let (root, errors) = DeTable::parse_recoverable(text);
    for e in &errors {
        r.mistake(e.span().unwrap_or(0..0), e.message().to_owned(), "");
    }
    // A file that does not parse has holes; what is missing in it is not news.
    if !errors.is_empty() {
        return Err(r.into_error());
    }
    let root = root.get_ref();
    let feeders = r.feeders(root);
    let (endpoint, prefix) = r.target(root).unwrap_or_else(|| (nowhere(), String::new()));
    let mut all = r.scenarios(root, &Common { endpoint, prefix, feeders, headers: headers.to_vec() });
    let objectives = r.objectives(root);
    for one in &mut all {
        one.objectives.clone_from(&objectives);
    }
    if r.mistakes.is_empty() { Ok(all.into_iter().map(Assembly::finish).collect()) } else { Err(r.into_error()) }
}

impl Reader<'_> {
    fn target(&mut self, root: &DeTable<'_>) -> Option<(Endpoint, String)> {
        const FORM: &str = "http[s]://host:port";
        let target = self.table(root, "target", "[target] with url = \"http://host:port\"")?;
        let Some(value) = target.get("url") else {
            self.mistake(0..0, "target.url is missing".to_owned(), FORM);
            return None;
        };
        let url = self.string(value, "target.url", FORM)?;
        match Endpoint::of_url(&url) {
            Ok((endpoint, path)) => Some((endpoint, path.trim_end_matches('/').to_owned())),
            Err(e) => {
                self.mistake(value.span(), format!("target.url: {e}"), FORM);
                None
            }
        }
    }

    /// `[slo]`: what they say is read by who judges them.
    fn objectives(&mut self, root: &DeTable<'_>) -> Vec<(String, String)> {
        const FORM: &str = "a limit such as \"300ms\", or a list of them";
        let mut all = Vec::new();
        for (key, value) in self.table(root, "slo", "").into_iter().flatten() {
            let limits = if let DeValue::Array(list) = value.get_ref() { list.iter().collect() } else { vec![value] };
            for limit in limits {
                match limit.get_ref() {
                    DeValue::String(text) => all.push((key.get_ref().to_string(), text.to_string())),
                    DeValue::Integer(_) | DeValue::Float(_) => {
                        all.push((key.get_ref().to_string(), self.text[limit.span()].to_owned()));
                    }
                    _ => self.mistake(limit.span(), format!("slo.{} is no limit", key.get_ref()), FORM),
                }
            }
        }
        all
    }

    /// `[scenario]` with `[load]`, or `[[scenarios]]`, each with a load of its own.
    fn scenarios(&mut self, root: &DeTable<'_>, common: &Common) -> Vec<Assembly> {
        let load = match self.table(root, "load", "") {
            Some(table) => {
                self.unknown_keys(table, "load", LOAD_KEYS);
                self.load(table, "load")
            }
            None => LoadSpec::default(),
        };
        let Some(several) = root.get("scenarios") else {
            let Some(table) = self.table(root, "scenario", "one [[scenario.step]] or more") else { return Vec::new() };
            self.unknown_keys(table, "scenario", SCENARIO_KEYS);
            let span = root.get("scenario").map_or(0..0, Spanned::span);
            return vec![Assembly { load, ..self.scenario(table, span, "scenario", common) }];
        };
        for key in ["scenario", "load"] {
            if let Some(value) = root.get(key) {
                self.mistake(
                    value.span(),
                    format!("[{key}] stands beside [[scenarios]]"),
                    "only [[scenarios]], each with its steps and its load",
                );
            }
        }
        let keys = format!("{SCENARIO_KEYS}, start, {LOAD_KEYS}");
        let mut all: Vec<Assembly> = Vec::new();
        for (table, span, path) in self.tables(root, "scenarios", "scenarios", &keys) {
            self.unknown_keys(table, &path, &keys);
            let load = self.load(table, &path);
            let start_ns = self.duration_at(table, "start", &path, true).unwrap_or(0);
            let one = self.scenario(table, span.clone(), &path, common);
            let place = table.get("name").map_or(span, Spanned::span);
            if one.name.is_empty() {
                self.mistake(place, format!("{path}.name is missing"), "a name, as there are several");
            } else if all.iter().any(|a| a.name == one.name) {
                self.mistake(place, format!("{path}.name {:?} is taken", one.name), "a name of its own");
            }
            all.push(Assembly { start_ns, load, ..one });
        }
        if all.is_empty() && self.mistakes.is_empty() {
            self.mistake(several.span(), "scenarios is empty".to_owned(), "one [[scenarios]] or more");
        }
        all
    }

    fn scenario(&mut self, table: &DeTable<'_>, span: Range<usize>, path: &str, common: &Common) -> Assembly {
        let flow = self.flow(table, path);
        let name = self.text_at(table, "name", path, "text").unwrap_or_default();
        let mut names = Names::new(common.feeders.clone(), self.folder);
        let mut all = Assembly { name, flow, ..Assembly::at(common.endpoint.clone()) };
        let lists = ["setup", "step", "teardown"].map(|key| self.tables(table, key, &format!("{path}.{key}"), STEP_KEYS));
        if lists[1].is_empty() {
            let place = table.get("step").map_or(span, Spanned::span);
            self.mistake(
                place,
                format!("{path}.step is no list of steps"),
                &format!("one [[{}.step]] or more", path.split('[').next().unwrap_or(path)),
            );
        }
        let mut before = Vec::new();
        for (k, list) in lists.into_iter().enumerate() {
            // What setup leaves is there for all; what a step leaves, for the steps behind it in the same iteration.
            names.set_only(&before);
            let mut steps = Vec::new();
            for (table, span, at) in list {
                let Some(mut draft) = self.step(table, span.clone(), &at, &common.prefix) else { continue };
                let given: Vec<String> = draft.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
                draft.headers.extend(common.headers.iter().filter(|(name, _)| !given.contains(&name.to_ascii_lowercase())).cloned());
                all.warnings.extend(self.secrets(table, &at));
                let extracted: Vec<String> = draft.extracts.iter().map(|e| e.name.clone()).collect();
                self.build(draft, &common.endpoint, &mut names, table, span, &at, &mut steps);
                // Also after a fault: what the step was to set is not missing behind it.
                if k != 1 || flow.run == Run::Sequence {
                    names.set(&extracted);
                }
                if k == 0 {
                    before.extend(extracted);
                }
            }
            *[&mut all.setup, &mut all.measured, &mut all.teardown][k] = steps;
        }
        all.variables = names.variables.into_iter().map(|(name, _)| name).collect();
        all.feeders = names.feeders;
        all
    }

    #[expect(clippy::too_many_arguments, reason = "two ends of one thing: the step as parsed, and where it stands")]
    fn build(
        &mut self,
        draft: super::step::StepDraft,
        endpoint: &Endpoint,
        names: &mut Names<'_>,
        table: &DeTable<'_>,
        span: Range<usize>,
        path: &str,
        steps: &mut Vec<Step>,
    ) {
        match draft.build(endpoint, names) {
            Ok(step) => steps.push(step),
            Err(faults) => {
                for fault in faults {
                    let place = span_of(table, &fault.place).unwrap_or(span.clone());
                    self.mistake(place, format!("{path}: {}", fault.text), &fault.allowed);
                }
            }
        }
    }

    fn flow(&mut self, table: &DeTable<'_>, path: &str) -> FlowSpec {
        let run = self.word_at(table, "run", path, &[("weighted", Run::Weighted), ("sequence", Run::Sequence)]).unwrap_or_default();
        let cookies = match table.get("cookies").map(Spanned::get_ref) {
            Some(DeValue::Boolean(true)) => Cookies::User,
            Some(DeValue::Boolean(false)) => Cookies::Off,
            Some(DeValue::String(s)) if s == "iteration" => Cookies::Iteration,
            Some(_) => {
                let span = table.get("cookies").map_or(0..0, Spanned::span);
                self.mistake(span, format!("{path}.cookies is no choice"), "true, false, \"iteration\"");
                Cookies::Off
            }
            None if run == Run::Sequence => Cookies::User,
            None => Cookies::Off,
        };
        FlowSpec {
            run,
            every_ns: self.duration_at(table, "every", path, false),
            cookies,
            redirects: self.whole_at(table, "redirects", path, 0, 50).unwrap_or(0) as u8,
            go_on: self.word_at(table, "when_failed", path, &[("stop", false), ("continue", true)]).unwrap_or(false),
        }
    }
}
