//! `cargo run -p tightspot --example parts RUN.tsr STACKS`: the largest parts of the CPU account of a run's heaviest level, beside those of another
//! profiler's samples of the same service (collapsed stacks by thread, `[name tid=7];a;b 12`, as async-profiler writes them in its CPU mode).
//!
//! Prints `parts SHARES-BY-THE-ACCOUNT | SHARES-BY-THE-OTHER`, three each, of what samples divide; what is counted is in no sample of either.

#![expect(clippy::print_stdout, reason = "a developer command")]

use diagnose::Diagnosis;
use diagnose::cpu::CpuAccount;
use model::{Frame, FrameKind, Run, Timestamp, WallSample};
use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

/// So many parts are compared.
const PARTS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [run, stacks] = args.as_slice() else { return Err("usage: parts RUN.tsr STACKS".into()) };
    let mut run = record::read(Path::new(run))?.0;
    let account = heaviest(&run).ok_or("the run has no CPU account")?;
    let phase = account.phase.clone();
    replace(&mut run, &phase, &std::fs::read_to_string(stacks)?)?;
    let other = heaviest(&run).ok_or("the other samples give no account")?;
    println!("parts {} | {}", largest(&account), largest(&other));
    Ok(())
}

fn heaviest(run: &Run) -> Option<CpuAccount> {
    let d: Diagnosis = diagnose::diagnose(run, causes::ALL);
    d.cpu.last().cloned()
}

/// `rendering 41 %, serialising 12 %, own 9 %` of what samples divide.
fn largest(a: &CpuAccount) -> String {
    let mut sampled: Vec<_> = a.parts.iter().filter(|p| p.samples.is_some()).collect();
    sampled.sort_by(|x, y| y.ms.total_cmp(&x.ms));
    let all: f64 = sampled.iter().map(|p| p.ms).sum();
    let part = |p: &&diagnose::cpu::CpuPart| {
        let by = p.by.first().filter(|_| p.purpose == diagnose::cpu::Purpose::Own).map_or("", |(by, _)| by.id());
        format!("{}{}{by} {:.0} %", p.purpose.id(), p.package, 100.0 * p.ms / all)
    };
    sampled.iter().take(PARTS).map(part).collect::<Vec<_>>().join(", ")
}

/// Puts the samples of `stacks` in place of those of `phase`.
fn replace(run: &mut Run, phase: &str, stacks: &str) -> Result<(), Box<dyn Error>> {
    let profile = run.wall.get_mut(phase).ok_or("no samples at the heaviest level")?;
    let mut threads: HashMap<String, Vec<u32>> = HashMap::new();
    for (tid, name) in &profile.thread_names {
        threads.entry(kind(name)).or_default().push(*tid);
    }
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut samples = Vec::new();
    for line in stacks.lines().filter(|l| !l.is_empty()) {
        let (frames, count) = line.rsplit_once(' ').ok_or_else(|| format!("no count in {line:?}"))?;
        let (thread, frames) = frames.split_once(';').ok_or_else(|| format!("no thread in {line:?}"))?;
        let name = thread.trim_start_matches('[').split(" tid=").next().unwrap_or_default();
        // the run has other threads of the same kind: the samples are dealt to them in turns
        let Some(tids) = threads.get(&kind(name)) else { continue };
        let tid = tids[samples.len() % tids.len()];
        let mut stack = Vec::new();
        for name in frames.split(';') {
            let next = run.stacks.frames.len() as u32;
            let id = *ids.entry(name.to_owned()).or_insert(next);
            if id == next {
                run.stacks.frames.push(frame(name));
            }
            stack.push(id);
        }
        run.stacks.stacks.push(stack);
        let stack = run.stacks.stacks.len() as u32 - 1;
        samples.push(WallSample { t: middle(profile.start, profile.end), tid, weight: count.parse()?, stack });
    }
    if profile.cpu.is_empty() {
        profile.samples = samples;
        return Ok(());
    }
    // as much CPU in all as before: only what divides it is replaced
    let weight = |samples: &[WallSample]| samples.iter().map(|s| f64::from(s.weight)).sum::<f64>();
    profile.cpu_interval_ns = (profile.cpu_interval_ns as f64 * weight(&profile.cpu) / weight(&samples)) as i64;
    profile.cpu = samples;
    Ok(())
}

/// A thread's name without its numbers: `http-nio--exec-`.
fn kind(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}

fn middle(start: Timestamp, end: Timestamp) -> Timestamp {
    start.plus_ns(end.ns_since(start) / 2)
}

/// `org/apache/catalina/Valve.invoke`, `__libc_read`, `sys_read_[k]`.
fn frame(name: &str) -> Frame {
    let (class, method, kind) = match name.strip_suffix("_[k]") {
        Some(kernel) => (String::new(), kernel, FrameKind::Kernel),
        None => match name.rsplit_once('.').filter(|(class, _)| class.contains('/') && !class.starts_with('/')) {
            Some((class, method)) => (class.replace('/', "."), method, FrameKind::Compiled),
            None => (String::new(), name, FrameKind::Native),
        },
    };
    Frame { class, method: method.to_owned(), line: 0, kind }
}
