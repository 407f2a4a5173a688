//! Tries the engine by hand: `hammer URL (c=CONNECTIONS | r=RATE[,MAX_CONNECTIONS]) SECONDS [CPU] [poisson] [economical]`.
#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use anyhow::{Context, Result, bail};
use load::{Engine, EngineConfig, RequestSpec, Scenario, Way, probe_once};
use model::{Arrival, Observation, Phase, PhaseKind, Timestamp};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [url, shape, seconds, rest @ ..] = args.as_slice() else { bail!("URL (c=N | r=RATE[,MAX]) SECONDS [CPU] [poisson] [economical]") };
    let has = |word: &str| rest.iter().any(|a| a == word);
    let arrival = match shape.split_once('=') {
        Some(("c", n)) => Arrival::Closed { connections: n.parse()? },
        Some(("r", r)) => {
            let (rate, max) = r.split_once(',').unwrap_or((r, "300"));
            Arrival::Open { rate_per_s: rate.parse()?, poisson: has("poisson"), max_connections: max.parse()? }
        }
        _ => bail!("{shape:?} is neither c=N nor r=RATE"),
    };
    let scenario = Scenario::from_request(&RequestSpec { url: url.clone(), ..RequestSpec::default() })?;
    let probed = probe_once(&scenario, &Way::default(), Duration::from_secs(5)).context("probe the target")?;
    println!("probe     {} in {:?} from {}", probed.status, probed.latency, probed.address);
    let cpus = rest.first().and_then(|a| a.parse().ok()).into_iter().collect();
    let config = EngineConfig { cpus, precise: !has("economical"), ..EngineConfig::new(scenario) };
    let log: Arc<Mutex<Vec<Observation>>> = Arc::default();
    let engine = Engine::start(config, log)?;
    let phase = Phase { id: "hammer".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::default(), end: None };
    let s = engine.run(&phase, Duration::from_secs_f64(seconds.parse()?), false)?;
    let ms = |ns: u64| ns as f64 / 1e6;
    println!("requests  {} planned, {} answered, {} errors {:?}", s.planned, s.answered(), s.errors(), s.first_error);
    println!("rate      {:.1}/s offered, {:.1}/s achieved", s.offered_per_s, s.achieved_per_s);
    for (name, d) in [("response", s.response), ("service ", s.service)] {
        let (mean, tail) = (d.mean_ns / 1e6, [d.p50_ns, d.p95_ns, d.p99_ns, d.p999_ns, d.max_ns].map(ms));
        println!(
            "{name}  mean {mean:.3} ms, p50 {:.3}, p95 {:.3}, p99 {:.3}, p99.9 {:.3}, max {:.3}",
            tail[0], tail[1], tail[2], tail[3], tail[4]
        );
    }
    println!("late      mean {:.3} ms, p99 {:.3}, lag p99 {:.3}", s.late_mean_ns / 1e6, ms(s.late_p99_ns), ms(s.lag_p99_ns));
    println!(
        "backlog   {:+.1}/s, {} in flight at the end of planning, {} connections",
        s.backlog_slope_per_s, s.in_flight_at_stop, s.connections
    );
    let per_request = |share: f64| share * 1e6 / s.achieved_per_s.max(1e-9);
    println!(
        "generator {:.1} % of a core, {:.1} % of it waiting actively, {:.2} us a request ({:.2} without waiting), run queue {:.2} %",
        s.generator_cpu_share * 100.0,
        s.generator_spin_share * 100.0,
        per_request(s.generator_cpu_share),
        per_request(s.generator_cpu_share - s.generator_spin_share),
        s.generator_run_queue_share * 100.0,
    );
    Ok(())
}
