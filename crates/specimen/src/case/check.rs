//! What a case must satisfy beyond the form of its keys.

use super::fields::Fields;
use super::{Case, Database, Redis, Truth};
use crate::fill::{is_name, placeholders};
use crate::neighbours::NAME as NEIGHBOUR;
use std::collections::BTreeSet;

/// Names that become file names and placeholders.
pub(super) fn file_name(f: &Fields<'_>, name: &str) {
    if !name.is_empty() && !is_name(name) {
        f.mistake("name", format!("{name:?} needs lower-case letters, digits, dots, dashes and underscores"));
    }
}

fn is_kebab(id: &str) -> bool {
    !id.is_empty() && id.split('-').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

pub(super) fn database(f: &Fields<'_>, p: &Database) {
    let identifier = |s: &str| s.starts_with(|c: char| c.is_ascii_lowercase()) && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let secret = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    let monitor = p.monitor.as_ref();
    let names = [("database", Some(&p.database)), ("role", Some(&p.role)), ("monitor_role", monitor.map(|m| &m.0))];
    for (key, _) in names.into_iter().filter(|(_, v)| v.is_some_and(|v| !v.is_empty() && !identifier(v))) {
        f.mistake(key, "this needs lower-case letters, digits and underscores");
    }
    let secrets = [("password", Some(&p.password)), ("monitor_password", monitor.map(|m| &m.1))];
    for (key, _) in secrets.into_iter().filter(|(_, v)| v.is_some_and(|v| !v.is_empty() && !secret(v))) {
        f.mistake(key, "this needs letters, digits, dots, dashes and underscores: it stands in a URL");
    }
    for name in p.settings.keys().filter(|n| !n.chars().all(|c| c.is_ascii_alphanumeric() || "._".contains(c))) {
        f.mistake("settings", format!("{name:?} is no name of a setting"));
    }
}

pub(super) fn redis(f: &Fields<'_>, r: &Redis) {
    for name in r.settings.keys().filter(|n| !n.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')) {
        f.mistake("settings", format!("{name:?} is no name of a setting"));
    }
    // the launcher's own
    for name in ["port", "bind", "dir", "daemonize", "unixsocket"].into_iter().filter(|n| r.settings.contains_key(*n)) {
        f.mistake("settings", format!("{name} is set by the launcher"));
    }
}

pub(super) fn truth(f: &Fields<'_>, variant: &str, t: &Truth) {
    for (key, ids) in [("truth", &t.causes), ("also", &t.also), ("decoys", &t.decoys)] {
        for id in ids.iter().filter(|id| !is_kebab(id)) {
            f.mistake(key, format!("{id:?} is not a cause id: kebab-case, as `tightspot explain` lists them"));
        }
        if key != "truth" && ids.iter().any(|id| t.causes.contains(id)) {
            f.mistake(key, "an id stands here and under truth");
        }
    }
    let is_none = |id: &String| id == Truth::NONE;
    match t.causes.len() {
        0 => f.mistake("truth", "this needs a cause id, or \"none\" for a healthy variant"),
        1 => (),
        _ if t.causes.iter().any(is_none) => f.mistake("truth", "\"none\" stands alone"),
        _ if variant != "before" => f.mistake("truth", "several ids are for the variant `before` only"),
        _ => (),
    }
    if t.also.iter().chain(&t.decoys).any(is_none) {
        f.mistake("decoys", "\"none\" belongs under truth only");
    }
}

pub(super) fn case(case: &Case, root: &Fields<'_>) {
    let folder = case.folder.file_name().unwrap_or_default();
    if !case.id.is_empty() && (!is_kebab(&case.id) || folder != case.id.as_str()) {
        root.mistake("id", format!("{:?} needs to be kebab-case and the name of the folder, {}", case.id, folder.display()));
    }
    unique(root, "build", case.builds.iter().map(|b| &b.name));
    unique(root, "process", case.processes.iter().map(|p| &p.name));
    unique(root, "variant", case.variants.iter().map(|v| &v.name));
    match case.processes.iter().filter(|p| p.target).count() {
        1 => (),
        n => root.mistake("process", format!("{n} processes have target = true, this needs exactly one")),
    }
    if case.variants.is_empty() {
        root.mistake("variant", "this needs at least one [[variant]]");
    }
    for variant in case.variants.iter().filter(|v| !v.scenario.is_empty() && !case.scenarios.contains_key(&v.scenario)) {
        let names: Vec<&str> = case.scenarios.keys().map(String::as_str).collect();
        let what = format!("{}: scenario {:?} is not one of {}", variant.name, variant.scenario, names.join(", "));
        root.mistake("variant", what);
    }
    names(case, root);
}

fn unique<'a>(root: &Fields<'_>, key: &str, names: impl Iterator<Item = &'a String>) {
    let mut seen = BTreeSet::new();
    for name in names.filter(|n| !seen.insert(*n)) {
        root.mistake(key, format!("{name} is there twice"));
    }
}

