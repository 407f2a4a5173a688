//! A specimen as written in its `case.toml`: what to build, start and load ([`Case`]), and what is wrong with it ([`Truths`]).
//!
//! The two are separate types. Launching sees a [`Case`] only, so no fault can reach the tool through it; scoring sees [`Truths`].

mod check;
mod fields;
mod find;
mod read;
mod truth;

pub use truth::{Truth, Truths};

use crate::params::Range;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file in the folder of a case.
pub const FILE: &str = "case.toml";

/// How to build and start a specimen.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Kebab-case, the name of the folder.
    pub id: String,
    /// A line for people.
    pub title: String,
    /// The folder.
    pub folder: PathBuf,
    /// What is judged, unless a variant says otherwise.
    pub phase: Phase,
    /// In order.
    pub builds: Vec<Build>,
    /// A PostgreSQL of the specimen's own.
    pub postgres: Option<Database>,
    /// A MariaDB of the specimen's own, in place of the PostgreSQL of those variants that set its `when`.
    pub mysql: Option<Database>,
    /// A Redis of the specimen's own, beside the database or alone.
    pub redis: Option<Redis>,
    /// In order of their start.
    pub processes: Vec<Process>,
    /// Drawn per repetition.
    pub params: BTreeMap<String, Range>,
    /// What can be requested.
    pub scenarios: BTreeMap<String, Scenario>,
    /// The specimen with its switches set.
    pub variants: Vec<Variant>,
    /// Nothing is bound to CPUs: service, database, peers and tool share all of them, as on most machines.
    pub unpinned: bool,
}

impl Case {
    /// The name of the parameter that puts edges between the target and what it calls.
    const EDGES: &str = "edges";

    /// Puts edges between the target and what it calls, so that experiments can delay the calls; `false` where the case has none.
    pub fn stand_on_edges(&mut self) -> bool {
        let has = self.params.contains_key(Self::EDGES);
        if has {
            self.params.insert(Self::EDGES.to_owned(), Range::Fixed(crate::Value::Switch(true)));
        }
        has
    }
}

/// Which part of a service's life is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The steady state.
    Warm,
    /// The first minute.
    Start,
    /// The slowest requests of the scenario's own load.
    Tail,
}

/// Something to build before the first start.
#[derive(Debug, Clone, PartialEq)]
pub struct Build {
    /// For messages and the stamp.
    pub name: String,
    /// Where the command runs, from the folder of the case.
    pub dir: String,
    /// Shell command.
    pub run: String,
    /// Files and folders, from the folder of the case, whose content decides whether to build again; `dir` when empty.
    pub inputs: Vec<String>,
    /// What must be there afterwards.
    pub outputs: Vec<String>,
}

/// A database of the specimen's own.
#[derive(Debug, Clone, PartialEq)]
pub struct Database {
    /// Started only when this parameter is set and above 0.
    pub when: Option<String>,
    /// Database, owned by `role`.
    pub database: String,
    /// The service logs in as this.
    pub role: String,
    /// Its password.
    pub password: String,
    /// The tool may log in as this; it may see the sessions of others (`pg_monitor`, PROCESS).
    pub monitor: Option<(String, String)>,
    /// SQL files, run once per template data folder. A statement ends with a semicolon, for PostgreSQL with a blank line after it, for MariaDB
    /// at the end of a line.
    pub seed: Vec<String>,
    /// Server settings.
    pub settings: BTreeMap<String, String>,
}

/// A Redis of the specimen's own. It starts empty: what is to be in it, the service writes.
#[derive(Debug, Clone, PartialEq)]
pub struct Redis {
    /// Started only when this parameter is set and above 0.
    pub when: Option<String>,
    /// Server settings, as in `redis.conf`; placeholders stand in them, so that a variant may have its own.
    pub settings: BTreeMap<String, String>,
}

/// A process of the specimen.
#[derive(Debug, Clone, PartialEq)]
pub struct Process {
    /// `{port.NAME}` is its port.
    pub name: String,
    /// Started only when this parameter is set and above 0.
    pub when: Option<String>,
    /// The one that is diagnosed.
    pub target: bool,
    /// A process of which this is another: it is started in the same way, on a port of its own, with its own environment on top, and
    /// may be ready by another URL.
    pub like: Option<String>,
    /// Program and arguments.
    pub start: Vec<String>,
    /// Environment, on top of the launcher's.
    pub env: BTreeMap<String, String>,
    /// URL that answers 2xx once the process can work.
    pub ready: Option<String>,
    /// Where it may run; [`Cpus::Other`] where it does not say, and is like no other.
    pub cpus: Option<Cpus>,
    /// CPUs of a limit as Kubernetes sets it (`"1"`, `"0.5"`, `"{quota}"`); empty for none.
    pub cpu_quota: Option<String>,
}

/// Where a process may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cpus {
    /// CPU 0.
    Service,
    /// All but CPU 0.
    Other,
    /// Anywhere.
    Any,
}

/// What the load asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// `GET` unless the case says otherwise.
    pub method: String,
    /// URL, with the tool's placeholders in double braces; empty when there is a `file`.
    pub url: String,
    /// CSV with values for them.
    pub data: Option<String>,
    /// A scenario of the load engine, from the folder of the case, for requests with a body, headers or several routes. Placeholders of the
    /// case stand in it too; the launcher fills them.
    pub file: Option<String>,
}

/// A specimen with its switches set.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// `before`, `after`, or the name of a fault.
    pub name: String,
    /// Added to the environment of the target, and of processes like it.
    pub env: BTreeMap<String, String>,
    /// Only to that of the target: those like it stay as the case has them.
    pub one_only: bool,
    /// In place of the case's parameters of the same names.
    pub params: BTreeMap<String, Range>,
    /// Key of [`Case::scenarios`].
    pub scenario: String,
    /// In place of the case's.
    pub phase: Option<Phase>,
    /// Not scored unless named.
    pub draft: bool,
}

impl Case {
    /// The variant `name`.
    pub fn variant(&self, name: &str) -> Result<&Variant, crate::Error> {
        self.variants.iter().find(|v| v.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.variants.iter().map(|v| v.name.as_str()).collect();
            crate::Error::new(crate::ErrorKind::Case, format!("find variant {name} of {}", self.id))
                .seen(format!("its variants are {}", names.join(", ")))
        })
    }

    /// What is judged in `variant`.
    pub fn phase_of(&self, variant: &Variant) -> Phase {
        variant.phase.unwrap_or(self.phase)
    }

    /// Reads a folder with a `case.toml`.
    pub fn read(folder: &Path) -> Result<(Self, Truths), crate::Error> {
        read::read(folder)
    }

    /// The case `id`, in `./specimens`, in `specimens` next to the executable's workspace, or in `$TIGHTSPOT_SPECIMENS`; in each also below
    /// `small`.
    pub fn find(id: &str) -> Result<(Self, Truths), crate::Error> {
        find::find(id)
    }

    /// Ids of all cases that [`Case::find`] would find.
    pub fn ids() -> Vec<String> {
        find::ids()
    }
}
