//! `tightspot warm check`: asks a gate that runs, or looks for the file that it writes. For probes that run a command.

use crate::cli::WarmCheckArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use model::message;
use serde_json::Value;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::time::Duration;

/// A gate answers from memory.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn run(args: &WarmCheckArgs) -> Result<Exit, Failure> {
    let document = match &args.ready_file {
        Some(file) => of_file(file)?,
        None => ask(&args.gate).map_err(|e| {
            let what = message!("warm/no-gate", address: name(&args.gate), error: name(e.to_string()));
            Failure::new(Exit::Target, "no-gate", what).help(message!("warm/start-a-gate"))
        })?,
    };
    let ready = document["ready"].as_bool().unwrap_or(false);
    let why: Vec<&str> = document["why_not_warm"].as_array().into_iter().flatten().filter_map(|r| r["what"].as_str()).collect();
    output::result(&if args.json {
        format!("{document:#}")
    } else {
        let state = document["state"].as_str().unwrap_or("starting");
        let first = output::said(&message!("warm/state", state: name(state), ready: kind(if ready { "yes" } else { "no" })));
        std::iter::once(first).chain(why.iter().map(|w| format!("  {w}"))).collect::<Vec<_>>().join("\n")
    });
    Ok(if ready { Exit::Done } else { Exit::Gate })
}

/// What the file says; where it is not there, the service is not ready.
fn of_file(file: &Path) -> Result<Value, Failure> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(serde_json::from_str(&text).unwrap_or_default()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Value::Null),
        Err(e) => {
            let what = message!("failure/read-file", file: name(file.to_string_lossy()), error: name(e.to_string()));
            Err(Failure::new(Exit::Usage, "ready-file", what))
        }
    }
}

fn ask(gate: &str) -> io::Result<Value> {
    let address = gate.trim_start_matches("http://").trim_end_matches('/');
    let address = if address.starts_with(':') { format!("127.0.0.1{address}") } else { address.to_owned() };
    let at = address.to_socket_addrs()?.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
    let mut stream = TcpStream::connect_timeout(&at, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /startupz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not the answer of a gate"))
}
