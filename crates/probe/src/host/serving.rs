//! The processes of this host that the target itself uses: what they take of its CPUs is the service's own work done elsewhere.

use crate::discover::{self, Listeners};
use model::Peer;
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// From peer to peer's peer: a service, its cache, and what that asks. A choice.
const HOPS: usize = 3;

/// Processes with a socket that listens at one of `peers`, and those that these ask in turn: masters and workers that share it alike. Those whose
/// descriptors may not be read are missing.
pub(super) fn serving(peers: &[Peer]) -> BTreeSet<u32> {
    let addresses = peers.iter().filter_map(|p| p.address.parse().ok()).collect();
    let listening = |at: &[SocketAddr]| Listeners::at(at).processes().collect();
    reached(addresses, listening, |pid| discover::sockets_of(pid).map(|s| discover::connected_to(&s)).unwrap_or_default())
}

/// Who listens at `addresses`, and at those that they are connected to, and so on.
fn reached(
    addresses: BTreeSet<SocketAddr>,
    listening: impl Fn(&[SocketAddr]) -> Vec<u32>,
    connected_to: impl Fn(u32) -> Vec<SocketAddr>,
) -> BTreeSet<u32> {
    let (mut asked, mut all) = (addresses.clone(), BTreeSet::new());
    let mut next: Vec<SocketAddr> = addresses.into_iter().collect();
    for _ in 0..HOPS {
        let new: Vec<u32> = listening(&next).into_iter().filter(|pid| all.insert(*pid)).collect();
        next = new.into_iter().flat_map(&connected_to).filter(|a| asked.insert(*a)).collect();
        if next.is_empty() {
            break;
        }
    }
    all
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

    #[test]
    fn what_a_peer_asks_serves_the_target_as_well_and_a_circle_ends() {
        let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
        // 1 asks 2, which asks 3 and 1; 4 is nobody's
        let listens = |addresses: &[SocketAddr]| (1..=4).filter(|n| addresses.contains(&at(*n))).map(u32::from).collect();
        let asks = |pid: u32| match pid {
            1 => vec![at(2)],
            2 => vec![at(3), at(1)],
            _ => Vec::new(),
        };
        assert_eq!(reached(BTreeSet::from([at(1)]), listens, asks), BTreeSet::from([1, 2, 3]));
    }
}
