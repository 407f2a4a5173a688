//! A session with an inspector: messages of the Chrome DevTools Protocol, one call at a time, over its web socket or over the relay inside the
//! target.
//!
//! No pings are sent: Node 20 drops the connection on one.

use super::relay::Lines;
use crate::ProbeError;
use model::{Message, message};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::WebSocket;
use tungstenite::protocol::WebSocketConfig;

/// Longest wait for an answer: a script is interrupted for most calls, but native code that blocks the loop is not.
const ANSWER_DEADLINE: Duration = Duration::from_secs(60);
/// How long one read of the socket waits.
pub(super) const READ: Duration = Duration::from_millis(500);
/// Largest message that is taken, bytes. A profile of a long phase is one of several megabytes; what is far beyond comes from no inspector.
pub(super) const MOST: usize = 64 << 20;

/// What carries the messages.
enum Wire {
    Web(Box<WebSocket<Line>>),
    Relay(Lines),
}

/// A session. Dropping it ends whatever it has started in the target's profiler.
pub(super) struct Session {
    wire: Wire,
    next: u64,
    pid: u32,
    /// Longest wait for an answer.
    patience: Duration,
}

/// The connection. From `end` on it gives no more bytes: a message may come byte by byte.
struct Line {
    stream: TcpStream,
    end: Instant,
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() > self.end { Err(io::ErrorKind::TimedOut.into()) } else { self.stream.read(buffer) }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Session {
    /// Connects to the web socket `url` of the inspector at `address`.
    pub(super) fn connect(pid: u32, address: SocketAddr, url: &str) -> Result<Self, ProbeError> {
        let fail = |e: String| failed(message!("node/connect", pid: name(pid.to_string())), e);
        let stream = TcpStream::connect_timeout(&address, ANSWER_DEADLINE).map_err(|e| fail(e.to_string()))?;
        stream.set_nodelay(true).map_err(|e| fail(e.to_string()))?;
        stream.set_read_timeout(Some(ANSWER_DEADLINE)).map_err(|e| fail(e.to_string()))?;
        stream.set_write_timeout(Some(ANSWER_DEADLINE)).map_err(|e| fail(e.to_string()))?;
        let line = Line { stream, end: Instant::now() + ANSWER_DEADLINE };
        let config = WebSocketConfig::default().max_message_size(Some(MOST)).max_frame_size(Some(MOST));
        let (socket, _) = tungstenite::client::client_with_config(url, line, Some(config)).map_err(|e| fail(e.to_string()))?;
        socket.get_ref().stream.set_read_timeout(Some(READ)).map_err(|e| fail(e.to_string()))?;
        Ok(Self { wire: Wire::Web(Box::new(socket)), next: 0, pid, patience: ANSWER_DEADLINE })
    }

    /// The same over a relay inside the target.
    pub(super) fn over(pid: u32, relay: Lines) -> Self {
        Self { wire: Wire::Relay(relay), next: 0, pid, patience: ANSWER_DEADLINE }
    }

    /// The port of this end of its connection to the inspector; 0 over a relay, which has none.
    pub(super) fn own_port(&self) -> u16 {
        match &self.wire {
            Wire::Web(socket) => socket.get_ref().stream.local_addr().map_or(0, |own| own.port()),
            Wire::Relay(_) => 0,
        }
    }

    /// Calls `method` and waits for its result; events in between are dropped.
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Result<Value, ProbeError> {
        self.exchange(method, params, "").map(|(result, _)| result)
    }

    /// Calls `method` and waits for its result; gives also what the last `event` before it carried.
    fn exchange(&mut self, method: &str, params: &Value, event: &str) -> Result<(Value, Option<Value>), ProbeError> {
        let mut heard = None;
        self.next += 1;
        let id = self.next;
        let text = json!({ "id": id, "method": method, "params": params }).to_string();
        let end = Instant::now() + self.patience;
        self.send(text, end).map_err(|e| self.failed(method, e))?;
        loop {
            // also while other messages keep coming
            if Instant::now() > end {
                return Err(self.failed(method, message!("node/no-answer", within: Seconds(self.patience.as_secs_f64()))));
            }
            let Some(text) = self.receive(end).map_err(|e| self.failed(method, e))? else { continue };
            let mut answer: Value = serde_json::from_str(&text).map_err(|e| self.failed(method, e.to_string()))?;
            if answer["id"].as_u64() != Some(id) {
                if answer["method"] == event {
                    heard = Some(answer["params"].take());
                }
                continue;
            }
            if let Some(error) = answer.get("error") {
                let cause = error["message"].as_str().map_or_else(|| message!("node/refused"), Message::from);
                return Err(self.failed(method, cause));
            }
            return Ok((answer["result"].take(), heard));
        }
    }

    fn send(&mut self, text: String, end: Instant) -> Result<(), String> {
        match &mut self.wire {
            Wire::Web(socket) => {
                socket.get_mut().end = end;
                socket.send(tungstenite::Message::text(text)).map_err(|e| e.to_string())
            }
            Wire::Relay(lines) => lines.send(&text).map_err(|e| e.to_string()),
        }
    }

    /// The next message; `None` where none has come for a moment.
    fn receive(&mut self, end: Instant) -> Result<Option<String>, String> {
        match &mut self.wire {
            Wire::Web(socket) => match socket.read() {
                Ok(tungstenite::Message::Text(text)) => Ok(Some(text.as_str().to_owned())),
                Ok(_) => Ok(None),
                Err(tungstenite::Error::Io(e)) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Ok(None),
                Err(e) => Err(e.to_string()),
            },
            Wire::Relay(lines) => lines.next(end).map_err(|e| e.to_string()),
        }
    }

    /// Evaluates `expression` in a turn of the loop that it has for itself, waits for a promise, and gives the value, which must be JSON.
    ///
    /// What the inspector is sent runs as an interrupt, at any call or loop of the application and of Node itself. A script that schedules
    /// something there can break Node's queues for good: `process.nextTick` between the last look at the queue and the reset of its flag
    /// leaves a queue that is never served again, and the service answers nobody any more (seen once in 144 attaches under load). So all
    /// that is done there is one `setImmediate`, whose queue is consistent wherever an interrupt may come.
    pub(super) fn in_a_turn(&mut self, expression: &str) -> Result<Value, ProbeError> {
        self.in_a_turn_hearing(expression, "").map(|(value, _)| value)
    }

    /// As `in_a_turn`; gives also what the last `event` meanwhile carried.
    pub(super) fn in_a_turn_hearing(&mut self, expression: &str, event: &str) -> Result<(Value, Option<Value>), ProbeError> {
        // `require` is only there while the script itself runs
        let expression = format!(
            "((require) => new Promise((done, fail) => setImmediate(() => {{ try {{ done({expression}) }} catch (e) {{ fail(e) }} }})))\
             (typeof require === 'function' ? require : undefined)"
        );
        let params = json!({ "expression": expression, "includeCommandLineAPI": true, "awaitPromise": true, "returnByValue": true });
        let (mut result, heard) = self.exchange("Runtime.evaluate", &params, event)?;
        thrown(self.pid, &result)?;
        Ok((result["result"]["value"].take(), heard))
    }

    fn failed(&self, method: &str, cause: impl Into<Message>) -> ProbeError {
        failed(message!("node/call", method: name(method), pid: name(self.pid.to_string())), cause)
    }

    /// Ends the session in an orderly way; with a relay, waits until that has gone.
    pub(super) fn close(self) {
        match self.wire {
            Wire::Web(mut socket) => {
                // the other side may be gone already
                let _said = socket.close(None).is_ok();
                let _sent = socket.flush().is_ok();
            }
            Wire::Relay(lines) => lines.close(),
        }
    }
}

/// Whether a script threw, as an error.
pub(super) fn thrown(pid: u32, result: &Value) -> Result<(), ProbeError> {
    let Some(details) = result.get("exceptionDetails") else { return Ok(()) };
    let text = details["exception"]["description"].as_str().or_else(|| details["text"].as_str());
    let cause = text.and_then(|t| t.lines().next()).map_or_else(|| message!("node/threw"), Message::from);
    Err(failed(message!("node/run-script", pid: name(pid.to_string())), cause))
}

/// What was asked of the inspector failed.
pub(super) fn failed(operation: Message, cause: impl Into<Message>) -> ProbeError {
    ProbeError { name: "inspector-failed", operation, cause: cause.into(), help: Message::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// A session with an inspector that does `what` once it was asked something, and waits a tenth of a second for an answer.
    fn with(what: impl FnOnce(&mut WebSocket<TcpStream>) + Send + 'static) -> Session {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
        let address = listener.local_addr().expect("address");
        thread::spawn(move || {
            let mut socket = tungstenite::accept(listener.accept().expect("a client").0).expect("a handshake");
            assert!(socket.read().expect("a call").is_text());
            what(&mut socket);
        });
        let mut session = Session::connect(1, address, &format!("ws://{address}/x")).expect("connect");
        session.patience = Duration::from_millis(100);
        session
    }

    fn cause(mut session: Session) -> Message {
        session.call("Runtime.evaluate", &json!({})).expect_err("no answer").cause
    }

    #[test]
    fn an_answer_that_never_comes_is_given_up_though_events_keep_coming() {
        let event = || tungstenite::Message::text(r#"{"method":"Runtime.consoleAPICalled","params":{}}"#);
        let talks = with(move |s| while s.send(event()).is_ok() {});
        assert!(cause(talks).is("node/no-answer"));
    }

    #[test]
    fn an_answer_that_comes_byte_by_byte_is_given_up() {
        // a frame of text of 60 kB, of which a byte comes now and then
        let trickles = with(|s| {
            let line = s.get_mut();
            let mut left = line.write_all(&[0x81, 126, 0xea, 0x60]);
            while left.is_ok() {
                thread::sleep(Duration::from_millis(5));
                left = line.write_all(b" ");
            }
        });
        assert!(cause(trickles).is("node/no-answer"));
    }

    #[test]
    fn a_message_beyond_all_measure_is_refused_by_its_head() {
        let mut head = vec![0x81, 127];
        head.extend_from_slice(&(MOST as u64 + 1).to_be_bytes());
        let (held, hold) = std::sync::mpsc::channel::<()>();
        let floods = with(move |s| {
            s.get_mut().write_all(&head).expect("sent");
            // the connection stays until the other side has seen enough
            let _over = hold.recv().is_err();
        });
        let said = cause(floods).to_string();
        assert!(said.contains("too long"), "{said}");
        drop(held);
    }
}