/// Every placeholder must have a name that some repetition fills.
fn names(case: &Case, root: &Fields<'_>) {
    let params = case.params.keys().chain(case.variants.iter().flat_map(|v| v.params.keys())).map(String::as_str);
    // no placeholder's business: CPU burners beside the service
    let params: BTreeSet<&str> = params.filter(|p| *p != NEIGHBOUR).collect();
    let built = ["build", "case"].map(str::to_owned);
    let ports = case.processes.iter().flat_map(|p| [format!("port.{}", p.name), format!("port.{}-seen", p.name)]);
    let databases = [("postgres", &case.postgres), ("mysql", &case.mysql)].into_iter().filter_map(|(key, d)| Some((key, d.as_ref()?)));
    let database = databases.clone().flat_map(|(key, _)| ["db", "database", key].map(|name| format!("port.{name}")));
    let redis = case.redis.iter().map(|_| "port.redis".to_owned());
    let fixed = ["private", "seed", "tool"].map(str::to_owned).into_iter().chain(built.clone());
    let all: BTreeSet<String> = fixed.chain(ports).chain(database).chain(redis).chain(params.iter().map(|p| (*p).to_owned())).collect();
    let built: BTreeSet<String> = built.into();

    let check = |key: &str, place: &str, text: &str, allowed: &BTreeSet<String>| {
        for name in placeholders(text).into_iter().filter(|n| !allowed.contains(n)) {
            let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
            root.mistake(key, format!("{place}: {{{name}}} is not one of {}", allowed.join(", ")));
        }
    };
    for b in &case.builds {
        b.outputs.iter().chain([&b.run]).for_each(|text| check("build", &b.name, text, &built));
    }
    for (key, database) in databases {
        database.seed.iter().for_each(|text| check(key, "seed", text, &built));
        if let Some(when) = database.when.as_deref().filter(|w| !params.contains(w)) {
            root.mistake(key, format!("when: {when:?} is no parameter of the case or of a variant"));
        }
    }
    if let Some(redis) = &case.redis {
        redis.settings.values().for_each(|text| check("redis", "settings", text, &all));
        if let Some(when) = redis.when.as_deref().filter(|w| !params.contains(w)) {
            root.mistake("redis", format!("when: {when:?} is no parameter of the case or of a variant"));
        }
    }
    for p in &case.processes {
        p.start.iter().chain(p.env.values()).chain(&p.ready).chain(&p.cpu_quota).for_each(|text| check("process", &p.name, text, &all));
        if let Some(when) = p.when.as_deref().filter(|w| !params.contains(w)) {
            root.mistake("process", format!("{}: when: {when:?} is no parameter of the case or of a variant", p.name));
        }
    }
    for (name, s) in &case.scenarios {
        [&s.url].into_iter().chain(&s.data).for_each(|text| check("scenario", name, text, &all));
        // one that cannot be read was reported when the case was
        let text = s.file.iter().filter_map(|file| std::fs::read_to_string(case.folder.join(file)).ok());
        text.for_each(|text| check("scenario", name, &text, &all));
    }
    for v in &case.variants {
        v.env.values().for_each(|text| check("variant", &v.name, text, &all));
    }
}
