//! What is known of Redis before anything is asked of a server.

use super::super::{Access, Store};
use super::connect;
use super::probe::RedisProbe;
use crate::{Probe, ProbeError};
use model::{Message, Role};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long a peer may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);

struct Redis;

/// The store.
pub const STORE: &dyn Store = &Redis;

impl Store for Redis {
    fn name(&self) -> &'static str {
        "redis"
    }

    fn title(&self) -> &'static str {
        "Redis"
    }

    fn page(&self) -> &'static str {
        include_str!("redis.md")
    }

    fn role(&self) -> Role {
        Role::Cache
    }

    fn programs(&self) -> &'static [&'static str] {
        &["redis-server", "valkey-server", "keydb-server", "dragonfly"]
    }

    fn usual_port(&self) -> u16 {
        6379
    }

    fn schemes(&self) -> &'static [&'static str] {
        &["redis", "rediss", "valkey"]
    }

    fn how(&self) -> Message {
        connect::how()
    }

    fn check(&self, address: &str) -> Result<(), ProbeError> {
        connect::Address::read(address).map(drop)
    }

    fn leads_to(&self, address: &str) -> Vec<SocketAddr> {
        connect::Address::read(address).map(|a| a.leads_to()).unwrap_or_default()
    }

    /// By its answer to a command that does nothing, also where it wants a password first.
    fn speaks(&self, at: SocketAddr) -> bool {
        let ask = || -> std::io::Result<bool> {
            let mut stream = TcpStream::connect_timeout(&at, PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.write_all(b"PING\r\n")?;
            let mut answer = [0; 5];
            stream.read_exact(&mut answer)?;
            Ok(matches!(&answer, b"+PONG" | b"-NOAU" | b"-DENI"))
        };
        ask().unwrap_or(false)
    }

    fn probe(&self, access: Access) -> Box<dyn Probe> {
        Box::new(RedisProbe::new(access))
    }
}
