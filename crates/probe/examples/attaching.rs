//! Attaches to a process, samples for a moment and detaches, many times: what it leaves behind. `bench/attaching.sh` runs it under load.
//!
//! `attaching PID TIMES [MILLISECONDS]` prints one line for each tenth of the times: resident memory, threads and open files of the process.

#![expect(clippy::print_stdout, reason = "an example that prints what it measured")]

use model::{Arrival, Observation, Phase, PhaseKind, Timestamp};
use probe::{Context, discover, runtimes};
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Anyhow = Box<dyn std::error::Error>;
/// In the place of a process id: what the tool has done by a process of its own, as its hidden command of this name.
const ENTER: &str = "enter";

fn main() -> Result<(), Anyhow> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [first, runtime, rest @ ..] = words.as_slice()
        && first == ENTER
    {
        // whoever started it may be gone
        runtimes::enter(runtime, rest, &mut |line| drop(writeln!(std::io::stdout(), "{line}")));
        return Ok(());
    }
    runtimes::enters_by(vec![std::env::current_exe()?.into_os_string(), ENTER.into()]);
    let args: Vec<u64> = words.iter().map(|a| a.parse()).collect::<Result<_, _>>()?;
    let &[pid, times, ref rest @ ..] = args.as_slice() else { return Err("usage: attaching PID TIMES [MILLISECONDS]".into()) };
    let sampled = Duration::from_millis(rest.first().copied().unwrap_or(200));
    let target = discover::by_pid(u32::try_from(pid)?, None)?;
    let scratch = std::env::temp_dir().join(format!("tightspot-attaching-{pid}"));
    std::fs::create_dir_all(&scratch)?;
    let (mut failed, mut took) = (0_u64, Vec::new());
    println!("attached {:>6}  {}", 0, left(pid)?);
    for n in 1..=times {
        let cx = Context {
            target: target.clone(),
            sink: Arc::<Mutex<Vec<Observation>>>::default(),
            spare_cpus: discover::spare_cpus(&target),
            scratch: scratch.clone(),
            databases: Vec::new(),
            beside: probe::Beside::default(),
        };
        let began = Instant::now();
        if let Err(e) = once(&cx, sampled) {
            failed += 1;
            println!("attached {n:>6}  failed: {e}");
        }
        took.push(began.elapsed().saturating_sub(sampled));
        if !discover::is_alive(&target) {
            return Err(format!("the process ended after {n} attaches").into());
        }
        if n % (times / 10).max(1) == 0 {
            println!("attached {n:>6}  {}", left(pid)?);
        }
    }
    std::fs::remove_dir_all(&scratch)?;
    took.sort();
    println!("{times} times, {failed} failed, median {:.0} ms to attach and detach", took[took.len() / 2].as_secs_f64() * 1e3);
    Ok(())
}

/// One attach, one phase, one detach.
fn once(cx: &Context, sampled: Duration) -> Result<(), Anyhow> {
    let mut probes = runtimes::of(&cx.target.runtime).probes();
    let arrival = Arrival::Closed { connections: 1 };
    let phase = Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None };
    for probe in &mut probes {
        probe.attach(cx)?;
        probe.begin(&phase)?;
    }
    std::thread::sleep(sampled);
    for probe in &mut probes {
        probe.end(&phase)?;
        probe.detach()?;
    }
    Ok(())
}

/// What a process has: memory, threads, files, and ports on which it listens.
fn left(pid: u64) -> Result<String, Anyhow> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let field =
        |name: &str| status.lines().find_map(|l| l.strip_prefix(name)).unwrap_or_default().trim_start_matches(':').trim().to_owned();
    let files = std::fs::read_dir(format!("/proc/{pid}/fd"))?.count();
    Ok(format!("memory {:>10}  threads {:>3}  files {files:>3}", field("VmRSS"), field("Threads")))
}
