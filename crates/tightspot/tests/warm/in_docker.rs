//! docs/warm/docker.md: the health check of the image says when its service is warm. No container runs here: its commands do.

use super::pages::{ASKED, Group, Here, answered, seconds, until, words};
use serde_json::Value;

/// The words of an instruction in its JSON form.
fn instruction(dockerfile: &str, begins: &str) -> Vec<String> {
    let line = dockerfile.lines().find(|l| l.starts_with(begins)).unwrap_or_else(|| panic!("no {begins}"));
    serde_json::from_str(&line[line.find('[').expect("JSON")..]).expect("JSON")
}

#[test]
fn the_health_check_fails_until_the_service_is_warm() {
    let here = Here::new();
    let dockerfile = here.file("docker/Dockerfile");
    let (start, check) = (instruction(&dockerfile, "CMD"), instruction(&dockerfile, "HEALTHCHECK"));
    let flags = dockerfile.lines().find(|l| l.starts_with("HEALTHCHECK")).expect("a health check").replace('=', " ");
    let gate = words(&start[2]);
    let needed = seconds(&gate, "--start-timeout") + seconds(&gate, "--max-wait") + 30;
    assert!(seconds(&words(&flags), "--start-period") >= needed, "it is not called unhealthy while it warms up");
    let _container = Group::start(&mut here.run(&start));
    let check = || here.run(&check).status().expect("it runs").code();
    until("a gate that is closed", || check() == Some(1));
    until("a healthy container", || check() == Some(0));
    assert!(answered(here.service).is_some_and(|n| n >= ASKED));
}

#[test]
fn the_proxy_of_the_composition_waits_for_a_healthy_service() {
    let compose: Value = serde_yaml_ng::from_str(&Here::new().file("docker/compose.yaml")).expect("YAML");
    assert_eq!(compose["services"]["proxy"]["depends_on"]["shop"]["condition"], "service_healthy");
}
