//! docs/warm/systemd.md: the units are such that systemd takes, and their commands hold a start until the service is warm.

use super::pages::{ASKED, Group, Here, answered, has, seconds, until, words};
use std::process::Command;

/// A unit with the programs of this machine.
fn unit(here: &Here, name: &str) -> String {
    let bin = here.path("bin").display().to_string();
    here.file(&format!("systemd/{name}")).replace("/usr/local/bin", &bin).replace("/usr/bin", &bin)
}

/// What a setting of a unit says.
fn setting(unit: &str, key: &str) -> Vec<String> {
    let line = unit.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix('='));
    words(line.unwrap_or_else(|| panic!("no {key} in\n{unit}")))
}

#[test]
fn systemd_takes_the_units() {
    if !has("systemd-analyze") {
        return;
    }
    let here = Here::new();
    let files = ["shop.service", "shop-warm.service"].map(|name| here.write(&format!("units/{name}"), &unit(&here, name)));
    let out = Command::new("systemd-analyze").args(["verify", "--man=no"]).args(&files).output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stderr);
    // of other units of the machine it may have something to say
    let ours: Vec<&str> = said.lines().filter(|l| l.contains("shop")).collect();
    assert!(ours.is_empty(), "{ours:#?}");
    assert!(out.status.success(), "{said}");
}

#[test]
fn a_start_lasts_until_the_service_is_warm() {
    let here = Here::new();
    let unit = unit(&here, "shop.service");
    let (start, post) = (setting(&unit, "ExecStart"), setting(&unit, "ExecStartPost"));
    let limit: u32 = setting(&unit, "TimeoutStartSec")[0].parse().expect("seconds");
    assert!(limit >= seconds(&post, "--start-timeout") + seconds(&post, "--max-wait") + 30, "systemd ends no gate that still may open");
    let _service = Group::start(&mut here.run(&start));
    assert!(here.run(&post).status().expect("it runs").success());
    assert!(answered(here.service).is_some_and(|n| n >= ASKED));
}

#[test]
fn the_unit_of_the_gate_answers_whoever_asks() {
    let here = Here::new();
    let start = setting(&unit(&here, "shop-warm.service"), "ExecStart");
    let _gate = Group::start(&mut here.run(&start));
    let check = || here.run(&words(&here.command("systemd.md", "tightspot warm check"))).status().expect("it runs").code();
    until("a gate that is closed", || check() == Some(1));
    let _service = here.start_service();
    until("a gate that is open", || check() == Some(0));
    assert!(answered(here.service).is_some_and(|n| n >= ASKED));
}
