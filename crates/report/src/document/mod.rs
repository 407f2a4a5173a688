//! The one document: what a run and its diagnosis say, in the names and units that other programs rely on.
//!
//! Every rendering prints from here. Field names are stable (`schema_version`): fields are added, never renamed. Figures are as measured,
//! unrounded; what is not finite is `null` in JSON.

mod cpu;
mod experiments;
mod failures;
mod files;
mod findings;
mod headline;
mod hypotheses;
mod ledgers;
mod load;
mod peers;
mod place;
mod processes;
mod quality;
mod requests;
mod resources;
mod routes;
mod slo;
mod start;
mod tail;
mod verdict;

pub(crate) use cpu::{Cpu, Part as CpuPart, Sign as CpuSign};
pub(crate) use experiments::{Dose, Experiment};
pub(crate) use failures::Failures;
pub(crate) use files::File;
pub(crate) use findings::{Claim, Finding, Fix};
pub(crate) use headline::{called, name_of, of_cause};
pub(crate) use hypotheses::{Gain, Hypothesis};
pub(crate) use ledgers::{CrossCheck, Ledger, Part, ledgers};
pub(crate) use load::{Knee, Load, LoadPhase};
pub(crate) use peers::{Endpoint, Peer};
pub(crate) use place::{Event, Tool, iso_8601};
pub(crate) use processes::Process;
pub(crate) use quality::{Generator, OwnFigures, Quality, Sensor, Warning, graded};
pub(crate) use requests::{FinerLatency, Latency, LevelTotal, Requests, Total};
pub(crate) use resources::Resource;
pub(crate) use routes::RequestsOfWhy;
pub(crate) use slo::Objective;
pub(crate) use start::{Start, StartSecond};
pub(crate) use tail::{Tail, TailSource};
pub(crate) use verdict::{Limit, Rule, Verdict};

use diagnose::Diagnosis;
use model::{Message, Run};
use serde::Serialize;
use serde_json::{Map, Value, json};
use words::Lang;

/// Version of the field names.
pub(crate) const SCHEMA_VERSION: &str = "1.0";

/// Everything that is said of a run.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub schema_version: &'static str,
    pub tool: place::Tool,
    pub run: place::RunInfo,
    pub environment: place::Environment,
    pub load: Load,
    pub requests: RequestsOfWhy,
    pub verdict: Verdict,
    pub findings: Vec<Finding>,
    pub hypotheses: Vec<Hypothesis>,
    pub ledger: Vec<Ledger>,
    /// The first minute, second by second; absent unless the service was judged from its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The slowest requests and what they fall to; absent unless they were asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<Tail>,
    /// What the CPU of each level is used for.
    pub cpu: Vec<Cpu>,
    /// How much of each limited resource was in use at each level.
    pub resources: Vec<resources::Resource>,
    /// How often each level asked whom, and how long calls were there: services, caches and others that are no databases.
    pub peers: Vec<Peer>,
    /// What each level asked of other services, by endpoint; empty where nobody tells.
    pub endpoints: Vec<Endpoint>,
    /// Which files each level opened again and again; empty where nobody may look.
    pub files: Vec<File>,
    /// Requests that failed, times without an answer, and fewer answers under more load.
    pub failures: Failures,
    pub processes: Vec<Process>,
    /// Experiments that were made in the run.
    pub experiments: Vec<Experiment>,
    /// Objectives that were asked for.
    pub slo: Vec<Objective>,
    pub quality: Quality,
    pub events: Vec<place::Event>,
}

impl Document {
    /// The document of a run.
    pub(crate) fn of(run: &Run, d: &Diagnosis) -> Self {
        let findings = findings::findings(run, d);
        Self {
            schema_version: SCHEMA_VERSION,
            tool: place::Tool::of(run),
            run: place::RunInfo::of(run),
            environment: place::Environment::of(run),
            load: Load::of(run, d),
            requests: RequestsOfWhy::of(run, d),
            verdict: Verdict::of(d, &findings),
            findings,
            hypotheses: d.hypotheses.iter().enumerate().map(|(i, h)| Hypothesis::of(i, h)).collect(),
            ledger: ledgers(d),
            start: Start::of(d),
            tail: Tail::of(d),
            cpu: cpu::all(d),
            resources: resources::all(d),
            peers: peers::all(run, d),
            endpoints: peers::asked(run, d),
            files: files::all(run, d),
            failures: Failures::of(run, d),
            processes: processes::all(d),
            experiments: d.experiments.iter().map(Experiment::of).collect(),
            slo: crate::objectives::judged(run, d).iter().map(Objective::of).collect(),
            quality: Quality::of(run, d),
            // plans and results stand under `experiments`, single stops under `tail`
            events: run
                .events
                .iter()
                .filter(|e| !e.kind.starts_with("experiment-") && !is_stop(e))
                .map(|e| place::Event::of(run, e))
                .collect(),
        }
    }
}

fn is_stop(e: &model::Event) -> bool {
    [model::event::COLLECTION, model::event::STOP].contains(&e.kind.as_str())
}

/// A text by language, with what it was made of: the id of the message and its arguments, by which programs should tell texts apart.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Words {
    pub en: String,
    /// Absent where the text has no Korean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
    /// `FOLDER/KEY`; absent where the text is no message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
}

impl Words {
    /// In English only.
    pub(crate) fn new(en: impl Into<String>) -> Self {
        Self { en: en.into(), ko: None, id: None, args: Map::new() }
    }

    /// A text of an older version is in English only.
    pub(crate) fn kept(m: &Message) -> Self {
        m.text().map_or_else(|| Self::of(m), Self::new)
    }

    pub(crate) fn of(m: &Message) -> Self {
        let text = |lang| words::say(m, lang);
        Self {
            en: text(Lang::En),
            ko: words::has(m, Lang::Ko).then(|| text(Lang::Ko)),
            id: (!m.is_empty()).then(|| m.id.to_string()),
            args: args(m),
        }
    }

    /// Whether it is this message.
    pub(crate) fn is(&self, id: &str) -> bool {
        self.id.as_deref() == Some(id)
    }

    /// In this language, where there is a text in it.
    pub(crate) fn say(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ko => self.ko.as_deref().unwrap_or(&self.en),
            Lang::En => &self.en,
        }
    }
}

/// The text of a message by language, with what it was made of, as it stands in every document.
pub fn words(m: &Message) -> Value {
    serde_json::to_value(Words::kept(m)).unwrap_or_default()
}

/// Arguments by name.
fn args(m: &Message) -> Map<String, Value> {
    m.args.iter().map(|(name, v)| (name.to_string(), arg(v))).collect()
}

/// Its unit, and what it is.
fn arg(v: &model::Value) -> Value {
    let of = |m: &Message| json!({ "id": m.id, "args": args(m) });
    match v {
        model::Value::Message(m) => json!({ "message": of(m) }),
        model::Value::List(all) => json!({ "list": all.iter().map(of).collect::<Vec<_>>() }),
        figure => serde_json::to_value(figure).unwrap_or_default(),
    }
}

/// `None` for an empty string: `null` says "nothing to say" better than `""`.
pub(crate) fn some(s: &str) -> Option<String> {
    (!s.is_empty()).then(|| s.to_owned())
}

/// Seconds from the start of the run.
pub(crate) fn since_start_s(run: &Run, t: model::Timestamp) -> f64 {
    t.seconds_since(run.info.started)
}
