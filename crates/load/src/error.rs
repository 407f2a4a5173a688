//! What can go wrong between a checked scenario and a finished phase.

/// Why load could not be generated. Failures of single requests are counted, not raised.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The host of the target has no address.
    #[error("resolve {host}: {cause}")]
    Resolve {
        /// Host as written.
        host: String,
        /// What the resolver said.
        cause: String,
    },
    /// The host, or where a detour leads, is another machine, and nobody allowed it.
    #[error("{host} is not this machine, and nobody allowed it")]
    Elsewhere {
        /// Host as written.
        host: String,
    },
    /// A phase asks for something that cannot be sent.
    #[error("phase {phase}: {what} is {seen}, this needs {allowed}")]
    BadPhase {
        /// Phase id.
        phase: String,
        /// What is wrong (`rate_per_s`).
        what: &'static str,
        /// What was asked for.
        seen: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// Fewer files may be open than the phase needs connections.
    #[error("open {needed} connections to {address}: the process may hold {limit} descriptors")]
    Descriptors {
        /// Connections asked for.
        needed: u64,
        /// Where to.
        address: String,
        /// The hard limit.
        limit: u64,
    },
    /// TLS cannot be spoken as asked for.
    #[error(transparent)]
    Tls(#[from] crate::transport::TlsSetupError),
    /// The generator could not be set up.
    #[error("{operation}: {cause}")]
    System {
        /// What was tried (`pin ts-load-0 to cpus [1]`).
        operation: String,
        /// What the kernel said.
        cause: std::io::Error,
    },
    /// The generator thread is gone.
    #[error("generator thread ended before phase {phase} did")]
    GeneratorGone {
        /// Phase id.
        phase: String,
    },
}
