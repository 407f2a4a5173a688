//! The commands besides `why`, one file each.

mod bench;
mod compare;
mod doctor;
mod edge;
mod enter;
mod explain;
mod guard;
mod load;
mod predictions;
mod profile;
mod report;
mod restore;
mod runs;

use crate::cli::{Cli, Command};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::why::Purpose;
use crate::{output, warm, why};
use ::report::{Output, Outputs, TextOptions};
use diagnose::Diagnosis;
use std::path::Path;

/// Runs the command of the arguments.
pub(crate) fn run(cli: &Cli) -> Result<Exit, Failure> {
    enter::prepare();
    if !matches!(cli.command, Command::Restore(_) | Command::Guard(_) | Command::Enter(_)) {
        restore::before(&cli.command)?;
    }
    // before whatever may change something
    if matches!(cli.command, Command::Why(_) | Command::Prove(_) | Command::Sweep(_) | Command::Verify(_)) {
        guard::prepare();
    }
    match &cli.command {
        Command::Why(args) => why::run(cli, args, &Purpose::Why),
        Command::Prove(args) => why::run(cli, &args.why, &Purpose::Prove(args.run.as_deref())),
        Command::Sweep(args) => why::run(cli, &args.why, &Purpose::Sweep(&args.sweep)),
        Command::Verify(args) if args.why.from_start => why::starts(cli, &args.why, &args.verify),
        Command::Verify(args) => why::run(cli, &args.why, &Purpose::Verify(&args.verify)),
        Command::Compare(args) => compare::run(cli, args),
        Command::Edge(args) => edge::run(args),
        Command::Restore(args) => restore::run(args),
        Command::Guard(args) => Ok(guard::run(args)),
        Command::Enter(args) => Ok(enter::run(args)),
        Command::Load(args) => load::run(cli, args),
        Command::Warm(args) => warm::run(cli, args),
        Command::Explain(args) => explain::run(cli, args),
        Command::Doctor(args) => doctor::run(args),
        Command::Report(args) => report::run(cli, args),
        Command::Runs(args) => runs::run(cli, args),
        Command::Bench(args) => bench::run(cli, args),
    }
}

/// The output that `--format` names.
pub(crate) fn output_named<R>(format: &str, outputs: &Outputs<R>) -> Result<&'static dyn Output<R>, Failure> {
    outputs.named(format).map_err(|e| Failure::new(Exit::Usage, "format", e.to_string()))
}

/// Prints a result on stdout.
pub(crate) fn print<R>(output: &dyn Output<R>, result: &R, look: &TextOptions) -> Result<(), Failure> {
    let bytes = output.render(result, look).map_err(|e| Failure::new(Exit::Internal, "output", e.to_string()))?;
    output::rendered(&bytes);
    Ok(())
}

/// How text is to look.
pub(crate) fn text_options(cli: &Cli, run_path: Option<&Path>, diagnosis: &Diagnosis) -> TextOptions {
    let own = diagnosis.verdict.cause.and_then(causes::find).map_or(&[][..], diagnose::Cause::decoys);
    let decoys = own.iter().copied().chain(causes::often_blamed());
    TextOptions { run_path: run_path.map(|p| p.display().to_string()), decoys: decoys.map(str::to_owned).collect(), ..page(cli) }
}

/// How any page is to look.
pub(crate) fn page(cli: &Cli) -> TextOptions {
    let color = match cli.color.as_str() {
        "always" => true,
        "never" => false,
        _ => output::stdout_is_terminal() && std::env::var_os("NO_COLOR").is_none() && std::env::var_os("TERM").is_none_or(|t| t != "dumb"),
    };
    TextOptions { width: output::width().min(140), lang: cli.lang(), ascii: cli.ascii, color, ..TextOptions::default() }
}
