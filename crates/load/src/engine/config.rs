//! How load is generated, and how to get to the target.

use crate::error::LoadError;
use crate::flow::Shared;
use crate::generator::duty::Priority;
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::target::Endpoint;
use crate::transport::{Address, ConnectTo, TlsOptions};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// How load is generated.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// What to send.
    pub scenario: Arc<Scenario>,
    /// How to get to the target.
    pub way: Way,
    /// What setup left for all users.
    pub shared: Option<Shared>,
    /// Generator threads, at least 1.
    pub threads: u32,
    /// CPUs the generator threads are bound to; empty: wherever the kernel likes.
    pub cpus: Vec<u32>,
    /// Whether to run ahead of all others; [`Engine::is_real_time`](crate::Engine::is_real_time) says whether that was granted.
    pub priority: Priority,
    /// Send on time and read answers as they come, at the price of active waiting and more wake-ups; without it pacing is economical.
    pub precise: bool,
    /// Keep connections ready in open load, so that whoever comes while the service stands still need not open one. For load whose answers are judged: a
    /// connection that is used seldom is new for longer, also to the kernel, which acknowledges what comes on a new one sooner.
    pub ready: bool,
    /// A request is given up after this long.
    pub timeout: Duration,
    /// Share of the requests that get a trace context (`traceparent`), 0 to 1.
    pub trace_share: f64,
    /// Seed of every random choice.
    pub seed: u64,
    /// Place of the scenario's first route among [`model::RunInfo::routes`], behind which its others follow.
    pub first_route: u16,
}

impl EngineConfig {
    /// The defaults: one thread, not bound, normal priority, precise, nothing ready, 30 s time-out, seed 1.
    pub fn new(scenario: Scenario) -> Self {
        Self::of(Arc::new(scenario))
    }

    /// The same for a scenario that others use too.
    pub fn of(scenario: Arc<Scenario>) -> Self {
        let timeout = Duration::from_secs(30);
        Self {
            scenario,
            way: Way::default(),
            shared: None,
            threads: 1,
            cpus: Vec::new(),
            priority: Priority::Usual,
            precise: true,
            ready: false,
            timeout,
            trace_share: 0.0,
            seed: 1,
            first_route: 0,
        }
    }
}

/// How to get to a target, apart from its URL.
#[derive(Debug, Clone, Default)]
pub struct Way {
    /// What to make of certificates, where the URL says https.
    pub tls: TlsOptions,
    /// Detours; the first that applies decides.
    pub connect_to: Vec<ConnectTo>,
    /// The path of a Unix socket, in place of host and port.
    pub unix: Option<Address>,
    /// What is spoken there.
    pub protocol: Protocol,
    /// Hosts that may be sent to besides this machine, as they are written where connections go.
    pub allowed: Vec<String>,
}

impl Way {
    /// The addresses that connections for `endpoint` go to, after detours, in the resolver's order; never empty. Waits for the resolver.
    ///
    /// An error where one of them is another machine's and nobody allowed its host. Whoever connects takes the addresses from here, each
    /// time anew: what was looked at is what is connected to, whatever a name leads to a second later.
    pub fn addresses(&self, endpoint: &Endpoint) -> Result<Vec<SocketAddr>, LoadError> {
        // a detour may leave the machine that the URL names
        let endpoint = ConnectTo::apply(&self.connect_to, endpoint);
        let found = endpoint.resolve()?;
        if self.admits(&endpoint.host, &found) { Ok(found) } else { Err(LoadError::Elsewhere { host: endpoint.host }) }
    }

    fn admits(&self, host: &str, found: &[SocketAddr]) -> bool {
        found.iter().all(|a| a.ip().to_canonical().is_loopback()) || self.allowed.iter().any(|h| h == host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::targets;
    use crate::scenario::RequestSpec;

    fn scenario(url: &str) -> Scenario {
        Scenario::from_request(&RequestSpec { url: url.to_owned(), ..RequestSpec::default() }).expect("valid")
    }

    fn to(detour: &str) -> Way {
        Way { connect_to: vec![ConnectTo::parse(detour).expect("valid")], ..Way::default() }
    }

    #[test]
    fn a_host_is_this_machine_as_long_as_every_address_of_it_is() {
        let at = |all: &[&str]| all.iter().map(|a| a.parse().expect("an address")).collect::<Vec<SocketAddr>>();
        // what one name leads to, looked up again and again
        let table = [
            (at(&["127.0.0.1:80"]), true),
            (at(&["[::1]:80", "127.0.0.1:80"]), true),
            (at(&["[::ffff:127.0.0.1]:80"]), true),
            (at(&["192.0.2.1:80"]), false),
            (at(&["127.0.0.1:80", "192.0.2.1:80"]), false),
        ];
        let allowed = Way { allowed: vec!["shop".to_owned()], ..Way::default() };
        for (found, ours) in table {
            assert_eq!(Way::default().admits("shop", &found), ours, "{found:?}");
            assert!(allowed.admits("shop", &found) && allowed.admits("shop.example", &found) == ours, "{found:?}");
        }
    }

    #[test]
    fn whoever_connects_gets_no_address_of_another_machine() {
        let refused = |way: &Way, url: &str| match targets(&scenario(url), way) {
            Err(LoadError::Elsewhere { host }) => Some(host),
            _ => None,
        };
        assert_eq!(refused(&Way::default(), "http://192.0.2.1/"), Some("192.0.2.1".to_owned()));
        assert_eq!(refused(&to("::192.0.2.1:80"), "http://127.0.0.1/"), Some("192.0.2.1".to_owned()));
        assert_eq!(refused(&to("::127.0.0.1:80"), "http://192.0.2.1/"), None);
        assert_eq!(refused(&Way { allowed: vec!["192.0.2.1".to_owned()], ..Way::default() }, "http://192.0.2.1/"), None);
    }

    #[test]
    fn a_target_has_every_address_of_its_endpoint() {
        let all = targets(&scenario("http://service.invalid/"), &to("::127.0.0.1:9")).expect("resolved");
        assert_eq!(all.iter().map(|t| t.address.to_string()).collect::<Vec<_>>(), ["127.0.0.1:9"]);
    }
}
