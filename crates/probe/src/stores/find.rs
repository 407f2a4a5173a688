//! Which servers the target uses: those that the user names, and those among its peers.

use super::{ALL, Access, Store, reader_of};
use model::{Peer, Role};
use std::net::SocketAddr;

/// A server of a store.
type Found = (&'static dyn Store, SocketAddr);

/// The servers to be watched, and how to get there. Who names one server of a store names all of that store that are to be asked.
pub(super) fn wanted(peers: &[Peer], addresses: &[String]) -> Vec<(&'static dyn Store, Access)> {
    let found = among(peers);
    let mut all: Vec<(&'static dyn Store, Access)> = Vec::new();
    for address in addresses {
        let Some(store) = reader_of(address) else { continue };
        let found = found.iter().find(|(s, _)| is(*s, store) && store.leads_to(address).is_empty()).map(|(_, at)| *at);
        all.push((store, Access { address: Some(address.clone()), found }));
    }
    let unnamed: Vec<&Found> = found.iter().filter(|(store, _)| !all.iter().any(|(named, _)| is(*named, *store))).collect();
    all.extend(unnamed.into_iter().map(|(store, at)| (*store, Access { address: None, found: Some(*at) })));
    all
}

/// The servers among `peers`: those that were recognised; where no database is among them, the first that answers as one. Only then is anything sent.
fn among(peers: &[Peer]) -> Vec<Found> {
    let recognised = |p: &Peer| Some((ALL.iter().copied().find(|s| s.name() == p.name)?, p.address.parse().ok()?));
    let mut all: Vec<Found> = peers.iter().filter_map(recognised).collect();
    if !all.iter().any(|(store, _)| store.role() == Role::Database) {
        all.extend(ALL.iter().filter(|s| s.role() == Role::Database).find_map(|s| Some((*s, speaking(*s, peers)?))));
    }
    all
}

/// The first of `peers` that answers as a server of `store` does, or as a relay or pooler before one.
pub(super) fn speaking(store: &dyn Store, peers: &[Peer]) -> Option<SocketAddr> {
    let of_others = |p: &&Peer| !ALL.iter().any(|s| s.name() == p.name && !is(*s, store));
    peers.iter().filter(of_others).filter_map(|p| p.address.parse().ok()).find(|a| store.speaks(*a))
}

fn is(a: &dyn Store, b: &dyn Store) -> bool {
    a.name() == b.name()
}
