//! The processes of this host that the target itself uses: what they take of its CPUs is the service's own work done elsewhere.

use crate::discover::Listeners;
use model::Peer;
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// Processes with a socket that listens at one of `peers`: masters and workers that share it alike. Those whose descriptors may not be read are
/// missing.
pub(super) fn serving(peers: &[Peer]) -> BTreeSet<u32> {
    let addresses: Vec<SocketAddr> = peers.iter().filter_map(|p| p.address.parse().ok()).collect();
    Listeners::at(&addresses).processes().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn who_listens_at_a_peer_serves_the_target() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
        let peer = Peer::from(listener.local_addr().expect("address").to_string().as_str());
        assert!(serving(std::slice::from_ref(&peer)).contains(&std::process::id()));
        drop(listener);
        assert!(!serving(&[peer, "not an address".into()]).contains(&std::process::id()));
        assert!(serving(&[]).is_empty());
    }
}
