//! docs/warm/nginx.md: a server is in the group of nginx from when it is warm.

use super::pages::{ASKED, Group, Here, answered, has, until};
use std::process::Command;

#[test]
fn a_server_is_written_into_the_group_when_it_is_warm() {
    if !has("nginx") {
        return;
    }
    let here = Here::new();
    let etc = here.path("etc");
    let at = |text: String| text.replace("/etc/nginx", &etc.display().to_string());
    here.write("etc/shop/none", "");
    here.write("etc/shop.conf", &at(here.file("nginx/shop.conf")));
    let temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|t| format!("{t}_temp_path temp_{t};")).join(" ");
    let main = format!("daemon off; pid nginx.pid; error_log error.log; events {{}} http {{ access_log off; {temp} include shop.conf; }}");
    here.write("etc/nginx.conf", &main);
    let real = Command::new("sh").args(["-c", "command -v nginx"]).output().expect("a shell").stdout;
    let real = String::from_utf8_lossy(&real).trim().to_owned();
    here.program("nginx", &format!("exec '{real}' -e error.log -p '{0}' -c '{0}/nginx.conf' \"$@\"", etc.display()));
    assert!(here.sh("nginx -t").status().expect("it runs").success(), "nginx -t");
    let _proxy = Group::start(&mut here.run(&["nginx".to_owned()]));
    until("a pid", || std::fs::read_to_string(etc.join("nginx.pid")).is_ok_and(|t| !t.is_empty()));
    let (close, open) = (at(here.command("nginx.md", "rm -f")), at(here.command("nginx.md", "tightspot warm wait")));
    assert!(here.sh(&close).status().expect("it runs").success(), "{close}");
    let _service = here.start_service();
    let mut opening = Group::start(&mut here.sh(&open));
    let mut refused = 0;
    until("an answer of the service", || match answered(here.front) {
        None => {
            refused += 1;
            false
        }
        Some(before) => {
            assert!(before >= ASKED, "traffic after {before} answers");
            true
        }
    });
    assert!(refused > 0, "it is closed at first");
    until("the end of the command", || opening.has_ended());
    assert!(here.sh(&close).status().expect("it runs").success(), "{close}");
    until("a group without it", || answered(here.front).is_none());
}
