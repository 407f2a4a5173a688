//! The manifests of docs/warm/kubernetes: what they say fits together, and a pod of theirs takes traffic when its service is warm. The kubelet is that of
//! [`super::kubelet`]; its numbers are read from the manifests.

use super::kubelet::manifest::{self, Action, Container, Role};
use super::kubelet::pod::Pod;
use super::kubelet::rules::Kind;
use super::pages::{ASKED, Here, answered, seconds, until};
use super::run;
use std::rc::Rc;

/// What a person adds to the budget, seconds: windows are long, and probes come by their period.
const SPARE_S: u32 = 30;
const APP: &str = "shop";

fn pod(here: &Rc<Here>, containers: &[Container]) -> Pod {
    Pod::new(containers, |container| {
        let here = Rc::clone(here);
        let command = match container.role {
            Role::Sidecar => [&["tightspot".to_owned()], container.command.as_slice()].concat(),
            // the command of its image
            _ => vec!["java".to_owned()],
        };
        Box::new(move || here.run(&command))
    })
}

/// Traffic comes when the service is warm, at each of so many starts.
fn is_gated(manifest: &str, starts: u32) {
    let here = Rc::new(Here::new());
    let spec = manifest::Pod::read(&here.file(&format!("kubernetes/{manifest}")));
    let mut pod = pod(&here, &spec.containers);
    let run = |command: &[String]| here.run(command);
    for start in 1..=starts {
        pod.until("a pod that is ready", &run, Pod::is_ready);
        let before = answered(here.service).expect("the service answers");
        assert!(before >= ASKED, "traffic after {before} answers");
        assert_eq!(pod.starts(APP), start, "the budget is enough");
        pod.kill(APP);
        pod.until("the end of the service", &run, |pod| !pod.is_ready());
        pod.until("a new start", &run, |pod| pod.starts(APP) > start);
        assert!(!pod.is_ready());
    }
}

#[test]
fn a_pod_with_the_sidecar_is_ready_when_it_is_warm_and_after_a_restart_when_it_is_warm_again() {
    is_gated("sidecar.yaml", 2);
}

#[test]
fn a_pod_whose_probe_runs_the_check_is_ready_when_it_is_warm() {
    is_gated("exec-check.yaml", 1);
}

#[test]
fn a_pod_whose_probe_is_the_gate_is_ready_when_it_is_warm() {
    is_gated("exec-wait.yaml", 1);
}

#[test]
fn a_budget_that_is_too_small_restarts_a_service_that_is_not_yet_warm() {
    let here = Rc::new(Here::new());
    let mut spec = manifest::Pod::read(&here.file("kubernetes/sidecar.yaml"));
    let probes = spec.containers.iter_mut().flat_map(|c| &mut c.probes);
    probes.filter(|p| p.kind == Kind::Startup).for_each(|p| p.numbers.failure = 3);
    let mut pod = pod(&here, &spec.containers);
    pod.until("three starts", &|command: &[String]| here.run(command), |pod| {
        assert!(!pod.is_ready());
        pod.starts(APP) == 3
    });
}

#[test]
fn budgets_are_longer_than_the_gate_waits_and_the_gate_is_asked_where_it_listens() {
    let manifests = manifest::all();
    assert_eq!(manifests.len(), 4, "{manifests:?}");
    for path in manifests {
        let file = path.display();
        let text = std::fs::read_to_string(&path).expect("a manifest");
        assert!(text.to_lowercase().contains("not tried on a cluster"), "{file}");
        let pod = manifest::Pod::read(&text);
        let app = pod.container(APP);
        let startup = app.probes.iter().find(|p| p.kind == Kind::Startup).expect("a startup probe");
        let sidecar = pod.containers.iter().find(|c| c.role == Role::Sidecar);
        let asked = match &startup.action {
            Action::Exec(command) => command.clone(),
            Action::Get { .. } => Vec::new(),
        };
        let gate = sidecar.map_or(&asked, |c| &c.command);
        let needed = seconds(gate, "--start-timeout") + seconds(gate, "--max-wait") + SPARE_S;
        let budget = startup.numbers.budget_s();
        assert!(budget >= needed, "{file}: {budget} s, {needed} s are needed");
        assert!(pod.deployment["progressDeadlineSeconds"].as_u64() > Some(budget.into()), "{file}: a slow start is a failed deployment");
        let listens = gate.iter().position(|w| w == "--listen").map(|at| gate[at + 1].as_str());
        match &startup.action {
            Action::Get { port, path } => assert_eq!((listens, path.as_str()), (Some(format!(":{port}").as_str()), "/startupz"), "{file}"),
            Action::Exec(_) => assert_eq!(listens, asked.iter().position(|w| w == "--gate").map(|at| asked[at + 1].as_str()), "{file}"),
        }
        let apart = path.ends_with("sidecar-apart.yaml");
        assert_eq!(pod.shares_processes, sidecar.is_some() && !apart, "{file}");
        for container in &pod.containers {
            let (r, name) = (&container.resources, &container.name);
            assert!(
                r["requests"]["cpu"].is_string() && r["requests"]["memory"].is_string() && r["limits"]["memory"].is_string(),
                "{file} {name}"
            );
            // page and code of the kubelet differ on these
            assert!(container.probes.iter().all(|p| p.numbers.initial_delay_s == 0), "{file} {name}");
        }
    }
}

#[test]
fn the_recipe_of_the_manifest_is_one_that_the_gate_reads() {
    let here = Here::new();
    let pod = manifest::Pod::read(&here.file("kubernetes/sidecar-apart.yaml"));
    let recipe = here.write("recipe.toml", pod.files["recipe.toml"].as_str().expect("text")).display().to_string();
    // a recipe that is none, or knows none of the routes, is refused before the service is asked
    run(4, &["warm", "wait", "http://127.0.0.1:1/products", "--recipe", &recipe, "--start-timeout", "0.5"]);
}

#[test]
fn a_gate_that_does_not_see_the_process_closes_when_nobody_listens_any_more() {
    let here = Here::new();
    // by another way than the port of the URL, no process is looked for
    let to = format!("shop:80:127.0.0.1:{}", here.service);
    let listen = format!("127.0.0.1:{}", here.gate);
    let gate = ["tightspot", "warm", "serve", "http://shop/products", "--connect-to", &to, "--allow-host", "shop", "--listen", &listen];
    let service = here.start_service();
    let _gate = super::pages::Group::start(&mut here.run(&gate.map(str::to_owned)));
    let check = || here.sh(&format!("tightspot warm check --gate {listen}")).status().expect("it runs").code();
    until("an open gate", || check() == Some(0));
    drop(service);
    until("a closed gate", || check() == Some(1));
    let _service = here.start_service();
    until("an open gate", || check() == Some(0));
    assert!(answered(here.service).is_some_and(|n| n >= ASKED));
}
