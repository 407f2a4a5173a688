//! A MariaDB server of the test's own: private folder, private port, stopped and removed when dropped.

use mysql::{Conn, OptsBuilder};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Servers that run side by side would use up what the kernel has of its own asynchronous files.
const NO_AIO: &str = "--innodb-use-native-aio=0";
pub(super) const PASSWORD: &str = "let-me-in";

pub(super) struct Server {
    dir: PathBuf,
    pub(super) port: u16,
    child: Child,
}

impl Server {
    /// Starts one with `options` of its own; `None` (said aloud) where it is not installed. The service's user is `svc`, who may use the database `shop`.
    pub(super) fn start(name: &str, options: &[&str]) -> Option<Self> {
        let Some(server) = program("mariadbd") else { return skip("MariaDB is not installed") };
        let dir = std::env::temp_dir().join(format!("probe-mysql-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("folder");
        let user = install(&dir)?;
        let data = format!("--datadir={}", dir.join("data").display());
        let port = TcpListener::bind("127.0.0.1:0").expect("free port").local_addr().expect("address").port();
        let mut command = Command::new(server);
        command.args(["--no-defaults", &data, NO_AIO, "--bind-address=127.0.0.1", &format!("--port={port}"), "--max-connections=23"]);
        command.arg(format!("--socket={}", dir.join("socket").display())).args(user).args(options).current_dir("/");
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("mariadbd");
        let server = Self { dir, port, child };
        let mut admin = server.admin();
        use mysql::prelude::Queryable as _;
        for statement in [
            "CREATE DATABASE shop",
            "CREATE TABLE shop.stock (item int PRIMARY KEY, n int, note varchar(20)) ENGINE=InnoDB",
            "INSERT INTO shop.stock SELECT seq, 10, 'x' FROM shop.seq_1_to_1000",
            &format!("CREATE USER svc@'%' IDENTIFIED BY '{PASSWORD}'"),
            "GRANT ALL ON shop.* TO svc@'%'",
        ] {
            admin.query_drop(statement).expect(statement);
        }
        Some(server)
    }

    /// A connection of the administrator, once the server answers.
    pub(super) fn admin(&self) -> Conn {
        let patience = Instant::now() + Duration::from_secs(30);
        let opts = OptsBuilder::new().ip_or_hostname(Some("127.0.0.1")).tcp_port(self.port).user(Some("root")).prefer_socket(false);
        loop {
            match Conn::new(opts.clone()) {
                Ok(conn) => return conn,
                Err(e) => assert!(Instant::now() < patience, "waited 30 s for MariaDB: {e}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A connection as the service has it.
    pub(super) fn client(&self) -> Conn {
        Conn::new(mysql::Opts::from_url(&self.url("svc", PASSWORD)).expect("url")).expect("connect")
    }

    /// An address for `user`.
    pub(super) fn url(&self, user: &str, password: &str) -> String {
        format!("mysql://{user}:{password}@127.0.0.1:{}/shop", self.port)
    }

    /// The address as it stands among a target's peers.
    pub(super) fn peer(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it at once. Its answers to those connected are cut off.
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

/// Puts an empty data folder into `dir`, and says as whom the server runs. One at a time: installations that run side by side fail now and then.
fn install(dir: &Path) -> Option<&'static [&'static str]> {
    static ONE: Mutex<()> = Mutex::new(());
    let Some(install) = program("mariadb-install-db") else { return skip("mariadb-install-db is not installed") };
    let root = crate::discover::uid(std::process::id()) == Some(0);
    if root {
        std::os::unix::fs::chown(dir, Some(65534), Some(65534)).expect("chown");
    }
    let user: &[&str] = if root { &["--user=nobody"] } else { &[] };
    let mut init = Command::new(install);
    init.arg("--no-defaults").arg(format!("--datadir={}", dir.join("data").display())).args([NO_AIO, "--skip-test-db"]);
    init.arg("--auth-root-authentication-method=normal").args(user).current_dir("/").stdin(Stdio::null());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let made = init.output().expect("mariadb-install-db");
    assert!(
        made.status.success(),
        "mariadb-install-db: {}{}",
        String::from_utf8_lossy(&made.stdout),
        String::from_utf8_lossy(&made.stderr)
    );
    Some(user)
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
