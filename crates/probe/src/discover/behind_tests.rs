//! Looking behind real proxies and at servers that fork.
#![expect(clippy::print_stderr, reason = "a test that cannot run says so")]

use super::*;
use crate::discover::find_by_port;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Ended(Child);
impl Drop for Ended {
    fn drop(&mut self) {
        let _gone = self.0.kill().is_ok() && self.0.wait().is_ok();
    }
}

/// A server that answers every request, on a port that it prints; with a number of children that do so in its place.
const SERVER: &str = "\
import os, socket, sys
s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(64)
me = 'parent'
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        import ctypes
        ctypes.CDLL(None).prctl(1, 9)
        me = 'child'; break
# when all are there: who looks sooner finds one that serves alone
if me == 'parent': print(s.getsockname()[1], flush=True)
if me == 'parent' and int(sys.argv[1]):
    import time
    while True: time.sleep(1)
import threading
def serve(c):
    while c.recv(4096): c.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok')
    c.close()
while True:
    threading.Thread(target=serve, args=(s.accept()[0],), daemon=True).start()
";

fn server(children: u32) -> Option<(Ended, u16)> {
    let mut child =
        Command::new("python3").args(["-c", SERVER, &children.to_string()]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take()?).read_line(&mut line).ok()?;
    Some((Ended(child), line.trim().parse().ok()?))
}

/// A few requests, each over a connection of its own.
fn ask(port: u16) {
    for _ in 0..8 {
        let mut c = TcpStream::connect(("127.0.0.1", port)).expect("connect");
        c.set_read_timeout(Some(Duration::from_secs(10))).expect("option");
        c.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").expect("request");
        let mut answer = [0; 12];
        c.read_exact(&mut answer).expect("answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
}

fn until_it_listens(port: u16) {
    let patience = Instant::now() + Duration::from_secs(20);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < patience, "nothing listens on {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_process_that_serves_alone_stays_what_was_found() {
    let Some((own, port)) = server(0) else { return eprintln!("SKIPPED: no python3") };
    let found = find_by_port(port, "127.0.0.1").expect("found");
    let looked = look_behind(found.clone(), port, &mut || ask(port));
    assert_eq!((looked.target.pid, looked.replicas.len(), looked.proxy), (own.0.id(), 0, None));
    assert_eq!(looked.note, found.note);
}

#[test]
fn of_a_server_that_forks_the_children_that_serve_are_watched() {
    let Some((parent, port)) = server(2) else { return eprintln!("SKIPPED: no python3") };
    let found = find_by_port(port, "127.0.0.1").expect("found");
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        let looked = look_behind(found.clone(), port, &mut || ask(port));
        let watched: Vec<u32> = std::iter::once(&looked.target).chain(&looked.replicas).map(|t| t.pid).collect();
        // on a busy machine one child may have answered all of them, or have used too little to be seen
        if watched == children(&[parent.0.id()]) && looked.target.port == port {
            break;
        }
        assert!(Instant::now() < patience, "watched: {watched:?} at port {}", looked.target.port);
    }
}

#[test]
fn behind_a_proxy_are_the_processes_to_which_requests_go() {
    let (Some((a, port_a)), Some((b, port_b)), Some((unused, port_c))) = (server(0), server(0), server(0)) else {
        return eprintln!("SKIPPED: no python3");
    };
    let port = TcpListener::bind("127.0.0.1:0").expect("listen").local_addr().expect("address").port();
    let config = std::env::temp_dir().join(format!("behind-{}.cfg", std::process::id()));
    let text = format!(
        "global\n  maxconn 100\ndefaults\n  mode http\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s\n\
         frontend in\n  bind 127.0.0.1:{port}\n  default_backend all\n\
         backend all\n  balance roundrobin\n  server a 127.0.0.1:{port_a}\n  server b 127.0.0.1:{port_b}\n  server c 127.0.0.1:{port_c} backup\n"
    );
    std::fs::write(&config, text).expect("configuration");
    let started = Command::new("haproxy").args(["-db", "-f"]).arg(&config).stderr(Stdio::null()).spawn();
    let Ok(proxy) = started else {
        drop(std::fs::remove_file(&config));
        return eprintln!("SKIPPED: no haproxy (apt-get install haproxy)");
    };
    let proxy = Ended(proxy);
    until_it_listens(port);
    let found = find_by_port(port, "127.0.0.1").expect("found");
    let looked = look_behind(found, port, &mut || ask(port));
    let mut watched: Vec<(u32, u16)> = std::iter::once(&looked.target).chain(&looked.replicas).map(|t| (t.pid, t.port)).collect();
    watched.sort_unstable();
    let mut wanted = vec![(a.0.id(), port_a), (b.0.id(), port_b)];
    wanted.sort_unstable();
    assert_eq!((watched, looked.proxy.map(|p| p.pid)), (wanted, Some(proxy.0.id())));
    assert!(looked.note.is_some_and(|n| n.is("discover/watching-behind") && n.figure("number") > Some(1.0)));

    let by_hand = by_pids(&[a.0.id(), b.0.id()], port, "127.0.0.1", &mut || ask(port)).expect("found");
    assert_eq!((by_hand.target.port, by_hand.replicas[0].port, by_hand.proxy.map(|p| p.name)), (port_a, port_b, Some("haproxy".into())));
    drop((unused, std::fs::remove_file(&config)));
}
