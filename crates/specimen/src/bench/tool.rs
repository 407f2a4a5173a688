//! Running the tool: its arguments, its limits, its answer.

use crate::child::{Proc, Streams, last_lines};
use crate::error::OrFail;
use crate::launch::READY_LIMIT;
use crate::running::Running;
use crate::spawn::Confine;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use model::Timestamp;
use std::ffi::OsString;
use std::fs::File;
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long the slowest requests are looked at. Source: METHODS section 5.2, three minutes of stationary load at least.
const TAIL: &str = "3m";

/// The tool under test.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The executable.
    pub exe: PathBuf,
    /// Where it keeps its runs; its default when absent.
    pub store: Option<PathBuf>,
    /// More arguments of `why`, the same for every variant.
    pub more: Vec<String>,
    /// The longest a run may take.
    pub limit: Duration,
}

impl Tool {
    /// `exe` with six minutes.
    pub fn new(exe: impl Into<PathBuf>) -> Self {
        Self { exe: exe.into(), store: None, more: Vec::new(), limit: Duration::from_secs(360) }
    }
}

/// What the tool is to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Json,
    /// For a person, on our own stdout and stderr.
    Text,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) report: Result<serde_json::Value, Error>,
    pub(crate) exit_code: Option<i32>,
    pub(crate) seconds: f64,
}

/// What a user would type who knows the service and nothing about the fault.
pub(super) fn arguments(tool: &Tool, running: &Running, output: Output) -> Vec<OsString> {
    let mut arguments = request("why", running);
    let others = [("--db", running.monitor_dsn.clone().map(OsString::from)), ("--store", tool.store.clone().map(OsString::from))];
    arguments.extend(others.into_iter().filter_map(|(name, value)| Some([name.into(), value?])).flatten());
    if output == Output::Json {
        arguments.push("--json".into());
    }
    arguments.extend(tool.more.iter().map(Into::into));
    if running.tail {
        arguments.extend(["--tail".into(), TAIL.into()]);
    }
    if let Some(start) = &running.start {
        arguments.extend(start.ready.iter().flat_map(|url| ["--ready".into(), url.into()]));
        arguments.extend(["--start-timeout".into(), READY_LIMIT.as_secs().to_string().into(), "--".into()]);
        arguments.extend(start.command.iter().map(Into::into));
    }
    arguments
}

/// A command of the tool with what is to be requested.
pub(crate) fn request(command: &str, running: &Running) -> Vec<OsString> {
    if let Some(file) = &running.scenario {
        return vec![command.into(), "--scenario".into(), file.into()];
    }
    let mut arguments: Vec<OsString> = vec![command.into(), running.url.clone().into()];
    if running.method != "GET" {
        arguments.extend(["--method".into(), running.method.clone().into()]);
    }
    if let Some(data) = &running.data {
        arguments.extend(["--data".into(), data.into()]);
    }
    arguments
}

/// Runs the tool to its end on the CPUs that are not the service's, where anything is bound.
pub(crate) fn run(tool: &Tool, arguments: &[OsString], running: &mut Running, output: Output, watch: Watch<'_>) -> Result<Answer, Error> {
    let (out, log) = (running.private().join("tool.json"), running.private().join("tool.log"));
    let mut command = Command::new(&tool.exe);
    command.args(arguments).current_dir(running.private()).env_remove("TIGHTSPOT_SPECIMENS");
    let streams = match output {
        Output::Json => Streams {
            stdout: Some(File::create(&out).or_fail(ErrorKind::Tool, || format!("create {}", out.display()))?),
            ..Streams::default()
        },
        Output::Text => Streams { stdout: ours(std::io::stdout())?, stderr: ours(std::io::stderr())?, stdin: None },
    };
    let started = Timestamp::now();
    let confine = Confine { cpus: running.tool_cpus.clone(), group: None };
    let mut proc = Proc::start("tool", command, confine, &log, streams).map_err(|e| Error { kind: ErrorKind::Tool, ..e })?;
    let ended = watch.until(Instant::now() + tool.limit, || Ok(proc.ended()));
    if !matches!(ended, Ok(Some(_))) {
        // it restores what it changed when asked to stop, so it is asked first
        proc.stop(libc::SIGINT);
    }
    let seconds = Timestamp::now().seconds_since(started);
    let Some(status) = ended? else {
        let e = Error::new(ErrorKind::Tool, "run the tool").seen(format!("no end after {} s", tool.limit.as_secs())).seen(last_lines(&log));
        return Ok(Answer { report: Err(e), exit_code: None, seconds });
    };
    if output == Output::Text {
        return Ok(Answer { report: Ok(serde_json::Value::Null), exit_code: status.code(), seconds });
    }
    let text = std::fs::read(&out).unwrap_or_default();
    let report = serde_json::from_slice(&text).map_err(|e| {
        Error::new(ErrorKind::Tool, format!("read the JSON of the tool ({status}, {} bytes)", text.len())).seen(e).seen(last_lines(&log))
    });
    Ok(Answer { report, exit_code: status.code(), seconds })
}

fn ours(stream: impl AsFd) -> Result<Option<File>, Error> {
    let copy = stream.as_fd().try_clone_to_owned().or_fail(ErrorKind::Tool, || "hand our output to the tool")?;
    Ok(Some(File::from(copy)))
}
