//! A PostgreSQL server of the test's own: private folder, private port, stopped and removed when dropped.

use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// PostgreSQL refuses to run as root: `nobody` then runs it.
const NOBODY: u32 = 65534;
pub(super) const PASSWORD: &str = "let-me-in";

pub(super) struct Server {
    bin: PathBuf,
    dir: PathBuf,
    pub(super) port: u16,
    child: Child,
}

impl Server {
    /// Starts one, with TLS if asked for; `None` (said aloud) where something that it needs is not installed.
    pub(super) fn start(name: &str, tls: bool) -> Option<Self> {
        Self::start_for(name, tls, "postgres", "scram-sha-256")
    }

    /// The same with another superuser, who has to show `auth`.
    pub(super) fn start_for(name: &str, tls: bool, superuser: &str, auth: &str) -> Option<Self> {
        let Some(bin) = binaries() else { return skip("PostgreSQL is not installed") };
        let dir = std::env::temp_dir().join(format!("probe-postgres-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("folder");
        let data = dir.join("data");
        std::fs::write(dir.join("password"), PASSWORD).expect("password file");
        if tls && !certificate(&dir) {
            std::fs::remove_dir_all(&dir).expect("clean up");
            return skip("openssl is not installed");
        }
        give_away(&dir);
        let init = as_nobody(&bin.join("initdb"), &dir)
            .args([&format!("--auth={auth}"), &format!("--username={superuser}"), "--encoding=UTF8", "--locale=C", "--no-sync", "--pgdata"])
            .arg(&data)
            .arg("--pwfile")
            .arg(dir.join("password"))
            .output()
            .expect("initdb");
        assert!(init.status.success(), "initdb: {}", String::from_utf8_lossy(&init.stderr));
        let port = TcpListener::bind("127.0.0.1:0").expect("free port").local_addr().expect("address").port();
        let mut command = as_nobody(&bin.join("postgres"), &dir);
        command.arg("-D").arg(&data).args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        command.args(["-c", "fsync=off", "-c", "max_connections=23"]);
        if tls {
            std::fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n").expect("pg_hba.conf");
            command.args(["-c", "ssl=on", "-c"]).arg(format!("ssl_cert_file={}", dir.join("cert.pem").display()));
            command.arg("-c").arg(format!("ssl_key_file={}", dir.join("key.pem").display()));
        }
        let child = command.spawn().expect("postgres");
        let server = Self { bin, dir, port, child };
        server.wait_until_ready();
        Some(server)
    }

    /// A connection string for `user`.
    pub(super) fn url(&self, user: &str, password: &str) -> String {
        format!("postgres://{user}:{password}@127.0.0.1:{}/postgres", self.port)
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
        let mut stop = as_nobody(&self.bin.join("pg_ctl"), &self.dir);
        let stopped = stop.args(["stop", "-m", "immediate", "-D"]).arg(self.dir.join("data")).status();
        if !stopped.is_ok_and(|s| s.success()) {
            let _killed = self.child.kill().is_ok();
        }
        let _reaped = self.child.wait().is_ok();
    }

    fn wait_until_ready(&self) {
        let patience = Instant::now() + Duration::from_secs(30);
        loop {
            let ready = as_nobody(&self.bin.join("pg_isready"), &self.dir).args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).status();
            if ready.expect("pg_isready").success() {
                return;
            }
            assert!(Instant::now() < patience, "waited 30 s for PostgreSQL");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _removed = std::fs::remove_dir_all(&self.dir).is_ok();
    }
}

fn binaries() -> Option<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = std::env::split_paths(&path).chain(installed).collect();
    all.retain(|d| d.join("initdb").exists() && d.join("postgres").exists());
    all.pop()
}

fn as_nobody(program: &Path, dir: &Path) -> Command {
    let mut c = Command::new(program);
    c.current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if crate::discover::uid(std::process::id()) == Some(0) {
        c.uid(NOBODY).gid(NOBODY);
    }
    c
}

fn give_away(dir: &Path) {
    if crate::discover::uid(std::process::id()) == Some(0) {
        let files = std::fs::read_dir(dir).expect("folder").flatten().map(|e| e.path());
        for path in files.chain([dir.to_owned()]) {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("chown");
        }
    }
}

/// A self-signed certificate, as most servers inside a company have.
fn certificate(dir: &Path) -> bool {
    let mut c = Command::new("openssl");
    c.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test", "-keyout"]).arg(dir.join("key.pem"));
    let made = c.arg("-out").arg(dir.join("cert.pem")).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
    made && {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(dir.join("key.pem"), std::fs::Permissions::from_mode(0o600)).is_ok()
    }
}

#[expect(clippy::print_stderr, reason = "a skip must be loud")]
fn skip<T>(reason: &str) -> Option<T> {
    eprintln!("skipped: {reason}");
    None
}
