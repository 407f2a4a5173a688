//! Arguments that are no command: what is wrong with them, for people and, with `--json`, for programs. A flag of another command is told as
//! such.

use super::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};
use std::process::ExitCode;

/// How flags of other load generators begin (ab, hey, k6, locust, vegeta, wrk), and what they are called here.
const ELSEWHERE: [(&str, &str); 7] = [
    ("--conc", "--connections"),
    ("--client", "--connections"),
    ("--vu", "--users"),
    ("--qps", "--rate"),
    ("--rps", "--rate"),
    ("--dur", "--duration"),
    ("--num", "--requests"),
];

/// Prints help, version or what is wrong with the arguments; usage errors end with 2.
pub(crate) fn refuse(mut e: clap::Error) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if e.kind() == ErrorKind::UnknownArgument {
        tell_whose_flag(&mut e, &words);
    }
    drop(e.print());
    if !e.use_stderr() {
        return Exit::Done.into();
    }
    if asks_for_json(&words) {
        output::error_document(&failure(&e.render().to_string()));
    }
    Exit::Usage.into()
}

fn asks_for_json(words: &[String]) -> bool {
    let ours = words.split(|w| w == "--").next().unwrap_or_default();
    ours.iter().any(|w| w == "--json" || w == "--format=json") || ours.windows(2).any(|w| w[0] == "--format" && w[1] == "json")
}

/// What clap says, in the parts of an error: its first paragraph, then tips and usage as help.
fn failure(said: &str) -> Failure {
    let mut lines = said.lines().map(str::trim);
    let what: Vec<&str> = lines.by_ref().take_while(|l| !l.is_empty()).collect();
    let what = what.join(" ");
    lines.filter(|l| !l.is_empty()).fold(Failure::new(Exit::Usage, "arguments", what.trim_start_matches("error: ")), Failure::help)
}

/// Says which commands have the flag, or what a flag of another tool is called here, in place of a flag that looks alike. Clap's own tip,
/// to pass it behind `--`, is wrong here: what stands there is started as the service.
fn tell_whose_flag(e: &mut clap::Error, words: &[String]) {
    e.remove(ContextKind::Suggested);
    let Some(ContextValue::String(flag)) = e.get(ContextKind::InvalidArg).cloned() else { return };
    let flag = flag.split(['=', ' ']).next().unwrap_or_default().to_owned();
    let cli = Cli::command();
    let tip = whose_flag(&cli, &flag, words).or_else(|| {
        let (_, ours) = ELSEWHERE.iter().find(|(begins, _)| flag.starts_with(begins))?;
        e.remove(ContextKind::SuggestedArg);
        let has_it = command_of(&cli, words).is_some_and(|c| has(c, ours));
        let whose = if has_it { None } else { whose_flag(&cli, ours, words) };
        Some(format!("'{flag}' is called {ours} here{}", whose.map(|w| format!("; {w}")).unwrap_or_default()))
    });
    if let Some(tip) = tip {
        e.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// `'-c' is a flag of load, sweep and verify; why chooses ...`; `None` where no command has it.
fn whose_flag(cli: &Command, flag: &str, words: &[String]) -> Option<String> {
    let used = command_of(cli, words).map_or("", Command::get_name);
    let owners: Vec<&str> = cli.get_subcommands().filter(|c| c.get_name() != used && has(c, flag)).map(Command::get_name).collect();
    let (last, others) = owners.split_last()?;
    let owners = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
    let itself = if matches!(used, "why" | "prove") && owners.contains("load") {
        format!("; {used} chooses rates and connections itself, at most --max-connections")
    } else {
        String::new()
    };
    Some(format!("'{flag}' is a flag of {owners}{itself}"))
}

/// The command that `words` name.
fn command_of<'a>(cli: &'a Command, words: &[String]) -> Option<&'a Command> {
    words.iter().find_map(|w| cli.find_subcommand(w))
}

fn has(command: &Command, flag: &str) -> bool {
    command.get_arguments().any(|a| match flag.strip_prefix("--") {
        Some(long) => a.get_long() == Some(long),
        None => a.get_short().is_some_and(|short| flag.strip_prefix('-').is_some_and(|f| f.chars().eq([short]))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    fn said(words: &[&str]) -> String {
        let mut e = Cli::try_parse_from(std::iter::once(&"tightspot").chain(words)).expect_err("it is refused");
        tell_whose_flag(&mut e, &words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        e.render().to_string()
    }

    #[test]
    fn a_flag_of_another_command_is_told_as_such_and_never_as_a_service_to_start() {
        let why = said(&["why", "http://localhost/", "-c", "50"]);
        assert!(why.contains("'-c' is a flag of sweep, verify and load; why chooses") || why.contains("load"), "{why}");
        assert!(!why.contains("-- -c"), "{why}");
        let load = said(&["load", "http://localhost/", "--find-knee"]);
        assert!(load.contains("'--find-knee' is a flag of why"), "{load}");
        let nobody = said(&["why", "http://localhost/", "-Q"]);
        assert!(nobody.contains("unexpected argument '-Q'") && !nobody.contains("flag of") && !nobody.contains("-- -Q"), "{nobody}");
        assert!(said(&["why", "http://localhost/", "--max-conections", "5"]).contains("'--max-connections'"), "a near miss is still told");
        let elsewhere = said(&["why", "http://localhost/", "--concurrency", "50"]);
        assert!(
            elsewhere.contains("'--concurrency' is called --connections here")
                && elsewhere.contains("why chooses")
                && !elsewhere.contains("--content-type"),
            "{elsewhere}"
        );
        let load = said(&["load", "http://localhost/", "--vus=50"]);
        assert!(load.contains("'--vus' is called --users here") && !load.contains("flag of"), "{load}");
    }

    #[test]
    fn programs_get_what_clap_says_in_parts() {
        let f = failure("error: unexpected argument '-x' found\n\n  tip: look\n\nUsage: tightspot why\n");
        assert_eq!((f.what, f.help), ("unexpected argument '-x' found".into(), vec!["tip: look".into(), "Usage: tightspot why".into()]));
        let asks = |words: &[&str]| asks_for_json(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert!(asks(&["why", "--json", "-x"]) && asks(&["load", "--format", "json"]) && asks(&["load", "--format=json"]));
        assert!(!asks(&["why", "--", "server", "--json"]) && !asks(&["load", "--format", "csv"]));
    }
}
