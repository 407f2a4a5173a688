//! Keeps one variant up for a person who wants to look at it.

use crate::case::Case;
use crate::launch::launch;
use crate::params::repetition_seed;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_secs(1);

/// Starts `variant`, says through `watch` where it is, and waits until the user wants to stop. Ends with an error when a process dies.
pub fn serve(case: &Case, variant: &str, seed: u64, watch: Watch<'_>) -> Result<(), Error> {
    let chosen = case.variant(variant)?;
    let mut running = launch(case, chosen, repetition_seed(seed, &case.id, 1), watch)?;
    watch.say(format!("{} {variant} is up", case.id));
    match &running.scenario {
        Some(file) => watch.say(format!("scenario {}", file.display())),
        None => watch.say(format!("url   {}", running.url)),
    }
    if running.method != "GET" {
        watch.say(format!("method {}", running.method));
    }
    if let Some(data) = &running.data {
        watch.say(format!("data  {}", data.display()));
    }
    watch.say(format!("pid   {}", running.target_pid));
    if let Some(dsn) = &running.monitor_dsn {
        watch.say(format!("db    {dsn}"));
    }
    watch.say(format!("logs  {}", running.private().display()));
    let params: Vec<String> = running.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    watch.say(format!("with  {} (seed {})", params.join(" "), running.seed));
    watch.say("stop it with Ctrl-C");
    let ended = loop {
        running.check_alive()?;
        if let Err(e) = watch.until(Instant::now() + LOOK, || Ok(None::<()>)) {
            break e;
        }
    };
    running.stop()?;
    watch.say("stopped, nothing is left");
    if ended.kind == ErrorKind::Interrupted { Ok(()) } else { Err(ended) }
}
