//! From `case.toml` to a [`Case`] and its [`Truths`]. All mistakes are reported at once, each with its line.

use super::fields::{Fields, Mistakes, scalar};
use super::{Build, Case, Cpus, Database, FILE, Phase, Process, Redis, Scenario, Truth, Truths, Variant, check};
use crate::error::OrFail;
use crate::params::{Range, Value};
use crate::{Error, ErrorKind};
use std::collections::BTreeMap;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Methods that a scenario may use: those with which a request needs no body.
const METHODS: [(&str, &str); 4] = [("GET", "GET"), ("POST", "POST"), ("PUT", "PUT"), ("DELETE", "DELETE")];
const PHASES: [(&str, Phase); 3] = [("warm", Phase::Warm), ("start", Phase::Start), ("tail", Phase::Tail)];
const CPUS: [(&str, Cpus); 3] = [("service", Cpus::Service), ("other", Cpus::Other), ("any", Cpus::Any)];

pub(super) fn read(folder: &Path) -> Result<(Case, Truths), Error> {
    let path = folder.join(FILE);
    let text = std::fs::read_to_string(&path).or_fail(ErrorKind::Case, || format!("read {}", path.display()))?;
    let folder = folder.canonicalize().or_fail(ErrorKind::Case, || format!("find {}", folder.display()))?;
    parse(&text, &folder).map_err(|mistakes| {
        let help = "fix the lines named; the keys are described at the top of crates/specimen/src/case/mod.rs";
        mistakes.into_iter().fold(Error::new(ErrorKind::Case, format!("read {}", path.display())), Error::seen).help(help)
    })
}

/// The case, or every mistake in it.
pub(super) fn parse(text: &str, folder: &Path) -> Result<(Case, Truths), Vec<String>> {
    let mistakes = Mistakes::new(text);
    let parsed = match DeTable::parse(text) {
        Ok(parsed) => parsed,
        Err(e) => {
            mistakes.add(e.span().map_or(0, |s| s.start), e.message());
            return Err(mistakes.lines());
        }
    };
    let root = Fields::new("the case", 0, parsed.get_ref(), &mistakes);
    let mut truths = Truths { headline: headline(text), ..Truths::default() };
    let case = Case {
        id: root.required("id"),
        title: root.required("title"),
        folder: folder.to_owned(),
        phase: root.one_of("phase", &PHASES).unwrap_or(Phase::Warm),
        builds: root.tables("build").into_iter().map(|f| build(f, folder)).collect(),
        postgres: root.table("postgres").map(database),
        mysql: root.table("mysql").map(database),
        redis: root.table("redis").map(redis),
        processes: likes(&root.tables("process").into_iter().map(process).collect::<Vec<_>>(), &root),
        params: root.table("params").map(|f| ranges(&f)).unwrap_or_default(),
        scenarios: root.table("scenario").map(|f| scenarios(&f, folder)).unwrap_or_default(),
        variants: root.tables("variant").into_iter().map(|f| variant(f, &mut truths)).collect(),
        unpinned: false,
    };
    root.table("headline");
    check::case(&case, &root);
    root.finish();
    let mistakes = mistakes.lines();
    if mistakes.is_empty() { Ok((case, truths)) } else { Err(mistakes) }
}

fn headline(text: &str) -> toml::Table {
    text.parse::<toml::Table>().ok().and_then(|t| t.get("headline")?.as_table().cloned()).unwrap_or_default()
}

fn build(f: Fields<'_>, folder: &Path) -> Build {
    let build = Build {
        name: f.required("name"),
        dir: f.optional("dir").unwrap_or_else(|| ".".to_owned()),
        run: f.required("run"),
        inputs: f.list("inputs"),
        outputs: f.list("outputs"),
    };
    check::file_name(&f, &build.name);
    for (key, path) in [("dir", &build.dir)].into_iter().chain(build.inputs.iter().map(|i| ("inputs", i))) {
        if !folder.join(path).exists() {
            f.mistake(key, format!("{} does not exist", folder.join(path).display()));
        }
    }
    if build.outputs.is_empty() {
        f.mistake("outputs", "this needs at least one file, to know whether the build is there");
    }
    f.finish();
    build
}

fn database(f: Fields<'_>) -> Database {
    let monitor = f.optional("monitor_role").zip(f.optional("monitor_password"));
    let database = Database {
        when: f.optional("when"),
        database: f.required("database"),
        role: f.required("role"),
        password: f.required("password"),
        monitor,
        seed: f.list("seed"),
        settings: f.texts("settings"),
    };
    check::database(&f, &database);
    f.finish();
    database
}

fn redis(f: Fields<'_>) -> Redis {
    let redis = Redis { when: f.optional("when"), settings: f.texts("settings") };
    check::redis(&f, &redis);
    f.finish();
    redis
}

