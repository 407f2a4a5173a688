//! The binary: arguments in, one command run, result to stdout, progress and errors to stderr, an exit code out (UX contract).

mod alone;
mod cli;
mod commands;
mod exit;
mod failure;
mod files;
mod interrupt;
mod kept;
mod output;
mod pattern;
mod progress;
mod request;
mod warm;
mod why;

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => return cli::refuse(cli::shown::mistake(e)),
    };
    let json = cli.wants_json();
    output::speak(cli.lang());
    output::end(match commands::run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            output::error(&failure, json);
            failure.exit
        }
    })
}
