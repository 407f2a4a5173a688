//! The probe of Redis and servers that speak as it does: what the server counts of itself once a second, its log of slow commands, and the round trip of
//! commands that do nothing.

mod adapter;
mod connect;
mod info;
mod keys;
mod latency;
mod pings;
mod probe;
mod reader;
mod slow_log;
mod told;

pub use adapter::STORE;

#[cfg(test)]
mod tests;
