//! What a store adapter promises.

use crate::{Probe, ProbeError};
use model::{Message, Role};
use std::net::SocketAddr;

/// How a probe gets to its server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    /// What the user says: address, name, password.
    pub address: Option<String>,
    /// The server that was found among the target's peers, where the user does not say where it is.
    pub found: Option<SocketAddr>,
}

/// A store, as one folder below `src/stores/` knows it.
pub trait Store: Sync {
    /// Kebab-case name, also in runs: the first part of the id of its components. The same as that of its folder.
    fn name(&self) -> &'static str;

    /// The name users know.
    fn title(&self) -> &'static str;

    /// The page, Markdown: what is asked, privileges, cost, versions.
    fn page(&self) -> &'static str;

    /// What it is to a service.
    fn role(&self) -> Role;

    /// Names of the executables of its server; the kernel keeps 15 characters of them.
    fn programs(&self) -> &'static [&'static str];

    /// The port that it has unless told otherwise.
    fn usual_port(&self) -> u16;

    /// How its addresses begin, without `://`.
    fn schemes(&self) -> &'static [&'static str];

    /// The option that gives an address of it, and whose account is needed.
    fn how(&self) -> Message;

    /// Whether an address has its form.
    fn reads(&self, address: &str) -> bool {
        address.split_once("://").is_some_and(|(scheme, _)| self.schemes().contains(&scheme))
    }

    /// Whether an address of its form can be read; nothing is connected to.
    fn check(&self, address: &str) -> Result<(), ProbeError>;

    /// Where an address of its form leads; empty where it names no host.
    fn leads_to(&self, address: &str) -> Vec<SocketAddr>;

    /// Whether a server of this kind answers there. A few bytes are sent and half a second is waited at most.
    fn speaks(&self, _at: SocketAddr) -> bool {
        false
    }

    /// A probe of one server, not attached. It tells sessions, waits, locks, statements and totals in the words of the model, and the component
    /// `<name>:<ip>:<port>`, the address being the one at which the target reaches it.
    fn probe(&self, access: Access) -> Box<dyn Probe>;
}
