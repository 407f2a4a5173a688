//! `tightspot edge`: stands between a service and what it calls until it is stopped.

use crate::cli::EdgeArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};
use experiment::Journal;
use experiment::interventions::edge_delay;
use std::time::Duration;

/// Serves until Ctrl-C or SIGTERM.
pub(crate) fn run(args: &EdgeArgs) -> Result<Exit, Failure> {
    crate::failure::listen()?;
    let journal = Journal::of_user().map_err(|e| Failure::new(Exit::Usage, "no-state-folder", e.to_string()))?;
    let failed = |e: std::io::Error| {
        Failure::new(Exit::Usage, "edge", format!("stand at {}: {e}", args.listen)).help("--listen 127.0.0.1:9100 with a port that is free")
    };
    let edge = edge_delay::serve(&args.listen, &args.to, &edge_delay::folder(journal.path())).map_err(failed)?;
    let standing = edge.standing();
    output::note(&format!("edge    {} leads to {}; start the service with the first in place of the second", standing.listen, standing.to));
    let mut said = false;
    while !interrupt::requested() {
        if let Some(trouble) = edge.trouble().filter(|_| !said) {
            output::note(&output::said(&trouble));
            said = true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(Exit::Done)
}
