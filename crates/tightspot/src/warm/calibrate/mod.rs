//! `tightspot warm calibrate`: loads starts of a service past the opening of the gate, finds out since when each was steady, and writes down what that took.

mod beside;
mod print;

pub(crate) use beside::place;

use super::document::Shared;
use super::drive::{self, End, Plan};
use super::mix::{self, Sent};
use super::recipe::Recipe;
use crate::cli::{Cli, WarmCalibrateArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::why::{Waiting, service, with_its_end};
use crate::{files, output};
use gate::Settings;
use gate::calibrate::{Left, Second, Settled, Start, Steady, left, recipe};
use model::message;
use std::path::Path;
use std::time::Duration;

/// Shortest load of a start: the rate has risen, and a level of half a minute can be seen. A choice.
const SHORTEST: Duration = Duration::from_secs(40);
/// What simpler gates wait for: a time, a number of requests. Source: METHODS section 6.1.
const FIXED_S: f64 = 60.0;
const FIXED_ANSWERS: u64 = 240;
/// What a failure of the recipe's file is called.
const RECIPE: &str = "recipe";

/// A start, and what is known of it.
struct Measured {
    start: Start,
    /// What the service beside it did in each of its seconds; empty without one.
    beside: Vec<Second>,
    /// Since when each route is steady; `None` where not all of them are in the end.
    steady: Option<Vec<Steady>>,
    since_s: Option<f64>,
    /// When as many requests were answered as the gate asks for.
    covered_s: Option<f64>,
    /// The gate, the fixed time, the fixed number.
    rules: [Rule; 3],
}

impl Measured {
    /// What a recipe may rest on.
    fn settled(&self) -> Option<Settled<'_>> {
        Some(Settled { start: &self.start, since_s: self.since_s?, opened_s: self.rules[0].at_s })
    }
}

/// When a rule would have opened the service.
struct Rule {
    name: &'static str,
    at_s: Option<f64>,
    /// What was left to be gained then.
    left: Option<Left>,
}

/// Runs the command.
pub(super) fn run(cli: &Cli, args: &WarmCalibrateArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    crate::failure::listen()?;
    if *args.length < SHORTEST {
        let what = message!("warm/length-too-short", shortest: Seconds(SHORTEST.as_secs_f64()));
        return Err(Failure::new(Exit::Usage, "length", what).help("--length 4m"));
    }
    let window_s = drive::window_ticks(&args.load)?;
    let sent = mix::sent(cli, &args.request, &args.mix, &args.load, &progress)?;
    beside::check(args, &sent)?;
    if let Some(file) = &args.out {
        // what cannot be written is told before minutes of load
        files::writable(file).map_err(|e| super::unwritten(file, &e, RECIPE))?;
    }
    let asked = if args.command.is_empty() { 1 } else { args.starts };
    let (starts, end) = measure(asked, |number| one(args, &sent, (number, asked), &progress));
    if starts.is_empty() {
        return end;
    }
    let (told, end) = tell(&Calibration { args, sent: &sent, window_s, asked, starts }, end);
    output::result(&told);
    end
}

/// Makes start after start; returns those that were made, and how that ended. `one` gives nothing where the user stopped it.
fn measure<S>(asked: u32, one: impl Fn(u32) -> Result<Option<S>, Failure>) -> (Vec<S>, Result<Exit, Failure>) {
    let mut starts = Vec::new();
    for number in 1..=asked {
        match one(number) {
            Ok(Some(measured)) => starts.push(measured),
            Ok(None) => return (starts, Ok(Exit::Interrupted)),
            Err(failure) => return (starts, Err(failure)),
        }
    }
    (starts, Ok(Exit::Done))
}

/// Starts, and what was asked for.
struct Calibration<'a> {
    args: &'a WarmCalibrateArgs,
    sent: &'a Sent,
    window_s: usize,
    /// Starts that were to be made.
    asked: u32,
    /// Those that were.
    starts: Vec<Measured>,
}

