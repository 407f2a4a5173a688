//! The own command line as it may be kept and shown. Each argument says here what it holds; one that does not is hidden, and fails a test.

use super::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory as _};
use model::harmless::{self, HIDDEN};
use std::ffi::OsString;

/// Longest word that is repeated when nobody knows what it was to be.
const SHORT: usize = 8;

/// What an argument holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// A number, a word out of few, a name or a path that the user chose to be seen.
    Plain,
    Url,
    Header,
    Database,
    /// A command for a shell.
    Script,
    /// A command line, word by word.
    Words,
    /// `env:NAME` and `file:PATH` say where it is; else it is a secret.
    Credentials,
    /// What is sent: nobody knows what is in it.
    Secret,
}

/// What the argument with this id holds, over all commands.
fn holds(id: &str) -> Option<Holds> {
    Some(match id {
        "url" | "against" | "ready" => Holds::Url,
        "headers" => Holds::Header,
        "db" => Holds::Database,
        "apply" | "restore" | "check" | "to_a" | "to_b" => Holds::Script,
        "command" | "words" => Holds::Words,
        "basic_auth" => Holds::Credentials,
        "body" => Holds::Secret,
        "accept" | "access_log" | "against_phase" | "allow_host" | "answers" | "at_rate" | "beside" | "blocks" | "body_file" | "cacert"
        | "cases" | "cert" | "color" | "connect_to" | "connections" | "content_type" | "cost_of_watching" | "data" | "depth" | "doses"
        | "duration" | "every" | "format" | "from_s" | "gate" | "hypothesis" | "id" | "key" | "knob" | "lang" | "length" | "listen"
        | "log" | "max_connections" | "max_error_rate" | "max_wait" | "means" | "measure" | "method" | "metric" | "min_effect"
        | "min_share" | "name" | "on_timeout" | "out" | "phase" | "pid" | "process" | "rate" | "ready_file" | "recipe" | "repeat"
        | "requests" | "results" | "run" | "runs" | "runtime" | "scenario" | "seed" | "slo" | "stage" | "start_timeout" | "started"
        | "starts" | "state" | "store" | "streams" | "switches" | "tail" | "threads" | "timeout" | "to" | "to_s" | "tool"
        | "trace_sample" | "unix_socket" | "users" | "variants" | "warmup" | "weigh" | "when_full" | "window" => Holds::Plain,
        _ => return None,
    })
}

/// The command line of this process; of one that cannot be read, only the program.
pub(crate) fn command_line(words: impl IntoIterator<Item = OsString>) -> String {
    let mut root = Cli::command();
    // arguments that hold for all commands are made known to each of them
    root.build();
    let mut out = vec![root.get_name().to_owned()];
    if let Ok(matches) = root.clone().try_get_matches_from(words) {
        let (mut command, mut matches) = (&root, &matches);
        while let Some((name, inner)) = matches.subcommand() {
            let Some(next) = command.find_subcommand(name) else { break };
            out.push(name.to_owned());
            (command, matches) = (next, inner);
        }
        out.extend(arguments(command, matches));
    }
    out.join(" ")
}

/// A mistake in a command line, without words that may be secrets: what follows an unquoted header, a URL in the wrong place.
pub(crate) fn mistake(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::MissingSubcommand {
        // the word is the command's own name
        return error;
    }
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        let Some(ContextValue::String(word)) = error.get(kind).cloned() else { continue };
        let shown = mistyped(&word);
        if shown != word {
            error.insert(kind, ContextValue::String(shown));
            // they repeat the word
            error.remove(ContextKind::Suggested);
        }
    }
    error
}

/// Options by their name, URLs as always, short words of letters: commands are mistyped so.
fn mistyped(word: &str) -> String {
    match word {
        w if w.starts_with('-') => w.split('=').next().unwrap_or_default().to_owned(),
        w if w.contains("://") => harmless::url(w),
        w if w.len() <= SHORT && w.bytes().all(|b| b.is_ascii_alphabetic()) => w.to_owned(),
        _ => HIDDEN.to_owned(),
    }
}

/// The arguments that were given, in their order.
fn arguments(command: &Command, matches: &ArgMatches) -> Vec<String> {
    let mut all: Vec<(usize, String)> = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id().as_str();
        if !matches.ids().any(|i| i == id) || matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let mut places = matches.indices_of(id).into_iter().flatten();
        if !arg.get_action().takes_values() {
            all.extend(places.map(|at| (at, flag(arg))));
            continue;
        }
        for given in matches.get_raw_occurrences(id).into_iter().flatten() {
            let values: Vec<String> = given.map(|v| v.to_string_lossy().into_owned()).collect();
            // each value has a place of its own
            let at = places.by_ref().take(values.len().max(1)).min().unwrap_or(usize::MAX);
            all.push((at, [flag(arg), value(arg, &values)].join(" ").trim().to_owned()));
        }
    }
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, text)| text).collect()
}

/// `--name`, `-n`, or nothing where the place says it; `--` before what comes last.
fn flag(arg: &Arg) -> String {
    let long = arg.get_long().map(|l| format!("--{l}"));
    long.or_else(|| arg.get_short().map(|s| format!("-{s}"))).unwrap_or_else(|| if arg.is_last_set() { "--" } else { "" }.to_owned())
}

