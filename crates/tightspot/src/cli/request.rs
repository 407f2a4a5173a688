//! Arguments that say what to send, and where.

use clap::Args;
use std::path::PathBuf;

/// What to send, and where.
#[derive(Debug, Args)]
pub(crate) struct RequestArgs {
    /// URL of a route; {{name}} is filled from the columns of --data
    #[arg(value_name = "URL", required_unless_present = "scenario")]
    pub(crate) url: Option<String>,
    /// Scenario file
    #[arg(short = 's', long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) scenario: Option<PathBuf>,
    /// CSV file with a header line: values for the placeholders of the URL
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Method
    #[arg(short = 'm', long)]
    pub(crate) method: Option<String>,
    /// Header `name: value` (repeatable); values env:NAME and file:PATH are looked up
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub(crate) headers: Vec<String>,
    /// Body
    #[arg(short = 'd', long)]
    pub(crate) body: Option<String>,
    /// Time-out of a request, seconds
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    pub(crate) timeout: f64,
    /// Take any certificate
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Authorities to trust in place of the system's (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) cacert: Option<PathBuf>,
    /// Certificate of our own (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) cert: Option<PathBuf>,
    /// Its key (PEM), when it is not in the same file
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub(crate) key: Option<PathBuf>,
    /// HOST:PORT:ADDRESS:PORT: connect elsewhere, the name stays (repeatable)
    #[arg(long, value_name = "DETOUR", value_parser = ::load::transport::ConnectTo::parse)]
    pub(crate) connect_to: Vec<::load::transport::ConnectTo>,
    /// Connect to this Unix socket in place of host and port
    #[arg(long, value_name = "PATH", value_parser = ::load::transport::Address::unix)]
    pub(crate) unix_socket: Option<::load::transport::Address>,
    /// Allow load on a host that is not this machine
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Vec<String>,
}
