//! Answers startup probes: `GET /startupz` with 503 until the service may be opened, then 200, and the document with either. No more HTTP than that takes.

use super::document::{Shared, State};
use crate::exit::Exit;
use crate::failure::Failure;
use model::message;
use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Who asks and says nothing keeps the next one waiting for so long.
const PATIENCE: Duration = Duration::from_secs(1);
/// A request line and the headers of a probe.
const LONGEST_HEAD: usize = 8 * 1024;

/// Answers from a thread of its own until the process ends.
pub(super) fn begin(listen: &str, state: &Shared) -> Result<SocketAddr, Failure> {
    let address = if listen.starts_with(':') { format!("0.0.0.0{listen}") } else { listen.to_owned() };
    let failed = |e: io::Error| {
        let what = message!("warm/not-listening", address: name(listen), error: name(e.to_string()));
        Failure::new(Exit::Usage, "listen", what).help(message!("warm/another-port"))
    };
    let listener = TcpListener::bind(&address).map_err(failed)?;
    let at = listener.local_addr().map_err(failed)?;
    let state = state.clone();
    let serve = move || {
        for stream in listener.incoming().flatten() {
            // a probe that went away asks again
            let _answered = answer(stream, &state).is_ok();
        }
    };
    std::thread::Builder::new().name("ts-startupz".to_owned()).spawn(serve).map_err(failed)?;
    Ok(at)
}

fn answer(mut stream: TcpStream, state: &Shared) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = head(&mut stream)?;
    let (status, body) = state.with(|s| of(&head, s));
    let sent = if head.starts_with("HEAD ") { "" } else { &body };
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{sent}",
        body.len()
    )
}

/// Up to the empty line, or what there is when patience ends: who sends it byte by byte keeps nobody waiting longer.
fn head(stream: &mut TcpStream) -> io::Result<String> {
    let (mut all, mut part, until) = (Vec::new(), [0; 1024], Instant::now() + PATIENCE);
    while all.len() < LONGEST_HEAD && Instant::now() < until && !all.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut part)? {
            0 => break,
            n => all.extend_from_slice(&part[..n]),
        }
    }
    Ok(String::from_utf8_lossy(&all).into_owned())
}

/// Status and body for a request.
fn of(head: &str, state: &State) -> (&'static str, String) {
    let mut words = head.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match (method, target.split('?').next()) {
        ("GET" | "HEAD", Some("/startupz" | "/ready")) => {
            let status = if state.is_ready() { "200 OK" } else { "503 Service Unavailable" };
            (status, format!("{:#}\n", state.json()))
        }
        ("GET" | "HEAD", _) => ("404 Not Found", "{}\n".to_owned()),
        _ => ("405 Method Not Allowed", "{}\n".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Stage;
    use super::*;

    #[test]
    fn the_status_says_whether_the_service_may_be_opened() {
        let mut state = State::default();
        assert!(of("GET /startupz HTTP/1.1\r\n\r\n", &state).0.starts_with("503"));
        state.stage = Stage::Warm;
        let (status, body) = of("GET /startupz?verbose HTTP/1.1\r\n\r\n", &state);
        assert!(status.starts_with("200") && body.contains("\"warm\""), "{body}");
        assert!(of("GET / HTTP/1.1\r\n\r\n", &state).0.starts_with("404"));
        assert!(of("POST /startupz HTTP/1.1\r\n\r\n", &state).0.starts_with("405"));
        assert!(of("", &state).0.starts_with("405"));
    }
}
