//! Secrets of every place that a user, or the service, may have put one in: none is in any byte that is kept, shown or printed.

mod many;

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What is planted, by place. Each is long enough to be found nowhere by chance, and looks like nothing in particular.
const SECRETS: [(&str, &str); 14] = [
    ("user information of the URL", "qvornwexly"),
    ("token of the query", "zadrikmopu"),
    ("signature of the query", "hubwelfaxo"),
    ("Authorization", "jotrigulep"),
    ("Cookie", "wuxadrobim"),
    ("a header of its own", "fepkolzuty"),
    ("user and password", "bixormaguv"),
    ("password of the database before a slash", "krelupwodi"),
    ("password of the database behind a slash", "snavofejyt"),
    ("the command that changes", "ludpaxirow"),
    ("the command that restores", "ghomezutif"),
    ("body", "yrpocalwen"),
    ("an option of the service's process", "dwixoflerm"),
    ("a property of the service's process", "mogtavuryk"),
];

/// Ends the name of a run file whose frames are decompressed.
const PLAIN: &str = ", decompressed";

fn secret(place: &str) -> &'static str {
    SECRETS.iter().find(|(p, _)| *p == place).map(|(_, s)| *s).expect("planted")
}

/// A service of this very process. It answers 200, and 503 to every tenth request.
fn service() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || serve(stream));
        }
    });
    port
}

fn serve(stream: TcpStream) {
    let Ok(mut out) = stream.try_clone() else { return };
    let mut input = BufReader::new(stream);
    for n in 1.. {
        let mut length = 0;
        loop {
            let mut line = String::new();
            match input.read_line(&mut line) {
                Ok(1..) if line.trim().is_empty() => break,
                Ok(1..) => {
                    length = line.to_ascii_lowercase().strip_prefix("content-length:").map_or(length, |l| l.trim().parse().unwrap_or(0));
                }
                _ => return,
            }
        }
        if std::io::copy(&mut input.by_ref().take(length), &mut std::io::sink()).is_err() {
            return;
        }
        let status = if n % 10 == 0 { "503 Service Unavailable" } else { "200 OK" };
        if write!(out, "HTTP/1.1 {status}\r\ncontent-length: 2\r\n\r\nok").is_err() {
            return;
        }
    }
}

/// Where the tool runs, and what it has said so far.
struct Place {
    home: tempfile::TempDir,
    port: u16,
    said: Vec<(String, Vec<u8>)>,
}

impl Place {
    fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a temporary folder"), port: service(), said: Vec::new() }
    }

    fn url(&self) -> String {
        format!(
            "http://127.0.0.1:{}/members/42?page=2&token={}&sig={}",
            self.port,
            secret("token of the query"),
            secret("signature of the query")
        )
    }

    fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_tightspot"));
        c.args(args).current_dir(self.home.path()).env("TIGHTSPOT_STORE", self.home.path().join("runs"));
        c.env("XDG_STATE_HOME", self.home.path().join("state")).env_remove("TIGHTSPOT_DB");
        c.env("TIGHTSPOT_LOCK", self.home.path().join("lock"));
        c.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        c
    }

    /// A command with all that a request can carry, and `more`.
    fn with(&self, command: &str, more: &[&str]) -> Vec<String> {
        let more = more.iter().map(|w| (*w).to_owned());
        std::iter::once(command.to_owned()).chain(self.request()).chain(more).collect()
    }

    fn request(&self) -> Vec<String> {
        let header = |name: &str, place: &str| ["-H".to_owned(), format!("{name}: {}", secret(place))];
        let mut all = vec![self.url(), "-d".to_owned(), format!("{{\"password\":\"{}\"}}", secret("body"))];
        all.extend(["-a".to_owned(), format!("app:{}", secret("user and password"))]);
        all.extend(["-H".to_owned(), format!("Authorization: Bearer {}", secret("Authorization"))]);
        all.extend(header("Cookie", "Cookie").into_iter().chain(header("X-Mine", "a header of its own")));
        all.extend(["-H".to_owned(), "Accept: text/plain".to_owned()]);
        all
    }

    fn keep(&mut self, what: &str, out: Output) -> Option<i32> {
        self.said.push((format!("stdout of {what}"), out.stdout));
        self.said.push((format!("stderr of {what}"), out.stderr));
        out.status.code()
    }

    fn run(&mut self, what: &str, args: &[impl AsRef<OsStr>]) -> Option<i32> {
        let out = self.command(args).output().expect("the tool runs");
        self.keep(what, out)
    }

    /// Runs until `begun` holds, then Ctrl-C.
    fn run_until(&mut self, what: &str, args: &[String], begun: impl Fn(&Self) -> bool) {
        let tool = self.command(args).spawn().expect("the tool runs");
        let patience = Instant::now() + Duration::from_secs(60);
        while !begun(self) {
            assert!(Instant::now() < patience, "{what} does not begin");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(Command::new("kill").args(["-s", "INT", &tool.id().to_string()]).status().is_ok_and(|s| s.success()));
        let out = tool.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(self.keep(what, out), Some(130), "{what}: {said}");
    }

    fn run_files(&self) -> usize {
        std::fs::read_dir(self.home.path().join("runs")).map_or(0, Iterator::count)
    }

    /// Everything that was said or kept, with the frames of run files decompressed.
    fn everything(&self) -> Vec<(String, Vec<u8>)> {
        let mut all = self.said.clone();
        walk(self.home.path(), &mut all);
        all
    }
}

