//! A Redis server of the test's own: private folder, private port, stopped and removed when dropped.

use redis::{Client, Connection};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(super) const PASSWORD: &str = "let-me-in";

pub(super) struct Server {
    dir: PathBuf,
    pub(super) port: u16,
    child: Child,
    login: String,
}

impl Server {
    /// Starts one with `options` of its own, `--requirepass` among them if it wants one; `None` (said aloud) where it is not installed.
    pub(super) fn start(name: &str, options: &[&str]) -> Option<Self> {
        let Some(program) = program("redis-server") else { return skip("Redis is not installed") };
        let dir = std::env::temp_dir().join(format!("probe-redis-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("folder");
        let port = TcpListener::bind("127.0.0.1:0").expect("free port").local_addr().expect("address").port();
        let mut command = Command::new(program);
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no", "--dir"]).arg(&dir);
        command.args(options).current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("redis-server");
        let login = if options.contains(&"--requirepass") { format!(":{PASSWORD}@") } else { String::new() };
        let server = Self { dir, port, child, login };
        drop(server.client());
        Some(server)
    }

    /// A connection, once the server answers.
    pub(super) fn client(&self) -> Connection {
        let client = Client::open(self.url()).expect("url");
        let patience = Instant::now() + Duration::from_secs(30);
        loop {
            match client.get_connection() {
                Ok(conn) => return conn,
                Err(e) => assert!(Instant::now() < patience, "waited 30 s for Redis: {e}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The address with its password.
    pub(super) fn url(&self) -> String {
        format!("redis://{}127.0.0.1:{}", self.login, self.port)
    }

    /// The address as it stands among a target's peers.
    pub(super) fn peer(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ends it at once.
    pub(super) fn stop(&mut self) {
        let _killed = self.child.kill().is_ok();
        let _reaped = self.child.wait().is_ok();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _removed = std::fs::remove_dir_all(&self.dir).is_ok();
    }
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(usual).map(|d| d.join(name)).find(|p: &PathBuf| Path::exists(p))
}

#[expect(clippy::print_stderr, reason = "a skip must be loud")]
fn skip<T>(reason: &str) -> Option<T> {
    eprintln!("skipped: {reason}");
    None
}
