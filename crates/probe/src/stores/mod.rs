//! Stores: servers that keep data for services, one folder each, behind one trait. The build finds the folders; there is nothing to register.
//!
//! A folder `src/stores/<name>/` has the adapter (`mod.rs` with `pub const STORE`), its page, its probe and `frames/*.toml` (what the frames of its
//! drivers mean, read by `diagnose`). No code outside a folder asks which store it is. Beside the folders lies what several of them need.

mod adapter;
mod find;
#[cfg(test)]
mod live;
mod lock_roots;
mod nobody;
mod pace;
mod sampler;
mod sensor;
mod server;
mod session;
mod sql;
#[cfg(test)]
mod tests;
mod totals;
mod watch;

pub use adapter::{Access, Store};

use crate::{Context, Probe, ProbeError};
use model::{Message, message};
use std::net::SocketAddr;

include!(concat!(env!("OUT_DIR"), "/stores.rs"));

/// A probe for each server that the target uses, none attached: those that the user names, and those found among its peers. Where no database is
/// among them, one more says so.
pub fn probes(cx: &Context) -> Vec<Box<dyn Probe>> {
    let wanted = find::wanted(&cx.target.peers, &cx.databases);
    let sees_database = wanted.iter().any(|(store, _)| store.role() == model::Role::Database);
    let mut all: Vec<Box<dyn Probe>> = wanted.into_iter().map(|(store, access)| store.probe(access)).collect();
    if !sees_database {
        all.push(Box::new(nobody::Nobody));
    }
    self::sensor::shared(all)
}

/// Whether an address given by the user can be read at all; nothing is connected to.
pub fn check(address: &str) -> Result<(), ProbeError> {
    match reader_of(address) {
        Some(store) => store.check(address),
        None if address.is_empty() => Ok(()),
        None => Err(ProbeError {
            name: "database-address-wrong",
            operation: message!("stores/read-address"),
            // the text is not repeated: it may hold a password
            cause: if is_of_a_driver(address) {
                message!("stores/of-a-driver", schemes: name(schemes().join(", ")))
            } else {
                message!("stores/no-such-scheme", schemes: name(schemes().join(", ")))
            },
            help: how(),
        }),
    }
}

/// Where the addresses given by the user lead.
pub(crate) fn named(addresses: &[String]) -> Vec<SocketAddr> {
    addresses.iter().filter_map(|a| Some(reader_of(a)?.leads_to(a))).flatten().collect()
}

/// How addresses of all stores are given.
fn how() -> Message {
    message!("stores/how", each: (ALL.iter().map(|s| s.how()).collect::<Vec<_>>()))
}

/// Whether it is an address as drivers of a language want it: `jdbc:postgresql://`, `mysql+pymysql://`.
fn is_of_a_driver(address: &str) -> bool {
    address.split_once("://").is_some_and(|(scheme, _)| {
        schemes().iter().any(|s| {
            let ours = s.trim_end_matches("://");
            scheme.split([':', '+']).any(|part| part == ours)
        })
    })
}

fn schemes() -> Vec<String> {
    ALL.iter().flat_map(|s| s.schemes()).map(|s| format!("{s}://")).collect()
}

/// The store that reads addresses of this form.
fn reader_of(address: &str) -> Option<&'static dyn Store> {
    ALL.iter().copied().find(|s| !address.is_empty() && s.reads(address))
}

/// The other store that answers at one of the addresses where a server of the store `than` did not answer as one.
fn answers_instead(addresses: &[SocketAddr], than: &str) -> Option<&'static dyn Store> {
    ALL.iter().copied().filter(|s| s.name() != than).find(|s| addresses.iter().any(|at| s.speaks(*at)))
}

/// Why a server could not be talked to at all, and what helps: another store may answer there, the host may have no address.
fn unreachable(than: &dyn Store, addresses: &[SocketAddr], seen: Message, ask: &str) -> (Message, Message) {
    if let Some(other) = answers_instead(addresses, than.name()) {
        let (its, not) = (other.title(), than.title());
        return (message!("stores/another-answers", its: name(its), not: name(not), seen: (seen)), other.how());
    }
    match addresses.first() {
        None => (message!("stores/no-address", seen: (seen)), than.how()),
        Some(at) => {
            let command = ask.replace("HOST", &at.ip().to_string()).replace("PORT", &at.port().to_string());
            (seen, message!("stores/is-it-there", how: (than.how()), command: name(command)))
        }
    }
}

/// Addresses of a server, for people.
fn list(addresses: &[SocketAddr]) -> Message {
    if addresses.is_empty() {
        return message!("stores/unknown-host");
    }
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ").into()
}
