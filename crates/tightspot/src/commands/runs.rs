//! `tightspot runs list|show|predictions`: what is kept.

mod list;

use crate::cli::{Cli, RunsArgs, RunsWhat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, english, said};
use model::{Run, RunStatus};
use record::Store;
use serde_json::{Value, json};

/// Lists or shows kept runs.
pub(crate) fn run(cli: &Cli, args: &RunsArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    match &args.what {
        RunsWhat::List { json } => list::run(&store, *json),
        RunsWhat::Predictions { json } => super::predictions::run(&store, *json),
        RunsWhat::Show { run, json } => show(&store, run, *json),
    }
}

fn status(s: RunStatus) -> &'static str {
    match s {
        RunStatus::Complete => "complete",
        RunStatus::Partial => "partial",
        RunStatus::Aborted => "aborted",
    }
}

fn show(store: &Store, name: &str, as_json: bool) -> Result<Exit, Failure> {
    let path = store.resolve(name)?;
    let (run, read) = record::read(&path)?;
    let phases: Vec<Value> = run.phases.iter().map(|p| phase(&run, p)).collect();
    let sensors: Vec<Value> = run.sensors.values().map(|s| json!({ "id": s.id, "state": s.state, "reason": english(&s.reason) })).collect();
    let doc = json!({
        "id": run.info.id, "path": path, "status": status(run.status), "whole": read.is_whole(),
        "target": { "pid": run.environment.target.pid, "runtime": run.environment.target.runtime.name(), "framework": run.environment.target.framework },
        "phases": phases, "sensors": sensors,
        "series": run.series.len(), "stacks": run.stacks.stacks.len(), "sessions": run.sessions.len(),
        "events": run.events.iter().map(|e| json!({ "t_s": e.t.seconds_since(run.info.started), "kind": e.kind, "detail": e.detail })).collect::<Vec<_>>(),
    });
    if as_json {
        output::result(&format!("{doc:#}"));
        return Ok(Exit::Done);
    }
    let t = &run.environment.target;
    output::result(&format!(
        "run {}  {}{}\nfile {}",
        run.info.id,
        status(run.status),
        if read.is_whole() { "" } else { " (cut at its end)" },
        path.display()
    ));
    output::result(&format!("target pid {} {} {} {}", t.pid, t.runtime.name(), t.runtime_version, t.framework));
    for p in &run.phases {
        let n = run.seconds_of(&p.id).map(|s| s.ok).sum::<u64>();
        let span = p.end.map_or_else(
            || "cut".to_owned(),
            |e| format!("{:.1} s from {:.1} s", e.seconds_since(p.start), p.start.seconds_since(run.info.started)),
        );
        output::result(&format!("  {:<14} {:>8} answers  {span}", p.id, n));
    }
    for s in run.sensors.values() {
        let state = format!("{:?}", s.state).to_lowercase();
        output::result(&format!("  sensor {:<16} {state} {}", s.id, said(&s.reason)));
    }
    Ok(Exit::Done)
}

fn phase(run: &Run, p: &model::Phase) -> Value {
    json!({
        "id": p.id, "kind": p.kind, "t0_s": p.start.seconds_since(run.info.started), "t1_s": p.end.map(|e| e.seconds_since(run.info.started)),
        "answers": run.seconds_of(&p.id).map(|s| s.ok).sum::<u64>(),
    })
}
