//! `--slo`: objectives that cannot be judged are refused before anything is started.

use super::{Purpose, diagnoses};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use model::{Message, message};
use report::load::{Slo, unknown_routes};

/// Refuses objectives that levels cannot decide, and any where there is no diagnosis that could show them.
pub(super) fn check(args: &WhyArgs, purpose: &Purpose) -> Result<(), Failure> {
    if !diagnoses(args, purpose) && !args.slo.is_empty() {
        return Err(refused(message!("why/no-objectives")).help(message!("why/judge-by-why")));
    }
    fit(&args.slo)
}

/// Refuses objectives that levels cannot decide.
pub(crate) fn fit(slos: &[Slo]) -> Result<(), Failure> {
    match slos.iter().find_map(report::objectives::unfit) {
        None => Ok(()),
        Some(why) => Err(refused(why).help("tightspot load URL -q 200 --slo ...")),
    }
}

/// Refuses objectives on routes that are not there.
pub(crate) fn check_routes(slos: &[Slo], known: &[String]) -> Result<(), Failure> {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let unknown = unknown_routes(slos, &known);
    if unknown.is_empty() {
        return Ok(());
    }
    let what = message!("commands/no-such-route", routes: name(unknown.join(", ")));
    Err(refused(what).help(message!("commands/routes", routes: name(known.join(", ")))))
}

fn refused(what: Message) -> Failure {
    Failure::new(Exit::Usage, "slo", what)
}
