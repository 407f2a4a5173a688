//! What the CPU does, for `report` and `compare`: the stretch that is asked for, in the form that is asked for, or why there is none and what helps.

use super::{output_named, page, print};
use crate::cli::{Cli, ProfileArgs, ReportArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use ::report::cpu::{OUTPUTS, Profiled};
use ::report::{Output, Outputs, TextOptions};
use diagnose::cpu::{Asked, NoProfile, Profile, Span};
use model::{Message, Run, message};
use std::path::PathBuf;

/// Whether `report` is asked for what the CPU does, and for nothing else: by a flag, or by a form that nothing else has.
pub(super) fn is_asked<R>(args: &ReportArgs, others: &Outputs<R>) -> bool {
    args.profile.is_asked() || args.stretch.is_asked() || (!args.json && is_own(OUTPUTS.named(&args.format).ok(), others))
}

/// Files of `paths` that only a profile is written to, and the others.
pub(super) fn apart<R>(paths: &[PathBuf], others: &Outputs<R>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    paths.iter().cloned().partition(|p| is_own(OUTPUTS.of_file(p).ok(), others))
}

pub(super) fn is_own<R>(output: Option<&dyn Output<Profiled>>, others: &Outputs<R>) -> bool {
    output.is_some_and(|o| others.named(o.id()).is_err())
}

/// `report RUN --cpu`, and the forms of a profile.
pub(super) fn report(cli: &Cli, args: &ReportArgs, run: &Run) -> Result<Exit, Failure> {
    let form = output_named(if args.json { "json" } else { &args.format }, &OUTPUTS)?;
    let files = Files::check(&args.out, &OUTPUTS)?;
    let profiled = of_run(args, run)?;
    let look = page(cli);
    can_be_written(&profiled, form, &files)?;
    // a form that no person reads goes to the files alone, where there are some
    let only_to_files = !args.out.is_empty() && !["text", "json"].contains(&form.id());
    let written = files.write(&profiled, &look, cli, &format!("report {} --cpu", args.run));
    if !only_to_files {
        print(form, &profiled, &look)?;
    }
    written?;
    Ok(Exit::Done)
}

/// Writes a profile to `paths`, besides the report.
pub(super) fn besides(cli: &Cli, args: &ReportArgs, run: &Run, paths: &[PathBuf]) -> Result<(), Failure> {
    if paths.is_empty() {
        return Ok(());
    }
    Files::check(paths, &OUTPUTS)?.write(&of_run(args, run)?, &page(cli), cli, &format!("report {}", args.run))
}

fn of_run(args: &ReportArgs, run: &Run) -> Result<Profiled, Failure> {
    let asked = args.stretch.of(args.profile.asked());
    let of = |asked: &Asked| Profile::of(run, asked).map_err(|e| failure(&e, &args.run));
    let profile = of(&asked)?;
    let Some(phase) = &args.stretch.against_phase else { return Ok(Profiled::of(profile, args.profile.detail())) };
    let before = of(&Asked { phase: Some(phase.clone()), from_s: None, to_s: None, ..asked })?;
    between(before, profile, true, &args.profile)
}

/// The change from the one to the other, per request.
pub(super) fn between(before: Profile, after: Profile, lines: bool, args: &ProfileArgs) -> Result<Profiled, Failure> {
    if let Some(p) = [&before, &after].into_iter().find(|p| p.requests <= 0.0) {
        let (phases, run) = (p.phases.join(", "), &p.run);
        let what = message!("commands/nothing-per-request", phases: name(phases), run: name(run));
        return Err(Failure::new(Exit::Usage, "nothing-per-request", what).help(message!("commands/answers-of-each", run: name(run))));
    }
    Ok(Profiled::between(before, after, lines, args.detail()))
}

/// Refuses a form that cannot hold what is asked for, before any is written: two profiles in a file for one.
pub(super) fn can_be_written(p: &Profiled, form: &'static dyn Output<Profiled>, files: &Files<Profiled>) -> Result<(), Failure> {
    if p.profiles.len() == 1 {
        return Ok(());
    }
    let of = |o: &dyn Output<Profiled>| o.render(p, &TextOptions::default()).err();
    match std::iter::once(form).chain(files.outputs()).find_map(of) {
        Some(e) => Err(Failure::new(Exit::Usage, "format", e.to_string()).help(message!("commands/hold-both"))),
        None => Ok(()),
    }
}

/// Why there is nothing to show of `run`, and what helps.
pub(super) fn failure(e: &NoProfile, run: &str) -> Failure {
    let again = |flags: String| format!("tightspot report {run} --cpu {flags}");
    let new = |exit, name| Failure::new(exit, name, what(e));
    match e {
        NoProfile::NoStacks(reason) => {
            let why = if reason.is_empty() { message!("commands/who-samples-stacks") } else { reason.clone() };
            new(Exit::CannotObserve, "no-stacks").why(why).help(message!("commands/ask-doctor"))
        }
        NoProfile::UnknownPhase(_, known) | NoProfile::PhaseWithoutStacks(_, known) => {
            let name = if matches!(e, NoProfile::UnknownPhase(..)) { "unknown-phase" } else { "phase-without-stacks" };
            let last = known.last().map_or_else(String::new, |s| again(format!("--phase {}", s.phase)));
            new(Exit::Usage, name).why(spans(known)).help(last)
        }
        NoProfile::EmptyWindow(known) => {
            let last = known.last().map_or_else(String::new, |s| again(format!("--from {:.1} --to {:.1}", s.from_s, s.to_s)));
            new(Exit::Usage, "empty-window").why(spans(known)).help(last)
        }
        NoProfile::UnknownProcess(_, known) => {
            let pids: Vec<String> = known.iter().map(u32::to_string).collect();
            let first = pids.first().map_or_else(String::new, |pid| again(format!("--pid {pid}")));
            new(Exit::Usage, "unknown-process").why(message!("commands/were-watched", pids: name(pids.join(", ")))).help(first)
        }
    }
}

fn what(e: &NoProfile) -> Message {
    match e {
        NoProfile::NoStacks(_) => message!("commands/no-stacks"),
        NoProfile::UnknownPhase(phase, _) => message!("commands/no-such-phase", phase: name(phase)),
        NoProfile::PhaseWithoutStacks(phase, _) => message!("commands/no-stacks-in", phase: name(phase)),
        NoProfile::EmptyWindow(_) => message!("commands/no-sample"),
        NoProfile::UnknownProcess(pid, _) => message!("commands/not-watched", pid: name(pid.to_string())),
    }
}

fn spans(known: &[Span]) -> Message {
    let all: Vec<String> = known.iter().map(|s| format!("{} ({:.1}..{:.1} s)", s.phase, s.from_s, s.to_s)).collect();
    message!("commands/stacks-are-in", phases: name(all.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Command;
    use clap::Parser as _;

    fn paths(all: &[&str]) -> Vec<PathBuf> {
        all.iter().map(PathBuf::from).collect()
    }

    fn args(words: &[&str]) -> ReportArgs {
        let cli = Cli::try_parse_from(["tightspot", "report"].iter().chain(words)).expect("arguments");
        let Command::Report(args) = cli.command else { panic!("report") };
        args
    }

    #[test]
    fn a_profile_is_asked_for_by_a_flag_or_by_a_form_of_its_own() {
        let asked = |words: &[&str]| is_asked(&args(words), &::report::OUTPUTS);
        for words in [&["--cpu"][..], &["--wall"], &["--phase", "x"], &["--from", "3"], &["--pid", "7"], &["--format", "speedscope"]] {
            assert!(asked(words), "{words:?}");
        }
        for words in [&[][..], &["--json"], &["--format", "json"], &["-o", "cpu.speedscope.json"]] {
            assert!(!asked(words), "{words:?}");
        }
    }

    #[test]
    fn files_of_a_profile_are_told_from_those_of_the_report() {
        let all = paths(&["r.json", "cpu.speedscope.json", "r.txt", "cpu.pb.gz", "cpu.firefox.json", "cpu.folded"]);
        let (own, others) = apart(&all, &::report::OUTPUTS);
        assert_eq!((own.len(), others), (4, paths(&["r.json", "r.txt"])));
    }

    #[test]
    fn every_reason_has_the_command_that_helps() {
        let span = Span { phase: "saturation".into(), from_s: 90.0, to_s: 98.3 };
        let known = || vec![span.clone()];
        for (e, name, help) in [
            (NoProfile::NoStacks(Message::default()), "no-stacks", "tightspot doctor"),
            (NoProfile::UnknownPhase("x".into(), known()), "unknown-phase", "tightspot report 7f3a --cpu --phase saturation"),
            (NoProfile::PhaseWithoutStacks("x".into(), known()), "phase-without-stacks", "--phase saturation"),
            (NoProfile::EmptyWindow(known()), "empty-window", "--from 90.0 --to 98.3"),
            (NoProfile::UnknownProcess(3, vec![7, 8]), "unknown-process", "--pid 7"),
        ] {
            let f = failure(&e, "7f3a");
            assert_eq!(f.name, name);
            assert!(f.to_string().contains(help) && !f.why[0].is_empty(), "{f}");
        }
    }
}