fn process(f: Fields<'_>) -> Process {
    let process = Process {
        name: f.required("name"),
        when: f.optional("when"),
        target: f.flag("target"),
        like: f.optional("like"),
        start: f.list("start"),
        env: f.texts("env"),
        ready: f.optional("ready"),
        cpus: f.one_of("cpus", &CPUS),
        cpu_quota: f.optional("cpu_quota"),
    };
    check::file_name(&f, &process.name);
    if process.start.is_empty() == process.like.is_none() {
        f.mistake("start", "this needs a program and its arguments ([\"java\", \"-jar\", ...]), or `like` another process");
    }
    if process.ready.as_ref().is_some_and(|url| !url.starts_with("http://")) {
        f.mistake("ready", "this needs a URL that begins with http://");
    }
    f.finish();
    process
}

/// Fills in what a process has from the one that it is like: all that speaks of its port speaks of the own one.
fn likes(all: &[Process], root: &Fields<'_>) -> Vec<Process> {
    let filled = |mut process: Process| {
        let Some(like) = &process.like else { return process };
        let Some(base) = all.iter().find(|p| p.name == *like && p.like.is_none()) else {
            root.mistake("process", format!("{}: like {like:?} is not the name of a process with a program", process.name));
            return process;
        };
        let own = |text: &String| text.replace(&format!("{{port.{like}}}"), &format!("{{port.{}}}", process.name));
        process.start = base.start.iter().map(own).collect();
        process.ready = process.ready.or_else(|| base.ready.as_ref().map(own));
        (process.cpus, process.cpu_quota) = (process.cpus.or(base.cpus), base.cpu_quota.clone());
        let env = base.env.iter().map(|(name, value)| (name.clone(), own(value))).chain(process.env.clone());
        Process { env: env.collect(), ..process }
    };
    all.iter().cloned().map(filled).collect()
}

fn ranges(f: &Fields<'_>) -> BTreeMap<String, Range> {
    let one = |(name, value)| Some((str::to_owned(name), range(f, name, value)?));
    f.entries().filter_map(one).collect()
}

fn range<'a>(f: &Fields<'a>, name: &str, value: &'a toml::Spanned<DeValue<'a>>) -> Option<Range> {
    if let Some(fixed) = scalar(value.get_ref()) {
        return Some(Range::Fixed(fixed));
    }
    let table = value.get_ref().as_table();
    let get = |key: &str| table?.get(key).map(toml::Spanned::get_ref);
    let choices = || get("choose")?.as_array()?.iter().map(|v| scalar(v.get_ref())).collect::<Option<Vec<_>>>().filter(|c| !c.is_empty());
    let bound = |key| get(key).and_then(scalar);
    match (bound("min"), bound("max"), choices(), table.map_or(0, |t| t.iter().count())) {
        (Some(Value::Whole(min)), Some(Value::Whole(max)), None, 2) if min <= max => Some(Range::Uniform(min, max)),
        (None, None, Some(values), 1) => Some(Range::Choose(values)),
        _ => {
            f.mistake(name, "this needs a value, { min = 1, max = 2 } with whole numbers and min <= max, or { choose = [1, 2] }");
            None
        }
    }
}

fn scenarios(f: &Fields<'_>, folder: &Path) -> BTreeMap<String, Scenario> {
    let one = |(name, value)| {
        let Some(fields) = f.nested(name, value) else {
            f.mistake(name, "this needs a table with url and data, or with file");
            return None;
        };
        let scenario = scenario(&fields, folder);
        fields.finish();
        Some((str::to_owned(name), scenario))
    };
    f.entries().filter_map(one).collect()
}

fn scenario(f: &Fields<'_>, folder: &Path) -> Scenario {
    let file = f.optional("file");
    let method = f.one_of("method", &METHODS);
    let data = f.optional("data");
    let url = if file.is_some() { f.optional("url").unwrap_or_default() } else { f.required("url") };
    match &file {
        Some(_) if method.is_some() || data.is_some() || !url.is_empty() => {
            f.mistake("file", "this stands alone: the file says what is sent");
        }
        Some(file) if !folder.join(file).is_file() => f.mistake("file", format!("{} does not exist", folder.join(file).display())),
        _ => (),
    }
    if !url.is_empty() && !url.starts_with("http://") {
        f.mistake("url", "this needs a URL that begins with http://");
    }
    Scenario { method: method.unwrap_or("GET").to_owned(), url, data, file }
}

fn variant(f: Fields<'_>, truths: &mut Truths) -> Variant {
    let variant = Variant {
        name: f.required("name"),
        env: f.texts("env"),
        one_only: f.flag("one_only"),
        params: f.table("params").map(|f| ranges(&f)).unwrap_or_default(),
        scenario: f.required("scenario"),
        phase: f.one_of("phase", &PHASES),
        draft: f.flag("draft"),
    };
    f.require("truth");
    let truth = Truth { causes: f.list("truth"), also: f.list("also"), decoys: f.list("decoys") };
    check::truth(&f, &variant.name, &truth);
    // written by people and by the measurement of the truth; no business of launching or scoring
    f.optional("note");
    f.values("gain");
    f.finish();
    truths.variants.insert(variant.name.clone(), truth);
    variant
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
