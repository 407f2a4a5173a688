//! The processes of this host that the target itself uses: what they take of its CPUs is the service's own work done elsewhere.

use crate::discover::{LISTEN, Socket, processes, socket_inodes, sockets_seen_by};
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// Processes with a socket that listens at one of `peers` (`ip:port`): masters and workers that share it alike. Those whose descriptors may
/// not be read are missing.
pub(super) fn serving(peers: &[String]) -> BTreeSet<u32> {
    let peers: Vec<SocketAddr> = peers.iter().filter_map(|p| p.parse().ok()).collect();
    if peers.is_empty() {
        return BTreeSet::new();
    }
    let inodes: Vec<u64> =
        sockets_seen_by(std::process::id()).iter().filter(|s| peers.iter().any(|p| answers(s, p))).map(|s| s.inode).collect();
    let holds = |pid: &u32| socket_inodes(*pid).is_ok_and(|open| open.iter().any(|i| inodes.contains(i)));
    if inodes.is_empty() { BTreeSet::new() } else { processes().into_iter().filter(holds).collect() }
}

fn answers(socket: &Socket, peer: &SocketAddr) -> bool {
    let ip = socket.local.ip();
    socket.state == LISTEN && socket.local.port() == peer.port() && (ip == peer.ip() || ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn who_listens_at_a_peer_serves_the_target() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
        let peer = listener.local_addr().expect("address").to_string();
        assert!(serving(std::slice::from_ref(&peer)).contains(&std::process::id()));
        drop(listener);
        assert!(!serving(&[peer, "not an address".to_owned()]).contains(&std::process::id()));
        assert!(serving(&[]).is_empty());
    }
}
