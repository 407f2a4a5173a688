//! What is known of MySQL and MariaDB before anything is asked of a server.

use super::super::watch::SessionProbe;
use super::super::{Access, Store};
use super::connect;
use super::server::MySql as Connection;
use crate::{Probe, ProbeError};
use model::{Message, Role};
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Version of the protocol that a server's greeting begins with, after three bytes of length and a number.
const PROTOCOL: u8 = 10;
/// How long a peer may take to greet.
const PATIENCE: Duration = Duration::from_millis(500);

struct MySql;

/// The store.
pub const STORE: &dyn Store = &MySql;

impl Store for MySql {
    fn name(&self) -> &'static str {
        "mysql"
    }

    fn title(&self) -> &'static str {
        "MySQL"
    }

    fn page(&self) -> &'static str {
        include_str!("mysql.md")
    }

    fn role(&self) -> Role {
        Role::Database
    }

    fn programs(&self) -> &'static [&'static str] {
        &["mysqld", "mariadbd", "mysqld_safe"]
    }

    fn usual_port(&self) -> u16 {
        3306
    }

    fn schemes(&self) -> &'static [&'static str] {
        &["mysql", "mariadb"]
    }

    fn how(&self) -> Message {
        connect::how()
    }

    fn check(&self, address: &str) -> Result<(), ProbeError> {
        connect::parse(address).map(drop)
    }

    fn leads_to(&self, address: &str) -> Vec<SocketAddr> {
        connect::parse(address).map(|o| connect::addresses(&o)).unwrap_or_default()
    }

    /// By its greeting: it speaks first, and nothing is sent.
    fn speaks(&self, at: SocketAddr) -> bool {
        let ask = || -> std::io::Result<bool> {
            let mut stream = TcpStream::connect_timeout(&at, PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            let mut greeting = [0; 6];
            stream.read_exact(&mut greeting)?;
            // length, number 0, protocol, and a version that begins with a digit
            Ok(greeting[3] == 0 && greeting[4] == PROTOCOL && greeting[5].is_ascii_digit())
        };
        ask().unwrap_or(false)
    }

    fn probe(&self, access: Access) -> Box<dyn Probe> {
        Box::new(SessionProbe::<Connection>::new(access))
    }
}
