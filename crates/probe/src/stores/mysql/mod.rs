//! The probe of MySQL and MariaDB: what the server says of the target's sessions, and its running totals.

mod adapter;
mod connect;
mod flavour;
mod locks;
mod row_waits;
mod server;
mod sessions;
mod tables;
mod totals;

pub use adapter::STORE;

#[cfg(test)]
mod tests;