/// Writes the recipe where all starts were made, and returns what there is to print and how the command ends. What cannot be written and what went wrong with a
/// later start cost nothing of what was measured.
fn tell(c: &Calibration, end: Result<Exit, Failure>) -> (String, Result<Exit, Failure>) {
    let used: Vec<Settled> = c.starts.iter().filter_map(Measured::settled).collect();
    let recipe = if end == Ok(Exit::Done) { recipe(&used, c.window_s).map(|r| Recipe::of(r, c.sent.scenario.routes())) } else { None };
    let text = recipe.as_ref().map(|r| r.text(used.len()));
    let written = match (c.args.out.as_deref(), &text) {
        (Some(file), Some(text)) => write(file, text).map(|()| Some(file)),
        _ => Ok(None),
    };
    let (file, end) = match written {
        Ok(file) => (file, end),
        Err(failure) => (None, Err(failure)),
    };
    let seen = print::Seen {
        args: c.args,
        sent: c.sent,
        asked: c.asked as usize,
        starts: &c.starts,
        recipe: recipe.as_ref(),
        file,
        error: end.as_ref().err(),
    };
    let told = if c.args.json { format!("{:#}", seen.json()) } else { seen.text(text.as_deref().unwrap_or_default()) };
    let is_without = end == Ok(Exit::Done) && recipe.is_none();
    (told, if is_without { Ok(Exit::Gate) } else { end })
}

/// In place, as a file that can be written need not lie in a folder that can.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|e| super::unwritten(file, &e, RECIPE))
}

/// Loads one start; `None` where the user stopped it.
fn one(args: &WarmCalibrateArgs, sent: &Sent, (number, of): (u32, u32), progress: &Progress) -> Result<Option<Measured>, Failure> {
    let length = args.length.as_secs_f64();
    let waiting = Waiting { request: &args.request, ready: args.ready.as_deref(), start_timeout: Some(args.load.start_timeout) };
    let mut own = None;
    if args.command.is_empty() {
        progress.say(message!("warm/calibrates-what-runs", length: Seconds(length)));
    } else {
        let (number, of) = (f64::from(number), f64::from(of));
        progress.say(message!("warm/calibrates", number: Count(number), of: Count(of), length: Seconds(length)));
        own = Some(service(waiting, &args.command, &sent.scenario, &sent.way, progress)?);
    }
    let settings = Settings { longest_s: f64::INFINITY, ..Settings::default() };
    let change = settings.change;
    let patience = Some(Duration::from_secs_f64(args.load.start_timeout));
    let plan = Plan { request: &args.request, load: &args.load, sent, settings, length_s: Some(length), patience };
    let measured = beside::with(args, sent, || drive::drive(&plan, &Shared::default(), progress));
    let (driven, beside) = measured.map_err(|failure| match &mut own {
        Some(service) => with_its_end(service, failure),
        None => failure,
    })?;
    if driven.end == End::Interrupted {
        return Ok(None);
    }
    let start = driven.start;
    let beside: Vec<Second> = if beside.is_empty() { Vec::new() } else { beside::seconds(&beside, &driven.ends) };
    if args.beside.is_some() {
        beside::warn_unless_seen(&beside, start.seconds.len());
    }
    let even = start.beside(&beside);
    let steady = even.steady(change);
    let since_s = steady.as_deref().and_then(Start::steady_since);
    let by = |name, at_s: Option<f64>| {
        let left = at_s.zip(since_s).and_then(|(at_s, since_s)| left(&even, at_s, since_s, args.load.seed));
        Rule { name, at_s, left }
    };
    let rules = [by("gate", driven.opened_s), by("time", Some(FIXED_S)), by("answers", start.answered(FIXED_ANSWERS))];
    Ok(Some(Measured { start, beside, steady, since_s, covered_s: driven.covered_s, rules }))
}

#[cfg(test)]
mod tests;
