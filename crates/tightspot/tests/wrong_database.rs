//! What `why` says when the database cannot be looked at: the run goes on without it, and both the screen and the document name the way out.

mod jvm;

use jvm::{Service, Tool, text};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Child, Command};

/// Reads stderr of `why` until a line has `word`, then ends the run with Ctrl-C; all that was read.
fn said_before(word: &str, why: &mut Child) -> String {
    let mut err = BufReader::new(why.stderr.take().expect("piped"));
    let mut all = String::new();
    while !all.contains(word) && err.read_line(&mut all).expect("text") > 0 {}
    // the help stands in the line after
    err.read_line(&mut all).expect("text");
    assert!(Command::new("kill").args(["-INT", &why.id().to_string()]).status().expect("kill").success());
    // nobody else reads what is still to come
    std::io::copy(&mut err, &mut std::io::sink()).expect("the rest");
    all
}

/// Says no to TLS and hangs up, as a server without a certificate does.
fn plain_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            let mut request = [0; 8];
            drop(socket.read_exact(&mut request).and_then(|()| socket.write_all(b"N")));
        }
    });
    port
}

#[test]
fn an_address_that_is_none_is_refused_before_any_load() {
    let out = Tool::new().command(&["why", "http://127.0.0.1:9/", "--db", "postgres://u:secret@h:port/d"]).output().expect("the tool runs");
    assert_eq!(out.status.code(), Some(2), "{}", text(&out));
    assert!(text(&out).contains("[database-address-wrong]"), "{}", text(&out));
    assert!(text(&out).contains("--db postgres://user:password@host/database"), "{}", text(&out));
    assert!(!text(&out).contains("secret"), "{}", text(&out));
}

#[test]
fn a_server_that_is_not_there_or_has_no_tls_costs_the_sight_and_not_the_run() {
    let Some(service) = Service::start() else { return };
    let closed = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("an address").port();
    let cases = [
        (format!("postgres://u:secret@127.0.0.1:{closed}/d"), "database-unreachable", "Connection refused"),
        (format!("postgres://u:secret@127.0.0.1:{}/d?sslmode=require", plain_server()), "database-unreachable", "TLS"),
    ];
    for (address, name, cause) in cases {
        let tool = Tool::new();
        let mut why = tool.why(&service).args(["--json", "--db", &address]).spawn().expect("the tool starts");
        let said = said_before(&format!("[{name}]"), &mut why);
        assert!(said.contains(cause) && said.contains("--db postgres://user:password@host/database"), "{said}");
        assert!(!said.contains("secret"), "{said}");
        let out = why.wait_with_output().expect("the tool ends");
        assert_eq!(out.status.code(), Some(130), "{}", text(&out));
        let doc: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let sensors = doc["quality"]["sensors"].as_array().expect("sensors");
        let sessions = sensors.iter().find(|s| s["id"] == "sessions").expect("the sensor is listed");
        assert_eq!(sessions["state"], "off", "{sessions}");
        assert!(sessions["unlock"].as_str().is_some_and(|u| u.starts_with("--db ")), "{sessions}");
    }
}
