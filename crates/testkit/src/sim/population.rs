//! Random services, by family: each family aims at one truth and at the decoys that it is mistaken for. What is true of a service is not
//! taken from its family but measured ([`super::truth`]): a draw may miss what it aims at.

use super::time::generator;
use super::{Service, Watching, families, families_edge, families_pool};
use rand::Rng;
use rand::rngs::SmallRng;

/// A kind of services.
pub struct Family {
    /// Name in tables.
    pub name: &'static str,
    /// The pairs of CAUSES section 4 point 9 that it stands for, or what it shows.
    pub pair: &'static str,
    make: fn(&mut SmallRng) -> Service,
}

/// One drawn service.
pub struct Drawn {
    /// Its family.
    pub family: &'static Family,
    /// Seed of everything about it.
    pub seed: u64,
    /// The service.
    pub service: Service,
    /// How well it is seen.
    pub watching: Watching,
}

/// All families. What has no cause yet is here all the same: the truth names an id that the knowledge base lacks, an honest judge abstains,
/// and on the day a cause with that id becomes stable, its name is expected.
pub const FAMILIES: &[Family] = &[
    Family { name: "healthy", pair: "healthy: CPU needed by the requests", make: families::healthy },
    Family { name: "healthy-waits", pair: "healthy: long waits that hold nothing scarce", make: families::healthy_waits },
    Family { name: "starved-call", pair: "P1/A2: call in the transaction, CPU full", make: families::starved_call },
    Family { name: "remote-in-transaction", pair: "P1/P3, S2/H1", make: families_pool::remote_in_transaction },
    Family { name: "open-in-view", pair: "P6/P3/P1", make: families_pool::open_in_view },
    Family { name: "pool-too-small", pair: "P3/P4, D1", make: families_pool::pool_too_small },
    Family { name: "lazy-transaction", pair: "P1 decoy: call before the first statement", make: families_pool::lazy_transaction },
    Family { name: "hot-path", pair: "A1/P3, S1/H1", make: families::hot_path },
    Family { name: "database-busy", pair: "D6/P3/P4", make: families_pool::database_busy },
    Family { name: "pool-too-big", pair: "P4/P3", make: families_pool::pool_too_big },
    Family { name: "workers-blocked", pair: "P8/P9", make: families::workers_blocked },
    Family { name: "dependency-limited", pair: "H1/P1", make: families::dependency_limited },
    Family { name: "client-pool", pair: "H2/H1", make: families::client_pool },
    Family { name: "lock", pair: "K1/H1", make: families::lock },
    Family { name: "logging", pair: "F1/K1", make: families::logging },
    Family { name: "row-locks", pair: "D3/D4, D3/P3", make: families_pool::row_locks },
    Family { name: "neighbour", pair: "A2/P1", make: families::neighbour },
    Family { name: "throttled", pair: "L1/P1, C1/L1", make: families::throttled },
    Family { name: "collector", pair: "B2/L1", make: families::collector },
    Family { name: "cold", pair: "C1/P3, C1/A1", make: families::cold },
    Family { name: "cold-start", pair: "C1 in the first minute", make: families::cold_start },
    Family { name: "nested", pair: "P5/P2", make: families_pool::nested },
    Family { name: "leak", pair: "P2/P3", make: families_pool::leak },
    Family { name: "generator", pair: "G1/anything", make: families::generator_bound },
    Family { name: "hidden-time", pair: "time between client and service", make: families::hidden_time },
    Family { name: "mixture", pair: "two things at once", make: families_pool::mixture },
];

/// Families of services at the edge of what the judge tells apart: a population of their own.
pub const EDGES: &[Family] = &[
    Family { name: "edge-call", pair: "P1 beside a CPU that is nearly full", make: families_edge::call },
    Family { name: "edge-call-statements", pair: "P1/P3: as much of one as of the other", make: families_edge::call_beside_statements },
    Family { name: "edge-pool", pair: "P3 beside a CPU that is nearly full", make: families_edge::pool },
    Family { name: "edge-workers", pair: "P8 beside a CPU that is nearly full", make: families_edge::workers },
    Family { name: "edge-lock", pair: "K1 beside a CPU that is nearly full", make: families_edge::lock },
    Family { name: "edge-row", pair: "D3 beside a CPU that is nearly full", make: families_edge::row },
    Family { name: "edge-hot-path", pair: "A1 at its threshold", make: families_edge::hot_path },
    Family { name: "edge-quota", pair: "L1 at its threshold", make: families_edge::quota },
    Family { name: "edge-logging", pair: "F1 beside a CPU that is nearly full", make: families_edge::logging },
];

/// Families of both populations.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().chain(EDGES)
}

/// Service number `n` of the population of `seed`.
pub fn draw(seed: u64, n: u64) -> Drawn {
    drawn(FAMILIES, seed, n)
}

/// Service number `n` at the edge, of the population of `seed`.
pub fn draw_edge(seed: u64, n: u64) -> Drawn {
    drawn(EDGES, seed, n)
}

fn drawn(families: &'static [Family], seed: u64, n: u64) -> Drawn {
    let family = &families[(n % families.len() as u64) as usize];
    let mut r = generator(seed, n, 9);
    let mut service = (family.make)(&mut r);
    super::families::season(&mut service, &mut r);
    let watching = Watching {
        overrun: if r.random_bool(0.3) { r.random_range(0.0..0.15) } else { 0.0 },
        gauge_lag_ms: r.random_range(0.0..5.0),
        lost: if r.random_bool(0.3) { r.random_range(0.0..0.1) } else { 0.0 },
        blindness: if r.random_bool(0.5) { r.random_range(0.0..0.9) } else { 0.0 },
    };
    Drawn { family, seed: seed.wrapping_mul(1_000_003).wrapping_add(n), service: service.numbered(), watching }
}
