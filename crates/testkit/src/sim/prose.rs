//! Steps as one would say them.

use super::service::{Query, Step, Work};
use super::time::Time;

/// CPU work, lognormal with a coefficient of variation of 0.5.
pub fn cpu(ms: f64, work: Work) -> Step {
    Step::Cpu(Time::lognormal(ms, 0.5), work)
}

/// A transaction that takes its connection at once.
pub fn transaction(steps: Vec<Step>) -> Step {
    Step::Transaction { steps, lazy: false }
}

/// A statement with `ms` of server CPU (lognormal, coefficient of variation 1) and a short way to the server.
pub fn query(ms: f64) -> Step {
    Step::Query(Query {
        cpu: Time::lognormal(ms, 1.0),
        io: Time::constant(0.0),
        network_ms: 0.1,
        client: Time::lognormal(0.05, 0.5),
        text: "select o.id, o.state from orders o where o.id=$1",
        row_of: None,
    })
}

/// A statement that makes the server wait `ms` for its disk.
pub fn query_from_disk(ms: f64) -> Step {
    let Step::Query(q) = query(0.1) else { unreachable!("query makes a query") };
    Step::Query(Query { io: Time::lognormal(ms, 0.5), ..q })
}

/// A call of the first downstream service, lognormal.
pub fn remote(ms: f64) -> Step {
    Step::Remote(0, Time::lognormal(ms, 0.3))
}
