//! A sample of answers from a real server: what is asked for, and what is told of it.

use load::{SampleLimits, Scenario, Way, sample_answers};
use model::AnswerSample;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A server that answers each path in a way of its own, and keeps the request lines that it saw.
struct Shop {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Shop {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let shop = Self { address: listener.local_addr().expect("bound"), seen: Arc::default() };
        let seen = Arc::clone(&shop.seen);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let seen = Arc::clone(&seen);
                std::thread::spawn(move || serve(stream, &seen));
            }
        });
        shop
    }

    /// Samples a scenario of these lines.
    fn sample(&self, lines: &str) -> AnswerSample {
        self.sample_within(lines, &SampleLimits::default()).expect("it answers")
    }

    fn sample_within(&self, lines: &str, limits: &SampleLimits) -> Result<AnswerSample, load::ProbeFailure> {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("scenario.toml");
        std::fs::write(&path, format!("[target]\nurl = \"http://{}\"\n{lines}", self.address)).expect("written");
        let scenario = Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}"));
        sample_answers(&scenario, &Way::default(), 7, 3, limits, &|| false)
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().expect("no server thread panics").clone()
    }
}

fn page() -> Vec<u8> {
    (0..400).flat_map(|n| format!("<li>product {n} at {} cents</li>\n", n * 7919 % 1000).into_bytes()).collect()
}

fn gzip(level: u32, plain: &[u8]) -> Vec<u8> {
    let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    to.write_all(plain).expect("into memory");
    to.finish().expect("into memory")
}

fn answer(line: &str) -> Vec<u8> {
    let whole = |head: &str, body: Vec<u8>| {
        [format!("HTTP/1.1 200 OK\r\n{head}Content-Length: {}\r\n\r\n", body.len()).into_bytes(), body].concat()
    };
    match line.split(' ').nth(1).unwrap_or_default() {
        "/page" => whole("Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip\r\n", gzip(9, &page())),
        "/chunked" => {
            let body = gzip(1, &page());
            let chunks = body.chunks(300).flat_map(|c| [format!("{:x}\r\n", c.len()).into_bytes(), c.to_vec(), b"\r\n".to_vec()].concat());
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
            [head.as_bytes().to_vec(), chunks.collect(), b"0\r\n\r\n".to_vec()].concat()
        }
        "/broken" => whole("Content-Encoding: br\r\n", b"no such thing".to_vec()),
        "/gone" => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
        _ => whole("Content-Type: text/plain\r\n", b"plain".to_vec()),
    }
}

fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>) {
    let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(n @ 1..) = stream.read(&mut buffer) {
        all.extend_from_slice(&buffer[..n]);
        while let Some(end) = all.windows(4).position(|w| w == b"\r\n\r\n") {
            let head: Vec<u8> = all.drain(..end + 4).collect();
            let line = String::from_utf8_lossy(&head).lines().next().unwrap_or_default().to_owned();
            let answer = answer(&line);
            seen.lock().expect("no server thread panics").push(line);
            if stream.write_all(&answer).is_err() {
                return;
            }
        }
    }
}

#[test]
fn only_what_is_safe_is_sent_and_its_share_is_told() {
    let shop = Shop::open();
    let sample = shop.sample(
        "[[scenario.step]]\nname = \"page\"\nweight = 3\nrequest = \"GET /page\"\n\
         [[scenario.step]]\nname = \"order\"\nweight = 1\nrequest = \"POST /orders\"\n",
    );
    assert_eq!((sample.covers, sample.answers.len(), shop.seen().len()), (0.75, 24, 24));
    assert!(shop.seen().iter().all(|line| line.starts_with("GET /page ")), "{:?}", shop.seen());
    let one = &sample.answers[0];
    assert_eq!((one.route, one.media_type.as_str(), one.encoding.as_str()), (Some(3), "text/html", "gzip"));
    assert_eq!((one.body_bytes, one.unpacked_bytes), (gzip(9, &page()).len() as u64, Some(page().len() as u64)));
    assert_eq!(one.packed.iter().map(|p| p.level).collect::<Vec<_>>(), [1, 4, 5, 6, 9]);
    assert_eq!((one.packed[4].bytes, one.level_told), (one.body_bytes, Some(9)));
}

#[test]
fn bodies_are_joined_from_chunks_and_what_cannot_be_unpacked_is_told_by_its_size() {
    let step = |path: &str| format!("[[scenario.step]]\nname = \"{path}\"\nrequest = \"GET {path}\"\n");
    let shop = Shop::open();
    let sample = shop.sample(&format!("{}{}{}{}", step("/chunked"), step("/broken"), step("/gone"), step("/plain")));
    let of = |route: u16| sample.answers.iter().filter(move |a| a.route == Some(route));
    assert!(of(3).all(|a| a.unpacked_bytes == Some(page().len() as u64) && a.body_bytes == gzip(1, &page()).len() as u64));
    assert!(of(4).all(|a| a.encoding == "br" && a.unpacked_bytes.is_none() && a.packed.is_empty() && a.body_bytes == 13));
    assert_eq!((of(5).count(), of(3).count() > 0, of(4).count() > 0), (0, true, true), "what is not good is no answer");
    assert!(of(6).all(|a| a.encoding.is_empty() && a.media_type == "text/plain" && a.packed.is_empty()) && of(6).count() > 0);
}

#[test]
fn a_flow_is_sent_as_a_whole_or_not_at_all() {
    let flow = |second: &str| {
        let steps = format!(
            "[scenario]\nrun = \"sequence\"\n[[scenario.step]]\nname = \"a\"\nrequest = \"GET /page\"\n[[scenario.step]]\nname = \"b\"\nrequest = \"{second}\"\n"
        );
        let shop = Shop::open();
        let sample = shop.sample(&steps);
        (sample.covers, sample.answers.len(), shop.seen().first().cloned(), shop.seen().get(1).cloned())
    };
    let (covers, answers, first, second) = flow("GET /plain");
    assert_eq!((covers, answers), (1.0, 24));
    assert_eq!((first.as_deref(), second.as_deref()), (Some("GET /page HTTP/1.1"), Some("GET /plain HTTP/1.1")));
    assert_eq!(flow("DELETE /cart"), (0.0, 0, None, None));
}

#[test]
fn asking_ends_with_its_limits_and_nobody_there_is_an_error() {
    let shop = Shop::open();
    let step = "[[scenario.step]]\nname = \"page\"\nrequest = \"GET /page\"\n";
    let few = SampleLimits { requests: 5, ..SampleLimits::default() };
    assert_eq!(shop.sample_within(step, &few).expect("it answers").answers.len(), 5);
    let little = SampleLimits { kept_bytes: 1, ..SampleLimits::default() };
    assert_eq!(shop.sample_within(step, &little).expect("it answers").answers.len(), 1);
    let no_time = SampleLimits { asking: Duration::ZERO, ..SampleLimits::default() };
    assert_eq!(shop.sample_within(step, &no_time).expect("it answers").answers.len(), 0);
    let nobody =
        Shop { address: TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port"), seen: Arc::default() };
    assert!(nobody.sample_within(step, &few).is_err());
}
