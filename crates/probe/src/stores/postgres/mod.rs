//! The PostgreSQL probe: what the server says of the target's sessions, sampled from pg_stat_activity, and its running totals.

mod adapter;
mod connect;
mod locks;
mod server;
mod sessions;
mod titles;
mod tls;
mod totals;

pub use adapter::STORE;

#[cfg(test)]
mod tests;
