//! Arguments of all commands that send requests.

use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What to send, and where.
#[derive(Debug, Clone, Args)]
pub(crate) struct RequestArgs {
    /// URL of a route; {{name}} is filled from the columns of --data
    #[arg(value_name = "URL", required_unless_present = "scenario")]
    pub(crate) url: Option<String>,
    /// Scenario file: it says what is sent
    #[arg(short = 's', long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) scenario: Option<PathBuf>,
    /// CSV file with a header line: values for the placeholders of the URL
    #[arg(long, value_name = "FILE", conflicts_with = "scenario")]
    pub(crate) data: Option<PathBuf>,
    /// Method
    #[arg(short = 'm', visible_short_alias = 'X', long, conflicts_with = "scenario")]
    pub(crate) method: Option<String>,
    /// Header `name: value` (repeatable); values env:NAME and file:PATH are looked up
    #[arg(short = 'H', long = "header", value_name = "HEADER", conflicts_with = "scenario")]
    pub(crate) headers: Vec<String>,
    /// Body
    #[arg(short = 'd', long, conflicts_with = "scenario")]
    pub(crate) body: Option<String>,
    /// File with the body
    #[arg(short = 'D', long, value_name = "FILE", conflicts_with_all = ["scenario", "body"])]
    pub(crate) body_file: Option<PathBuf>,
    /// Short for -H 'content-type: TYPE'
    #[arg(short = 'T', long, value_name = "TYPE", conflicts_with = "scenario")]
    pub(crate) content_type: Option<String>,
    /// Short for -H 'accept: TYPE'
    #[arg(short = 'A', long, value_name = "TYPE", conflicts_with = "scenario")]
    pub(crate) accept: Option<String>,
    /// Basic authentication; env:NAME and file:PATH are looked up
    #[arg(short = 'a', long, value_name = "USER:PASSWORD", conflicts_with = "scenario")]
    pub(crate) basic_auth: Option<String>,
    /// A connection for each request: asks the service to close it after the answer
    #[arg(long, conflicts_with = "scenario")]
    pub(crate) no_keepalive: bool,
    /// Time-out of a request: `10s`, `500ms`, or seconds
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = time)]
    pub(crate) timeout: Duration,
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
    #[arg(long, value_name = "DETOUR", value_parser = load::transport::ConnectTo::parse)]
    pub(crate) connect_to: Vec<load::transport::ConnectTo>,
    /// Connect to this Unix socket in place of host and port
    #[arg(long, value_name = "PATH", value_parser = load::transport::Address::unix)]
    pub(crate) unix_socket: Option<load::transport::Address>,
    /// Speak HTTP/2: chosen by ALPN with https, by prior knowledge with http
    #[arg(long, conflicts_with = "no_keepalive")]
    pub(crate) http2: bool,
    /// Allow load on a host that is not this machine
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Vec<String>,
}

/// `10s`, `500ms`, or a number of seconds.
fn time(text: &str) -> Result<Duration, String> {
    const FORM: &str = "a time above 0 is 10s, 500ms, or a number of seconds";
    let seconds = text.parse::<f64>().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    let time = seconds.or_else(|| humantime::parse_duration(text).ok()).ok_or(FORM)?;
    if time.is_zero() { Err(FORM.to_owned()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_unit() {
        assert_eq!(time("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2.5"), Ok(Duration::from_millis(2500)));
        assert!(time("0").is_err() && time("-1").is_err() && time("soon").is_err() && time("inf").is_err());
    }
}