fn value(arg: &Arg, values: &[String]) -> String {
    let delimiter = arg.get_value_delimiter().unwrap_or(' ').to_string();
    let each = |show: fn(&str) -> String| values.iter().map(|v| quoted(&show(v))).collect::<Vec<_>>().join(&delimiter);
    match holds(arg.get_id().as_str()) {
        Some(Holds::Plain) => each(str::to_owned),
        Some(Holds::Url) => each(harmless::url),
        Some(Holds::Header) => each(harmless::header),
        Some(Holds::Database) => each(harmless::database),
        Some(Holds::Script) => each(harmless::script),
        Some(Holds::Words) => harmless::command(values),
        Some(Holds::Credentials) => each(|v| harmless::header_value("authorization", v)),
        Some(Holds::Secret) | None => HIDDEN.to_owned(),
    }
}

/// As a shell wants it: in quotes where it has anything that some shell reads, as zsh does a question mark. What stands for something hidden is no
/// word of a command, and stays bare.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    let is_plain = !text.is_empty() && !text.starts_with('=') && text.replace(HIDDEN, "").chars().all(plain);
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    fn line(words: &[&str]) -> String {
        command_line(["/usr/bin/tightspot"].iter().chain(words).map(OsString::from))
    }

    fn each(command: &Command, see: &mut impl FnMut(&Command, &Arg)) {
        command.get_arguments().for_each(|a| see(command, a));
        command.get_subcommands().for_each(|c| each(c, see));
    }

    #[test]
    fn every_argument_that_takes_a_value_says_what_it_holds() {
        let mut silent = Vec::new();
        each(&Cli::command(), &mut |command, arg| {
            if arg.get_action().takes_values() && holds(arg.get_id().as_str()).is_none() {
                silent.push(format!("{} {}", command.get_name(), arg.get_id()));
            }
        });
        assert_eq!(silent, Vec::<String>::new(), "add them to `holds`");
    }

    #[test]
    fn a_command_line_without_secrets_stays_as_it_was_written() {
        for words in [
            &["why", "http://localhost:8080/members/42", "--warmup", "none", "--json", "-o", "a.json"][..],
            &["load", "http://localhost:8080/{{token}}", "--data", "t.csv", "-q", "200", "--slo", "p99<300ms"],
            &["sweep", "http://localhost:1/", "--knob", "pool-size=10,20", "--quiet"],
            &["why", "http://localhost:1/", "--", "java", "-Xmx1g", "-jar", "a.jar"],
        ] {
            let written = format!("tightspot {}", words.join(" ")).replace(" -o ", " --out ").replace(" -q ", " --rate ");
            assert_eq!(line(words).replace('\'', ""), written);
        }
    }

    #[test]
    fn what_a_shell_reads_stands_in_quotes() {
        assert_eq!(line(&["why", "http://h/x?page=2"]), "tightspot why 'http://h/x?page=2'");
        for (word, written) in
            [("", "''"), ("=ls", "'=ls'"), ("a*", "'a*'"), ("~", "'~'"), ("it's", r"'it'\''s'"), ("***", "***"), ("50%", "50%")]
        {
            assert_eq!(quoted(word), written);
        }
    }

    #[test]
    fn secrets_of_every_argument_are_hidden() {
        let words = [
            "sweep",
            "http://h/x?token=hunter2",
            "-H",
            "Authorization: Bearer hunter2",
            "--header=x-mine: hunter2",
            "-a",
            "u:hunter2",
            "-dhunter2",
            "--db",
            "postgres://u:hun/ter2@h/d",
            "--apply",
            "set -p hunter2 {value}",
            "--restore",
            "reset hunter2",
            "--doses",
            "1,2",
            "--",
            "node",
            "a.js",
            "--key=hunter2",
        ];
        assert_eq!(
            line(&words),
            "tightspot sweep 'http://h/x?token=***' --header 'Authorization: ***' --header 'x-mine: ***' --basic-auth *** --body *** \
             --db postgres://h/d --apply 'set -p *** {value}' --restore 'reset ***' --doses 1,2 -- node a.js --key=***"
        );
    }

    #[test]
    fn mistakes_are_told_without_what_may_be_a_secret() {
        let told = |words: &[&str]| {
            let e = Cli::try_parse_from(["tightspot"].iter().chain(words)).expect_err("a mistake");
            mistake(e).to_string()
        };
        assert!(told(&["why", "http://h/", "--conections", "5"]).contains("--conections"));
        assert!(told(&["lod", "http://h/"]).contains("'lod'"));
        assert!(told(&["runs", "--quiet"]).contains("'tightspot runs' requires a subcommand"));
        assert!(told(&["why", "--max-conn=hunter2hunter2"]).contains("--max-conn"));
        for words in [
            &["why", "-H", "Authorization:", "hunter2hunter2", "http://h/?token=hunter2hunter2"][..],
            &["why", "http://h/", "-H", "X-Mine:", "hunter2hunter2"],
            &["http://h/?token=hunter2hunter2"],
            &["why", "--key-of=hunter2hunter2"],
        ] {
            assert!(!told(words).contains("hunter2hunter2"), "{}", told(words));
        }
    }

    #[test]
    fn of_what_cannot_be_read_nothing_is_shown() {
        assert_eq!(line(&["why", "--no-such-flag", "hunter2"]), "tightspot");
    }
}
