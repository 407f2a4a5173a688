//! Reads pods from the manifests in docs/warm/kubernetes. What it does not know of a probe it refuses, so that a manifest never says more than the tests hold.

use super::rules::{Kind, Numbers};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// A container of a pod.
#[derive(Debug, Clone)]
pub(crate) struct Container {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// `command` and `args`; where there are none, the image has its own.
    pub(crate) command: Vec<String>,
    pub(crate) probes: Vec<Probe>,
    /// `resources`, as it stands.
    pub(crate) resources: Value,
}

/// When a container runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// To its end, before the others start.
    Init,
    /// Before the others start, and as long as they do.
    Sidecar,
    /// The pod is there for it.
    Main,
}

#[derive(Debug, Clone)]
pub(crate) struct Probe {
    pub(crate) kind: Kind,
    pub(crate) numbers: Numbers,
    pub(crate) action: Action,
}

/// How a probe asks.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// `httpGet`: a status of 200 to 399 is good.
    Get { port: u16, path: String },
    /// `exec`: 0 is good.
    Exec(Vec<String>),
}

/// A pod as a manifest has it.
#[derive(Debug)]
pub(crate) struct Pod {
    pub(crate) containers: Vec<Container>,
    pub(crate) shares_processes: bool,
    /// `spec` of the deployment around it.
    pub(crate) deployment: Value,
    /// Files of the config maps beside it.
    pub(crate) files: Map<String, Value>,
}

/// The manifests of the page, by name.
pub(crate) fn all() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/warm/kubernetes");
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).expect("the manifests").flatten().map(|e| e.path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "yaml"));
    all.sort();
    all
}

impl Pod {
    /// The pod of a manifest.
    pub(crate) fn read(manifest: &str) -> Self {
        let documents = manifest.split("\n---\n").map(|d| serde_yaml_ng::from_str::<Value>(d).expect("YAML"));
        let (mut deployment, mut files) = (Value::Null, Map::new());
        for document in documents {
            match document["kind"].as_str() {
                Some("Deployment") => deployment = document["spec"].clone(),
                Some("ConfigMap") => files.extend(document["data"].as_object().cloned().unwrap_or_default()),
                other => panic!("a kind that the tests do not know: {other:?}"),
            }
        }
        let pod = &deployment["template"]["spec"];
        let list = |key: &str| pod[key].as_array().cloned().unwrap_or_default();
        let init = list("initContainers").into_iter().map(|c| {
            let role = if c["restartPolicy"] == "Always" { Role::Sidecar } else { Role::Init };
            container(&c, role)
        });
        let main = list("containers").into_iter().map(|c| container(&c, Role::Main));
        let containers: Vec<Container> = init.chain(main).collect();
        assert!(!containers.is_empty(), "a pod with containers");
        Self { containers, shares_processes: pod["shareProcessNamespace"] == true, deployment, files }
    }

    pub(crate) fn container(&self, name: &str) -> &Container {
        self.containers.iter().find(|c| c.name == name).expect("a container of this name")
    }
}

fn container(c: &Value, role: Role) -> Container {
    let name = c["name"].as_str().expect("a name").to_owned();
    let command = words(&c["command"]).into_iter().chain(words(&c["args"])).collect();
    let kinds = [("startupProbe", Kind::Startup), ("readinessProbe", Kind::Readiness), ("livenessProbe", Kind::Liveness)];
    let probes = kinds.into_iter().filter_map(|(key, kind)| Some(probe(kind, c[key].as_object()?, &c["ports"]))).collect();
    Container { name, role, command, probes, resources: c["resources"].clone() }
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|w| w.as_str().expect("a word in quotes").to_owned()).collect()
}

fn probe(kind: Kind, fields: &Map<String, Value>, ports: &Value) -> Probe {
    let (mut numbers, mut action) = (Numbers::default(), None);
    for (key, value) in fields {
        let number = || value.as_u64().and_then(|n| u32::try_from(n).ok()).expect("a number");
        match key.as_str() {
            "initialDelaySeconds" => numbers.initial_delay_s = number(),
            "periodSeconds" => numbers.period_s = number(),
            "timeoutSeconds" => numbers.timeout_s = number(),
            "successThreshold" => numbers.success = number(),
            "failureThreshold" => numbers.failure = number(),
            "exec" => action = Some(Action::Exec(words(&value["command"]))),
            "httpGet" => {
                let path = value["path"].as_str().expect("a path").to_owned();
                action = Some(Action::Get { port: port(&value["port"], ports), path });
            }
            other => panic!("a field of a probe that the tests do not know: {other}"),
        }
    }
    assert!(kind == Kind::Readiness || numbers.success == 1, "the schema of probes asks for 1 here");
    Probe { kind, numbers, action: action.expect("a way to ask") }
}

/// A number, or the name of a port of the same container.
fn port(port: &Value, ports: &Value) -> u16 {
    let named = |name: &Value| ports.as_array()?.iter().find(|p| p["name"] == *name)?["containerPort"].as_u64();
    let number = port.as_u64().or_else(|| named(port)).expect("a port of this container");
    u16::try_from(number).expect("a port")
}
