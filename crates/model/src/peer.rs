//! Whom the target talks to: each peer by itself, with what it is where that can be told.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a peer is to the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Keeps data and answers statements.
    Database,
    /// Keeps what is wanted again soon.
    Cache,
    /// Takes messages and hands them on.
    Queue,
    /// Answers searches.
    Search,
    /// Another service, by HTTP.
    Http,
    /// Takes mail.
    Mail,
    /// Not recognised.
    #[default]
    Unknown,
}

/// The other end of a connection that the target has opened.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Peer {
    /// `ip:port`, as the target reaches it.
    pub address: String,
    /// What it is to the target.
    pub role: Role,
    /// What it is called: `postgres`, `redis`; for other processes of this host the name of the process; or empty.
    pub name: String,
    /// The process that listens there, where it runs on this host.
    pub pid: Option<u32>,
}

/// A peer of which nothing but its address is known.
impl From<&str> for Peer {
    fn from(address: &str) -> Self {
        Self { address: address.to_owned(), ..Self::default() }
    }
}

/// `127.0.0.1:6379 (redis)`, or the address alone.
impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => f.write_str(&self.address),
            name => write!(f, "{} ({name})", self.address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_is_shown_with_its_name_where_it_has_one() {
        let unknown = Peer::from("10.0.0.7:9000");
        let redis = Peer { name: "redis".into(), role: Role::Cache, ..Peer::from("127.0.0.1:6379") };
        assert_eq!((unknown.to_string().as_str(), redis.to_string().as_str()), ("10.0.0.7:9000", "127.0.0.1:6379 (redis)"));
    }
}