fn walk(folder: &Path, all: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("readable").flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, all);
            continue;
        }
        let (name, bytes) = (path.display().to_string(), std::fs::read(&path).expect("readable"));
        if path.extension().is_some_and(|e| e == "tsr") {
            all.push((format!("{name}{PLAIN}"), decompressed(&bytes)));
        }
        all.push((name, bytes));
    }
}

/// The frames of a run file: behind twelve bytes, each has a length and a checksum of four bytes before it.
fn decompressed(file: &[u8]) -> Vec<u8> {
    let (mut rest, mut out) = (&file[12..], Vec::new());
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (payload, next) = after[4..].split_at(u32::from_le_bytes(*length) as usize);
        out.extend(zstd::decode_all(payload).expect("a frame is a piece of zstd"));
        rest = next;
    }
    out
}

/// A process with secrets in its command line, to be watched. It ends with its input.
fn watched() -> Child {
    let option = format!("--api-key={}", secret("an option of the service's process"));
    let property = format!("-Ddb.password={}", secret("a property of the service's process"));
    let words = ["-c", "read line", "shop", &option, &property, "--server.port=8080"];
    Command::new("sh").args(words).stdin(Stdio::piped()).spawn().expect("a shell")
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|w| w == word.as_bytes())
}

impl Place {
    /// A load with every form of report, of which some requests fail.
    fn load(&mut self) {
        let outs = ["r.json", "r.csv", "r.routes.csv", "r.hlog", "r.xml", "r.txt"].map(|o| ["-o", o]).concat();
        let args = self.with("load", &[&["-n", "200", "-c", "2", "--json"][..], &outs].concat());
        self.run("load", &args);
    }

    /// A diagnosis of a process that has secrets of its own.
    fn diagnose(&mut self) {
        let mut shop = watched();
        let (before, behind) = (secret("password of the database before a slash"), secret("password of the database behind a slash"));
        let database = format!("postgres://app:{before}/{behind}@127.0.0.1:9/shop");
        let apply = format!("set-pool -p {} {{value}}", secret("the command that changes"));
        let restore = format!("reset-pool {}", secret("the command that restores"));
        let pid = shop.id().to_string();
        let plan = ["--apply", &apply, "--restore", &restore, "--doses", "1,2"];
        let what = ["--pid", &pid, "--no-probes", "--warmup", "none", "--db", &database, "--json", "-o", "why.json", "-o", "why.txt"];
        let args = self.with("why", &[&what[..], &plan].concat());
        let kept = self.run_files();
        self.run_until("why", &args, |p| p.run_files() > kept);
        shop.kill().expect("ours");
        shop.wait().expect("ours");
    }

    /// An experiment by commands that hold secrets: noted, made, put back.
    fn experiment(&mut self) {
        let knob = self.home.path().join("knob");
        let apply = format!("echo {{value}} > {}; true {}", knob.display(), secret("the command that changes"));
        let restore = format!("rm {}; true {}", knob.display(), secret("the command that restores"));
        let plan = ["--apply", &apply, "--restore", &restore, "--doses", "1,2,3"];
        let how = ["--warmup", "none", "-c", "2", "--measure", "0.3", "--no-probes"];
        let args = self.with("sweep", &[&plan[..], &how].concat());
        self.run_until("sweep", &args, |_| knob.exists());
        assert!(!knob.exists(), "it is put back");
    }

    /// What is mistyped is not repeated.
    fn mistakes(&mut self) {
        let password = secret("user information of the URL");
        let user = format!("http://app:{password}@127.0.0.1:{}/", self.port);
        let (scheme, half) = (format!("ftp://app:{password}@h/"), secret("a header of its own"));
        for args in [
            &["load", &user, "--json"][..],
            &["why", &user, "--json"],
            &["load", &scheme],
            &["load", &self.url(), "-H", half],
            &["load", &self.url(), "-H", "x-mine:", half],
        ] {
            assert_eq!(self.run(args[0], args), Some(2), "{args:?}");
        }
    }

    /// What is told of kept runs.
    fn look_back(&mut self) {
        for args in [&["report", "last", "--json"][..], &["report", "last~1"], &["runs", "list"], &["runs", "show", "last~1", "--json"]] {
            self.run("a look back", args);
        }
    }
}

#[test]
fn nothing_that_is_kept_or_said_holds_a_secret() {
    let mut p = Place::new();
    p.load();
    p.diagnose();
    p.experiment();
    p.mistakes();
    p.look_back();
    let all = p.everything();
    for (place, word) in SECRETS {
        let found: Vec<&str> = all.iter().filter(|(_, bytes)| contains(bytes, word)).map(|(name, _)| name.as_str()).collect();
        assert!(found.is_empty(), "the secret in {place} stands in {found:?}");
    }
    // the same walk finds what is to be kept
    let path = "/members/42?page=2&token=***&sig=***";
    for word in [path, "Accept: text/plain", "127.0.0.1:9/shop", "--server.port=8080", "--api-key=***", "echo {value} > "] {
        assert!(all.iter().any(|(name, bytes)| name.ends_with(PLAIN) && contains(bytes, word)), "{word} is kept");
    }
    assert_eq!(all.iter().filter(|(name, _)| name.ends_with(PLAIN)).count(), 3, "load, why and sweep kept their runs");
}
